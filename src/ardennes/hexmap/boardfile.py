"""Reading a board file: TOML whose faults are reported with their line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from .spec import BoardError

HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")

Kind = type | tuple[type, ...]
Kinds = Mapping[str, Kind]


class BoardFile:
    """The tables of a board file, and the line of each of their keys."""

    def __init__(self, text: str, source: str) -> None:
        """Parse the text; raise `BoardError` if it is not TOML."""
        self.source = source
        self._text = text.splitlines()
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._refuse_syntax(str(error))
        self._lines = _lines_of_keys(self._text)

    @classmethod
    def open(cls, source: str | Path) -> BoardFile:
        """Read a path, or the text itself if it has more than one line."""
        if isinstance(source, str) and "\n" in source:
            return cls(source, "board.toml")
        path = Path(source)
        try:
            return cls(path.read_text(encoding="utf-8"), path.name)
        except OSError as error:
            raise BoardError(f"The board file {path.name} cannot be read: {error.strerror}.") from None

    def _refuse_syntax(self, message: str) -> NoReturn:
        place = TOML_PLACE.search(message)
        line = int(place[1]) if place and place[1] else len(self._text) or 1
        what = TOML_PLACE.sub("", message)
        raise BoardError(f"This is not valid TOML: {what[:1].lower()}{what[1:]}.", line, self.source) from None

    def refuse(self, sentence: str, *where: str, item: str | None = None) -> NoReturn:
        """Raise `BoardError` with the line of this table, key and item of its list."""
        raise BoardError(sentence, self.line(*where, item=item), self.source)

    def line(self, *where: str, item: str | None = None) -> int:
        """The line of a table, of a key in it, or of an item in the key's list; 1 if it is not written anywhere."""
        while where and where not in self._lines:
            where = where[:-1]
        line = self._lines.get(where, 1)
        if item is None:
            return line
        for number in range(line, len(self._text) + 1):
            text = self._text[number - 1]
            if number > line and (KEY.match(text) or HEADER.match(text)):
                break
            if f'"{item}"' in text or f"'{item}'" in text:
                return number
        return line

    def table(self, name: str) -> Mapping[str, Any]:
        """A table of the file, empty if it is not there."""
        table = self.tables.get(name, {})
        if not isinstance(table, dict):
            self.refuse(f"{name} must be a table, written [{name}].", name)
        return table

    def entries(self, name: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The tables of a list such as `[[place]]`, each with the name that `refuse` takes."""
        found = self.tables.get(name, [])
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            self.refuse(f"{name} must be a list of tables, each written [[{name}]].", name)
        return [(f"{name}[{n}]", entry) for n, entry in enumerate(found)]

    def check_keys(self, where: str, table: Mapping[str, Any], needed: Kinds, free: Kinds) -> None:
        """Refuse a table that lacks a key, has one too many, or a value of the wrong kind."""
        kind = where.partition("[")[0]
        for key in needed:
            if key not in table:
                self.refuse(f'The {kind} table lacks "{key}".', where)
        for key, value in table.items():
            expected = needed.get(key) or free.get(key)
            if expected is None:
                known = ", ".join((*needed, *free))
                self.refuse(f'The {kind} table has no "{key}"; it knows {known}.', where, key)
            if not isinstance(value, expected) or isinstance(value, bool):
                self.refuse(f"{key} of a {kind} table cannot be {value!r}.", where, key)

    def strings(self, where: str, key: str, value: object) -> list[str]:
        """The value if it is a list of strings without doubles."""
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(f"{key} must be a list of strings.", where, key)
        for item in repeated(value):
            self.refuse(f'"{item}" is listed twice in {key}.', where, key, item=item)
        return value


def repeated(items: Iterable[str]) -> list[str]:
    """The items that come a second time."""
    seen: set[str] = set()
    return [item for item in items if item in seen or seen.add(item)]  # type: ignore[func-returns-value]


def _lines_of_keys(text: list[str]) -> dict[tuple[str, ...], int]:
    lines: dict[tuple[str, ...], int] = {}
    counts: dict[str, int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text, 1):
        if header := HEADER.match(line):
            name = header[2]
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                lines.setdefault((name,), number)
                name = f"{name}[{counts[name]}]"
            table = (name,)
            lines.setdefault(table, number)
        elif key := KEY.match(line):
            lines.setdefault((*table, key[1] or key[2] or key[3]), number)
    return lines
