"""Drag and drop, by mouse and by finger: on the board, from a panel to it, a stack as a stack, and back again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.endings import two_turns_before_the_end
from tests.browser.hand import COUNTER, Hand
from tests.browser.window import PATIENCE, Window, at_of

UNIT, HOME = "10AD-20", "set-up"
HELD = 600  # milliseconds: longer than a long press
LIT = "(place) => document.querySelector('.board').board.state.places.has(place)"
CARRIED = "() => [...document.querySelector('.board').board.state.carried]"
DISC = """(place) => {
  const host = document.querySelector('.board');
  const top = host.board.scene.counters.find((one) => one.place === place && one.top);
  const at = host.board.inWindow({ x: top.x - 0.47 * top.size, y: top.y + 0.45 * top.size });
  const box = host.getBoundingClientRect();
  return [box.left + at.x, box.top + at.y];
}"""
Point = tuple[float, float]


def finger(page: Page) -> Callable[..., None]:
    """A finger that is told where to be."""
    wire = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y, "id": 1} for x, y in points]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    return touch


def dragged(page: Page, start: Point, end: Point) -> Callable[..., None]:
    """A finger that presses for a while, and goes somewhere; it is not lifted yet."""
    touch = finger(page)
    touch("touchStart", start)
    page.wait_for_timeout(HELD)
    for step in range(1, 9):
        touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))
        page.wait_for_timeout(16)
    return touch


def set_up(window: Window) -> tuple[Hand, Point]:
    """The Allied seat of Bastogne, whose units wait in a list; where the first of them lies in the window."""
    hand = Hand(window, window.begin("bastogne", german="link", allied="human")["allied"])
    window.sit(hand.token)
    if window.page.locator(".phone-sheet").count():
        window.page.locator(".phone-sheet .grip").click()
    button = window.page.locator(f'[data-piece="{UNIT}"]').locator("visible=true").first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    return hand, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def picks(shown: dict[str, Any]) -> Counter[str]:
    """How many units may be picked in each hex."""
    return Counter(at_of(shown, one["thing"]) for one in shown["screen"]["options"] if one["kind"] == "piece")


def nearest(shown: dict[str, Any], stacked: Counter[Any]) -> str:
    """The nearest place where nobody stands and where one thing may be done."""
    places = [one for one in shown["screen"]["options"] if one["kind"] == "place"]
    many = Counter(one["thing"] for one in places)
    free = [one for one in places if many[one["thing"]] == 1 and not stacked[one["thing"]] and "path" in one]
    return str(min(free, key=lambda one: len(one["path"]))["thing"])


def test_a_counter_goes_from_the_panel_to_the_board(window: Window):
    hand, start = set_up(window)
    before = hand.sees()["revision"]
    end = window.spot("1516")
    window.page.mouse.move(*start)
    window.page.mouse.down()
    window.page.mouse.move(*end, steps=6)
    window.page.wait_for_function(LIT, arg="1516")  # while it is carried
    expect(window.page.locator(".carried canvas")).to_have_count(1)
    window.page.mouse.move(*end)
    window.page.mouse.up()
    assert at_of(window.wait_for_revision(hand.token, before + 2), UNIT) == "1516"
    expect(window.page.locator(".carried")).to_have_count(0)


def test_a_counter_that_may_not_lie_there_goes_back_with_the_reason(window: Window):
    hand, start = set_up(window)
    before = hand.sees()["revision"]
    end = window.spot("2015")
    window.page.mouse.move(*start)
    window.page.mouse.down()
    window.page.mouse.move(*end, steps=6)
    window.page.mouse.up()
    expect(window.page.locator(".why .chip").first).to_contain_text("BA-12.0.tenth")
    after = window.wait_for_revision(hand.token, before + 2)
    assert at_of(after, UNIT) == HOME
    assert any(one["action"] == f"pick {UNIT}" for one in after["screen"]["options"])


def test_a_stack_that_is_gripped_by_its_number_goes_as_a_stack(window: Window):
    hand = Hand(window, window.begin("bitter-woods")["*"])
    window.sit(hand.token)
    shown = hand.sees()
    stacked = Counter(piece.get("at") for piece in shown["screen"]["pieces"])
    place = next(at for at, many in picks(shown).items() if many == stacked[at] == 2)
    units = [one["id"] for one in shown["screen"]["pieces"] if one.get("at") == place]
    hand.window.spot(place)
    hand.page.mouse.move(*hand.page.evaluate(DISC, place))
    hand.page.mouse.down()
    hand.page.mouse.move(*hand.window.spot(place))
    hand.page.wait_for_function(f"({CARRIED})().length === 2")
    taken = hand.window.wait_for_revision(hand.token, shown["revision"] + 1)
    there = nearest(taken, stacked)
    hand.page.mouse.move(*hand.window.spot(there), steps=4)
    hand.page.mouse.up()
    after = hand.window.wait_for_revision(hand.token, taken["revision"] + 1)
    assert {at_of(after, unit) for unit in units} == {there}


def test_a_finger_that_holds_a_counter_carries_it(phone: Window):
    hand = Hand(phone, phone.bring(two_turns_before_the_end("ardennes-offensive"))["*"])
    phone.sit(hand.token)
    shown = hand.sees()
    stacked = Counter(piece.get("at") for piece in shown["screen"]["pieces"])
    pick = next(
        one for one in shown["screen"]["options"] if one["kind"] == "piece" and stacked[at_of(shown, one["thing"])] == 1
    )
    home = phone.spot(at_of(shown, pick["thing"]))
    start = phone.page.evaluate(COUNTER, pick["thing"])
    touch = dragged(phone.page, start, (home[0] + 30, home[1] - 60))
    taken = phone.wait_for_revision(hand.token, shown["revision"] + 1)
    assert phone.page.evaluate(CARRIED) == [pick["thing"]]
    there = nearest(taken, stacked)
    touch("touchMove", phone.spot(there))
    touch("touchEnd")
    after = phone.wait_for_revision(hand.token, taken["revision"] + 1)
    assert at_of(after, pick["thing"]) == there


def test_a_finger_carries_a_counter_out_of_the_list(phone: Window):
    hand, start = set_up(phone)
    before = hand.sees()["revision"]
    end = phone.spot("1516")
    touch = dragged(phone.page, start, end)
    phone.page.wait_for_function(LIT, arg="1516", timeout=PATIENCE)
    touch("touchMove", phone.spot("1516"))
    touch("touchEnd")
    assert at_of(phone.wait_for_revision(hand.token, before + 2), UNIT) == "1516"
