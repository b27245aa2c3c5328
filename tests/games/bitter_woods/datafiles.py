"""The data files of Bitter Woods, as the tests read them."""

from __future__ import annotations

from ardennes.engine.catalogue import Catalogue
from ardennes.games.bitter_woods.forces import Forces
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.hexmap import Board
from tests.games.common.datafiles import DataFiles
from tests.games.common.datafiles import Unit as Unit

_FILES = DataFiles("bitter_woods")
DATA, toml, units = _FILES.folder, _FILES.toml, _FILES.units

RULES = Catalogue.load(DATA / "rules.toml")
TABLES = toml("tables.toml")
SCENARIOS = toml("scenarios.toml")
TERRAIN = toml("terrain.toml")
BOARD = Board.load(DATA / "board.toml")
UNITS = {unit["id"]: unit for unit in units() if not unit["option"]}  # of the basic game
FORCES = Forces.load(DATA / "units.csv", TABLES)
GROUND = Ground(BOARD, TABLES)


def of(side: str) -> list[Unit]:
    """The units of a side."""
    return [unit for unit in UNITS.values() if unit["side"] == side]


def front(unit: Unit) -> str:
    """The figures of a unit at full strength, as the rulebook writes them: 5-4-4."""
    return "-".join(unit[key] for key in ("strength", "er", "ma"))
