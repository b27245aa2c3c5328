"""A browser's window, and what a person does in it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import APIResponse, ConsoleMessage, Page, Route, TimeoutError, WebSocketRoute, expect

from ardennes.engine.screen import listed

PATIENCE = 60_000  # milliseconds; a machine that runs all tests at once is slow
TWICE = 350  # milliseconds within which two clicks are a double click

READY = """() => {
  const host = document.querySelector('.board');
  return Boolean(host && host.board && host.board.scene);
}"""
SHOWS = """(revision) => {
  const table = document.querySelector('.table');
  return Number(table.dataset.revision) >= revision && table.dataset.busy !== 'true';
}"""
COVERED = """([x, y]) => {
  const there = document.elementFromPoint(x, y);
  return !there || Boolean(there.closest('[data-floats]')) || !there.closest('.board');
}"""
WHOLE = "() => document.querySelector('.board').board.camera.fit()"
PASSING = 8_000  # milliseconds after which whatever lies over the map lies there for good
REST = """async () => {
  const host = document.querySelector('.board');
  const where = () => JSON.stringify([host.board.view, host.getBoundingClientRect(), host.board.viewport]);
  let [last, same] = ['', 0];
  for (let frames = 0; same < 8 && frames < 4000; frames++) {
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    const now = host.board.camera.isUnderWay ? '' : where();
    [last, same] = [now, now && now === last ? same + 1 : 0];
  }
}"""  # the camera follows a question some frames after it is drawn
DRAWN = """() => document.querySelector('.board').board.state.shapes.map((one) => one.name)
  .filter((name) => !name.startsWith('asked '))"""  # without the rings round units of which one is asked for
SPOT = f"""async (place) => {{
  const host = document.querySelector('.board');
  const rest = {REST};
  await rest();
  if (!host.board.scene.middle(place)) return null;
  const before = JSON.stringify(host.board.view);
  host.board.camera.reveal(place);
  if (host.board.camera.isUnderWay || JSON.stringify(host.board.view) !== before) await rest();
  const box = host.getBoundingClientRect();
  const at = host.board.inWindow(host.board.scene.middle(place));
  return [box.left + at.x, box.top + at.y];
}}"""


class Wire:
    """The line between a page and the server, which can be cut and mended, or made deaf."""

    def __init__(self, page: Page) -> None:
        self.broken = self.deaf = False
        self.lines: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(r"/live\?line=\w+$"), self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        if self.broken:
            line.close()
            return
        self.lines.append(line)
        server = line.connect_to_server()
        server.on_message(lambda message: None if self.deaf else line.send(message))

    def cut(self) -> None:
        """Break it, and let no new one come about."""
        self.broken = True
        while self.lines:
            self.lines.pop().close()

    def mend(self) -> None:
        """Let it come about again."""
        self.broken = False


class Window:
    """One page, with its complaints."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.wire = Wire(page)
        self.clicked = (-1000.0, -1000.0)  # where the last click was
        page.context.set_default_timeout(PATIENCE)  # of requests too
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _said(self, message: ConsoleMessage) -> None:
        expected = "the server responded with a status of 4"  # a refusal is an answer, and shown to the player
        if message.type in ("error", "warning") and expected not in message.text:
            self.complaints.append(message.text)

    # ---- pages ----

    def open(self, path: str) -> None:
        """Go to a page."""
        self.page.goto(path)

    def begin(self, game: str, **players: str) -> dict[str, str]:
        """A new table; the tokens by side."""
        body = {"game": game, "players": players}
        return self._tokens(self.page.request.post("/api/tables", data=body))

    def _tokens(self, answer: APIResponse) -> dict[str, str]:
        """The tokens of a new table by side; every invitation is accepted at once."""
        assert answer.status == 201, answer.text()
        found = {seat["side"]: seat["token"] for seat in answer.json()["seats"]}
        for one in answer.json().get("invitations", []):
            taken = self.page.request.post(f"/api/invitations/{one['code']}/accept", data={})
            found[one["side"]] = taken.json()["token"]
        return found

    def bring(self, journal: str, **players: str) -> dict[str, str]:
        """A table from a journal; the tokens by side."""
        return self._tokens(self.page.request.post("/api/journals", data={"journal": journal, "players": players}))

    def sit(self, token: str) -> None:
        """Take a seat, and wait for the board."""
        self.open(f"/seat/{token}")
        self.wait_for_board()

    def wait_for_board(self) -> None:
        """Wait until the board can be played on."""
        self.page.wait_for_function(READY)
        self.look_behind_the_curtain()
        greeting = self.page.locator(".goal [aria-label=Close]")
        if greeting.count():
            greeting.click()

    def look_behind_the_curtain(self) -> None:
        """At a shared screen: press the button of the player who alone may look now, if there is one."""
        curtain = self.page.locator("[data-curtain]")
        if curtain.count():
            curtain.click()

    @contextmanager
    def slow(self) -> Iterator[None]:
        """Whatever the page asks the server to change inside the block is answered after it."""
        held: list[Route] = []
        free: list[bool] = []
        changes = re.compile("/api/seats/[^/]+/(actions|undo|redo|retract)$")
        self.page.route(changes, lambda route: route.continue_() if free else held.append(route))
        yield
        for _ in range(PATIENCE // 50):
            if held:
                break
            self.page.wait_for_timeout(50)
        assert held, "nothing was asked for"
        free.append(True)
        for route in held:
            route.continue_()

    def look(self, token: str) -> dict[str, Any]:
        """What the server shows this seat, with lists where the screen has maps by key."""
        found: dict[str, Any] = json.loads(self.page.request.get(f"/api/seats/{token}", max_retries=3).text())
        return {**found, "screen": listed(found["screen"])}

    def say(self, text: str) -> None:
        """Wait until the page shows a text."""
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible(timeout=PATIENCE)

    # ---- the board ----

    def wait_until_drawn(self, *names: str) -> None:
        """Wait until these shapes, and no others, lie over the board."""
        self.page.wait_for_function(f"(names) => ({DRAWN})().join() === names", arg=",".join(names))

    def spot(self, place: str) -> tuple[float, float]:
        """Where a place of the board lies in the window, brought into sight if need be."""
        at = self.page.evaluate(SPOT, place)
        assert at, f"{place} is not on the board"
        return at[0], at[1]

    def click(self, place: str) -> None:
        """Click a hex."""
        at = self.spot(place)
        if self.page.evaluate(COVERED, at):  # by a die that lies there for a moment, or by a tool that stays
            try:
                self.page.wait_for_function(f"(at) => !({COVERED})(at)", arg=at, timeout=PASSING)
            except TimeoutError:
                self.page.evaluate(WHOLE)  # the whole map leaves room beside the tools
            at = self.spot(place)
        self.click_at(*at)

    def click_at(self, x: float, y: float) -> None:
        """Click a spot; a second click there comes so much later that it is no double click, which would zoom."""
        if math.dist((x, y), self.clicked) < 25:
            self.page.wait_for_timeout(TWICE)
        self.page.mouse.click(x, y)
        self.clicked = (x, y)

    def tap(self, place: str) -> None:
        """Tap a hex."""
        self.page.touchscreen.tap(*self.spot(place))

    def wait_until_shown(self, revision: int) -> None:
        """Wait until the page shows a revision and takes the next click."""
        self.page.wait_for_function(SHOWS, arg=revision)
        self.look_behind_the_curtain()

    def wait_for_revision(self, token: str, revision: int) -> dict[str, Any]:
        """Wait until the table has gone on, and the page shows it and takes the next click."""
        self.wait_until_shown(revision)
        return self.look(token)


def at_of(shown: dict[str, Any], piece: str) -> str:
    """Where a piece is."""
    return str(next(one["at"] for one in shown["screen"]["pieces"] if one["id"] == piece))
