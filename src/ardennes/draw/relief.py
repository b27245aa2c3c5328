"""Hill shading: heights from known spots, lowered along rivers, with ridges of noise, lit from the north-west.

It is for the eye; it carries no rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .curves import Point, resample
from .land import Land
from .noise import Noise
from .png import Colour, data_uri, png
from .water import Course

FINE = 11  # shaded points a hex
COARSE = 2  # points a hex at which the known heights are spread
ROUGHNESS = {"gorge": 1.0, "broken": 0.8, "woods": 0.75, "light-woods": 0.55, "moor": 0.35}
SHADOW, LIGHT = (0x4B, 0x3A, 0x34), (0xFF, 0xF9, 0xE6)
SHADOW_MOST, LIGHT_MOST = 0.50, 0.52
TINTS = ((0xEF, 0xE8, 0xD2), (0xEB, 0xE0, 0xC3), (0xE2, 0xD3, 0xAE))
LEVEL = 0.45  # the broad rise of the land is flattened, or whole provinces would lie in shadow
LOWLAND, RISE = 110.0, 320.0  # metres at which open land has hardly a fold, and above that as many as anywhere
VALLEY = {3: (150.0, 1.25), 2: (115.0, 0.85), 1: (55.0, 0.5)}  # metres deep, hexes wide

Raster = list[list[float]]


class Relief:
    """The heights of the drawn rectangle, in metres, `FINE` a hex."""

    def __init__(self, land: Land, water: Sequence[Course]) -> None:
        self.x0, self.y0, x1, y1 = land.extent
        self.columns = math.ceil((x1 - self.x0) * FINE) + 3
        self.rows = math.ceil((y1 - self.y0) * FINE) + 3
        self.base = self._spread(land)
        self.rough = self._roughness(land)
        depth = self._depth(water, math.sqrt(3.15 / land.grid.spec.km))
        self.heights = self._compose(depth, min(1.0, (land.grid.spec.km / 3.15) ** 0.7))

    def _point(self, column: int, row: int) -> tuple[float, float]:
        return self.x0 + (column - 1) / FINE, self.y0 + (row - 1) / FINE

    # Heights

    def _spread(self, land: Land) -> Raster:
        """Known heights spread by inverse distance; gentle swells where none is known."""
        spots = [(land.plane(at), metres) for at, metres in land.atlas.heights]
        middle = land.frame(1.0)
        near = [s for s in spots if abs(s[0] - middle.plane(complex(middle.width, middle.height) / 2)) < 90]
        swell = Noise(3)

        def height(x: float, y: float) -> float:
            if len(near) < 5:
                return 380 + 130 * swell(x * 0.09, y * 0.09)
            total = weight = 0.0
            for at, metres in near:
                w = 1.0 / ((at.real - x) ** 2 + (at.imag - y) ** 2 + 1.0) ** 1.5
                total += w * metres
                weight += w
            return total / weight

        return self._enlarged(height, COARSE)

    def _roughness(self, land: Land) -> Raster:
        """How broken the ground is, from hex to hex without steps."""
        share: dict[tuple[int, int], list[float]] = {}
        for i, at in land.centre.items():
            key = (round(at.real), round(at.imag))
            share.setdefault(key, []).append(ROUGHNESS.get(land.kind[i], 0.16))

        def rough(x: float, y: float) -> float:
            total = weight = 0.0
            for u in (-1, 0, 1):
                for v in (-1, 0, 1):
                    key = (round(x) + u, round(y) + v)
                    for value in share.get(key, ()):
                        w = math.exp(-((key[0] - x) ** 2 + (key[1] - y) ** 2) / 0.8)
                        total, weight = total + w * value, weight + w
            return total / weight if weight else 0.2

        return self._enlarged(rough, 2)

    def _enlarged(self, value: Callable[[float, float], float], coarse: int) -> Raster:
        """A slow function asked at few points and drawn out to all."""
        ratio = coarse / FINE
        wide = math.ceil(self.columns * ratio) + 2
        high = math.ceil(self.rows * ratio) + 2
        few = [
            [value(self.x0 + (c - 0.1) / coarse, self.y0 + (r - 0.1) / coarse) for c in range(wide)]
            for r in range(high)
        ]
        out = []
        for row in range(self.rows):
            r, fr = divmod(row * ratio, 1)
            top, foot = few[int(r)], few[int(r) + 1]
            mixed = [a + (b - a) * fr for a, b in zip(top, foot, strict=True)]
            line = []
            for column in range(self.columns):
                c = column * ratio
                k = int(c)
                line.append(mixed[k] + (mixed[k + 1] - mixed[k]) * (c - k))
            out.append(line)
        return out

    def _depth(self, water: Sequence[Course], spread: float) -> Raster:
        """How far the rivers have cut in; `spread` widens the valleys where a hex is small."""
        depth = [[0.0] * self.columns for _ in range(self.rows)]
        for rank, (metres, usual) in VALLEY.items():
            wide = usual * spread
            away = self._distance([c.line for c in water if c.rank == rank])
            if away is None:
                continue
            limit = wide * 3.2
            for row, far in zip(depth, away, strict=True):
                for k, d in enumerate(far):
                    if d < limit:
                        cut = metres / (1 + (d / wide) ** 2) - metres / 11.2
                        if cut > row[k]:
                            row[k] = cut
        return depth

    def _distance(self, lines: Sequence[Sequence[Point]]) -> Raster | None:
        """Hexes to the nearest of the lines (two sweeps over the raster)."""
        if not lines:
            return None
        far = [[99.0] * self.columns for _ in range(self.rows)]
        for course in lines:
            for p in resample(course, 0.6 / FINE):
                column, row = round((p.real - self.x0) * FINE) + 1, round((p.imag - self.y0) * FINE) + 1
                if 0 <= row < self.rows and 0 <= column < self.columns:
                    far[row][column] = 0.0
        straight, slant = 1 / FINE, math.sqrt(2) / FINE
        for order in (far, far[::-1]):
            before: list[float] | None = None
            for line in order:
                _sweep(line, before, straight, slant)
                before = line
        return far

    def _compose(self, depth: Raster, fold: float) -> Raster:
        """Base, valleys and folds; `fold` draws the folds out where a hex is small, or each would have its own hill."""
        warp, broad, ridge, fine = Noise(21), Noise(22), Noise(23), Noise(24)
        east = self._enlarged(lambda x, y: 0.5 * warp(x * 0.45 * fold, y * 0.45 * fold), 4)
        south = self._enlarged(lambda x, y: 0.5 * warp(x * 0.45 * fold + 9, y * 0.45 * fold + 9), 4)
        swell = self._enlarged(lambda x, y: 26 * broad(x * 0.3 * fold, y * 0.3 * fold), 4)
        out = []
        for r in range(self.rows):
            line = []
            for c in range(self.columns):
                x, y = self._point(c, r)
                u, v = x + east[r][c], y + south[r][c]
                crest = 1 - abs(ridge(u * 0.62 * fold, v * 0.62 * fold)) * 1.6
                spur = 1 - abs(fine(u * 1.5 * fold, v * 1.5 * fold)) * 1.6
                rough = self.rough[r][c]
                cut = depth[r][c]
                metres = self.base[r][c] * LEVEL - cut * (0.36 + 0.8 * rough)
                gentle = min(1.0, max(0.3, (self.base[r][c] - LOWLAND) / RISE)) ** (1 - rough)
                metres += (34 * crest + 15 * spur) * (0.22 + rough) * gentle * (1.0 if cut < 40 else 40 / cut)
                metres += swell[r][c] + 3.0 * fold * fine(x * 4.2, y * 4.2)
                line.append(metres)
            out.append(line)
        return out

    def fall(self, point: Point) -> Point:
        """The way downhill at a point, in metres a tenth of a hex or so."""
        c = min(self.columns - 2, max(1, round((point.real - self.x0) * FINE) + 1))
        r = min(self.rows - 2, max(1, round((point.imag - self.y0) * FINE) + 1))
        here = self.heights[r]
        return complex(here[c - 1] - here[c + 1], self.heights[r - 1][c] - self.heights[r + 1][c])

    # Pictures

    def shade(self) -> str:
        """Shadow and light over the ground, as the address of a picture that covers the frame."""
        rows = []
        heights = self.heights
        for r in range(1, self.rows - 1):
            above, here, below = heights[r - 1], heights[r], heights[r + 1]
            row = bytearray(self.columns - 2)
            for c in range(1, self.columns - 1):
                east, south = here[c + 1] - here[c - 1], below[c] - above[c]
                slope = 0.62 * (east + south) * 0.7071 + 0.22 * east + 0.16 * south
                bright = slope / (9.0 + 0.55 * abs(slope))
                row[c - 1] = max(0, min(255, 128 + round(bright * 105)))
            rows.append(bytes(row))
        return data_uri(png(rows, _shades()))

    def paper(self) -> str:
        """The tint of the paper by height, as the address of a picture that covers the frame."""
        every = 3
        values = sorted(v for row in self.base[::every] for v in row[::every])
        low, high = values[len(values) // 20], values[-len(values) // 20]
        span = max(high - low, 60.0)
        rows = [
            bytes(max(0, min(63, round(63 * (v - low) / span))) for v in row[1:-1:every])
            for row in self.base[1:-1:every]
        ]
        return data_uri(png(rows, [_tint(k / 63) for k in range(64)]))


def _sweep(row: list[float], before: list[float] | None, straight: float, slant: float) -> None:
    last = len(row) - 1
    if before is not None:
        for k in range(last + 1):
            best = row[k]
            if before[k] + straight < best:
                best = before[k] + straight
            if k and before[k - 1] + slant < best:
                best = before[k - 1] + slant
            if k < last and before[k + 1] + slant < best:
                best = before[k + 1] + slant
            row[k] = best
    for k in range(1, last + 1):
        if row[k - 1] + straight < row[k]:
            row[k] = row[k - 1] + straight
    for k in range(last - 1, -1, -1):
        if row[k + 1] + straight < row[k]:
            row[k] = row[k + 1] + straight


def _shades() -> list[Colour]:
    """Index 128 is flat ground, 0 the deepest shadow, 255 the brightest light."""
    dark = [(*SHADOW, round(255 * SHADOW_MOST * ((128 - k) / 128))) for k in range(128)]
    bright = [(*LIGHT, round(255 * LIGHT_MOST * ((k - 128) / 127))) for k in range(128, 256)]
    return [*dark, *bright]


def _tint(share: float) -> Colour:
    low, middle, high = TINTS
    a, b, t = (low, middle, share * 2) if share < 0.5 else (middle, high, share * 2 - 1)
    r, g, blue = (round(p + (q - p) * t) for p, q in zip(a, b, strict=True))
    return r, g, blue, 255
