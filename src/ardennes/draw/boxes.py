"""Rectangles of letters, and where there is room for one."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .curves import Point


class Rect(NamedTuple):
    """A rectangle in pixels, turned by `turn` radians round its centre."""

    centre: Point
    wide: float
    high: float
    turn: float = 0.0

    @property
    def corners(self) -> list[Point]:
        """The four corners in order."""
        way = complex(math.cos(self.turn), math.sin(self.turn))
        u, v = way * self.wide / 2, way * 1j * self.high / 2
        return [self.centre - u - v, self.centre + u - v, self.centre + u + v, self.centre - u + v]

    def gap(self, point: Point) -> float:
        """How far a point lies from the rectangle, 0 inside it."""
        away = (point - self.centre) * complex(math.cos(self.turn), -math.sin(self.turn))
        return math.hypot(max(0.0, abs(away.real) - self.wide / 2), max(0.0, abs(away.imag) - self.high / 2))

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share any ground (no axis of either separates them)."""
        reach = (math.hypot(self.wide, self.high) + math.hypot(other.wide, other.high)) / 2
        if abs(self.centre - other.centre) > reach:
            return False
        mine, theirs = self.corners, other.corners
        for turn in (self.turn, self.turn + math.pi / 2, other.turn, other.turn + math.pi / 2):
            axis = complex(math.cos(turn), -math.sin(turn))
            a = [(p * axis).real for p in mine]
            b = [(p * axis).real for p in theirs]
            if max(a) <= min(b) + 1e-9 or max(b) <= min(a) + 1e-9:
                return False
        return True


class Taken:
    """Rectangles that are in use, found by place."""

    def __init__(self, size: float = 90.0) -> None:
        self.size = size
        self.cells: dict[tuple[int, int], list[Rect]] = defaultdict(list)

    def _around(self, rect: Rect) -> Iterable[tuple[int, int]]:
        xs = [p.real for p in rect.corners]
        ys = [p.imag for p in rect.corners]
        for x in range(math.floor(min(xs) / self.size), math.floor(max(xs) / self.size) + 1):
            for y in range(math.floor(min(ys) / self.size), math.floor(max(ys) / self.size) + 1):
                yield x, y

    def add(self, rect: Rect) -> None:
        """Take the rectangle."""
        for cell in self._around(rect):
            self.cells[cell].append(rect)

    def free(self, rect: Rect) -> bool:
        """Whether nothing taken overlaps the rectangle."""
        return not any(rect.overlaps(other) for cell in self._around(rect) for other in self.cells.get(cell, ()))
