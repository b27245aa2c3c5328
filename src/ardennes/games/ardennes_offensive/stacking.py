"""Stacking (AO-8.0): three units to a hex, German infantry divisions alone."""

from __future__ import annotations

from ardennes.games.ardennes_offensive.state import Position


def not_shared(state: Position, unit: int) -> int:
    """The friends' hexes that a unit may not join because a German infantry division stands alone (AO-8.2.C)."""
    side = state.game.forces.side[unit]
    return state.held[side] if state.game.forces.divisions >> unit & 1 else state.alone[side]


def with_room(state: Position, unit: int) -> int:
    """The hexes with friends that a unit may enter: no column, no division, fewer units than three."""
    side = state.game.forces.side[unit]
    return state.held[side] & ~(state.full[side] | state.cols[side] | not_shared(state, unit))


def too_many(state: Position, i: int) -> bool:
    """Whether a hex breaks the limit."""
    units = state.stack(i)
    alone = state.game.forces.divisions | state.road
    return units.bit_count() > state.game.room or (units.bit_count() > 1 and bool(units & alone))
