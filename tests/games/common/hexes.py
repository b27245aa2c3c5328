"""The hexes of a map as a player reads them: one at a time, by their numbers, asked of the board file alone."""

from __future__ import annotations

from functools import cache

from ardennes.hexmap import Grid


class Hexes:
    """Neighbours, ways and distances on a grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.neighbours = cache(self._neighbours)
        self.distance = cache(self._distance)
        self.disc = cache(self._disc)

    def _neighbours(self, hex_: str) -> tuple[str, ...]:
        """The hexes of the map next to a hex."""
        return tuple(self.grid.name(i) for i in self.grid.neighbours(self.grid.index(hex_)) if i >= 0)

    def _distance(self, a: str, b: str) -> int:
        """Hexes from one to the other, counted straight."""
        return self.grid.distance(self.grid.index(a), self.grid.index(b))

    def _disc(self, hex_: str, radius: int) -> frozenset[str]:
        """A hex and all within so many hexes."""
        return frozenset(self.grid.names(self.grid.disc(self.grid.bit(hex_), radius)))

    def ring(self, hex_: str, radius: int) -> frozenset[str]:
        """The hexes exactly so far away."""
        return self.disc(hex_, radius) - self.disc(hex_, radius - 1)

    def beyond(self, hex_: str, direction: str) -> str:
        """The next hex in a direction. Raises LookupError off the map."""
        i = self.grid.neighbours(self.grid.index(hex_))[self.grid.directions.index(direction)]
        if i < 0:
            raise LookupError(f"the map ends {direction} of {hex_}")
        return self.grid.name(i)

    def walk(self, hex_: str, way: str) -> str:
        """Where a way leads: "W W NW" or "." for the hex itself."""
        for direction in way.replace(".", "").split():
            hex_ = self.beyond(hex_, direction)
        return hex_
