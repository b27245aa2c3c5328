"""The page without a mouse: from part to part, in a dialog and out of it, and through a whole turn."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.hand import ANSWERED, modest
from tests.browser.keyboard import Keys
from tests.browser.window import Window, at_of

WHERE = """() => ['top', 'board-grid', 'prompt', 'side', 'sheet']
  .find((part) => document.activeElement.classList.contains(part)) ?? ''"""
IN_DIALOG = "() => Boolean(document.activeElement.closest('[role=dialog]'))"
STOPS = 40  # more than the help has
COUNT_CLICKS = "window.clicks = 0; addEventListener('pointerdown', () => window.clicks++, true)"


class Fours(random.Random):
    """Every die shows a four: the defender of 0704 retreats."""

    def randint(self, a: int, b: int) -> int:
        """A four."""
        return 4


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose dice are known."""
    with serving(tmp_path_factory.mktemp("keyboard"), luck=Fours()) as found:
        yield found


@pytest.fixture
def keys(window: Window) -> Keys:
    """Both sides of Bulge at one screen, in the hands of somebody without a mouse."""
    token = window.begin("bulge")["*"]
    window.sit(token)
    window.page.evaluate(COUNT_CLICKS)
    return Keys(window, token)


def seated(window: Window) -> None:
    window.sit(window.begin("bulge")["*"])


def parts(window: Window, key: str, count: int) -> list[str]:
    found = []
    for _ in range(count):
        window.page.keyboard.press(key)
        found.append(window.page.evaluate(WHERE))
    return found


def test_f6_goes_from_part_to_part_and_back(window: Window):
    seated(window)
    window.page.locator(".top").evaluate("(top) => { top.tabIndex = -1; top.focus(); }")
    assert parts(window, "F6", 4) == ["board-grid", "prompt", "side", "top"]
    assert parts(window, "Shift+F6", 4) == ["side", "prompt", "board-grid", "top"]


def test_a_dialog_keeps_the_keyboard_and_gives_it_back(window: Window):
    seated(window)
    page = window.page
    page.locator(".board-grid").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(STOPS):
            page.keyboard.press(key)
            assert page.evaluate(IN_DIALOG), f"{key} leads out of the dialog"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Help")).to_have_count(0)
    assert page.evaluate(WHERE) == "board-grid"


def do(keys: Keys, *actions: str) -> None:
    """Take one option after the other."""
    for action in actions:
        keys.take(next(one for one in keys.sees()["screen"]["options"] if one["action"] == action))


def test_a_whole_turn_is_played_by_keyboard_alone(keys: Keys):
    do(keys, "assign cap", "done")
    do(keys, "target 0704", "choose primary", "fight +4")
    assert keys.sees()["screen"]["decides"] == "allied"
    do(keys, "step 0604")
    do(keys, "advance 0704", "done")
    moves = keys.sees()
    do(keys, "pick Lehr", "go 0703")
    do(keys, "pick 26VG")
    keys.walk("0805")
    keys.press("Enter")
    after = keys.window.wait_for_revision(keys.token, moves["revision"] + 4)
    assert (at_of(after, "Lehr"), at_of(after, "26VG")) == ("0703", "0805")
    do(keys, "done")
    shown = keys.sees()
    while shown["screen"]["prompt"]["step"] != "allied pre-combat":  # whoever is in a zone of control must attack
        shown = keys.take(modest(shown))
    assert shown["screen"]["decides"] == "allied"
    assert keys.page.evaluate("window.clicks") == 0


def test_enter_on_the_board_under_a_card_goes_to_the_card(keys: Keys):
    do(keys, "assign cap", "done", "target 0704", "choose primary", "fight +4")
    shown = keys.sees()
    keys.seek("cursor", "0604")
    keys.press("Enter")
    keys.page.wait_for_function(ANSWERED, arg=shown["revision"])
    keys.go_to(".board-grid")
    keys.press("Enter")
    retreat = keys.page.locator(".choice [data-action='step 0604']")
    expect(retreat).to_be_focused()
    assert keys.sees()["revision"] == shown["revision"]
    keys.press("Escape")
    expect(retreat).to_have_count(0)
    assert keys.page.evaluate(WHERE) == "board-grid"
    do(keys, "step 0604")
