"""Stacking, and the hexes that are open to a unit which must leave its own: by retreat, or from an overfull hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Reason
from ardennes.games.axis_allies.forces import INF, LONG, PLURAL, TYPES, Three
from ardennes.games.axis_allies.terrain import SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position


def total(state: Position, side: int, h: int) -> int:
    """What a hex holds for the limit of twelve: every unit and truck, and all supply as one."""
    inf, tank, art = state.stack(h) if state.held[side] >> h & 1 else (0, 0, 0)
    tokens = 1 if state.stores[side] >> h & 1 else 0
    return inf + tank + art + len(state.trucks_at(side, h)) + tokens


def why_full(state: Position, side: int, kind: int | None, h: int) -> str:
    """The limit that leaves a hex no room for a unit of a type, or another piece, in words; "" if there is room."""
    forces = state.game.forces
    if kind is not None:
        n, limit = state.counts[kind * state.game.terrain.size + h], forces.limits[kind]
        if n >= limit:
            return f"holds {n} {PLURAL[kind]}, and the limit is {limit}"
    n, limit = total(state, side, h), forces.total_limit
    return f"holds {n} pieces, and the limit is {limit}" if n >= limit else ""


def bars(state: Position, side: int, kind: int, h: int) -> Iterator[Bar]:
    """Why a unit that must leave its hex may not go to one next to it, in the order in which a player would be told."""
    terrain = state.game.terrain
    zone, ways = terrain.zone(state.held[1 - side]), (terrain.near if kind == INF else terrain.dry)[h]
    yield Bar("AA-R.4", "is in an enemy zone of control, which your units there do not cancel", zone & state.held[side])
    yield Bar("AA-2.7.f", "is in an enemy zone of control", zone)
    if kind != INF:
        yield Bar("AA-2.7.i", "is across a river barrier, which only infantry may cross", ~ways)
    for other in terrain.grid.bits(ways & state.pieces_of(side) & ~zone):  # the others are barred already
        crowd = why_full(state, side, kind, other)
        if crowd:
            yield Bar("AA-2.7.g", crowd, 1 << other)


def open_to(state: Position, side: int, kind: int, h: int) -> int:
    """The hexes that a unit may retreat to, or be moved to out of an overfull hex."""
    return free(state.game.terrain.near[h], bars(state, side, kind, h))


def rooms(state: Position, side: int, h: int) -> tuple[int, ...]:
    """How many retreating units the hexes around take, by set of types: 1 infantry, 2 tanks, 4 artillery, added."""
    forces, terrain = state.game.forces, state.game.terrain
    ways = [open_to(state, side, kind, h) for kind in range(3)]
    found = [0] * 8
    for other in terrain.grid.bits(ways[0] | ways[1] | ways[2]):
        places = forces.total_limit - total(state, side, other)
        of_type = [
            forces.limits[kind] - state.counts[kind * terrain.size + other] if ways[kind] >> other & 1 else 0
            for kind in range(3)
        ]
        for types in range(1, 8):
            found[types] += min(places, sum([n for kind, n in enumerate(of_type) if types >> kind & 1]))
    return tuple(found)


def finding_room(retreats: Three, rooms: tuple[int, ...]) -> int:
    """How many of the retreating units find a hex if their owner sends them well.

    No set of types finds more than its room, whatever the others do; the tightest set decides.
    """
    return min(
        room + sum([n for kind, n in enumerate(retreats) if not types >> kind & 1]) for types, room in enumerate(rooms)
    )


def why_shut(state: Position, side: int, kind: int, h: int, to: int) -> Reason | None:
    """Why a unit may not retreat from a hex to another, None if it may."""
    terrain = state.game.terrain
    unit, there = LONG[TYPES[kind]], terrain.names[to]
    if not terrain.near[h] >> to & 1:
        off = " A retreat never leaves the full hexes of the board." if terrain.rim >> h & 1 else ""
        rule = "AA-2.7.h" if off else "AA-2.7.e"
        return Reason(rule, f"The {unit} retreats one hex, from {terrain.names[h]}; {there} is not next to it.{off}")
    bar = first_bar(to, bars(state, side, kind, h))
    return bar.reason(there) if bar else None


def excess_types(state: Position, h: int) -> list[int]:
    """The types of which a hex holds more than it may."""
    limits = state.game.forces.limits
    return [kind for kind, n in enumerate(state.stack(h)) if n > limits[kind]]


def overfull(state: Position, side: int) -> tuple[int, ...]:
    """The hexes where a side breaks the stacking limit; found once for a position."""
    known, name = state.overfull, SIDES[side]
    found: tuple[int, ...] | None = getattr(known, name)
    if found is None:
        most = state.game.forces.total_limit
        found = tuple([h for h in _many(state, side) if excess_types(state, h) or total(state, side, h) > most])
        setattr(known, name, found)
    return found


def _many(state: Position, side: int) -> list[int]:
    """The hexes of a side with trucks or with more combat units than the least limit: only they can be overfull."""
    few, size, units, parked = min(state.game.forces.limits), state.game.terrain.size, state.counts, state.parked[side]
    hexes = state.game.terrain.grid.bits(state.free_pieces(side))
    return [h for h in hexes if parked >> h & 1 or units[h] + units[size + h] + units[2 * size + h] > few]


def easing(state: Position, h: int) -> Three:
    """The units of an overfull hex that would ease it, by type: of excess types first, else any combat units."""
    stack = state.stack(h)
    types = excess_types(state, h) or [kind for kind, n in enumerate(stack) if n]
    return (stack[0] if 0 in types else 0, stack[1] if 1 in types else 0, stack[2] if 2 in types else 0)
