"""Where a supply token for a hex may come from (2.3.a, 3.2.a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position


def depots(state: Position, side: int) -> int:
    """The hexes whose tokens a side may spend for a hex next to them: on its side of the line, without enemy units."""
    return state.stores[side] & state.friendly(side) & ~state.pieces_of(1 - side)


def sources(state: Position, side: int, h: int) -> int:
    """The hexes that a token for a hex may come from: the hex itself always, and depots next to it."""
    return state.stores[side] & 1 << h | state.game.terrain.near[h] & depots(state, side)


def payable(state: Position, side: int) -> int:
    """The hexes for which a token can be found; those among them count that hold combat units of the side."""
    return state.stores[side] | state.game.terrain.around(depots(state, side))
