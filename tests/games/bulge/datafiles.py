"""The data files of Bulge, as the tests read them."""

from __future__ import annotations

from ardennes.engine.catalogue import Catalogue
from tests.games.common.datafiles import DataFiles, Unit

_FILES = DataFiles("bulge")
DATA, toml, units = _FILES.folder, _FILES.toml, _FILES.units

RULES = Catalogue.load(DATA / "rules.toml")
TABLES = toml("tables.toml")
SCENARIOS = toml("scenarios.toml")
UNITS = {unit["id"]: unit for unit in units()}
AT_START = [unit for unit in UNITS.values() if unit["start_hex"]]
COLUMNS: list[str] = TABLES["crt"]["columns"]["labels"]


def of(side: str, chosen: list[Unit]) -> list[Unit]:
    return [unit for unit in chosen if unit["side"] == side]


def factor(unit: str) -> int:
    return int(UNITS[unit]["cf"])


def result(table: str, column: str, die: int) -> str:
    """What a combat results table says."""
    found: str = TABLES["crt"][table][str(die)][COLUMNS.index(column)]
    return found


def column_of(table: str, column: str) -> list[str]:
    """The results of a column, from die 1 to 6."""
    return [result(table, column, die) for die in range(1, 7)]


def die_for(table: str, column: str, label: str) -> int:
    """The lowest die that gives a result in a column. Raises LookupError if none does."""
    for die in range(1, 7):
        if result(table, column, die) == label:
            return die
    raise LookupError(f"no {label} in column {column} of the {table} table")
