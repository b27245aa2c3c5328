"""Leaving a seat gives back what it held: boards, seats, pictures, lines, listeners and the elements of its page."""

from __future__ import annotations

from playwright.sync_api import Browser, CDPSession

from tests.browser.conftest import DESKTOP
from tests.browser.window import PATIENCE, READY

GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
HOME = "() => document.querySelectorAll('.game-card').length > 4 && document.querySelector('.go-on')"
TILE = "() => [...document.querySelectorAll('.ground canvas')].some((one) => one.width > 1)"
KEEP = """() => {
  const { board, seat } = document.querySelector('.board');
  window.held = [board, board.ground, board.painter, seat.desk].map((one) => one.constructor.prototype);
}"""
KINDS = (*(f"window.held[{n}]" for n in range(4)), "HTMLCanvasElement.prototype", "WebSocket.prototype")
CHANGES = 6
TRIES = 150
FEW = 20  # elements and listeners that one more line of the list of games brings


def living(wire: CDPSession) -> list[int]:
    """How many objects of each kind are alive."""
    found = []
    for kind in KINDS:
        prototype = wire.send("Runtime.evaluate", {"expression": kind, "objectGroup": "count"})["result"]["objectId"]
        asked = {"prototypeObjectId": prototype, "objectGroup": "count"}
        objects = wire.send("Runtime.queryObjects", asked)["objects"]["objectId"]
        length = {"objectId": objects, "functionDeclaration": "function () { return this.length; }"}
        found.append(wire.send("Runtime.callFunctionOn", {**length, "returnByValue": True})["result"]["value"])
    wire.send("Runtime.releaseObjectGroup", {"objectGroup": "count"})
    return found


def on_the_page(wire: CDPSession) -> dict[str, float]:
    """Elements and listeners, of the page and of whatever has not been given back."""
    told = {one["name"]: one["value"] for one in wire.send("Performance.getMetrics")["metrics"]}
    return {name: told[name] for name in ("Nodes", "JSEventListeners")}


def test_six_changes_of_seat_in_a_tab_leave_nothing_behind(chromium: Browser, address: str):
    context = chromium.new_context(base_url=address, viewport=DESKTOP)  # no Window: that one holds every line it routes
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    begun = [page.request.post("/api/tables", data={"game": "bulge", "players": {}}).json() for _ in range(CHANGES)]
    seats = [next(seat["token"] for seat in one["seats"] if seat["side"] == "*") for one in begun]
    wire = context.new_cdp_session(page)
    for domain in ("HeapProfiler", "Performance"):
        wire.send(f"{domain}.enable")
    page.goto("/")
    page.wait_for_function(HOME).dispose()
    before = on_the_page(wire)
    for seat in seats:
        page.evaluate(GO, f"/seat/{seat}")
        page.wait_for_function(READY).dispose()
        page.wait_for_function(TILE).dispose()
        page.evaluate(KEEP)
        page.evaluate(GO, "/")
        page.wait_for_function(HOME).dispose()
    for _ in range(TRIES):  # a request that was under way is held by the browser until it is answered
        wire.send("HeapProfiler.collectGarbage")
        boards, grounds, painters, desks, canvases, lines = living(wire)
        if max(boards, grounds, painters, desks, lines) <= 1:
            break
        page.wait_for_timeout(200)
    assert max(boards, grounds, painters, desks, lines) <= 1, "the browser may hold the last one, and no other"
    assert canvases <= 4
    for name, count in on_the_page(wire).items():
        assert count - before[name] <= FEW * CHANGES, name
    context.close()


def test_counters_and_names_are_no_canvases_of_their_own(chromium: Browser, address: str):
    """Each would hold far more than its pixels; those that are on the page are tiles, and counters in panels."""
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    begun = page.request.post("/api/tables", data={"game": "bulge", "players": {}}).json()
    page.goto(f"/seat/{next(seat['token'] for seat in begun['seats'] if seat['side'] == '*')}")
    page.wait_for_function(READY).dispose()
    page.wait_for_function(TILE).dispose()
    page.evaluate(KEEP)
    painted = page.evaluate("document.querySelector('.board').board.scene.counters.length")
    assert painted > 20
    wire = context.new_cdp_session(page)
    for domain in ("HeapProfiler", "Performance"):
        wire.send(f"{domain}.enable")
    wire.send("HeapProfiler.collectGarbage")
    shown = page.evaluate("document.querySelectorAll('canvas').length")
    *_, canvases, _ = living(wire)
    assert canvases <= shown + 4
    context.close()
