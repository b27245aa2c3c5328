"""The custom set-up (6.2)."""

from __future__ import annotations

from ardennes.engine import Action
from ardennes.games.axis_allies.handles import PRINTED
from ardennes.games.axis_allies.state import Position


def set_up(state: Position) -> list[Action]:
    """The printed set-up covers the line with every stack in supply; nothing better is known."""
    return [*PRINTED, *(option for option in state.decision.options if option not in PRINTED)]
