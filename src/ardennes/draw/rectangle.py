"""The rectangle of the plane that a picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .curves import Line, Point


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle that is drawn, in plane units, and how it becomes pixels: `px = (plane - corner) · unit`."""

    x0: float
    y0: float
    x1: float
    y1: float
    unit: float

    @property
    def corner(self) -> Point:
        """The plane point of pixel 0, 0."""
        return complex(self.x0, self.y0)

    @property
    def width(self) -> float:
        """In pixels."""
        return (self.x1 - self.x0) * self.unit

    @property
    def height(self) -> float:
        """In pixels."""
        return (self.y1 - self.y0) * self.unit

    def px(self, point: Point) -> Point:
        """A plane point in pixels."""
        return (point - self.corner) * self.unit

    def line(self, points: Sequence[Point]) -> Line:
        """A plane line in pixels."""
        corner, unit = self.corner, self.unit
        return [(p - corner) * unit for p in points]

    def plane(self, pixel: Point) -> Point:
        """A pixel as a plane point."""
        return pixel / self.unit + self.corner
