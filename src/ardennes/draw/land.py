"""A board as the drawing sees it: points of the plane, kinds of ground, what lies where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ardennes.hexmap import Board

from . import zones
from .atlas import Atlas
from .curves import Point
from .rectangle import Frame
from .theme import BY_EYE, Theme
from .zones import Zone

BLEED = 0.42
BOX = (1.15, 0.8)  # half the width and height of a box, in hexes
EDGES = ("edge", "void")


class Land:
    """The board, its atlas and theme, with the questions that every layer of the drawing asks."""

    def __init__(self, board: Board, atlas: Atlas, theme: Theme) -> None:
        self.board, self.grid, self.atlas, self.theme = board, board.grid, atlas, theme
        self.hexes = list(board)
        self.centre = {i: complex(*self.grid.centre(i)) for i in self.hexes}
        self.kind = {i: self._kind(i) for i in self.hexes}

    def _kind(self, i: int) -> str:
        kind = self.theme.kind((self.board.terrain_of(i), *self.board.features_of(i)))
        if kind != BY_EYE:
            return kind
        return self.atlas.cover(complex(*self.board.lonlat(i))) or ("gorge" if self._by_water(i) else "woods")

    def _by_water(self, i: int) -> bool:
        return any(self.is_water(self.grid.side(i, d)) for d in range(6))

    def is_water(self, side: str) -> bool:
        """Whether a hexside carries a river, a ford or a stream."""
        return any(word in ("river", "ford", "stream", "meuse") for word in self.board.hexsides.get(side, ()))

    def has(self, i: int, word: str) -> bool:
        """Whether the hex has this terrain or feature."""
        words = (self.board.terrain_of(i), *self.board.features_of(i))
        return any(w.partition(":")[0] == word for w in words)

    def is_town(self, i: int) -> bool:
        """Whether the hex is a town by the rules."""
        return self.has(i, "town") or self.has(i, "city")

    def area(self, kind: str) -> set[int]:
        """The hexes of a kind of ground."""
        return {i for i in self.hexes if self.kind[i] == kind}

    def plane(self, lonlat: Point) -> Point:
        """The plane point of a longitude + latitude · i."""
        return complex(*self.board.earth.plane(lonlat.real, lonlat.imag))

    def ends(self, side: str) -> tuple[Point, Point]:
        """The two corners of a hexside."""
        a, b = self.grid.side_ends(*self.grid.parse_side(side))
        return complex(*a), complex(*b)

    def across(self, side: str) -> tuple[int, int]:
        """The two hexes of a hexside; the second is -1 at the edge."""
        i, d = self.grid.parse_side(side)
        return i, self.grid.neighbours(i)[d]

    def chain(self, sides: Sequence[str]) -> Iterator[list[Point]]:
        """Hexsides that follow each other as lines of corners; a gap begins a new line."""
        line: list[Point] = []
        for index, side in enumerate(sides):
            a, b = self.ends(side)
            if line and abs(line[-1] - b) < 1e-6:
                a, b = b, a
            elif line and abs(line[-1] - a) > 1e-6:
                yield line
                line = []
            if not line:
                following = self.ends(sides[index + 1]) if index + 1 < len(sides) else ()
                if any(abs(a - p) < 1e-6 for p in following):
                    a, b = b, a
                line = [a]
            line.append(b)
        if line:
            yield line

    @cached_property
    def zones(self) -> list[Zone]:
        """The stretches of the edge by which somebody comes on."""
        return zones.find(self.board, self.centre)

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """The rectangle round all hexes, zones and boxes, with a narrow border."""
        points = [complex(*p) for i in self.hexes for p in self.grid.corners(i)]
        x0, x1 = min(p.real for p in points) - BLEED, max(p.real for p in points) + BLEED
        y0, y1 = min(p.imag for p in points) - BLEED, max(p.imag for p in points) + BLEED
        for box in self.board.boxes.values():
            if box.at is not None:
                x, y = box.at
                x0, x1 = min(x0, x - BOX[0] - 0.3), max(x1, x + BOX[0] + 0.3)
                y0, y1 = min(y0, y - BOX[1] - 0.3), max(y1, y + BOX[1] + 0.3)
        for zone in self.zones:
            far = zone.middle + zone.out * 0.5
            x0, x1 = min(x0, far.real), max(x1, far.real)
            y0, y1 = min(y0, far.imag), max(y1, far.imag)
        return x0, y0, x1, y1

    def frame(self, unit: float) -> Frame:
        """The rectangle that is drawn at so many pixels a hex."""
        return Frame(*self.extent, unit)
