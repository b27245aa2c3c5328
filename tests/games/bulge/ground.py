"""The map as a player reads it: one hex at a time, asked of the board file alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ardennes.hexmap import Board
from tests.games.bulge.datafiles import DATA

BOARD = Board.load(DATA / "board.toml")
GRID = BOARD.grid
HEXES = tuple(GRID.name(i) for i in BOARD)
EXITS = {
    side: int(word.partition(":")[2])
    for side, words in BOARD.hexsides.items()
    for word in words
    if word.startswith("exit:")
}
OFF_MAP = {GRID.name(i) for i, _ in BOARD.edge_links("road")}
EDGES = {edge: frozenset(GRID.names(BOARD.regions[edge])) for edge in "NSWE"}
ENTRIES = {edge: tuple(sorted(hexes & OFF_MAP)) for edge, hexes in EDGES.items()}


@cache
def neighbours(hex_: str) -> tuple[str, ...]:
    """The hexes of the map next to a hex."""
    return tuple(GRID.name(i) for i in GRID.neighbours(GRID.index(hex_)) if i >= 0)


def beyond(hex_: str, direction: str) -> str:
    """The next hex in a direction. Raises LookupError off the map."""
    i = GRID.neighbours(GRID.index(hex_))[GRID.directions.index(direction)]
    if i < 0:
        raise LookupError(f"the map ends {direction} of {hex_}")
    return GRID.name(i)


def walk(hex_: str, way: str) -> str:
    """Where a way leads: "W W NW" or "." for the hex itself."""
    for direction in way.replace(".", "").split():
        hex_ = beyond(hex_, direction)
    return hex_


@cache
def distance(a: str, b: str) -> int:
    """Hexes from one to the other, counted straight."""
    return GRID.distance(GRID.index(a), GRID.index(b))


@cache
def disc(hex_: str, radius: int) -> frozenset[str]:
    """A hex and all within so many hexes."""
    return frozenset(GRID.names(GRID.disc(GRID.bit(hex_), radius)))


def ring(hex_: str, radius: int) -> frozenset[str]:
    """The hexes exactly so far away."""
    return disc(hex_, radius) - disc(hex_, radius - 1)


@cache
def terrain(hex_: str) -> str:
    """clear, rough, light-woods or heavy-woods."""
    return BOARD.terrain_of(GRID.index(hex_))


@cache
def features(hex_: str) -> frozenset[str]:
    """town, westwall."""
    return frozenset(BOARD.features_of(GRID.index(hex_)))


@cache
def side(a: str, b: str) -> frozenset[str]:
    """What lies on the hexside between two neighbours: river, meuse, bridge."""
    return frozenset(BOARD.side_features(f"{a}/{b}"))


@cache
def road(a: str, b: str) -> bool:
    """Whether a road joins two neighbours."""
    return (BOARD.link(f"{a}/{b}") or "").startswith("road")


@cache
def joined(hex_: str) -> tuple[str, ...]:
    """The hexes that a road joins directly to a hex."""
    return tuple(other for other in neighbours(hex_) if road(hex_, other))


@cache
def on_road(hex_: str) -> bool:
    """Whether a road runs through the hex."""
    return bool(joined(hex_)) or hex_ in OFF_MAP


BRIDGES = tuple(
    (a, b) for name, found in BOARD.hexsides.items() if "bridge" in found for a, b in [name.split("/")] if b in HEXES
)


def plain(hex_: str) -> bool:
    """Clear, without town or works."""
    return terrain(hex_) == "clear" and not features(hex_) & {"town", "westwall"}


def dry(hex_: str) -> bool:
    """Whether no river runs along its sides."""
    return not any("river" in side(hex_, other) for other in neighbours(hex_))


def where(condition: Callable[[str], bool]) -> Iterator[str]:
    """The hexes that fit, in the order of the map."""
    return (hex_ for hex_ in HEXES if condition(hex_))


def first(condition: Callable[[str], bool]) -> str:
    """The first hex that fits. Raises LookupError if the map has none."""
    for hex_ in where(condition):
        return hex_
    raise LookupError("no hex of the map fits this test")


def steps(condition: Callable[[str, str], bool]) -> Iterator[tuple[str, str]]:
    """The steps between neighbours that fit, in the order of the map."""
    return ((a, b) for a in HEXES for b in neighbours(a) if condition(a, b))


def first_step(condition: Callable[[str, str], bool]) -> tuple[str, str]:
    """The first step that fits. Raises LookupError if the map has none."""
    for pair in steps(condition):
        return pair
    raise LookupError("no step on the map fits this test")
