"""Victory (BU-3.0): each Game-Turn the German points are compared with two numbers."""

from __future__ import annotations

from ardennes.engine import Step
from ardennes.engine.step import Bare
from ardennes.games.bulge import exits
from ardennes.games.bulge.sequence import end_turn
from ardennes.games.bulge.state import Position


def numbers(state: Position, turn: int) -> tuple[int, int]:
    """What the German must reach on a Game-Turn, and what he must be above."""
    german, allied = state.game.tables["victory"]["differential"][turn - 1]
    return german, allied


class Victory(Step[Position]):
    """The Victory Determination Phase: nobody decides anything."""

    name = "victory"
    frame = Bare

    def ask(self, state: Position) -> None:
        """Count the exits, compare, and end the game or the turn."""
        state.note("phase", "BU-5.0.victory", "Victory Determination Phase")
        exits.count(state)
        german, allied = numbers(state, state.turn)
        state.note(
            "points",
            "BU-3.0",
            f"The German player has {state.points} points; he wins with {german} or more and loses with {allied} or "
            "fewer",
        )
        if state.turn == state.game.last_turn:
            state.note("points", "BU-3.0.last", "This was the last Game-Turn")
        if state.points >= german:
            state.end("german", "German victory", "BU-3.0.german")
        elif state.points <= allied:
            state.end("allied", "Allied victory", "BU-3.0.allied")
        else:
            state.note("points", "BU-3.0.continue", "Neither side has won yet")
            end_turn(state)
