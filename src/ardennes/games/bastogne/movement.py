"""Movement (BA-5), zones in movement (BA-6.1), leaving the map (BA-11.4): where a unit can go, what forbids it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.counters.bars import Bar
from ardennes.counters.terms import Term
from ardennes.games.bastogne.forces import GERMAN, PEOPLE
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.terrain import Exit, Ground
from ardennes.games.bastogne.zones import beyond
from ardennes.hexmap import Costs, Layer, Move, Reach, Step, flood

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
    Term("BA-6.1.leave", "it begins in an enemy zone and may not step into another", "locked", 0),
    Term("BA-5.1.enemy", "an enemy unit is in the way", "foes", 0),
    Term("BA-6.1", "a unit that enters an enemy zone ends its move there", "stops", 0),
    Term("BA-5.3", "a friendly unit is there", "friends", 0),
    Term("BA-11.4.zone", "the hex beyond the edge is in an American zone", "shut", frozenset()),
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

    @cached_property
    def reach(self) -> Reach:
        """The flood."""
        terms, here = self.terms, 1 << self.hex
        move = Move(
            terms.costs,
            stop=(Layer("BA-6.1", terms.stops),),
            ban=(Layer("BA-5.1.enemy", terms.foes),),
            leave=(Layer("BA-6.1", terms.stops & here),) if self.begun else (),
            end=(Layer("BA-5.3", terms.friends),),
            steps=(Step("BA-6.1.leave", here, terms.locked),) if terms.locked and not self.begun else (),
        )
        return flood(move, ((here, self.spent),), terms.points)

    @property
    def go(self) -> int:
        """Where the move can end, the present hex not among them."""
        return self.reach.mask & ~(1 << self.hex)

    def cost(self, i: int) -> int:
        """What it will have spent in a hex that it reaches."""
        cost = self.reach.cost(i)
        assert cost is not None
        return cost

    def path(self, i: int) -> tuple[int, ...]:
        """The cheapest way to a hex, from the present one."""
        return self.reach.path(i)

    def may_pass(self, hexes: Sequence[int], i: int) -> bool:
        """Whether the cheapest way to a hex may lead through one of some hexes: no step costs less than one part."""
        passed, distance = self.reach.passed, self.ground.grid.distance
        return any(passed >> j & 1 and self.cost(j) + distance(j, i) <= self.cost(i) for j in hexes)

    # ---- leaving the map ----

    @cached_property
    def exits(self) -> int:
        """The hexsides by which it can leave, as a mask by number (BA-11.4)."""
        if not self.terms.leaves or not self.reach.passed & self.ground.west:
            return 0
        return sum(1 << n for n, exit_ in enumerate(self.ground.exits) if self._leaves_by(exit_))

    def _leaves_by(self, exit_: Exit) -> bool:
        if not self.reach.passed >> exit_.hex & 1:
            return False
        first = exit_.hex == self.hex and not self.begun
        if self.terms.stops >> exit_.hex & 1 and not first:
            return False
        if first and exit_.beyond in self.terms.shut:
            return False
        return self.cost(exit_.hex) + exit_.prices[self.kind] <= self.terms.points

    # ---- step by step ----

    @cached_property
    def steps(self) -> int:
        """The neighbouring hexes that it can enter, and from which its move can still be ended."""
        terms, ground = self.terms, self.ground
        if self.begun and terms.stops >> self.hex & 1:
            return 0
        beside = ground.ring[self.hex] & ~terms.foes
        if not self.begun:
            beside &= ~terms.locked
        return sum(
            [
                1 << j
                for j, price in ground.prices(terms.costs, self.hex)
                if beside >> j & 1 and self._steps_to(j, price)
            ]
        )

    def _steps_to(self, j: int, price: int) -> bool:
        spent = self.spent + price
        if spent > self.terms.points:
            return False
        if not self.terms.friends >> j & 1:
            return True
        on = Walk(self.ground, self.kind, self.terms, j, spent, True)
        return bool(on.go or on.exits)

    def price(self, j: int) -> int | None:
        """What it will have spent when it has stepped into a neighbouring hex."""
        price = self.terms.costs.cost(self.hex, j)
        return None if price is None else self.spent + price

    @property
    def able(self) -> bool:
        """Whether it can go anywhere at all."""
        return bool(self.go or self.exits)


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
    found = state.units_in(easy) & units
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
        Bar("BA-11.4.return", "has left the map and does not return", state.out),
        Bar("BA-2.3.steps", "is eliminated", gone),
    ]
    if mobile_only:
        found.append(
            Bar("BA-5.1.mobile", "is a leg unit; only mobile units move now", state.there[side] & ~forces.mobile)
        )
    return [*found, Bar("BA-5.1.once", "has already moved in this phase", state.moved)]
