"""A board while it is being made, and its text when it is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .frame import Frame

CREDIT = "# Place coordinates: GeoNames (geonames.org), CC BY 4.0, and our own. Compiled by `python -m ardennes.geo`."
WIDTH = 116


@dataclass(slots=True)
class Sheet:
    """What is known of a board so far; hexes by bit, hexsides by name."""

    frame: Frame
    hexes: dict[int, list[str]] = field(default_factory=dict)  # terrain, then features
    sides: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    regions: dict[str, list[str]] = field(default_factory=dict)
    boxes: list[dict[str, Any]] = field(default_factory=list)
    places: list[dict[str, Any]] = field(default_factory=list)
    rivers: list[dict[str, Any]] = field(default_factory=list)
    roads: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    pins: list[dict[str, str]] = field(default_factory=list)

    def mark(self, i: int, *words: str) -> None:
        """Give a hex features that it has not yet."""
        self.hexes[i] += [word for word in words if word not in self.hexes[i]]

    def mark_side(self, side: str, *words: str) -> None:
        """Give a hexside features that it has not yet."""
        known = self.sides.setdefault(side, [])
        known += [word for word in words if word not in known]

    def having(self, word: str) -> list[str]:
        """The hexsides with this feature."""
        return [side for side, words in self.sides.items() if word in words]

    def edge_roads(self, names: Iterable[str]) -> list[str]:
        """The hexsides by which roads leave the board from these hexes."""
        wanted, directions = frozenset(names), self.frame.grid.directions
        split = {side: side.split("/") for side in self.links}
        return [side for side, (name, way) in split.items() if name in wanted and way in directions]

    def name(self, i: int) -> str:
        """The number of a hex."""
        return self.frame.grid.name(i)


def text(sheet: Sheet, spec: dict[str, Any]) -> str:
    """The board file, the same bytes for the same board."""
    parts = [
        CREDIT,
        f'schema = 1\ngame = "{spec["game"]}"\ntitle = "{spec["title"]}"\n',
        "[grid]\n" + _pairs(spec["grid"]),
        "[geo]\n" + _pairs({key: [round(v, 9) for v in spec["geo"][key]] for key in ("lon", "lat")}),
        "[hexes]\n" + _hexes(sheet),
        "[sides]\n" + _sides(sheet, {side: " ".join(words) for side, words in sheet.sides.items() if words}),
        "[links]\n" + _sides(sheet, sheet.links),
        "[regions]\n" + _pairs(sheet.regions),
    ]
    for kind, entries in _tables(sheet):
        parts += [f"[[{kind}]]\n" + _pairs(entry) for entry in entries]
    return "\n".join(parts)


def _tables(sheet: Sheet) -> list[tuple[str, Sequence[dict[str, Any]]]]:
    return [
        ("box", sheet.boxes),
        ("place", sheet.places),
        ("river", sheet.rivers),
        ("road", sheet.roads),
        ("line", sheet.lines),
        ("pin", sheet.pins),
    ]


def _hexes(sheet: Sheet) -> str:
    return "".join(f'{sheet.name(i)} = "{" ".join(sheet.hexes[i])}"\n' for i in sheet.frame.grid)


def _sides(sheet: Sheet, values: dict[str, str]) -> str:
    grid = sheet.frame.grid

    def order(side: str) -> tuple[int, int]:
        i, d = grid.parse_side(side)
        return grid.order(i), d

    return "".join(f'"{side}" = "{values[side]}"\n' for side in sorted(values, key=order))


def _pairs(table: dict[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value, len(key) + 3)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else f'"{key}"'


def _value(value: Any, indent: int) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return _list([_value(item, 0) for item in value], indent)
    return str(value)


def _list(items: Iterable[str], indent: int) -> str:
    items = list(items)
    one = "[" + ", ".join(items) + "]"
    if len(one) + indent <= WIDTH:
        return one
    lines, line = [], "  "
    for item in items:
        if len(line) + len(item) + 2 > WIDTH:
            lines.append(line.rstrip())
            line = "  "
        line += item + ", "
    return "[\n" + "\n".join([*lines, line.rstrip()]) + "\n]"
