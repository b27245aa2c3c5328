"""Sequence of play (BU-5.0): which phase follows which."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.bulge.forces import GERMAN, SIDES
from ardennes.games.bulge.state import NO_MISSIONS, Position

ORDER = (
    "weather", "air assignment", "interdiction",
    "german pre-combat", "german movement", "german post-combat",
    "allied resupply", "allied pre-combat", "allied movement", "allied post-combat",
    "victory",
)  # fmt: skip
POST = "post-combat"  # how the name of a Post-Movement Combat Phase ends
OPEN = "open"  # the stage of a phase that has only one


class PhaseFrame(NamedTuple):
    """The frame of a phase in which somebody decides: how far it is, and nothing before it has begun."""

    step: str
    stage: str = ""


def begin_turn(state: Position, turn: int) -> None:
    """A Game-Turn begins with its weather."""
    state.turn = turn
    state.begin_phase(GERMAN)
    state.weather = ""
    state.planned = dict.fromkeys(SIDES, NO_MISSIONS)
    state.support = state.to_place = (0, 0)
    state.resupply = 0
    state.set_step(ORDER[0])
    state.note("turn", "BU-5.0", f"Game-Turn {turn} begins")


def next_phase(state: Position) -> None:
    """The phase in play is over; the next one begins."""
    state.set_step(ORDER[ORDER.index(state.phase) + 1])


def end_turn(state: Position) -> None:
    """Interdiction markers are taken off, and the Game-Turn marker moves on (BU-5.0.turn)."""
    if any(state.marked):
        state.marked = (0, 0)
        state.note("air", "BU-7.2.removed", "Interdiction markers are removed from the map")
    state.note("turn", "BU-5.0.turn", f"Game-Turn {state.turn} ends")
    begin_turn(state, state.turn + 1)
