"""The way of a move and what each part of it costs, for the log and for refusals: nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ardennes.counters.journeys import CostNote, last_step, note_cost, points, shortage
from ardennes.engine.speech import both, by
from ardennes.games.ardennes_offensive.movement import Walk, rounded_up, walk
from ardennes.games.ardennes_offensive.roadmode import allowance
from ardennes.games.ardennes_offensive.state import Position
from ardennes.hexmap import Reach

Leg = tuple[int, bool]  # a hex, and whether the unit is in Road Mode there


class Item(NamedTuple):
    """A part of what a move costs."""

    rule: str
    name: str  # in a sum of costs
    parts: int  # of a point
    remark: str = ""  # in the log, where a player may not have seen it coming


NAMES = {
    "AO-11.0.clear": "clear",
    "AO-11.0.rough": "rough",
    "AO-11.0.road": "road",
    "AO-11.0.river": "river",
    "AO-11.0.ford": "ford",
    "AO-11.0.westwall": "West Wall",
    "AO-6.5.H": "road",
}
"""What a sum of costs calls the rules that make a step cost something."""

TERRAIN = frozenset(NAMES.values())

REMARKS = {"AO-11.0.river": "over a river", "AO-R.25": "the bridge is interdicted and cannot be used"}
LOGGED = frozenset({
    "AO-5.1.D", "AO-6.3.C", "AO-6.6.J", "AO-7.1.A", "AO-7.2.B", "AO-7.4.E", "AO-8.1.A", "AO-12.6.movement",
    "AO-14.2.B", "AO-R.8", "AO-R.19", "AO-R.22", "AO-R.45", *REMARKS,
})  # fmt: skip


# ---- the way ----


def route(walk: Walk, target: int, column: bool) -> list[Leg]:
    """The cheapest way, hex by hex; a change of mode repeats the hex."""
    last = walk.reach(column)
    if last is None:
        return []
    if not column and walk.onto >> target & 1:
        step = _last_step(walk, last, target)
        return [*route(walk, step[0], False), (target, False)] if step else []
    way = [(i, column) for i in last.path(target)]
    first = walk.reach(not column) if walk.second == column else None
    if first is None or not way:
        return way
    return [*((i, not column) for i in first.path(way[0][0])), *way]


def _last_step(walk: Walk, reach: Reach, target: int) -> tuple[int, int] | None:
    """The hex from which a friend's hex is entered most cheaply, and what that has cost."""
    terms = walk.terms
    costs = terms.ways.standard(terms.kind)
    return last_step(terms.ground.grid, reach, costs, target, terms.stops & ~walk.start)


# ---- what it costs ----


def cost(walk: Walk, target: int, column: bool) -> int:
    """The cost of ending in a hex in one of the modes, in parts of a point."""
    reach = walk.reach(column)
    if reach is None:
        return 0
    if not column and walk.onto >> target & 1:
        step = _last_step(walk, reach, target)
        return (step[1] if step else 0) + walk.terms.stacking
    return reach.cost(target) or 0


def spent(walk: Walk, target: int, column: bool) -> str:
    """The points that a move spends: one that is begun on the road is spent to the end (AO-6.5.H)."""
    return points(rounded_up(cost(walk, target, column), walk.kind.parts), walk.kind.parts)


def cheapest(walk: Walk, target: int) -> int:
    """The cheapest cost of a hex that a unit can end in, whichever mode it ends in."""
    modes = [column for column, ends in ((False, walk.go), (True, walk.march)) if ends >> target & 1]
    return min(cost(walk, target, column) for column in modes)


def items(walk: Walk, target: int, column: bool) -> list[Item]:
    """What makes up the cost of a move; the parts add up to `cost`."""
    found = list(_before_the_first_step(walk))
    for leg, after in pairwise(route(walk, target, column)):
        found += _step(walk, leg, after)
    return found


def _before_the_first_step(walk: Walk) -> Iterator[Item]:
    terms = walk.terms
    if terms.column and not terms.waiting:
        yield Item("AO-6.4.D", "", 0)
    if terms.stacked:
        yield Item("AO-8.1.A", "unstacking", terms.stacking, f"{terms.kind.stack} points to unstack")
    if terms.waiting:
        staging = terms.staging
        if walk.deploys_outside:
            remark = f"{terms.kind.change} points to leave Road Mode off the map"
            yield Item("AO-6.3.C", "change of mode", terms.changing, remark)
            yield Item("AO-R.30", "road", terms.kind.road)
            staging = rounded_up(staging, terms.kind.parts)
        else:
            yield Item("AO-R.30", "road", 1)
        if staging:
            remark = f"{terms.staging} road hexes lost for units that entered earlier"
            yield Item("AO-14.2.B", "units that entered earlier", staging, remark)


def _step(walk: Walk, leg: Leg, after: Leg) -> Iterator[Item]:
    """The costs of one step, or of a change of mode."""
    terms, (i, was), (j, now) = walk.terms, leg, after
    if was != now:
        word = "enter" if now else "leave"
        yield Item("AO-6.3.C", "change of mode", terms.changing, f"{terms.kind.change} points to {word} Road Mode")
        return
    costs = terms.ways.column(terms.kind) if now else terms.ways.standard(terms.kind)
    for rule, parts in costs.items(i, j):
        yield Item(rule, NAMES.get(rule, ""), parts, REMARKS.get(rule, ""))
    if terms.friends >> j & 1 and not now:
        yield Item("AO-8.1.A", "stacking", terms.stacking, f"{terms.kind.stack} points to stack")


def sum_of_costs(walk: Walk, target: int, column: bool, left: int) -> str:
    """What a move would cost and is made up of, against the points that are left."""
    parts = walk.kind.parts
    found = [(item.name, item.parts) for item in items(walk, target, column)]
    paid = sum(price for _, price in found)
    return shortage([*found, (NAMES["AO-6.5.H"], rounded_up(paid, parts) - paid)], left, parts)


# ---- the log ----


def log(state: Position, unit: int, target: int, column: bool) -> None:
    """Note a move and what it costs."""
    grid, found = state.game.ground.grid, walk(state, unit)
    legs = route(found, target, column)
    start, end = state.place_of(unit), grid.name(target)
    way = list(dict.fromkeys(grid.name(i) for i, _ in legs))
    state.note_unit(unit, "move", "AO-5.0", _moves(state, unit, start, end, way[1:-1], column), at=start, to=end)
    heard = [(item.rule, item.remark) for item in _before_the_first_step(found)]
    heard += [*_beginning(state, unit, found), *_end(found, legs, target, column)]
    for leg, after in pairwise(legs):
        heard += _leg(state, found, leg, after)
    paid = f"{spent(found, target, column)} of {allowance(state, unit)}"
    note_cost(state, unit, "AO-5.1.B", paid, heard, LOGGED, start, end)


def _moves(state: Position, unit: int, start: str, end: str, between: list[str], column: bool) -> str:
    """What a unit does, without its name: where it goes, by which hexes, and in which mode it ends."""
    if start == end and not state.waiting >> unit & 1:
        return f"{'enters' if column else 'leaves'} Road Mode in {end}"
    whence = f"enters at {start}" if state.waiting >> unit & 1 else f"moves from {start}"
    mode = " in Road Mode" if column else " in standard mode" if state.road >> unit & 1 else ""
    if start == end:
        return f"{whence}{mode}"
    return f"{whence}{' and moves' if state.waiting >> unit & 1 else ''} to {end}{by(between)}{mode}"


def _beginning(state: Position, unit: int, walk: Walk) -> Iterator[CostNote]:
    """The rules that speak of a unit before its first step."""
    terms = walk.terms
    if terms.stacked and terms.zone & walk.start:
        yield "AO-7.2.B", "a friendly unit that stays behind negates the enemy ZOC"
    elif terms.dormant:
        yield "AO-R.8", "back in play from the map edge"
    if state.unsupplied >> unit & 1:
        yield "AO-12.6.movement", "half the movement allowance: out of supply"


def _end(walk: Walk, legs: list[Leg], target: int, column: bool) -> Iterator[CostNote]:
    """The rules that speak of the move from its beginning to its end."""
    terms = walk.terms
    if terms.stacked and terms.zone & walk.start and len(legs) == 2 and terms.zone >> target & 1:
        yield "AO-7.4.E", "directly from one enemy ZOC into another"
    if column and terms.ground.joined[target] & terms.enemies:
        yield "AO-R.19", "it ends next to an enemy unit on the road"


def _leg(state: Position, walk: Walk, leg: Leg, after: Leg) -> Iterator[CostNote]:
    """The rules of one step, or of a change of mode: those that make it cost something, and those behind them."""
    terms, (_, was), (j, now) = walk.terms, leg, after
    paid = list(_step(walk, leg, after))
    for item in paid:
        yield item.rule, item.remark
    if was != now:
        if terms.stops >> j & 1:
            yield "AO-R.22", "the mode may be changed in an enemy ZOC"
        return
    ground = [
        f"{item.name} {points(item.parts, terms.kind.parts)}" for item in paid if item.name in TERRAIN and item.parts
    ]
    if len(ground) > 1:
        yield "AO-5.1.D", f"{both(ground)} are cumulative"
    if terms.friends >> j & 1 and not now:
        if state.stacks[j].bit_count() > 1:
            yield "AO-R.45", "once, however many units are there"
    elif terms.stops >> j & 1:
        yield "AO-7.1.A", "it stops in an enemy ZOC"
    elif terms.ground.ring[j] & state.cols[1 - terms.kind.side]:
        yield "AO-6.6.J", "the enemy unit in Road Mode next to its route has no ZOC"
