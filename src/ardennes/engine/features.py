"""A position as columns of whole numbers: what a learning program reads instead of a screen.

A game says once which columns describe its pieces and its places, and which numbers stand for its tracks. They are read
from a view, so that what is hidden stays hidden; whoever needs arrays makes them (`ardennes.env`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
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


def known(read: Callable[[Any], int]) -> Callable[[Any], int]:
    """A number that a view may hide: -1 to those who may not know it."""

    def found(view: Any) -> int:
        try:
            return read(view)
        except Unknown:
            return NONE

    return found


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
    if at is None and not words:
        return attrgetter(field)  # a truth is 0 or 1 as it is

    def read(view: Any) -> int:
        now = getattr(view, field)
        if at is not None:
            now = now[at]
        if isinstance(now, str):
            return words.index(now) if now in words else NONE
        return int(now)

    return read
