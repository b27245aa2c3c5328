"""The data files of The Ardennes Offensive, as the tests read them."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import ardennes
from ardennes.engine.catalogue import Catalogue

DATA = Path(ardennes.__file__).parent / "games" / "ardennes_offensive" / "data"

Unit = dict[str, str]


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def units() -> list[Unit]:
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


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
