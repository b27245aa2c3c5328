"""The ground as the rules see it: masks of towns, roads, rivers, edges and areas, made once from the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ardennes.hexmap import Board, Costs, Six, sides_all, sides_minus

AXIS, ALLIES = 0, 1
SIDES = ("axis", "allies")
ARMIES = ("6th-panzer-army", "5th-panzer-army", "7th-army")
ARMY_IDS = {"6th Panzer Army": "6th-panzer-army", "5th Panzer Army": "5th-panzer-army", "7th Army": "7th-army"}
OFF_BOARD = ("axis-off-board", "allied-off-board")


class Terrain:
    """What never changes on the board. A hex is its bit; a set of hexes is a mask."""

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        grid = board.grid
        self.board = board
        self.grid = grid
        self.all = grid.all
        self.size = grid.size
        self.names = tuple(grid.name(h) if h in grid else "" for h in range(grid.size))
        self.bit = {name: h for h, name in enumerate(self.names) if name}
        self.towns = board.feature("town")
        self.values = tuple((h, int(tables["towns"][self.names[h]]["vp"])) for h in grid.bits(self.towns))
        self.titles = {place.hex: place.name for place in board.places}
        first = tables["start_line"]
        self.axis_side = grid.mask(h for name, h in self.bit.items() if int(name[1:]) >= first[name[0]])
        self._ways()
        self._edges(tables["charts"], tables["armies"])

    def _ways(self) -> None:
        """Neighbours of each hex: all, those not behind a river barrier, those along a road."""
        grid, board = self.grid, self.board
        barriers, roads = board.sides("barrier"), board.links("road")
        dry = sides_minus(sides_all(grid), barriers)
        self.near = tuple(self._next(h, sides_all(grid)) for h in range(self.size))
        self.dry = tuple(self._next(h, dry) for h in range(self.size))
        self.by_road = tuple(self._next(h, roads) for h in range(self.size))
        self.rim = 0
        for mask in grid.edges:
            self.rim |= mask
        self.roads = grid.mask(h for h, _ in board.edge_links("road"))
        for mask in roads:
            self.roads |= mask
        self.foot = Costs(grid).enter(grid.all, 1)
        self.tracks = self.foot.close_across(barriers, "AA-0.7")
        self.road = Costs(grid).along(roads, 1)
        self.off_road_six = dry

    def _next(self, h: int, six: Six) -> int:
        if not self.names[h]:
            return 0
        return self.grid.mask(j for d, j in enumerate(self.grid.neighbours(h)) if j >= 0 and six[d] >> h & 1)

    def _edges(self, charts: Mapping[str, Any], armies: Mapping[str, Any]) -> None:
        """Where each chart's units arrive, the road hexes of each side's edges, and where roads leave the board."""
        grid, regions = self.grid, self.board.regions
        self.arrivals = {"eastern": regions["east-edge"]}
        for chart in ("Northern", "Western", "Southern"):
            self.arrivals[chart.lower()] = regions[f"{charts[chart]['edge']}-edge"]
        rows = {
            army: grid.mask(h for name, h in self.bit.items() if name[0] in armies[title])
            for title, army in ARMY_IDS.items()
        }
        for army, area in rows.items():
            self.arrivals[army] = area & regions["east-edge"]
        allied = [name for chart in ("Northern", "Western", "Southern") for name in charts[chart]["trucks"]]
        self.exits = (grid.mask(charts["axis"]["trucks"]), grid.mask(allied))
        edges = [regions[f"{charts[name]['edge']}-edge"] for name in ("axis", "Northern", "Western", "Southern")]
        self.edge_roads = (edges[0] & self.roads, (edges[1] | edges[2] | edges[3]) & self.roads)
        self.start_areas = tuple(rows[army] & self.axis_side for army in ARMIES)

    def around(self, mask: int) -> int:
        """Every hex next to one of these."""
        return self.grid.around(mask)

    def zone(self, mask: int) -> int:
        """These hexes and all next to them: what combat units there have in their zones of control."""
        return mask | self.grid.around(mask)

    def eastward(self, mask: int) -> int:
        """The three eastern neighbours of these hexes: east, north-east, south-east."""
        shift = self.grid.shift
        return shift(mask, 0) | shift(mask, 1) | shift(mask, 5)

    def title(self, h: int) -> str:
        """The hex as a sentence calls it: its number, and its town if it has one."""
        town = self.titles.get(h)
        return f"{self.names[h]} ({town})" if town else self.names[h]
