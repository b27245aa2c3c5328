"""The Movement and the Exploitation Phase (BW-5, 8, 14.2, 16): picking, coming in, moving, leaving, building."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.engine import Step, Table
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


class Movement(SidePhase[Position]):
    """A side moves its units one after the other."""

    def __init__(self, name: str, side: int, *, exploiting: bool = False) -> None:
        super().__init__(name, side)
        self.exploiting = exploiting

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)


class Enter(Step[Position]):
    """A unit comes in (BW-16): by which hex."""

    name = "enter"


class Moving(Step[Position]):
    """A unit in motion."""

    def __init__(self, name: str, go: Table, step: Table) -> None:
        self.name = name
