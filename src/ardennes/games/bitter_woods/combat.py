"""The Combat Phase (BW-9.1, 9.2, 10, 11.2): who is attacked by whom, support of both sides, the die."""

from __future__ import annotations

from ardennes.counters import SidePhase
from ardennes.engine import Step
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


class Combat(SidePhase[Position]):
    """A side's attacks, one after the other (BW-4.0.combat)."""

    def ask(self, state: Position) -> None:
        """Nothing yet."""
        next_phase(state)


class Attack(Step[Position]):
    """Who takes part in an attack."""

    name = "attack"


class OffensiveSupport(Step[Position]):
    """The attacker's artillery and aircraft."""

    name = "support"


class DefensiveSupport(Step[Position]):
    """The defender's artillery and aircraft."""

    name = "defence"


class CombatDie(Step[Position]):
    """The die of an attack."""

    name = "die"
