"""What is always true of a position; the fuzzer looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import bits
from ardennes.counters.invariants import shared_hexes, stale
from ardennes.games.ardennes_offensive.forces import GERMAN
from ardennes.games.ardennes_offensive.picking import candidates, movable
from ardennes.games.ardennes_offensive.stacking import too_many
from ardennes.games.ardennes_offensive.state import UNKNOWN, Position


def broken(state: Position) -> Iterator[str]:
    """A sentence for everything that is wrong."""
    yield from _units(state)
    yield from _hexes(state)
    yield from _derived(state)


def _units(state: Position) -> Iterator[str]:
    ground, forces = state.game.ground, state.game.forces
    for unit, at in enumerate(state.at):
        name = forces.names[unit]
        if at >= 0 and not state.off_play(unit) and not ground.live >> at & 1:
            yield f"{name} stands off the live map in {state.place_of(unit)}"
        if at < 0 and (state.road | state.waiting | state.owing) >> unit & 1:
            yield f"{name} is not on the map, yet has a status"
        if at >= 0 and ground.edge >> at & 1 and forces.side[unit] == GERMAN:
            yield f"{name} is German and on a map-edge hex"
        if state.owing & ~state.road & 1 << unit:
            yield f"{name} must leave Road Mode, yet is not in it"
    if state.isolated & ~state.unsupplied:
        yield f"isolated, yet not unsupplied: {forces.called(state.isolated & ~state.unsupplied)}"


def _hexes(state: Position) -> Iterator[str]:
    grid = state.game.ground.grid
    yield from shared_hexes(state)
    for i in state.stacks:
        if too_many(state, i):
            yield f"too many units in {grid.name(i)}: {state.game.forces.called(state.stacks[i])}"


def _derived(state: Position) -> Iterator[str]:
    again = state.copy()
    again.refresh()
    yield from stale(state, again, ("stacks", "held", "full", "alone", "cols", "playing"))
    if state.able != UNKNOWN and state.able != movable(state, candidates(state)):
        wrong = state.able ^ movable(state, candidates(state))
        yield f"who can move is wrong about {', '.join(state.game.forces.names[u] for u in bits(wrong))}"
