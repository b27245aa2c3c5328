"""The way of a move and what each part of it costs, for the log and for refusals: nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ardennes.counters.journeys import CostNote, note_cost, points, shortage
from ardennes.engine.speech import by
from ardennes.games.bulge.forces import SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.state import Position

Leg = tuple[int, bool]  # a hex, and whether the unit entered it in its mechanized run


class Item(NamedTuple):
    """A part of what a way costs."""

    rule: str
    fifths: int  # of a point
    word: str
    into: int  # the hex entered


WORDS = {
    "BU-10.1.plus": "river",
    "BU-11.0.cost": "interdicted bridge",
    "BU-10.2.road2": "road",
    "BU-10.2.mech3": "mechanized road movement",
    "BU-13.0.cost": "entering the map",
    "BU-R.19": "entering the map",
    "BU-R.9": "fraction dropped",
}
"""What the sum of a way's cost calls each item; ground is called by its name."""

REMARKS = {
    "BU-14.1.movement": "out of supply",
    "BU-10.2.mech5": "motorized",
    "BU-10.2.mech1": "no mechanized road movement, since it did not begin on a road",
    "BU-R.9": "mechanized road movement ends and the fraction is dropped",
    "BU-9.1.stop": "it stops in an enemy ZOC",
    "BU-10.1.plus": "one extra to cross a river",
    "BU-11.0.cost": "a bridge is interdicted",
    "BU-10.2.road3": "a road is interdicted by air",
    "BU-10.2.mech4": "a road is interdicted by air",
    "BU-R.4": "a road is interdicted by air",
}
"""What the log says of rules that a player may not have seen coming."""

ENTRY = ("BU-13.0.cost", "BU-R.19")  # what entering the map costs: by road, or into an interdicted hex


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
    grid, terms = walk.state.game.ground.grid, walk.terms
    way = [target]
    for ring in reversed(walk.rings[:fifths]):
        before = grid.across(1 << way[-1], terms.ways.roads) & ring & (~terms.stops | walk.near)
        way.append(before.bit_length() - 1)
    return way[::-1]


# ---- what it costs ----


def items(walk: Walk, target: int) -> Iterator[Item]:
    """What makes up the cost of the cheapest way to a hex, step by step; the fifths add up to `walk.cost`."""
    game, begin = walk.state.game, walk.terms.begin
    if walk.lead:
        yield _item(walk, ENTRY[walk.terms.ways.marked >> begin & 1], walk.lead, begin)
    spent, running = walk.lead, True
    for (i, _), (j, run) in pairwise(route(walk, target)):
        if run:
            spent += game.fifth
            yield _item(walk, "BU-10.2.mech3", game.fifth, j)
            continue
        if running and spent % game.point:
            yield _item(walk, "BU-R.9", -(spent % game.point), i)
        running = False
        for rule, parts in walk.terms.ways.costs.items(i, j):
            by_run = rule == "BU-10.2.road3" and walk.runs
            yield _item(walk, "BU-10.2.mech4" if by_run else rule, parts * game.point, j)


def _item(walk: Walk, rule: str, fifths: int, into: int) -> Item:
    terrain = walk.state.game.ground.board.terrain_of(into)
    return Item(rule, fifths, WORDS.get(rule, terrain.replace("-", " ")), into)


def arithmetic(walk: Walk, target: int, left: int) -> str:
    """What the cheapest way to a hex would cost and is made up of, against the points that are left."""
    found = [(item.word, item.fifths) for item in items(walk, target)]
    return shortage(found, left, walk.state.game.point)


# ---- the log ----


def log(state: Position, walk: Walk, target: int, more: Sequence[CostNote] = ()) -> None:
    """Note a move to a hex and what it costs, with what there is to say of it."""
    grid, terms = state.game.ground.grid, walk.terms
    legs = [i for i, _ in route(walk, target)]
    start, end = grid.name(terms.begin), grid.name(target)
    way = by([grid.name(i) for i in legs[1:-1]])
    state.note_unit(terms.unit, "move", "BU-10.0.single", f"moves from {start} to {end}{way}", at=start, to=end)
    remarks = [*more, *_beginning(state, walk), *_on_the_way(walk, target)]
    if terms.stops >> target & 1:
        remarks.append(("BU-9.1.stop", REMARKS["BU-9.1.stop"]))
    paid = f"{points(walk.cost(target), state.game.point)} of {terms.points}"
    note_cost(state, terms.unit, "BU-10.0.limit", paid, remarks, {rule for rule, text in remarks if text}, start, end)
    if terms.friends >> target & 1 and target != state.at[terms.unit]:
        text = f"The unit in {end} must make room for {state.game.forces.display_names[terms.unit]}"
        state.note("swap", "BU-R.6", text, side=SIDES[terms.side], at=end)


def _beginning(state: Position, walk: Walk) -> Iterator[CostNote]:
    """What the unit is allowed before its first step."""
    terms = walk.terms
    if not terms.enters and terms.points != terms.allowance:
        yield "BU-14.1.movement", REMARKS["BU-14.1.movement"]
    if state.motorised >> terms.unit & 1:
        yield "BU-10.2.mech5", REMARKS["BU-10.2.mech5"]
    if terms.mechanized and not terms.on_road:
        yield "BU-10.2.mech1", REMARKS["BU-10.2.mech1"]


def _on_the_way(walk: Walk, target: int) -> Iterator[CostNote]:
    """The rules that make up the cost, with a remark on some."""
    for item in items(walk, target):
        remark = REMARKS.get(item.rule, "")
        if item.rule in ENTRY:
            remark = f"{points(item.fifths, walk.state.game.point)} to enter the map"
        if remark:
            yield item.rule, remark
