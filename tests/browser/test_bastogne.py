"""Bastogne by clicking: the set-up with second thoughts, and a combat phase between two people who hide their hands."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Response, WebSocket, expect

from tests.browser import demo_server
from tests.browser.conftest import serving
from tests.browser.hand import Hand, Script
from tests.browser.window import Window, at_of
from tests.games.bastogne.table import toml

HEAD = "ardennes journal 1\ngame bastogne\nrules 2023.1\nscenario siege\n"
SIEGE = "Lehr-I-901 1816 / Lehr-II-901 1817 / 101-III-501 1717 / 101-I-501 1815 / 101-II-506 1812 / 10AD-20 1317"
PLACES = {  # in the order in which they are set up
    "10AD-20": "1415", "10AD-3": "1616", "10AD-90": "1317", "9AD-811": "2214", "9AD-52": "2311", "9AD-19": "2108",
}  # fmt: skip


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
    with serving(tmp_path_factory.mktemp("bastogne"), luck=DICE) as found:
        yield found


class Player(Hand):
    """A hand that is told what to do in the words of the journal, and a page that remembers what it was sent."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "")
        self.frames: list[str | bytes] = []
        self.answers: list[Response] = []
        self.page.on("websocket", self._listen)
        self.page.on("response", lambda one: self.answers.append(one) if "/api/seats/" in one.url else None)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(frame))

    def sit(self, token: str) -> Player:
        """Take a seat; what was sent before is forgotten."""
        self.token = token
        self.frames.clear()
        self.answers.clear()
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
        revision = other.sees()["revision"]
        return self.window.wait_for_revision(self.token, revision)

    def received(self) -> list[Any]:
        """Every screen and patch that the page was sent, over the wire or as an answer, the order by revision."""
        texts = [*self.frames, *(one.text() for one in self.answers)]
        told = [one for one in map(json.loads, texts) if "screen" in one or "patch" in one]
        found = {json.dumps(one, sort_keys=True): one for one in told}
        return [found[key] for key in sorted(found, key=lambda key: (found[key]["revision"], key))]

    def hand_box(self, side: str) -> Locator:
        """The box of a side's support fire markers."""
        self.page.get_by_role("tab", name="Forces").click()
        return self.page.locator(f'[data-place="hand-{side}"]')


@pytest.fixture
def german(window: Window) -> Player:
    return Player(window)


@pytest.fixture
def allied(second: Window) -> Player:
    return Player(second)


def combat(hand: list[int]) -> str:
    """A journal: the German Combat Phase round Neffe and Mont begins, with a German hand."""
    position = toml("german combat", SIEGE, turn=8, german=hand, allied=[3, 6])
    return HEAD + "".join(f"| {line}\n" for line in position.splitlines()) + "\n"


def piece(shown: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in shown["screen"]["pieces"] if one["id"] == name)
    return found


def test_the_allies_set_up_by_hand_and_change_their_minds(german: Player, allied: Player):
    seats = allied.window.begin("bastogne", german="link", allied="human")
    allied.sit(seats["allied"])
    allied.do("pick 10AD-20")
    allied.window.click("2015")
    expect(allied.page.locator(".why .chip")).to_contain_text("BA-12.0.tenth")
    allied.page.keyboard.press("Escape")
    assert at_of(allied.do("place 1516"), "10AD-20") == "1516"

    undo = allied.page.locator(".prompt [data-undo]")
    undo.click()
    expect(allied.page.locator(".prompt .chip").last).to_contain_text("BA-12.0.tenth")
    shown = allied.do("place 1415")
    assert at_of(shown, "10AD-20") == "1415"
    assert [line["text"] for line in shown["screen"]["log"]["lines"] if "1516" in line["text"]] == []

    for unit, place in list(PLACES.items())[1:]:
        expect(allied.page.locator('.prompt [data-action="done"]')).to_have_count(0)
        shown = allied.do(f"pick {unit}", f"place {place}")
    assert {unit: at_of(shown, unit) for unit in PLACES} == PLACES

    allied.window.click("1616")  # not the last one that was placed: it goes back to the box, the others stay
    shown = allied.window.wait_for_revision(allied.token, shown["revision"] + 1)
    assert {unit: at_of(shown, unit) for unit in PLACES} == {**PLACES, "10AD-3": "set-up"}
    expect(allied.page.locator('.prompt [data-action="done"]')).to_have_count(0)
    shown = allied.do("pick 10AD-3", "place 1616")
    assert {unit: at_of(shown, unit) for unit in PLACES} == PLACES

    after = allied.do("done")
    assert after["screen"]["decides"] == "german"
    expect(undo).to_have_count(0)
    drawn = next(box for box in after["screen"]["boxes"] if box["id"] == "hand-allied")["text"]
    assert len(drawn.split(", ")) == 2
    expect(allied.hand_box("allied")).to_contain_text(drawn)


def seen_while(secret: Sequence[str], hand: list[int], german: Player | None, allied: Player) -> tuple[str, list[Any]]:
    """What the Allied page shows and was sent while the German player, by his page or over the wire, makes a plan."""
    seats = allied.window.bring(combat(hand), german="human", allied="human")
    allied.sit(seats["allied"])
    expect(allied.hand_box("german")).to_be_visible()
    script = Script(allied.window, seats["german"])
    if german is not None:
        german.sit(seats["german"])
    for action in secret:
        if german is not None:
            german.do(action)
        else:
            shown = allied.window.look(script.token)
            script.do(shown, {"action": action})
        allied.window.wait_until_shown(allied.window.look(script.token)["revision"])
    return allied.page.locator("body").inner_text(), allied.received()


def test_a_bombardment_and_a_protected_attack_between_two_hidden_hands(german: Player, allied: Player):
    other = seen_while(("bombard 1812", "fire 4"), [2, 4], None, allied)
    this = seen_while(("bombard 1815", "fire 5"), [2, 5], german, allied)
    assert this == other
    assert len(this[1]) == 3  # as it was, a target, a marker: the page heard of each, and nothing of what they are
    expect(german.page.locator(".sheet h2")).to_contain_text("1815")
    assert german.received() != this[1]

    DICE.faces = [1, 1]
    german.do("done")
    shown = allied.catch_up(german)
    expect(allied.page.locator(".prompt .chip").last).to_contain_text("BA-8.3.stiff")
    assert not piece(shown, "101-I-501")["face"].get("reduced")
    shown = allied.do("choose stand")
    assert piece(shown, "101-I-501")["face"]["reduced"]
    assert at_of(shown, "101-I-501") == "1815"

    german.catch_up(allied)
    german.do("done", "target 1717", "done", "fire 2", "done")
    shown = allied.catch_up(german)
    sheet = allied.page.locator(".sheet")
    expect(sheet.get_by_label("Odds")).to_contain_text("+8")
    expect(sheet).to_contain_text("BA-8.2.1.protective")
    allied.do("fire 6")
    expect(sheet.get_by_label("Odds")).to_contain_text("+2")
    german.catch_up(allied)
    expect(german.page.locator(".sheet").get_by_label("Odds")).to_contain_text("+8")
    shown = allied.do("done", "choose stand")
    assert piece(shown, "101-III-501")["face"]["reduced"]
    lines = german.catch_up(allied)["screen"]["log"]["lines"]
    assert [line["text"][-2:] for line in lines if line.get("rule") == "BA-8.2.1.protective"] == [" 6"]
