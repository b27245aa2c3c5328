"""An attack in every column of the combat results tables."""

from __future__ import annotations

from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import Table, at

# Attackers east of a 1-4 engineer (or a 4-4 for less than even odds) that give each column.
SETTING = {
    "1-2": (["26VG-77 2-4"], "2ID-38 4-4"),
    "1-1": (["12VG-27 4-4"], "2ID-38 4-4"),
    "2-1": (["26VG-77 2-4"], "392e 1-4"),
    "3-1": (["3FJ-9 3-4"], "392e 1-4"),
    "4-1": (["12VG-27 4-4"], "392e 1-4"),
    "5-1": (["12SSPz-25 5-10"], "392e 1-4"),
    "6-1": (["2Pz-3 6-10"], "392e 1-4"),
    "7-1": (["12SSPz-12 7-10"], "392e 1-4"),
    "8-1": (["2Pz-3 6-10", "26VG-77 2-4"], "392e 1-4"),
    "9-1": (["1SSPz-1a 9-10"], "392e 1-4"),
}


def setting(column: str, table: str) -> tuple[Table, list[str]]:
    """A German attack in a column, on either table."""
    attackers, defender = SETTING[column]
    lines = [f"{unit} at E" for unit in attackers] + [f"{defender} at ."]
    found = at("german combat", "\n".join(lines), centre=PLAIN, turn=3, standard_crt=table == "standard")
    return found, [unit.split()[0] for unit in attackers]
