"""Surrender (BW-26): off unless it is chosen."""

from __future__ import annotations

import random

import pytest

from tests.games.bitter_woods.table import Table, at, game
from tests.rulemark import rule

ON = "[options]\nsurrender = true\n"
RING = "18VG-293 1920 / 18VG-294 1922"  # on both sides of 1921, whose six neighbours are in their zones
TRAPPED = f"{RING} / 106Inf-422 1921"


def supply(pieces: str, *, turn: int = 3, step: str = "allied supply", more: str = ON) -> Table:
    return at(step, pieces, turn=turn, more=more)


@rule("BW-26.0", "BW-R.66")
@pytest.mark.parametrize(("die", "after"), [(5, "1921"), (6, "1921 reduced")])
def test_a_surrounded_regiment_out_of_supply_loses_a_step_on_a_six(die: int, after: str):
    table = supply(TRAPPED)
    assert table.state.chance is not None
    assert table.state.chance.rule == "BW-26.0"
    table.roll(die)
    assert table.where("106Inf-422") == after
    assert table.texts("BW-26.0")[0].startswith("106/422 in 1921, out of supply and surrounded: die")
    assert table.state.phase == "allied movement", "nobody can be put in reserve"


@rule("BW-26.0")
def test_a_reduced_regiment_that_surrenders_is_eliminated():
    table = supply(f"{RING} / 106Inf-422 1921 reduced").roll(6)
    assert table.where("106Inf-422") == "eliminated reduced"


@rule("BW-26.0.steady")
def test_nobody_surrenders_beside_a_unit_of_endurance_four():
    table = supply(f"{TRAPPED} / 9Inf-39 1921", step="german combat").do("done")
    assert table.state.phase == "allied movement"
    assert table.rules("effect") == ["BW-26.0.steady"]


@rule("BW-R.66")
def test_two_regiments_in_a_hex_share_a_die_and_two_hexes_have_one_each():
    one = supply(f"{TRAPPED} / 106Inf-423 1921").roll(6)
    assert one.where("106Inf-422") == one.where("106Inf-423") == "1921 reduced"
    assert one.state.chance is None
    two = supply(f"{TRAPPED} / 18VG-295 2420 / 62VG-164 2422 / 106Inf-424 2421")
    two.roll(6)
    assert two.state.chance is not None, "the second hex has a die of its own"
    two.roll(1)
    assert two.where("106Inf-422") == "1921 reduced"
    assert two.where("106Inf-424") == "2421"


@rule("BW-26.0")
def test_there_is_no_die_before_17am_nor_with_a_gap_in_the_ring_nor_in_the_enemy_turn_nor_without_the_option():
    due = supply(TRAPPED, turn=3).state.chance
    assert due is not None
    assert due.rule == "BW-26.0"
    assert supply(TRAPPED, turn=2).state.chance is None
    assert supply("18VG-293 1920 / 106Inf-422 1921").state.chance is None
    assert supply(TRAPPED, step="german supply").state.chance is None
    assert supply(TRAPPED, more="").state.chance is None


def test_a_surrounded_regiment_in_supply_does_not_surrender():
    dropped = supply(f"{TRAPPED} air-drop")
    assert not dropped.has("unsupplied", "106Inf-422")
    assert dropped.state.chance is None


@rule("BW-26.0")
def test_germans_surrender_in_their_own_turn():
    table = supply("106Inf-422 1920 / 106Inf-423 1922 / 62VG-164 1921", turn=7, step="german supply")
    while table.state.chance is None:
        table.do("done")
    assert table.state.chance.rule == "BW-26.0"
    table.roll(6)
    assert table.where("62VG-164") == "1921 reduced"


def test_a_game_with_surrender_is_played_to_its_end():
    state, rng = game().start("six-turn", surrender="on"), random.Random(26)
    while not state.over:
        state.roll(state.chance.sample(rng)) if state.chance else state.apply(rng.choice(state.decision.options))
    assert list(game().invariants(state)) == []
