"""What a game says of its map; it wins over the ground. One TOML file a game, every entry with its rule and source.

`[[places]]` puts places into hexes, `[[hexes]]`, `[[sides]]` and `[[links]]` set what lies there, `[[river]]` bends a
river, `[[road]]` lays a road, `[[regions]]`, `[[box]]` and `[[line]]` name parts of the sheet. Entries with a `pin`
are told in the board file too, with the rule that demands them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ardennes.hexmap import BoardError, Grid, GridSpec

from .rivers import Demand

SOURCES = ("rulebook", "found", "derived", "reconstruction")
KINDS = ("places", "hexes", "sides", "links", "river", "road", "regions", "box", "line")
LETTER = re.compile(r"([A-Z]+)(\d+)")


class Corrections:
    """A game's corrections, read and checked."""

    def __init__(self, tables: dict[str, Any], grid: Grid) -> None:
        """Raise `BoardError` for an entry without rule or source, or of a kind that is not known."""
        self.tables = tables
        self.grid = grid
        for kind, entries in tables.items():
            if kind not in KINDS:
                raise BoardError(f"corrections.toml has no entries called [[{kind}]].")
            for entry in entries:
                _check(kind, entry)

    @classmethod
    def load(cls, path: Path, grid: Grid) -> Corrections:
        """Read a file."""
        with path.open("rb") as file:
            return cls(tomllib.load(file), grid)

    def entries(self, kind: str) -> list[dict[str, Any]]:
        """All entries of a kind, in the order of the file."""
        return list(self.tables.get(kind, []))

    def places(self) -> dict[str, str]:
        """Places and the hexes that they are put into."""
        return {name: number for entry in self.entries("places") for name, number in entry["hexes"].items()}

    def demand(self, river: str) -> Demand:
        """Everything demanded of one river."""
        demand = Demand()
        for entry in self.entries("river"):
            if entry["name"] == river:
                demand.through += [self.side(text) for text in entry.get("through", [])]
                demand.shuns += [self.side(text) for text in entry.get("shuns", [])]
                demand.left += self.names(entry.get("left", []))
                demand.right += self.names(entry.get("right", []))
        return demand

    def names(self, items: Iterable[str]) -> list[str]:
        """Hex numbers; "2908..2915" stands for every hex between the two, rows and columns alike."""
        found: list[str] = []
        for item in items:
            first, dots, last = item.partition("..")
            if not dots:
                found.append(self.grid.name(self.grid.index(item)))
                continue
            (r0, c0), (r1, c1) = row_column(first, self.grid.spec), row_column(last, self.grid.spec)
            rows, columns = range(min(r0, r1), max(r0, r1) + 1), range(min(c0, c1), max(c0, c1) + 1)
            found += [name for r in rows for c in columns if (name := self.grid.spec.name(r, c)) in self.grid]
        return found

    def side(self, text: str) -> str:
        """The proper name of a hexside."""
        return self.grid.side(*self.grid.parse_side(text))

    def pinned(self) -> list[tuple[str, dict[str, Any]]]:
        """The entries that the board file tells of, each with its kind."""
        return [(kind, entry) for kind in KINDS for entry in self.entries(kind) if "pin" in entry]


def row_column(number: str, spec: GridSpec) -> tuple[int, int]:
    """The row and the column of a hex number, both from 1."""
    if match := LETTER.fullmatch(number):
        row = 0
        for letter in match[1]:
            row = row * 26 + ord(letter) - 64
        return row, int(match[2])
    first, second = int(number[:2]), int(number[2:])
    return (second, first) if spec.numbering == "CCRR" else (first, second)


def _check(kind: str, entry: dict[str, Any]) -> None:
    if not entry.get("rule"):
        raise BoardError(f"An entry of [[{kind}]] does not say which rule or component demands it.")
    if entry.get("source") not in SOURCES:
        raise BoardError(f"An entry of [[{kind}]] ({entry['rule']}) has the source {entry.get('source')!r}.")
