"""A board: what lies in every hex, on every hexside, and what connects the hexes, read from a board file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .grid import Grid, Point, Six

NOWHERE: Six = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Box:
    """A place that is not a hex: an exit, an off-board area, a row of a chart."""

    id: str
    label: str
    at: Point | None
    neighbours: tuple[str, ...]  # hex numbers and other boxes
    hexes: int  # the hexes among the neighbours, as a mask


@dataclass(frozen=True, slots=True)
class Place:
    """A name for the eye."""

    name: str
    hex: int
    rank: int
    lon: float | None
    lat: float | None


@dataclass(frozen=True, slots=True)
class River:
    """A course as an unbroken chain of hexsides, from source to mouth."""

    name: str
    width: int  # the `class` of the file: 3 the widest, 1 a stream
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A course as a chain of hexes."""

    name: str
    rank: str  # the `class` of the file: main, secondary or trail
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A named chain of hexsides: a start line, a boundary, a frontier."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pin:
    """What a rule says of a hex, a hexside or a box."""

    at: str
    fact: str
    rule: str


@dataclass(frozen=True, slots=True)
class Earth:
    """Degrees from plane points: lon = a + b x + c y, lat likewise."""

    lon: tuple[float, float, float]
    lat: tuple[float, float, float]

    def lonlat(self, x: float, y: float) -> Point:
        """The longitude and latitude of a plane point."""
        (a, b, c), (d, e, f) = self.lon, self.lat
        return a + b * x + c * y, d + e * x + f * y

    def plane(self, lon: float, lat: float) -> Point:
        """The plane point of a longitude and latitude."""
        (a, b, c), (d, e, f) = self.lon, self.lat
        u, v, det = lon - a, lat - d, b * f - c * e
        return (u * f - v * c) / det, (v * b - u * e) / det


@dataclass(frozen=True, slots=True)
class Board:
    """A map that never changes; every set of hexes on it is a mask of `grid`.

    A feature may carry a value ("exit:4"); asking for "exit" finds it whatever the value. What is not on the
    board is an empty mask, never an error.
    """

    game: str
    title: str
    grid: Grid
    earth: Earth
    regions: Mapping[str, int]
    side_regions: Mapping[str, tuple[str, ...]]
    boxes: Mapping[str, Box]
    places: tuple[Place, ...]
    rivers: tuple[River, ...]
    roads: tuple[Road, ...]
    lines: tuple[Line, ...]
    pins: tuple[Pin, ...]
    hexsides: Mapping[str, tuple[str, ...]]  # canonical hexside → its features
    ways: Mapping[str, str]  # canonical hexside → the kind of link across it
    _hexes: Mapping[int, tuple[str, ...]]
    _terrain: Mapping[str, int]
    _features: Mapping[str, int]
    _sides: Mapping[str, Six]
    _links: Mapping[str, Six]
    _edge_links: Mapping[str, tuple[tuple[int, int], ...]]

    @staticmethod
    def load(source: str | Path, vocabulary: Mapping[str, frozenset[str]] | None = None) -> Board:
        """Read and check a board file, a path or the text itself.

        `vocabulary` may give the only words allowed for "terrain", "feature" and "side". Raise `BoardError`, one
        sentence with the line of the fault.
        """
        from .boardcheck import read_board

        return read_board(source, vocabulary or {})

    # Hexes

    @property
    def terrains(self) -> tuple[str, ...]:
        """Every kind of terrain on the board."""
        return tuple(self._terrain)

    def terrain(self, name: str) -> int:
        """The hexes of this terrain."""
        return self._terrain.get(name, 0)

    def terrain_of(self, i: int) -> str:
        """The terrain of the hex."""
        return self._hexes[i][0]

    def feature(self, name: str) -> int:
        """The hexes with this feature, "town" or "exit" or "exit:4"."""
        return self._features.get(name, 0)

    def features_of(self, i: int) -> tuple[str, ...]:
        """The features of the hex, as the file has them."""
        return self._hexes[i][1:]

    def value(self, i: int, feature: str) -> str | None:
        """The value of a feature of the hex ("5" of "vp:5"), None if it has none."""
        return value_of(self.features_of(i), feature)

    # Hexsides

    def sides(self, feature: str) -> Six:
        """For each direction d, the hexes whose side d has the feature."""
        return self._sides.get(feature, NOWHERE)

    def side_features(self, side: str) -> tuple[str, ...]:
        """The features of a hexside, either hex named first; raise `BoardError` if it is none."""
        return self.hexsides.get(self.canonical(side), ())

    def side_value(self, side: str, feature: str) -> str | None:
        """The value of a feature of the hexside ("4" of "exit:4"), None if it has none."""
        return value_of(self.side_features(side), feature)

    def canonical(self, side: str) -> str:
        """The proper name of a hexside; raise `BoardError` if it is none."""
        return self.grid.side(*self.grid.parse_side(side))

    # Links

    def links(self, kind: str) -> Six:
        """For each direction d, the hexes from which such a link leads that way; "road" covers "road main"."""
        return self._links.get(kind, NOWHERE)

    def edge_links(self, kind: str) -> tuple[tuple[int, int], ...]:
        """The hexes where such a link leaves the board, each with the direction."""
        return self._edge_links.get(kind, ())

    def link(self, side: str) -> str | None:
        """The kind of link across a hexside, None if there is none; raise `BoardError` if it is no hexside."""
        return self.ways.get(self.canonical(side))

    # The Earth

    def lonlat(self, i: int) -> Point:
        """The longitude and latitude of the hex's centre."""
        return self.earth.lonlat(*self.grid.centre(i))

    def hex_at_lonlat(self, lon: float, lat: float) -> int:
        """The hex that holds this point of the Earth, -1 if it is off the board."""
        return self.grid.at(*self.earth.plane(lon, lat))

    def __iter__(self) -> Iterator[int]:
        """The hexes in the order of their numbers."""
        return iter(self.grid)


def value_of(features: tuple[str, ...], name: str) -> str | None:
    """The value that a feature carries after its colon, None if it carries none."""
    for feature in features:
        key, colon, value = feature.partition(":")
        if key == name and colon:
            return value
    return None
