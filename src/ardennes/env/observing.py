"""A view as arrays: a table of pieces, a table of places, a vector of tracks.

A table is kept from one look to the next, and only what has changed is written anew: a set of units is one integer, so
that most columns cost one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import Struct
from typing import Any, TypedDict

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ardennes.engine.decision import Decision, Kind
from ardennes.engine.features import NONE, Column, together
from ardennes.engine.game import Game
from ardennes.engine.options import set_bits
from ardennes.engine.state import State
from ardennes.env.encoding import Mask, encoding_of, ones

Numbers = NDArray[np.int16]
Vector = NDArray[np.int32]

FEW = 8  # so many changes of a column are written one by one
SPAN = 32  # so much of a list is compared at once
KINDS = {kind: n for n, kind in enumerate(Kind)}
LEAST, MOST = -(2**15), 2**15 - 1
COMMON = ("you", "asked", "kind", "turn", "phase", "step")  # the tracks that every game has


class Position(TypedDict):
    """What a side sees: a row for each piece, a row for each place, and the tracks."""

    pieces: Numbers
    places: Numbers
    tracks: Vector


class Observation(TypedDict):
    """The position, and a one for each action that is legal now."""

    observation: Position
    action_mask: Mask


class Live:
    """A column that changes: how it is read, and how what changes in it comes into the numbers of a table."""

    __slots__ = (
        "_back", "_few", "_front", "_lookup", "_none", "_numbers", "_row_of", "_rows", "_width", "read", "write"
    )  # fmt: skip

    def __init__(self, column: Column, numbers: Numbers) -> None:
        read = column.mask or column.values
        assert read is not None
        self.read: Callable[[Any], Any] = read
        self.write: Callable[[Any, Any], None] = self._write_list if column.mask is None else self._write_set
        self._numbers = numbers
        rows = column.rows or tuple(range(numbers.size))
        self._rows = np.array(rows, np.intp)
        self._none = np.flatnonzero(self._rows < 0)  # rows that have no entry
        self._width = max(rows) + 1
        self._row_of: dict[int, list[int]] = {}
        for row, entry in enumerate(rows):
            self._row_of.setdefault(entry, []).append(row)
        self._front, self._back = np.array(column.printed, np.int16), np.array(column.back, np.int16)
        self._lookup = np.array(column.lookup, np.int16)
        self._few: tuple[tuple[int, ...], ...] = (column.printed, column.back, column.lookup)

    def _write_set(self, was: int | None, now: int) -> None:
        """Write what has changed since the last time, when the reader found `was`; everything if that is None."""
        column = self._numbers
        changed = -1 if was is None else now ^ was
        front, back, _ = self._few
        if changed >= 0 and changed.bit_count() <= FEW:
            for bit in set_bits(changed):
                one = now >> bit & 1
                for row in self._row_of.get(bit, ()):
                    column[row] = (back[row] if one else front[row]) if back else one
            return
        bits = ones(now, self._width)[self._rows]
        bits[self._none] = 0
        column[:] = np.where(bits, self._back, self._front) if back else bits

    def _write_list(self, was: Sequence[int] | None, now: Sequence[int]) -> None:
        """Write what has changed since the last time, when the reader found `was`; everything if that is None."""
        column, lookup = self._numbers, self._few[2]
        changed = differing(was, now, FEW) if was is not None else None
        if changed is not None:
            for entry in changed:
                found = now[entry]
                for row in self._row_of.get(entry, ()):
                    column[row] = lookup[found] if lookup and found >= 0 else found
            return
        numbers = np.array(now, np.int16)[self._rows]
        if lookup:
            numbers = np.where(numbers >= 0, self._lookup[numbers], numbers)
        numbers[self._none] = 0
        column[:] = numbers


def differing(was: Sequence[int], now: Sequence[int], most: int) -> list[int] | None:
    """Where two lists differ; None if it is in more places than `most`, or if one is longer.

    >>> differing((1, 2, 3), (1, 5, 6), 2), differing((1, 2, 3), (1, 5, 6), 1)
    ([1, 2], None)
    """
    if len(was) != len(now):
        return None
    found: list[int] = []
    for first in range(0, len(now), SPAN):
        last = first + SPAN
        if was[first:last] != now[first:last]:
            found += [at for at in range(first, min(last, len(now))) if was[at] != now[at]]
            if len(found) > most:
                return None
    return found


class Table:
    """The numbers of all pieces or places, column after column."""

    def __init__(self, columns: Sequence[Column], size: int) -> None:
        self._columns: Numbers = np.zeros((len(columns), size), np.int16)
        self._live: dict[Callable[[Any], Any], list[Live]] = {}  # by what they read
        for at, column in enumerate(columns):
            if column.mask is None and column.values is None:
                self._columns[at] = column.printed
            else:
                live = Live(column, self._columns[at])
                self._live.setdefault(live.read, []).append(live)
        self.readers = list(self._live)
        self._of_readers = list(self._live.values())
        self._last: list[Any] = [None] * len(self.readers)
        self._given: Numbers | None = None

    def look(self, now: list[Any]) -> Numbers:
        """The table when its readers find this: the one given last if nothing has changed; it may not be written to."""
        last = self._last
        if self._given is not None and now == last:
            return self._given
        for at, found in enumerate(now):
            was = last[at]
            if found is was or found == was:
                continue
            for live in self._of_readers[at]:
                live.write(was, found)
            last[at] = found[:] if isinstance(found, list) else found
        self._given = given = self._columns.copy().T
        given.flags.writeable = False
        return given


class Observer:
    """What one side sees of a game, look after look."""

    def __init__(self, game: Game, side: str, pieces: Table, places: Table) -> None:
        self.side = side
        self._pieces, self._places = pieces, places
        self._you = game.sides.index(side)
        self._sides = {who: n for n, who in enumerate(game.sides)}
        self._steps = {name: n for n, name in enumerate(game.steps)}
        live, tracks = [*pieces.readers, *places.readers], game.features.tracks
        self._read = together([*live, *(track.read for track in tracks)])
        self._ends = len(pieces.readers), len(live)
        self._packed = Struct(f"={len(COMMON) + len(tracks)}i").pack
        self._last: tuple[int, ...] = ()
        self._vector: Vector = np.zeros(0, np.int32)

    def look(self, view: State, asked: Decision | None) -> Position:
        """What the side sees now: its view, and the decision that is due; only who is asked is told to the other."""
        who, kind = NONE, NONE
        if asked is not None:
            who = self._sides[asked.side]
            kind = KINDS[asked.kind] if who == self._you else NONE
        frames, steps = view.frames, self._steps
        phase, step = (steps[frames[0][0]], steps[frames[-1][0]]) if frames else (NONE, NONE)
        found, (middle, end) = self._read(view), self._ends
        numbers = (self._you, who, kind, view.turn, phase, step, *found[end:])
        if numbers != self._last:
            self._last = numbers
            self._vector = np.frombuffer(self._packed(*numbers), np.int32)  # of bytes, which nobody can write to
        return {
            "pieces": self._pieces.look(found[:middle]),
            "places": self._places.look(found[middle:end]),
            "tracks": self._vector,
        }


def observers(game: Game, *, secretive: bool) -> dict[str, Observer]:
    """One for each side; where nothing is hidden both look at the same tables."""
    found, tables = {}, None
    for side in game.sides:
        if tables is None or secretive:
            tables = Table(game.features.pieces, len(game.pieces())), Table(game.features.places, len(game.places()))
        found[side] = Observer(game, side, *tables)
    return found


def common_tracks(game: Game) -> tuple[tuple[str, str], ...]:
    """The tracks that every game has, before its own: their names and what they say."""
    said = (
        f"the viewing side: {_numbered(game.sides)}",
        "the side that has to decide; -1 when the game is over",
        f"the kind of decision you have to make: {_numbered(tuple(KINDS))}; -1 if you have none",
        "the number of the Game-Turn",
        f"the phase: {_numbered(tuple(game.steps))}",
        "the step within it, by the same numbers",
    )
    return tuple(zip(COMMON, said, strict=True))


def _numbered(words: Sequence[str]) -> str:
    return ", ".join(f"{n} {word}" for n, word in enumerate(words))


def space_of(game: Game) -> gymnasium.spaces.Dict:
    """The space of observations of a game: the same for its sides, scenarios and options."""
    features, whole = game.features, np.iinfo(np.int32)
    pieces = (len(game.pieces()), len(features.pieces))
    places = (len(game.places()), len(features.places))
    tracks = (len(common_tracks(game)) + len(features.tracks),)
    position = gymnasium.spaces.Dict({
        "pieces": gymnasium.spaces.Box(LEAST, MOST, pieces, np.int16),
        "places": gymnasium.spaces.Box(LEAST, MOST, places, np.int16),
        "tracks": gymnasium.spaces.Box(int(whole.min), int(whole.max), tracks, np.int32),
    })  # fmt: skip
    mask = gymnasium.spaces.Box(0, 1, (len(encoding_of(game)),), np.int8)
    return gymnasium.spaces.Dict({"observation": position, "action_mask": mask})


def columns_of(game: Game) -> dict[str, list[tuple[str, str]]]:
    """The name and the meaning of every column and track, in their order."""
    features = game.features
    tracks = [(track.name, track.about) for track in features.tracks]
    return {
        "pieces": [(column.name, column.about) for column in features.pieces],
        "places": [(column.name, column.about) for column in features.places],
        "tracks": [*common_tracks(game), *tracks],
    }
