"""The data files of Bastogne, as the tests read them."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import ardennes
from ardennes.engine.catalogue import Catalogue
from ardennes.hexmap import Board

DATA = Path(ardennes.__file__).parent / "games" / "bastogne" / "data"

Unit = dict[str, str]


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def units() -> list[Unit]:
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


RULES = Catalogue.load(DATA / "rules.toml")
TABLES = toml("tables.toml")
SCENARIOS = toml("scenarios.toml")
TERRAIN = toml("terrain.toml")
BOARD = Board.load(DATA / "board.toml")
UNITS = {unit["id"]: unit for unit in units()}


def of(side: str) -> list[Unit]:
    """The units of a side."""
    return [unit for unit in UNITS.values() if unit["side"] == side]


def front(unit: Unit) -> str:
    """The figures of a unit at full strength, as the rulebook writes them: 6-4-12."""
    return "-".join(unit[key] for key in ("attack", "defence", "ma"))


def back(unit: Unit) -> str:
    """The figures of a depleted unit."""
    return "-".join(unit[key] for key in ("attack_reduced", "defence_reduced", "ma_reduced"))
