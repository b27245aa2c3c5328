"""Standing orders over the wire: nobody else can tell that one was left, or is kept from anything by it."""

from __future__ import annotations

import random
from contextlib import ExitStack
from typing import Any

import pytest

import ardennes
from ardennes.engine.orders import MOST
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_live import follow, heard
from tests.server.test_tables import act, begin, decider, look, shown_by

ORDERS = ("when ambush: choose hold", "when ambush kind=tank: choose spring", "when plan odds<0: done")


def leave(served: Served, token: str, order: str) -> Any:
    return served.client.post(f"/api/seats/{token}/orders", json={"order": order, "revision": 0})


def other(side: str) -> str:
    return "red" if side == "blue" else "blue"


class Twins:
    """Two tables with the same dice; at the second, Blue leaves secret orders."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.seats = [begin(served), begin(served)]

    def seen(self, token: str) -> list[bytes]:
        """All that a seat can ask for, its own names blotted out."""
        client, found = self.served.client, []
        paths = ["", "/frames", "/losses", "/journal", "/reports", "/ahead?action=done", "/why?action=done"]
        lines = look(self.served, token)["lines"]
        paths += [f"/frames/{line}" for line in range(max(0, lines - 3), lines + 2)]
        for path in paths:
            answer = client.get(f"/api/seats/{token}{path}")
            found.append(b"%d " % answer.status_code + answer.content)
        return found


@pytest.fixture
def twins(served: Served) -> Twins:
    return Twins(served)


def test_whoever_may_not_know_of_an_order_is_told_the_same_to_the_last_byte(twins: Twins):
    """Documents, frames, journals, reports, live lines and refusals, for the other side and onlookers."""
    served, (plain, secret) = twins.served, twins.seats
    dice = served.app.state.tables
    with ExitStack() as stack:
        watched = [one[side] for one in twins.seats for side in ("red", "")]
        lines = {token: stack.enter_context(follow(served, token)) for token in watched}
        for step in range(10):
            for order in ORDERS:
                assert leave(served, secret["blue"], order).status_code == 200
            if step % 4 == 3:
                leave(served, secret["blue"], "none")
            if step in (4, 9):
                asked = [served.client.post(f"/api/seats/{one['red']}/rewind", json={"line": 1}) for one in twins.seats]
                assert asked[0].content == asked[1].content
                leave(served, secret["blue"], "when advance: done")
                assert look(served, secret["red"])["proposal"], "an order is no reason for a proposal to lapse"
            for seats in twins.seats:
                dice.dice = random.Random(step)
                token, shown = decider(served, seats)
                assert act(served, token, shown).status_code == 200
            for side in ("red", ""):
                assert twins.seen(plain[side]) == twins.seen(secret[side]), f"step {step}"
                for token in (plain[side], secret[side]):
                    wanted = served.client.get(f"/api/seats/{token}").json()
                    while lines[token].document != wanted:
                        heard(lines[token])
        assert lines[plain["red"]].told == lines[secret["red"]].told, "patches, checksums and moves"
        leave(served, secret["blue"], ORDERS[0])
        for line in lines.values():
            with pytest.raises(TimeoutError):
                line.line.recv(timeout=0.2)


def test_an_order_reaches_the_side_that_left_it_and_nobody_else(served: Served):
    seats = begin(served)
    with follow(served, seats["blue"]) as blue, follow(served, seats["red"]) as red, follow(served, seats[""]) as third:
        for line in (blue, red, third):
            heard(line)
        assert leave(served, seats["blue"], ORDERS[0]).json()["orders"] == [ORDERS[0]]
        assert heard(blue)["orders"] == [ORDERS[0]]
        for line in (red, third):
            with pytest.raises(TimeoutError):
                line.line.recv(timeout=0.3)


def test_an_order_does_not_make_another_sides_action_stale(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    waiting = other(next(side for side, known in seats.items() if known == token))
    assert leave(served, seats[waiting], ORDERS[0]).status_code == 200
    answer = act(served, token, shown)
    assert answer.status_code == 200, answer.text
    assert answer.json()["revision"] == shown["revision"] + 1


def test_orders_are_bounded_in_number_and_length(served: Served):
    seats = begin(served)
    for n in range(MOST):
        assert leave(served, seats["blue"], f"when ambush odds<{n}: choose hold").status_code == 200
    assert "at most 50" in leave(served, seats["blue"], "when ambush odds<99: choose hold").json()["error"]
    long = f"when ambush {' '.join(f'odds<{n}' for n in range(40))}: choose hold"
    assert leave(served, seats["red"], long).json()["error"] == "A standing order can have at most 200 characters."
    assert leave(served, seats["blue"], "none").json()["orders"] == []


def test_orders_left_and_withdrawn_again_and_again_leave_no_lines(served: Served):
    seats = begin(served)
    for _ in range(20):
        leave(served, seats["blue"], ORDERS[0])
        leave(served, seats["blue"], ORDERS[0])
        leave(served, seats["blue"], "none")
    assert "order" not in served.client.get(f"/api/seats/{seats['blue']}/journal").text


def test_orders_are_there_after_a_restart(served: Served, url: str):
    seats = begin(served)
    leave(served, seats["blue"], ORDERS[0])
    before = {side: look(served, token) for side, token in seats.items()}
    served.stop()
    again = Served(url)
    try:
        assert {side: look(again, token) for side, token in seats.items()} == before
        assert before["blue"]["orders"] == [ORDERS[0]]
    finally:
        again.stop()


def test_reports_are_answered_where_a_journal_holds_orders(served: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ardennes.game("proving"), "hides", False)
    seats = begin(served)
    leave(served, seats["blue"], ORDERS[0])
    answer = served.client.get(f"/api/seats/{seats['red']}/reports")
    assert (answer.status_code, answer.json()) == (200, {"reports": []})


def test_two_processes_an_order_stored_by_one_keeps_nobody_from_deciding_at_the_other(
    proving_listed: None, database: str
):
    one, two = Served(database_url(database, "")), Served(database_url(database, ""))
    try:
        seats = begin(one)
        token, shown = decider(one, seats)
        waiting = other(next(side for side, known in seats.items() if known == token))
        look(two, seats[waiting])
        real = one.app.state.tables.store.change
        left: list[int] = []

        async def slow(*change: Any) -> int:
            if not left:
                left.append(leave(two, seats[waiting], ORDERS[0]).status_code)
            stored: int = await real(*change)
            return stored

        one.app.state.tables.store.change = slow
        answer = act(one, token, shown)
        assert left == [200]
        assert answer.status_code == 200, answer.text
        assert look(two, token)["screen"] == shown_by(answer)["screen"]
        assert look(two, seats[waiting])["orders"] == look(one, seats[waiting])["orders"] == [ORDERS[0]]
    finally:
        one.stop()
        two.stop()


@pytest.fixture
def proposed(served: Served) -> dict[str, str]:
    """A table at which Red proposes to go back."""
    seats = begin(served)
    for _ in range(4):
        token, shown = decider(served, seats)
        act(served, token, shown)
    answer = served.client.post(f"/api/seats/{seats['red']}/rewind", json={"line": 1})
    assert answer.json()["proposal"] == {"side": "red", "line": 1}
    return seats


def test_a_proposal_to_rewind_lapses_when_the_game_goes_on(served: Served, proposed: dict[str, str]):
    assert look(served, proposed["blue"])["proposal"] == {"side": "red", "line": 1}
    token, shown = decider(served, proposed)
    assert act(served, token, shown).json().get("proposal") is None
    agreed = served.client.post(f"/api/seats/{proposed['blue']}/rewind", json={"line": 1}).json()
    assert agreed["proposal"] == {"side": "blue", "line": 1}, "it is a proposal of his own now"
    assert agreed["lines"] > 1


def test_a_proposal_is_agreed_to_and_survives_a_restart(served: Served, url: str, proposed: dict[str, str]):
    served.stop()
    again = Served(url)
    try:
        agreed = again.client.post(f"/api/seats/{proposed['blue']}/rewind", json={"line": 1}).json()
        assert (agreed["lines"], agreed.get("proposal")) == (1, None)
    finally:
        again.stop()


def test_a_proposal_is_refused(served: Served, proposed: dict[str, str]):
    answer = served.client.post(f"/api/seats/{proposed['blue']}/rewind", json={"refuse": True}).json()
    assert answer.get("proposal") is None
    assert look(served, proposed["red"]).get("proposal") is None
