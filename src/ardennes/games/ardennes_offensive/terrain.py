"""Terrain effects (AO-11.0) and the map's sets of hexes, as the rules speak of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce
from operator import or_
from typing import Any, cast

from ardennes.counters import ground, roads_in
from ardennes.engine import Reason
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SECTIONS
from ardennes.hexmap import Board, Costs, Grid, Layer, Six, sides_and, sides_minus, union

NO_SIDES: Six = (0, 0, 0, 0, 0, 0)


class Kind:
    """Units that move alike: side, mechanized or not, bound by the Meuse or not. A point has so many `parts`."""

    __slots__ = (
        "bound", "change", "changing", "mechanized", "number", "parts", "road", "side", "stack", "stacking", "word",
    )  # fmt: skip

    def __init__(self, number: int, side: int, mechanized: bool, bound: bool, tables: Mapping[str, Any]) -> None:
        self.number = number
        self.side = side
        self.mechanized = mechanized
        self.bound = bound
        self.word = word = "mechanized" if mechanized else "other"  # in the tables
        speed = tables["road_mode"]["hexes_per_point"]
        self.parts: int = speed[word if mechanized else ("german_other", "allied_other")[side]]  # one road hex each
        self.change: int = tables["road_mode"]["change"][word]  # points
        self.stack: int = tables["stacking"]["cost"][word]  # points
        self.changing: int = self.change * self.parts  # the same in parts
        self.stacking: int = self.stack * self.parts
        self.road: int = tables["terrain"]["hex"]["road"][word] * self.parts  # a road hex in standard mode


class Ground(ground.Ground):
    """The board as the rules of this game see it; nothing in it ever changes."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        super().__init__(board, tables)
        grid = self.grid
        self.rough = board.terrain("rough")
        self.live = board.terrain("clear") | self.rough
        self.edge = board.terrain("edge")  # Allied map-edge hexes (AO-5.3.L)
        self.barred = board.terrain("void")  # AO-E.map.1
        self.impassable = board.terrain("impassable")
        self.dead = grid.all & ~self.live
        self.river, self.ford = board.sides("river"), board.sides("ford")
        self.bridge, self.meuse = board.sides("bridge"), board.sides("meuse")
        links = board.links("road")
        self.highway = cast(Six, tuple(mask & self.live for mask in links))  # roads by which live hexes are entered
        self.road = sides_and(self.highway, _towards(grid, self.live))  # and which come from live hexes
        self._road = grid.in_shift_order(self.road)
        self._bridged = sides_and(self.highway, self.bridge)  # roads over bridges
        self.road_hexes = self.live & roads_in(links)
        self.town = board.feature("town")
        self.west_wall = board.feature("westwall")
        self.cleared = board.feature("cleared-westwall")
        self._into_the_wall = sides_and(self.highway, (self.west_wall,) * 6)
        no_columns = Layer("AO-R.24", self.west_wall)
        self.no_columns: tuple[tuple[Layer, ...], ...] = ((), (no_columns,))  # hexes closed to columns of each side
        self.immune = (self.town | self.west_wall | self.cleared, self.town)
        self.german_side = board.regions["german-side"] & self.live
        self.bastogne = next(p.hex for p in board.places if p.name == tables["victory"]["key_hex"])
        self._exits()
        self.inner = grid.mask(i for i in grid if min(grid.neighbours(i)) >= 0)  # hexes with six others round them
        self.west_bank = board.regions["west-bank"]
        self.by_the_meuse = self.west_bank | reduce(or_, self.meuse)  # beyond the river, or beside it (AO-14.3.C)
        self.joined = {i: grid.across(1 << i, self.road) for i in grid}  # the hexes that a road joins to each
        self.open_roads = tuple(
            {i: mask & ~union(shut) for i, mask in self.joined.items()} for shut in self.no_columns
        )  # the same without what columns of each side may not enter
        self.near = {i: grid.disc(1 << i, 2) for i in grid}  # within two hexes
        self.kinds = tuple(
            Kind(number, side, mechanized, bound, tables)
            for number, (side, mechanized, bound) in enumerate((
                (GERMAN, True, False), (GERMAN, False, False), (ALLIED, True, False),
                (ALLIED, False, False), (ALLIED, True, True), (ALLIED, False, True),
            ))
        )  # fmt: skip

    def _exits(self) -> None:
        """Exits, entries and supply sources are the same hexes (AO-R.29); the German ones lie on the east edge."""
        grid, board = self.grid, self.board
        self.worth = {grid.index(h): vp for part in self.tables["exits"] for h, vp in part["hexes"].items()}
        parts = {part["section"]: grid.mask(part["hexes"]) for part in self.tables["exits"]}
        self.sections = tuple(parts[name] for name in SECTIONS)
        self.section_of = {i: n for n, mask in enumerate(self.sections) for i in grid.bits(mask)}
        german = grid.mask(i for i, _ in board.edge_links("road"))
        self.entries = (german, board.feature("exit"))
        near = self.tables["supply"]["safe_within"]
        self.home = (grid.disc(self.entries[0], near), grid.disc(self.entries[1], near))
        self._far = {source: [grid.distance(source, i) if i in grid else 0 for i in range(grid.size)]
                     for source in grid.bits(german | self.entries[1])}  # fmt: skip

    def far(self, i: int, sources: int) -> int:
        """Hexes between a hex and the nearest of some supply sources, counted straight."""
        return min(self._far[source][i] for source in self.grid.bits(sources))

    def beside(self, mask: int) -> int:
        """Some hexes and those that a road joins to them, over interdicted bridges too (AO-6.5.G, AO-R.20)."""
        if not mask:
            return 0
        east, west, south, north, southwest, northeast = self._road
        stride = self.grid.stride
        return (
            mask
            | (mask & east) << 1
            | (mask & west) >> 1
            | (mask & south) << stride
            | (mask & north) >> stride
            | (mask & southwest) << stride - 1
            | (mask & northeast) >> stride - 1
        )

    def shut(self, i: int) -> Reason | None:
        """Why nobody enters a hex at all; None where the ground does not forbid it."""
        if self.impassable >> i & 1:
            return Reason("AO-11.0.impassable", f"{self.grid.name(i)} is impassable.")
        if self.barred >> i & 1:
            return Reason("AO-E.map.1", f"No unit may enter {self.grid.name(i)}.")
        return None

    def immunity(self, i: int) -> str:
        """The case that makes units in a hex immune to retreat."""
        if self.town >> i & 1:
            return "AO-11.0.town"
        return "AO-11.0.westwall" if self.west_wall >> i & 1 else "AO-11.0.cleared"

    @cached_property
    def front(self) -> tuple[int, int]:
        """The hexes of each side along the start line where a unit may stand (AO-E.map.5, AO-R.40)."""
        line = next(line for line in self.board.lines if line.name == "start")
        beside = 0
        for side in line.sides:
            i, d = self.grid.parse_side(side)
            beside |= 1 << i | 1 << self.grid.neighbours(i)[d]
        beside &= self.live
        return beside & self.german_side, beside & ~self.german_side

    @cached_property
    def rear(self) -> tuple[int, int]:
        """The live hexes of each side behind its front line (AO-R.40)."""
        return self.german_side & ~self.front[0], self.live & ~self.german_side & ~self.front[1]

    @cached_property
    def spared(self) -> Six:
        """The bridges wholly on the German side, which Game-Turn 1 spares (AO-13.4.E)."""
        inside = cast(Six, tuple(self.german_side & mask for mask in _towards(self.grid, self.german_side)))
        return sides_and(self.bridge, inside)

    # ---- what a step costs ----

    def standard(self, kind: Kind, cut: Six) -> Costs:
        """The costs of standard mode; a bridge that is cut is a river or ford like another (AO-R.25)."""
        sides = self.tables["terrain"]["side"]
        parts, word = kind.parts, kind.word
        costs = self._off_roads[kind.number]
        costs = costs.along(sides_minus(self.highway, cut), kind.road, "AO-11.0.road")
        costs = costs.add_across(sides_minus(self._bridged, cut), sides["bridge"][word] * parts, "AO-11.0.bridge")
        if kind.side == ALLIED:
            costs = costs.add_across(sides_minus(self._into_the_wall, cut), 0, "AO-R.27")
        costs = costs.add_across(cut, 0, "AO-R.25")
        return costs.close_across(self.meuse, "AO-14.3.C") if kind.bound else costs

    @cached_property
    def _off_roads(self) -> tuple[Costs, ...]:
        """For each kind what steps cost in standard mode where no road leads."""
        return tuple(self._off_road(kind) for kind in self.kinds)

    def _off_road(self, kind: Kind) -> Costs:
        hexes, sides = self.tables["terrain"]["hex"], self.tables["terrain"]["side"]
        parts, word = kind.parts, kind.word
        costs = Costs(self.grid).enter(self.live & ~self.rough, hexes["clear"][word] * parts, "AO-11.0.clear")
        costs = costs.enter(self.rough, hexes["rough"][word] * parts, "AO-11.0.rough")
        costs = costs.add_across(self.river, sides["river"][word] * parts, "AO-11.0.river")
        costs = costs.add_across(self.ford, sides["ford"][word] * parts, "AO-11.0.ford")
        if kind.side == ALLIED:
            costs = costs.add(self.west_wall, hexes["west_wall_allied_extra"] * parts, "AO-11.0.westwall")
        return costs

    def column(self, kind: Kind, cut: Six) -> Costs:
        """The costs of Road Mode: one part for each road hex, never over a bridge that is cut (AO-6.5.F, H)."""
        costs = Costs(self.grid).along(sides_minus(self.road, cut), 1, "AO-6.5.H")
        for layer in self.no_columns[kind.side]:
            costs = costs.close(layer.mask, layer.rule)
        if kind.bound:
            return costs.close_across(self.meuse, "AO-14.3.C")
        return costs.knowing(self._roads_that_are_open(kind.side, cut))

    def _roads_that_are_open(self, side: int, cut: Six) -> dict[int, int]:
        """Of each hex those that a column enters from it: what a road joins to it, but for bridges that are cut."""
        found = self.open_roads[side].copy()
        for d, mask in enumerate(cut):
            for i in self.grid.bits(mask):
                found[i] &= ~(1 << self.grid.neighbours(i)[d])
        return found

    @cached_property
    def easy(self) -> tuple[dict[int, int], ...]:
        """For each kind, of each hex the neighbours that cost a point and no more, whatever bridges are cut."""
        return tuple(self._easy(self.standard(kind, self.bridge).table[kind.parts]) for kind in self.kinds)

    def _easy(self, entered: Six) -> dict[int, int]:
        found = dict.fromkeys(self.grid, 0)
        for d, mask in enumerate(entered):
            for j in self.grid.bits(mask):
                i = self.grid.neighbours(j)[(d + 3) % 6]
                if i >= 0:
                    found[i] |= 1 << j
        return found


class Ways:
    """What steps cost one side while certain bridges are cut; made as they are asked for.

    Rules that are left out, for explanations, do not act.
    """

    __slots__ = ("_column", "_ground", "_left_out", "_standard", "cut", "side")

    def __init__(self, ground: Ground, side: int, cut: Six, left_out: frozenset[str] = frozenset()) -> None:
        self._ground = ground
        self._left_out = left_out
        self.side = side
        self.cut = cut
        self._standard: dict[Kind, Costs] = {}
        self._column: dict[bool, Costs] = {}  # alike for all kinds of a side but those bound by the Meuse

    def without(self, rule: str) -> Ways:
        """The same without a rule that closes hexes or hexsides."""
        return Ways(self._ground, self.side, self.cut, self._left_out | {rule})

    @property
    def uncut(self) -> Ways:
        """The same with every bridge open."""
        return Ways(self._ground, self.side, NO_SIDES, self._left_out)

    def standard(self, kind: Kind) -> Costs:
        """The costs of standard mode."""
        found = self._standard.get(kind)
        if found is None:
            found = self._standard[kind] = self._ground.standard(kind, self.cut).without(self._left_out)
        return found

    def column(self, kind: Kind) -> Costs:
        """The costs of Road Mode."""
        found = self._column.get(kind.bound)
        if found is None:
            found = self._column[kind.bound] = self._ground.column(kind, self.cut).without(self._left_out)
        return found


def _towards(grid: Grid, mask: int) -> Six:
    """For each direction, the hexes whose neighbour there is in the mask."""
    return cast(Six, tuple(grid.shift(mask, (d + 3) % 6) for d in range(6)))
