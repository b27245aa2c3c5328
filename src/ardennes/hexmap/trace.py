"""Supply of a whole side in one flood, from its sources outwards: along roads, then so far off them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .costs import Costs
from .fields import Field, distances
from .flood import Move, flood
from .grid import Grid, Six
from .layers import Layer, SideLayer, lift, rules_of, union
from .reach import Reach
from .sixes import sides_minus, sides_or


@dataclass(slots=True)
class SupplyLine:
    """The rules of a supply line: from a unit over open ground to a road, then along roads to a source.

    The part over ground costs what the unit's steps towards the road would cost; the part along roads is
    of any length. A unit that lifts a ban by its presence is no part of `ban`.
    """

    roads: Six
    costs: Costs
    limit: int  # how much the way from the unit to the road may cost
    ban: Sequence[Layer] = ()  # hexes that no supply line enters
    no_road: Sequence[Layer] = ()  # hexes whose road is of no use
    cut: Sequence[SideLayer] = ()  # links that are of no use as roads

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that restrict the line, each once."""
        return rules_of(self.ban, self.no_road, self.cut)

    def without(self, rules: frozenset[str]) -> SupplyLine:
        """The line as it would be without these rules."""
        ban, no_road, cut = lift(self.ban, rules), lift(self.no_road, rules), lift(self.cut, rules)
        return SupplyLine(self.roads, self.costs.without(rules), self.limit, ban, no_road, cut)


class Supply:
    """What a side's supply lines reach."""

    __slots__ = ("_grid", "_line", "_reach", "_roads", "along", "road")

    def __init__(self, line: SupplyLine, along: Six, roads: Field) -> None:
        """What `supply` returns."""
        self.along = along  # the links that were open
        self.road = roads.within(len(roads.rings))  # the hexes that supply reaches along roads
        self._grid: Grid = line.costs.grid
        self._line = line
        self._roads = roads
        self._reach: Reach | None = None

    @property
    def _over_ground(self) -> Reach:
        """The flood from the roads, found when somebody asks for more than the roads."""
        if self._reach is None:
            line = self._line
            self._reach = flood(Move(line.costs.backwards, ban=line.ban), self.road, line.limit)
        return self._reach

    @property
    def mask(self) -> int:
        """Every hex in which a unit is supplied."""
        return self._over_ground.mask

    def road_without(self, cut: int) -> int:
        """The hexes that supply would reach along roads if some hexes were closed to it."""
        if not cut & self.road:
            return self.road
        nearer = 0
        for ring in self._roads.rings:  # up to the first one that is cut nothing changes
            if ring & cut:
                rest = distances(self._grid, ring & ~cut, ban=~self.road | cut | nearer, along=self.along)
                return nearer | rest.within(len(rest.rings))
            nearer |= ring
        return nearer

    def path(self, i: int) -> tuple[int, ...]:
        """A supply line from the hex to a source, both included; empty if the hex is not supplied."""
        return self._way(i, 0)

    def tree(self, hexes: int) -> list[tuple[int, ...]]:
        """Supply lines from all these hexes that are supplied, each only as far as one found before it."""
        covered = 0
        found = []
        for i in self._grid.sorted(hexes & self.mask):
            way = self._way(i, covered)
            if len(way) > 1:
                found.append(way)
            for j in way:
                covered |= 1 << j
        return found

    def _way(self, i: int, known: int) -> tuple[int, ...]:
        """A supply line from the hex to a source, or to the first known hex on it."""
        way: list[int] = []
        for j in reversed(self._over_ground.path(i)):
            way.append(j)
            if known >> j & 1:
                return tuple(way)
        if not way:
            return ()
        for ring in reversed(self._roads.rings[: self._roads.distance(way[-1])]):
            nearer = self._grid.across(1 << way[-1], self.along) & ring
            way.append((nearer & known or nearer).bit_length() - 1)
            if known >> way[-1] & 1:
                break
        return tuple(way)


def supply(line: SupplyLine, sources: int) -> Supply:
    """The supply of a whole side, from all its sources at once; a source that is banned is none."""
    grid = line.costs.grid
    ban = union(line.ban)
    no_road = ban | union(line.no_road)
    along = sides_minus(line.roads, sides_or(*(layer.six for layer in line.cut))) if line.cut else line.roads
    roads = distances(grid, sources & ~no_road, ban=no_road, along=along)
    return Supply(line, along, roads)
