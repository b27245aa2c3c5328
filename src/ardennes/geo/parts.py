"""Named parts of a board: sections, entry letters, banks, the ground on either side of a boundary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import shapely

from ardennes.hexmap import Grid

from .corrections import Corrections
from .lines import between, beyond
from .rivers import Rivers
from .sheet import Sheet

FAR = 500.0


class Parts:
    """Names parts of a sheet whose ground, roads and rivers are laid."""

    def __init__(self, sheet: Sheet, corrections: Corrections, rivers: Rivers) -> None:
        self.sheet = sheet
        self.grid: Grid = sheet.frame.grid
        self.corrections = corrections
        self.rivers = rivers

    def add(self, entry: dict[str, Any]) -> None:
        """The regions of one entry of the corrections, in whatever way it tells them."""
        regions = self.sheet.regions
        for name, items in entry.get("hexes", {}).items():
            regions[name] = self.corrections.names(items)
        for name, items in entry.get("edge_roads", {}).items():
            regions[name] = self.sheet.edge_roads(self.corrections.names(items))
        for name, (first, last) in entry.get("along", {}).items():
            regions[name] = self._along(first, last)
        for name, (east, start, end, west) in entry.get("divide", {}).items():
            self._divide(name, [*self._straight(east, start), *self._along(start, end), *self._straight(end, west)])
        if "flood" in entry:
            shut = self.sheet.having(entry["within"])
            regions[entry["name"]] = self._names(beyond(self.grid, shut, [self.grid.index(entry["flood"])]))
        if "east_of" in entry:
            regions[entry["name"]] = self._names(self._east_of(entry["east_of"]))

    def line(self, entry: dict[str, Any]) -> list[str]:
        """The hexsides between two regions."""
        first, second = (set(self.sheet.regions[name]) for name in entry["between"])
        inside = {self.grid.index(name) for name in first}
        return [side for side in between(self.grid, inside) if second & set(side.split("/"))]

    def _along(self, first: str, last: str) -> list[str]:
        """The hexes of a listed road from one to another, both included; a road's part may lie on a longer road."""
        for road in self.sheet.roads:
            path: list[str] = road["path"]
            if first in path and last in path and path.index(first) < path.index(last):
                return path[path.index(first) : path.index(last) + 1]
        raise ValueError(f"No road runs from {first} to {last}.")

    def _straight(self, first: str, last: str) -> list[str]:
        return [self.grid.name(i) for i in self.grid.line(self.grid.index(first), self.grid.index(last))]

    def _divide(self, name: str, hexes: list[str]) -> None:
        """The ground north and south of a row of hexes that runs across the board; the row belongs to neither."""
        row = {self.grid.index(h) for h in hexes}
        shut = {
            self.grid.side(i, d) for i in row for d, j in enumerate(self.grid.neighbours(i)) if j >= 0 and j not in row
        }
        north = beyond(self.grid, shut, [min(self.grid, key=lambda i: self.grid.centre(i)[1])])
        self.sheet.regions[f"north-of-{name}"] = self._names(north)
        self.sheet.regions[f"south-of-{name}"] = self._names(set(self.grid) - north - row)

    def _east_of(self, rivers: Iterable[str]) -> set[int]:
        """The hexes east of rivers that follow one another, drawn on due north from the source."""
        points = self.rivers.net.points
        line = [points[v] for name in rivers for v in self.rivers.paths[name]]
        ring = [(line[0][0], -FAR), *line, (line[-1][0], FAR), (FAR, FAR), (FAR, -FAR)]
        area = shapely.Polygon(ring).buffer(0)
        return {i for i in self.grid if shapely.contains_xy(area, *self.grid.centre(i))}

    def _names(self, hexes: set[int]) -> list[str]:
        return [self.grid.name(i) for i in self.grid if i in hexes]
