"""Steps that games of counters have alike: the phases of each side, and units given up one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ardennes.counters.deployment import Deployment
from ardennes.engine import Action, Step

DONE = Action("done")
"""The end of a phase, or of a choice that may be left open."""

D = TypeVar("D", bound=Deployment)


class SidePhase(Step[D]):
    """A phase that each side has in its turn: the same step, once for each of them under a name of its own."""

    def __init__(self, name: str, side: int) -> None:
        self.name = name
        self.side = side

    def announce(self, state: D, rule: str, what: str) -> None:
        """Note that the phase begins: whose it is, and what it is called."""
        who = state.game.sides[self.side]
        state.note("phase", rule, f"{who.capitalize()} {what}", side=who)


def give_up(state: Deployment, action: Action, worth: Sequence[int], rule: str) -> None:
    """The unit that an action names is lost in an exchange.

    The frame has the `price` that is still owed, and the `units` that can pay.
    """
    unit, frame = state.game.forces.index[action.thing], state.top
    state.amend(price=frame.price - worth[unit], units=frame.units & ~(1 << unit))
    state.eliminate(unit, rule, "lost in an exchange")
