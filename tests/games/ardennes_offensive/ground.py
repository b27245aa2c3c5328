"""The map as a player reads it: one hex at a time, asked of the board file alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ardennes.hexmap import Board
from tests.games.ardennes_offensive.datafiles import DATA, MAP
from tests.games.common.hexes import Hexes

BOARD = Board.load(DATA / "board.toml")
GRID = BOARD.grid
HEXES = tuple(GRID.name(i) for i in BOARD)
EXITS: dict[str, int] = {hex_: worth for name in MAP["sections"]["order"] for hex_, worth in MAP["exits"][name].items()}
SECTION = {hex_: name for name in MAP["sections"]["order"] for hex_ in MAP["exits"][name]}
ENTRIES = tuple(GRID.name(i) for i, _ in BOARD.edge_links("road"))  # of the east edge
BASTOGNE = MAP["towns"]["Bastogne"]

_MAP = Hexes(GRID)
neighbours, beyond, walk = _MAP.neighbours, _MAP.beyond, _MAP.walk
distance, disc, ring = _MAP.distance, _MAP.disc, _MAP.ring


@cache
def terrain(hex_: str) -> str:
    """clear, rough, impassable, edge or void."""
    return BOARD.terrain_of(GRID.index(hex_))


def live(hex_: str) -> bool:
    """Whether units of both sides may stand there."""
    return terrain(hex_) in ("clear", "rough")


def edge(hex_: str) -> bool:
    """Whether it is an Allied map-edge hex."""
    return terrain(hex_) == "edge"


@cache
def features(hex_: str) -> frozenset[str]:
    """Towns, West Wall and the like."""
    return frozenset(name.partition(":")[0] for name in BOARD.features_of(GRID.index(hex_)))


def town(hex_: str) -> bool:
    """Whether it is a town."""
    return "town" in features(hex_)


def west_wall(hex_: str) -> bool:
    """Whether it is a West Wall hex that is not cleared."""
    return "westwall" in features(hex_)


def cleared_wall(hex_: str) -> bool:
    """Whether it is a cleared West Wall hex."""
    return "cleared-westwall" in features(hex_)


def german_ground(hex_: str) -> bool:
    """Whether it lies on the German side of the start line."""
    return live(hex_) and bool(BOARD.regions["german-side"] & GRID.bit(hex_))


@cache
def side(a: str, b: str) -> frozenset[str]:
    """What lies on the hexside between two neighbours: river, ford, bridge, meuse."""
    return frozenset(name.partition(":")[0] for name in BOARD.side_features(f"{a}/{b}"))


@cache
def road(a: str, b: str) -> bool:
    """Whether a road joins two neighbours."""
    return (BOARD.link(f"{a}/{b}") or "").startswith("road")


@cache
def joined(hex_: str) -> tuple[str, ...]:
    """The live hexes that a road joins directly to a hex."""
    return tuple(other for other in neighbours(hex_) if live(other) and road(hex_, other))


@cache
def on_road(hex_: str) -> bool:
    """Whether a road runs through the hex."""
    return any(road(hex_, other) for other in neighbours(hex_)) or hex_ in ENTRIES


def bridge(a: str, b: str) -> bool:
    """Whether a bridge lies between two neighbours."""
    return "bridge" in side(a, b)


BRIDGES = tuple(
    (a, b) for name, found in BOARD.hexsides.items() if "bridge" in found for a, b in [name.split("/")] if b in HEXES
)


def wet(hex_: str) -> bool:
    """Whether any water lies round the hex."""
    return any(side(hex_, other) for other in neighbours(hex_))


def open_ground(hex_: str) -> bool:
    """Clear, dry, without road, town or works."""
    plain = not (town(hex_) or west_wall(hex_) or cleared_wall(hex_))
    return terrain(hex_) == "clear" and plain and not wet(hex_) and not on_road(hex_)


def field(hex_: str, radius: int) -> bool:
    """Whether all round is dry and clear, without towns and works; roads do not matter."""
    around = disc(hex_, radius)
    if len(around) != 1 + 3 * radius * (radius + 1):
        return False
    return all(terrain(h) == "clear" and not town(h) and not west_wall(h) and not cleared_wall(h) and not wet(h)
               for h in around)  # fmt: skip


def where(condition: Callable[[str], bool]) -> Iterator[str]:
    """The live hexes that fit, in the order of the map."""
    return (hex_ for hex_ in HEXES if live(hex_) and condition(hex_))


def first(condition: Callable[[str], bool]) -> str:
    """The first live hex that fits. Raises LookupError if the map has none."""
    for hex_ in where(condition):
        return hex_
    raise LookupError("no hex of the map fits this test")


def steps(condition: Callable[[str, str], bool]) -> Iterator[tuple[str, str]]:
    """The steps between live neighbours that fit, in the order of the map."""
    return ((a, b) for a in HEXES if live(a) for b in neighbours(a) if live(b) and condition(a, b))


def first_step(condition: Callable[[str, str], bool]) -> tuple[str, str]:
    """The first step that fits. Raises LookupError if the map has none."""
    for pair in steps(condition):
        return pair
    raise LookupError("no step on the map fits this test")
