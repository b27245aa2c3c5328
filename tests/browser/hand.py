"""A hand that plays by clicking alone: it picks an option of the screen and does what a person would do for it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.window import PATIENCE, Window

Option = dict[str, Any]

FAN = """(piece) => {
  const host = document.querySelector('.board');
  const one = host.board.scene.fan.find((laid) => laid.piece.id === piece);
  if (!one) return null;
  const box = host.getBoundingClientRect();
  const at = host.board.place(one);
  return [box.left + at.x, box.top + at.y];
}"""
COUNTER = """(piece) => {
  const host = document.querySelector('.board');
  const one = host.board.scene.counters.find((laid) => laid.piece.id === piece && laid.top);
  if (!one) return null;
  const box = host.getBoundingClientRect();
  const at = host.board.place(one);
  return [box.left + at.x, box.top + at.y];
}"""
ON_BOARD = "(place) => Boolean(document.querySelector('.board').board.scene.middle(place))"
REVISION = "() => document.querySelector('.table').dataset.revision"


class Hand:
    """The hand of whoever holds a seat."""

    def __init__(self, window: Window, token: str) -> None:
        self.window = window
        self.page = window.page
        self.token = token

    def sees(self) -> dict[str, Any]:
        """What the page shows: the server's document of the revision that is drawn."""
        return self.window.look(self.token)

    def take(self, option: Option) -> dict[str, Any]:
        """Do one option by clicking, and wait until the page shows what came of it."""
        before = self.sees()
        ways = {"piece": self._piece, "place": self._place}
        ways.get(option["kind"], self._press)(option)
        self._confirm(option)
        after = self.window.wait_for_revision(self.token, before["revision"] + 1)
        self.page.wait_for_function(f"{REVISION[6:]} >= {before['revision'] + 1}")
        return after

    def _press(self, option: Option) -> None:
        button = self.page.locator(f'[data-action="{option["action"]}"]').first
        button.click()
        if option.get("warns"):
            expect(button).to_contain_text("Press again", timeout=PATIENCE)
            button.click()

    def _place(self, option: Option) -> None:
        box = self.page.locator(f'[data-place="{option["thing"]}"] .box-name')
        if box.count():
            box.first.click()
            return
        self.window.click(option["thing"])

    def _piece(self, option: Option) -> None:
        piece = option["thing"]
        listed = self.page.locator(f'[data-piece="{piece}"]')
        at = next(one.get("at") for one in self.sees()["screen"]["pieces"] if one["id"] == piece)
        if at is None or not self.page.evaluate(ON_BOARD, at):
            listed.first.click()
            return
        self.window.spot(at)
        spot = self.page.evaluate(COUNTER, piece)
        if spot:
            self.page.mouse.click(*spot)
            return
        self.window.click(at)
        spot = self.page.evaluate(FAN, piece)
        if spot:
            self.page.mouse.click(*spot)

    def _confirm(self, option: Option) -> None:
        """A card that asks once more, or which of several things is meant."""
        self.page.wait_for_timeout(30)
        card = self.page.locator(f'.choice [data-action="{option["action"]}"]')
        if option["kind"] in ("piece", "place") and card.count():
            card.click()
