"""Where a game's hexes lie on the Earth, and how the ground is drawn so that every pinned place falls into its hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, exp, floor, hypot, radians
from typing import Any

from ardennes.hexmap import Grid, GridSpec

from .ground import LonLat

XY = tuple[float, float]

INSIDE = 0.3  # a place drawn into its hex comes to lie this far from the centre, on the side where it truly is
REACH = 1.5  # hexes; how far a pinned place draws the ground around it
LAST = 3 * REACH  # where its pull ends


@dataclass(frozen=True, slots=True)
class Pull:
    """A place of the true plane and how far it must be drawn."""

    at: XY
    by: XY


class Frame:
    """A grid on the ground: degrees to plane and back."""

    def __init__(self, grid: Grid, lon: Sequence[float], lat: Sequence[float]) -> None:
        self.grid = grid
        self.lon = tuple(lon)
        self.lat = tuple(lat)
        self.pulls: tuple[Pull, ...] = ()
        self._squares: dict[tuple[int, int], tuple[Pull, ...]] = {}

    @classmethod
    def of(cls, spec: dict[str, Any]) -> Frame:
        """The frame that a spec's `[grid]` and `[geo]` tables describe."""
        table = dict(spec["grid"])
        table["absent"] = frozenset(table.get("absent", ()))
        return cls(Grid(GridSpec(**table)), spec["geo"]["lon"], spec["geo"]["lat"])

    def true(self, at: LonLat) -> XY:
        """The plane point of a place on Earth, before anything is drawn to its pin."""
        u, v = at[0] - self.lon[0], at[1] - self.lat[0]
        a, b, c, d = self.lon[1], self.lon[2], self.lat[1], self.lat[2]
        det = a * d - b * c
        return (u * d - v * b) / det, (v * a - u * c) / det

    def plane(self, at: LonLat) -> XY:
        """The plane point where the place comes to lie on this board."""
        return self.drawn(self.true(at))

    def drawn(self, point: XY) -> XY:
        """The point after the pulls of all pinned places near it."""
        return moved(point, self._around(point), REACH)

    def _around(self, point: XY) -> tuple[Pull, ...]:
        """The pulls that reach the unit square in which the point lies, found once a square."""
        square = floor(point[0]), floor(point[1])
        if square not in self._squares:
            x, y = square
            self._squares[square] = tuple(
                p for p in self.pulls if x - LAST < p.at[0] < x + 1 + LAST and y - LAST < p.at[1] < y + 1 + LAST
            )
        return self._squares[square]

    def line(self, points: Iterable[LonLat]) -> list[XY]:
        """A line on Earth as it runs on this board; long legs are cut so that the pulls bend them smoothly."""
        true = [self.true(p) for p in points]
        return [self.drawn(p) for p in resampled(true, 0.25)]

    def lonlat(self, point: XY) -> LonLat:
        """The place on Earth of a plane point."""
        x, y = point
        return (
            self.lon[0] + self.lon[1] * x + self.lon[2] * y,
            self.lat[0] + self.lat[1] * x + self.lat[2] * y,
        )

    def pin(self, places: dict[str, LonLat], hexes: dict[str, str]) -> None:
        """Draw the ground so that each of these places lies in the hex given; those already there hold it fast."""
        pulls = []
        for name, number in sorted(hexes.items()):
            if name in places:
                true = self.true(places[name])
                pulls.append(Pull(true, self._pull(true, self.grid.index(number))))
        self.pulls = tuple(pulls)
        self._squares.clear()

    def _pull(self, true: XY, i: int) -> XY:
        if self.grid.at(*true) == i:
            return 0.0, 0.0
        x, y = self.grid.centre(i)
        dx, dy = true[0] - x, true[1] - y
        keep = INSIDE / hypot(dx, dy)
        return x + dx * keep - true[0], y + dy * keep - true[1]


def moved(point: XY, pulls: Sequence[Pull], reach: float) -> XY:
    """The point, drawn by every pull with a weight that falls off with distance."""
    total = dx = dy = 0.0
    for pull in pulls:
        square = (point[0] - pull.at[0]) ** 2 + (point[1] - pull.at[1]) ** 2
        if square < 9 * reach * reach:
            weight = exp(-2 * square / (reach * reach))
            total += weight
            dx += weight * pull.by[0]
            dy += weight * pull.by[1]
    share = 1 / max(1.0, total)
    return point[0] + dx * share, point[1] + dy * share


def resampled(points: Sequence[XY], step: float) -> list[XY]:
    """The line with a point at least every `step`, its own points kept."""
    found = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        parts = max(1, round(hypot(x1 - x0, y1 - y0) / step))
        found += [(x0 + (x1 - x0) * k / parts, y0 + (y1 - y0) * k / parts) for k in range(1, parts + 1)]
    return found


def kilometres(a: LonLat, b: LonLat) -> float:
    """Distance on the ground, good to a few parts in a thousand at this size."""
    dy = (b[1] - a[1]) * 111.2
    dx = (b[0] - a[0]) * 111.32 * cos(radians((a[1] + b[1]) / 2))
    return hypot(dx, dy)
