"""The machine in the browser: the last turn of each game against Recruit, a hint, and what it says of its play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import ardennes
from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.endings import last_turn
from tests.browser.hand import Hand
from tests.browser.window import Window

GAMES = ("ardennes-offensive", "axis-allies", "bulge")
LUCK = random.Random()  # of the dice and of the machine


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which every test has the same luck each time."""
    with serving(tmp_path_factory.mktemp("machine"), luck=LUCK) as found:
        yield found


@pytest.fixture(autouse=True)
def luck() -> None:
    LUCK.seed(1944)


def against_recruit(window: Window, game: str, own: int) -> str:
    """A seat at the beginning of a game's last turn, with Recruit on the other side."""
    sides = ardennes.game(game).sides
    players = {side: "human" if n == own else "recruit" for n, side in enumerate(sides)}
    return window.bring(last_turn(game), **players)[sides[own]]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_recruit_is_played_to_its_end(window: Window, game: str):
    token = against_recruit(window, game, own=1)
    window.sit(token)
    shown = Hand(window, token).play_to_the_end()
    card = window.page.get_by_role("dialog", name="The end of the game")
    expect(card).to_contain_text(shown["screen"]["result"]["level"])
    said = window.page.request.get(f"/api/seats/{token}/reports").json()["reports"]
    assert {report["player"] for report in said} == {"recruit"}
    card.get_by_role("button", name="Replay").click()
    slider = window.page.get_by_label("Position in the game")
    slider.fill(str(said[0]["first"]))
    expect(window.page.locator(".remarks")).to_contain_text(said[0]["remarks"][0]["text"])


def test_a_hint_is_asked_for_by_button_and_by_key(window: Window):
    token = against_recruit(window, "ardennes-offensive", own=0)
    window.sit(token)
    before = window.look(token)
    words = window.page.locator(".hint-words")
    expect(words).to_have_count(0)
    window.page.get_by_role("button", name="Hint").click()
    expect(words).to_contain_text("Recruit would: ")
    hint = window.page.request.get(f"/api/seats/{token}/hint").json()
    first = next(one for one in before["screen"]["options"] if one["action"] == hint["actions"][0])
    expect(words).to_contain_text(f"Recruit would: {first['label']}.")
    assert window.look(token)["revision"] == before["revision"]
    window.wait_until_drawn("hint here", *["hint there"] * (len(hint["actions"]) > 1 or first["kind"] == "place"))

    Hand(window, token).take(first)
    expect(words).to_have_count(0)
    window.wait_until_drawn()
    window.page.keyboard.press("i")
    expect(words).to_contain_text("Recruit would: ")


def test_a_hint_is_asked_for_by_the_thumb(phone: Window):
    token = against_recruit(phone, "ardennes-offensive", own=0)
    phone.sit(token)
    phone.page.get_by_role("button", name="Hint").tap()
    expect(phone.page.locator(".hint-words")).to_contain_text("Recruit would: ")
