"""Movement (BW-5), zones and stacking in it (BW-6, 7): allowances, where a unit can go, and what forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from ardennes.counters import bits
from ardennes.counters.terms import Term
from ardennes.engine.options import set_bits
from ardennes.games.bitter_woods import (
    area,
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
from ardennes.games.bitter_woods.prices import Prices, off_roads, prices_of, steps_from
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import Bounds, Ground, WayOut
from ardennes.hexmap import Costs, Layer, Move, Reach, Six, Step, flood

FAR = 3000  # twelfths of a point: enough for any way on this map
NOWHERE = Bounds()
NO_ROADS: Six = (0, 0, 0, 0, 0, 0)


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
    if not (state.optional or state.game.closed_to[unit]) or not state.bounded(unit):
        return NOWHERE
    return state.game.ground.bounds.get(state.army_of(unit), NOWHERE)


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


class Terms(NamedTuple):
    """What limits a move; a flood is made from these alone."""

    points: int  # in twelfths
    prices: Prices
    foes: int  # hexes with enemy units
    stops: int  # enemy zones: a move that enters one ends
    same: int  # hexes that the first step may not enter: in the zone of an enemy unit that it begins in the zone of
    full: int  # hexes with so many friendly units that the move may not end there
    six: int  # hexes that army boundaries close, by rule
    five: int
    seven: int
    vacated: int  # hexes that friendly units have withdrawn from
    home: int  # of a unit out of bounds: its army's ground
    away: int  # of a unit out of bounds: where its move may not end
    outs: tuple[int, ...]  # the hexsides by which it may leave the map, by number
    road: int  # what leaving by road costs
    freeing: int  # hexes that free it of boundaries, all of them on its army's ground
    held: bool = False  # it may not move at all
    led: int = 0  # of a leader: hexes with another leader, where his move may not end
    alone: int = 0  # of a leader: hexes in enemy zones without a friend, which he may not enter
    tolled: int = 0  # hexes with a company of parachutists, where a die is rolled
    deceived: int = 0  # a town with commandos, where a die is rolled
    watched: int = 0  # hexes where a walk is interrupted: there may be a fuel dump, or one next to them
    paved: Prices | None = None  # of a unit that uses no roads: what steps would cost it by road
    mixed: int = 0  # hexes with units of the other Allied nation, in which the move may not end
    bombed: int = 0  # interdicted forest roads: a move that enters one ends, unless it challenges
    roads: Six = NO_ROADS  # the roads along which it may challenge
    clear: Prices | None = None  # what steps would cost without interdiction, for a challenge
    off: int = 0  # after a challenge: hexes off the road, which the next step may not enter
    slips: bool = False  # a die may let it out of enemy zones
    outside: int = 0  # hexes that are not in play
    apart: int = 0  # of Peiper's group: hexes too far from the others, in which the move may not end

    @property
    def no_end(self) -> int:
        """The hexes in which the move may not end."""
        return self.full | self.away | self.mixed | self.led | self.apart

    @property
    def halts(self) -> int:
        """The hexes in which a move that enters one ends."""
        return self.stops | self.bombed

    def through(self, ground: Ground, i: int) -> Terms:
        """The terms of a unit whose challenge has succeeded in a hex (BW-22.2)."""
        off = ground.ring[i] & ~ground.grid.across(1 << i, self.roads)
        return self._replace(bombed=self.bombed & ~(1 << i), off=off)

    @property
    def dice(self) -> int:
        """The hexes that are entered step by step only, since a die is rolled in them."""
        return self.tolled | self.deceived

    @property
    def bounds(self) -> int:
        """All hexes that boundaries close."""
        return self.six | self.five | self.seven

    def freed(self) -> Terms:
        """The terms of a unit that no boundary binds any more (BW-5.4.point)."""
        return self._replace(six=0, five=0, seven=0, home=0, away=0, freeing=0)


PLAIN = tuple(Terms._field_defaults.values())[:-2]  # what optional rules add where none is played


def _priced(rule: str, why: str) -> Term:
    """A rule that closes steps or makes them cost more."""
    return Term(rule, why, "prices", lambda terms: terms.prices.without(rule))


def _ends(rule: str, why: str) -> Term:
    """A rule that ends a move with its first step."""
    return Term(rule, why, "prices", lambda terms: terms.prices.going_on(rule))


TERMS = (
    Term(area.RULE, "it is outside the part of the map in play", "outside", 0),
    Term("BW-7.4.same", "it would move directly from hex to hex within one enemy unit's ZOC", "same", 0),
    _priced(cooperation.MEUSE, "of the British only 11/29 crosses the Meuse"),
    Term("BW-5.1.enemy", "an enemy unit is in the way", "foes", 0),
    Term("BW-9.5.CA.withdraw", "nobody enters a hex from which friends have withdrawn in this Game-Turn", "vacated", 0),
    Term("BW-5.4.six", "through 18PM Sixth Panzer Army keeps north of the boundary road, and off it", "six", 0),
    Term("BW-5.4.five", "through 18PM Fifth Panzer Army keeps south of the boundary road, or on it", "five", 0),
    Term("BW-5.4.seven", "through 18PM Fifth Panzer and Seventh Army keep to their own side of their road", "seven", 0),
    Term("BW-6.1", "there is no room for it to end its move there", "full", 0),
    Term("BW-28.2", "American and British units do not stack of their own will (BW-R.78)", "mixed", 0),
    Term("BW-24.3", "another leader is there, and a hex takes one", "led", 0),
    Term("BW-36.1", "it would be too far from the others of Kampfgruppe Peiper (BW-R.110)", "apart", 0),
    Term("BW-24.3.alone", "a leader would be lost in an enemy ZOC without a friendly unit (BW-R.80)", "alone", 0),
    Term("BW-7.4", "a unit that enters an enemy ZOC must stop there", "stops", 0),
    Term("BW-R.16", "it is out of bounds and has to come back to its army's ground", "away", 0),
    Term(
        "BW-R.94", "commandos have misdirected it, and it uses no roads on this Game-Turn (BW-29.4)", "prices",
        lambda terms: terms.paved or terms.prices,
    ),
    _priced("BW-27.1.road", "the rest of the advance leads along roads only (BW-R.102)"),
    _priced("BW-5.3.cliff", "nobody moves across a cliff"),
    _priced("BW-5.3.heavy", "heavy tanks never cross a river without a bridge"),
    _priced("BW-5.3.meuse", "it crosses the Meuse by bridge only"),
    _priced("BW-5.3.armor", "armor enters and leaves forests only by road"),
    _ends("BW-5.3.stop", "it ends its move when it has crossed a river"),
    _ends("BW-5.3.wade", "infantry that crosses the Meuse ends its move there"),
    _priced("BW-5.3.river", "a river without a bridge is crossed only as the first step of a move"),
    _priced("BW-11.3", "interdiction makes the way cost more"),
    Term("BW-22.1", "a mechanized unit stops in an interdicted forest hex unless it challenges", "bombed", 0),
    Term("BW-22.2", "after a challenge it goes on along the road (BW-R.97)", "off", 0),
    _priced("BW-29.1.two", "parachutists make the way cost more"),
    Term(
        "BW-29.1.toll",
        "there is a company of parachutists: a unit steps into that hex, with a point to spare, and rolls a die",
        "tolled", 0,
    ),
    Term("BW-25.3", "a fuel dump may be there or next to it: a unit goes on step by step", "watched", 0),
    Term("BW-29.4", "commandos are in that town: a unit steps into it and rolls a die", "deceived", 0),
    _priced("BW-5.3.mud", "mud makes the way cost more"),
    _priced("BW-5.3.ford", "the river makes the way cost more"),
    Term("BW-5.2", "it does not have the movement points", "points", FAR),
)  # fmt: skip


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
    zone = zones.zone(state, 1 - side)
    closed_by = bounds(state, unit)
    foes = state.held[1 - side]
    stops = zone & ~foes
    same = zones.same(state, unit) if at >= 0 and zone >> at & 1 else 0
    more = PLAIN
    if state.optional:
        if forces.leaders >> unit & 1:
            foes |= leaders.places(state, 1 - side)
        if (game.peiper | game.sneaking) >> unit & 1 and spearheads.licence(state, unit).ignores:
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
    return _hindered(state, unit, terms) if state.effects and side == ALLIED else terms


def _by_options(state: Position, unit: int, side: int, foes: int) -> tuple[Any, ...]:
    """What optional rules add to the terms of a unit's move: all of them from `held` to `slips`."""
    game, led, alone, watched, roads, clear = state.game, 0, 0, 0, NO_ROADS, None
    if game.forces.leaders >> unit & 1:  # he avoids other leaders, and enemy zones without a friend (BW-24.3, BW-R.80)
        led, alone = stacking.leaders_there(state, unit), leaders.deadly(state, side) & ~foes
    elif state.dumps and side == GERMAN:
        watched = fuel.watched(state)
    if bombed := challenge.hexes(state, unit):
        roads, clear = game.network.open_roads(state.blown), prices_of(state, unit, interdiction=False)
    mixed, slips = cooperation.strangers(state, unit), False
    if (game.peiper | game.sneaking) >> unit & 1:
        slips = spearheads.licence(state, unit).slips
    held = bool(game.forces.immobile >> unit & 1)
    return held, led, alone, 0, 0, watched, None, mixed, bombed, roads, clear, 0, slips


def _hindered(state: Position, unit: int, terms: Terms) -> Terms:
    """The terms of an Allied unit where parachutists and commandos are about (BW-29.1.toll, 29.4)."""
    doing = lasting.in_force(state)
    if doing.single or doing.town:
        terms = terms._replace(tolled=doing.single, deceived=doing.town)
    if lasting.off_roads(state) >> unit & 1:
        terms = terms._replace(paved=terms.prices, prices=off_roads(state, unit), road=state.game.ground.point)
    return terms


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


class Walk:
    """Where a unit can go from a hex, having spent so much; `begun` if it has entered a hex in this move.

    What every move asks is found when it is asked for and kept by hand: a `cached_property` takes a lock each time.
    """

    def __init__(self, ground: Ground, terms: Terms, i: int, spent: int, *, begun: bool) -> None:
        self.ground, self.terms = ground, terms
        self.hex, self.spent, self.begun = i, spent, begun
        self._wet = not begun and bool(terms.prices.banks >> i & 1)  # whether the first step may lead across a river
        self._reach: Reach | None = None
        self._go = -1

    @cached_property
    def tried(self) -> dict[Terms, Walk]:
        """The same move under other terms, for explanations."""
        return {}

    def under(self, terms: Terms) -> Walk:
        """The same move under other terms, found once."""
        found = self.tried.get(terms)
        if found is None:
            found = self.tried[terms] = Walk(self.ground, terms, self.hex, self.spent, begun=self.begun)
        return found

    @property
    def _free_hex(self) -> bool:
        """Whether some first step may cost more than the unit has (BW-5.2.one)."""
        if self.begun:
            return False
        costs, first, halt, _ = self.terms.prices
        left = self.terms.points - self.spent
        return left < costs.dearest or (self._wet and left < _dearest(first, halt))

    @property
    def reach(self) -> Reach:
        """The flood."""
        found = self._reach
        if found is None:
            found = self._reach = self._flood(ending=True)
        return found

    @cached_property
    def moving(self) -> Reach:
        """Where the unit gets and can still go on: no step in it ends the move."""
        return self._flood(ending=False) if self._wet or self._free_hex else self.reach

    def _flood(self, *, ending: bool) -> Reach:
        terms, here = self.terms, 1 << self.hex
        halts, no_end = terms.halts, terms.no_end
        costs, first, halt, _ = terms.prices
        if not self._wet:
            first = halt = None
        elif halt is not None and (not halt.table or not ending):
            halt = None
        steps = []
        if terms.same and not self.begun:
            steps.append(Step("BW-7.4.same", here, terms.same))
        if terms.home:
            steps.append(Step("BW-R.16", terms.home, terms.bounds))
        if terms.off:
            steps.append(Step("BW-22.2", here, terms.off))
        move = Move(
            costs,
            (Layer("BW-7.4", halts), Layer("BW-25.3", terms.watched)) if terms.watched else (Layer("BW-7.4", halts),),
            (Layer("BW-5.1.enemy", self._shut | terms.dice),),
            (Layer("BW-7.4", halts & here),) if self.begun and halts & here else (),
            (Layer("BW-6.1", no_end),) if no_end else (),
            steps,
            first,
            halt,
            ending and self._free_hex,
        )
        return flood(move, ((here, self.spent),), terms.points)

    @property
    def _shut(self) -> int:
        """The hexes that may not be entered, from wherever."""
        terms = self.terms
        return terms.foes | terms.vacated | terms.alone | terms.outside | (0 if terms.home else terms.bounds)

    @cached_property
    def onward(self) -> Reach | None:
        """Where it gets from a hex on the way that frees it of boundaries, None if it reaches none (BW-5.4.point)."""
        terms = self.terms
        if not terms.freeing & self.reach.passed:
            return None
        freeing = terms.freeing & self.moving.passed & ~terms.halts & ~(1 << self.hex)
        if not freeing:
            return None
        move = Move(
            terms.prices.costs,
            stop=(Layer("BW-7.4", terms.halts), Layer("BW-25.3", terms.watched)),
            ban=(Layer("BW-5.1.enemy", terms.foes | terms.vacated | terms.alone | terms.outside),),
            end=(Layer("BW-6.1", terms.full | terms.mixed | terms.led | terms.apart),),
        )
        starts = [(1 << i, _known(self.moving.cost(i))) for i in self.ground.grid.bits(freeing)]
        return flood(move, starts, terms.points)

    @property
    def go(self) -> int:
        """Where the move can end, the present hex not among them."""
        if self._go < 0:
            self._go = self._ends()
        return self._go

    def _ends(self) -> int:
        if self.terms.held:
            return 0
        found = self.reach.mask
        if self.terms.freeing and self.onward is not None:
            found |= self.onward.mask
        return found & ~(1 << self.hex)

    @property
    def comes_home(self) -> bool:
        """Whether it can reach its army's ground, at once or step by step where its walk is interrupted (BW-R.16)."""
        if not self.terms.home:
            return False
        walk = self.under(self.terms._replace(watched=0)) if self.terms.watched else self
        return bool(walk.go & self.terms.home)

    def cost(self, i: int) -> int:
        """What it will have spent in a hex that it reaches."""
        if not self.terms.freeing:
            return _known(self.reach.cost(i))
        return min(_known(reach.cost(i)) for reach in self._reaches(i))

    def charge(self, i: int) -> int:
        """The same as a player is told it: a crossing that ends the move takes all points (BW-5.3.stop, .wade)."""
        cost, halt = self.cost(i), self.terms.prices.halt
        halts = self._wet and halt is not None and steps_from(halt, self.hex).get(i) == cost
        return self.terms.points if halts else cost

    def path(self, i: int) -> tuple[int, ...]:
        """The cheapest way to a hex, from the present one."""
        reaches = self._reaches(i)
        if self.onward is None or min(reaches, key=lambda reach: _known(reach.cost(i))) is self.reach:
            return self.reach.path(i)
        rest = self.onward.path(i)
        return (*self.moving.path(rest[0]), *rest[1:])

    def _reaches(self, i: int) -> list[Reach]:
        """The floods by which the move can end in a hex; for one that is only passed, those that pass it."""
        found = [reach for reach in (self.reach, self.onward) if reach is not None and reach.passed >> i & 1]
        return [reach for reach in found if reach.mask >> i & 1] or found

    # ---- leaving the map ----

    @property
    def exits(self) -> int:
        """The hexsides by which it can leave, as a mask by number (BW-5.5)."""
        outs, ways = self.terms.outs, self.ground.ways_out
        if not outs or self.terms.held or not self.reach.passed & self.ground.rim:
            return 0
        return sum(1 << n for n in outs if self._leaves_by(ways[n]))

    def _leaves_by(self, way: WayOut) -> bool:
        terms, bit = self.terms, 1 << way.hex
        spent = self._spent_at(way.hex) if self.reach.passed & bit else None
        if spent is None or terms.away & bit:
            return False
        if terms.halts & bit and (self.begun or way.hex != self.hex):
            return False
        return spent + self.toll(way) <= terms.points

    def _spent_at(self, i: int) -> int | None:
        """What it has spent in a hex from which it can still go on."""
        found = [cost for reach in (self.moving, self.onward) if reach and (cost := reach.cost(i)) is not None]
        return min(found, default=None)

    def toll(self, way: WayOut) -> int:
        """What leaving by a hexside costs: the road rate where a road leads off the map, else a point (BW-R.17)."""
        return self.terms.road if way.road else self.ground.point

    def path_out(self, way: WayOut) -> tuple[int, ...]:
        """The way to the hex by which it leaves."""
        return self.moving.path(way.hex) or self.path(way.hex)

    # ---- step by step ----

    @property
    def steps(self) -> int:
        """The neighbouring hexes that it can enter, and from which its move can still be ended."""
        terms, here = self.terms, 1 << self.hex
        if terms.held or (self.begun and terms.halts & here):
            return 0
        beside = self.ground.ring[self.hex] & ~self._shut & ~terms.off
        if terms.home & here:
            beside &= ~terms.bounds
        if not self.begun:
            beside &= ~terms.same
        costs, first, halt, _ = terms.prices
        if self.begun and terms.points - self.spent < costs.dearest:
            return self._checked(beside, beside)
        if self._wet:  # whatever the first step costs, it may be made (BW-5.2.one)
            enters = (first or costs).entered_from(self.hex)
            beside &= enters if halt is None else enters | halt.entered_from(self.hex)
        else:
            beside &= costs.entered_from(self.hex)
        doubtful = beside & (terms.no_end | terms.dice)
        return self._checked(beside, doubtful) if doubtful else beside

    def _checked(self, beside: int, doubtful: int) -> int:
        """Some neighbouring hexes but for the doubtful ones that it cannot pay for, or end its move from."""
        found = beside & ~doubtful
        for j, spent in self._priced():
            if doubtful >> j & 1 and self._may_step(j, spent):
                found |= 1 << j
        return found

    def _priced(self) -> Iterator[tuple[int, int]]:
        """The neighbouring hexes that a step may enter, each with what the unit will have spent there."""
        costs, first, halt, _ = self.terms.prices
        points, spent = self.terms.points, self.spent
        for j, price in steps_from((first or costs) if self._wet else costs, self.hex).items():
            if spent + price <= points:
                yield j, spent + price
            elif not self.begun:
                yield j, points  # the free hex (BW-5.2.one)
        if self._wet and halt is not None:
            for j in steps_from(halt, self.hex):
                yield j, points  # the crossing ends the move

    def _may_step(self, j: int, spent: int) -> bool:
        if self.terms.dice >> j & 1:
            return self._may_risk(j, spent)
        return self._may_end_from(j, spent)

    def _may_risk(self, j: int, spent: int) -> bool:
        """Whether it may step into a hex where a die is rolled: whatever the die, it can end its move (BW-R.95)."""
        terms, point = self.terms, self.ground.point
        if terms.tolled >> j & 1:
            if self.spent + self._printed(j) + point > terms.points:
                return False
            spent = min(spent + point, terms.points)
        if terms.deceived >> j & 1:
            return not terms.no_end >> j & 1
        return self._may_end_from(j, spent)

    def _printed(self, j: int) -> int:
        """What a step costs, though it may end the move."""
        costs, first, halt, _ = self.terms.prices
        found = steps_from((first or costs) if self._wet else costs, self.hex).get(j)
        if found is None and halt is not None:
            found = steps_from(halt, self.hex).get(j)
        return _known(found)

    def _may_end_from(self, j: int, spent: int) -> bool:
        if not self.terms.no_end >> j & 1:
            return True
        if spent >= self.terms.points or self.terms.halts >> j & 1:
            return False
        terms = self.terms.freed() if self.terms.freeing >> j & 1 else self.terms
        terms = terms._replace(watched=0)  # an interruption is no end
        onward = Walk(self.ground, terms, j, spent, begun=True)  # one flood: looking step by step would fork at each
        return bool(onward.go or onward.exits or onward.challenges)

    def price(self, j: int) -> int | None:
        """What it will have spent when it has stepped into a neighbouring hex; a step that ends the move takes all."""
        return dict(self._priced()).get(j)

    # ---- against a die ----

    @cached_property
    def challenges(self) -> int:
        """The interdicted forest hexes that it may enter along a road with a die (BW-22.2).

        If the die is bad, its move ends there, room or not; if it is good, it must be able to end it somewhere.
        """
        terms, here = self.terms, 1 << self.hex
        if not terms.bombed or terms.held or (self.begun and terms.halts & here):
            return 0
        along = self.ground.grid.across(here, terms.roads) & terms.bombed & ~self._shut & ~terms.off
        along &= ~(0 if self.begun else terms.same) & ~(terms.bounds if terms.home & here else 0)
        return sum(1 << j for j in self.ground.grid.bits(along) if self._may_challenge(j))

    def _may_challenge(self, j: int) -> bool:
        spent = self.dared(j)
        if spent is None or not self.terms.no_end >> j & 1:
            return spent is not None
        return Walk(self.ground, self.terms.through(self.ground, j), j, spent, begun=True).able

    def dared(self, j: int) -> int | None:
        """What it will have spent when it has challenged the interdiction of a hex; None if it cannot pay."""
        smooth = self.terms.clear
        return self.under(self.terms._replace(prices=smooth, off=0)).price(j) if smooth else None

    @cached_property
    def slips(self) -> int:
        """The neighbouring hexes that it may enter only if a die lets it through enemy zones (BW-27)."""
        terms, here = self.terms, 1 << self.hex
        if not terms.slips or terms.held or (self.begun and not (terms.stops & here and self.may_stop)):
            return 0
        found, prices = self.unseen.steps & ~self.steps, dict(self.unseen._priced())
        return sum(1 << j for j in self.ground.grid.bits(found) if self._may_step(j, prices[j]))

    @property
    def unseen(self) -> Walk:
        """The same move if the zones of its hex did not count."""
        terms = self.terms
        return self.under(terms._replace(same=0, stops=terms.stops & ~(1 << self.hex)))

    @property
    def may_stop(self) -> bool:
        """Whether its move may end where it is."""
        return not self.terms.no_end >> self.hex & 1

    @property
    def able(self) -> bool:
        """Whether it can go anywhere at all: every move begins with a step, or leaves the map at once."""
        return bool(self.steps or self.exits or self.challenges or self.slips)


def _dearest(*prices: Costs | None) -> int:
    return max((costs.dearest for costs in prices if costs is not None), default=0)


def _known(cost: int | None) -> int:
    assert cost is not None
    return cost


def walk_of(
    state: Position, unit: int, i: int = -1, spent: int = 0, *, begun: bool = False, terms: Terms | None = None
) -> Walk:
    """Where a unit can go, from where it is or from another hex of its move."""
    start = i if i >= 0 else state.at[unit]
    if i < 0 and unit in state.spent:
        spent, begun = state.spent[unit], True
    return Walk(state.game.ground, terms or terms_of(state, unit), start, spent, begun=begun)


# ---- who can move ----


def able(state: Position, units: int, members: Callable[[int], int] | None = None) -> int:
    """Those of some units on the map, all of one side, that can go anywhere.

    A unit with room beside it in a hex that no rule closes can go there, whatever it costs (BW-5.2.one), if that hex
    is outside enemy zones or the unit is; only for the rest is there a flood. `members` finds those of a group that
    can go where all of them come together (BW-36.1).
    """
    if not units:
        return 0
    forces = state.game.forces
    side = forces.side[(units & -units).bit_length() - 1]
    lost = strays(state) | forces.immobile  # judged one by one
    for unit in state.spent:  # it goes on, with the points that it has left (BW-36.11.points)
        lost |= 1 << unit
    if state.effects:
        lost |= lasting.off_roads(state)
    found = _easily(state, side, units & ~lost)
    if members is not None and units & ~found & state.game.battlegroup.members:
        found |= members(units & ~found)
    for unit in set_bits(units & ~found):
        if walk_of(state, unit).able:
            found |= 1 << unit
    return found


def _easily(state: Position, side: int, units: int) -> int:
    """Those of some units with a hex beside them that they can enter and that has room for any unit.

    From one question of a phase to the next those stay as they are, but for units next to a hex that has been filled
    or has room again, and for the members of a group when one of them has moved.
    """
    foes, vacated, zone = state.held[1 - side], state.vacated[side], zones.zone(state, 1 - side)
    group = nearness.placed(state) if side == GERMAN and battlegroup.played(state) else None
    key = (state.turn, state.phase, foes, zone, vacated, state.blown, state.effects)
    full = state.crowds | state.posts[GERMAN] | state.posts[ALLIED]
    if cooperation.OPTION in state.optional:
        full |= state.held[ALLIED]
    before, known, stuck = state.roaming, 0, 0
    if before and before[0] == key:
        known, stuck = before[2], before[3]
        if changed := full ^ before[1]:
            near = changed | state.game.ground.grid.around(changed)
            again = ~(state.units_at(near & state.held[side]) | leaders.within(state, side, near))
            known, stuck = known & again, stuck & again
        if group != before[4]:
            again = ~state.game.battlegroup.members
            known, stuck = known & again, stuck & again
    if unknown := units & ~(known | stuck):
        taken = full | foes | vacated | state.outside
        if state.effects and side == ALLIED:
            taken |= lasting.with_companies(state, several=False) | lasting.town_of_commandos(state)
        for unit in set_bits(unknown):
            if _has_room(state, unit, taken, zone):
                known |= 1 << unit
            else:
                stuck |= 1 << unit
    state.roaming = (key, full, known, stuck, group)
    return known & units


def _has_room(state: Position, unit: int, taken: int, zone: int) -> bool:
    """Whether a unit can step into a hex that is not taken."""
    game, i = state.game, state.at[unit]
    empty = game.ground.costs(game.crossers[unit], state.season, state.blown).entered_from(i) & ~taken
    if zone >> i & 1 or game.forces.leaders >> unit & 1:
        empty &= ~zone
    if not empty:
        return False
    if (closed := state.closed_to(unit)) and state.bounded(unit):
        empty &= ~closed
    if state.optional:
        empty &= ~cooperation.across(state, unit, i)
        if battlegroup.OPTION in state.optional and unit in game.group:
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
