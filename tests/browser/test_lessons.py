"""The guided first turns in a real browser: in every game by mouse, by keyboard and by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import ardennes
from tests.browser.hand import ANSWERED, FAN, FREE, ON_BOARD, Hand, Script
from tests.browser.window import PATIENCE, REST, TWICE, Window

GAMES = ("ardennes-offensive", "axis-allies", "bastogne", "bitter-woods", "bulge")
CLICKS = 5  # choices by hand; what a lesson asks for after them is answered over the wire

DOUBLE_TAP = 600  # milliseconds
PRESSES = 3  # of a button that warns first
Lesson = dict[str, Any]
CURSOR = """() => {
  const { desk } = document.querySelector('.board').seat;
  return [desk.cursor.value, desk.looked.value];
}"""


TAPPED = f"""(revision) =>
  document.querySelector('.board').seat.desk.preview.value !== null || ({ANSWERED})(revision)"""
PRESSED = """(revision) =>
  document.querySelector('.warned') !== null || Number(document.querySelector('.table').dataset.revision) > revision"""


UNCOVERED = f"""async (place) => {{
  await ({REST})();
  const {{ board }} = document.querySelector('.board');
  const from = board.host.getBoundingClientRect();
  const {{ left, top, right, bottom }} = document.querySelector('.guide').getBoundingClientRect();
  const {{ x, y }} = board.inWindow(board.scene.middle(place));
  const [px, py] = [from.left + x, from.top + y];
  return !(px > left && px < right && py > top && py < bottom);
}}"""


class Keys:
    """Somebody without a mouse."""

    def __init__(self, window: Window, token: str) -> None:
        self.window, self.page, self.token = window, window.page, token

    def take(self, option: dict[str, Any]) -> None:
        """Do an option with keys alone."""
        before = self.window.look(self.token)["revision"]
        button = self.page.locator(f'[data-action="{option["action"]}"]').first
        if option["kind"] in ("piece", "place"):
            self.page.locator(".board-grid").focus()
            for _ in range(100):
                self.page.keyboard.press("n")
                if option["thing"] in self.page.evaluate(CURSOR):
                    break
            self.page.keyboard.press("Enter")
            self.page.wait_for_function(ANSWERED, arg=before)
        for _ in range(PRESSES):
            self.page.wait_for_function(FREE)  # only then has what was pressed last come to something
            if self.window.look(self.token)["revision"] > before or not button.is_visible():
                break
            self.page.keyboard.press("Tab")  # from here on Enter is for what has the focus
            button.focus()
            self.page.keyboard.press("Enter")
            self.page.wait_for_function(PRESSED, arg=before)
        self.window.wait_for_revision(self.token, before + 1)


class Finger:
    """Somebody with a phone in the hand."""

    def __init__(self, window: Window, token: str) -> None:
        self.window, self.page, self.token = window, window.page, token

    def _lies_on_board(self, shown: dict[str, Any], option: dict[str, Any]) -> bool:
        """Whether a piece can be tapped on the map; one in a box beside it stands in a list."""
        at = [one.get("at") for one in shown["screen"]["pieces"] if one["id"] == option.get("thing")]
        return bool(at and at[0] and self.page.evaluate(ON_BOARD, at[0]))

    def _tap(self, button: Locator) -> None:
        """Tap a button, later than would make a double tap of it and the last one: that presses nothing twice."""
        self.page.wait_for_timeout(DOUBLE_TAP)
        button.tap()

    def take(self, option: dict[str, Any]) -> None:
        """Do an option by tapping: the first tap on a place previews, the second commits."""
        shown = self.window.look(self.token)
        lists = (".sheet",) if self._lies_on_board(shown, option) else (".sheet", ".phone-sheet")
        pieces = [f'{one} [data-piece="{option.get("thing")}"]' for one in lists]
        listed = self.page.locator(", ".join([*pieces, f'.sheet [data-action="{option["action"]}"]']))
        if not listed.count():
            listed = self.page.locator(f'[data-action="{option["action"]}"]')
        if option["kind"] == "place":
            self.window.tap(option["thing"])
            self.page.wait_for_function(TAPPED, arg=shown["revision"])
            meant = self.page.locator(f'.choice [data-action="{option["action"]}"]')
            if meant.count():  # several things may be done there
                meant.tap()
            elif self.window.look(self.token)["revision"] == shown["revision"]:
                self.page.wait_for_timeout(TWICE)  # no double tap, which would zoom
                self.window.tap(option["thing"])
                self.page.wait_for_function(ANSWERED, arg=shown["revision"])
                if meant.count():  # what cannot be taken back asks once more
                    self._tap(meant)
        elif listed.count():
            self._tap(listed.first)
        else:
            self.window.tap(next(p["at"] for p in shown["screen"]["pieces"] if p["id"] == option["thing"]))
            self.page.wait_for_function(ANSWERED, arg=shown["revision"])
            spot = self.page.evaluate(FAN, option["thing"])
            if spot:
                self.page.touchscreen.tap(*spot)
        if option["kind"] == "button":
            self.page.wait_for_function(PRESSED, arg=shown["revision"])
            warned = self.page.locator(f'.warned[data-action="{option["action"]}"]')
            if warned.count():
                self._tap(warned)
        self.window.wait_for_revision(self.token, shown["revision"] + 1)


def learn(window: Window, game: str) -> str:
    """Begin a game's lesson on the front page; the token of the seat."""
    window.open(f"/new/{game}")
    window.page.locator(f".hero [data-learn={game}] button").last.click()
    window.page.wait_for_url("**/seat/*")
    window.wait_for_board()
    return window.page.url.rpartition("/")[2]


def lesson_of(window: Window, token: str) -> Lesson:
    """The lesson as the server tells it, once the page shows the same moment and it is this side's turn."""
    for _ in range(PATIENCE // 100):
        shown = window.look(token)
        lesson: Lesson = window.page.request.get(f"/api/seats/{token}/lesson").json()
        if lesson["revision"] == shown["revision"] and shown["screen"]["options"]:
            window.wait_until_shown(shown["revision"])
            return lesson
        window.page.wait_for_timeout(100)
    raise AssertionError("the machine does not come to an end")


def play(window: Window, token: str, act: Callable[[dict[str, Any]], object]) -> None:
    """Follow the card from its first step to its last, doing by hand what it points at."""
    card = window.page.locator(".guide")
    clicks = 0
    for _ in range(200):
        lesson = lesson_of(window, token)
        at = int(card.get_attribute("data-step") or 0) - 1
        step = lesson["steps"][at]
        if step["state"] != "open":  # the card is about to go on
            expect(card).not_to_have_attribute("data-step", str(at + 1))
        elif step.get("reads"):
            last = at + 1 == len(lesson["steps"])
            window.page.locator("[data-guide=next]").click()
            if last:
                break
            expect(card).not_to_have_attribute("data-step", str(at + 1))
        else:
            shown = window.look(token)
            thing = step["pointer"]["name"].partition(" ")[2]
            place = next((one.get("at", "") for one in shown["screen"]["pieces"] if one["id"] == thing), thing)
            if window.page.evaluate(ON_BOARD, place):
                window.page.wait_for_function(UNCOVERED, arg=place)  # the card does not lie over what it points at
            option = next(o for o in shown["screen"]["options"] if o["action"] == step["pointer"]["name"])
            clicks += 1
            (act if clicks <= CLICKS else lambda one: Script(window, token).do(shown, one))(option)  # noqa: B023 - at once
    expect(card).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through_with_the_mouse(window: Window, game: str) -> None:
    assert set(GAMES) <= set(ardennes.games())
    token = learn(window, game)
    play(window, token, Hand(window, token).take)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through_with_the_keyboard(window: Window, game: str) -> None:
    token = learn(window, game)
    play(window, token, Keys(window, token).take)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through_by_touch(phone: Window, game: str) -> None:
    token = learn(phone, game)
    play(phone, token, Finger(phone, token).take)


def test_a_lesson_is_left_and_taken_up_again_where_it_was(window: Window) -> None:
    token = learn(window, "bulge")
    window.page.locator("[data-guide=next]").click()
    window.page.get_by_role("button", name="Leave the lesson").click()
    expect(window.page.locator(".guide")).to_have_count(0)
    window.open("/new/bulge")
    window.page.locator(".hero").get_by_role("button", name="Continue at step 2 of 12").click()
    window.page.wait_for_url(f"**/seat/{token}")
    expect(window.page.locator(".guide h2")).to_have_text("Give your aircraft a mission")
