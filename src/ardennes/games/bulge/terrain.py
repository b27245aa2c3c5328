"""Terrain effects (BU-10.1) and the map's sets of hexes and hexsides, as the rules speak of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from ardennes.counters import ground, roads_in
from ardennes.games.bulge.forces import ALLIED, EDGES, GERMAN
from ardennes.hexmap import Board, Costs, Six, sides_all, sides_and, sides_minus, sides_of

NOWHERE: Six = (0, 0, 0, 0, 0, 0)
MANY = 500  # ways that are held ready; bridges are interdicted in ever the same sets
WAYS = {
    "NE": "north-east", "E": "east", "SE": "south-east", "SW": "south-west", "W": "west", "NW": "north-west",
}  # fmt: skip
Help = tuple[int, str, str]  # what it adds, the rule, a word


class Exit(NamedTuple):
    """A hexside with a black circle: a road by which Germans leave the map (BU-3.1.only)."""

    name: str
    hex: int
    direction: int
    factor: int
    label: str  # the hex, with the direction if it has several exits


class Ground(ground.Ground):
    """The board as the rules of this game see it; nothing in it ever changes."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        super().__init__(board, tables)
        grid = self.grid
        self.river, self.bridge, self.meuse = (board.sides(name) for name in ("river", "bridge", "meuse"))
        links = board.links("road")
        self.road = sides_minus(links, grid.edges)
        self.town, self.west_wall = board.feature("town"), board.feature("westwall")
        leads_off = grid.mask(i for i, _ in board.edge_links("road"))
        self.road_hexes = roads_in(links)
        self.entries = {edge: board.regions[edge] & leads_off for edge in EDGES}
        self.sources = (self.entries["E"], self.entries["N"] | self.entries["S"] | self.entries["W"])
        self.all_entries = self.sources[GERMAN] | self.sources[ALLIED]
        self._ways: dict[tuple[Six, int, Six], Ways] = {}
        self.exits = tuple(self._exits())
        self.exit_of = {exit_.name: n for n, exit_ in enumerate(self.exits)}
        self.exit_hexes = grid.mask(exit_.hex for exit_ in self.exits)
        dry = sides_minus(sides_all(grid), self.meuse)
        self.bank = {i: grid.across(1 << i, dry) for i in grid}

    def _exits(self) -> list[Exit]:
        grid, board = self.grid, self.board
        found = []
        for name in board.hexsides:
            factor = board.side_value(name, "exit")
            if factor is not None:
                found.append((name, *grid.parse_side(name), int(factor)))
        hexes = [i for _, i, _, _ in found]
        return [
            Exit(*one, grid.name(one[1]) + (f" {WAYS[grid.directions[one[2]]]}" if hexes.count(one[1]) > 1 else ""))
            for one in sorted(found)
        ]

    @cached_property
    def base(self) -> Costs:
        """The points that a step costs off the roads: the terrain entered, and rivers without a bridge (BU-10.1)."""
        table = self.tables["terrain"]["movement"]
        costs = Costs(self.grid)
        for name in self.board.terrains:
            costs = costs.enter(self.board.terrain(name), table[name], "BU-10.1")
        for mask, name in ((self.town, "town"), (self.west_wall, "westwall")):
            costs = costs.add(mask, table[name], "BU-10.1.costliest")
        return costs.add_across(sides_minus(self.river, self.bridge), table["river"], "BU-10.1.plus")

    def ways(self, bridges: Six, marked: int, closed: Six = NOWHERE) -> Ways:
        """What steps cost with some bridges and hexes interdicted; of late ones always the same object."""
        wanted = (bridges, marked, closed)
        found = self._ways.get(wanted)
        if found is None:
            if len(self._ways) >= MANY:
                del self._ways[next(iter(self._ways))]
            found = self._ways[wanted] = Ways(self, *wanted)
        return found

    @cached_property
    def defence(self) -> dict[str, int]:
        """What each feature of a defended hex adds to its unit's combat factor (BU-12.1.terrain)."""
        return {name: value for name, value in self.tables["terrain"]["combat"].items() if isinstance(value, int)}

    @cached_property
    def shelter(self) -> tuple[dict[int, tuple[Help, ...]], dict[int, tuple[Help, ...]]]:
        """What hexes add to the combat factor of a defender of each side, rivers left out."""
        german = {i: helps for i in self.grid if (helps := tuple(self._helps(i, GERMAN)))}
        allied = {i: helps for i in self.grid if (helps := tuple(self._helps(i, ALLIED)))}
        return german, allied

    def _helps(self, i: int, side: int) -> Iterator[Help]:
        terrain, table = self.board.terrain_of(i), self.defence
        if table[terrain]:
            yield table[terrain], "BU-12.1.terrain", terrain.replace("-", " ")
        if self.town >> i & 1:
            yield table["town"], "BU-12.1.town", "town"
        if self.west_wall >> i & 1 and side == GERMAN:
            yield table["westwall"], "BU-12.1.west-wall", "West Wall"

    @cached_property
    def across_river(self) -> dict[int, int]:
        """For each hex the neighbours on the other side of a river hexside, bridged or not (BU-R.14)."""
        return {i: self.grid.across(1 << i, self.river) for i in self.grid}

    def roads_of(self, mask: int) -> Six:
        """All hexsides of some hexes, whose roads an interdiction marker negates, both ways (BU-R.4)."""
        return sides_of(self.grid, mask) if mask else NOWHERE

    def bridges_near(self, shade: int) -> Six:
        """The bridges that join some hex to another: one of the two is enough (BU-R.15)."""
        return sides_and(self.bridge, sides_of(self.grid, shade))


class Ways:
    """What steps cost while some bridges, and the roads of some hexes, are of no use, and some hexsides are closed.

    Ask `Ground.ways` for one.
    """

    __slots__ = ("bridges", "closed", "costs", "ground", "marked", "roads")

    def __init__(self, ground: Ground, bridges: Six, marked: int, closed: Six) -> None:
        self.ground = ground
        self.bridges = bridges  # interdicted: they cost the river besides (BU-11.0.cost)
        self.marked = marked  # hexes with an interdiction marker of the enemy
        self.closed = closed  # the Meuse, for a unit that may not cross it (BU-13.0.meuse)
        tables = ground.tables
        roads, costs = ground.road, ground.base
        if any(bridges):
            roads = sides_minus(roads, bridges)
            costs = costs.add_across(bridges, tables["terrain"]["movement"]["river"], "BU-11.0.cost")
        if marked:
            cut = ground.roads_of(marked)
            useless = sides_and(ground.road, cut)
            costs = costs.add_across(sides_and(useless, (marked,) * 6), 0, "BU-10.2.road3")
            costs = costs.add_across(sides_minus(useless, (marked,) * 6), 0, "BU-R.4")
            roads = sides_minus(roads, cut)
        costs = costs.along(roads, tables["road"]["regular"] // tables["road"]["point"], "BU-10.2.road2")
        if any(closed):
            roads = sides_minus(roads, closed)
            costs = costs.close_across(closed, "BU-13.0.meuse")
        self.roads = roads
        self.costs = costs

    def but(self, *, bridges: Six | None = None, marked: int | None = None, closed: Six | None = None) -> Ways:
        """The same with something else interdicted or closed; itself if that changes nothing."""
        now = (self.bridges, self.marked, self.closed)
        wanted = (
            self.bridges if bridges is None else bridges,
            self.marked if marked is None else marked,
            self.closed if closed is None else closed,
        )
        return self if wanted == now else self.ground.ways(*wanted)
