"""The map as a player reads it: one hex at a time, asked of the board file alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ardennes.hexmap import Board
from tests.games.bulge.datafiles import DATA
from tests.games.common.hexes import Hexes

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

_MAP = Hexes(GRID)
neighbours, beyond, walk = _MAP.neighbours, _MAP.beyond, _MAP.walk
distance, disc, ring = _MAP.distance, _MAP.disc, _MAP.ring


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
