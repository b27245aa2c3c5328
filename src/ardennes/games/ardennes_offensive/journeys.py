"""The way of a move and what each part of it costs, for the log: nothing here decides anything."""

from __future__ import annotations

from itertools import pairwise

from ardennes.counters.journeys import Said, last_step, points, tell_cost
from ardennes.engine.speech import by
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.forces import ALLIED
from ardennes.games.ardennes_offensive.movement import Walk
from ardennes.games.ardennes_offensive.roadmode import allowance
from ardennes.games.ardennes_offensive.state import Position
from ardennes.hexmap import Reach

Leg = tuple[int, bool]  # a hex, and whether the unit is in Road Mode there
TOLD = frozenset({"AO-6.3.C", "AO-8.1.A", "AO-7.1.A", "AO-12.6.movement", "AO-14.2.B", "AO-11.0.river", "AO-R.25"})


def route(walk: Walk, target: int, column: bool) -> list[Leg]:
    """The cheapest way, hex by hex; a change of mode repeats the hex."""
    last = walk.reach(column)
    if last is None:
        return []
    if not column and walk.onto >> target & 1:
        step = _last_step(walk, last, target)
        return [*route(walk, step[0], False), (target, False)] if step else []
    way = [(stand.hex, column) for stand in last.stands(target)]
    first = walk.reach(not column) if walk.second == column else None
    if first is None or not way:
        return way
    return [*((stand.hex, not column) for stand in first.stands(way[0][0])), *way]


def _last_step(walk: Walk, reach: Reach, target: int) -> tuple[int, int] | None:
    """The hex from which a friend's hex is entered most cheaply, and what that has cost."""
    costs = walk.ways.standard(walk.kind)
    return last_step(walk.state.game.ground.grid, reach, costs, target, walk.stops & ~walk.start)


def tell(state: Position, unit: int, target: int, column: bool) -> None:
    """Note a move and what it costs; a test hears the rule of every cost on its way."""
    grid = state.game.ground.grid
    walk = Walk(state, unit)
    legs = route(walk, target, column)
    start, end = state.place_of(unit), grid.name(target)
    way = list(dict.fromkeys(grid.name(i) for i, _ in legs))
    state.tell(unit, "move", "AO-5.0", _moves(state, unit, start, end, way[1:-1], column), at=start, to=end)
    said = [*_beginning(state, walk), *_end(state, walk, legs, target, column)]
    for (i, was), (j, now) in pairwise(legs):
        said += _leg(state, walk, i, j, was, now)
    paid = f"{points(cost(walk, target, column), walk.kind.parts)} of {allowance(state, unit)}"
    tell_cost(state, unit, "AO-5.1.B", paid, said, TOLD, start, end)


def _moves(state: Position, unit: int, start: str, end: str, between: list[str], column: bool) -> str:
    """What a unit does, without its name: where it goes, by which hexes, and in which mode it ends."""
    if start == end and not state.waiting >> unit & 1:
        return f"{'takes up' if column else 'leaves'} Road Mode in {end}"
    whence = f"comes in at {start}" if state.waiting >> unit & 1 else f"moves from {start}"
    mode = " in Road Mode" if column else " in standard mode" if state.road >> unit & 1 else ""
    if start == end:
        return f"{whence}{mode}"
    return f"{whence}{' and goes' if state.waiting >> unit & 1 else ''} to {end}{by(between)}{mode}"


def _end(state: Position, walk: Walk, legs: list[Leg], target: int, column: bool) -> list[Said]:
    """What is to be said of the whole move."""
    said = []
    if walk.kind.mechanized and any(mode for _, mode in legs):
        said.append(("AO-6.2.B", "Mechanized units use Road Mode in both Movement Phases"))
    if column and state.game.ground.joined[target] & walk.foe:
        said.append(("AO-R.19", "A column may stand beside an enemy on the road"))
    return said


def _beginning(state: Position, walk: Walk) -> list[Said]:
    """What a unit owes, or is allowed, before its first step."""
    said = []
    if walk.mates:
        said.append(("AO-8.1.A", f"{walk.kind.stack} points to unstack"))
        said.append(("AO-5.1.E", "It moves alone; the rest of the stack stays"))
        said.append(("AO-R.45", "Who leaves others behind pays, the last one will not"))
        if walk.zone & walk.start:
            said.append(("AO-7.2.B", "A friend stays and cancels the enemy zone"))
            said.append(("AO-7.4.E", "It leaves the stack in an enemy zone of control"))
    elif state.waiting >> walk.unit & 1:
        before = state.staged.get(state.at[walk.unit], 0)
        said.append(("AO-R.30", "It comes in; the entry is its first road hex"))
        if before:
            lost = state.game.tables["reinforcements"]["staging"] * before
            said.append(("AO-14.2.B", f"{lost} road hexes lost for units that came in before"))
    elif walk.dormant:
        said.append(("AO-R.8", "It returns to play from the map edge"))
    if state.road >> walk.unit & 1 and not state.waiting >> walk.unit & 1:
        said.append(("AO-6.4.D", "It is still in Road Mode when it begins"))
    if state.unsupplied >> walk.unit & 1:
        said.append(("AO-12.6.movement", "half the allowance, for want of supply"))
    return said


def _leg(state: Position, walk: Walk, i: int, j: int, was: bool, now: bool) -> list[Said]:
    """The rules of one step, or of a change of mode."""
    if was != now:
        word = "take up" if now else "leave"
        said = [("AO-6.3.C", f"{walk.kind.change} points to {word} Road Mode")]
        if walk.stops >> j & 1:
            said.append(("AO-R.22", "A change of mode is no step, and is free to a unit in an enemy zone"))
        return said
    if now:
        said = [("AO-6.5.H", f"1/{walk.kind.parts} point"), ("AO-6.5.F", "from road hex to road hex")]
    else:
        said = step_costs(state, walk.side, i, j)
    if walk.own >> j & 1 and not now:
        said.append(("AO-8.1.A", f"{walk.kind.stack} points to stack"))
        said.append(("AO-R.45", "once, however many are there"))
    elif walk.stops >> j & 1:
        said.append(("AO-7.1.A", "it stops in an enemy zone of control"))
    elif state.game.ground.ring[j] & state.cols[1 - walk.side]:
        said.append(("AO-6.6.J", "An enemy column beside it has no zone of control"))
    return said


def step_costs(state: Position, side: int, i: int, j: int) -> list[Said]:
    """The rules that make up the cost of a step in standard mode."""
    ground = state.game.ground
    d = (ground.grid.direction(i, j) + 3) % 6
    wall = side == ALLIED and ground.west_wall >> j & 1
    cut = bridges.ways(state).cut[d] >> j & 1
    if ground.highway[d] >> j & 1 and not cut:
        said = [("AO-11.0.road", "along the road")]
        if ground.bridge[d] >> j & 1:
            said.append(("AO-11.0.bridge", "over a bridge"))
        if wall:
            said.append(("AO-R.27", "the West Wall costs nothing more along a road"))
        return said
    said = [("AO-11.0.rough", "rough")] if ground.rough >> j & 1 else [("AO-11.0.clear", "clear")]
    if ground.river[d] >> j & 1:
        said.append(("AO-11.0.river", "over a river"))
    if ground.ford[d] >> j & 1:
        said.append(("AO-11.0.ford", "over a ford"))
    if wall:
        said.append(("AO-11.0.westwall", "into the West Wall"))
    if len(said) > 1:
        said.append(("AO-5.1.D", "the costs are added"))
    if cut:
        said.append(("AO-R.25", "the bridge is interdicted and helps nobody"))
    return said


def cost(walk: Walk, target: int, column: bool) -> int:
    """The cost of ending in a hex in one of the modes, in parts of a point."""
    reach = walk.reach(column)
    if reach is None:
        return 0
    if not column and walk.onto >> target & 1:
        step = _last_step(walk, reach, target)
        return (step[1] if step else 0) + walk.kind.stacking
    return reach.cost(target) or 0


def cheapest(walk: Walk, target: int) -> int:
    """The cheapest cost of a hex that a unit can end in, whichever mode it ends in."""
    modes = [column for column, ends in ((False, walk.go), (True, walk.march)) if ends >> target & 1]
    return min(cost(walk, target, column) for column in modes)
