"""Terrain effects on movement (BW-5.3) and the sets of hexes and hexsides that the rules speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ardennes.counters import ground
from ardennes.counters.sides import Sides
from ardennes.games.bitter_woods.forces import ARMIES, ARMOR, FOOT, GERMAN_FOOT, HORSE, PAYS, ROCKET, SIDES
from ardennes.hexmap import Board, Costs, Grid, Six, sides_all, sides_and, sides_minus, sides_named, sides_of, sides_or

COLUMN = {FOOT: "non_mechanized", GERMAN_FOOT: "non_mechanized"}  # of the terrain chart; the others share one
ROADS = {
    GERMAN_FOOT: ("german_infantry", "BW-5.3.foot"),
    ROCKET: ("german_infantry", "BW-5.3.foot"),
    HORSE: ("german_corps_artillery", "BW-5.3.horse"),
}
ENTERED = {  # the rule by which a hex of some terrain is paid for
    "clear": "BW-5.3.clear",
    "light-woods": "BW-5.3.woods",
    "broken": "BW-5.3.broken",
    "forest": "BW-5.3.forest",
    "town": "BW-5.3.town",
}
CLOSES = {  # the boundary rule behind each region of the board
    "six-five-road": "six",
    "south-of-six-five": "six",
    "north-of-six-five": "five",
    "south-of-five-seven": "seven",
    "north-of-five-seven": "seven",
}
DRY, MUD, FREEZE = range(3)  # the state of the ground
EDGES = ("north", "south", "west", "east")
OUTWARD = {"north": "N", "south": "S", "west": "SW"}  # the side of a hex that names its way out over an edge
REMEMBERED = 512  # costs that are kept: kinds of units by states of the ground, for some sets of blown bridges

Point = tuple[float, float]


class Crosser(NamedTuple):
    """What of a unit matters where it crosses a river."""

    pays: int
    wades: bool
    heavy: bool


class Crossings(NamedTuple):
    """The costs of a first step across a river: with those after which a move goes on, and those that end it."""

    first: Costs | None
    halt: Costs | None


NO_CROSSINGS = Crossings(None, None)


class Exit(NamedTuple):
    """A hexside by which German mechanized units leave the map (BW-5.5)."""

    name: str
    hex: int


class WayOut(NamedTuple):
    """A hexside by which units leave the map: one for each hex of the north, south and west edge (BW-5.5, BW-R.17)."""

    name: str
    hex: int
    edge: str
    road: bool  # a road leads off the map here
    german: bool  # German mechanized units leave here


class Bounds(NamedTuple):
    """The hexes that are closed to the mechanized units of an army, by the rule that closes them (BW-5.4)."""

    six: int = 0
    five: int = 0
    seven: int = 0

    @property
    def all(self) -> int:
        """All of them."""
        return self.six | self.five | self.seven


class Beyond(NamedTuple):
    """An imaginary hex beyond the edge, next to a hex of the map (BW-5.5.zones)."""

    edge: str  # north, south, west or east
    near: int  # the hexes of the map that it is next to


class Ground(ground.Ground):
    """The board as the rules of this game see it; nothing in it ever changes."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        super().__init__(board, tables)
        grid = self.grid
        self.point: int = tables["movement"]["point"]
        self.forest = board.terrain("forest")
        self.town = board.terrain("town")
        self.rivers = board.sides("river")
        self.meuse = board.sides("meuse")
        self.cliffs = board.sides("cliff")
        self.bridges = Sides(grid, [name for name, words in board.hexsides.items() if "bridge" in words])
        self.blown = self.bridges.mask(tables["bridges"]["blown"])  # at the start (BW-13.2.start)
        self.zone_sides: Six = sides_minus(sides_all(grid), self.meuse)  # zones do not cross the Meuse (BW-7.1)
        self.roads: Six = sides_minus(board.links("road"), grid.edges)
        self.road_hexes = ground.roads_in(self.roads)
        self.letters = {letter: grid.index(i) for edge in _edges(tables) for letter, i in edge.items()}
        self.edge_of = {letter: edge for edge in EDGES for letter in tables["edges"][edge]}
        self.forts = grid.mask(tables["fortifications"]["permanent"])
        self.fort_sites = grid.mask(tables["fortifications"]["buildable"].values())
        self.open_towns = self.town & ~self.fort_sites  # where nobody ever digs in
        self.bottleneck = grid.index(tables["bottleneck"]["hex"])
        self.far_bank = board.regions[tables["meuse"]["far_bank"]]
        self.liege = board.regions["liege"]
        self.exits = tuple(Exit(name, grid.parse_side(name)[0]) for name in tables["exit"]["sides"])
        self.freeing = {army: grid.mask(tables["boundaries"]["free"][army]) for army in ARMIES}
        self.bounds = {army: self._bounds(tables["boundaries"][army], self.freeing[army]) for army in ARMIES}
        self.closed = {army: bounds.all for army, bounds in self.bounds.items()}
        self.west = {army: _west(grid, tables["army_artillery"]["west"][army]) for army in ARMIES}
        self.off_road = lru_cache(maxsize=None)(self._off_road)
        self.bridge_sides = lru_cache(maxsize=REMEMBERED)(self.bridges.six)
        self.unbridged = lru_cache(maxsize=REMEMBERED)(self._unbridged)
        self.banks = lru_cache(maxsize=REMEMBERED)(self._banks)
        self.bridge_ends = lru_cache(maxsize=REMEMBERED)(self._bridge_ends)
        self.costs = lru_cache(maxsize=REMEMBERED)(self._costs)
        self.crossings = lru_cache(maxsize=REMEMBERED)(self._crossings)
        self.all_bridges = (1 << len(self.bridges)) - 1

    def _bounds(self, names: list[str], freeing: int) -> Bounds:
        """What some regions close; a hex that frees the army is open to it (BW-R.15)."""
        closed = dict.fromkeys(Bounds._fields, 0)
        for name in names:
            closed[CLOSES[name]] |= self.board.regions[name] & ~freeing
        return Bounds(**closed)

    # ---- what steps cost (BW-5.3), in twelfths of a point ----

    def season(self, turn: str) -> int:
        """The state of the ground on a Game-Turn: DRY, MUD or FREEZE."""
        names: list[str] = self.tables["turns"]["names"]
        mud, freeze, number = self.tables["mud"], self.tables["freeze"], names.index(turn)
        if names.index(mud["first"]) <= number <= names.index(mud["last"]):
            return MUD
        return FREEZE if number >= names.index(freeze["first"]) else DRY

    def _off_road(self, unit: Crosser, season: int) -> Costs:
        """What steps cost a kind of unit in a state of the ground, if there were no roads and no bridges."""
        costs, column = Costs(self.grid), COLUMN.get(unit.pays, "mechanized")
        for terrain, rule in ENTERED.items():
            costs = costs.enter(self.board.terrain(terrain), self._entry(terrain, column, DRY), rule)
        if season == MUD:
            costs = costs.enter(self.board.terrain("clear"), self._entry("clear", column, MUD), "BW-5.3.mud")
        if season == FREEZE:
            woods = self.board.terrain("light-woods")
            costs = costs.enter(woods, self._entry("light-woods", column, FREEZE), "BW-5.3.freeze")
        if unit.pays == ARMOR:
            costs = costs.close_across(self.in_or_out_of_forest, "BW-5.3.armor")
        for rule, sides in self._closed_rivers(unit):
            costs = costs.close_across(sides, rule)
        return costs

    def _closed_rivers(self, unit: Crosser) -> Iterator[tuple[str, Six]]:
        """The rivers without cliffs, each hexside under the one rule that a refusal is to name."""
        rivers = sides_minus(self.rivers, self.cliffs)
        if unit.heavy:
            yield "BW-5.3.heavy", rivers
        elif unit.wades:
            yield "BW-5.3.river", rivers
        else:
            yield "BW-5.3.meuse", sides_and(rivers, self.meuse)
            yield "BW-5.3.river", sides_minus(rivers, self.meuse)

    def _costs(self, unit: Crosser, season: int, blown: int) -> Costs:
        """What steps cost a kind of unit while these bridges are blown; without a bridge a river is closed."""
        rate, rule = ROADS.get(unit.pays, ("others", "BW-5.3.road"))
        roads = sides_minus(self.roads, self.bridge_sides(blown)) if blown else self.roads
        costs = self.off_road(unit, season).along(roads, self.tables["road"][rate], rule)
        return costs.close_across(self.cliffs, "BW-5.3.cliff")

    def across_bridges(self, costs: Costs, unit: Crosser, season: int, blown: int) -> Costs:
        """Costs off roads with the bridges that stand open at the price of the terrain behind them (BW-R.94)."""
        standing, column = self.bridges.six(self.all_bridges & ~blown), COLUMN.get(unit.pays, "mechanized")
        for terrain, rule in ENTERED.items():
            into = (self.board.terrain(terrain),) * 6
            costs = costs.along(sides_and(standing, into), self._entry(terrain, column, season), rule)
        if unit.pays == ARMOR:
            costs = costs.close_across(sides_and(standing, self.in_or_out_of_forest), "BW-5.3.armor")
        return costs

    def _unbridged(self, blown: int) -> Six:
        """The river hexsides that no bridge crosses while these are blown; a cliff is another matter."""
        return sides_or(self._never_bridged, sides_minus(sides_and(self.rivers, self.bridge_sides(blown)), self.cliffs))

    def _bridge_ends(self, some: int) -> int:
        """The hexes at the ends of some bridges."""
        return ground.roads_in(self.bridge_sides(some))

    @cached_property
    def _never_bridged(self) -> Six:
        """The river hexsides that have no bridge, standing or blown, and no cliff."""
        return sides_minus(sides_minus(self.rivers, self.bridges.six(self.all_bridges)), self.cliffs)

    def _banks(self, blown: int) -> int:
        """The hexes beside a river without a bridge, from which first steps differ."""
        return ground.roads_in(self.unbridged(blown))

    def _crossings(self, unit: Crosser, season: int, blown: int) -> Crossings:
        """How a kind of unit crosses rivers without a bridge, as the first step of its move (BW-5.3.river)."""
        dry = sides_minus(self.unbridged(blown), self.meuse)
        wet = sides_and(self.unbridged(blown), self.meuse)
        if unit.heavy:
            return NO_CROSSINGS
        if unit.wades:
            column = COLUMN.get(unit.pays, "mechanized")
            first, halt = self.costs(unit, season, blown), Costs(self.grid)
            for terrain, rule in ENTERED.items():
                into = (self.board.terrain(terrain),) * 6
                parts = self._entry(terrain, column, season)
                first = first.along(sides_and(dry, into), parts, rule)
            for parts, into in self._by_entry(column, season):
                halt = halt.along(sides_and(wet, into), parts, "BW-5.3.wade")
            for terrain, points in self.tables["river"]["more"].items():
                into = (self.board.terrain(terrain),) * 6
                first = first.add_across(sides_and(dry, into), points * self.point, "BW-5.3.ford")
            return Crossings(first, halt)
        halt = Costs(self.grid)
        for parts, into in self._by_entry("mechanized", season):
            halt = halt.along(sides_and(dry, into), parts, "BW-5.3.stop")
        if unit.pays == ARMOR:
            halt = halt.close_across(self.in_or_out_of_forest, "BW-5.3.armor")
        return Crossings(None, halt)

    def _by_entry(self, column: str, season: int) -> Iterator[tuple[int, Six]]:
        """What entering hexes off roads costs, each price with all hexes that have it, from whatever side."""
        found: dict[int, int] = {}
        for terrain in ENTERED:
            parts = self._entry(terrain, column, season)
            found[parts] = found.get(parts, 0) | self.board.terrain(terrain)
        return ((parts, (hexes,) * 6) for parts, hexes in found.items())

    def _entry(self, terrain: str, column: str, season: int) -> int:
        """What entering a hex of some terrain costs off roads."""
        table = self.tables["terrain"]["movement"]
        if season == MUD and terrain == "clear":
            table = self.tables["mud"]
        if season == FREEZE and terrain == "light-woods":
            table = self.tables["freeze"]
        points: int = table[terrain][column]
        return points * self.point

    def entering(self, i: int, pays: int, season: int) -> int:
        """What entering a hex by its terrain costs a kind of unit."""
        return self._entry(self.board.terrain_of(i), COLUMN.get(pays, "mechanized"), season)

    @cached_property
    def in_or_out_of_forest(self) -> Six:
        """The hexsides of forest hexes, each seen from the hex that is entered."""
        return sides_of(self.grid, self.forest)

    @cached_property
    def zones(self) -> dict[int, int]:
        """For each hex those in the zone of a unit in it, its own not among them (BW-7.1)."""
        return {i: self.grid.across(1 << i, self.zone_sides) for i in self.grid}

    @cached_property
    def road_rates(self) -> dict[int, int]:
        """What a hex of road costs each kind of unit, by how it pays."""
        rates: dict[str, int] = self.tables["road"]
        return {pays: rates[ROADS.get(pays, ("others", ""))[0]] for pays in PAYS}

    @cached_property
    def over_rivers(self) -> dict[int, int]:
        """For each hex those across a river from it; a bridge, standing or blown, is part of the river (BW-R.26)."""
        return {i: self.grid.across(1 << i, self.rivers) for i in self.grid}

    @cached_property
    def over_meuse(self) -> dict[int, int]:
        """For each hex those across the Meuse from it (BW-R.62)."""
        return {i: self.grid.across(1 << i, self.meuse) for i in self.grid}

    @cached_property
    def over_bridges(self) -> dict[int, int]:
        """For each hex those across the Meuse or a bridge from it, where one may doubt that it is a river."""
        doubtful = sides_or(self.meuse, self.bridges.six(self.all_bridges))
        return {i: self.grid.across(1 << i, doubtful) for i in self.grid}

    @cached_property
    def over_cliffs(self) -> dict[int, int]:
        """For each hex those across a cliff from it."""
        return {i: self.grid.across(1 << i, self.cliffs) for i in self.grid}

    # ---- the edge of the map ----

    @cached_property
    def beyond(self) -> dict[int, tuple[Beyond, ...]]:
        """For each hex of the edge the imaginary hexes next to it."""
        grid, found = self.grid, {}
        for i in grid:
            missing = [d for d, j in enumerate(grid.neighbours(i)) if j < 0]
            if missing:
                found[i] = tuple(Beyond(self._edge(i, d), self._near(i, d)) for d in missing)
        return found

    @cached_property
    def roads_off(self) -> frozenset[str]:
        """The hexsides by which a road leads off the map; a town at the edge has one too (BW-5.5.towns)."""
        found = {side for sides in self.board.side_regions.values() for side in sides}
        found |= {exit_.name for exit_ in self.exits}
        found |= {f"{self.grid.name(i)}/{OUTWARD.get(self.edge_of[letter], '')}" for letter, i in self.letters.items()}
        return frozenset(found)

    @cached_property
    def lettered(self) -> int:
        """The hexes with a letter."""
        return self.grid.mask(set(self.letters.values()))

    @cached_property
    def edge(self) -> int:
        """The hexes of all edges."""
        return self.grid.mask(self.beyond)

    @cached_property
    def roadless_forests(self) -> int:
        """The forests of the edge from which no road leads off the map: tanks do not come in by them (BW-R.51)."""
        return self.edge & self.forest & ~self.grid.mask({side.partition("/")[0] for side in self.roads_off})

    @cached_property
    def ways_out(self) -> tuple[WayOut, ...]:
        """Every hexside by which units leave the map, by number."""
        grid, german = self.grid, {exit_.name for exit_ in self.exits}
        found = []
        for i, around in self.beyond.items():
            for edge, direction in OUTWARD.items():
                if any(beyond.edge == edge for beyond in around):
                    name = f"{grid.name(i)}/{direction}"
                    road = name in self.roads_off or bool(self.town >> i & 1)
                    found.append(WayOut(name, i, edge, road, name in german))
        return tuple(found)

    @cached_property
    def outs(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of those by which units of each side leave."""
        return tuple(n for n, way in enumerate(self.ways_out) if way.german), tuple(range(len(self.ways_out)))

    @cached_property
    def rim(self) -> int:
        """The hexes by which units leave the map."""
        return self.grid.mask({way.hex for way in self.ways_out})

    @cached_property
    def way_out(self) -> dict[str, int]:
        """The number of each of these hexsides by its name."""
        return {way.name: n for n, way in enumerate(self.ways_out)}

    def _edge(self, i: int, d: int) -> str:
        """The edge that a side of a hex belongs to: its column says so for sides that slant."""
        direction, column = self.grid.directions[d], int(self.grid.name(i)[:2])
        if direction in ("N", "S"):
            return "north" if direction == "N" else "south"
        if column == self.tables["map"]["columns"] and direction.endswith("W"):
            return "west"
        if column == 1 and direction.endswith("E"):
            return "east"
        return "north" if direction.startswith("N") else "south"

    def _near(self, i: int, d: int) -> int:
        """The hexes of the map next to the imaginary hex beyond side d of a hex."""
        x, y = self.grid.centre(i)
        dx, dy = self._vectors[d]
        around = (self.grid.at(x + dx + u, y + dy + v) for u, v in self._vectors)
        return self.grid.mask(j for j in around if j >= 0)

    @cached_property
    def _vectors(self) -> tuple[Point, ...]:
        """From the centre of a hex to those of its six neighbours."""
        grid = self.grid
        inland = next(i for i in grid if min(grid.neighbours(i)) >= 0)
        x, y = grid.centre(inland)
        return tuple((u - x, v - y) for u, v in map(grid.centre, grid.neighbours(inland)))

    # ---- supply and victory ----

    @cached_property
    def sources(self) -> tuple[int, int]:
        """The hexes where a road leads off a friendly edge, by side (BW-12.3); Liège is another matter."""
        regions = (self.board.side_regions[self.tables["supply"][side]["roads"]] for side in SIDES)
        german, allied = (self.grid.mask({side.partition("/")[0] for side in sides}) for sides in regions)
        return german, allied

    @cached_property
    def meuse_reach(self) -> Six:
        """The hexsides of the Meuse from Vireux downstream to Ramet (BW-17.3)."""
        course = next(river.sides for river in self.board.rivers if river.name == "Meuse")
        vireux, ramet = (self.tables["meuse"][name] for name in ("vireux", "ramet"))
        first = max(n for n, side in enumerate(course) if vireux in side)
        last = min(n for n, side in enumerate(course) if ramet in side)
        return sides_named(self.grid, course[first : last + 1])

    @cached_property
    def near_meuse(self) -> int:
        """The hexes north of Vireux within one hex of that reach, on their own bank (BW-R.53)."""
        bank = ground.roads_in(self.meuse_reach)
        far, near = bank & self.far_bank, bank & ~self.far_bank
        return self.northern & (bank | self._along(far, self.far_bank) | self._along(near, ~self.far_bank))

    def _along(self, hexes: int, bank: int) -> int:
        return self.grid.around(hexes) & bank & self.grid.all

    @cached_property
    def northern(self) -> int:
        """The hexes north of Vireux (BW-R.53)."""
        row = int(self.tables["meuse"]["vireux"][2:])
        return self.grid.mask(name for name in self.numbers if int(name[2:]) < row)

    @cached_property
    def north_of_vireux(self) -> int:
        """The far bank north of Vireux (BW-17.2)."""
        return self.far_bank & self.northern

    @cached_property
    def watched(self) -> int:
        """The hexes near enough to the Meuse north of Vireux to bring the British (BW-16.1.meuse)."""
        within: int = self.tables["conditions"]["meuse"]["within"]
        return self.grid.disc(ground.roads_in(self.meuse) & self.northern, within)

    @cached_property
    def telling(self) -> int:
        """The hexes in which something may happen to a unit that passes, wherever fortifications have been built."""
        found = self.near_herve | self.liege
        for freeing in self.freeing.values():
            found |= freeing
        return found

    @cached_property
    def near_herve(self) -> int:
        """The hexes near enough to Herve to free its regiment (BW-16.1.herve)."""
        found = self.tables["conditions"]["herve"]
        return self.grid.disc(1 << self.grid.index(found["hex"]), found["within"])


def _edges(tables: Mapping[str, Any]) -> list[dict[str, str]]:
    return [tables["edges"][edge] for edge in EDGES]


def _west(grid: Grid, points: Sequence[str]) -> int:
    """The hexes in a column west of that of a point; columns are numbered from the east."""
    first = min(int(point[:2]) for point in points)
    return grid.mask(i for i in grid.bits(grid.all) if int(grid.name(i)[:2]) > first)
