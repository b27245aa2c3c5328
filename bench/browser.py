"""What a player waits for, in a real Chromium on a real server over loopback: `python -m bench.browser`.

With `--against COMMIT` the same is measured with the client and the server of another commit, by turns, in one run.
Measured are, on a desktop and with the processor throttled to a quarter (about a cheap phone): an action from the click
to the painted options of the next question; the first load to a painted board and to its ground; bytes of the first
load and of the second, counted on the line, so that those of a service worker and of the live feed are among them; the
time between two frames while the board is dragged and zoomed; the renderer's memory, and what six changes of seat in
one tab add to it. The position is one of The Ardennes Offensive on turn 7 (186 pieces, some of them off the map), and a
screen of Bitter Woods with 220. Other work on the machine counts against all of it, so the load is printed too.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import ardennes
from ardennes.engine.decision import Kind
from ardennes.engine.record import Record
from bench.against import checkout
from bench.relay import Sent, counted
from tests.browser.conftest import CHROMIUM, FLAGS

ROOT = Path(__file__).resolve().parents[1]
WINDOW: ViewportSize = {"width": 1440, "height": 900}
SCENARIO, TURN = "4", 7
CROWD, COUNTERS = "bitter-woods", 220
PATIENCE = 180_000  # milliseconds: a busy machine is slow
PAUSE = 300  # milliseconds that a quick player takes between two clicks
SETTLED = 2500  # milliseconds until nothing more is asked for
INSTALLED = 20_000  # milliseconds that a service worker has; an older tree has none
WORKER = "() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"

READY = "() => document.querySelector('.board')?.board?.scene && performance.getEntriesByName('ardennes:board').length"
GROUND = "() => [...document.querySelectorAll('.ground canvas')].some((one) => one.width > 300)"
TILES = """() => (document.querySelector('.board').board.ground.levels ?? [])
  .every((level) => [...level.tiles.values()].every((tile) => tile.ready))"""
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
GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
GAMES = "() => document.querySelectorAll('.game-card').length > 4"
CHANGES = 6  # of seat, in one tab
OPTIONS = """Object.values(document.querySelector('.board').seat.shown.value.screen.options)
  .map((option) => option.action)"""
ACT = "(action) => document.querySelector('.board').seat.send([action])"
FRAMES = """window.frames_seen = []; window.watching = true;
  (function watch(last) {
    requestAnimationFrame((now) => {
      if (last) window.frames_seen.push(now - last);
      if (window.watching) watch(now);
    });
  })(0)"""
AIMS = {
    "options painted, ms": (120, 400),
    "zoom, p95 of a frame, ms": (33, 50),
    "renderer, MB": (250, 250),
    "second load, kB": (30, 30),
}


@dataclass
class Figures:
    """What was measured of one tree: name → desktop or throttled → values."""

    name: str
    found: dict[str, dict[bool, list[float]]] = field(default_factory=dict)

    def add(self, what: str, throttled: bool, value: float) -> None:
        """Note a value."""
        self.found.setdefault(what, {}).setdefault(throttled, []).append(value)

    def median(self, what: str, throttled: bool) -> float | None:
        """The middle one of some values, if there are any."""
        values = self.found.get(what, {}).get(throttled)
        return statistics.median(values) if values else None


@contextmanager
def served(tree: Path) -> Iterator[tuple[str, Sent]]:
    """A server of a tree in a process of its own; its address, and what it has sent."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "tests.browser.demo_server", str(port), f"{place}/games.db"]
        paths = os.pathsep.join([str(tree / "src"), str(tree)])
        server = subprocess.Popen(command, cwd=tree, env={**os.environ, "PYTHONPATH": paths})
        try:
            _await(address)
            with counted(port) as found:
                yield found
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


def build_client(tree: Path) -> None:
    """Build the client of another commit, with this tree's packages."""
    (tree / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
    subprocess.run(["npm", "run", "--silent", "build"], cwd=tree / "web", check=True)


def journal_at(turn: int) -> str:
    """A game of The Ardennes Offensive that was played by chance up to some turn, in the middle of a move."""
    rng = random.Random(7)
    record = Record.start(ardennes.game("ardennes-offensive"), SCENARIO)
    while record.state.turn < turn or record.state.chance or record.state.decision.kind is not Kind.MOVE:
        if record.state.chance:
            record.roll(record.state.chance.sample(rng))
        else:
            options = record.state.decision.options
            record.apply(options[rng.randrange(len(options))])
    return str(record.journal)


class Session:
    """A browser window that has never seen the page."""

    def __init__(self, browser: Browser, address: str, sent: Sent, throttled: bool) -> None:
        self.context = browser.new_context(base_url=address, viewport=WINDOW)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.sent = sent
        if throttled:
            wire = self.context.new_cdp_session(self.page)
            wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})

    def open(self, path: str) -> tuple[float, float, int]:
        """Load a page: milliseconds to a painted board, to its ground, and the bytes that came over the wire."""
        before = self.sent.all
        self.page.goto(path)
        self.page.wait_for_function(READY)
        board = self.page.evaluate("performance.getEntriesByName('ardennes:board')[0].startTime")
        self.page.wait_for_function(GROUND)
        ground = self.page.evaluate("performance.now()")
        self.page.wait_for_function(TILES)
        self.page.wait_for_timeout(SETTLED)
        return board, ground, self.sent.all - before

    def frames(self, how: str) -> list[float]:
        """The milliseconds between frames while the board is dragged or zoomed."""
        self.page.evaluate(FRAMES)
        _zoom(self.page) if how == "zoom" else _drag(self.page)
        self.page.evaluate("window.watching = false")
        return [float(one) for one in self.page.evaluate("window.frames_seen")]


def _drag(page: Page) -> None:
    page.mouse.move(620, 420)
    page.mouse.down()
    for step in range(160):
        swing = (step % 40) if (step // 40) % 2 == 0 else 40 - step % 40
        page.mouse.move(620 - 9 * swing, 420 - 5 * swing)
        page.wait_for_timeout(8)
    page.mouse.up()


def _zoom(page: Page) -> None:
    page.mouse.move(620, 420)
    for step in range(120):
        page.mouse.wheel(0, -40 if (step // 20) % 2 == 0 else 40)
        page.wait_for_timeout(12)


def change_seats(session: Session, tokens: Sequence[str]) -> None:
    """To the list of games and to another seat, in the same tab, as often as there are seats."""
    for token in tokens:
        session.page.evaluate(GO, "/")
        session.page.wait_for_function(GAMES)
        session.page.evaluate(GO, f"/seat/{token}")
        session.page.wait_for_function(READY)
        session.page.wait_for_function(GROUND)
        session.page.wait_for_function(TILES)


def renderer_memory(browser: Browser) -> float:
    """Megabytes that belong to the largest renderer alone, with its share of what it shares."""
    wire = browser.new_browser_cdp_session()
    pids = [one["id"] for one in wire.send("SystemInfo.getProcessInfo")["processInfo"] if one["type"] == "renderer"]
    wire.detach()
    sizes = []
    for pid in pids:
        text = Path(f"/proc/{int(pid)}/smaps_rollup").read_text("utf-8")
        found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
        sizes.append(int(found[1]) / 1000 if found else 0.0)
    return max(sizes)


def crowded(route: Route) -> None:
    """The hand-written screen of the largest board, with its pieces repeated over the map up to 220."""
    screen = route.fetch().json()
    pieces = screen["pieces"]
    named = isinstance(pieces, dict)
    listed = list(pieces.values()) if named else pieces
    there = [piece for piece in listed if piece.get("at")]
    hexes = route.request.frame.page.request.get(f"/api/games/{CROWD}/board").json()["hexes"]
    places = random.Random(1).sample(sorted(hexes), COUNTERS)
    for n in range(len(listed), COUNTERS):
        more = {**there[n % len(there)], "id": f"more{n}", "at": places[n]}
        if named:
            pieces[more["id"]] = more
            screen["order"]["pieces"].append(more["id"])
        else:
            pieces.append(more)
    route.fulfill(body=json.dumps(screen), content_type="application/json")


def _imported(page: Page, journal: str) -> str:
    """The link to a new game that goes on from a journal, for both sides at one screen."""
    begun = page.request.post("/api/journals", data={"journal": journal}, timeout=PATIENCE).json()
    return str(next(seat["token"] for seat in begun["seats"] if seat["side"] == "*"))


def measure(
    browser: Browser, server: tuple[str, Sent], figures: Figures, throttled: bool, journal: str, times: int
) -> None:
    """Everything once, in two windows."""
    session = Session(browser, *server, throttled)
    session.page.add_init_script(DRAWN)
    token, *others = (_imported(session.page, journal) for _ in range(1 + CHANGES))
    board, ground, cold = session.open(f"/seat/{token}")
    figures.add("first load, board painted, ms", throttled, board)
    figures.add("first load, ground there, ms", throttled, ground)
    figures.add("first load, kB", throttled, cold / 1000)
    rng = random.Random(5)
    for done in range(1, times + 1):
        session.page.evaluate(ACT, rng.choice(session.page.evaluate(OPTIONS)))
        session.page.wait_for_function(f"() => window.drawn.length >= {done}")
        session.page.wait_for_timeout(PAUSE)
    for one in session.page.evaluate("window.drawn"):
        figures.add("options painted, ms", throttled, one)
    for how in ("drag", "zoom"):
        times_between = session.frames(how)
        figures.add(f"{how}, p95 of a frame, ms", throttled, statistics.quantiles(times_between, n=20)[-1])
    figures.add("renderer, MB", throttled, renderer_memory(browser))
    with suppress(PlaywrightTimeout):
        session.page.wait_for_function(WORKER, timeout=INSTALLED)
    _, _, warm = session.open(f"/seat/{token}")
    figures.add("second load, kB", throttled, warm / 1000)
    before = renderer_memory(browser)
    change_seats(session, others)
    figures.add(f"{CHANGES} changes of seat, MB more", throttled, renderer_memory(browser) - before)
    session.context.close()
    session = Session(browser, *server, throttled)
    session.page.route(f"**/api/screens/{CROWD}", crowded)
    session.open(f"/screen/{CROWD}")
    for how in ("drag", "zoom"):
        times_between = session.frames(how)
        figures.add(f"{how}, {COUNTERS} counters, p95, ms", throttled, statistics.quantiles(times_between, n=20)[-1])
    session.context.close()


def table(trees: Sequence[Figures]) -> Table:
    """A row for each figure, each tree on a desktop and throttled, and what is aimed at."""
    rows = Table("median of", box=SIMPLE_HEAD)
    for figures in trees:
        rows.add_column(figures.name, justify="right")
        rows.add_column(f"{figures.name}, throttled", justify="right")
    rows.add_column("aim", justify="right")
    for what in trees[-1].found:
        values = [one.median(what, throttled) for one in trees for throttled in (False, True)]
        cells = ["" if value is None else f"{value:.0f}" for value in values]
        rows.add_row(what, *cells, " / ".join(map(str, AIMS.get(what, ()))))
    return rows


def main() -> int:
    """Measure all and print the table; the exit status is 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", metavar="COMMIT", help="measure another commit too, by turns")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (default: %(default)d)")
    parser.add_argument("--actions", type=int, default=25, help="actions in a round (default: %(default)d)")
    chosen = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit("Chromium is missing: install it (Debian: apt install chromium).")
    journal = journal_at(TURN)
    with ExitStack() as stack, sync_playwright() as driver:
        trees = [(Figures("here"), ROOT)]
        if chosen.against:
            there = stack.enter_context(checkout(chosen.against))
            build_client(there)
            trees.insert(0, (Figures(chosen.against), there))
        servers = [(figures, stack.enter_context(served(tree))) for figures, tree in trees]
        for number in range(chosen.rounds):
            for throttled in (False, True):
                for figures, server in servers if number % 2 else servers[::-1]:
                    browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                    measure(browser, server, figures, throttled, journal, chosen.actions)
                    browser.close()
            print(f"round {number + 1}", file=sys.stderr, flush=True)
    console = Console()
    console.width = max(console.width, 120)
    console.print(table([figures for figures, _ in trees]))
    print(f"{os.getloadavg()[0]:.1f} processes wanted one of {os.cpu_count()} processors in the last minute.")
    here = trees[-1][0]
    missed = [
        what
        for what, aims in AIMS.items()
        for throttled, most in zip((False, True), aims, strict=True)
        if (value := here.median(what, throttled)) is not None and value > most
    ]
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
