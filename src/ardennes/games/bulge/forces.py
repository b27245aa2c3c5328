"""The pieces (BU-2.3): what is printed on every counter, and when and where it arrives."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ardennes.engine.speech import both
from ardennes.games.bulge.names import short

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PEOPLE = ("German", "Allied")
EDGES = ("N", "S", "W", "E")
DROP = "drop"  # stands for the edge of a unit that comes by air


class Unit(NamedTuple):
    """One counter."""

    number: int
    name: str
    side: int
    nation: str
    formation: str
    label: str
    type: str
    mechanized: bool
    size: str
    factor: int
    start: str  # hex of the set-up, "" for a reinforcement
    arrival: int  # turn from which it may enter, 0 for one that starts on the map
    edge: str  # the map edge by which it enters
    notes: str


def bits(mask: int) -> Iterator[int]:
    """The numbers of a set of units, lowest first.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class Forces:
    """All counters, and sets of them as masks by number."""

    units: tuple[Unit, ...]

    @classmethod
    def load(cls, counters: Path) -> Forces:
        """Read `units.csv`."""
        with counters.open(encoding="utf-8", newline="") as file:
            return cls(tuple(_unit(number, row) for number, row in enumerate(csv.DictReader(file))))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The units' names by number."""
        return tuple(unit.name for unit in self.units)

    @cached_property
    def index(self) -> dict[str, int]:
        """The units' numbers by name."""
        return {unit.name: unit.number for unit in self.units}

    @cached_property
    def side(self) -> tuple[int, ...]:
        """The side of each unit."""
        return tuple(unit.side for unit in self.units)

    @cached_property
    def factor(self) -> tuple[int, ...]:
        """The printed combat factor of each unit."""
        return tuple(unit.factor for unit in self.units)

    @cached_property
    def of(self) -> tuple[int, int]:
        """The units of each side."""
        return self._mask(lambda unit: unit.side == GERMAN), self._mask(lambda unit: unit.side == ALLIED)

    @cached_property
    def mechanized(self) -> int:
        """Armour, panzergrenadiers and US reconnaissance."""
        return self._mask(lambda unit: unit.mechanized)

    @cached_property
    def on_foot(self) -> int:
        """The Allied infantry and airborne units, which may be motorised (BU-10.2.mech5)."""
        return self.of[ALLIED] & ~self.mechanized

    @cached_property
    def british(self) -> int:
        """The British units."""
        return self._mask(lambda unit: unit.nation == "UK")

    @cached_property
    def arriving(self) -> tuple[Unit, ...]:
        """The units that enter by a map edge, in the order of their turns."""
        found = (unit for unit in self.units if unit.edge in EDGES)
        return tuple(sorted(found, key=lambda unit: (unit.arrival, unit.number)))

    def _mask(self, wanted: Callable[[Unit], bool]) -> int:
        return sum(1 << unit.number for unit in self.units if wanted(unit))

    def total(self, mask: int) -> int:
        """The combat factors of some units together."""
        factor = self.factor
        return sum([factor[unit] for unit in bits(mask)])

    @cached_property
    def said(self) -> tuple[str, ...]:
        """What the units are called in a sentence, by number."""
        return tuple(short(unit) for unit in self.units)

    def call(self, name: str) -> str:
        """What a unit of some handle is called in a sentence."""
        return self.said[self.index[name]]

    def called(self, mask: int) -> str:
        """The units of a mask, as a sentence lists them."""
        return both(self.said[unit] for unit in bits(mask))


def _unit(number: int, row: Mapping[str, str]) -> Unit:
    return Unit(
        number=number,
        name=row["id"],
        side=SIDES.index(row["side"]),
        nation=row["nation"],
        formation=row["formation"],
        label=row["name"],
        type=row["type"],
        mechanized=row["mechanized"] == "yes",
        size=row["size"],
        factor=int(row["cf"]),
        start=row["start_hex"],
        arrival=int(row["arrival_gt"] or 0),
        edge=row["edge"],
        notes=row["notes"],
    )
