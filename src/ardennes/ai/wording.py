"""Numbers, units and places as they stand in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.ai.atlas import OPEN, Atlas

NEAR = 4 * OPEN  # half-points within which a nameless hex is described by its neighbour
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """A number as it stands in a sentence."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def units(n: int) -> str:
    """So many units."""
    return f"{number(n)} unit" if n == 1 else f"{number(n)} units"


def place_name(atlas: Atlas, i: int) -> str:
    """A hex by the name that the map gives it, or by its number and the next place with a name."""
    if i in atlas.names:
        return atlas.names[i]
    away = atlas.field(i)
    near = min(atlas.names, key=lambda j: (away[j], j), default=-1)
    number_ = f"hex {atlas.grid.name(i)}"
    return f"{number_} near {atlas.names[near]}" if near >= 0 and away[near] <= NEAR else number_


def listed(names: Iterable[str]) -> str:
    """Names with commas and an “and”."""
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last
