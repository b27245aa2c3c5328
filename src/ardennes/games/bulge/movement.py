"""Movement (BU-10.0): where a unit can go, by a mechanized run along roads first, then by any other movement."""

from __future__ import annotations

from functools import cached_property

from ardennes.counters.journeys import last_step
from ardennes.games.bulge import bridges
from ardennes.games.bulge.forces import ALLIED, GERMAN
from ardennes.games.bulge.stacking import yielding
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.terrain import NOWHERE, Ways
from ardennes.games.bulge.zones import zone
from ardennes.hexmap import Layer, Move, Reach, Six, distances, flood

NONE: frozenset[str] = frozenset()
FAR = 200  # points: more than any way on the map costs
LIMIT, STOP, ENEMY, FRIENDS = "BU-10.0.limit", "BU-9.1.stop", "BU-10.0.enemy", "BU-8.0"
MEUSE, LEASH = "BU-13.0.meuse", "BU-13.0.leash"
MECH, ON_ROAD, BRIDGES, MARKERS = "BU-10.2.mech", "BU-10.2.mech1", "BU-11.0", "BU-7.2"
DIE = "BU-14.1.movement"


class Walk:
    """Where a unit can end its move, and how it gets there. Without the rules in `lifted`, for explanations.

    `entry` is the hex by which a unit enters that is still off the map, -1 for one on the map; `points` its
    allowance. Costs of the run are in fifths of a point, all others in points.
    """

    __slots__ = (
        "__dict__", "entry", "foe", "lead", "lifted", "near", "own", "points", "reach", "rings", "roads", "runs",
        "side", "start", "state", "stops", "unit", "ways",
    )  # fmt: skip

    def __init__(self, state: Position, unit: int, points: int, entry: int = -1, lifted: frozenset[str] = NONE) -> None:
        self.state = state
        self.unit = unit
        self.entry = entry
        self.lifted = lifted
        self.side = side = state.game.forces.side[unit]
        self.points = FAR if LIMIT in lifted else state.game.allowance if DIE in lifted else points
        self.foe = state.held[1 - side] if ENEMY not in lifted else 0
        self.stops = zone(state, 1 - side) if STOP not in lifted else 0
        self.own = state.held[side]
        i = state.at[unit] if entry < 0 else entry
        self.near = 1 << i
        self.start = self.near if entry < 0 else 0  # the hex that the unit leaves behind
        self.ways = self._ways()
        self.runs = self._may_run(i)
        self.lead = self._lead(i)  # fifths spent before the first hex of the map is left
        self.rings = self._run() if self.runs else (self.near,)
        self.reach = self._walk()

    # ---- what it costs ----

    def _ways(self) -> Ways:
        state, lifted = self.state, self.lifted
        ways = bridges.ways(state, self.side)
        if BRIDGES in lifted or MARKERS in lifted:
            cut = NOWHERE if BRIDGES in lifted else ways.bridges
            ways = Ways(state.game.ground, cut, 0 if MARKERS in lifted else ways.marked)
        return ways.banked if state.bound(self.unit) and MEUSE not in lifted else ways

    def _may_run(self, i: int) -> bool:
        """Whether the unit is mechanized or motorised, and begins on a road (BU-10.2.mech, BU-10.2.mech1)."""
        state = self.state
        if self.entry >= 0 and self.ways.marked >> i & 1:
            return False
        if not (state.game.forces.mechanized | state.motorised) >> self.unit & 1 and MECH not in self.lifted:
            return False
        return bool(state.game.ground.road_hexes >> i & 1) or ON_ROAD in self.lifted

    def _lead(self, i: int) -> int:
        """What entering the map costs: a road hex, or the terrain of one that is interdicted (BU-13.0.cost)."""
        if self.entry < 0:
            return 0
        game = self.state.game
        if self.ways.marked >> i & 1:
            terrain = game.ground.board.terrain_of(i)
            return int(game.tables["terrain"]["movement"][terrain]) * game.point
        return game.fifth if self.runs else game.point

    # ---- the two parts of a move ----

    @property
    def banned(self) -> int:
        """Enemy hexes, and for the British what is beyond their leash (BU-13.0.leash)."""
        state = self.state
        if not state.bound(self.unit) or LEASH in self.lifted:
            return self.foe
        entry = self.entry if self.entry >= 0 else state.entered[self.unit]
        return self.foe | ~state.game.ground.grid.disc(1 << entry, state.game.leash)

    def _run(self) -> tuple[int, ...]:
        """The hexes of a mechanized run by the fifths they cost; it ends in an enemy zone like any move."""
        grid = self.state.game.ground.grid
        limit = self.points * self.state.game.point - self.lead
        return distances(grid, self.near, ban=self.banned, along=self._leaving(self.ways.roads), limit=limit).rings

    def _leaving(self, roads: Six) -> Six:
        go = ~self.stops
        a, b, c, d, e, f = roads
        return a & go, b & go, c & go, d & go, e & go, f & go

    def _walk(self) -> Reach:
        """Other movement, from wherever the run ends; fractions of a point are dropped then (BU-10.2.mech3)."""
        point = self.state.game.point
        starts: list[tuple[int, int]] = [(self.near, self.lead // point)]
        if len(self.rings) > 1:
            whole = [0] * ((self.lead + len(self.rings) - 1) // point + 1)
            for fifths, ring in enumerate(self.rings, self.lead):
                whole[fifths // point] |= ring
            starts = [(mask & ~self.stops, cost) for cost, mask in enumerate(whole) if mask]
        stop = (Layer(STOP, self.stops),) if self.stops else ()
        return flood(Move(self.ways.costs, stop, (Layer(ENEMY, self.banned),)), starts, self.points)

    # ---- where it may end ----

    @cached_property
    def run(self) -> int:
        """The hexes that the run reaches."""
        found = 0
        for ring in self.rings:
            found |= ring
        return found

    @property
    def vacated(self) -> int:
        """The hex that the unit leaves empty: none if it makes room for a unit that has moved in (BU-R.6)."""
        return self.start if self.start and self.state.here[self.state.at[self.unit]] == self.unit else 0

    @cached_property
    def reached(self) -> int:
        """Every hex that the unit gets to, the one it leaves not counted."""
        return (self.run | self.reach.mask) & ~self.start

    @cached_property
    def go(self) -> int:
        """The hexes where its move may end: free ones, and those of friends who can make room (BU-R.6)."""
        if FRIENDS in self.lifted:
            return self.reached
        reached = self.reached
        free = reached & ~self.own
        return free | yielding(self, reached ^ free) if free != reached else free

    @cached_property
    def exits(self) -> int:
        """The exits by which a German unit can leave the map now, by number (BU-3.1.cost, BU-R.25)."""
        ground = self.state.game.ground
        near = (self.reached | self.start) & ground.exit_hexes & ~self.stops
        if not near or self.side == ALLIED:
            return 0
        return sum(1 << n for n, exit_ in enumerate(ground.exits) if near >> exit_.hex & 1 and self._leaves(exit_.hex))

    def _leaves(self, i: int) -> bool:
        game = self.state.game
        if self.runs and not self.ways.marked >> i & 1:
            fifths = self.fifths(i)
            if fifths is not None and self.lead + fifths + game.fifth <= self.points * game.point:
                return True
        cost = self.reach.cost(i)
        return cost is not None and cost < self.points

    def escapes(self, vacated: int) -> bool:
        """Whether the unit reaches a hex without a friend, one just vacated included, or an exit."""
        return bool(self.reached & (~self.own | vacated) or (self.side == GERMAN and self.exits))

    def after(self, friend: int) -> Walk:
        """The walk of a friend who would have to make room."""
        return Walk(self.state, friend, self.state.game.allowance)

    def fifths(self, i: int) -> int | None:
        """The fifths of a point that the run to a hex costs, the entry not counted; None if it does not get there."""
        return next((n for n, ring in enumerate(self.rings) if ring >> i & 1), None)

    def last_step(self, i: int) -> tuple[int, int] | None:
        """The hex from which other movement enters a hex most cheaply, and the points that it has cost then."""
        return last_step(self.state.game.ground.grid, self.reach, self.ways.costs, i, self.stops & ~self.near)

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
    """Whether a unit of the phasing side, in no enemy zone, has anywhere to go with its whole allowance."""
    walk = Walk(state, unit, state.game.allowance)
    return bool(walk.go or walk.exits)


def movable(state: Position) -> int:
    """The units on the map that may still move and have somewhere to go: a free hex next to them, or a walk."""
    ground, side = state.game.ground, state.phasing
    unlocked = state.fresh & ~zone(state, 1 - side)
    if state.ready is None:
        state.ready = state.units_at(unlocked)
    able = state.ready
    free = ground.grid.all & ~(state.held[0] | state.held[1])
    stuck = unlocked & ~ground.grid.around(free)
    if stuck:
        for i in ground.grid.bits(stuck):
            if not can_move(state, state.here[i]):
                able &= ~(1 << state.here[i])
    if state.entered and side == ALLIED and not state.released:
        able = _on_the_leash(state, able, free)
    return able


def _on_the_leash(state: Position, able: int, free: int) -> int:
    """Leave out the British units that have no free hex on their bank, within five hexes of their entry."""
    ground = state.game.ground
    for unit, entry in state.entered.items():
        if able >> unit & 1:
            near = ground.bank[state.at[unit]] & free & ground.grid.disc(1 << entry, state.game.leash)
            if not near and not can_move(state, unit):
                able &= ~(1 << unit)
    return able
