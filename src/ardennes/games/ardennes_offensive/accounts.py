"""What is told of a retreat: which limits closed hexes to the unit, and which priority chose its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.games.ardennes_offensive import retreat
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SIDES
from ardennes.games.ardennes_offensive.retreat import Flight, Way
from ardennes.games.ardennes_offensive.state import Field
from ardennes.games.ardennes_offensive.zones import controlled, zone

Said = Iterator[tuple[str, str]]


def tell(state: Field, plan: Flight, best: Sequence[Way]) -> None:
    """Note the limits and the priorities of one unit's retreat."""
    name, side, where = state.game.forces.names[plan.unit], SIDES[plan.side], state.place_of(plan.unit)
    for rule, text in (*_limits(state, plan), *_priorities(state, plan, best)):
        state.note("limit", rule, f"{name}: {text}", side=side, piece=name, at=where)


def _limits(state: Field, plan: Flight) -> Said:
    """Why the hexes round the unit are closed to it."""
    ground, grid = state.game.ground, state.game.ground.grid
    yield "AO-R.5", "units retreat one by one"
    yield "AO-R.6", f"it must come to rest {plan.hexes} hexes away"
    for i in grid.bits(ground.ring[plan.start] & ~plan.open):
        where = grid.name(i)
        if state.held[plan.side] >> i & 1:
            yield "AO-8.0", f"there is no room in {where}"
            yield "AO-R.4", f"nobody makes way in {where}"
        elif ground.edge >> i & 1:
            yield from _at_the_edge(state, plan, i)
        elif controlled(state, 1 - plan.side) >> i & 1:
            yield "AO-7.3.D", f"{where} is in an enemy zone of control"
        elif ground.impassable >> i & 1:
            yield "AO-11.0.impassable", f"{where} is impassable"
        elif ground.barred >> i & 1:
            yield "AO-E.map.1", f"{where} is closed to all"
    if plan.column:
        yield "AO-6.7.M", "it keeps to the road, and stacks with nobody"


def _at_the_edge(state: Field, plan: Flight, i: int) -> Said:
    where = state.game.ground.grid.name(i)
    if plan.side == GERMAN:
        yield "AO-5.3.N", f"no German retreats off the map to {where}"
    elif zone(state, GERMAN) >> i & 1:
        yield "AO-7.5.E", f"German zones reach {where}"
        yield "AO-5.3.N", f"no retreat ends in {where}, which a German controls"


def _priorities(state: Field, plan: Flight, best: Sequence[Way]) -> Said:
    """Which priorities put other ways behind the best."""
    found = retreat.ways(state, plan)
    if not best:
        return
    compass = retreat.Compass(state, plan)
    ranks = [retreat.rank(state, plan, way, compass) for way in found]
    first = retreat.rank(state, plan, best[0], compass)
    decided = {
        next(at for at, (mine, theirs) in enumerate(zip(first, other, strict=True)) if mine != theirs)
        for other in ranks
        if other != first
    }
    for at in sorted(decided):
        yield retreat.PRIORITIES[at], "this priority puts another way behind"
    if decided:
        yield "AO-R.2", "whole ways are compared, one priority after the other"
    if 0 in decided or any(retreat.usable_sources(state, s) != state.game.ground.entries[s] for s in (GERMAN, ALLIED)):
        yield "AO-R.1", "toward and away are counted straight, to sources that can be used"
    if len(best) > 1:
        yield "AO-R.3", "among equal ways the victor is free"
    yield from _ground_crossed(state, plan, found)


def _ground_crossed(state: Field, plan: Flight, found: Sequence[Way]) -> Said:
    kinds = set()
    bridges = False
    for way in found:
        here = plan.start
        for i in way:
            kinds.add(retreat.step_kind(state, plan, here, i))
            bridges |= bool(state.game.ground.bridge[state.game.ground.grid.direction(here, i)] >> here & 1)
            here = i
    if retreat.INTERDICTED in kinds:
        yield "AO-10.2.interdicted", "an interdicted bridge comes after rough ground"
    if retreat.RIVER in kinds:
        yield "AO-10.2.river", "a river without a bridge comes last"
    if bridges:
        yield "AO-R.50", "bridges are cut as its own side finds them"
