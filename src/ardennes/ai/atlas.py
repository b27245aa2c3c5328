"""How far everything is from everything on a board, for somebody who knows the ground and no rule.

Distances are in half-points of a plain march: a road hex costs one, open ground two, other ground four, a river that
is not bridged four more. They never change, and are found once for each board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ardennes.engine.game import Game
from ardennes.hexmap import Board, Grid

ROAD, OPEN, HEAVY = 1, 2, 4
WATER = {"river": 4, "stream": 1, "ford": 2, "barrier": 4, "cliff": 8}
CLOSED = ("void", "impassable")
EASY = ("clear", "town", "edge")
BARE = ("clear", "edge")  # open ground; all other terrain helps whoever stands in it
FAR = 10_000  # there is no way
HALT = 3 * OPEN  # what an enemy's zone of control delays a march
FIGHT = 10 * OPEN  # what it takes to get through an enemy
CACHED = 64  # fields around enemies


class Indices(dict[str, int]):
    """The hex of each place, found when it is asked for the first time."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.grid = grid

    def __missing__(self, place: str) -> int:
        name = place.partition("/")[0]
        found = self[place] = self.grid.index(name) if name in self.grid else -1
        return found


class Atlas:
    """The distances of one board, found when asked for and cached."""

    def __init__(self, board: Board) -> None:
        self.grid = board.grid
        hard = sum(board.terrain(word) for word in board.terrains if word not in BARE)
        self.shelter = int(hard | board.feature("town") | board.feature("forest"))
        self._fields: dict[int, list[int]] = {}
        self._rings: dict[tuple[int, int], list[int]] = {}
        self.index: Callable[[str], int] = Indices(self.grid).__getitem__
        """The hex of a place: itself, or the one that a hexside belongs to; -1 for a box."""
        self._from = self._steps(board)
        self.march = lru_cache(maxsize=CACHED)(self._march)
        self.names = {place.hex: place.name for place in sorted(board.places, key=lambda place: place.rank)}

    def _steps(self, board: Board) -> list[list[tuple[int, int]]]:
        """For each hex the hexes beside it, with what it costs to come from there: fields are walked backwards."""
        grid = board.grid
        closed = sum(board.terrain(word) for word in CLOSED)
        easy = sum(board.terrain(word) for word in EASY)
        found: list[list[tuple[int, int]]] = [[] for _ in range(grid.size)]
        roads, bridges = board.links("road"), board.sides("bridge")
        water = [(board.sides(word), cost) for word, cost in WATER.items()]
        for i in grid:
            for d, j in enumerate(grid.neighbours(i)):
                if j < 0 or (closed >> i | closed >> j) & 1:
                    continue
                if roads[d] >> i & 1:
                    found[j].append((i, ROAD))
                    continue
                cost = OPEN if easy >> j & 1 else HEAVY
                if not bridges[d] >> i & 1:
                    cost += max((extra for sides, extra in water if sides[d] >> i & 1), default=0)
                found[j].append((i, cost))
        return found

    def beside(self, i: int) -> list[int]:
        """The hexes beside a hex to which there is a way."""
        return [j for j, _ in self._from[i]]

    def steps_from(self, i: int) -> list[tuple[int, int]]:
        """The hexes beside a hex from which there is a way to it, with what the step costs."""
        return self._from[i]

    def ring(self, i: int, radius: int) -> list[int]:
        """The hexes that are so far from a hex."""
        known = self._rings.get((i, radius))
        if known is None:
            known = self._rings[i, radius] = self.grid.bits(self.grid.ring(i, radius))
        return known

    def field(self, target: int) -> list[int]:
        """What it costs to get to a hex from every hex, by its bit."""
        known = self._fields.get(target)
        if known is None:
            known = self._fields[target] = self.flood({target: 0})
        return known

    def _march(self, target: int, foes: int, closed: int) -> list[int]:
        """What it costs to get to a hex from every hex: around enemies and what they control, or through at a price."""
        tolls = dict.fromkeys(self.grid.bits(closed), HALT)
        return self.flood({target: 0}, tolls | dict.fromkeys(self.grid.bits(foes), FIGHT))

    def flood(self, starts: dict[int, int], tolls: dict[int, int] | None = None) -> list[int]:
        """What it costs to get to the nearest of some hexes that have a price already; some hexes take a toll."""
        found = [FAR] * self.grid.size
        tolls = tolls or {}
        waiting: list[list[int]] = []
        for i, cost in starts.items():
            found[i] = cost
            while len(waiting) <= cost:
                waiting.append([])
            waiting[cost].append(i)
        cost = 0
        while cost < len(waiting):
            for i in waiting[cost]:
                if found[i] != cost:
                    continue
                base = cost + tolls.get(i, 0)
                for j, step in self._from[i]:
                    price = base + step
                    if price < found[j]:
                        found[j] = price
                        while len(waiting) <= price:
                            waiting.append([])
                        waiting[price].append(j)
            cost += 1
        return found

    def within(self, start: int, points: int, blocked: int = 0, halting: int = 0) -> int:
        """The hexes that a march of so many half-points reaches; blocked hexes are no way, and halting ones end it."""
        found = {start: 0}
        waiting: list[list[int]] = [[] for _ in range(points + 1)]
        waiting[0].append(start)
        mask = 0
        for cost in range(points + 1):
            for i in waiting[cost]:
                if found[i] != cost:
                    continue
                mask |= 1 << i
                if halting >> i & 1 and i != start:
                    continue
                for j, step in self._from[i]:
                    price = cost + step
                    if price <= points and price < found.get(j, FAR) and not blocked >> j & 1:
                        found[j] = price
                        waiting[price].append(j)
        return mask


@lru_cache(maxsize=16)
def atlas(game: Game) -> Atlas:
    """The distances of a game's board."""
    return Atlas(game.board)
