"""Terrain effects (BA-5.2, 5.4, 10.5) and the map's sets of hexes, as the rules speak of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ardennes.counters import ground
from ardennes.games.bastogne.forces import LEG, MOBILE, PANZER
from ardennes.hexmap import Board, Costs, Move, Six, flood, sides_and, sides_minus

Prices = tuple[tuple[int, int], ...]  # neighbours of a hex, each with what a step there costs
KINDS = ("leg", "mobile", "mobile")  # the column of the table for each way of paying


class Exit(NamedTuple):
    """A hexside of the west edge, and the imaginary hex behind it (BA-R.39)."""

    name: str
    hex: int
    beyond: int  # number in the column of imaginary hexes: 00rr
    prices: tuple[int, ...]  # what leaving costs by way of paying, in halves (BA-11.4.cost)
    road: bool  # by a road or trail (BA-11.4.road)


class EntryCost(NamedTuple):
    """What a hex of the map edge costs the first unit that comes in by it, in halves (BA-13.0.cost, 13.0.road)."""

    ground: int
    road: int | None  # by road or trail, if one runs off the map there
    terrain: str
    link: str


class Ground(ground.Ground):
    """The board as the rules of this game see it; nothing in it ever changes."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        super().__init__(board, tables)
        grid = self.grid
        self.point: int = tables["road"]["point"]
        self.prices = lru_cache(maxsize=4096)(self._prices)
        self.within = lru_cache(maxsize=16)(grid.disc)  # asked again and again while nobody moves
        self.woods = board.terrain(tables["panzer"]["terrain"])
        self.town_mask = board.regions["bastogne"]  # BA-10.6.2, 11.1.held, 12.0.tenth
        self.town = tuple(grid.sorted(self.town_mask))
        self.town_names = tuple(grid.names(self.town_mask))
        self.west = board.regions[tables["exit"]["region"]]
        self.exits = tuple(self._exits())
        self.exit_of = {exit_.name: n for n, exit_ in enumerate(self.exits)}
        edges = ("east-edge", "south-edge", "west-edge")
        self.entries = {name: mask for name, mask in board.regions.items() if name.startswith("entry") or name in edges}
        self.entry_hexes = sum({i: 1 << i for mask in self.entries.values() for i in grid.bits(mask)}.values())

    # ---- what steps cost (BA-5.2, 5.4, 10.5) ----

    @cached_property
    def roads(self) -> Six:
        """The hexsides between hexes that a road crosses."""
        return sides_minus(self.board.links("road"), self.grid.edges)

    @cached_property
    def trails(self) -> Six:
        """The hexsides between hexes that a trail crosses."""
        return sides_minus(self.board.links("trail"), self.grid.edges)

    def terrain_cost(self, kind: int, terrain: str) -> int:
        """What entering a hex of some terrain costs, off roads and trails, in halves."""
        panzer = self.tables["panzer"]
        if kind == PANZER and terrain == panzer["terrain"]:
            cost: int = panzer["ground"]
            return cost
        points: int = self.tables["terrain"]["movement"][terrain][KINDS[kind]]
        return points * self.point

    def link_cost(self, kind: int, link: str, terrain: str) -> int:
        """What entering a hex by road or trail costs, in halves."""
        panzer = self.tables["panzer"]
        if kind == PANZER and terrain == panzer["terrain"]:
            cost: int = panzer[link]
            return cost
        rate: int = self.tables[link]["cost"]
        return rate

    @cached_property
    def costs(self) -> tuple[Costs, Costs, Costs]:
        """What steps cost by way of paying, in halves of a point; each change under its rule."""
        return self._costs(LEG), self._costs(MOBILE), self._costs(PANZER)

    def _costs(self, kind: int) -> Costs:
        costs, table, panzer = Costs(self.grid), self.tables["terrain"]["movement"], self.tables["panzer"]
        for terrain in self.board.terrains:
            costs = costs.enter(self.board.terrain(terrain), table[terrain][KINDS[kind]] * self.point, "BA-5.2")
        if kind == PANZER:
            costs = costs.enter(self.woods, panzer["ground"], "BA-10.5")
        elif kind == MOBILE:
            costs = costs.enter(self.woods, table[panzer["terrain"]][KINDS[kind]] * self.point, "BA-10.5.us")
        costs = costs.add_across(self.board.sides("stream"), table["stream"][KINDS[kind]] * self.point, "BA-5.2.stream")
        costs = costs.along(self.trails, self.tables["trail"]["cost"], "BA-5.4.2")
        costs = costs.along(self.roads, self.tables["road"]["cost"], "BA-5.4.1")
        if kind == PANZER:
            into = (self.woods,) * 6
            costs = costs.along(sides_and(self.trails, into), panzer["trail"], "BA-10.5.trail")
            costs = costs.along(sides_and(self.roads, into), panzer["road"], "BA-10.5.road")
        return costs

    def _prices(self, costs: Costs, i: int) -> Prices:
        """The neighbours of a hex with what a step there costs."""
        steps = [(j, costs.cost(i, j)) for j in self.grid.neighbours(i) if j >= 0]
        return tuple((j, price) for j, price in steps if price is not None)

    @cached_property
    def from_town(self) -> dict[int, tuple[dict[int, int], ...]]:
        """By hex of Bastogne and way of paying, what each hex costs a unit from there on an empty map."""
        return {i: tuple(self._costs_from(i, costs) for costs in self.costs) for i in self.town}

    def _costs_from(self, i: int, costs: Costs) -> dict[int, int]:
        levels = flood(Move(costs), 1 << i, costs.dearest * len(self.numbers)).levels
        return {j: cost for cost, mask in levels for j in self.grid.bits(mask)}

    # ---- the edge of the map ----

    def link_off(self, i: int, d: int | None = None) -> str:
        """The kind of link by which one leaves the map from a hex, in some direction or any; "" for none."""
        for kind in ("road", "trail"):
            if any(j == i and d in (None, e) for j, e in self.board.edge_links(kind)):
                return kind
        return ""

    @cached_property
    def at_the_edge(self) -> tuple[dict[int, EntryCost], ...]:
        """By way of paying, what each hex of entry costs the first unit."""
        found: list[dict[int, EntryCost]] = []
        for kind in (LEG, MOBILE, PANZER):
            costs = {}
            for i in self.grid.bits(self.entry_hexes):
                terrain, link = self.board.terrain_of(i), self.link_off(i)
                road = self.link_cost(kind, link, terrain) if link else None
                costs[i] = EntryCost(self.terrain_cost(kind, terrain), road, terrain, link)
            found.append(costs)
        return tuple(found)

    @cached_property
    def over_streams(self) -> dict[int, int]:
        """For each hex the hexes across a stream from it."""
        stream = self.board.sides("stream")
        return {i: self.grid.across(1 << i, stream) for i in self.grid}

    def _exits(self) -> list[Exit]:
        grid = self.grid
        found = []
        for i in grid.sorted(self.board.regions[self.tables["exit"]["region"]]):
            row = int(grid.name(i)[2:])
            for d, j in enumerate(grid.neighbours(i)):
                name = grid.side(i, d) if j < 0 else ""
                if not name.endswith(("/NW", "/SW")):
                    continue
                link, terrain = self.link_off(i, d), self.board.terrain_of(i)
                price = [
                    self.link_cost(kind, link, terrain) if link else self.terrain_cost(kind, terrain)
                    for kind in (LEG, MOBILE, PANZER)
                ]
                beyond = row - 1 if name.endswith("/NW") else row
                found.append(Exit(name, i, beyond, tuple(price), bool(link)))
        return found

    @cached_property
    def leaving(self) -> tuple[dict[int, list[tuple[int, int]]], ...]:
        """By way of paying and hex, what leaving costs and by which exits at that price, as a mask by number."""
        found: tuple[dict[int, list[tuple[int, int]]], ...] = ({}, {}, {})
        for kind, hexes in enumerate(found):
            for n, exit_ in enumerate(self.exits):
                hexes.setdefault(exit_.hex, []).append((exit_.prices[kind], 1 << n))
        return found

    @cached_property
    def row_of_west(self) -> dict[int, int]:
        """The row of each hex of the west edge."""
        return {i: int(self.grid.name(i)[2:]) for i in self.grid.bits(self.west)}

    # ---- combat (BA-8.2.row) ----

    @cached_property
    def rows(self) -> dict[str, str]:
        """The row of the combat results table for each terrain."""
        return {
            terrain: row
            for row, terrains in self.tables["crt"]["rows"].items()
            if row != "source"
            for terrain in terrains
        }

    def row(self, i: int) -> str:
        """The row of differentials for a defender in a hex."""
        return self.rows[self.board.terrain_of(i)]
