"""Position files: the checks that are the same whatever stands in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ardennes.engine.position import Position

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame


def check_start(game: CounterGame, position: Position, steps: Sequence[str]) -> None:
    """Fault a file that begins with no step of the sequence of play, or after the last Game-Turn."""
    if position.step not in steps:
        position.fault("step", f"a position begins with one of {', '.join(steps)}, not “{position.step}”")
    last = game.last_turn_of(position.scenario)
    if position.turn > last:
        position.fault("turn", f"the game has {last} Game-Turns")


def piece(game: CounterGame, position: Position, name: str) -> tuple[int, str, list[str]]:
    """A line of [pieces]: the unit, its place and the words behind it; a fault if there is no unit of that name."""
    if name not in game.forces.index:
        position.fault(name, f"there is no piece “{name}”", "pieces")
    place, *words = position.pieces[name]
    return game.forces.index[name], place, words


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
