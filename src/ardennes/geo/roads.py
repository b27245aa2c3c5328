"""Roads laid from hex to hex: through the hexes of their towns, along their true course between them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, inf
from typing import TypeVar

from .frame import XY, Frame, kilometres
from .ground import Ground, LonLat

ASIDE = 2.2  # what a hex costs for the square of its distance from the course
FORD = 1.4  # what a new bridge costs
SHARED = 0.6  # what a stretch that is a road already costs
DETOUR = 1.7  # a way by the roads that is so many times longer than the crow's is no guide

Node = str | LonLat
T = TypeVar("T", bound=Hashable)


class Network:
    """The roads of 1944 as a graph: the way from one town to another."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.joined: dict[Node, dict[Node, float]] = {}
        for road in ground.roads.values():
            worth = 0.85 if road.kind == "main" else 1.0
            for a, b in pairwise(road.nodes):
                length = kilometres(ground.node(a), ground.node(b)) * worth
                self.joined.setdefault(a, {})[b] = length
                self.joined.setdefault(b, {})[a] = length

    def way(self, start: Node, end: Node) -> list[LonLat]:
        """Points along the best way between two places; the straight line where the roads give no fair way."""
        ends = [self.ground.node(start), self.ground.node(end)]
        if start not in self.joined or end not in self.joined:
            return ends
        path = cheapest(start, end, self._steps)
        points = [self.ground.node(node) for node in path]
        length = sum(kilometres(a, b) for a, b in pairwise(points))
        return points if points and length <= DETOUR * kilometres(*ends) else ends

    def _steps(self, node: Node) -> Iterator[tuple[Node, float]]:
        return iter(self.joined[node].items())


class Roads:
    """The roads of one board, laid one after the other, the important ones first."""

    def __init__(self, frame: Frame, wet: set[str], shut: set[str]) -> None:
        self.frame = frame
        self.wet = wet  # river hexsides
        self.shut = shut  # hexsides without roads
        self.barred: set[int] = set()  # hexes without roads
        self.kinds: dict[str, str] = {}  # hexside crossed -> "main", "secondary", "trail"
        self.off: dict[str, str] = {}  # hexside at the edge of the board -> kind

    def lay(self, kind: str, stops: Sequence[tuple[int, Sequence[XY]]]) -> list[int]:
        """A road through these hexes in turn; with each comes the course that leads to it. Returns its hexes."""
        path = [stops[0][0]]
        for hex_, course in stops[1:]:
            if hex_ != path[-1]:
                path += self._leg(path[-1], hex_, course)[1:]
        for i, j in pairwise(path):
            self.add(i, j, kind)
        return path

    def add(self, i: int, j: int, kind: str) -> None:
        """Join two neighbours by road; a main road stays one where a lesser road shares it."""
        grid = self.frame.grid
        side = grid.side(i, grid.direction(i, j))
        if self.kinds.get(side) != "main":
            self.kinds[side] = kind

    def leave(self, i: int, towards: XY, kind: str) -> str:
        """Lead a road off the board from this hex, by the side nearest to a point beyond the edge."""
        grid = self.frame.grid
        x, y = grid.centre(i)
        outward = [d for d, j in enumerate(grid.neighbours(i)) if j < 0]
        if not outward:
            raise ValueError(f"{grid.name(i)} is not on the edge, so no road can leave the board there.")

        def miss(d: int) -> float:
            (a, b), (c, e) = grid.side_ends(i, d)
            return -((a + c) / 2 - x) * (towards[0] - x) - ((b + e) / 2 - y) * (towards[1] - y)

        side = grid.side(i, min(outward, key=miss))
        self.off[side] = kind
        return side

    def _leg(self, start: int, end: int, course: Sequence[XY]) -> list[int]:
        grid = self.frame.grid

        def steps(i: int) -> Iterator[tuple[int, float]]:
            for d, j in enumerate(grid.neighbours(i)):
                if j < 0 or (j in self.barred and j != end):
                    continue
                side = grid.side(i, d)
                if side in self.shut:
                    continue
                shared = side in self.kinds
                wade = FORD if side in self.wet and not shared else 0.0
                aside = ASIDE * distance(grid.centre(j), course) ** 2
                yield j, (SHARED if shared else 1.0) + aside + wade

        path = cheapest(start, end, steps)
        if not path:
            raise ValueError(f"No road can be laid from {grid.name(start)} to {grid.name(end)}.")
        return path


def cheapest(start: T, end: T, steps: Callable[[T], Iterator[tuple[T, float]]]) -> list[T]:
    """The cheapest path between two nodes; of equal ones, that found first. Empty if there is none."""
    queue: list[tuple[float, int, T]] = [(0.0, 0, start)]
    best: dict[T, float] = {start: 0.0}
    before: dict[T, T] = {}
    count = 0
    while queue:
        paid, _, node = heappop(queue)
        if node == end:
            return _back(node, before)
        if paid > best[node]:
            continue
        for other, price in steps(node):
            if paid + price < best.get(other, inf) - 1e-9:
                count += 1
                best[other], before[other] = paid + price, node
                heappush(queue, (paid + price, count, other))
    return []


def _back(node: T, before: dict[T, T]) -> list[T]:
    path = [node]
    while node in before:
        node = before[node]
        path.append(node)
    return path[::-1]


def distance(point: XY, line: Sequence[XY]) -> float:
    """From a point to the nearest place on a line."""
    if len(line) == 1:
        return hypot(point[0] - line[0][0], point[1] - line[0][1])
    return min((_to_leg(point, a, b) for a, b in pairwise(line)), default=inf)


def _to_leg(p: XY, a: XY, b: XY) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)
