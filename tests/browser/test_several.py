"""One gesture for a whole lot: with Shift, by a button, by the thumb; and one press takes it back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.hand import Hand
from tests.browser.moments import moment
from tests.browser.window import Window

LOT, FROM, TO = "inf@G9", "G9", "G10"


def seated(window: Window, journal: str) -> Hand:
    token = window.bring(journal)["*"]
    window.sit(token)
    return Hand(window, token)


def count(shown: dict[str, Any], place: str, kind: str = "inf") -> int:
    """How many units of a kind lie in a place, whether they have moved or not."""
    lots = [one for one in shown["screen"]["pieces"] if one.get("at") == place and f"{kind}@" in one["id"]]
    return sum(one.get("count", 1) for one in lots)


@pytest.fixture(scope="module")
def march() -> str:
    """Three infantry of a hex may move."""
    return moment("axis-allies", "move", "activate G9", f"pick {LOT}")


def test_a_click_with_shift_takes_the_whole_lot_and_one_undo_brings_it_back(window: Window, march: str):
    hand = seated(window, march)
    shown = hand.sees()
    many = count(shown, FROM)
    assert many == 3
    window.page.keyboard.down("Shift")
    window.click(TO)
    window.page.keyboard.up("Shift")
    after = window.wait_for_revision(hand.token, shown["revision"] + 1)
    assert (count(after, FROM), count(after, TO)) == (0, many + count(shown, TO))
    undo = window.page.locator(".prompt [data-undo]")
    expect(undo).to_have_text("Undo all 5")
    undo.click()
    back = window.wait_for_revision(hand.token, after["revision"] + 1)
    assert back["screen"]["options"] == shown["screen"]["options"]
    window.page.keyboard.press("y")
    again = window.wait_for_revision(hand.token, back["revision"] + 1)
    assert count(again, TO) == count(after, TO)


def test_without_shift_one_unit_goes(window: Window, march: str):
    hand = seated(window, march)
    shown = hand.sees()
    window.click(TO)
    after = window.wait_for_revision(hand.token, shown["revision"] + 1)
    assert count(after, FROM) == count(shown, FROM) - 1


def test_the_thumb_has_a_button_for_it(phone: Window, march: str):
    hand = seated(phone, march)
    shown = hand.sees()
    button = phone.page.get_by_role("button", name="All 3 together")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    phone.tap(TO)
    phone.page.wait_for_function(f"() => document.querySelector('.board').board.state.preview === '{TO}'")
    phone.tap(TO)
    after = phone.wait_for_revision(hand.token, shown["revision"] + 1)
    assert count(after, FROM) == 0


def test_a_truck_is_filled_in_one_press_and_what_stays_behind_is_said(window: Window):
    hand = seated(window, moment("axis-allies", "load up", "pick truck-ax5"))
    shown = hand.sees()
    load = "load supply@axis-off-board"
    there = next(one for one in shown["screen"]["pieces"] if one["id"] == "supply@axis-off-board")
    assert there["count"] > 3
    window.page.locator(f'.prompt [data-each="{load}"]').click()
    after = window.wait_for_revision(hand.token, shown["revision"] + 1)
    loaded = after["lines"] - shown["lines"]
    assert loaded > 1
    assert load not in {one["action"] for one in after["screen"]["options"]}
    window.say(f"Done for {loaded} of {there['count']}.")
    window.page.keyboard.press("z")
    back = window.wait_for_revision(hand.token, after["revision"] + 1)
    assert back["screen"]["options"] == shown["screen"]["options"]
