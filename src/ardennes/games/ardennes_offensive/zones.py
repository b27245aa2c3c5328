"""Zones of control (AO-7.0)."""

from __future__ import annotations

from ardennes.games.ardennes_offensive.state import Position


def zone(state: Position, side: int) -> int:
    """The six hexes round each unit of a side, whatever their terrain (AO-R.44); columns have none (AO-6.6.J)."""
    return state.game.ground.grid.around(state.held[side] & ~state.cols[side])


def controlled(state: Position, side: int) -> int:
    """The hexes in a side's zones where no unit of the other side cancels them (AO-7.2.B)."""
    return zone(state, side) & ~state.held[1 - side]


def closed(state: Position, side: int) -> int:
    """The hexes that the enemy of a side holds or controls."""
    enemy = 1 - side
    return state.held[enemy] | zone(state, enemy) & ~state.held[side]
