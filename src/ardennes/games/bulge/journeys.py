"""The way of a move and what each part of it costs, for the log: nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ardennes.counters.journeys import Said, points, tell_cost
from ardennes.engine.speech import by
from ardennes.engine.touch import touch
from ardennes.games.bulge.forces import SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.state import Position

Leg = tuple[int, bool]  # a hex, and whether the unit entered it in its mechanized run
TOLD = frozenset(  # what a player may not have seen coming
    {
        "BU-14.1.movement",
        "BU-10.2.mech5",
        "BU-13.0.cost",
        "BU-R.9",
        "BU-9.1.stop",
        "BU-10.1.plus",
        "BU-11.0.cost",
        "BU-7.2",
    }
)


def route(walk: Walk, target: int) -> list[Leg]:
    """The cheapest way to a hex, hex by hex from where the unit begins or enters."""
    fifths = walk.fifths(target)
    if fifths is None:
        return _walk(walk, target)
    if walk.lead + fifths <= walk.cost(target):
        return [(i, True) for i in _run(walk, target, fifths)]
    step = walk.last_step(target)
    assert step is not None
    return [*_walk(walk, step[0]), (target, False)]


def _walk(walk: Walk, target: int) -> list[Leg]:
    """The way to a hex that is not the end of the run: the run to where other movement begins, then that."""
    way = walk.reach.path(target)
    first = walk.fifths(way[0])
    assert first is not None
    return [*((i, True) for i in _run(walk, way[0], first)), *((i, False) for i in way[1:])]


def _run(walk: Walk, target: int, fifths: int) -> list[int]:
    """The hexes of the run to a hex so many fifths away, from its beginning."""
    grid = walk.state.game.ground.grid
    way = [target]
    for ring in reversed(walk.rings[:fifths]):
        before = grid.across(1 << way[-1], walk.ways.roads) & ring & (~walk.stops | walk.near)
        way.append(before.bit_length() - 1)
    return way[::-1]


def tell(state: Position, walk: Walk, target: int) -> None:
    """Note a move to a hex and what it costs; a test hears the rule of every cost on its way."""
    grid, unit = state.game.ground.grid, walk.unit
    legs = route(walk, target)
    between = [grid.name(i) for i, _ in legs[1:-1]]
    start, end = grid.name(legs[0][0]), grid.name(target)
    state.tell(unit, "move", "BU-10.0.single", f"moves from {start} to {end}{by(between)}", at=start, to=end)
    said = list(_beginning(walk))
    for (i, before), (j, run) in pairwise(legs):
        said += _step(walk, i, j, run)
        if before and not run and i != legs[0][0]:
            said.append(("BU-R.9", "the run is over, its fraction is dropped"))
    paid = f"{points(walk.cost(target), state.game.point)} of {walk.points}"
    tell_cost(state, unit, "BU-10.0.limit", paid, said, TOLD, start, end)
    if walk.own >> target & 1 and target != state.at[unit]:
        text = f"The unit in {end} must make room for {state.game.forces.said[unit]}"
        state.note("swap", "BU-R.6", text, side=SIDES[walk.side], at=end)
        touch("BU-8.0")


def _beginning(walk: Walk) -> Iterator[Said]:
    """What the unit pays, or is allowed, before its first step on the map."""
    state = walk.state
    if walk.entry >= 0:
        yield "BU-13.0.cost", f"{points(walk.lead, state.game.point)} to enter the map"
        yield "BU-R.19", "It arrives by road, in supply"
    elif walk.points != state.game.allowance:
        yield "BU-14.1.movement", "out of supply"
    if state.motorised >> walk.unit & 1:
        yield "BU-10.2.mech5", "motorised"
    if not (state.game.forces.mechanized | state.motorised) >> walk.unit & 1:
        yield "BU-10.2.mech", "It is not mechanized and has no mechanized run"
    elif not walk.runs:
        yield "BU-10.2.mech1", "It does not begin on a road and has no mechanized run"


def _step(walk: Walk, i: int, j: int, run: bool) -> Iterator[Said]:
    """The rules that make up the cost of a step."""
    ground, game = walk.state.game.ground, walk.state.game
    d = ground.grid.direction(i, j)
    if run:
        yield "BU-10.2.mech3", f"1/{game.point} of a point along the road"
    elif walk.ways.roads[d] >> i & 1:
        yield "BU-10.2.road2", "One point along the road"
    else:
        yield from _off_road(walk, i, j, d)
    if walk.stops >> j & 1:
        yield "BU-9.1.stop", "it stops in an enemy zone"


def _off_road(walk: Walk, i: int, j: int, d: int) -> Iterator[Said]:
    ground, game = walk.state.game.ground, walk.state.game
    terrain = ground.board.terrain_of(j)
    yield "BU-10.1", f"{game.tables['terrain']['movement'][terrain]} for {terrain.replace('-', ' ')}"
    yield "BU-R.34", f"{terrain.replace('-', ' ').capitalize()} by the chart"
    if (ground.town | ground.west_wall) >> j & 1:
        yield "BU-10.1.costliest", "Only the dearest ground in the hex counts"
    if walk.ways.bridges[d] >> i & 1:
        yield "BU-11.0.cost", "a bridge is interdicted"
        yield "BU-11.0", "An Allied unit is within three hexes of the bridge"
        yield "BU-R.15", "One of the two hexes that it joins is enough"
    elif ground.river[d] >> i & 1 and not ground.bridge[d] >> i & 1:
        yield "BU-10.1.plus", "one more to cross a river"
    if ground.road[d] >> i & 1 and walk.ways.marked & (1 << i | 1 << j):
        yield "BU-7.2", "a road is interdicted from the air"
        yield "BU-R.4", "The terrain is paid, not the river at a bridge"
        if walk.ways.marked >> j & 1:
            yield "BU-10.2.road3", "No road into an interdicted hex"
            if walk.runs:
                yield "BU-10.2.mech4", "No mechanized run into an interdicted hex"
