"""Going back loses nothing: the line of play that was left stays, and can be taken up again."""

from __future__ import annotations

import pytest

from ardennes.server.changes import BRANCHES
from tests.server.conftest import Served
from tests.server.test_tables import act, begin, decider, look


def advance(served: Served, seats: dict[str, str], times: int = 4) -> None:
    for _ in range(times):
        token, shown = decider(served, seats)
        act(served, token, shown)


def journal(served: Served, token: str) -> str:
    return served.client.get(f"/api/seats/{token}/journal").text


@pytest.fixture
def left(served: Served) -> tuple[str, str]:
    """Somebody who plays both sides has gone back to the first line: his token, and the journal that he left."""
    seats = begin(served)
    advance(served, seats)
    token = seats["*"]
    was = journal(served, token)
    answer = served.client.post(f"/api/seats/{token}/rewind", json={"line": 1})
    assert answer.json()["lines"] == 1
    return token, was


def take_up(served: Served, token: str) -> dict[str, object]:
    number = look(served, token)["branches"][-1]["number"]
    answer = served.client.post(f"/api/seats/{token}/rewind", json={"branch": number})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def test_the_line_that_was_left_is_taken_up_again(served: Served, left: tuple[str, str]):
    token, was = left
    take_up(served, token)
    assert journal(served, token) == was


def test_a_line_that_was_only_gone_back_in_leaves_no_branch(served: Served, left: tuple[str, str]):
    token, _ = left
    assert take_up(served, token).get("branches", []) == []


def test_what_was_played_since_becomes_a_branch_in_its_turn(served: Served, left: tuple[str, str]):
    token, was = left
    shown = look(served, token)
    act(served, token, shown, shown["screen"]["options"][-1]["action"])
    other = journal(served, token)
    assert other != was
    take_up(served, token)
    take_up(served, token)
    assert journal(served, token) == other


def test_a_branch_survives_a_restart(served: Served, url: str, left: tuple[str, str]):
    token, was = left
    served.stop()
    again = Served(url)
    try:
        take_up(again, token)
        assert journal(again, token) == was
    finally:
        again.stop()


def test_no_more_branches_are_kept_than_may_be(served: Served):
    seats = begin(served)
    for _ in range(BRANCHES + 2):
        advance(served, seats, 2)
        served.client.post(f"/api/seats/{seats['*']}/rewind", json={"line": 0})
    assert len(look(served, seats["*"])["branches"]) == BRANCHES


def test_two_people_must_agree_to_take_a_branch_up(served: Served):
    seats = begin(served)
    advance(served, seats)
    was = journal(served, seats["red"])
    for side in ("red", "blue"):
        served.client.post(f"/api/seats/{seats[side]}/rewind", json={"line": 1})
    assert look(served, seats["red"])["lines"] == 1
    proposed = take_up(served, seats["red"])["proposal"]
    assert isinstance(proposed, dict)
    assert (proposed["side"], look(served, seats["red"])["lines"]) == ("red", 1)
    take_up(served, seats["blue"])
    assert journal(served, seats["red"]) == was


def test_a_branch_that_is_not_there_is_refused(served: Served, left: tuple[str, str]):
    token, _ = left
    assert served.client.post(f"/api/seats/{token}/rewind", json={"branch": 99}).status_code == 404
