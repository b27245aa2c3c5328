"""What a player waits for, measured in a real Chromium on a real server over loopback: `python -m bench.browser`.

Three promises: the first load of a game to a board that takes a click; the work of the page's main thread for each
frame while the largest board with 150 counters is dragged and zoomed; an action from the click to the screen that
follows it, acknowledged and painted. The exit status is 1 if one of them is not kept. Other work on the machine counts
against them, so the load is printed too.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.browser.conftest import CHROMIUM, FLAGS

ROOT = Path(__file__).resolve().parents[1]
WINDOW: ViewportSize = {"width": 1440, "height": 900}
GAMES = ("ardennes-offensive", "axis-allies", "bulge")
LARGEST, COUNTERS = "bitter-woods", 150
PAUSE = 300  # milliseconds that a quick player takes between two clicks
LOAD, FRAME, ACTION = 2000.0, 8.0, 100.0  # milliseconds

READY = "document.querySelector('.board')?.board?.scene && performance.getEntriesByName('ardennes:board').length > 0"
GROUND = "document.querySelector('.ground-near canvas')?.width > 400"
DRAWN = """
  window.drawn = [];
  const measure = performance.measure.bind(performance);
  performance.measure = (name, options) => {
    if (name === 'ardennes:action') requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.drawn.push(performance.now() - options.start);
      painted.port2.postMessage(0);
    });
    return measure(name, options);
  };
"""
OPTIONS = "document.querySelector('.board').seat.shown.value.screen.options.map((option) => option.action)"
ACT = """(action) => {
  const { seat } = document.querySelector('.board');
  return seat.send([action]);
}"""
COUNT_FRAMES = "window.frames_seen = 0; (function count() { window.frames_seen++; requestAnimationFrame(count); })()"


@dataclass(frozen=True, slots=True)
class Promise:
    """Something a player waits for: how long it took, and how long it may take, in milliseconds."""

    name: str
    took: float
    most: float
    note: str = ""

    @property
    def kept(self) -> bool:
        """Whether it took no longer than it may."""
        return self.took <= self.most


@contextmanager
def served() -> Iterator[str]:
    """A server in a process of its own, with the boards of all five games; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "tests.browser.demo_server", str(port), f"{place}/games.db"]
        server = subprocess.Popen(command, cwd=ROOT)
        try:
            _await(address)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def _await(address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/health"):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise SystemExit("The server did not start.")


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    """A window that has never seen the page: nothing is kept from another one."""
    context = browser.new_context(base_url=address, viewport=WINDOW)
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def begun(page: Page, game: str) -> str:
    """A new table for two people at one screen; the token of the seat."""
    answer = page.request.post("/api/tables", data={"game": game})
    return next(str(seat["token"]) for seat in answer.json()["seats"] if seat["side"] == "*")


# ---- the three promises ----


def load(browser: Browser, address: str, game: str, times: int) -> Promise:
    """The first load of a game, from the address to a painted board that takes a click: the median of some."""
    board: list[float] = []
    ground: list[float] = []
    for _ in range(times):
        with opened(browser, address) as page:
            page.goto(f"/seat/{begun(page, game)}")
            page.wait_for_function(READY)
            board.append(page.evaluate("performance.getEntriesByName('ardennes:board')[0].startTime"))
            page.wait_for_function(GROUND)
            ground.append(page.evaluate("performance.now()"))
    note = f"the finest ground after {statistics.median(ground) / 1000:.1f} s"
    return Promise(f"first load, {game}", statistics.median(board), LOAD, note)


def crowded(route: Route) -> None:
    """The hand-written screen of the largest board, with its pieces repeated over the map up to 150."""
    screen = route.fetch().json()
    there = [piece for piece in screen["pieces"] if piece.get("at")]
    hexes = route.request.frame.page.request.get(f"/api/games/{LARGEST}/board").json()["hexes"]
    places = random.Random(1).sample(sorted(hexes), COUNTERS)
    while len(screen["pieces"]) < COUNTERS:
        n = len(screen["pieces"])
        screen["pieces"].append({**there[n % len(there)], "id": f"more{n}", "at": places[n]})
    route.fulfill(body=json.dumps(screen), content_type="application/json")


def frames(browser: Browser, address: str, how: str) -> Promise:
    """The main thread's work for each frame while the largest board is dragged, whole or near, or zoomed."""
    with opened(browser, address) as page:
        page.route(f"**/api/screens/{LARGEST}", crowded)
        page.goto(f"/screen/{LARGEST}")
        page.wait_for_function(READY)
        page.wait_for_function(GROUND)
        if how != "drag near":
            page.keyboard.press("0")
        page.wait_for_timeout(3000)  # let the ground be painted to its end
        measured = page.context.new_cdp_session(page)
        measured.send("Performance.enable")
        page.evaluate(COUNT_FRAMES)
        before = _worked(measured, page)
        (_zoom if how == "zoom" else _drag)(page)
        after = _worked(measured, page)
        pieces = page.evaluate("document.querySelector('.board').board.scene.screen.pieces.length")
        took = (after[0] - before[0]) / (after[1] - before[1])
    return Promise(f"a frame, {how}, {LARGEST}", took, FRAME, f"{pieces} counters, {after[1] - before[1]} frames")


def _worked(measured: Any, page: Page) -> tuple[float, int]:
    """The milliseconds that the main thread has worked so far, and the frames."""
    metrics = {one["name"]: one["value"] for one in measured.send("Performance.getMetrics")["metrics"]}
    return metrics["TaskDuration"] * 1000, page.evaluate("window.frames_seen")


def _drag(page: Page) -> None:
    page.mouse.move(620, 420)
    page.mouse.down()
    for step in range(240):
        swing = (step % 60) if (step // 60) % 2 == 0 else 60 - step % 60
        page.mouse.move(620 - 6 * swing, 420 - 3 * swing)
        page.wait_for_timeout(8)
    page.mouse.up()


def _zoom(page: Page) -> None:
    page.mouse.move(620, 420)
    for step in range(160):
        page.mouse.wheel(0, -40 if (step // 20) % 2 == 0 else 40)
        page.wait_for_timeout(12)


def actions(browser: Browser, address: str, game: str, times: int) -> Promise:
    """Actions of a game, each from the click to the next painted screen: the 95th percentile."""
    rng = random.Random(5)
    with opened(browser, address) as page:
        page.add_init_script(DRAWN)
        page.goto(f"/seat/{begun(page, game)}")
        page.wait_for_function(READY)
        page.wait_for_function(GROUND)
        for done in range(1, times + 1):
            options = page.evaluate(OPTIONS)
            if not options:
                break
            page.evaluate(ACT, rng.choice(options))
            page.wait_for_function(f"window.drawn.length >= {done}")
            page.wait_for_timeout(PAUSE)
        drawn = page.evaluate("window.drawn")
    worst = statistics.quantiles(drawn, n=20)[-1]
    note = f"95th of a hundred; median {statistics.median(drawn):.0f} ms, {len(drawn)} actions"
    return Promise(f"an action, {game}", worst, ACTION, note)


def table(found: list[Promise]) -> Table:
    """The promises and whether they are kept."""
    rows = Table("what", "ms", "at most", "", "note", box=SIMPLE_HEAD)
    rows.columns[1].justify = rows.columns[2].justify = "right"
    for one in found:
        rows.add_row(one.name, f"{one.took:.1f}", f"{one.most:.0f}", "kept" if one.kept else "BROKEN", one.note)
    return rows


def main() -> int:
    """Measure all, print the table; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", help="load, frames or actions (default: all)")
    parser.add_argument("--loads", type=int, default=3, help="how often a game is opened")
    parser.add_argument("--actions", type=int, default=120, help="how many actions of each game are made")
    chosen = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("Chromium is missing: install it (Debian: apt install chromium).")
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wanted: dict[str, Callable[[], list[Promise]]] = {
            "load": lambda: [load(browser, address, game, chosen.loads) for game in GAMES],
            "frames": lambda: [frames(browser, address, how) for how in ("drag", "drag near", "zoom")],
            "actions": lambda: [actions(browser, address, game, chosen.actions) for game in GAMES],
        }
        found = [one for name in chosen.what or wanted for one in wanted[name]()]
        browser.close()
    console = Console()
    console.width = max(console.width, 120)
    console.print(table(found))
    print(f"{os.getloadavg()[0]:.1f} processes wanted one of {os.cpu_count()} processors in the last minute.")
    return int(not all(one.kept for one in found))


if __name__ == "__main__":
    sys.exit(main())
