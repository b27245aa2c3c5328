"""Aircraft (BW-11): interdiction, and how many are left."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


class Interdiction(SidePhase[Position]):
    """The Allied Interdiction Phase, in the German turn (BW-11.3)."""

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)
