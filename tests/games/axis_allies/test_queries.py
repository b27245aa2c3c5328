"""What a search asks of Axis & Allies: worth, reach and supply, and the board with some pieces set elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine.errors import ArdennesError
from tests.games.axis_allies.test_positions import ALLIES, AXIS, GAME, TRUCK, read, toml

ELSEWHERE = "B8"
BIT = GAME.terrain.bit


@pytest.fixture
def state() -> Any:
    """Three infantry, a tank and two tokens of the Axis beside two infantry; an Axis truck stands among the enemy."""
    pieces = f"axis {AXIS} = inf 3 tank 1 supply 2 / allies {ALLIES} = inf 2 / {TRUCK} = {ALLIES} axis"
    return read(toml("axis movement", pieces))


def test_a_lot_is_worth_its_dice_and_a_hex_of_tokens_their_number(state: Any):
    forces = GAME.forces
    assert state.worth(f"inf@{AXIS}") == 3 * forces.power[0]
    assert state.worth(f"supply@{AXIS}") == 2.0
    assert state.worth("supply@nowhere") == 0.0
    assert state.worth("supply@axis-off-board") == state.depot[0]
    assert state.worth("bomber-al") == forces.air[3] * forces.air_power[1]


def test_a_truck_among_enemies_goes_nowhere(state: Any):
    assert state.reach(TRUCK).costs == {}


def test_whole_lots_tokens_and_trucks_are_set_elsewhere_on_a_copy(state: Any):
    before = state.copy()
    there = state.suppose({f"inf@{AXIS}": ELSEWHERE, f"supply@{AXIS}": ELSEWHERE, TRUCK: ELSEWHERE})
    assert there.stack(BIT[ELSEWHERE]) == (3, 0, 0)
    assert there.stack(BIT[AXIS]) == (0, 1, 0)
    assert (there.supply_at(0, BIT[ELSEWHERE]), there.supply_at(0, BIT[AXIS])) == (2, 0)
    assert there.trucks[GAME.forces.truck_number[TRUCK]] == BIT[ELSEWHERE]
    assert state == before


def test_supply_comes_from_the_hex_itself_or_from_none(state: Any):
    assert state.supply(f"inf@{AXIS}").path == (AXIS,)
    assert state.supply(f"inf@{ALLIES}").state == "no token"


def test_what_is_no_piece_or_place_is_named(state: Any):
    with pytest.raises(ArdennesError, match="“horse@A1” is not a group of combat units"):
        state.reach("horse@A1")
    with pytest.raises(ArdennesError, match="There is no hex “Z9” on this board"):
        state.suppose({f"inf@{AXIS}": "Z9"})
