"""What is always true of a position; the fuzzer looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters.invariants import shared_hexes, stale
from ardennes.games.bulge import bridges, supply
from ardennes.games.bulge.air import Assignment, air_points, limits
from ardennes.games.bulge.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bulge.state import NO_MISSIONS, OUT, Position
from ardennes.games.bulge.zones import zone


def broken(state: Position) -> Iterator[str]:
    """A sentence for everything that is wrong."""
    yield from _units(state)
    yield from _hexes(state)
    yield from _air(state)
    yield from _derived(state)


def _units(state: Position) -> Iterator[str]:
    forces = state.game.forces
    for unit, at in enumerate(state.at):
        name = forces.names[unit]
        if at <= OUT and forces.side[unit] == ALLIED:
            yield f"{name} is Allied and has left the map"
        if at < 0 and (state.motorised & ~forces.on_foot | state.resupplied) >> unit & 1:
            yield f"{name} is not on the map, yet has a marker"
        if (state.counted | state.parted) >> unit & 1 and at > OUT:
            yield f"{name} has not left the map, yet counts as if"
        if at >= 0 and state.bound(unit) and unit not in state.entered:
            yield f"{name} is British and bound, yet nobody knows where it entered"
    if state.motorised.bit_count() > state.game.motorised:
        yield f"too many units are motorized: {forces.called(state.motorised)}"
    if state.released and state.entered:
        yield "the British are released, yet bound"


def _hexes(state: Position) -> Iterator[str]:
    grid = state.game.ground.grid
    yield from shared_hexes(state)
    standing = [at for at in state.at if at >= 0]
    crowded = {at for at in standing if standing.count(at) > 1}
    making_room = {state.at[frame.unit] for frame in state.frames if frame.step == "move"}
    for i in crowded - making_room:
        yield f"two units are in {grid.name(i)}"
    for side in (GERMAN, ALLIED):
        if state.marked[side] & ~state.game.ground.road_hexes:
            yield f"a {SIDES[side]} marker lies off the roads"


def _air(state: Position) -> Iterator[str]:
    for side, who in enumerate(SIDES):
        plan = state.planned[who]
        if plan != NO_MISSIONS and state.top.step != Assignment.name:
            yield f"the {who} plan is not shown"
        if sum(plan) and (sum(plan) > air_points(state, side) or any(map(int.__gt__, plan, limits(state, side)))):
            yield f"the {who} side has assigned more than it has: {plan}"
        if state.support[side] < 0 or state.to_place[side] < 0 or state.resupply < 0:
            yield "fewer than no missions are left"


def _derived(state: Position) -> Iterator[str]:
    again = state.copy()
    again.refresh()
    yield from stale(state, again, ("here", "held", "spent", "left", "waiting", "departed", "lost"))
    side = state.phasing
    if state.frames and state.phase == f"{SIDES[side]} movement" and state.frames[0].stage:
        if again.fresh != state.fresh:
            yield "“fresh” is not what the position says"
        locked = state.units_at(again.fresh & zone(state, 1 - side))
        if state.locked is not None and state.locked & ~state.moved != locked:
            yield "“locked” is not what the position says"
    again.ways = ((0, None), (0, None))
    again.lines = ((None, None), (None, None))
    for side, who in enumerate(SIDES):
        if bridges.ways(state, side).roads != bridges.ways(again, side).roads:
            yield f"the roads of the {who} side are not what the position says"
        wrong = supply.lines(state, side).mask ^ supply.lines(again, side).mask
        if wrong:
            yield f"{who} supply is not what the position says in {', '.join(state.game.ground.grid.names(wrong))}"
