"""Allied bridge interdiction (BU-11.0), and what steps cost each side at this moment."""

from __future__ import annotations

from ardennes.games.bulge.forces import ALLIED, GERMAN
from ardennes.games.bulge.state import Position, of_side
from ardennes.games.bulge.terrain import NOWHERE, Ways
from ardennes.hexmap import Six


def interdicted(state: Position, side: int) -> Six:
    """The bridges interdicted to a side: to the German those within three hexes of an Allied unit."""
    if side == ALLIED:
        return NOWHERE
    ground = state.game.ground
    return ground.bridges_near(ground.grid.disc(state.held[ALLIED], state.game.bridge_range))


def ways(state: Position, side: int) -> Ways:
    """What steps cost a side now, judged anew whenever an Allied unit or a marker has changed (BU-R.15)."""
    seen, found = state.ways[side]
    watched = state.held[ALLIED] if side == GERMAN else 0
    marked = state.marked[1 - side]
    if found is not None and found.marked == marked:
        if seen == watched:
            return found
        bridges = interdicted(state, side)
        if bridges == found.bridges:
            state.ways = of_side(state.ways, side, (watched, found))
            return found
    else:
        bridges = interdicted(state, side)
    found = state.game.ground.ways(bridges, marked)
    state.ways = of_side(state.ways, side, (watched, found))
    return found
