"""The event of 19AM that asks something (BW-38.2.9, an option): American infantry is bombed by its own side.

All other events of 17AM and 19AM (BW-38) are effects, which `lasting.py` reads.
"""

from __future__ import annotations

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods.events import Frame, north, option_of, table_of
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.refusals import not_in_movement
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited


def targets(state: Position, rule: str) -> int:
    """The American regiments of the highest priority that may be bombed (BW-38.2.9, BW-R.93)."""
    forces, ground, table = state.game.forces, state.game.ground, table_of(state, rule)
    regiments = forces.american_infantry & forces.two_steps & ~state.reduced & state.playing[ALLIED]
    malmedy = 1 << ground.grid.index(table["malmedy"])
    for hexes in (malmedy, ground.town, ground.grid.all):
        if found := regiments & state.units_at(hexes & north(state) & state.held[ALLIED]):
            return found
    return 0


class Bombed(Step[Position]):
    """Which regiment is bombed."""

    name = "bombed"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """One of those of the highest priority; with nobody to bomb both dice are rolled again (BW-R.93)."""
        if not targets(state, state.top.rule):
            self._roll_again(state)
            return None
        options = Options(Masked(state.game.actions.lose, targets(state, state.top.rule)))
        prompt = "Choose the American regiment that is bombed and loses a step"
        return Decision(SIDES[GERMAN], self.name, Kind.LOSS, prompt, state.top.rule, options)

    def _roll_again(self, state: Position) -> None:
        rule, again = state.top.rule, state.top.again
        text = "There is no full-strength American infantry regiment there; roll for the event again"
        state.note("effect", rule, cited(text, "BW-R.93"), side=SIDES[GERMAN])
        state.put("event", option_of(state, rule), again + 1)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It loses a step."""
        rule = state.pop().rule
        state.reduce(state.game.forces.index[action.thing], rule, "bombed by the 9th Air Force (BW-R.93)")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Malmédy comes first, then other towns, and only regiments at full strength count."""
        if action.verb != "lose":
            return not_in_movement(action)
        name = state.game.forces.display_names[state.game.forces.index[action.thing]]
        text = "full-strength American infantry north of the boundary, in Malmédy first, then in another town"
        return Reason(state.top.rule, f"{name} is not bombed: {text} (BW-R.93).")
