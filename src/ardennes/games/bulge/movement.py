"""Movement (BU-10.0): where a unit can go, by a mechanized run along roads first, then by any other movement."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ardennes.counters.journeys import last_step
from ardennes.counters.terms import Term
from ardennes.games.bulge import bridges
from ardennes.games.bulge.forces import ALLIED
from ardennes.games.bulge.stacking import yielding
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.terrain import NOWHERE, Ways
from ardennes.games.bulge.zones import zone
from ardennes.hexmap import Layer, Move, Reach, Six, bare_flood, distances, reach_of

FAR = 200  # points: more than any way on the map costs


class Terms(NamedTuple):
    """What a unit's move is made from: every rule that limits it acts in one of these."""

    unit: int
    side: int
    begin: int  # the hex where it is, or by which it enters
    entry: int  # the hex by which it enters, -1 for a unit on the map
    points: int  # its movement points
    allowance: int  # those of a unit in supply
    enemies: int  # hexes of enemy units
    friends: int  # hexes of friends, in which its move ends only if they make room
    stops: int  # hexes in enemy zones of control
    beyond: int  # hexes too far from where it entered, for the British
    ways: Ways  # what steps cost
    mechanized: bool  # or motorised
    on_road: bool  # whether it begins on a road

    @property
    def enters(self) -> bool:
        """Whether it comes onto the map."""
        return self.entry >= 0


LIMIT = Term("BU-10.0.limit", "it does not have enough MPs", "points", FAR)
TERMS = (
    Term("BU-10.0.enemy", "an enemy unit is in the way", "enemies", 0),
    Term("BU-8.0", "a friendly unit is there and cannot move out at once", "friends", 0),
    Term("BU-13.0.meuse", "British units may not cross the Meuse yet", "ways", lambda it: it.ways.but(closed=NOWHERE)),
    Term("BU-13.0.leash", "British units may not go that far from their entry hex yet", "beyond", 0),
    Term("BU-9.1.stop", "an enemy ZOC on the way ends the move", "stops", 0),
    Term("BU-14.1.movement", "it is out of supply and its die roll was too low", "points", lambda it: it.allowance),
    Term("BU-7.2", "the road is interdicted by air", "ways", lambda it: it.ways.but(marked=0)),
    Term("BU-11.0", "a bridge on the way is interdicted", "ways", lambda it: it.ways.but(bridges=NOWHERE)),
    Term("BU-10.2.mech", "it may not use mechanized road movement", "mechanized", True),
    LIMIT,
)
"""Every rule that limits a move, in the order in which they are left out to explain it."""


def terms_for(state: Position, unit: int, points: int, entry: int = -1) -> Terms:
    """The terms of a unit's move as they are now."""
    game = state.game
    ground, side = game.ground, game.forces.side[unit]
    ways, beyond = bridges.ways(state, side), 0
    begin = state.at[unit] if state.on_map(unit) else entry
    if state.bound(unit):
        ways = ways.but(closed=ground.meuse)
        beyond = ~ground.grid.disc(1 << state.entered.get(unit, entry), game.leash)
    return Terms(
        unit, side, begin, entry, points, game.allowance, state.held[1 - side], state.held[side],
        zone(state, 1 - side), beyond, ways, bool((game.forces.mechanized | state.motorised) >> unit & 1),
        bool(ground.road_hexes >> begin & 1),
    )  # fmt: skip


def walk(state: Position, unit: int, points: int, entry: int = -1) -> Walk:
    """Where a unit can go now with some points; `entry` is the hex by which it enters, -1 for one on the map."""
    return Walk(state, terms_for(state, unit, points, entry))


class Walk:
    """Where a unit can end its move, and how it gets there.

    Costs of the run are in fifths of a point, all others in points.
    """

    __slots__ = (
        "__dict__", "flooded", "lead", "near", "rings", "run", "runs", "start", "starts", "state", "terms",
    )  # fmt: skip

    def __init__(self, state: Position, terms: Terms) -> None:
        self.state = state
        self.terms = terms
        self.near = near = 1 << terms.begin
        self.start = near  # the hex that the unit leaves behind
        self.lead = 0  # fifths spent before the first hex of the map is left
        self.runs = terms.mechanized and terms.on_road
        if terms.enters:
            self._enter()
        self.run = near  # the hexes that the run reaches
        self.rings = self._run() if self.runs else (near,)  # by the fifths that they cost
        self.starts = self._starts()
        ban = terms.enemies | terms.beyond
        self.flooded = bare_flood(terms.ways.costs, self.starts, terms.points, ban, terms.stops)

    def on(self, state: Position) -> Walk:
        """The same walk on this copy of the position; the one that it was found on may have gone on."""
        return self if self.state is state else Walk(state, self.terms)

    # ---- entering the map ----

    def _enter(self) -> None:
        """Entering the map costs a road hex, or the terrain of one that is interdicted (BU-13.0.cost)."""
        game = self.state.game
        self.start = 0
        if self.near & self.terms.ways.marked:
            self.runs = False
            terrain = game.ground.board.terrain_of(self.terms.begin)
            self.lead = int(game.tables["terrain"]["movement"][terrain]) * game.point
        else:
            self.lead = game.fifth if self.runs else game.point

    # ---- the two parts of a move ----

    def _run(self) -> tuple[int, ...]:
        """The hexes of a mechanized run by the fifths they cost; it ends in an enemy zone like any move."""
        terms, game = self.terms, self.state.game
        along, limit = self._leaving(terms.ways.roads), terms.points * game.point - self.lead
        return distances(game.ground.grid, self.near, ban=terms.enemies | terms.beyond, along=along, limit=limit).rings

    def _leaving(self, roads: Six) -> Six:
        go = ~self.terms.stops
        a, b, c, d, e, f = roads
        return a & go, b & go, c & go, d & go, e & go, f & go

    def _starts(self) -> list[tuple[int, int]]:
        """Where other movement begins, and the points spent by then; fractions of one are dropped (BU-10.2.mech3)."""
        point = self.state.game.point
        if len(self.rings) == 1:
            return [(self.near, self.lead // point)]
        by_points = [0] * ((self.lead + len(self.rings) - 1) // point + 1)
        for fifths, ring in enumerate(self.rings, self.lead):
            by_points[fifths // point] |= ring
        for mask in by_points:
            self.run |= mask
        return [(mask & ~self.terms.stops, cost) for cost, mask in enumerate(by_points) if mask]

    @cached_property
    def reach(self) -> Reach:
        """What other movement reaches, with costs and ways, for which not every move is asked."""
        terms = self.terms
        stop, ban = Layer("BU-9.1.stop", terms.stops), Layer("BU-10.0.enemy", terms.enemies | terms.beyond)
        return reach_of(self.flooded, Move(terms.ways.costs, (stop,), (ban,)), self.starts, terms.points)

    # ---- where it may end ----

    @property
    def vacated(self) -> int:
        """The hex that the unit leaves empty: none if it makes room for a unit that has moved in (BU-R.6)."""
        terms = self.terms
        return self.start if self.start and self.state.here[terms.begin] == terms.unit else 0

    @cached_property
    def reached(self) -> int:
        """Every hex that the unit gets to, the one it leaves not counted."""
        return (self.run | self.flooded[0]) & ~self.start

    @cached_property
    def go(self) -> int:
        """The hexes where its move may end: free ones, and those of friends who can make room (BU-R.6)."""
        reached = self.reached
        free = reached & ~self.terms.friends
        return free | yielding(self, reached ^ free) if free != reached else free

    @cached_property
    def exits(self) -> int:
        """The exits by which a German unit can leave the map now, by number (BU-3.1.cost, BU-R.25)."""
        ground, terms = self.state.game.ground, self.terms
        if terms.side == ALLIED:
            return 0
        near = (self.reached | self.start) & ground.exit_hexes & ~terms.stops
        limit = terms.points * self.state.game.point
        return sum(
            1 << n for n, way in enumerate(ground.exits) if near >> way.hex & 1 and self.leaving_cost(way.hex) <= limit
        )

    def leaving_cost(self, i: int) -> int:
        """What it costs in all to leave the map from a hex, in fifths of a point: one point more than to the hex."""
        game, points = self.state.game, self.reach.cost(i)
        by_run = self.leaving_in_run(i)
        by_step = None if points is None else (points + 1) * game.point
        return min((cost for cost in (by_run, by_step) if cost is not None), default=FAR * game.point)

    def leaving_in_run(self, i: int) -> int | None:
        """What that costs in a run, a fifth more along the road; None without one, or from an interdicted hex."""
        fifths = self.fifths(i) if self.runs and not self.terms.ways.marked >> i & 1 else None
        return None if fifths is None else self.lead + fifths + self.state.game.fifth

    def escapes(self, vacated: int) -> bool:
        """Whether the unit reaches a hex without a friend, one just vacated included, or an exit."""
        terms = self.terms
        return bool(self.reached & (~terms.friends | vacated) or self.exits)

    def after(self, friend: int) -> Walk:
        """The walk of a friend who would have to make room."""
        return walk(self.state, friend, self.terms.allowance)

    # ---- what it costs ----

    def fifths(self, i: int) -> int | None:
        """The fifths of a point that the run to a hex costs, the entry not counted; None if it does not get there."""
        return next((n for n, ring in enumerate(self.rings) if ring >> i & 1), None)

    def last_step(self, i: int) -> tuple[int, int] | None:
        """The hex from which other movement enters a hex most cheaply, and the points that it has cost then."""
        terms = self.terms
        return last_step(self.state.game.ground.grid, self.reach, terms.ways.costs, i, terms.stops & ~self.near)

    def cost(self, i: int) -> int:
        """The cheapest cost of ending the move in a hex that is reached, in fifths of a point.

        A run that ends there keeps its fraction; it is dropped only for a unit that goes on (BU-10.2.mech3).
        """
        point, run = self.state.game.point, self.fifths(i)
        if run is None:
            points = self.reach.cost(i)
            assert points is not None
            return points * point
        step = self.last_step(i)
        return self.lead + run if step is None else min(self.lead + run, step[1] * point)


def can_move(state: Position, unit: int) -> bool:
    """Whether a unit of the phasing side, in no enemy zone, has anywhere to go with its full allowance."""
    found = walk(state, unit, state.game.allowance)
    return bool(found.go or found.exits)


def stuck(state: Position) -> int:
    """The units that may still move and have nowhere to go: no free hex next to them, and no walk to one."""
    ground, here = state.game.ground, state.here
    free = ground.grid.all & ~(state.held[0] | state.held[1])
    cramped = state.fresh & ~ground.grid.around(free)
    if state.entered:
        cramped |= _cramped_on_the_leash(state, free)
    if cramped:
        cramped &= ~zone(state, 1 - state.phasing)
    return sum(1 << here[i] for i in ground.grid.bits(cramped) if not can_move(state, here[i])) if cramped else 0


def _cramped_on_the_leash(state: Position, free: int) -> int:
    """The hexes of British units that have no free hex on their bank, within five hexes of their entry."""
    ground, found = state.game.ground, 0
    for unit, entry in state.entered.items():
        i = state.at[unit]
        if not ground.bank[i] & free & ground.grid.disc(1 << entry, state.game.leash):
            found |= 1 << i
    return found & state.fresh
