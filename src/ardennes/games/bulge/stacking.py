"""Stacking (BU-8.0): one unit a hex, judged at the end of a Movement Phase, so that units may exchange places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.games.bulge import supply
from ardennes.games.bulge.zones import zone

if TYPE_CHECKING:
    from ardennes.games.bulge.movement import Walk


def yielding(walk: Walk, wanted: int) -> int:
    """Of some friends' hexes those whose unit can make room for the mover at once (BU-R.6).

    It has not moved, is in no enemy zone, moves without a die, and reaches a hex without a friend; the hex that the
    mover leaves empty is one.
    """
    state = walk.state
    wanted &= state.fresh & ~zone(state, 1 - walk.side) & ~walk.start
    if not wanted:
        return 0
    wanted &= _without_die(walk)
    ground = state.game.ground
    free = ground.grid.all & ~(state.held[0] | state.held[1]) | walk.vacated
    at_once = wanted & ground.grid.around(free)
    found = 0
    for i in ground.grid.bits(wanted):
        friend = state.here[i]
        near = at_once >> i & 1 and not state.bound(friend)
        if near or walk.after(friend).escapes(walk.vacated):
            found |= 1 << i
    return found


def _without_die(walk: Walk) -> int:
    """The hexes of friends that are in supply, also when the mover has left a hex that he opened for them."""
    state = walk.state
    fed = supply.judge(state)
    if walk.start & state.marked[1 - walk.side] and not supply.always_supplied(state, walk.side):
        gone = state.copy()
        gone.lift(walk.unit)
        fed = supply.lines(gone, walk.side).mask
    return fed | state.hexes_of(state.resupplied)
