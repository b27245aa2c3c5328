"""A fine square raster over the board: which ground is where, and what is taken."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from .curves import Point


class Cells:
    """A bitmap in plane units. Every cell holds a small number, 0 at first."""

    __slots__ = ("fine", "height", "rows", "width", "x0", "y0")

    def __init__(self, x0: float, y0: float, x1: float, y1: float, fine: int) -> None:
        """Cover the rectangle with `fine` cells a hex."""
        self.x0, self.y0, self.fine = x0, y0, fine
        self.width = max(1, math.ceil((x1 - x0) * fine))
        self.height = max(1, math.ceil((y1 - y0) * fine))
        self.rows = [bytearray(self.width) for _ in range(self.height)]

    def at(self, point: Point) -> int:
        """The number at a point, 0 outside the raster."""
        column = math.floor((point.real - self.x0) * self.fine)
        row = math.floor((point.imag - self.y0) * self.fine)
        if 0 <= row < self.height and 0 <= column < self.width:
            return self.rows[row][column]
        return 0

    def fill(self, loops: Iterable[Sequence[Point]], value: int) -> None:
        """Set every cell inside the outlines (even-odd)."""
        cuts: dict[int, list[float]] = defaultdict(list)
        for loop in loops:
            for a, b in pairwise([*loop, loop[0]]):
                self._cut(a, b, cuts)
        for index, found in cuts.items():
            row = self.rows[index]
            found.sort()
            for left, right in zip(found[::2], found[1::2], strict=False):
                self._run(row, left, right, value)

    def _cut(self, a: Point, b: Point, cuts: dict[int, list[float]]) -> None:
        fine = self.fine
        ya, yb = (a.imag - self.y0) * fine - 0.5, (b.imag - self.y0) * fine - 0.5
        if ya == yb:
            return
        if ya > yb:
            a, b, ya, yb = b, a, yb, ya
        slope = (b.real - a.real) * fine / (yb - ya)
        xa = (a.real - self.x0) * fine
        for row in range(max(0, math.ceil(ya)), min(self.height, math.ceil(yb))):
            cuts[row].append(xa + (row - ya) * slope)

    def _run(self, row: bytearray, left: float, right: float, value: int) -> None:
        start, end = max(0, round(left)), min(self.width, round(right))
        if end > start:
            row[start:end] = bytes([value]) * (end - start)

    def disc(self, centre: Point, radius: float, value: int) -> None:
        """Set every cell within the radius."""
        fine = self.fine
        cx, cy, r = (centre.real - self.x0) * fine, (centre.imag - self.y0) * fine, radius * fine
        for row in range(max(0, math.floor(cy - r)), min(self.height, math.ceil(cy + r))):
            half = r * r - (row + 0.5 - cy) ** 2
            if half > 0:
                reach = math.sqrt(half)
                self._run(self.rows[row], cx - reach, cx + reach, value)

    def trace(self, line: Sequence[Point], radius: float, value: int) -> None:
        """Set every cell within the radius of the line."""
        step = max(radius * 0.6, 0.5 / self.fine)
        for a, b in pairwise(line):
            parts = max(1, math.ceil(abs(b - a) / step))
            for k in range(parts):
                self.disc(a + (b - a) * k / parts, radius, value)
        if line:
            self.disc(line[-1], radius, value)

    def count(self, x0: float, y0: float, x1: float, y1: float, value: int) -> int:
        """How many cells of the rectangle hold the number."""
        fine = self.fine
        left, right = max(0, math.floor((x0 - self.x0) * fine)), math.ceil((x1 - self.x0) * fine)
        top, foot = max(0, math.floor((y0 - self.y0) * fine)), math.ceil((y1 - self.y0) * fine)
        return sum(row.count(value, left, right) for row in self.rows[top : max(top, foot)])
