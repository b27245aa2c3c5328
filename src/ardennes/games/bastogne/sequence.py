"""Sequence of play (BA-4.0): which phase follows which, and the end of a turn."""

from __future__ import annotations

from ardennes.games.bastogne.forces import GERMAN, SIDES
from ardennes.games.bastogne.state import EMPTY, Position

SETUP, SUPPORT = "allied setup", "support fire"
ORDER = (
    SUPPORT,
    "german movement", "german combat", "german mobile",
    "allied movement", "allied combat", "allied mobile",
)  # fmt: skip


def begin_turn(state: Position, turn: int) -> None:
    """A Game-Turn begins with the draw of support fire markers (BA-4.0.support)."""
    state.turn, state.phasing = turn, GERMAN
    state.note("turn", "BA-4.0", f"Game-Turn {turn} begins")
    state.note("phase", "BA-4.0.support", "Support Fire Marker Phase")
    state.set_step(SUPPORT)


def next_phase(state: Position) -> None:
    """The phase in play is over; the next one begins."""
    state.moved = state.arrived = state.fought = state.bombarded = 0
    state.plan = dict.fromkeys(SIDES, EMPTY)
    at = ORDER.index(state.phase) + 1
    if at == len(ORDER):
        end_turn(state)
        return
    if ORDER[at].endswith("movement"):
        state.entered = {}
    state.set_step(ORDER[at])


def end_turn(state: Position) -> None:
    """All markers go back into their pools; after the last turn victory is judged (BA-4.0.end, 11.0)."""
    state.put_back()
    state.note("phase", "BA-7.1.return", "All support fire markers go back into their pools")
    state.note("turn", "BA-4.0.end", f"Game-Turn {state.turn} ends")
    if state.turn == state.last_turn:
        from ardennes.games.bastogne.victory import judge

        judge(state)
        return
    begin_turn(state, state.turn + 1)
