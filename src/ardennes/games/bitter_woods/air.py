"""Aircraft (BW-11): interdiction, and how many are left."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import DONE, SidePhase
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason
from ardennes.engine.speech import count
from ardennes.games.bitter_woods import area
from ardennes.games.bitter_woods.forces import ALLIED, SIDES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position


def use(state: Position, side: int) -> None:
    """A side uses one of its aircraft units; it is not used again in this Game-Turn (BW-11.1)."""
    left = list(state.aircraft)
    left[side] -= 1
    state.aircraft = left[0], left[1]


def bars(state: Position) -> Iterator[Bar]:
    """Why a hex is not interdicted, by hexes."""
    yield Bar(area.RULE, area.OUTSIDE, state.outside)
    yield Bar("BW-11.3.one", "is already interdicted, and no more than one aircraft may be in a hex", state.interdicted)


class Interdiction(SidePhase[Position]):
    """The Allied Interdiction Phase, in the German turn (BW-11.3)."""

    def ask(self, state: Position) -> Decision | None:
        """Which hex, while aircraft are left."""
        if not state.aircraft[ALLIED]:
            next_phase(state)
            return None
        options = Options(Masked(state.game.actions.interdict, free(state.game.ground.grid.all, bars(state))), (DONE,))
        left = count(state.aircraft[ALLIED], "aircraft unit")
        prompt = f"Choose a hex to interdict, or end the Interdiction Phase; you have {left} left for this Game-Turn"
        return Decision(SIDES[ALLIED], self.name, Kind.PLACE, prompt, "BW-11.3", options, facts={"interdiction": 1})

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Interdict a hex, or be done."""
        if action == DONE:
            next_phase(state)
            return
        use(state, ALLIED)
        state.interdicted |= state.game.ground.grid.bit(action.thing)
        state.note("air", "BW-11.3", f"{action.thing} is interdicted", side=SIDES[ALLIED], at=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a hex is not interdicted."""
        if action.verb == "drop":
            return Reason("BW-R.6", "Air drops come before interdiction; it is too late for one now.")
        if action.verb != "interdict":
            return not_in_movement(action)
        bar = first_bar(state.game.ground.grid.index(action.thing), bars(state))
        return bar and bar.reason(action.thing)
