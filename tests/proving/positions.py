"""Position files of the proving ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ardennes.engine import Position
from tests.proving.state import DEAD, IN_HAND, UNFORMED, Ground, shake
from tests.proving.turn import PHASES

if TYPE_CHECKING:
    from tests.proving.game import Proving

STATUSES = ("moved", "shaken", "reduced")


def read(game: Proving, position: Position) -> Ground:
    """The position that a file describes, at the start of a phase. Faults are raised with their line."""
    if position.step not in PHASES:
        position.fault("step", f"there is no step “{position.step}”; there are {', '.join(PHASES)}")
    state = game.blank(position.scenario, position.chosen)
    state.turn = position.turn
    state.set_step("turn", PHASES.index(position.step))
    for piece, words in position.pieces.items():
        _piece(state, position, piece, words)
    _markers(state, position)
    for piece, what in position.obligations.items():
        if piece not in game.units or what != "withdraw":
            message = f"“{piece} = {what}” is no obligation; write a unit and “withdraw”"
            position.fault(piece, message, "obligations")
        state.owe(piece, "withdraw", f"movement of turn {state.turn}", "PG-6.4", game.units[piece].side)
    for key, value in position.hidden.items():
        _hidden(state, position, key, value)
    return state


def _piece(state: Ground, position: Position, piece: str, words: list[str]) -> None:
    game = state.game
    place, *statuses = words
    if "@" in piece:
        if piece not in game.universe.pieces:
            position.fault(piece, f"there is no lot “{piece}”; write a kind and a hex, as inf@0204")
        if not place.isdigit() or not int(place):
            position.fault(piece, f"how many are {piece}? “{place}” is no number")
        state.lots[piece] = int(place)
        return
    if piece not in game.units:
        position.fault(piece, f"there is no piece “{piece}” in {game.title}")
    if place not in game.board.grid and place not in (*game.board.boxes, DEAD, IN_HAND, UNFORMED, "RT"):
        position.fault(piece, f"“{piece}” stands in “{place}”, and there is no such place on this board")
    game.bring(state, piece, place)
    for status in statuses:
        _status(state, position, piece, status)


def _status(state: Ground, position: Position, piece: str, status: str) -> None:
    if status not in STATUSES:
        position.fault(piece, f"“{status}” is no status; there are {', '.join(STATUSES)}")
    if status == "moved":
        state.moved[state.unit(piece).number] = 1
    elif status == "reduced":
        state.steps[state.unit(piece).number] -= 1
    else:
        shake(state, piece)


def _markers(state: Ground, position: Position) -> None:
    known = {"blown", "town", "flown"}
    for key, value in position.markers.items():
        if key not in known:
            position.fault(key, f"there is no marker “{key}”; there are {', '.join(sorted(known))}")
        setattr(state, key, tuple(value) if isinstance(value, list) else value)
    for key, value in position.tracks.items():
        if key == "exited":
            state.exited = value
        elif key.removesuffix(" missions") in state.game.sides:
            state.missions[key.removesuffix(" missions")] = value
        else:
            position.fault(key, f"there is no track “{key}”")


def _hidden(state: Ground, position: Position, key: str, value: Any) -> None:
    if key == "alarm":
        state.alarm = value
    elif key in state.game.universe.pieces and value in state.game.tables["chits"]:
        state.hand[key] = value
    else:
        position.fault(key, f"“{key}” is nothing that can be hidden here")
