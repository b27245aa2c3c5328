"""The part of the map in play (BW-2.9.southern.area): a small scenario leaves out hexes, units and aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, Forces
from ardennes.games.bitter_woods.terrain import Ground

RULE = "BW-2.9.southern.area"
AIR, UNITS, SUPPLY = "BW-2.9.southern.air", "BW-2.9.southern.units", "BW-2.9.southern.supply"
OUTSIDE = "is outside the area in play"
NO_STARTS: Mapping[str, str] = MappingProxyType({})


class Area(NamedTuple):
    """What a scenario has of the game; the campaign has all of it."""

    outside: int  # hexes that nobody enters
    bridges: int  # bridges with both ends in play
    absent: int  # units that take no part
    starts: Mapping[str, str]  # units that begin elsewhere than their counter says -> the hex
    sources: tuple[int, int]  # hexes where each side's supply begins (BW-12.3)
    from_beyond: int  # those of the Allies to which a road leads from outside (BW-2.9.southern.supply)
    aircraft: int | None  # the most that a side has on a Game-Turn; None: all that the track gives


def whole(ground: Ground) -> Area:
    """The whole map, with all units."""
    return Area(0, ground.all_bridges, 0, NO_STARTS, ground.sources, 0, None)


def of(ground: Ground, forces: Forces, table: Mapping[str, Any]) -> Area:
    """The part of the map and the units that a scenario's table names."""
    grid = ground.grid
    inside = grid.mask(name for name in ground.numbers if _within(name, table["columns"], table["rows"]))
    outside = grid.all & ~inside
    spans = ground.bridges
    bridges = sum(1 << n for n in range(len(spans)) if all(inside >> i & 1 for i in spans.ends(n)))
    present = forces.of_army[table["army"]] & forces.of[GERMAN]
    present |= forces.named([*table["allied"], *table["by_event"]])
    german, allied = ground.sources
    from_beyond = _roads_out(ground, inside, grid.mask(table["supply"]))
    sources = german & inside, allied & inside | from_beyond
    everyone = forces.of[GERMAN] | forces.of[ALLIED]
    return Area(outside, bridges, everyone & ~present, table["starts"], sources, from_beyond, table["aircraft"])


def _within(name: str, columns: Sequence[int], rows: Sequence[int]) -> bool:
    """Whether a hex lies between the first and the last column and row of a part."""
    return columns[0] <= int(name[:2]) <= columns[1] and rows[0] <= int(name[2:]) <= rows[1]


def _roads_out(ground: Ground, inside: int, beyond: int) -> int:
    """The hexes in play from which a road leads into one of some hexes beyond (BW-2.9.southern.supply)."""
    return ground.grid.across(beyond, ground.roads) & inside
