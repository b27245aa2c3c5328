"""The hexsides of a grid as a net of corners: what a river or a front can follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ardennes.hexmap import Grid

from .frame import XY


class Net:
    """Corners, numbered, and the hexsides between two hexes of the board that join them."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.points: list[XY] = []
        self.edges: list[list[tuple[int, str]]] = []  # corner -> (other corner, hexside)
        self.ends: dict[str, tuple[int, int]] = {}  # hexside -> its two corners
        self._number: dict[tuple[int, int], int] = {}
        for i in grid:
            for d, j in enumerate(grid.neighbours(i)):
                if j > i:
                    self._join(grid.side(i, d), *grid.side_ends(i, d))
        self.rim = frozenset(v for v, joined in enumerate(self.edges) if len(joined) < 3)

    def _join(self, side: str, a: XY, b: XY) -> None:
        u, v = self._corner(a), self._corner(b)
        self.edges[u].append((v, side))
        self.edges[v].append((u, side))
        self.ends[side] = (u, v)

    def _corner(self, point: XY) -> int:
        key = round(point[0] * 1000), round(point[1] * 1000)
        if key not in self._number:
            self._number[key] = len(self.points)
            self.points.append(point)
            self.edges.append([])
        return self._number[key]

    def middle(self, side: str) -> XY:
        """The middle of a hexside."""
        (x, y), (u, v) = (self.points[end] for end in self.ends[side])
        return (x + u) / 2, (y + v) / 2

    def sides(self, corners: Sequence[int]) -> list[str]:
        """The hexsides along a path of corners."""
        return [self._between(u, v) for u, v in pairwise(corners)]

    def _between(self, u: int, v: int) -> str:
        return next(side for other, side in self.edges[u] if other == v)

    def crossed(self, a: XY, b: XY) -> set[str]:
        """The hexsides that the straight line from a to b crosses."""
        return {side for side, (u, v) in self.ends.items() if _cross(a, b, self.points[u], self.points[v])}

    def chains(self, sides: Iterable[str]) -> list[list[str]]:
        """A set of hexsides as unbroken chains, each from its northern end (or western, if level) on."""
        left = dict.fromkeys(sides)
        joined: dict[int, list[str]] = {}
        for side in left:
            for end in self.ends[side]:
                joined.setdefault(end, []).append(side)
        order = sorted(joined, key=lambda v: (self.points[v][1], self.points[v][0]))
        found = []
        for loose in (True, False):
            for v in order:
                while any(side in left for side in joined[v]) and (not loose or len(joined[v]) == 1):
                    found.append(self._follow(v, joined, left))
        return found

    def _follow(self, v: int, joined: dict[int, list[str]], left: dict[str, None]) -> list[str]:
        chain = []
        while step := next((side for side in joined[v] if side in left), None):
            del left[step]
            chain.append(step)
            a, b = self.ends[step]
            v = b if v == a else a
        return chain


def _cross(a: XY, b: XY, c: XY, d: XY) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: XY, b: XY, c: XY) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def simple(path: Sequence[int]) -> list[int]:
    """The path with every loop and every spur cut off."""
    found: list[int] = []
    place: dict[int, int] = {}
    for v in path:
        if v in place:
            for gone in found[place[v] + 1 :]:
                del place[gone]
            del found[place[v] + 1 :]
        else:
            place[v] = len(found)
            found.append(v)
    return found
