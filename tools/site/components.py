"""Where every figure of a game comes from, read from its data files: the rulebook, a public source, or us."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ardennes.engine import Game
from tools.site.rules import PAGE, link_rules

WORDS = {
    "rulebook": "the rulebook's",
    "found": "found in a public source",
    "derived": "derived",
    "reconstruction": "reconstructed",
    "ruling": "our ruling",
}
INDEX = re.compile(r"[,;]? *index = [\w-]+ - 1")  # of use to a programmer only
COLUMNS = {
    "source": "figures",
    "name_source": "names",
    "reduced_source": "reduced side",
    "place_source": "where they start or arrive",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A table of a data file, with where its figures come from and what is said about that."""

    name: str
    source: str
    note: str = ""


def page(game: Game, data: Path) -> str:
    """The page of a game whose data lie in that folder."""
    lines = [
        f"# {game.rules.title}: what is original",
        "The rulebook does not hold everything that was in the box: the map, some charts and the counters were printed "
        "on sheets of their own. Each figure that we play with is labelled in the data. **The rulebook's** figures are "
        "never changed. **Derived** figures follow from the rulebook's text or its worked examples. **Found** figures "
        "were read in a public source. **Reconstructed** figures are ours, made to fit all of these; they are not the "
        "published component, and may be tuned when measured play shows that they do not do their job.",
        "## Tables and charts",
        "| table | source | remark |\n|---|---|---|\n"
        + "\n".join(
            f"| {_title(one.name)} | {WORDS.get(one.source, one.source)} | {link_rules(one.note, game, page=PAGE)} |"
            for one in tables((data / "tables.toml").read_text(encoding="utf-8"))
        ),
    ]
    counted = list(units(data / "units.csv"))
    if counted:
        lines += ["## Counters and set-up", "| what | how many |\n|---|---|\n" + "\n".join(counted)]
    if corrections := list(pins(data / "corrections.toml")):
        lines += [
            "## The map",
            "The map is compiled from one geography of the Ardennes onto this game's grid, and then corrected where "
            "the rulebook, or what follows from it, says something of a hex. The corrections, by source:",
            "| source | corrections |\n|---|---|\n" + "\n".join(corrections),
        ]
    return "\n\n".join(lines) + "\n"


def tables(text: str) -> Iterator[Entry]:
    """The tables that name a source, in their order; the note is the comment behind the source, or above it."""
    name, label = "", ""
    for line in text.splitlines():
        if found := re.match(r"\[+([\w.-]+)\]+\s*(?:#\s*(.*))?", line):
            name, label = found[1], found[2] or ""
        elif found := re.match(r'source = "(\w+)"\s*(?:#\s*(.*))?', line):
            note = "; ".join(part for part in (INDEX.sub("", label), found[2] or "") if part)
            yield Entry(name or "all", found[1], note[:1].upper() + note[1:])


def _title(name: str) -> str:
    return name.replace("_", " ").replace(".", ": ")


def units(path: Path) -> Iterator[str]:
    """Rows that count the counters by where their figures, names and places come from."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for column, label in COLUMNS.items():
        counts = Counter(row[column] for row in rows if row.get(column))
        yield from (f"| {label}: {WORDS.get(source, source)} | {count} |" for source, count in counts.most_common())


def pins(path: Path) -> Iterator[str]:
    """Rows that count the corrections of a map by their source."""
    if path.is_file():
        counts: Counter[str] = Counter(_sources(tomllib.loads(path.read_text(encoding="utf-8"))))
        yield from (f"| {WORDS.get(source, source)} | {count} |" for source, count in counts.most_common())


def _sources(value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield from ([value["source"]] if isinstance(value.get("source"), str) else [])
            for part in value.values():
                yield from _sources(part)
        case list():
            for part in value:
                yield from _sources(part)
