"""The map as a player reads it: one hex at a time, by its letter and number, out of the board file alone.

Rows run from A in the north to K in the south; every second row (B, D, …) is shifted half a hex to the east. Tests find
their ground by asking for what they need, so that they still hold when the map is improved.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import ardennes

DATA = Path(ardennes.__file__).parent / "games" / "axis_allies" / "data"
BOARD = tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))
HEXES: tuple[str, ...] = tuple(BOARD["hexes"])
DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")
EASTERN = ("NE", "E", "SE")
REGIONS: dict[str, list[str]] = BOARD["regions"]
AXIS_SIDE = frozenset(REGIONS["axis-side"])
EDGES = {"axis": ("east-edge",), "allies": ("north-edge", "west-edge", "south-edge")}
ROADS = frozenset(frozenset(pair.split("/")) for pair in BOARD["links"])
BARRIERS = frozenset(frozenset(pair.split("/")) for pair, words in BOARD["sides"].items() if "barrier" in words.split())
TOWNS = {
    hex_: sum(int(word.removeprefix("vp:")) for word in words.split() if word.startswith("vp:"))
    for hex_, words in BOARD["hexes"].items()
    if "town" in words.split()
}
NAMES: dict[str, str] = {place["hex"]: place["name"] for place in BOARD["place"]}


@cache
def beyond(hex_: str, direction: str) -> str:
    """The next hex in a direction, "" off the board."""
    row, column = ord(hex_[0]), int(hex_[1:])
    shifted = row % 2 == 0  # B, D, F …
    down = {"N": -1, "S": 1}.get(direction[0], 0)
    if not down:
        column += 1 if direction == "E" else -1
    elif direction[1] == "E":
        column += shifted
    else:
        column -= not shifted
    found = f"{chr(row + down)}{column}"
    return found if found in BOARD["hexes"] else ""


@cache
def around(hex_: str) -> tuple[str, ...]:
    """The hexes of the board next to a hex."""
    return tuple(other for direction in DIRECTIONS if (other := beyond(hex_, direction)))


def disc(hexes: Iterable[str]) -> frozenset[str]:
    """Some hexes and all that touch them."""
    found = set(hexes)
    return frozenset(found.union(*(around(hex_) for hex_ in found))) if found else frozenset()


def eastern(hex_: str) -> tuple[str, ...]:
    """The three neighbours towards Germany, as far as the board goes."""
    return tuple(other for direction in EASTERN if (other := beyond(hex_, direction)))


def road(a: str, b: str) -> bool:
    """Whether a road joins two neighbours."""
    return frozenset((a, b)) in ROADS


def titled(hex_: str) -> str:
    """A hex as a sentence calls it: with the name of its town if it has one."""
    return f"{hex_} ({NAMES[hex_]})" if hex_ in NAMES else hex_


def barrier(a: str, b: str) -> bool:
    """Whether a river barrier parts two neighbours."""
    return frozenset((a, b)) in BARRIERS


@cache
def by_road(hex_: str) -> tuple[str, ...]:
    """The neighbours to which a road leads."""
    return tuple(other for other in around(hex_) if road(hex_, other))


def on_road(hex_: str) -> bool:
    """Whether a road touches the hex."""
    return any(hex_ in pair for pair in ROADS)


@cache
def exits(side: str) -> frozenset[str]:
    """The hexes on a side's edges where a road runs off the board over that edge."""
    outward = {"east-edge": "E", "north-edge": "N", "west-edge": "W", "south-edge": "S"}
    found = set()
    for pair in BOARD["links"]:
        hex_, way = pair.split("/")
        if way in DIRECTIONS:
            found |= {hex_ for edge in EDGES[side] if hex_ in REGIONS[edge] and outward[edge] in way}
    return frozenset(found)


def edge(side: str) -> frozenset[str]:
    """All hexes of a side's edges."""
    return frozenset(hex_ for name in EDGES[side] for hex_ in REGIONS[name])


def find(*demands: Callable[[str], bool]) -> str:
    """The first hex, in the order of the board, that meets all demands. Raises LookupError if none does."""
    for hex_ in HEXES:
        if all(demand(hex_) for demand in demands):
            return hex_
    raise LookupError("no hex of the board is like that")


# ---- demands ----


def interior(hex_: str) -> bool:
    """It has all six neighbours."""
    return len(around(hex_)) == 6


def deep(hex_: str) -> bool:
    """It and its neighbours have all six neighbours."""
    return interior(hex_) and all(map(interior, around(hex_)))


def dry(hex_: str) -> bool:
    """No side of it is a river barrier."""
    return not any(barrier(hex_, other) for other in around(hex_))


def town(hex_: str) -> bool:
    """It is a city or town."""
    return hex_ in TOWNS


def plain(hex_: str) -> bool:
    """It is no town."""
    return hex_ not in TOWNS


def allied(hex_: str) -> bool:
    """It lies west of the starting line."""
    return hex_ not in AXIS_SIDE


def german(hex_: str) -> bool:
    """It lies east of the starting line."""
    return hex_ in AXIS_SIDE


def quiet(hex_: str) -> bool:
    """It and all around it are no towns and on the Allied side."""
    return all(plain(other) and allied(other) for other in (hex_, *around(hex_)))


# ---- roads ----


def road_paths(length: int) -> Iterator[tuple[str, ...]]:
    """Every way of so many different hexes along joined roads."""

    def longer(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == length:
            yield path
            return
        for other in by_road(path[-1]):
            if other not in path:
                yield from longer((*path, other))

    for hex_ in HEXES:
        yield from longer((hex_,))


def road_path(length: int, demand: Callable[[tuple[str, ...]], bool] = lambda _: True) -> tuple[str, ...]:
    """The first such way that meets a demand. Raises LookupError if none does."""
    for path in road_paths(length):
        if demand(path):
            return path
    raise LookupError("no road of the board is like that")


def river_pair(*, by: Callable[[str, str], bool] = lambda a, b: True) -> tuple[str, str]:
    """Two hexes on either side of a river barrier that meet a demand. Raises LookupError if none do."""
    for a in HEXES:
        for b in around(a):
            if barrier(a, b) and by(a, b):
                return a, b
    raise LookupError("no river of the board is like that")
