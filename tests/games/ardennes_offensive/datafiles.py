"""The data files of The Ardennes Offensive, as the tests read them."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

from ardennes.engine.catalogue import Catalogue
from tests.games.common.datafiles import DataFiles
from tests.games.common.datafiles import Unit as Unit

_FILES = DataFiles("ardennes_offensive")
DATA, toml, units = _FILES.folder, _FILES.toml, _FILES.units

RULES = Catalogue.load(DATA / "rules.toml")
TABLES = toml("tables.toml")
MAP = tomllib.loads(Path(__file__).with_name("map.toml").read_text(encoding="utf-8"))
SCENARIOS = toml("scenarios.toml")
UNITS = {unit["id"]: unit for unit in units()}
AT_START = [unit for unit in UNITS.values() if unit["start_hex"]]


def of(side: str, chosen: list[Unit]) -> list[Unit]:
    return [unit for unit in chosen if unit["side"] == side]


def strengths(ids: list[str]) -> Counter[str]:
    return Counter(f"{UNITS[i]['strength']}-{UNITS[i]['ma']}" for i in ids)
