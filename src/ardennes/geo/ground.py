"""The ground itself: what the data files hold, in degrees of longitude and latitude."""

from __future__ import annotations

import csv
import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

LonLat = tuple[float, float]

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Place:
    """A town, village or crossroads; importance 3 is a town of the campaign, 0 a hamlet of Bastogne's map alone."""

    name: str
    label: str
    country: str
    at: LonLat
    importance: int


@dataclass(frozen=True, slots=True)
class River:
    """A watercourse from source to mouth; rank 4 is the Meuse and the Moselle, 1 a brook."""

    name: str
    rank: int
    into: str | None
    banks: dict[str, str]  # town -> "left" or "right", looking downstream
    course: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Road:
    """A road of 1944: a sequence of place names and of bends between them."""

    name: str
    kind: str  # "main" or "secondary"
    nodes: tuple[str | LonLat, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A wood, a gorge, a natural region: an outline and what the file says of it."""

    name: str
    facts: dict[str, Any]
    outline: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A front, a frontier, a stretch of the West Wall."""

    facts: dict[str, Any]
    points: tuple[LonLat, ...]


class Ground:
    """All of it, read when first asked for."""

    def __init__(self, folder: Path = DATA) -> None:
        self.folder = folder

    @cached_property
    def places(self) -> dict[str, Place]:
        """Places by name."""
        with (self.folder / "places.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return {
            row["name"]: Place(
                row["name"],
                row["label"],
                row["country"],
                (float(row["lon"]), float(row["lat"])),
                int(row["importance"]),
            )
            for row in rows
        }

    @cached_property
    def rivers(self) -> dict[str, River]:
        """Rivers by name."""
        found = {}
        for facts, points in self._features("rivers"):
            river = River(facts["name"], facts["rank"], facts["into"], facts["banks"], points)
            found[river.name] = river
        return found

    @cached_property
    def roads(self) -> dict[str, Road]:
        """Roads by name."""
        with (self.folder / "roads.toml").open("rb") as file:
            rows = tomllib.load(file)["road"]
        return {
            row["name"]: Road(
                row["name"], row["class"], tuple(n if isinstance(n, str) else tuple(n) for n in row["nodes"])
            )
            for row in rows
        }

    @cached_property
    def woods(self) -> tuple[Area, ...]:
        """Woods (density heavy or light) and the moor of the Hautes Fagnes (density moor)."""
        return self._areas("woods")

    @cached_property
    def relief(self) -> tuple[Area, ...]:
        """Gorges, rough valleys, ridges and plateaus."""
        return self._areas("relief")

    @cached_property
    def regions(self) -> tuple[Area, ...]:
        """Natural regions with their share of woodland; where two overlap, the first in the file counts."""
        return self._areas("regions")

    @cached_property
    def fronts(self) -> tuple[Line, ...]:
        """The start line, the line of each evening, the pockets."""
        return self._lines("front")

    @cached_property
    def frontiers(self) -> tuple[Line, ...]:
        """Our own line between the countries."""
        return self._lines("frontier")

    @cached_property
    def west_wall(self) -> tuple[Line, ...]:
        """The stretches of the West Wall and who held them."""
        return self._lines("westwall")

    def start_line(self) -> tuple[LonLat, ...]:
        """The front on the morning of 16 December 1944, from north to south."""
        return next(line.points for line in self.fronts if line.facts["kind"] == "start")

    def node(self, node: str | LonLat) -> LonLat:
        """Where a road's node lies; raise `KeyError` for a place that the file does not have."""
        return self.places[node].at if isinstance(node, str) else node

    def _areas(self, name: str) -> tuple[Area, ...]:
        return tuple(Area(facts["name"], facts, points) for facts, points in self._features(name))

    def _lines(self, name: str) -> tuple[Line, ...]:
        return tuple(Line(facts, points) for facts, points in self._features(name))

    def _features(self, name: str) -> list[tuple[dict[str, Any], tuple[LonLat, ...]]]:
        text = (self.folder / f"{name}.geojson").read_text(encoding="utf-8")
        found = []
        for feature in json.loads(text)["features"]:
            points = feature["geometry"]["coordinates"]
            if feature["geometry"]["type"] == "Polygon":
                points = points[0]
            found.append((feature["properties"], tuple((lon, lat) for lon, lat in points)))
        return found
