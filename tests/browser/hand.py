"""A hand that plays by clicking: it picks an option of the screen and does what a person would do for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from tests.browser.window import COVERED, PATIENCE, WHOLE, Window

Option = dict[str, Any]
ENOUGH = 2  # clicks in a step

FAN = """(piece) => {
  const host = document.querySelector('.board');
  const one = host.board.scene.fan.find((laid) => laid.piece.id === piece);
  if (!one) return null;
  const box = host.getBoundingClientRect();
  const at = host.board.inWindow(one);
  return [box.left + at.x, box.top + at.y];
}"""
COUNTER = """(piece) => {
  const host = document.querySelector('.board');
  const one = host.board.scene.counters.find((laid) => laid.piece.id === piece && laid.top);
  if (!one) return null;
  const box = host.getBoundingClientRect();
  const at = host.board.inWindow(one);
  return [box.left + at.x, box.top + at.y];
}"""
ANSWERED = """(revision) => {
  const { dataset } = document.querySelector('.table');
  const { scene } = document.querySelector('.board').board;
  const asks = document.querySelector('.choice') || scene.fan.length > 0;
  return Boolean(asks) || dataset.busy === 'true' || Number(dataset.revision) > revision;
}"""
FREE = "() => !document.querySelector('.board').seat.desk.held.value"  # the main button waits after a change of phase
ON_BOARD = "(place) => Boolean(document.querySelector('.board').board.scene.middle(place))"


def step_of(shown: dict[str, Any]) -> str:
    """The step that asks, and in which phase."""
    return f"{shown['screen']['phases']['label']} {shown['screen']['prompt']['step']}"


def modest(shown: dict[str, Any], *, first: bool = False) -> Option:
    """An option that leads on: the end of a phase where it may be; with `first`, something before it."""
    options: list[Option] = shown["screen"]["options"]
    others = [one for one in options if one["action"] != "done"]
    if others and (first or len(others) == len(options)):
        return others[0]
    return next(one for one in options if one["action"] == "done")


class Script:
    """A seat that is played over the wire, without a page: it does what it must, and no more."""

    def __init__(self, window: Window, token: str) -> None:
        self.window = window
        self.token = token

    def answer(self) -> bool:
        """Answer what this seat is asked; whether it was asked anything."""
        shown = self.window.look(self.token)
        if not shown["screen"]["options"]:
            return False
        self.do(shown, modest(shown))
        return True

    def do(self, shown: dict[str, Any], option: Option) -> None:
        """Do an option of what is shown."""
        body = {"revision": shown["revision"], "actions": [option["action"]]}
        answer = self.window.page.request.post(f"/api/seats/{self.token}/actions", data=body)
        assert answer.status == 200, answer.text()


class Hand:
    """The hand of whoever holds a seat."""

    def __init__(self, window: Window, token: str) -> None:
        self.window = window
        self.page = window.page
        self.token = token
        self.clicked: Counter[str] = Counter()  # choices by step

    def sees(self) -> dict[str, Any]:
        """What the page shows: the server's document of the revision that is drawn."""
        return self.window.look(self.token)

    def take(self, option: Option) -> dict[str, Any]:
        """Do one option by clicking, and wait until the page shows what came of it."""
        before = self.sees()
        self.window.wait_until_shown(before["revision"])
        ways = {"piece": self._piece, "place": self._place}
        ways.get(option["kind"], self._press)(option)
        self._confirm(option, before["revision"])
        return self.window.wait_for_revision(self.token, before["revision"] + 1)

    def choose(self, shown: dict[str, Any], option: Option) -> dict[str, Any]:
        """Do an option by clicking, or over the wire if clicks have done so twice in this step: that they can is shown.

        The end of a phase is always clicked.
        """
        step = step_of(shown)
        if option["action"] == "done" or self.clicked[step] < ENOUGH:
            self.clicked[step] += option["action"] != "done"
            return self.take(option)
        Script(self.window, self.token).do(shown, option)
        return self.window.wait_for_revision(self.token, shown["revision"] + 1)

    def play_to_the_end(self, *others: Script) -> dict[str, Any]:
        """Decide whatever is asked of this seat, until the game is over; what is shown then.

        The other seats are scripts, or machines that play by themselves: those are waited for.
        """
        shown = self.sees()
        first = True  # a question that is asked anew: something is done before the phase is
        while "result" not in shown["screen"]:
            if shown["screen"]["decides"] == shown["screen"]["viewer"]:
                option = modest(shown, first=first)
                first = option["action"] == "done"
                shown = self.choose(shown, option)
            elif any(other.answer() for other in others):
                shown = self.sees()
            else:
                shown = self.window.wait_for_revision(self.token, shown["revision"] + 1)
        self.window.wait_until_shown(shown["revision"])
        return shown

    def _press(self, option: Option) -> None:
        button = self.page.locator(f'[data-action="{option["action"]}"]').first
        folded = self.page.locator("details:not([open]) > summary", has_text="Lower odds")
        if folded.count() and not button.is_visible():
            folded.click()
        button.click()
        if option.get("warns") or self.page.locator(f'.warned[data-action="{option["action"]}"]').count():
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
            if not listed.count():
                self.page.get_by_role("tab", name="Forces").click()
            listed.first.click()
            return
        self.window.spot(at)
        spot = self.page.evaluate(COUNTER, piece)
        if spot and self.page.evaluate(COVERED, spot):
            self.page.evaluate(WHOLE)  # the whole map leaves room beside the tools
            self.window.spot(at)
            spot = self.page.evaluate(COUNTER, piece)
        if spot:
            self.window.click_at(*spot)
            return
        before = self._revision()
        self.window.click(at)
        self._wait_for_answer(before)
        spot = self.page.evaluate(FAN, piece)
        if spot:
            self.window.click_at(*spot)

    def _confirm(self, option: Option, before: int) -> None:
        """A card that asks once more, or which of several things is meant."""
        if option["kind"] not in ("piece", "place"):
            return
        self._wait_for_answer(before)
        card = self.page.locator(f'.choice [data-action="{option["action"]}"]')
        if card.count():
            card.click()

    def _revision(self) -> int:
        return int(self.page.locator(".table").get_attribute("data-revision") or 0)

    def _wait_for_answer(self, before: int) -> None:
        """Wait until a click has come to something: a choice on its way, a card that asks, a stack fanned out."""
        self.page.wait_for_function(ANSWERED, arg=before)
