"""Position files: how a plain one is read, and the checks that are the same whatever stands in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ardennes.counters.deployment import OFF_BOARD, Deployment
from ardennes.engine import State
from ardennes.engine.position import Position

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame


def read(game: CounterGame, position: Position) -> Deployment:
    """The state that a plain file describes: units in hexes with their statuses, and tracks.

    Units that the file does not name wait in the pool. Faults are raised with their line.
    """
    check_start(game, position, game.sequence)
    check_empty(position, "markers", "obligations", "hidden")
    state = game.state_class(game, position.scenario, position.chosen)
    state.turn = position.turn
    state.start_phase(position.step)
    for name in position.pieces:
        unit, place, words = piece(game, position, name)
        if place not in OFF_BOARD and place not in game.ground.grid:
            position.fault(name, f"there is no hex “{place}”", "pieces")
        state.at[unit] = OFF_BOARD[place] if place in OFF_BOARD else game.ground.grid.index(place)
        read_statuses(state, position, name, unit, words, () if place in OFF_BOARD else statuses(type(state)))
    state.refresh()
    position.read_tracks(state)
    return state


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
            position.fault(name, f"“{word}” is not a status that “{name}” can have there; possible: {known}", "pieces")
        if word in fields:
            setattr(state, fields[word], getattr(state, fields[word]) | 1 << unit)


def check_empty(position: Position, *tables: str) -> None:
    """Fault whatever is written in a table that the game finds out by itself."""
    for table in tables:
        for key in getattr(position, table):
            position.fault(key, f"[{table}] follows from the rules; “{key}” cannot be set", table)
