"""Hidden hands over the server: games that differ only in the other side's hand send the same bytes to a seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.processes import Processes
from ardennes.server.store import database_url
from tests.games.bastogne.table import at
from tests.server.conftest import Served
from tests.server.test_live import follow, heard
from tests.server.test_tables import act, look

PIECES = "2Pz-I-3 1009 / 2Pz-38 0910 / 10AD-20 1010 / 10AD-3 1013"
HANDS = ([3, 3], [3, 6], [4, 5])
# What the German does, whatever the Allied player holds, up to the question of protective fire.
COURSE = ("done", "target 1010", "join 2Pz-I-3", "done", "fire 5", "done")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(database_url(None, str(tmp_path / "games.db")), processes=Processes())
    yield server
    server.stop()


def seated(served: Served, allied: list[int]) -> dict[str, str]:
    """A game in a German Combat Phase with these Allied markers; the tokens by side."""
    journal = str(at("german combat", PIECES, german=[5, 2], allied=allied).record.journal)
    answer = served.client.post("/api/journals", json={"journal": journal})
    assert answer.status_code == 201, answer.text
    return {seat["side"]: seat["token"] for seat in answer.json()["seats"]}


def told(shown: dict[str, Any]) -> str:
    """What a seat is sent, less what differs from game to game."""
    return json.dumps({key: value for key, value in shown.items() if key not in ("revision", "table")}, sort_keys=True)


def course(served: Served, allied: list[int]) -> list[str]:
    """Everything that the German seat is sent and answered in the course of the game."""
    seats = seated(served, allied)
    german, found = seats["german"], []
    with follow(served, german) as line:
        found.append(told(heard(line)))
        for seat, action in [*((german, action) for action in COURSE), (seats["allied"], f"fire {allied[-1]}")]:
            answer = act(served, seat, look(served, seat), action)
            assert answer.status_code == 200, answer.text
            found += [told(heard(line)), told(look(served, german))]
        assert look(served, seats["allied"])["screen"]["decides"] == "allied", "chosen, and not yet shown"
        revision = look(served, german)["revision"]
        for where, body in (("actions", {"actions": ["fire 5"]}), ("undo", {})):
            found.append(served.client.post(f"/api/seats/{german}/{where}", json={"revision": revision, **body}).text)
    journal = served.client.get(f"/api/seats/{german}/journal")
    assert journal.status_code == 200
    found.append(journal.text)
    return found


def test_a_seat_is_sent_the_same_whatever_the_other_holds(served: Served):
    first, *others = (course(served, hand) for hand in HANDS)
    for other in others:
        assert len(other) == len(first)
        for n, (one, two) in enumerate(zip(first, other, strict=True)):
            assert one == two, f"message {n}"
    assert any("BA-8.2.1.protective" in message for message in first), "the moment of protective fire was among them"


def test_a_wrong_marker_is_refused_without_a_word_about_the_other_hand(served: Served):
    answers = set()
    for hand in HANDS:
        seats = seated(served, hand)
        shown = look(served, seats["german"])
        assert act(served, seats["german"], shown, "bombard 1010").status_code == 200
        shown = look(served, seats["german"])
        answers.add(act(served, seats["german"], shown, "fire 4").text)
    assert len(answers) == 1
