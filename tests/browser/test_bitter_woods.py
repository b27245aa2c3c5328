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
    german.do("target 1625", "done")  # both regiments come with the target, the guns and the aircraft with the attack
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


def test_a_counterattack_is_owed_and_a_reserve_exploits(allied: Player):
    pieces = "2Pz-2 1324 / 26VG-78 1325 / 28Inf-110 1424 / 28Inf-109 1424 / 9Arm-CCR 1722"
    owed = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110", "28Inf-109"], against = ["2Pz-2", "26VG-78"] }\n'
    journal = str(at("allied reserve", pieces, turn=10, more=owed).record.journal)
    seats = allied.window.bring(journal, german="human", allied="human")
    allied.sit(seats["allied"])
    allied.do("reserve 9Arm-CCR")
    expect(allied.page.locator("body")).to_contain_text("28/110 and 28/109 must withdraw or counterattack.")
    shown = allied.do("done")
    assert "done" not in {one["action"] for one in shown["screen"]["options"]}
    assert [one["reasons"][0]["rule"] for one in shown["screen"]["barred"]] == ["BW-9.5.CA"]
    DICE.faces = [1, 1]  # the attack, and that the Germans are not short of supply on the next turn
    allied.do("target 1324", "done")  # all who owe it join with the target
    while allied.sees()["screen"]["prompt"]["step"] != "allied exploitation":
        allied.do("done")
    shown = allied.do("pick 9Arm-CCR", "go 1822")
    assert at_of(shown, "9Arm-CCR") == "1822"


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
