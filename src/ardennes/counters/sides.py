"""Hexsides as places: a numbered list of them, so that a set of hexsides is one integer in the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from ardennes.counters.roster import bits
from ardennes.engine import Table
from ardennes.hexmap import BoardError, Grid, Six


class Sides:
    """Hexsides of one kind, by number: bridges, gates, crossings. A set of them is a mask by number."""

    def __init__(self, grid: Grid, names: Sequence[str]) -> None:
        """Raises BoardError for a name that is no hexside between two hexes, or stands twice."""
        self.grid = grid
        self.names = tuple(grid.side(*grid.parse_side(name)) for name in names)
        self.index = {name: n for n, name in enumerate(self.names)}
        self._ends = tuple(map(self._find_ends, self.names))
        if len(self.index) < len(self.names):
            raise BoardError("A hexside is listed twice.")
        self._faces = tuple(self._seen_from_both(i, j) for i, j in self._ends)
        self._beside: dict[int, int] = {}
        self._hexes = 0
        for n, ends in enumerate(self._ends):
            for i in ends:
                self._beside[i] = self._beside.get(i, 0) | 1 << n
                self._hexes |= 1 << i

    def _find_ends(self, name: str) -> tuple[int, int]:
        i, d = self.grid.parse_side(name)
        j = self.grid.neighbours(i)[d]
        if j < 0:
            raise BoardError(f'"{name}" leads off the board.')
        return i, j

    def _seen_from_both(self, i: int, j: int) -> tuple[int, int, int, int]:
        """A hexside as the map's kernel takes it: a direction and the hex that it is seen from, twice."""
        d = self.grid.direction(i, j)
        return d, 1 << i, (d + 3) % 6, 1 << j

    def __len__(self) -> int:
        return len(self.names)

    def number(self, name: str) -> int:
        """The number of a hexside, either hex named first. Raises KeyError if it is none of these."""
        return self.index[name if name in self.index else "/".join(reversed(name.split("/")))]

    def mask(self, names: Iterable[str]) -> int:
        """The set of these hexsides. Raises KeyError for one that is none of these."""
        return sum(1 << number for number in {self.number(name) for name in names})

    def named(self, mask: int) -> list[str]:
        """The names of a set."""
        return [self.names[n] for n in bits(mask)]

    def six(self, mask: int) -> Six:
        """The set as the map's kernel takes it."""
        masks = [0] * 6
        for n in bits(mask):
            d, here, back, there = self._faces[n]
            masks[d] |= here
            masks[back] |= there
        return cast(Six, tuple(masks))

    def ends(self, n: int) -> tuple[int, int]:
        """The two hexes of a hexside."""
        return self._ends[n]

    def across(self, n: int, i: int) -> int:
        """The other hex of a hexside. Raises ValueError if the hex has no part in it."""
        one, other = self._ends[n]
        if i not in (one, other):
            raise ValueError(f"{self.grid.name(i)} is not an end of {self.names[n]}")
        return other if i == one else one

    def beside(self, hexes: int) -> int:
        """The hexsides with an end in one of these hexes."""
        found = 0
        for i in self.grid.bits(hexes & self._hexes):
            found |= self._beside[i]
        return found

    def of(self, i: int) -> int:
        """The hexsides with an end in a hex."""
        return self._beside.get(i, 0)

    def table(self, verb: str) -> Table:
        """The actions of a verb on these hexsides, by number: `blow 1424/1324`."""
        return Table(verb, self.names)
