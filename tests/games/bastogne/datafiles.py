"""The data files of Bastogne, as the tests read them."""

from __future__ import annotations

from ardennes.engine.catalogue import Catalogue
from ardennes.hexmap import Board
from tests.games.common.datafiles import DataFiles
from tests.games.common.datafiles import Unit as Unit

_FILES = DataFiles("bastogne")
DATA, toml, units = _FILES.folder, _FILES.toml, _FILES.units

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
