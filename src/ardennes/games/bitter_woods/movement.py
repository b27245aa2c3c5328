"""Movement (BW-5), zones and stacking in it (BW-6, 7): allowances, the terms of a move, who can move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ardennes.counters import bits
from ardennes.engine.options import set_bits
from ardennes.games.bitter_woods import (
    battlegroup,
    challenge,
    cooperation,
    fuel,
    garrison,
    lasting,
    leaders,
    nearness,
    opening,
    spearheads,
    stacking,
    zones,
)
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from ardennes.games.bitter_woods.prices import off_roads, prices_of
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terms import NO_ROADS, PLAIN, Terms
from ardennes.games.bitter_woods.terrain import Bounds, Crosser, Ground
from ardennes.games.bitter_woods.walks import Walk

NOWHERE = Bounds()


# ---- the allowance ----


def allowance(state: Position, unit: int, *, advancing: bool = False) -> int:
    """What a unit may spend now, in twelfths: lowered by the opening and by traffic, then halved (BW-R.11)."""
    game = state.game
    points = game.forces.faces[state.reduced >> unit & 1][unit].allowance
    if state.turn == game.opening.turn:
        points = opening.allowance(state, unit, points, advancing=advancing)
    if state.ungarrisoned and not advancing:
        points = max(0, points - garrison.less(state, unit))
    if state.effects:
        points = lasting.allowance(state, unit, points)
    if state.unsupplied >> unit & 1:
        points = (points + 1) // 2
    return points * game.ground.point


# ---- army boundaries ----


def bounds(state: Position, unit: int) -> Bounds:
    """The hexes that army boundaries close to a unit now (BW-5.4, BW-R.15)."""
    game = state.game
    if state.turn > game.last_bounded_turn or not (state.bindable & ~state.unbound) >> unit & 1:
        return NOWHERE
    return game.ground.bounds.get(state.army_of(unit), NOWHERE)


def closed(state: Position, unit: int) -> int:
    """The hexes that boundaries, withdrawals and the part in play close to a unit (BW-5.4, 9.5.CA.withdraw)."""
    return bounds(state, unit).all | state.vacated[state.game.forces.side[unit]] | state.outside


def out_of_bounds(state: Position, unit: int) -> bool:
    """Whether a unit is on ground that its army's boundaries close to it (BW-R.16)."""
    return state.at[unit] >= 0 and bool(bounds(state, unit).all >> state.at[unit] & 1)


def strays(state: Position) -> int:
    """All units that are out of bounds."""
    return state.abroad & ~state.unbound if state.turn <= state.game.last_bounded_turn else 0


# ---- the terms of a move ----


def terms_of(state: Position, unit: int) -> Terms:
    """The terms of a unit's move as things stand."""
    terms = bare_terms(state, unit)
    if battlegroup.OPTION in state.optional and unit in state.game.group and state.at[unit] >= 0:
        from ardennes.games.bitter_woods import closeness

        if terms.outs and closeness.strands(state, unit):
            terms = terms._replace(outs=())
        return terms._replace(apart=closeness.apart(state, unit))
    return terms


def bare_terms(state: Position, unit: int) -> Terms:
    """The terms of a unit's move but for how far it may be from others of its group (BW-36.1)."""
    game = state.game
    forces, ground, at = game.forces, game.ground, state.at[unit]
    side = forces.side[unit]
    zone, foes = state.zone_of(1 - side), state.held[1 - side]
    closed_by = bounds(state, unit)
    stops = zone ^ foes  # enemy units are in their own zone
    same = zones.same(state, unit) if at >= 0 and zone >> at & 1 else 0
    more = PLAIN
    if state.optional:
        if forces.leaders >> unit & 1:
            foes |= leaders.places(state, 1 - side)
        if game.spearheads >> unit & 1 and spearheads.licence(state, unit).ignores:
            stops = same = 0
        more = _by_options(state, unit, side, foes)
    terms = Terms._make((
        allowance(state, unit),
        prices_of(state, unit, dry=at >= 0 and not ground.banks(state.blown) >> at & 1),
        foes,
        stops,
        same,
        stacking.full(state, unit),
        *closed_by,
        state.vacated[side],
        0,
        0,
        leaves_by(state, unit),
        ground.road_rates[forces.pays[unit]],
        state.freeing(unit) if closed_by is not NOWHERE else 0,
        *more,
        state.outside,
        0,
    ))  # fmt: skip
    if at >= 0 and closed_by is not NOWHERE and closed_by.all >> at & 1:
        return _coming_back(ground, terms, at)
    if state.effects and side == ALLIED and lasting.off_roads(state) >> unit & 1:
        return _misdirected(state, unit, terms)
    return terms


def _by_options(state: Position, unit: int, side: int, foes: int) -> tuple[Any, ...]:
    """What optional rules add to the terms of a unit's move: all of them from `held` to `slips`."""
    game, led, alone, watched, roads, clear = state.game, 0, 0, 0, NO_ROADS, None
    if game.forces.leaders >> unit & 1:  # he avoids other leaders, and enemy zones without a friend (BW-24.3, BW-R.80)
        led, alone = stacking.leaders_there(state, unit), leaders.deadly(state, side) & ~foes
    elif state.dumps and side == GERMAN:
        watched = fuel.watched(state)
    if state.interdicted and (bombed := challenge.hexes(state, unit)):
        roads, clear = game.network.open_roads(state.blown), prices_of(state, unit, interdiction=False)
    else:
        bombed = 0
    mixed, slips = cooperation.strangers(state, unit) if side else 0, False
    if game.spearheads >> unit & 1:
        slips = spearheads.licence(state, unit).slips
    held, tolled, deceived = bool(game.forces.immobile >> unit & 1), 0, 0
    if state.effects and side == ALLIED:
        doing = lasting.in_force(state)
        tolled, deceived = doing.single, doing.town
    return held, led, alone, tolled, deceived, watched, None, mixed, bombed, roads, clear, 0, slips


def _misdirected(state: Position, unit: int, terms: Terms) -> Terms:
    """The terms of an Allied unit that commandos have sent off the roads (BW-29.4)."""
    return terms._replace(paved=terms.prices, prices=off_roads(state, unit), road=state.game.ground.point)


def leaves_by(state: Position, unit: int) -> tuple[int, ...]:
    """The hexsides by which a unit may leave the map: German mechanized units, Allied ones out of supply (BW-5.5)."""
    forces, bit = state.game.forces, 1 << unit
    side = forces.side[unit]
    may = forces.mechanized & bit if side == GERMAN else state.unsupplied & bit
    return state.game.ground.outs[side] if may else ()


def _coming_back(ground: Ground, terms: Terms, at: int) -> Terms:
    """The terms of a unit that is out of bounds: to its own ground if it can, else only nearer to it (BW-R.16)."""
    grid, shut = ground.grid, terms.bounds
    terms = terms._replace(home=grid.all & ~shut & ~terms.outside)
    if Walk(ground, terms, at, 0, begun=False).comes_home:
        return terms._replace(away=shut)
    distance = 1
    while not grid.disc(1 << at, distance) & terms.home:
        distance += 1
    return terms._replace(away=grid.all & ~grid.disc(terms.home, distance - 1))


# ---- where a unit can go ----


def walk_of(
    state: Position, unit: int, i: int = -1, spent: int = 0, *, begun: bool = False, terms: Terms | None = None
) -> Walk:
    """Where a unit can go, from where it is or from another hex of its move."""
    start = i if i >= 0 else state.at[unit]
    if i < 0 and unit in state.spent:
        spent, begun = state.spent[unit], True
    return Walk(state.game.ground, terms or terms_of(state, unit), start, spent, begun=begun)


# ---- who can move ----


class Roaming(NamedTuple):
    """Which units could move when last asked, and what that depends on."""

    key: tuple[Any, ...]  # what does not change from one question of a phase to the next, as a rule
    full: int  # hexes in which there may be no room
    free: int  # units with room beside them
    stuck: int  # units without, or that need a flood to find some
    hemmed: int  # those of them that could not move if there were more room
    group: tuple[int, ...] | None  # where the members of a group are


def able(state: Position, units: int, members: Callable[[int], int] | None = None) -> int:
    """Those of some units on the map, all of one side, that can go anywhere.

    A unit with room beside it in a hex that no rule closes can go there, whatever it costs (BW-5.2.one), if that hex
    is outside enemy zones or the unit is; only for the rest is there a flood. `members` finds those of a group that
    can go where all of them come together (BW-36.1).
    """
    if not units:
        return 0
    game, forces = state.game, state.game.forces
    side = forces.side[(units & -units).bit_length() - 1]
    lost = strays(state) | forces.immobile  # judged one by one
    for unit in state.spent:  # it goes on, with the points that it has left (BW-36.11.points)
        lost |= 1 << unit
    if state.effects:
        lost |= lasting.off_roads(state)
    found = _easily(state, side, units & ~lost)
    rest = units & ~found
    if rest and members is not None and rest & game.battlegroup.members:
        found |= members(rest)
        rest &= ~found
    apart = lost | forces.leaders | game.battlegroup.members  # judged by more than room beside them
    for unit in set_bits(rest & ~(state.roaming.hemmed & ~apart)):
        walk, bit = walk_of(state, unit), 1 << unit
        if walk.able:
            found |= bit
        if not apart & bit:
            _remember(state, bit, walk)
    return found


def _remember(state: Position, unit: int, walk: Walk) -> None:
    """What a flood has found of a unit holds for the next questions, if more than room was not looked at for it."""
    roaming: Roaming = state.roaming
    if walk.first_steps & ~roaming.full:
        state.roaming = roaming._replace(free=roaming.free | unit, stuck=roaming.stuck & ~unit)
    elif walk.hemmed_in:
        state.roaming = roaming._replace(hemmed=roaming.hemmed | unit)


def _easily(state: Position, side: int, units: int) -> int:
    """Those of some units with a hex beside them that they can enter and that has room for any unit.

    From one question of a phase to the next those stay as they are, but for units next to a hex that has been filled
    or has room again, and for the members of a group when one of them has moved.
    """
    foes, vacated, zone = state.held[1 - side], state.vacated[side], state.zone_of(1 - side)
    group = nearness.placed(state) if side == GERMAN and battlegroup.played(state) else None
    key = (state.turn, state.phase, foes, zone, vacated, state.blown, state.effects)
    full = state.crowds | state.posts[GERMAN] | state.posts[ALLIED]
    if cooperation.OPTION in state.optional:
        full |= state.held[ALLIED]
    before: Roaming | None = state.roaming
    free = stuck = hemmed = 0
    if before is not None and before.key == key:
        free, stuck, hemmed = before.free, before.stuck, before.hemmed
        if full == before.full and group == before.group and not units & ~(free | stuck):
            return free & units
        if full != before.full:
            free &= ~_beside(state, side, full & ~before.full)
            stuck &= ~_beside(state, side, before.full & ~full)
        if group != before.group:
            again = ~state.game.battlegroup.members
            free, stuck = free & again, stuck & again
    if unknown := units & ~(free | stuck):
        taken = full | foes | vacated | state.outside
        if state.effects and side == ALLIED:
            taken |= lasting.with_companies(state, several=False) | lasting.town_of_commandos(state)
        roomy = _with_room(state, unknown, taken, zone)
        free, stuck = free | roomy, stuck | unknown & ~roomy
    state.roaming = Roaming(key, full, free, stuck, hemmed, group)
    return free & units


def _beside(state: Position, side: int, hexes: int) -> int:
    """The units of a side next to some hexes."""
    if not hexes:
        return 0
    near = state.game.ground.grid.around(hexes)
    return state.units_at(near & state.held[side]) | leaders.within(state, side, near)


def _with_room(state: Position, units: int, taken: int, zone: int) -> int:
    """Those of some units that can step into a hex that is not taken.

    From which hexes there is such a step is found once for all units of a kind that the same boundaries bind.
    """
    game, at, found = state.game, state.at, 0
    single = game.forces.leaders | game.nations.kept_back | game.battlegroup.members
    bounded = state.bounded_units
    ways: dict[tuple[Crosser, int], tuple[int, int]] = {}
    for unit in set_bits(units):
        if single >> unit & 1:
            found |= _has_room(state, unit, taken, zone) << unit
            continue
        kind = game.crossers[unit], state.closed_to(unit) if bounded >> unit & 1 else 0
        outside, inside = ways.get(kind) or ways.setdefault(kind, _roomy(state, *kind, taken, zone))
        found |= ((inside if zone >> at[unit] & 1 else outside) >> at[unit] & 1) << unit
    return found


def _roomy(state: Position, crosser: Crosser, closed: int, taken: int, zone: int) -> tuple[int, int]:
    """The hexes from which a kind of unit can step into a hex that is not taken: outside enemy zones, and in them."""
    ground = state.game.ground
    costs, empty = ground.costs(crosser, state.season, state.blown), ground.grid.all & ~(taken | closed)
    return costs.leading_to(empty), costs.leading_to(empty & ~zone)


def _has_room(state: Position, unit: int, taken: int, zone: int) -> bool:
    """Whether a unit of a kind of its own can step into a hex that is not taken."""
    game, i = state.game, state.at[unit]
    empty = game.ground.costs(game.crossers[unit], state.season, state.blown).entered_from(i) & ~taken
    if zone >> i & 1 or game.forces.leaders >> unit & 1:
        empty &= ~zone
    if not empty:
        return False
    if (closed := state.closed_to(unit)) and state.bounded(unit):
        empty &= ~closed
    if state.optional:
        if game.nations.kept_back >> unit & 1:
            empty &= ~cooperation.across(state, unit, i)
        if game.battlegroup.members >> unit & 1 and battlegroup.played(state):
            empty &= nearness.sure(state, unit)
    return bool(empty)


def must_come_back(state: Position, units: int) -> int:
    """Those of some units that are out of bounds and can reach their army's ground (BW-R.16)."""
    found = 0
    for unit in bits(strays(state) & units):
        walk = walk_of(state, unit)
        if walk.comes_home:
            found |= 1 << unit
    return found
