"""The data files of a counter game, as the tests read them: apart from the game's own reading."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import ardennes

Unit = dict[str, str]


class DataFiles:
    """The folder `data` of a game, by the name of its package."""

    def __init__(self, package: str) -> None:
        self.folder = Path(ardennes.__file__).parent / "games" / package / "data"

    def toml(self, name: str) -> dict[str, Any]:
        """A file of tables."""
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))

    def units(self) -> list[Unit]:
        """The lines of `units.csv`."""
        with (self.folder / "units.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
