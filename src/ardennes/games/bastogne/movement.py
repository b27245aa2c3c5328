"""Movement (BA-5), zones in movement (BA-6.1), leaving the map (BA-11.4): where a unit can go, what forbids it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.counters.bars import Bar
from ardennes.counters.terms import Term
from ardennes.games.bastogne.forces import GERMAN, PEOPLE
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.terrain import Ground
from ardennes.games.bastogne.zones import beyond
from ardennes.hexmap import Costs, Layer, Move, Reach, Step, bare_flood, flood, reach_of
from ardennes.hexmap.bare import Flooded

FAR = 400  # halves of a point: enough for any way on this map


class Terms(NamedTuple):
    """What limits a move; a flood is made from these alone."""

    points: int  # in halves
    costs: Costs
    foes: int  # hexes with enemy units
    stops: int  # enemy zones: a move that enters one ends
    locked: int  # enemy zones that the first step of a move from an enemy zone may not enter
    friends: int  # hexes with other friendly units: no place to end
    shut: frozenset[int]  # imaginary hexes beyond the west edge that such a first step may not enter
    leaves: bool  # whether the unit may leave the map


TERMS = (
    Term("BA-6.1.leave", "it begins in an enemy ZOC and may not move directly into another", "locked", 0),
    Term("BA-5.1.enemy", "an enemy unit is in the way", "foes", 0),
    Term("BA-6.1", "a unit that enters an enemy ZOC must stop there", "stops", 0),
    Term("BA-5.3", "a friendly unit is there", "friends", 0),
    Term("BA-11.4.zone", "the hex beyond the edge is in an American ZOC", "shut", frozenset()),
    Term("BA-10.5", "woods cost a German mobile unit six points", "costs", lambda t: t.costs.without(("BA-10.5",))),
    Term("BA-10.5.road", "roads into woods cost it a point", "costs", lambda t: t.costs.without(("BA-10.5.road",))),
    Term("BA-10.5.trail", "trails into woods cost it two", "costs", lambda t: t.costs.without(("BA-10.5.trail",))),
    Term("BA-5.2.stream", "the stream costs a point", "costs", lambda t: t.costs.without(("BA-5.2.stream",))),
    Term("BA-5.1", "it does not have the movement points", "points", FAR),
)


def terms_of(state: Position, unit: int) -> Terms:
    """The terms of a unit's move as things stand."""
    forces, ground = state.game.forces, state.game.ground
    side = forces.side[unit]
    start = state.at[unit]
    zone = state.zone(1 - side)
    in_zone = start >= 0 and zone >> start & 1
    friends = state.held[side] & ~(1 << start) if start >= 0 else state.held[side]
    return Terms(
        state.figures(unit).allowance * ground.point,
        ground.costs[forces.kind[unit]],
        state.held[1 - side],
        zone,
        zone if in_zone else 0,
        friends,
        beyond(state) if in_zone and side == GERMAN else frozenset(),
        side == GERMAN,
    )


class Walk:
    """Where a unit can go from a hex, having spent so much; `begun` if it has entered a hex in this move."""

    def __init__(self, ground: Ground, kind: int, terms: Terms, i: int, spent: int, begun: bool) -> None:
        self.ground, self.kind, self.terms = ground, kind, terms
        self.hex, self.spent, self.begun = i, spent, begun

    @property
    def _locked(self) -> bool:
        """Whether its first step is unlike the others: from one enemy zone it may not enter another."""
        return bool(self.terms.locked) and not self.begun

    @cached_property
    def flooded(self) -> Flooded:
        """All hexes that it gets to, and those that it enters by cost."""
        terms, here = self.terms, 1 << self.hex
        if self._locked:
            return self.reach.passed, list(self.reach.levels), []
        held = terms.stops & here if self.begun else 0
        return bare_flood(terms.costs, ((here, self.spent),), terms.points, terms.foes, terms.stops, held)

    @cached_property
    def reach(self) -> Reach:
        """The flood with its rules by name, for the ways."""
        terms, here = self.terms, 1 << self.hex
        move = Move(
            terms.costs,
            stop=(Layer("BA-6.1", terms.stops),),
            ban=(Layer("BA-5.1.enemy", terms.foes),),
            leave=(Layer("BA-6.1", terms.stops & here),) if self.begun else (),
            end=(Layer("BA-5.3", terms.friends),),
            steps=(Step("BA-6.1.leave", here, terms.locked),) if self._locked else (),
        )
        start = ((here, self.spent),)
        return flood(move, start, terms.points) if self._locked else reach_of(self.flooded, move, start, terms.points)

    @property
    def go(self) -> int:
        """Where the move can end, the present hex not among them."""
        return self.flooded[0] & ~(self.terms.friends | 1 << self.hex)

    def cost(self, i: int) -> int:
        """What it will have spent in a hex that it reaches."""
        if i == self.hex:
            return self.spent
        for cost, hexes in self.flooded[1]:
            if hexes >> i & 1:
                return cost
        raise LookupError(f"{self.ground.grid.name(i)} is out of reach")

    def path(self, i: int) -> tuple[int, ...]:
        """The cheapest way to a hex, from the present one."""
        return self.reach.path(i)

    def passed(self, town: Sequence[int], i: int) -> list[int]:
        """Those of some hexes of Bastogne that the cheapest way to a hex leads through, in their order.

        The way is looked at only where they are near enough to it, and only as far back as they can be.
        """
        costs = {j: self.cost(j) for j in town if self.flooded[0] >> j & 1}
        onwards = self.ground.from_town
        near = [cost for j, cost in costs.items() if cost + onwards[j][self.kind][i] <= self.cost(i)]
        if not near:
            return []
        behind = takewhile(lambda stand: stand.cost >= min(near), self.reach.back(i))
        return [stand.hex for stand in behind if stand.hex in town][::-1]

    # ---- leaving the map ----

    @property
    def exits(self) -> int:
        """The hexsides by which it can leave, as a mask by number (BA-11.4)."""
        if not self.terms.leaves:
            return 0
        west = self.flooded[0] & self.ground.west & ~self.terms.stops
        if not self.begun:
            west |= 1 << self.hex & self.ground.west
        found, prices = 0, self.ground.leaving[self.kind]
        for i in bits(west):
            left = self.terms.points - self.cost(i)
            for price, sides in prices[i]:
                if price <= left:
                    found |= sides
        return found & ~self._shut() if self.terms.shut and not self.begun else found

    def _shut(self) -> int:
        """The sides of its hex that it cannot leave by, from an enemy zone into another (BA-11.4.zone)."""
        return sum(
            1 << n
            for n, exit_ in enumerate(self.ground.exits)
            if exit_.hex == self.hex and exit_.beyond in self.terms.shut
        )

    # ---- step by step ----

    @property
    def steps(self) -> int:
        """The neighbouring hexes that it can enter, and from which its move can still be ended."""
        found = 0
        for j, spent in self._beside():
            if not self.terms.friends >> j & 1 or Walk(self.ground, self.kind, self.terms, j, spent, True).able:
                found |= 1 << j
        return found

    def _beside(self) -> Iterator[tuple[int, int]]:
        """The neighbouring hexes that it can enter, and what it will have spent there."""
        terms = self.terms
        if self.begun and terms.stops >> self.hex & 1:
            return
        closed = terms.foes if self.begun else terms.foes | terms.locked
        for j, price in self.ground.prices(terms.costs, self.hex):
            if not closed >> j & 1 and self.spent + price <= terms.points:
                yield j, self.spent + price

    def price(self, j: int) -> int | None:
        """What it will have spent when it has stepped into a neighbouring hex."""
        price = self.terms.costs.cost(self.hex, j)
        return None if price is None else self.spent + price

    @property
    def able(self) -> bool:
        """Whether it can go anywhere at all; with a free hex beside it there is no need of a flood."""
        return any(not self.terms.friends >> j & 1 for j, _ in self._beside()) or bool(self.go or self.exits)


def walk_of(
    state: Position, unit: int, i: int = -1, spent: int = 0, *, begun: bool = False, terms: Terms | None = None
) -> Walk:
    """Where a unit can go, from where it is or from another hex of its move."""
    game = state.game
    start = i if i >= 0 else state.at[unit]
    return Walk(game.ground, game.forces.kind[unit], terms or terms_of(state, unit), start, spent, begun)


# ---- who may move ----


def able(state: Position, units: int) -> int:
    """Those of some units on the map that can go anywhere.

    With a free hex beside it a unit can always go there, except from one enemy zone into another; only for the rest is
    there a flood.
    """
    if not units:
        return 0
    grid, side = state.game.ground.grid, state.game.forces.side[next(bits(units))]
    own, zone = state.held[side], state.zone(1 - side)
    free = grid.all & ~(state.held[0] | state.held[1])
    easy = own & (grid.around(free) & ~zone | grid.around(free & ~zone) & zone)
    found = units & ~state.units_in(own & ~easy)
    for unit in bits(units & ~found):
        if walk_of(state, unit).able:
            found |= 1 << unit
    return found


def bars_on_map(state: Position, side: int, mobile_only: bool) -> list[Bar]:
    """Why a unit on the map, or off it for good, may not be picked."""
    forces = state.game.forces
    gone = sum(1 << unit for unit in bits(forces.of[side]) if state.steps(unit) == 0)
    found = [
        Bar("BA-10.3", f"is {PEOPLE[1 - side]}; it is the {PEOPLE[side]} player's turn", forces.of[1 - side]),
        Bar("BA-11.4.return", "has exited the map and may not return", state.out),
        Bar("BA-2.3.steps", "is eliminated", gone),
    ]
    if mobile_only:
        found.append(
            Bar("BA-5.1.mobile", "is a leg unit; only mobile units may move now", state.there[side] & ~forces.mobile)
        )
    return [*found, Bar("BA-5.1.once", "has already moved in this phase", state.moved)]
