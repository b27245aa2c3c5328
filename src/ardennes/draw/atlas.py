"""The true ground for the eye alone: heights, woods, gorges, frontiers, the front of each day. No rule reads it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from .curves import Line, Point, inside

_FOLDER = "geo"


@dataclass(frozen=True, slots=True)
class Front:
    """The front of a day, or a pocket behind it that held out for some days."""

    first: str
    last: str
    line: Line
    pocket: bool


@dataclass(frozen=True, slots=True)
class Atlas:
    """Lines and spots in degrees: longitude + latitude · i."""

    heights: list[tuple[Point, float]] = field(default_factory=list)
    woods: list[Line] = field(default_factory=list)
    gorges: list[Line] = field(default_factory=list)
    moors: list[Line] = field(default_factory=list)
    frontiers: list[Line] = field(default_factory=list)
    fronts: list[Front] = field(default_factory=list)

    def cover(self, at: Point) -> str | None:
        """What makes the ground hard to cross at a place: "moor", "gorge", "woods" or nothing."""
        for kind, shapes in (("moor", self.moors), ("gorge", self.gorges), ("woods", self.woods)):
            if any(inside([shape], at) for shape in shapes):
                return kind
        return None

    def front(self, date: str) -> list[Line]:
        """The front line of a day with its pockets; raise `ValueError` if the day is not known."""
        days = sorted(front.first for front in self.fronts if not front.pocket)
        if date not in days:
            known = f"{days[0]} to {days[-1]}" if days else "none"
            raise ValueError(f"There is no front line for {date}; the days known are {known}.")
        return [front.line for front in self.fronts if front.first <= date <= front.last]


@cache
def atlas() -> Atlas:
    """The atlas of the package; what its data lack is empty."""
    woods = list(_features("woods.geojson"))
    relief = list(_features("relief.geojson"))
    return Atlas(
        heights=list(_heights()),
        woods=[line for facts, line in woods if facts.get("kind") != "moor"],
        gorges=[line for facts, line in relief if facts.get("kind") in ("gorge", "rough")],
        moors=[line for facts, line in [*woods, *relief] if facts.get("kind") == "moor"],
        frontiers=[line for _, line in _features("frontier.geojson")],
        fronts=list(_fronts()),
    )


def _read(name: str) -> str | None:
    file = files(__package__.rpartition(".")[0]) / _FOLDER / "data" / name
    return file.read_text("utf-8") if file.is_file() else None


def _heights() -> Iterator[tuple[Point, float]]:
    text = _read("heights.csv")
    if text is not None:
        lines = (line for line in io.StringIO(text) if not line.startswith("#"))
        for row in csv.DictReader(lines):
            yield complex(float(row["lon"]), float(row["lat"])), float(row["metres"])


def _fronts() -> Iterator[Front]:
    for facts, line in _features("front.geojson"):
        first, last = facts.get("from") or facts.get("date"), facts.get("to") or facts.get("date")
        if first and last:
            yield Front(first, last, line, facts.get("kind") == "pocket")


def _features(name: str) -> Iterator[tuple[dict[str, Any], Line]]:
    text = _read(name)
    for feature in json.loads(text)["features"] if text is not None else ():
        shape = feature["geometry"]
        parts = shape["coordinates"] if shape["type"] in ("Polygon", "MultiLineString") else [shape["coordinates"]]
        for part in parts:
            yield feature["properties"], [complex(*point) for point in part]
