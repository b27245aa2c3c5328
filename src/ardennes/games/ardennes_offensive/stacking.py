"""Stacking (AO-8.0): three units to a hex, German infantry divisions alone."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.games.ardennes_offensive.state import Position

NONE: frozenset[str] = frozenset()


def with_room(state: Position, unit: int, lifted: frozenset[str] = NONE) -> int:
    """The hexes with friends that a unit may enter: no column, no division, fewer units than three."""
    game = state.game
    side = game.forces.side[unit]
    if game.forces.divisions >> unit & 1 and "AO-8.2.C" not in lifted:
        return 0
    found = state.held[side] & ~state.full[side]
    if lifted:
        found |= _freed(state, side, lifted)
    return found & ~state.cols[side] if "AO-6.5.G" not in lifted else found


def _freed(state: Position, side: int, lifted: frozenset[str]) -> int:
    """Full hexes that would have room without the limit, or without the rule that divisions stand alone."""
    divisions = state.game.forces.divisions
    alone = sum(1 << state.at[u] for u in bits(divisions) if state.at[u] >= 0 and state.full[side] >> state.at[u] & 1)
    found = 0
    if "AO-8.0" in lifted:
        found |= state.full[side] & ~alone
    if "AO-8.2.C" in lifted:
        found |= state.full[side] & alone
    return found


def too_many(state: Position, i: int) -> bool:
    """Whether a hex breaks the limit."""
    units = state.stack(i)
    alone = state.game.forces.divisions | state.road
    return units.bit_count() > state.game.room or (units.bit_count() > 1 and bool(units & alone))
