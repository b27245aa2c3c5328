"""Zones of control (BU-9.0)."""

from __future__ import annotations

from ardennes.games.bulge.state import Position


def zone(state: Position, side: int) -> int:
    """The six hexes round each unit of a side; its own hex is closed to the enemy anyhow."""
    return state.game.ground.grid.around(state.held[side])


def closed(state: Position, side: int) -> int:
    """The hexes that the enemy of a side holds, and those in his zones where no unit of the side stands."""
    enemy = state.held[1 - side]
    return enemy | state.game.ground.grid.around(enemy) & ~state.held[side]
