"""The board as the rules see it: what every game of counters asks of its hexes and hexsides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ardennes.hexmap import Board, Grid, Six


class Ground:
    """A board with its grid and the tables of its terrain; nothing in it ever changes.

    A game adds the sets of hexes and hexsides that its rules speak of.
    """

    def __init__(self, board: Board, tables: Mapping[str, Any]) -> None:
        self.board = board
        self.grid = board.grid
        self.tables = tables
        self.numbers = tuple(self.grid.name(i) for i in self.grid)
        self.ring = {i: self.grid.ring(i, 1) for i in self.grid}  # the hexes next to each

    def described(self, i: int, terrain: Mapping[str, str], features: Iterable[tuple[int, str]]) -> str:
        """A hex in a line: its number, the place in it, its terrain in the game's words, the features that it has."""
        places = [place.name for place in self.board.places if place.hex == i]
        kind = self.board.terrain_of(i)
        words = [terrain.get(kind, kind.replace("-", " ")), *(word for mask, word in features if mask >> i & 1)]
        return " ".join([self.grid.name(i), *places[:1]]) + ", " + ", ".join(words)


def roads_in(links: Six) -> int:
    """The hexes that a road enters or leaves."""
    return links[0] | links[1] | links[2] | links[3] | links[4] | links[5]


def side_names(grid: Grid, six: Six) -> list[str]:
    """The hexsides of a set, each once, in the order of their names."""
    return sorted({grid.side(i, d) for d, mask in enumerate(six) for i in grid.bits(mask)})
