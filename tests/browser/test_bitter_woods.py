"""Bitter Woods by clicking: an attack with guns and aircraft on both sides, its retreat and advance, a bridge."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.hand import Hand
from tests.browser.window import Window, at_of
from tests.games.bitter_woods.table import at

FRONT = "2Pz-3 1525 / 26VG-78 1526 / A-401 1225 / 28Inf-110 1625 / A-174 1926 / 28Inf-112 2024"


class Dice(random.Random):
    """Dice that fall as a test wants them."""

    faces: list[int]

    def randint(self, a: int, b: int) -> int:
        """The next face."""
        return self.faces.pop(0)


DICE = Dice()


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose dice are known."""
    with serving(tmp_path_factory.mktemp("bitter"), luck=DICE) as found:
        yield found


class Player(Hand):
    """A hand that is told what to do in the words of the journal."""

    def sit(self, token: str) -> Player:
        """Take a seat."""
        self.token = token
        self.window.sit(token)
        return self

    def do(self, *actions: str) -> dict[str, Any]:
        """Click one thing after the other."""
        shown = self.sees()
        for action in actions:
            shown = self.take(next(one for one in shown["screen"]["options"] if one["action"] == action))
        return shown

    def catch_up(self, other: Hand) -> dict[str, Any]:
        """Wait until the page shows what the other one has done."""
        return self.window.wait_for_revision(self.token, other.sees()["revision"])


@pytest.fixture
def german(window: Window) -> Player:
    return Player(window, "")


@pytest.fixture
def allied(second: Window) -> Player:
    return Player(second, "")


def test_an_attack_with_guns_and_aircraft_on_both_sides(german: Player, allied: Player):
    journal = str(at("german combat", FRONT, turn=3).record.journal)
    seats = german.window.bring(journal, german="human", allied="human")
    german.sit(seats["german"])
    allied.sit(seats["allied"])
    german.do("target 1625", "join 2Pz-3", "join 26VG-78", "done", "add A-401", "fly")
    sheet = german.page.locator(".sheet")
    expect(sheet.locator("h2")).to_contain_text("28/110 in 1625")
    expect(sheet).to_contain_text("Artillery in support")
    german.do("done")

    allied.catch_up(german)
    sheet = allied.page.locator(".sheet")
    expect(sheet).to_contain_text("BW-11.2")
    allied.do("add A-174", "fly")
    expect(sheet).to_contain_text("BW-R.6")
    expect(sheet).to_contain_text("The aircraft cancel each other")
    DICE.faces = [1]
    shown = allied.do("done")
    assert at_of(shown, "28Inf-110") != "1625"

    shown = german.catch_up(allied)
    assert {one["action"] for one in shown["screen"]["options"]} >= {"advance 2Pz-3", "done"}
    shown = german.do("advance 2Pz-3", "stop")
    assert at_of(shown, "2Pz-3") == "1625"


def test_a_bridge_is_repaired_and_crossed(german: Player):
    journal = str(at("german movement", "26VG-78 1324 / 2Pz-3 1324 / 28Inf-110 1824", turn=2).record.journal)
    seats = german.window.bring(journal, german="human", allied="human")
    german.sit(seats["german"])
    shown = german.do("pick 26VG-78", "repair 1324/1424")
    marker = next(one for one in shown["screen"]["markers"] if one["at"] == "1324/1424")
    assert (marker["icon"], marker["rule"]) == ("bridge", "BW-13.3")
    german.do("done")
    while german.sees()["screen"]["prompt"]["step"] != "german construction":
        german.do("done")
    shown = german.do("span 1324/1424", "advance 2Pz-3")
    assert (at_of(shown, "26VG-78"), at_of(shown, "2Pz-3")) == ("1424", "1424")
    assert not [one for one in shown["screen"]["markers"] if one["at"] == "1324/1424"]
