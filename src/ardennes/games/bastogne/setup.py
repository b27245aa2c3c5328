"""Set-up (BA-12): the Allied player places six units; no German is on the map."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.counters.setup import SetUp, Zone
from ardennes.engine import Action, Decision, Reason
from ardennes.games.bastogne.sequence import begin_turn
from ardennes.games.bastogne.state import Position


class AlliedSetUp(SetUp[Position]):
    """Six units in two zones, in any order (BA-R.42)."""

    rule, full = "BA-12.0", "BA-5.3"

    def zones(self, state: Position) -> Sequence[Zone]:
        """Where each division is set up."""
        return state.game.set_up_zones

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Nothing else comes before the set-up."""
        return super().why_not(state, action, decision) or Reason("BA-12.0", "Finish the set-up first.")

    def placed(self, state: Position) -> None:
        """The first turn begins; all Germans are still to come."""
        state.note("setup", "BA-12.0.german", "The Allied units are set up; all German units arrive as reinforcements")
        begin_turn(state, 1)
