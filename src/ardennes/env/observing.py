"""A view as arrays: a table of pieces, a table of places, a vector of tracks.

A table is kept from one look to the next, and only what has changed is written anew: a set of units is one integer, so
that most columns cost one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ardennes.engine.decision import Decision, Kind
from ardennes.engine.features import NONE, Column
from ardennes.engine.game import Game
from ardennes.engine.options import set_bits
from ardennes.engine.state import State
from ardennes.env.encoding import Mask, encoding_of, ones

Numbers = NDArray[np.int16]
Vector = NDArray[np.int32]

FEW = 8  # so many changes of a column are written one by one
KINDS = {kind: n for n, kind in enumerate(Kind)}
LEAST, MOST = -(2**15), 2**15 - 1


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
    """A column that changes: how it is read, what it said last, and how its numbers come into the table."""

    __slots__ = ("at", "back", "front", "last", "lookup", "read", "row_of", "rows", "sets", "width")

    def __init__(self, at: int, column: Column, size: int) -> None:
        read = column.mask or column.values
        assert read is not None
        self.at = at
        self.read: Callable[[Any], Any] = read
        self.sets = column.mask is not None
        rows = column.rows or tuple(range(size))
        self.rows = np.array(rows, np.intp)
        self.width = max(rows) + 1
        self.row_of: dict[int, list[int]] = {}
        for row, entry in enumerate(rows):
            self.row_of.setdefault(entry, []).append(row)
        self.front, self.back = np.array(column.printed, np.int16), np.array(column.back, np.int16)
        self.lookup = np.array(column.lookup, np.int16)
        self.last: Any = None

    def write(self, now: Any, table: Numbers) -> None:
        """Write what has changed."""
        if self.sets:
            self._write_set(now, table[self.at])
        else:
            self._write_list(now, table[self.at])

    def _write_set(self, now: int, column: Numbers) -> None:
        changed = -1 if self.last is None else now ^ self.last
        self.last = now
        if changed >= 0 and changed.bit_count() <= FEW:
            for bit in set_bits(changed):
                for row in self.row_of.get(bit, ()):
                    column[row] = self._of(row, now >> bit & 1)
            return
        bits = ones(now, self.width)[self.rows]
        bits[self.rows < 0] = 0
        column[:] = np.where(bits, self.back, self.front) if self.back.size else bits

    def _of(self, row: int, bit: int) -> int:
        return int(self.back[row] if bit else self.front[row]) if self.back.size else bit

    def _write_list(self, now: Sequence[int], column: Numbers) -> None:
        self.last = list(now)
        numbers = np.array(now, np.int16)[self.rows]
        if self.lookup.size:
            numbers = np.where(numbers >= 0, self.lookup[numbers], numbers)
        numbers[self.rows < 0] = 0
        column[:] = numbers


class Table:
    """The numbers of all pieces or places, column after column."""

    def __init__(self, columns: Sequence[Column], size: int) -> None:
        self.names = tuple(column.name for column in columns)
        self._columns: Numbers = np.zeros((len(columns), size), np.int16)
        self._live = []
        for at, column in enumerate(columns):
            if column.mask is None and column.values is None:
                self._columns[at] = column.printed
            else:
                self._live.append(Live(at, column, size))
        self._given: Numbers | None = None

    def look(self, view: State) -> Numbers:
        """The table as it is now; it may not be written to, and is the one given last if nothing has changed."""
        stale = self._given is None
        for live in self._live:
            now = live.read(view)
            if now != live.last:
                live.write(now, self._columns)
                stale = True
        if stale:
            self._given = self._columns.copy().T
            self._given.flags.writeable = False
        assert self._given is not None
        return self._given


class Observer:
    """What one side sees of a game, look after look."""

    def __init__(self, game: Game, side: str, pieces: Table, places: Table) -> None:
        self.side = side
        self._pieces, self._places = pieces, places
        self._you = game.sides.index(side)
        self._sides = {who: n for n, who in enumerate(game.sides)}
        self._steps = {name: n for n, name in enumerate(game.steps)}
        self._tracks = tuple(track.read for track in game.features.tracks)
        self._last: list[int] = []
        self._vector: Vector = np.zeros(0, np.int32)

    def look(self, view: State, asked: Decision | None) -> Position:
        """What the side sees now: its view, and the decision that is due; only who is asked is told to the other."""
        who, kind = NONE, NONE
        if asked is not None:
            who = self._sides[asked.side]
            kind = KINDS[asked.kind] if who == self._you else NONE
        frames, steps = view.frames, self._steps
        phase, step = (steps[frames[0][0]], steps[frames[-1][0]]) if frames else (NONE, NONE)
        numbers = [self._you, who, kind, view.turn, phase, step]
        numbers += [read(view) for read in self._tracks]
        if numbers != self._last:
            self._last = numbers
            self._vector = np.array(numbers, np.int32)
            self._vector.flags.writeable = False
        return {"pieces": self._pieces.look(view), "places": self._places.look(view), "tracks": self._vector}


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
    return (
        ("you", f"the viewing side: {_numbered(game.sides)}"),
        ("asked", "the side that has to decide; -1 when the game is over"),
        ("kind", f"the kind of decision you have to make: {_numbered(tuple(KINDS))}; -1 if you have none"),
        ("turn", "the number of the Game-Turn"),
        ("phase", f"the phase: {_numbered(tuple(game.steps))}"),
        ("step", "the step within it, by the same numbers"),
    )


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
