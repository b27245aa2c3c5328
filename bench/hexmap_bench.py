"""How fast the map kernel is; `make bench` sets it beside random play of python-chess."""

from __future__ import annotations

import random
import timeit
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ardennes.hexmap import (
    Costs,
    Grid,
    GridSpec,
    Layer,
    Move,
    Paths,
    Retreat,
    SideLayer,
    Six,
    SupplyLine,
    distances,
    flood,
    sides_all,
    sides_minus,
    sides_named,
    supply,
)
from bench.measure import Measure

RUNS = 4
STARTS = 40
LIMITS = {
    "flood, 12 whole points": 60e-6,
    "flood, 4 points in twelfths": 100e-6,
    "zones of control of a side": 3e-6,
}


@dataclass
class Country:
    """A board of 55 by 35 hexes with woods, rough ground, roads, rivers and sixty enemy units."""

    seed: int = 5

    def __post_init__(self) -> None:
        """Draw the country."""
        rng = self.rng = random.Random(self.seed)
        grid = self.grid = Grid(GridSpec(55, 35))
        hexes = list(grid)
        self.woods = grid.mask(rng.sample(hexes, 500))
        self.rough = grid.mask(rng.sample(hexes, 300)) & ~self.woods
        self.roads = self._winding(25, 30)
        self.rivers = self._winding(20, 20)
        self.enemies = grid.mask(rng.sample(hexes, 60))
        self.zone = grid.around(self.enemies)
        middle = [i for i in hexes if 12 <= grid.order(i) // 35 < 43 and not (self.enemies | self.zone) >> i & 1]
        self.starts = rng.sample(middle, STARTS)

    def _winding(self, count: int, length: int) -> Six:
        names = set()
        for _ in range(count):
            i, d = self.rng.choice(list(self.grid)), self.rng.randrange(6)
            for _ in range(length):
                names.add(self.grid.side(i, d))
                i = self.grid.neighbours(i)[d]
                if i < 0:
                    break
                d = (d + self.rng.choice((0, 0, 0, 1, -1))) % 6
        return sides_named(self.grid, names)

    def costs(self, point: int, road: int) -> Costs:
        """Clear 1, woods 2, rough 3, rivers 1 more, roads whatever they cost."""
        clear = self.grid.all & ~(self.woods | self.rough)
        ground = Costs(self.grid).enter(clear, point).enter(self.woods, 2 * point).enter(self.rough, 3 * point)
        return ground.add_across(self.rivers, point).along(self.roads, road)

    @cached_property
    def whole(self) -> Costs:
        """Costs in whole points, a road hex being as dear as a clear one."""
        return self.costs(1, 1)

    @cached_property
    def twelfths(self) -> Costs:
        """Costs in twelfths, a road hex being a third."""
        return self.costs(12, 4)

    def move(self, costs: Costs) -> Move:
        """A move that enemies bar and their zones stop."""
        return Move(costs, stop=[Layer("zone", self.zone)], ban=[Layer("enemy", self.enemies)])

    def supply_line(self) -> SupplyLine:
        """Four hexes over ground to a road that is free of enemies."""
        ground = Costs(self.grid).enter(self.grid.all, 1)
        cut = SideLayer("bridge", sides_named(self.grid, ["2010/2011"]))
        return SupplyLine(self.roads, ground, 4, [Layer("zone", self.zone | self.enemies)], cut=[cut])


def operations(country: Country) -> Iterator[tuple[str, int, Callable[[], object]]]:
    """What is measured: a name, how many times a call does it, and the call."""
    grid, starts = country.grid, country.starts
    whole, twelfths = country.whole, country.twelfths
    dry = sides_minus(sides_all(grid), country.rivers)
    line = country.supply_line()
    edge = grid.mask(i for i in grid if grid.order(i) % 35 == 0)
    reach = flood(country.move(whole), 1 << starts[0], 12)
    far = max(grid.bits(reach.mask), key=lambda i: reach.cost(i) or 0)
    bans = [Layer("zone", country.zone | country.enemies)]

    yield "flood, 12 whole points", STARTS, lambda: [flood(country.move(whole), 1 << i, 12) for i in starts]
    yield "flood, 4 points in twelfths", STARTS, lambda: [flood(country.move(twelfths), 1 << i, 48) for i in starts]
    yield "flood, 4 whole points", STARTS, lambda: [flood(country.move(whole), 1 << i, 4) for i in starts]
    yield "zones of control of a side", 1, lambda: grid.around(country.enemies)
    yield "zones that rivers stop", 1, lambda: grid.across(country.enemies, dry)
    yield "hexes of a reach as numbers", 1, lambda: grid.names(reach.mask)
    yield "path back", 1, lambda: reach.path(far)
    yield "variation of costs", 1, lambda: whole.add(country.zone, 2).plan
    yield "distance field of the board", 1, lambda: distances(grid, 1 << starts[0])
    yield "supply of a side", 1, lambda: supply(line, edge)
    yield (
        "retreat of 3 hexes, first step",
        STARTS,
        lambda: [Paths(Retreat(grid, i, 3, bans, away=1 << i)).next_steps(()) for i in starts],
    )


def seconds(call: Callable[[], object]) -> float:
    """The best time of one call, over many short runs, because the machine may be busy with other things."""
    timer = timeit.Timer(call)
    number = max(1, int(0.004 / timer.timeit(1)))
    return min(timer.repeat(40, number)) / number


def run() -> list[Measure]:
    """Every operation, with its target where the project has set one."""
    country = Country()
    return [Measure(name, seconds(call) / count, LIMITS.get(name)) for name, count, call in operations(country)]
