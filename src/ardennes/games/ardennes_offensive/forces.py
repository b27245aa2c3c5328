"""The pieces (AO-3.3): what is printed on every counter, and when and where it arrives."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.engine.speech import both
from ardennes.games.ardennes_offensive.names import short

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PEOPLE = ("German", "Allied")
SECTIONS = ("NE", "NW", "W", "SW", "SE")


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
    strength: int
    allowance: int
    start: str  # hex of the historical set-up, "" for a unit that arrives later
    front: bool  # whether that is a front-line hex
    notes: str

    @property
    def figures(self) -> str:
        """Strength and allowance as printed."""
        return f"{self.strength}-{self.allowance}"

    @property
    def division(self) -> bool:
        """Whether it is a German infantry division, which stands alone (AO-8.2.C)."""
        return self.side == GERMAN and self.size == "XX"


class Arrival(NamedTuple):
    """When and where a unit is due."""

    turn: int
    section: str  # of the Allied edge; "E" for the east edge, "drop" for the paradrop
    west_bank: bool  # marked WB: bound by the Meuse (AO-14.3.C)


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
    arrivals: Mapping[tuple[int, str], Mapping[int, Arrival]]  # (side, rate) → unit → when and where

    @classmethod
    def load(cls, counters: Path, scenarios: Mapping[str, Any]) -> Forces:
        """Read `units.csv` and the arrival lists of `scenarios.toml`."""
        with counters.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        units = tuple(_unit(number, row) for number, row in enumerate(rows))
        index = {unit.name: unit.number for unit in units}
        arrivals: dict[tuple[int, str], dict[int, Arrival]] = {}
        for entry in scenarios["arrival"]:
            due = arrivals.setdefault((SIDES.index(entry["side"]), entry["rate"]), {})
            bound = entry["section"] == "WB"
            arrival = Arrival(entry["turn"], "W" if bound else entry["section"], bound)
            due.update(dict.fromkeys((index[name] for name in entry["units"]), arrival))
        return cls(units, arrivals)

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
    def strength(self) -> tuple[int, ...]:
        """The printed combat strength of each unit."""
        return tuple(unit.strength for unit in self.units)

    @cached_property
    def of(self) -> tuple[int, int]:
        """The units of each side."""
        return (
            sum(1 << u.number for u in self.units if u.side == GERMAN),
            sum(1 << u.number for u in self.units if u.side == ALLIED),
        )

    @cached_property
    def mechanized(self) -> int:
        """Armour, armoured infantry and armoured cavalry (AO-3.32)."""
        return sum(1 << unit.number for unit in self.units if unit.mechanized)

    @cached_property
    def divisions(self) -> int:
        """The German infantry divisions."""
        return sum(1 << unit.number for unit in self.units if unit.division)

    @cached_property
    def said(self) -> tuple[str, ...]:
        """What the units are called in a sentence, by number."""
        return tuple(short(unit) for unit in self.units)

    def call(self, name: str) -> str:
        """What a unit of some handle is called in a sentence."""
        return self.said[self.index[name]]

    def called(self, mask: int) -> str:
        """The units of a mask, as a sentence lists them."""
        return both(self.said[u] for u in bits(mask))


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
        strength=int(row["strength"]),
        allowance=int(row["ma"]),
        start=row["start_hex"],
        front=row["front_line"] == "yes",
        notes=row["notes"],
    )
