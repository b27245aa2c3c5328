"""What grows and how the land lies at any point: woods, moor, gorges, and the woods that the outlines leave out.

The outlines of `woods.geojson` hold fewer than half of the woods that stood there. The rest is derived: each natural
region has a share of woodland, and trees fill it up where they mostly stood, on the valley sides and far from towns,
in patches that depend on longitude and latitude alone, so that all boards agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from .ground import Area, Ground

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

KM_LAT = 111.2
KM_LON = 71.4  # at 50 degrees north
PATCHES = ((2.9, 0.6), (1.3, 0.4))  # size in kilometres and weight of the two kinds of patches
VALLEY = 1.1  # kilometres from a river that count as its slopes
BROOK = 0.6
CLEARING = {3: 1.9, 2: 1.2, 1: 0.8, 0: 0.5}  # kilometres of open fields round a place
LATTICE = 0.7  # kilometres between the points on which a region's share is measured


@dataclass(frozen=True, slots=True)
class Sample:
    """The cover of many points, one flag a point and a kind."""

    forest: Flags  # heavy woods
    light: Flags  # light woods, drawn
    derived: Flags  # light woods, derived
    moor: Flags
    gorge: Flags
    rough: Flags
    slope: Flags  # the side of a valley in hilly country
    region: NDArray[np.int64]

    def share(self, words: str) -> Floats:
        """1.0 where one of the kinds named (separated by blanks) covers the point. `woods` is drawn or derived."""
        kinds = {"woods": self.light | self.derived}
        flags = [kinds[word] if word in kinds else getattr(self, word) for word in words.split()]
        covered: Flags = np.logical_or.reduce(flags)
        return covered.astype(np.float64)


class Cover:
    """The cover of the whole ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def at(self, lon: Floats, lat: Floats) -> Sample:
        """What covers these points."""
        forest = self._in(self._woods("heavy"), lon, lat)
        light = self._in(self._woods("light"), lon, lat) & ~forest
        moor = self._in(self._woods("moor"), lon, lat)
        region = self.region(lon, lat)
        near = self._valley(lon, lat)
        open_ = self._fields(lon, lat)
        score = self._score(lon, lat, near)
        derived = (score > self._thresholds[region]) & ~(forest | light | moor | open_)
        return Sample(
            forest & ~open_,
            light & ~open_,
            derived,
            moor,
            self._in(self._relief("gorge"), lon, lat),
            self._in(self._relief("rough"), lon, lat),
            near & self._hilly[region],
            region,
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The natural regions; `Sample.region` counts in this list, and its last entry is "elsewhere"."""
        return (*(area.name for area in self.ground.regions), "elsewhere")

    @cached_property
    def _hilly(self) -> Flags:
        return np.array([*(area.facts["hills"] for area in self.ground.regions), True])

    @cached_property
    def _thresholds(self) -> Floats:
        """For each region the score above which trees stand, so that the region gets its share of woodland."""
        lon, lat = _lattice()
        region = self.region(lon, lat)
        drawn = self._in(self._woods("heavy"), lon, lat) | self._in(self._woods("light"), lon, lat)
        score = self._score(lon, lat, self._valley(lon, lat))
        free = ~drawn & ~self._fields(lon, lat)
        found = []
        for k, share in enumerate([*(area.facts["woods"] for area in self.ground.regions), 0.2]):
            here = region == k
            wanted = share * here.sum() - (drawn & here).sum()
            pool = np.sort(score[here & free])[::-1]
            found.append(float(pool[min(int(wanted), len(pool) - 1)]) if wanted > 0 and len(pool) else 9.0)
        return np.array(found)

    def _score(self, lon: Floats, lat: Floats, valley: Flags) -> Floats:
        """How likely trees are: patches, and a liking for valley sides."""
        x, y = lon * KM_LON, lat * KM_LAT
        patches: Floats = np.zeros_like(lon)
        for n, (size, weight) in enumerate(PATCHES):
            patches = patches + weight * noise(x / size, y / size, n)
        return patches + 0.22 * valley

    def region(self, lon: Floats, lat: Floats) -> NDArray[np.int64]:
        """The natural region of each point, counted in `names`."""
        found = np.full(lon.shape, len(self.ground.regions), dtype=np.int64)
        for k in reversed(range(len(self.ground.regions))):
            found[self._in(shapely.Polygon(self.ground.regions[k].outline), lon, lat)] = k
        return found

    def _valley(self, lon: Floats, lat: Floats) -> Flags:
        near = np.zeros(lon.shape, dtype=np.bool_)
        for brook in (False, True):
            courses = [_km(river.course) for river in self.ground.rivers.values() if (river.rank == 1) == brook]
            lines = shapely.MultiLineString([line.tolist() for line in courses]).buffer(BROOK if brook else VALLEY)
            near |= self._in(lines, lon * KM_LON, lat * KM_LAT)
        return near

    def _fields(self, lon: Floats, lat: Floats) -> Flags:
        places = self.ground.places.values()
        discs = [shapely.Point(p.at[0] * KM_LON, p.at[1] * KM_LAT).buffer(CLEARING[p.importance]) for p in places]
        return self._in(shapely.union_all(discs), lon * KM_LON, lat * KM_LAT)

    def _woods(self, density: str) -> shapely.Geometry:
        return _union([area for area in self.ground.woods if area.facts["density"] == density])

    def _relief(self, kind: str) -> shapely.Geometry:
        return _union([area for area in self.ground.relief if area.facts["kind"] == kind])

    @staticmethod
    def _in(area: shapely.Geometry, x: Floats, y: Floats) -> Flags:
        shapely.prepare(area)
        return np.asarray(shapely.contains_xy(area, x, y), dtype=np.bool_)


def noise(x: Floats, y: Floats, seed: int) -> Floats:
    """Smooth noise between 0 and 1, the same for the same point on every machine."""
    i, j = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    u, v = _ease(x - i), _ease(y - j)
    a, b = _dice(i, j, seed), _dice(i + 1, j, seed)
    c, d = _dice(i, j + 1, seed), _dice(i + 1, j + 1, seed)
    return (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v


def _ease(t: Floats) -> Floats:
    return t * t * (3 - 2 * t)


def _dice(i: NDArray[np.int64], j: NDArray[np.int64], seed: int) -> Floats:
    """A number between 0 and 1 for each lattice point, by mixing the bits of its place."""
    mask = np.int64(0xFFFFFFFF)
    h = (i * 374761393 + j * 668265263 + seed * 974634777) & mask
    h = ((h ^ (h >> 13)) * 1274126177) & mask
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


def _lattice() -> tuple[Floats, Floats]:
    lon = np.arange(4.7, 6.8, LATTICE / KM_LON)
    lat = np.arange(49.5, 50.8, LATTICE / KM_LAT)
    x, y = np.meshgrid(lon, lat)
    return x.ravel(), y.ravel()


def _km(points: tuple[tuple[float, float], ...]) -> Floats:
    return np.array(points) * (KM_LON, KM_LAT)


def _union(areas: list[Area]) -> shapely.Geometry:
    return shapely.union_all([shapely.make_valid(shapely.Polygon(area.outline)) for area in areas])
