"""Bridges (BW-13): demolition, repair, completion."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.engine import Step
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


class Demolition(SidePhase[Position]):
    """The end of a Combat Phase: bridges are blown (BW-13.1)."""

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)


class DemolitionDie(Step[Position]):
    """The die for a bridge."""

    name = "demolition die"


class Construction(SidePhase[Position]):
    """Bridges under repair are completed (BW-13.3)."""

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)


class Crossing(Step[Position]):
    """Who goes along with the builder."""

    name = "crossing"
