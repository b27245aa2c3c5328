"""Attachment (BW-24.6.attach, an option): to which army an arriving German mechanized unit belongs."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine import Action, Decision, Kind, Options, Reason, Step
from ardennes.games.bitter_woods import arrivals, refusals
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.names import ARMY_NAMES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited


class Attach(Step[Position]):
    """Its owner names the army when the unit comes in (BW-R.85)."""

    name = "attach"

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Which army; only those as whose unit it can come in."""
        unit = state.top.unit
        able = arrivals.armies(state, unit)
        options = Options([Action("attach", army) for army in able])
        prompt = f"Choose the army to which {state.game.forces.display_names[unit]} is attached"
        return Decision(SIDES[state.phasing], self.name, Kind.CHOOSE, prompt, "BW-24.6.attach", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It belongs to that army from now on, and comes in."""
        unit = state.top.unit
        arrivals.attach(state, unit, action.thing)
        text = cited(f"is attached to {ARMY_NAMES[action.thing]}", "BW-R.85")
        state.note_unit(unit, "attach", "BW-24.6.attach", text)
        state.put("enter", unit)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Boundaries close its roads, or something else comes first."""
        unit = state.top.unit
        name = state.game.forces.display_names[unit]
        if action.verb == "attach":
            army = ARMY_NAMES[action.thing]
            return Reason("BW-5.4", f"{name} could not enter as a unit of {army}: boundaries close its roads.")
        if action.verb in ("pick", "done", "enter", "go", "step", "stop", "exit", "build", "repair"):
            return Reason("BW-24.6.attach", f"First choose the army to which {name} is attached.")
        return refusals.not_in_movement(action)
