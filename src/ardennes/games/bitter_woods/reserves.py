"""Reserves (BW-14): who is put in reserve."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


class ReservePhase(SidePhase[Position]):
    """A side puts mechanized units in reserve (BW-14.1)."""

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)
