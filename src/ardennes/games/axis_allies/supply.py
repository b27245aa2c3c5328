"""Where a supply token for a hex may come from (2.3.a, 3.2.a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.counters.bars import Bar, free

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position


def bars(state: Position, side: int, rule: str = "") -> Iterator[Bar]:
    """Why tokens of a hex cannot be spent for one next to it, by the rule for what is paid."""
    yield Bar("AA-R.15", "holds captured tokens", state.held[1 - side])
    yield Bar(rule, "is not on your side of the front line", ~state.friendly(side))
    yield Bar(rule, "holds enemy units", state.pieces_of(1 - side))


def depots(state: Position, side: int) -> int:
    """The hexes whose tokens a side may spend for a hex next to them."""
    return free(state.stores[side], bars(state, side))


def sources(state: Position, side: int, h: int) -> int:
    """The hexes that a token for a hex may come from: the hex itself always, and depots next to it."""
    return state.stores[side] & 1 << h | state.game.terrain.near[h] & depots(state, side)


def payable(state: Position, side: int) -> int:
    """The hexes for which a token can be found; those among them count that hold combat units of the side."""
    return state.stores[side] | state.game.terrain.around(depots(state, side))
