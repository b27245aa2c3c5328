"""The terrain effects chart of a game as a player reads it. The rules decide; the chart only tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ardennes.engine.errors import ArdennesError


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """A kind of ground: what it asks of whoever enters it, and what it gives in combat."""

    kind: str  # the board's word for it
    label: str
    move: str
    rule: str
    fight: str = ""
    mark: str = ""  # what is written into its hexes where the chart is laid over the map
    along: bool = False  # hexsides and roads: listed, not tinted
    words: str = ""  # how it stands in a sentence, where that is not the label in small letters


@dataclass(frozen=True, slots=True)
class TerrainChart:
    """The chart: the headings of its columns, and a row for each kind of ground."""

    move: str = ""
    fight: str = ""
    rows: tuple[TerrainRow, ...] = ()

    @classmethod
    def load(cls, path: Path) -> TerrainChart:
        """The chart of a file with `move`, `fight` and `[[terrain]]`. Raises ArdennesError for an unknown word."""
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = data.pop("terrain", [])
        try:
            return cls(**data, rows=tuple(TerrainRow(**row) for row in rows))
        except TypeError as error:
            known = ", ".join(field.name for field in fields(TerrainRow))
            raise ArdennesError(f"{path.name}: {error}; a row of the chart has {known}.") from None

    def to_json(self) -> dict[str, Any]:
        """The chart as the client reads it; what is empty is left out."""
        chart = {"move": self.move, "fight": self.fight, "terrain": [_filled(asdict(row)) for row in self.rows]}
        return _filled(chart)


def _filled(entries: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entries.items() if value}
