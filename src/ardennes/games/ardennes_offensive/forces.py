"""The pieces (AO-3.3): what is printed on every counter, and when and where it arrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.counters import Counter, Roster, printed, rows
from ardennes.games.ardennes_offensive.names import short

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PEOPLE = ("German", "Allied")
SECTIONS = ("NE", "NW", "W", "SW", "SE")


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unit(Counter):
    """One counter; its start is the hex of the historical set-up."""

    mechanized: bool
    strength: int
    allowance: int
    front: bool  # whether it starts in a front-line hex

    @property
    def display_name(self) -> str:
        """What a sentence calls it."""
        return short(self)

    @property
    def division(self) -> bool:
        """Whether it is a German infantry division, which stands alone (AO-8.2.C)."""
        return self.side == GERMAN and self.size == "XX"


class Arrival(NamedTuple):
    """When and where a unit is due."""

    turn: int
    section: str  # of the Allied edge; "E" for the east edge, "drop" for the paradrop
    west_bank: bool  # marked WB: bound by the Meuse (AO-14.3.C)


@dataclass(frozen=True)
class Forces(Roster[Unit]):
    """All counters, and sets of them as masks by number."""

    arrivals: Mapping[tuple[int, str], Mapping[int, Arrival]]  # (side, rate) → unit → when and where

    @classmethod
    def load(cls, counters: Path, scenarios: Mapping[str, Any]) -> Forces:
        """Read `units.csv` and the arrival lists of `scenarios.toml`."""
        units = tuple(_unit(number, row) for number, row in enumerate(rows(counters)))
        index = {unit.name: unit.number for unit in units}
        arrivals: dict[tuple[int, str], dict[int, Arrival]] = {}
        for entry in scenarios["arrival"]:
            due = arrivals.setdefault((SIDES.index(entry["side"]), entry["rate"]), {})
            bound = entry["section"] == "WB"
            arrival = Arrival(entry["turn"], "W" if bound else entry["section"], bound)
            due.update(dict.fromkeys((index[name] for name in entry["units"]), arrival))
        return cls(units, arrivals)

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """The printed combat strength of each unit."""
        return tuple(unit.strength for unit in self.units)

    @cached_property
    def mechanized(self) -> int:
        """Armour, armoured infantry and armoured cavalry (AO-3.32)."""
        return self.those(lambda unit: unit.mechanized)

    @cached_property
    def divisions(self) -> int:
        """The German infantry divisions."""
        return self.those(lambda unit: unit.division)


def _unit(number: int, row: Mapping[str, str]) -> Unit:
    return Unit(
        **printed(number, row, SIDES),
        mechanized=row["mechanized"] == "yes",
        strength=int(row["strength"]),
        allowance=int(row["ma"]),
        front=row["front_line"] == "yes",
    )
