"""The counters (BA-2.3): figures of both sides, who is mobile, who is set up, who comes when and where (BA-13.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ardennes.counters import printed, rows
from ardennes.counters.steps import Stepped, SteppedRoster, both_sides
from ardennes.games.bastogne.wording import unit_name

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PEOPLE = ("German", "Allied")
LEG, MOBILE, PANZER = 0, 1, 2  # how a unit pays: on foot, mobile, and mobile and German (BA-10.5)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unit(Stepped):
    """One counter."""

    mobile: bool
    arrival: int  # the Game-Turn from which it may come in, 0 for one of the set-up
    entry: str  # the region by which it comes in
    zone: str  # the zone in which it is set up, "" for one that comes later

    @property
    def display_name(self) -> str:
        """What a sentence calls it: its name, its type and its division."""
        return unit_name(self.label, self.type, self.side, self.formation)


@dataclass(frozen=True)
class Forces(SteppedRoster[Unit]):
    """All counters, and sets of them as masks by number."""

    @classmethod
    def load(cls, counters: Path, mobile: int) -> Forces:
        """Read `units.csv`; a unit with so large an allowance, or a larger one, is mobile (BA-2.3.mobile)."""
        return cls(tuple(_unit(number, row, mobile) for number, row in enumerate(rows(counters))))

    @cached_property
    def mobile(self) -> int:
        """The mobile units."""
        return self.those(lambda unit: unit.mobile)

    @cached_property
    def set_up(self) -> int:
        """The units that are set up before the first turn."""
        return self.those(lambda unit: bool(unit.zone))

    @cached_property
    def kind(self) -> tuple[int, ...]:
        """How each unit pays for a step."""
        return tuple((PANZER if unit.side == GERMAN else MOBILE) if unit.mobile else LEG for unit in self.units)

    @cached_property
    def by_turn(self) -> tuple[int, ...]:
        """For each Game-Turn, from 0, the units that are due by then."""
        last = max(unit.arrival for unit in self.units)
        return tuple(self.those(lambda unit, n=n: 0 < unit.arrival <= n) for n in range(last + 1))  # type: ignore[misc]

    def due(self, turn: int) -> int:
        """The units that may come in by a Game-Turn, or have."""
        return self.by_turn[min(turn, len(self.by_turn) - 1)]


def _unit(number: int, row: Mapping[str, str], mobile: int) -> Unit:
    return Unit(
        **printed(number, row, SIDES),
        **both_sides(row),
        mobile=int(row["ma"]) >= mobile,
        arrival=int(row["arrival_gt"] or 0),
        entry=row["entry"],
        zone=row["set_up"],
    )
