"""What is never true of a sound position; the fuzzer looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import POOL
from ardennes.counters.hand import broken_hands
from ardennes.counters.invariants import shared_hexes, stale
from ardennes.games.bastogne.forces import ALLIED, SIDES
from ardennes.games.bastogne.sequence import SETUP
from ardennes.games.bastogne.state import EMPTY, OUT, Position


def broken(state: Position) -> Iterator[str]:
    """A sentence for everything that is wrong."""
    yield from _units(state)
    yield from _town(state)
    yield from broken_hands(state)
    yield from _plans(state)
    yield from shared_hexes(state)
    again = state.copy()
    again.refresh()
    yield from stale(state, again, ("held", "here", "there", "away"))


def _units(state: Position) -> Iterator[str]:
    forces = state.game.forces
    places = [at for at in state.at if at >= 0]
    if len(places) > len(set(places)):
        yield "two units are in one hex"
    for unit, at in enumerate(state.at):
        name = forces.names[unit]
        if at == POOL and forces.set_up >> unit & 1 and state.phase != SETUP:
            yield f"{name} was never set up"
        if at == POOL and state.reduced >> unit & 1:
            yield f"{name} has not arrived, yet is depleted"
        if at == OUT and forces.side[unit] == ALLIED:
            yield f"{name} is Allied and has left the map"
    for i in state.entered:
        if not state.game.ground.entry_hexes >> i & 1:
            yield f"units have come in by {state.game.ground.grid.name(i)}, which is no hex of entry"


def _town(state: Position) -> Iterator[str]:
    for n, i in enumerate(state.game.ground.town):
        unit = state.here.get(i)
        if unit is not None and SIDES[state.game.forces.side[unit]] != state.town[n]:
            yield f"{state.game.ground.grid.name(i)} is held by {state.town[n]}, yet an enemy is in it"


def _plans(state: Position) -> Iterator[str]:
    for side, who in enumerate(SIDES):
        if not state.knows(side) or state.plan[who] == EMPTY:
            continue
        if not state.phase.endswith("combat"):
            yield f"{who} has a plan outside the Combat Phase"
        held = state.hand[who]
        chosen = state.pool(side).counted(state.plan[who].fire)
        if any(chosen[n] > held[n] for n in range(len(held))):
            yield f"{who} has chosen markers that he does not hold"
