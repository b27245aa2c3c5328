"""A position as columns of whole numbers: what a learning program reads instead of a screen.

A game says once which columns describe its pieces and its places, and which numbers stand for its tracks. They are read
from a view, so that what is hidden stays hidden; whoever needs arrays makes them (`ardennes.env`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ardennes.engine.errors import Unknown

NONE = -1  # what is not there, or may not be known


@dataclass(frozen=True, slots=True)
class Column:
    """One number for each row, found in one of three ways.

    With `mask`, whether the row's bit is set in a set that `mask` reads from a view; with `values`, the row's entry
    in a list that `values` reads; with neither, what is printed, which never changes. `rows` gives the bit or entry of
    each row, -1 for a row that has none (its number is 0 then); without it a row has its own number. Entries that are
    not negative are looked up in `lookup`, where there is one. A column with `mask` and `printed` has `back` where the
    bit is set and `printed` elsewhere.
    """

    name: str
    about: str
    printed: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    mask: Callable[[Any], int] | None = None
    values: Callable[[Any], Sequence[int]] | None = None
    rows: tuple[int, ...] = ()
    lookup: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """One number of a position that belongs to no piece and no place."""

    name: str
    about: str
    read: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Stored:
    """Reads a field of a position, or one entry of it."""

    field: str
    at: int | str | None = None

    def __call__(self, view: Any) -> Any:
        """What it holds."""
        found = getattr(view, self.field)
        return found if self.at is None else found[self.at]


@dataclass(frozen=True, slots=True)
class Entry:
    """Reads one of several numbers that are found together."""

    found: Callable[[Any], Sequence[int]]
    at: int

    def __call__(self, view: Any) -> int:
        """The number."""
        return self.found(view)[self.at]


class Kept:
    """Reads numbers that take long to find: those found last, for as long as some fields hold what they held then."""

    __slots__ = ("_fields", "_find", "_last")

    def __init__(self, find: Callable[[Any], Sequence[int]], *fields: str) -> None:
        self._fields, self._find = fields, find
        self._last: tuple[list[Any], tuple[int, ...]] = ([], ())

    def __call__(self, view: Any) -> tuple[int, ...]:
        """The numbers."""
        held, found = self._last
        now = [getattr(view, field) for field in self._fields]
        if now != held:
            found = tuple(self._find(view))
            self._last = [one.copy() if isinstance(one, list | dict) else one for one in now], found
        return found


def known(read: Callable[[Any], int]) -> Callable[[Any], int]:
    """A number that a view may hide: -1 to those who may not know it."""

    def found(view: Any) -> int:
        try:
            return read(view)
        except Unknown:
            return NONE

    return found


def all_known(read: Callable[[Any], Sequence[int]], size: int) -> Callable[[Any], Sequence[int]]:
    """So many numbers that a view may hide together: -1 each to those who may not know them."""
    hidden = (NONE,) * size

    def found(view: Any) -> Sequence[int]:
        try:
            return tuple(read(view))
        except Unknown:
            return hidden

    return found


def together(readers: Sequence[Callable[[Any], Any]]) -> Callable[[Any], list[Any]]:
    """All that some readers find in a view, as one function: what two of them read alike is read once.

    It is written out as the copying of positions is (`ardennes.engine.fields`), since forty calls cost more than all
    that they find. A list that it gives is the position's own, and may change.

    >>> from types import SimpleNamespace
    >>> together([Stored("turn"), Stored("held", 1)])(SimpleNamespace(turn=3, held=[5, 6]))
    [3, 6]
    """
    scope: dict[str, Any] = {}
    names: dict[Any, str] = {}
    lines = ["def read(v):"]

    def called(read: Any) -> str:
        if read not in names:
            names[read] = name = f"x{len(names)}"
            scope[f"r{name}"] = read
            stored = isinstance(read, Stored)
            entry = f"[{read.at!r}]" if stored and read.at is not None else ""
            lines.append(f"    {name} = v.{read.field}{entry}" if stored else f"    {name} = r{name}(v)")
        return names[read]

    found = [f"{called(read.found)}[{read.at}]" if isinstance(read, Entry) else called(read) for read in readers]
    lines.append(f"    return [{', '.join(found)}]")
    exec(compile("\n".join(lines), "<readers>", "exec"), scope)
    made: Callable[[Any], list[Any]] = scope["read"]
    return made


@dataclass(frozen=True, slots=True)
class Features:
    """The columns of pieces (a row for each of `game.pieces()`), of places (likewise), and the tracks."""

    pieces: tuple[Column, ...]
    places: tuple[Column, ...]
    tracks: tuple[Track, ...]


def declared_tracks(state_class: Any) -> tuple[Track, ...]:
    """The tracks that the fields of a position declare: numbers, truths, and words by their place among all words."""
    found = []
    for field in state_class.fields:
        for at, name in enumerate(field.tracks):
            several = len(field.tracks) > 1
            found.append(Track(name, field.about, _reader(field.name, at if several else None, field.words)))
    return tuple(found)


def _reader(field: str, at: int | None, words: tuple[str, ...]) -> Callable[[Any], int]:
    if not words:
        return Stored(field, at)  # a truth is 0 or 1 as it is

    def read(view: Any) -> int:
        now = getattr(view, field)
        if at is not None:
            now = now[at]
        if isinstance(now, str):
            return words.index(now) if now in words else NONE
        return int(now)

    return read
