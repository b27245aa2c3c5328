"""What the log says of a retreat: which limits closed hexes to the unit, and which priority chose its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.engine.speech import both
from ardennes.games.ardennes_offensive import retreat
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.ardennes_offensive.retreat import Flight, Way
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.zones import controlled, zone

Reasons = Iterator[tuple[str, str]]  # rules, each with a few words


def log(state: Position, plan: Flight, best: Sequence[Way]) -> None:
    """Note what closes hexes to a unit in retreat, and which priority decides."""
    forces, side, where = state.game.forces, SIDES[plan.side], state.place_of(plan.unit)
    piece, name = forces.names[plan.unit], forces.display_names[plan.unit]
    closed: dict[tuple[str, str], list[str]] = {}
    for rule, why, hex_ in limits(state, plan):
        closed.setdefault((rule, why), []).append(hex_)
    for (rule, why), hexes in closed.items():
        state.note_unit(plan.unit, "limit", rule, f"cannot retreat to {both(hexes)}: {why}", at=where)
    if plan.column:
        state.note_unit(plan.unit, "limit", "AO-6.7.M", "must stay on the road and may not stack")
    for rule, text in _priorities(state, plan, best):
        state.note("limit", rule, f"Retreat route of {name}: {text}", side=side, piece=piece, at=where)


def limits(state: Position, plan: Flight) -> Iterator[tuple[str, str, str]]:
    """Of each hex round the unit that is closed to it: the rule, why, and the hex."""
    ground, grid = state.game.ground, state.game.ground.grid
    for i in grid.bits(ground.ring[plan.start] & ~plan.open):
        where = grid.name(i)
        if state.held[plan.side] >> i & 1:
            yield "AO-R.4", "no room, and units are not displaced", where
        elif ground.edge >> i & 1:
            yield from _at_the_edge(state, plan, i)
        elif state.held[1 - plan.side] >> i & 1:
            yield "AO-10.2", "an enemy unit is there", where
        elif controlled(state, 1 - plan.side) >> i & 1:
            yield "AO-7.3.D", "enemy ZOC", where
        elif ground.impassable >> i & 1:
            yield "AO-11.0.impassable", "impassable", where
        elif ground.barred >> i & 1:
            yield "AO-E.map.1", "closed to all units", where


def _at_the_edge(state: Position, plan: Flight, i: int) -> Iterator[tuple[str, str, str]]:
    where = state.game.ground.grid.name(i)
    if plan.side == GERMAN:
        yield "AO-5.3.N", "German units may not exit the map", where
    elif zone(state, GERMAN) >> i & 1:
        yield "AO-7.5.E", "German ZOC", where


BY = {
    "AO-E.10.2": "towards its supply and away from the enemy's",
    "AO-10.2.road": "by road",
    "AO-10.2.clear": "through clear terrain",
    "AO-10.2.rough": "through rough terrain rather than worse",
    "AO-10.2.interdicted": "over an interdicted bridge rather than an unbridged river",
    "AO-10.2.friends": "past the fewest friendly units",
}


def _priorities(state: Position, plan: Flight, best: Sequence[Way]) -> Reasons:
    """Which priorities put other ways behind the best, and how they choose."""
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
        yield retreat.PRIORITIES[at], BY[retreat.PRIORITIES[at]]
    if 0 in decided and any(retreat.usable_sources(state, s) != state.game.ground.entries[s] for s in (GERMAN, ALLIED)):
        yield "AO-R.1", "ignoring supply sources in enemy hands"
    kinds = {kind for way in best for kind in retreat.step_kinds(state, plan, way)}
    if retreat.INTERDICTED in kinds:
        yield "AO-R.50", f"with the bridges interdicted to the {PEOPLE[plan.side]} side"
    if retreat.RIVER in kinds:
        yield "AO-10.2.river", "over a river, with no better route"
