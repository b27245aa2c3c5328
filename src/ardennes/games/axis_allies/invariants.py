"""What is true of every sound position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.games.axis_allies import stacks
from ardennes.games.axis_allies.forces import SPACES
from ardennes.games.axis_allies.terrain import ALLIES, AXIS

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position


def faults(state: Position) -> Iterator[str]:
    """A sentence for everything that cannot be."""
    yield from _counts(state)
    yield from _hexes(state)
    yield from _trucks(state)
    if state.frames and state.top.step.endswith("attack"):
        for side in (AXIS, ALLIES):
            for h in stacks.overfull(state, side):
                yield f"{state.name_of(h)} is overfull at the start of an attack"
    if state.vp >= state.game.needed and not state.over:
        yield f"the game goes on with {state.vp} points"


def _counts(state: Position) -> Iterator[str]:
    for name in ("counts", "tokens", "cargo", "charts", "depot", "hand"):
        if min(getattr(state, name)) < 0:
            yield f"a count of {name} is below nought"
    if any(n < 0 for n in state.air.values()):
        yield "a count of air units is below nought"
    if any(not 0 < n <= state.counts[at] for at, n in state.ready.items()):
        yield "the ready units are not among those that there are"


def _hexes(state: Position) -> Iterator[str]:
    terrain = state.game.terrain
    if state.occupied(AXIS) & state.occupied(ALLIES):
        yield "both sides have combat units in one hex"
    held = state.held[AXIS] | state.held[ALLIES]
    for h in range(terrain.size):
        if bool(held >> h & 1) != any(state.stack(h)):
            yield f"who holds {terrain.names[h] or h} is not what stands there"
    again = state.copy()
    again.refresh()
    if _derived(state) != _derived(again):
        yield "the masks are not what the columns say"
    if (held | state.axis_ground) & ~terrain.all:
        yield "something is off the board"


def _derived(state: Position) -> tuple[object, ...]:
    """What is found from the rest of a position, and must be found alike again."""
    overfull = [stacks.overfull(state, side) for side in (AXIS, ALLIES)]
    return state.stores, state.parked, state.riding, state.able, overfull


def _trucks(state: Position) -> Iterator[str]:
    for number, at in enumerate(state.trucks):
        name, load = state.game.forces.trucks[number].name, sum(state.load_of(number))
        if load > SPACES:
            yield f"{name} carries {load}"
        if at < -3 or (at >= 0 and not state.game.terrain.names[at]):
            yield f"{name} stands nowhere"
        if load and not _carries(state, number):
            yield f"{name} is loaded in {state.phase}"


def _carries(state: Position, number: int) -> bool:
    """Whether a truck may be loaded: from its side's moves to the end of the phase."""
    if state.phase.endswith((" moves", " reinforcement")):
        return state.owners[number] == AXIS or state.phase.startswith("allies")
    return state.phase == "allies movement" and state.owners[number] == AXIS
