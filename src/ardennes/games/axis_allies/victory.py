"""Victory points, the turn marker, and the end of the game (4.4, 4.5, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.games.axis_allies.words import number

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position


def points(state: Position) -> int:
    """The values of all towns that the Axis controls."""
    ground = state.axis_ground
    return sum(value for h, value in state.game.terrain.values if ground >> h & 1)


def count(state: Position) -> None:
    """The victory marker is set, and the game ends or the turn marker moves on."""
    state.vp = points(state)
    if state.heard:
        state.note("victory", "AA-4.4", f"The Axis has {number(state.vp, 'victory point')}", side="axis")
    if state.vp >= state.game.needed:
        finish(state, "axis", "Axis victory", "AA-5.1")
        return
    if state.heard:
        state.note("turn", "AA-4.5", f"The {state.game.turn_names[state.turn - 1]} turn is over")
    if state.turn >= len(state.game.turn_names):
        finish(state, "allies", "Allied victory", "AA-5.2")
        return
    state.turn += 1


def finish(state: Position, winner: str, level: str, rule: str) -> None:
    """The game is over; for an ongoing campaign the result states the score."""
    if state.on("campaign_record"):
        level = f"{level}, score {state.vp}"
        state.note("victory", "AA-6.1", f"The Axis score of this game is {state.vp}", side="axis")
    state.end(winner, level, rule)
