"""A game that a corrected rule has stopped, in the browser: it says so, is watched, and played on."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.window import Window
from tests.server.corrected import STACKED, OneToAHex

SEATS: dict[str, str] = {}


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a game from before the correction, in which a machine is to move."""
    place = tmp_path_factory.mktemp("stopped")
    with serving(place) as before:
        body = {"journal": STACKED, "players": {"red": "human", "blue": "random"}}
        begun = httpx.post(f"{before}/api/journals", json=body, timeout=60).json()
        SEATS.update({seat["side"]: seat["token"] for seat in begun["seats"]})
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(listed.proving.steps, OneToAHex.name, OneToAHex())
        with serving(place) as after:
            yield after


def test_the_card_names_the_line_and_the_rule_and_has_the_game_played_on(window: Window):
    window.sit(SEATS["red"])
    page, before = window.page, window.look(SEATS["red"])["revision"]
    card = page.get_by_role("status", name="Rule correction")
    expect(card).to_contain_text("Line 4 (turn 1, Blue), “put 0206”, is no longer legal.")
    expect(card.get_by_role("button", name="PG-6.1")).to_be_visible()
    card.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Stopped by a rule correction").click()
    card.get_by_role("button", name="Watch from the start").click()
    expect(page.get_by_label("Position in the game")).to_have_attribute("max", "3")
    page.get_by_role("button", name="Back to the game").click()
    with page.expect_download() as download:
        card.get_by_role("link", name="Original journal").click()
    assert "blue put 0206\nblue pick B2\nblue put 0206\n" in download.value.path().read_text(encoding="utf-8")
    card.get_by_role("button", name="Play on from here").click()
    expect(card).to_have_count(0)
    assert window.wait_for_revision(SEATS["red"], before + 2)["lines"] > 3, "the machine plays on"
