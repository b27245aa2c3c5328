"""The ways of a retreat (BW-9.7): which of them can be completed, and which keep to the guidelines.

The guidelines are followed hex by hex. Off the road a unit goes by the fewest hexes to a supply road; on the road it
goes on towards a source; at the end of the road it stays near one; and it leaves a road only where no road goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.games.bitter_woods import battlegroup, closeness, restrictions, supply
from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.state import Position
from ardennes.hexmap import Grid, Six, Supply, exits

EVERYWHERE = -1  # a mask of all hexes


class Rank(Enum):
    """Which ways are open to a unit, the best first (BW-R.35, BW-R.18)."""

    KEPT = "those that follow the guidelines and never leave the road"
    LEFT = "those that follow the guidelines and leave the road only where they must"
    ANY = "those that break no restriction"
    OFF = "those that lead off the map"
    NONE = "none"


class Stage(NamedTuple):
    """What a retreat is about at some hex of its way."""

    rule: str
    why: str  # what its next hex must do, for a sentence
    ruling: str = ""  # behind it
    toward: tuple[int, ...] = ()  # for each step to come, the hexes that lie on a shortest way to a supply road
    ends: int = EVERYWHERE  # the hexes in which the way may end


ROAD = Stage("BW-9.7.along", "it must continue along its supply road, towards a source", "BW-R.34")
EDGE = Stage("BW-R.36", "at the end of its supply road it must stay on or next to one")
FREE = Stage("BW-9.7.exact", "it may go anywhere")
TOWARD = Stage("BW-9.7.road", "it must take the shortest way to the nearest supply road", "BW-R.33")
NEAR = Stage("BW-9.7.road", "no supply road is within reach, so it must end as close to one as it can", "BW-R.33")


class Advice(NamedTuple):
    """The hexes that may come next, and what the retreat is about there."""

    hexes: int
    stage: Stage  # what led to these hexes
    then: Stage


class Ways:
    """The ways of one unit's retreat of some hexes. The position does not change while the unit is on its way."""

    def __init__(self, state: Position, unit: int, hexes: int, *, lifted: str = "") -> None:
        """`lifted` is a rule that is left out, to see what difference it makes."""
        ground = state.game.ground
        self.state, self.unit, self.hexes, self.start = state, unit, hexes, state.at[unit]
        self.side, self.lifted = state.game.forces.side[unit], lifted
        self.grid: Grid = ground.grid
        self.passable = restrictions.passable(ground, restrictions.kind_of(state, unit), state.blown, lifted)
        shut = 0
        for limit in restrictions.closed(state, unit):
            shut |= 0 if limit.rule == lifted else limit.hexes
        self.open = self.grid.all & ~shut
        self.no_end = restrictions.no_end(state, unit, self.grid.disc(1 << self.start, hexes)).hexes
        self._entered: dict[int, int] = {}
        self._leading: dict[int, int] = {}
        self.scattering = 0  # hexes too far from others of its group, where it does not end if it can help it (BW-36.2)
        if battlegroup.played(state) and (far := closeness.far_from_others(state, unit)):
            room, self.no_end = self.no_end, self.no_end | far
            if self.possible:
                self.scattering = far
            else:
                self.no_end = room

    # ---- ways that break no restriction ----

    def entered(self, i: int, been: int) -> int:
        """The hexes that may be entered from a hex on a way that has been in some hexes."""
        found = self._entered.get(i)
        if found is None:
            found = self._entered[i] = self.grid.across(1 << i, self.passable) & self.open
        return found & ~been

    def completes(self, i: int, been: int, left: int, ends: int = EVERYWHERE) -> bool:
        """Whether a way that has come to a hex can go on for that many hexes and end in one of some hexes."""
        if not left:
            return bool(ends & ~self.no_end & 1 << i)
        found = self.entered(i, been)
        if left == 1:
            return bool(found & ends & ~self.no_end)
        return any(self.completes(j, been | 1 << j, left - 1, ends) for j in self.grid.bits(found))

    def completed(self, hexes: int, been: int, left: int, ends: int = EVERYWHERE) -> int:
        """Those of some next hexes with which the way can be completed, that many hexes after them."""
        if not left:
            return hexes & ends & ~self.no_end
        return self.grid.mask(j for j in self.grid.bits(hexes) if self.completes(j, been | 1 << j, left, ends))

    @property
    def possible(self) -> bool:
        """Whether there is any way on the map that breaks no restriction."""
        return self.completes(self.start, 1 << self.start, self.hexes)

    # ---- off the map ----

    @cached_property
    def exits(self) -> int:
        """The hexsides, by number, by which an Allied unit can retreat off the map (BW-R.18)."""
        if self.side != ALLIED:
            return 0
        near = self.grid.disc(1 << self.start, self.hexes - 1)
        found = sum(1 << n for n, way in enumerate(self.state.game.ground.ways_out) if near >> way.hex & 1)
        for limit in restrictions.no_exit(self.state, self.unit, found):
            found &= EVERYWHERE if limit.rule == self.lifted else ~limit.hexes
        return found

    def exits_from(self, i: int) -> int:
        """The hexsides by which it can leave from a hex."""
        ways = self.state.game.ground.ways_out
        return sum(1 << n for n in bits(self.exits) if ways[n].hex == i)

    @cached_property
    def _exit_hexes(self) -> int:
        ways = self.state.game.ground.ways_out
        return self.grid.mask(ways[n].hex for n in bits(self.exits))

    def leaves(self, i: int, been: int, left: int) -> bool:
        """Whether a way that has come to a hex can leave the map within that many hexes."""
        if not left or not self._exit_hexes:
            return False
        if self._exit_hexes >> i & 1:
            return True
        return any(self.leaves(j, been | 1 << j, left - 1) for j in self.grid.bits(self.entered(i, been)))

    # ---- supply roads ----

    @cached_property
    def _net(self) -> Supply:
        return supply.roads(self.state, self.side, also=self.start)

    @property
    def roads(self) -> int:
        """The hexes of friendly supply roads (BW-R.33)."""
        return self._net.road

    @cached_property
    def sources(self) -> int:
        """Where these roads end."""
        return supply.sources(self.state, self.side) & self.roads

    @cached_property
    def near_roads(self) -> int:
        """The hexes on or next to a supply road (BW-R.36)."""
        return self.roads | self.grid.around(self.roads)

    def leading(self, been: int) -> int:
        """The hexes of supply roads from which a source can be reached without any of some hexes (BW-R.34)."""
        cut = been & self.roads
        found = self._leading.get(cut)
        if found is None:
            found = self._leading[cut] = self._net.road_without(cut)
        return found

    def along(self, i: int, been: int) -> int:
        """The next hexes along the road, towards a source (BW-9.7.along)."""
        return self.grid.across(1 << i, self._net.along) & self.leading(been) & self.entered(i, been)

    # ---- the guidelines ----

    @cached_property
    def _back(self) -> Six:
        return exits(self.grid, self.passable)

    def approach(self, i: int, been: int, left: int) -> Stage:
        """What a way is about that is not on a road: a supply road, or as near to one as it can end."""
        goal, free = self.leading(been), self.open & ~been
        rings = [1 << i]
        for _ in range(left):
            rings.append(self.grid.across(rings[-1], self.passable) & free)
            free &= ~rings[-1]
            if rings[-1] & goal:
                return TOWARD._replace(toward=self._narrowed(rings, goal))
        return self._nearest(i, been, left, goal)

    def _narrowed(self, rings: list[int], goal: int) -> tuple[int, ...]:
        """Of hexes one step apart from ring to ring, those on a way to the goal; the first ring is left out."""
        found = [rings[-1] & goal]
        for ring in reversed(rings[1:-1]):
            found.append(ring & self.grid.across(found[-1], self._back))
        return tuple(reversed(found))

    def _nearest(self, i: int, been: int, left: int, goal: int) -> Stage:
        """The hexes nearest to a supply road in which the way can end, by steps that a retreat can take.

        The road may be in an enemy zone, where a friend holds it: it is not entered, and still a road to be near.
        """
        reach = self._within(i, been, left)
        ring, free = goal, self.open & ~goal & ~been
        while ring:
            ring = self.grid.across(ring, self._back) & free
            free &= ~ring
            if ring & reach and self.completes(i, been, left, ring):
                return NEAR._replace(ends=ring)
        return FREE

    def _within(self, i: int, been: int, left: int) -> int:
        """The hexes that that many steps lead to, and some that only a hex entered twice leads to."""
        found = 1 << i
        for _ in range(left):
            found = self.grid.across(found, self.passable) & self.open & ~been
        return found

    @cached_property
    def first(self) -> Stage:
        """What the retreat is about before its first hex."""
        i, been = self.start, 1 << self.start
        if self.roads & been and (self.along(i, been) or self.sources & been):
            return ROAD
        return self.approach(i, been, self.hexes)

    def advice(self, i: int, been: int, stage: Stage) -> Advice:
        """What the guidelines say of the next hex, whatever comes after it; no hexes where a road leads no farther."""
        open_ = self.entered(i, been)
        if stage.toward:
            rest = stage.toward[1:]
            return Advice(open_ & stage.toward[0], stage, stage._replace(toward=rest) if rest else ROAD)
        if stage is ROAD:
            onward = self.along(i, been)
            if onward or not self.sources >> i & 1:
                return Advice(onward, ROAD, ROAD)
            stage = EDGE
        return Advice(open_ & self.near_roads if stage is EDGE else open_, stage, stage)

    def kept(self, i: int, been: int, left: int, stage: Stage) -> Advice:
        """The next hexes of ways that keep to the guidelines and never leave the road (BW-9.7.leave)."""
        advice = self.advice(i, been, stage)
        if left == 1:
            return advice._replace(hexes=advice.hexes & stage.ends & ~self.no_end)
        good = (j for j in self.grid.bits(advice.hexes) if self.kept(j, been | 1 << j, left - 1, advice.then).hexes)
        return advice._replace(hexes=self.grid.mask(good))

    def left(self, i: int, been: int, left: int, stage: Stage) -> Advice:
        """The next hexes of ways that leave the road where no road goes on, and make for a supply road again."""
        advice = self.advice(i, been, stage)
        if stage.toward and advice.then.toward:
            good = (j for j in self.grid.bits(advice.hexes) if self.left(j, been | 1 << j, left - 1, advice.then).hexes)
            return advice._replace(hexes=self.grid.mask(good))
        found = self.completed(advice.hexes, been, left - 1, stage.ends)
        if found or stage not in (ROAD, EDGE):
            return advice._replace(hexes=found)
        again = self.left(i, been, left, self.approach(i, been, left))
        return again if again.hexes else Advice(self.completed(self.entered(i, been), been, left - 1), FREE, FREE)

    # ---- the whole ----

    @cached_property
    def rank(self) -> Rank:
        """Which ways are open to the unit."""
        i, been = self.start, 1 << self.start
        if not self.possible:
            return Rank.OFF if self.leaves(i, been, self.hexes) else Rank.NONE
        if self.kept(i, been, self.hexes, self.first).hexes:
            return Rank.KEPT
        return Rank.LEFT if self.left(i, been, self.hexes, self.first).hexes else Rank.ANY

    def next(self, way: Sequence[int]) -> Advice:
        """What may come next on a way that begins with the hex of the unit; no hexes at its end."""
        been, i, left = self.grid.mask(way), way[-1], self.hexes - len(way) + 1
        if not left or self.rank is Rank.NONE:
            return Advice(0, FREE, FREE)
        if self.rank is Rank.OFF:
            open_ = self.entered(i, been)
            found = self.grid.mask(j for j in self.grid.bits(open_) if self.leaves(j, been | 1 << j, left - 1))
            return Advice(found, FREE, FREE)
        if self.rank is Rank.ANY:
            return Advice(self.completed(self.entered(i, been), been, left - 1), FREE, FREE)
        follow = self.kept if self.rank is Rank.KEPT else self.left
        stage, been = self.first, 0
        for n, hex_ in enumerate(way):
            been |= 1 << hex_
            advice = follow(hex_, been, self.hexes - n, stage)
            stage = advice.then
        return advice
