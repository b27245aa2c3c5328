"""No click is lost: it counts for what lay under it when the button went down, however slow, unsteady or quick."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.endings import two_turns_before_the_end
from tests.browser.hand import COUNTER, Hand
from tests.browser.window import REST, Window, at_of

LIT = ("piece", "place")
SLOW = 700  # milliseconds: longer than a long press
AWAY = """() => {
  const { board } = document.querySelector('.board');
  board.camera.fly({ ...board.view, x: board.view.x + 3 * board.geometry.unit });
}"""


@pytest.fixture
def hand(window: Window) -> Hand:
    """Both sides of a game at one screen, where units wait for their orders."""
    token = window.bring(two_turns_before_the_end("ardennes-offensive"))["*"]
    window.sit(token)
    return Hand(window, token)


@pytest.fixture
def many(window: Window) -> Hand:
    """A game in which several units may be picked."""
    token = window.begin("proving")["*"]
    window.sit(token)
    return Hand(window, token)


def lone(shown: dict[str, Any]) -> dict[str, Any]:
    """The choice of a unit that is alone in its hex."""
    stacks = Counter(piece.get("at") for piece in shown["screen"]["pieces"])
    options = [one for one in shown["screen"]["options"] if one["kind"] == "piece"]
    return next(one for one in options if stacks[at_of(shown, one["thing"])] == 1)


def lit(shown: dict[str, Any]) -> str:
    """A place where a unit may go that nobody holds."""
    taken = {piece.get("at") for piece in shown["screen"]["pieces"]}
    options = [one for one in shown["screen"]["options"] if one["kind"] == "place" and one["thing"] not in taken]
    return str(min(options, key=lambda one: len(one.get("path", ())))["thing"])


def counter(hand: Hand, piece: str) -> tuple[float, float]:
    """Where a unit's counter lies in the window."""
    hand.window.spot(at_of(hand.sees(), piece))
    x, y = hand.page.evaluate(COUNTER, piece)
    return x, y


def press(hand: Hand, at: tuple[float, float]) -> None:
    hand.page.mouse.move(*at)
    hand.page.mouse.down()


def picked(hand: Hand, piece: str) -> str:
    """Pick a unit and put it back; a place where it could go."""
    shown = hand.sees()
    place = lit(hand.take(next(one for one in shown["screen"]["options"] if one.get("thing") == piece)))
    hand.page.keyboard.press("z")
    hand.window.wait_for_revision(hand.token, shown["revision"] + 2)
    return place


def test_a_slow_press_on_a_lit_hex_is_a_click(hand: Hand):
    pick = lone(hand.sees())
    shown = hand.take(pick)
    place = lit(shown)
    press(hand, hand.window.spot(place))
    hand.page.wait_for_timeout(SLOW)
    hand.page.mouse.up()
    assert at_of(hand.window.wait_for_revision(hand.token, shown["revision"] + 1), pick["thing"]) == place


def test_a_slow_press_on_a_lit_counter_is_a_click(hand: Hand):
    shown = hand.sees()
    pick = lone(shown)
    press(hand, counter(hand, pick["thing"]))
    hand.page.wait_for_timeout(SLOW)
    hand.page.mouse.up()
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 1)
    assert after["screen"]["undo"]["action"] == pick["action"]


def test_a_map_that_moves_between_press_and_release_does_not_change_what_was_clicked(hand: Hand):
    pick = lone(hand.sees())
    shown = hand.take(pick)
    place = lit(shown)
    press(hand, hand.window.spot(place))
    hand.page.evaluate(AWAY)
    hand.page.wait_for_function("() => !document.querySelector('.board').board.camera.isUnderWay")
    hand.page.mouse.up()
    assert at_of(hand.window.wait_for_revision(hand.token, shown["revision"] + 1), pick["thing"]) == place


def test_an_unsteady_click_on_a_counter_picks_it(hand: Hand):
    shown = hand.sees()
    pick = lone(shown)
    x, y = counter(hand, pick["thing"])
    press(hand, (x, y))
    hand.page.mouse.move(x + 7, y + 6, steps=3)
    hand.page.mouse.up()
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 1)
    assert after["screen"]["undo"]["action"] == pick["action"]


def test_a_dragged_counter_is_picked_and_goes_where_it_is_let_go(hand: Hand):
    pick = lone(hand.sees())
    place = picked(hand, pick["thing"])
    shown = hand.sees()
    there = hand.window.spot(place)
    press(hand, hand.page.evaluate(COUNTER, pick["thing"]))
    hand.page.mouse.move(*there, steps=5)
    hand.page.mouse.up()
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 2)
    assert at_of(after, pick["thing"]) == place


def test_two_quick_clicks_on_neighbouring_hexes_are_two_clicks(hand: Hand):
    """From far away neighbours lie so near to each other that a double click could be meant, which zooms."""
    pick = lone(hand.sees())
    place = picked(hand, pick["thing"])
    shown = hand.sees()
    hand.page.evaluate("""() => {
      const { board } = document.querySelector('.board');
      board.camera.fly({ ...board.view, zoom: 15 / board.geometry.unit });
    }""")
    there = hand.window.spot(place)
    here = hand.page.evaluate(COUNTER, pick["thing"])
    hand.page.mouse.click(*here)
    hand.page.mouse.click(*there)
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 2)
    assert at_of(after, pick["thing"]) == place


def test_escape_puts_a_unit_back_that_was_only_picked(hand: Hand):
    shown = hand.sees()
    hand.take(lone(shown))
    hand.page.keyboard.press("Escape")
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 2)
    assert after["screen"]["options"] == shown["screen"]["options"]


def test_an_arrow_at_the_edge_leads_to_what_can_be_chosen_out_of_sight(hand: Hand):
    hand.take(lone(hand.sees()))
    for _ in range(8):
        hand.page.keyboard.press("+")
        hand.page.evaluate(REST)
    arrow = hand.page.locator(".edge-arrow").first
    expect(arrow).to_contain_text(re.compile(r"\d"))
    before = hand.page.evaluate("() => document.querySelector('.board').board.view")
    arrow.click()
    hand.page.evaluate(REST)
    assert hand.page.evaluate("() => document.querySelector('.board').board.view") != before


def test_what_is_done_while_the_server_is_slow_is_done_in_that_order(many: Hand):
    hand, shown = many, many.sees()
    first, second, *_ = [one for one in shown["screen"]["options"] if one["kind"] == "piece"]
    with hand.window.slow():
        hand.page.locator(f'[data-piece="{first["thing"]}"]').first.click()
        hand.page.keyboard.press("z")
        hand.page.locator(f'[data-piece="{second["thing"]}"]').first.click()
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 3)
    assert after["screen"]["undo"]["action"] == second["action"]


def test_escape_while_a_pick_is_on_its_way_puts_the_unit_back(hand: Hand):
    shown = hand.sees()
    at = counter(hand, lone(shown)["thing"])
    with hand.window.slow():
        hand.page.mouse.click(*at)
        hand.page.keyboard.press("Escape")
    after = hand.window.wait_for_revision(hand.token, shown["revision"] + 2)
    assert after["screen"]["options"] == shown["screen"]["options"]


def test_tab_begins_anew_with_every_question(many: Hand):
    hand, before = many, many.sees()["revision"]
    hand.page.locator(".board-grid").focus()
    for _ in range(2):
        hand.page.keyboard.press("Tab")
    hand.page.keyboard.press("Enter")
    shown = hand.window.wait_for_revision(hand.token, before + 1)
    things = {kind: {one["thing"] for one in shown["screen"]["options"] if one["kind"] == kind} for kind in LIT}
    for _ in things["piece"] or things["place"]:
        hand.page.keyboard.press("Tab")
    assert hand.page.evaluate("document.activeElement === document.querySelector('.board-grid')")
    hand.page.keyboard.press("Tab")
    assert hand.page.evaluate("document.activeElement !== document.querySelector('.board-grid')")
