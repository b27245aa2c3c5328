"""Supply (BW-12): air drops, shortage, the check of both sides, and where supply reaches."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.engine import Step
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


class SupplyPhase(SidePhase[Position]):
    """The Mutual Supply Phase of a side's turn (BW-4.0.supply)."""

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)


class ShortageDie(Step[Position]):
    """The dice of a German supply shortage (BW-12.6)."""

    name = "shortage"
