"""Both combat results tables, read from the printed page and not from the game's files."""

from __future__ import annotations

COLUMNS = ["1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1"]

INITIAL = """
1  Ar1 Dr1 Dr2 Dr3 Ex  Ex  De  De  De  De
2  Ar1 Dr1 Dr1 Dr2 Ex  Ex  Ex  De  De  De
3  Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex  De  De  De
4  Ar2 Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex  De  De
5  Ar2 Ar2 Dr1 Dr1 Dr2 Dr2 Dr3 Dr3 Ex  De
6  Ar2 Ar2 Dr1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex  De
"""

# The page breaks off after the row of the 5; the row of the 6 is our ruling AO-R.39.
STANDARD = """
1  Ar1 Dr1 Dr1 Dr2 Dr3 Ex  Ex  Ex  De  De
2  Ar2 Dr1 Dr1 Dr1 Dr3 Dr3 Ex  Ex  Ex  De
3  Ar2 Ar1 Dr1 Dr1 Dr2 Dr2 Dr3 Ex  Ex  De
4  Ar3 Ar2 Ar1 Dr1 Dr2 Dr2 Dr2 Dr3 Ex  De
5  Ar3 Ar2 Ar2 Ar1 Dr2 Dr2 Dr2 Dr3 Dr3 Ex
6  Ar3 Ar3 Ar2 Ar1 Dr1 Dr1 Dr2 Dr2 Dr3 Ex
"""


def rows(text: str) -> dict[int, list[str]]:
    """The printed rows by the number of the die."""
    table = {}
    for line in text.strip().splitlines():
        die, *cells = line.split()
        table[int(die)] = cells
    return table


PRINTED = {"initial": rows(INITIAL), "standard": rows(STANDARD)}


def result(table: str, column: str, die: int) -> str:
    """What the page shows in a cell."""
    return PRINTED[table][die][COLUMNS.index(column)]


def die_for(table: str, column: str, wanted: str) -> int:
    """The lowest number of the die that gives a result in a column."""
    for die in range(1, 7):
        if result(table, column, die) == wanted:
            return die
    raise LookupError(f"the {table} table has no {wanted} in the column {column}")


def chances(table: str, column: str) -> dict[str, float]:
    """How likely each result of a column is."""
    found: dict[str, float] = {}
    for die in range(1, 7):
        label = result(table, column, die)
        found[label] = found.get(label, 0.0) + 1 / 6
    return found
