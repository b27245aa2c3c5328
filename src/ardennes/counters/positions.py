"""Position files: the checks that are the same whatever stands in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ardennes.engine import State
from ardennes.engine.position import Position

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame


def check_start(game: CounterGame, position: Position, steps: Sequence[str]) -> None:
    """Fault a file that begins with no step of the sequence of play, or after the last Game-Turn."""
    if position.step not in steps:
        position.fault("step", f"a position begins with one of {', '.join(steps)}, not “{position.step}”")
    if position.turn > game.last_turn:
        position.fault("turn", f"the game has {game.last_turn} Game-Turns")


def piece(game: CounterGame, position: Position, name: str) -> tuple[int, str, list[str]]:
    """A line of [pieces]: the unit, its place and the words behind it; a fault if there is no unit of that name."""
    if name not in game.forces.index:
        position.fault(name, f"there is no piece “{name}”", "pieces")
    place, *words = position.pieces[name]
    return game.forces.index[name], place, words


def statuses(kind: type[State]) -> tuple[str, ...]:
    """The words for all statuses that the fields of a position declare."""
    return tuple(field.status for field in kind.fields if field.status)


def read_statuses(
    state: State, position: Position, name: str, unit: int, words: Sequence[str], allowed: Sequence[str]
) -> None:
    """Give a unit the statuses behind its place; a fault for a word that is not allowed there.

    An allowed word that no field declares as its status is left to the caller.
    """
    fields = {field.status: field.name for field in state.fields if field.status}
    for word in words:
        if word not in allowed:
            known = ", ".join(allowed) or "none"
            position.fault(name, f"“{word}” is no status that “{name}” can have there; possible are {known}", "pieces")
        if word in fields:
            setattr(state, fields[word], getattr(state, fields[word]) | 1 << unit)


def check_tracks(position: Position, known: Sequence[str]) -> None:
    """Fault a track that the game does not have."""
    for key in position.tracks:
        if key not in known:
            position.fault(key, f"“{key}” is no track; known are {', '.join(known)}", "tracks")


def check_empty(position: Position, *tables: str) -> None:
    """Fault whatever is written in a table that the game finds out by itself."""
    for table in tables:
        for key in getattr(position, table):
            position.fault(key, f"[{table}] is judged by the game; “{key}” cannot be given", table)
