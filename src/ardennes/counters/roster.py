"""The counters of a game: what is printed on them, their numbers and names, and sets of them as masks by number."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from ardennes.engine.speech import both


def bits(mask: int) -> Iterator[int]:
    """The numbers of a set of units, lowest first.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def replaced(units: int, old: int, new: int) -> int:
    """A set of units in which new ones stand for any of the old ones.

    >>> bin(replaced(0b0101, 0b0110, 0b1000)), bin(replaced(0b0001, 0b0110, 0b1000))
    ('0b1001', '0b1')
    """
    return units & ~old | new if units & old else units


def total(figures: Sequence[int], mask: int) -> int:
    """The figures of some units together.

    >>> total((5, 7, 9), 0b101)
    14
    """
    return sum([figures[unit] for unit in bits(mask)])


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Counter:
    """What every counter bears; a game adds its own figures. Each is one of a kind and compared by identity."""

    number: int
    name: str  # the handle by which actions name it
    side: int
    nation: str
    formation: str
    label: str
    type: str
    size: str
    start: str  # where it is set up, "" for one that comes later
    notes: str

    @property
    def display_name(self) -> str:
        """What a sentence calls it."""
        return self.label


def rows(path: Path) -> list[dict[str, str]]:
    """The lines of a `units.csv`."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def printed(number: int, row: Mapping[str, str], sides: Sequence[str]) -> dict[str, Any]:
    """What every counter bears, from its line. Raises KeyError for a missing column, ValueError for a strange side."""
    if row["side"] not in sides:
        raise ValueError(f"{row['id']} is on the side “{row['side']}”; there are {' and '.join(sides)}")
    return {
        "number": number,
        "name": row["id"],
        "side": sides.index(row["side"]),
        "nation": row["nation"],
        "formation": row["formation"],
        "label": row["name"],
        "type": row["type"],
        "size": row["size"],
        "start": row["start_hex"],
        "notes": row["notes"],
    }


C = TypeVar("C", bound=Counter)
F = TypeVar("F")


@dataclass(frozen=True)
class Roster(Generic[C]):
    """All counters of both sides, by number, and sets of them as masks."""

    units: tuple[C, ...]

    @classmethod
    def read(cls, path: Path, sides: Sequence[str], kind: type[C], **figures: str) -> Self:
        """The counters of a `units.csv`; `figures` are whole numbers of the game's own, each with its column."""
        found = []
        for number, row in enumerate(rows(path)):
            own: dict[str, Any] = {name: int(row[column]) for name, column in figures.items()}
            found.append(kind(**printed(number, row, sides), **own))
        return cls(tuple(found))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The units' names by number."""
        return tuple(unit.name for unit in self.units)

    @cached_property
    def index(self) -> dict[str, int]:
        """The units' numbers by name."""
        return {unit.name: unit.number for unit in self.units}

    @cached_property
    def by_arrival(self) -> Mapping[tuple[int, int], Sequence[C]]:
        """The units by the turn on which they are due and by side, where counters tell their `arrival`."""
        found: dict[tuple[int, int], list[C]] = defaultdict(list)
        for unit in self.units:
            found[getattr(unit, "arrival", 0), unit.side].append(unit)
        return found

    @cached_property
    def side(self) -> tuple[int, ...]:
        """The side of each unit."""
        return tuple(unit.side for unit in self.units)

    @cached_property
    def of(self) -> tuple[int, int]:
        """The units of each side."""
        return self.those(lambda unit: unit.side == 0), self.those(lambda unit: unit.side == 1)

    @cached_property
    def display_names(self) -> tuple[str, ...]:
        """What the units are called in a sentence, by number."""
        return tuple(unit.display_name for unit in self.units)

    def by_unit(self, of: Callable[[C], F]) -> tuple[F, ...]:
        """A figure of each unit, by number."""
        return tuple(of(unit) for unit in self.units)

    def those(self, wanted: Callable[[C], bool]) -> int:
        """The units that are as wanted."""
        return sum(1 << unit.number for unit in self.units if wanted(unit))

    def named(self, names: Sequence[str]) -> int:
        """The units of these names. Raises KeyError for a name that none has."""
        return sum(1 << self.index[name] for name in set(names))

    def call(self, name: str) -> str:
        """What a unit of some handle is called in a sentence."""
        return self.display_names[self.index[name]]

    def called(self, mask: int) -> str:
        """The units of a mask, as a sentence lists them."""
        return both(self.display_names[unit] for unit in bits(mask))

    def each(self, sentence: str) -> tuple[str, ...]:
        """A sentence about each unit, which stands where the braces are."""
        return tuple(sentence.format(name) for name in self.display_names)
