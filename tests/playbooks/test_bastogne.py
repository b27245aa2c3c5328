"""How the playbook of Bastogne bombards and stands fast: small positions in which the right answer is plain."""

from __future__ import annotations

import random

import pytest

from ardennes.ai import player
from ardennes.playbooks import playbook
from tests.games.bastogne.table import Table, at, game


def best(table: Table) -> str:
    """The first choice in the step that asks."""
    return str(playbook("bastogne").rank[table.asked[1]](table.state)[0].action)


def test_markers_are_kept_for_the_attack_that_can_be_made():
    assert best(at("german combat", "2Pz-I-3 1009 / 10AD-20 1010", german=[5, 4, 3])) == "done"


def test_without_anybody_to_attack_the_weakest_unit_in_range_is_bombarded_with_all_that_reaches_it():
    table = at("allied combat", "10AD-20 1010 / 2Pz-I-3 1013 / 2Pz-Recon 1213", allied=[5, 3])
    assert best(table) == "bombard 1213"
    table.apply("bombard 1213")
    assert best(table) == "fire 5"
    assert best(table.apply("fire 5")) == "done", "the three does not reach so far"


def test_a_bombardment_that_would_hardly_hurt_is_not_made():
    assert best(at("allied combat", "10AD-20 1010 / 2Pz-38 1013", allied=[4])) == "done"


@pytest.mark.parametrize(
    ("place", "status", "around", "answer"),
    [
        ("1010", "", "", "choose retreat"),
        ("1010", " reduced", "", "choose retreat"),
        ("1010", "", " / 2Pz-II-2 0912 / 2Pz-II-3 1112", "choose stand"),
        ("1317", "", "", "choose stand"),
        ("1317", " reduced", "", "choose retreat"),
    ],
)
def test_who_has_no_way_out_stands_and_so_does_the_garrison_of_bastogne(
    monkeypatch: pytest.MonkeyPatch, place: str, status: str, around: str, answer: str
):
    monkeypatch.setitem(game().__dict__, "crt", (("D2",) * 6,) * 12)
    beside = {"1010": "1009", "1317": "1316"}[place]
    table = at("german combat", f"2Pz-I-3 {beside} / 10AD-20 {place}{status}{around}").apply(f"target {place}", "done")
    assert best(table.roll(1)) == answer


@pytest.mark.parametrize(
    ("german", "allied", "winner"), [("recruit", "random", "german"), ("random", "recruit", "allied")]
)
def test_recruit_beats_random_on_either_side(german: str, allied: str, winner: str):
    seats = {"german": player(german), "allied": player(allied)}
    state, dice, mind = game().start(), random.Random(5), random.Random(6)
    while not state.over:
        if state.chance is not None:
            state.roll(state.chance.sample(dice))
            continue
        seat = seats[state.decision.side]
        for action in seat.think(state.view(state.decision.side), mind, seat.budget).actions:
            state.apply(action)
    assert state.result is not None
    assert state.result.winner == winner
