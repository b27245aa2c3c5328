"""The five boards, loaded once, and the few questions that all map tests ask."""

from __future__ import annotations

from collections.abc import Set
from functools import cache

from ardennes.geo.compile import board_path
from ardennes.hexmap import Board

GAMES = ("ardennes-offensive", "axis-allies", "bastogne", "bitter-woods", "bulge")
LARGE = tuple(game for game in GAMES if game != "axis-allies")


@cache
def board(game: str) -> Board:
    return Board.load(board_path(game))


class Map:
    """A board asked by hex numbers."""

    def __init__(self, game: str) -> None:
        self.board = board(game)
        self.grid = self.board.grid

    def terrain(self, name: str) -> str:
        return self.board.terrain_of(self.grid.index(name))

    def features(self, name: str) -> tuple[str, ...]:
        return self.board.features_of(self.grid.index(name))

    def side(self, a: str, b: str) -> str:
        i, j = self.grid.index(a), self.grid.index(b)
        return self.grid.side(i, self.grid.direction(i, j))

    def on_side(self, a: str, b: str) -> set[str]:
        return set(self.board.side_features(self.side(a, b)))

    def wet(self, a: str, b: str) -> bool:
        return bool(self.on_side(a, b) & {"river", "ford", "stream"})

    def next_to(self, a: str, b: str) -> bool:
        return self.grid.index(b) in self.grid.neighbours(self.grid.index(a))

    def apart(self, a: str, b: str) -> int:
        return self.grid.distance(self.grid.index(a), self.grid.index(b))

    def joined(self, a: str, b: str) -> bool:
        """Whether a road or trail leads from one neighbour to the other."""
        return self.side(a, b) in self.board.ways

    def roads(self, name: str) -> list[str]:
        """The neighbours that a road or trail leads to."""
        i = self.grid.index(name)
        sides = ((self.grid.side(i, d), j) for d, j in enumerate(self.grid.neighbours(i)) if j >= 0)
        return [self.grid.name(j) for side, j in sides if side in self.board.ways]

    def leaves(self, name: str) -> list[str]:
        """The directions in which a road leads off the board."""
        i = self.grid.index(name)
        outward = [d for d, j in enumerate(self.grid.neighbours(i)) if j < 0]
        return [self.grid.directions[d] for d in outward if self.grid.side(i, d) in self.board.ways]

    def network(self, *names: str, without: Set[str] = frozenset()) -> set[str]:
        """Every hex that roads and trails join to these, by hexes other than those left out."""
        found = set(names) - without
        todo = list(found)
        while todo:
            for other in self.roads(todo.pop()):
                if other not in found and other not in without:
                    found.add(other)
                    todo.append(other)
        return found

    def region(self, name: str) -> set[str]:
        return set(self.grid.names(self.board.regions[name]))

    def place(self, name: str) -> str:
        return next(self.grid.name(place.hex) for place in self.board.places if place.name == name)

    def touches(self, name: str, word: str) -> bool:
        """Whether a side of the hex has this feature."""
        i = self.grid.index(name)
        return any(word in self.board.side_features(self.grid.side(i, d)) for d in range(6))

    def within(self, names: set[str], steps: int) -> set[str]:
        return set(self.grid.names(self.grid.grow(self.grid.mask(names), steps)))
