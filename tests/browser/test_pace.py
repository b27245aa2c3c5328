"""A machine that is watched: it waits for nobody's patience but the player's, who hurries it or skips what is left."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.endings import two_turns_before_the_end
from tests.browser.hand import Hand, modest
from tests.browser.window import Window

NEVER = 10_000  # what all paces are multiplied with: only to skip leads on


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose machines take hours between two steps."""
    with serving(tmp_path_factory.mktemp("pace"), luck=random.Random(1944), machine_pace=NEVER) as found:
        yield found


def test_the_machine_is_watched_hurried_skipped_and_its_turn_reviewed(window: Window):
    journal = two_turns_before_the_end("ardennes-offensive")
    token = window.bring(journal, german="recruit", allied="human")["allied"]
    window.sit(token)
    page = window.page
    bar = page.get_by_role("region", name="Computer player")
    expect(bar).to_contain_text("German (Recruit) is playing")
    expect(bar.get_by_role("button", name="Normal")).to_have_attribute("aria-pressed", "true")
    stands = window.look(token)["revision"]
    assert stands >= 1
    bar.get_by_role("button", name="Slow").click()
    expect(bar.get_by_role("button", name="Slow")).to_have_attribute("aria-pressed", "true")
    assert window.look(token)["revision"] == stands, "it waits between two steps"

    bar.get_by_role("button", name="Skip").click()
    page.wait_for_function("() => document.querySelector('[data-hint]') !== null")
    shown = window.look(token)
    assert shown["screen"]["decides"] == "allied"
    assert shown["pace"] == "slow", "the pace before is kept"

    bar.get_by_role("button", name="Review the computer’s turn").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    said = page.request.get(f"/api/seats/{token}/reports").json()["reports"]
    page.get_by_label("Position in the game").fill(str(said[0]["first"]))
    expect(page.locator(".remarks")).to_contain_text(said[0]["remarks"][0]["text"])
    page.get_by_role("button", name="Back to the game").click()
    Hand(window, token).take(modest(window.look(token)))


def test_two_machines_play_for_an_onlooker_who_starts_it_from_the_front_page(window: Window):
    page = window.page
    window.open("/new/ardennes-offensive")
    page.get_by_text("Watch", exact=True).click()
    for level in page.get_by_role("combobox").filter(has_text="Recruit").all():
        expect(level).to_have_value("recruit")
    page.get_by_role("combobox", name="Allied").select_option("random")
    page.get_by_role("button", name="Start the game").click()
    window.wait_for_board()
    bar = page.get_by_role("region", name="Computer player")
    expect(bar).to_contain_text("German (Recruit)")
    expect(bar).to_contain_text("Pauses when this page is closed.")
    bar.get_by_role("button", name="Fast").click()
    expect(bar.get_by_role("button", name="Fast")).to_have_attribute("aria-pressed", "true")
    window.open("/")
    expect(page.locator(".go-on li")).to_contain_text("Paused until someone watches")
