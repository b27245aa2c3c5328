"""Zones of control (BW-7): the hexes round every unit but artillery, not across the Meuse."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.engine.touch import touch
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.state import Position


def zone(state: Position, side: int) -> int:
    """The hexes in the zones of a side; the hexes that its units are in are among them (BW-7.1, BW-7.3, BW-R.20)."""
    return state.zone_of(side)


def without(state: Position) -> int:
    """The units that have a zone in their own hex only: artillery, and some battalions of Peiper's group (BW-7.3).

    A battalion has a zone where it is stacked with the grenadiers, and they with it (BW-36.9).
    """
    guns, group = state.game.forces.artillery, state.game.battlegroup
    parts = state.playing[GERMAN] & group.parts
    if not parts:
        return guns
    touch("BW-36.9")
    i = state.at[group.grenadiers.bit_length() - 1]
    together = state.stack(i) & group.parts if i >= 0 else 0
    return guns | parts & ~together if together & ~group.grenadiers else guns | parts


def of_unit(state: Position, unit: int) -> int:
    """The zone of one unit: of artillery its own hex (BW-7.3)."""
    i = state.at[unit]
    if without(state) >> unit & 1:
        return 1 << i
    return state.game.ground.zones[i] | 1 << i


def same(state: Position, unit: int) -> int:
    """The hexes that a unit may not step into, from one hex of an enemy unit's zone into another (BW-7.4.same)."""
    forces, i = state.game.forces, state.at[unit]
    near = state.units_at(state.game.ground.zones[i] & state.held[1 - forces.side[unit]])
    found = 0
    for enemy in bits(near & ~without(state)):
        found |= of_unit(state, enemy)
    if near.bit_count() > 1:
        touch("BW-R.21")
    return found & ~(1 << i) & ~state.held[1 - forces.side[unit]]


def next_to_enemy(state: Position, unit: int) -> bool:
    """Whether an enemy unit is in a hex next to a unit, across whatever hexside."""
    enemy = 1 - state.game.forces.side[unit]
    return bool(state.game.ground.ring[state.at[unit]] & state.held[enemy])
