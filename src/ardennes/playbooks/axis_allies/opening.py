"""The custom set-up (6.2)."""

from __future__ import annotations

from ardennes.games.axis_allies.handles import PRINTED
from ardennes.games.axis_allies.state import Position
from ardennes.playbooks import Scored, in_order


def set_up(state: Position) -> list[Scored]:
    """The printed set-up covers the line with every stack in supply; nothing better is known."""
    return in_order([*PRINTED, *(option for option in state.decision.options if option not in PRINTED)])
