"""The pieces (BU-2.3): what is printed on every counter, and when and where it arrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ardennes.counters import Counter, Roster, printed, rows, total
from ardennes.games.bulge.names import short

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PEOPLE = ("German", "Allied")
EDGES = ("N", "S", "W", "E")
DROP = "drop"  # stands for the edge of a unit that comes by air


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unit(Counter):
    """One counter."""

    mechanized: bool
    factor: int
    arrival: int  # turn from which it may enter, 0 for one that starts on the map
    edge: str  # the map edge by which it enters

    @property
    def display_name(self) -> str:
        """What a sentence calls it."""
        return short(self)


@dataclass(frozen=True)
class Forces(Roster[Unit]):
    """All counters, and sets of them as masks by number."""

    @classmethod
    def load(cls, counters: Path) -> Forces:
        """Read `units.csv`."""
        return cls(tuple(_unit(number, row) for number, row in enumerate(rows(counters))))

    @cached_property
    def factor(self) -> tuple[int, ...]:
        """The printed combat factor of each unit."""
        return tuple(unit.factor for unit in self.units)

    @cached_property
    def mechanized(self) -> int:
        """Armour, panzergrenadiers and US reconnaissance."""
        return self.those(lambda unit: unit.mechanized)

    @cached_property
    def on_foot(self) -> int:
        """The Allied infantry and airborne units, which may be motorised (BU-10.2.mech5)."""
        return self.of[ALLIED] & ~self.mechanized

    @cached_property
    def british(self) -> int:
        """The British units."""
        return self.those(lambda unit: unit.nation == "UK")

    @cached_property
    def arriving(self) -> tuple[Unit, ...]:
        """The units that enter by a map edge, in the order of their turns."""
        found = (unit for unit in self.units if unit.edge in EDGES)
        return tuple(sorted(found, key=lambda unit: (unit.arrival, unit.number)))

    def total(self, mask: int) -> int:
        """The combat factors of some units together."""
        return total(self.factor, mask)


def _unit(number: int, row: Mapping[str, str]) -> Unit:
    return Unit(
        **printed(number, row, SIDES),
        mechanized=row["mechanized"] == "yes",
        factor=int(row["cf"]),
        arrival=int(row["arrival_gt"] or 0),
        edge=row["edge"],
    )
