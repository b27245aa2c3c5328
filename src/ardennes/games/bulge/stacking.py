"""Stacking (BU-8.0): one unit a hex, judged at the end of a Movement Phase, so that units may exchange places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.counters.bars import Bar, free
from ardennes.games.bulge import supply

if TYPE_CHECKING:
    from ardennes.games.bulge.movement import Walk


def yielding(walk: Walk, friends: int) -> int:
    """Of some friends' hexes those whose unit can make room for the mover at once (BU-R.6)."""
    return free(friends, unyielding(walk, friends))


def unyielding(walk: Walk, friends: int) -> Iterator[Bar]:
    """Why the unit in one of some friends' hexes cannot make room, in the order in which a player would be told."""
    state = walk.state
    yield Bar("BU-8.0", "has moved", ~state.fresh)
    yield Bar("BU-R.6", "cannot leave an enemy ZOC to make room", walk.terms.stops)
    friends &= state.fresh & ~walk.terms.stops
    die = friends & ~_without_die(walk) if friends else 0
    if die:
        yield Bar("BU-R.6", "is out of supply and might not be able to move out", die)
    friends &= ~die
    if friends:
        yield Bar("BU-R.6", "has no hex to go to", _without_room(walk, friends))


def _without_die(walk: Walk) -> int:
    """The hexes of friends that are in supply, also when the mover has left a hex that he opened for them."""
    state, side = walk.state, walk.terms.side
    supplied = supply.supplied(state)
    if walk.start & state.marked[1 - side] and not supply.always_supplied(state, side):
        gone = state.copy()
        gone.lift(walk.terms.unit)
        supplied = supply.lines(gone, side).mask
    return supplied | state.hexes_of(state.resupplied)


def _without_room(walk: Walk, friends: int) -> int:
    """Those of some friends' hexes whose unit reaches no hex without a friend; the one that the mover leaves is one."""
    state, vacated = walk.state, walk.vacated
    grid = state.game.ground.grid
    doubtful = friends & ~grid.around(grid.all & ~(state.held[0] | state.held[1]) | vacated)
    for unit in state.entered:  # the British may not go to every hex beside them
        doubtful |= friends & 1 << state.at[unit]
    found = 0
    for i in grid.bits(doubtful) if doubtful else ():
        if not walk.after(state.here[i]).escapes(vacated):
            found |= 1 << i
    return found
