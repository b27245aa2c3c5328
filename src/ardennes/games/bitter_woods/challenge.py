"""Challenging air interdiction (BW-22, an option): a mechanized unit dares an interdicted forest road, and rolls."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import bits
from ardennes.engine import Action, Chance, Decision, Die, Kind, Masked, Options, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.engine.step import Bare
from ardennes.games.bitter_woods import obligations, spearheads, stacking
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "challenge"


def hexes(state: Position, unit: int) -> int:
    """The hexes in which a unit's move ends unless it challenges: interdicted forest hexes with a road (BW-22.1)."""
    if not state.interdicted or OPTION not in state.optional:
        return 0
    forces, ground = state.game.forces, state.game.ground
    if not (forces.of[GERMAN] & forces.mechanized) >> unit & 1 or spearheads.unhindered(state, unit):
        return 0
    return state.interdicted & ground.forest & ground.road_hexes


class ChallengeDie(Step[Position]):
    """The die of a unit in motion, or in an Angriff advance, that has entered such a hex by road (BW-22.2)."""

    name = "challenge"

    class Frame(NamedTuple):
        """The unit and the hex."""

        step: str
        unit: int
        hex: int

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die; a unit may challenge in several hexes of its way."""
        frame: ChallengeDie.Frame = state.top
        forces, place = state.game.forces, state.game.ground.grid.name(frame.hex)
        return Chance(
            rule="BW-22.2",
            reason=f"{forces.display_names[frame.unit]} challenges the interdiction of {place}",
            key=(state.turn, state.phase, self.name, forces.names[frame.unit], place, len(state.frames[-2].way)),
            dice=[Die(forces.names[frame.unit])],
            side=SIDES[GERMAN],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """It goes on, or its move is over, perhaps with a step less."""
        frame: ChallengeDie.Frame = state.pop()
        table, die = state.game.tables["challenge"], int(roll[0])
        place, bit = state.game.ground.grid.name(frame.hex), 1 << frame.unit
        if die in table["goes_on"]:
            text = cited(
                f"challenges the interdiction of {place}: die roll {die}; it may continue along the road", "BW-R.97"
            )
            state.note_unit(frame.unit, "effect", "BW-22.2", text, at=place)
            return
        loses = die in table["loses"]
        what = "it loses a step and stops" if loses else "it stops"
        state.note_unit(frame.unit, "effect", "BW-22.2", f"challenges the interdiction of {place}: die {die}, {what}")
        way = state.pop()
        state.game.steps[way.step].halt(state, way)  # type: ignore[attr-defined]
        if state.over:
            return
        if way.step == "motion":  # an advance challenges only where there is room
            state.challenged |= bit
        if loses and state.reduce(frame.unit, "BW-22.2", "attacked from the air"):
            state.challenged &= ~bit
            obligations.gone(state, bit)


# ---- the end of the phase (BW-22.2.stack) ----


def crowded(state: Position) -> int:
    """The units of which one must go, in the first hex that holds too many after a challenge; 0 if there is none."""
    for i in state.game.ground.grid.sorted(state.hexes_of(state.challenged)):
        stack = state.stack(i)
        if not all(stacking.fits(state, unit, stack & ~(1 << unit)) for unit in bits(stack)):
            return stack & state.challenged
    return 0


class Overstacked(Step[Position]):
    """The German player gives up units that challenged and are too many for their hex (BW-22.2.stack)."""

    name = "overstacked"
    frame = Bare

    def ask(self, state: Position) -> Decision | None:
        """Which unit; when all hexes are in order, the phase ends."""
        units = crowded(state)
        if not units:
            state.pop()
            state.challenged = 0
            state.game.steps[state.phase].end(state)  # type: ignore[attr-defined]
            return None
        place = state.place_of(next(bits(units)))
        prompt = f"The stacking limit is exceeded in {place} after a challenge: choose the unit to eliminate"
        options = Options(Masked(state.game.actions.lose, units))
        return Decision(SIDES[GERMAN], self.name, Kind.LOSS, prompt, "BW-22.2.stack", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is lost."""
        unit = state.game.forces.index[action.thing]
        state.challenged &= ~(1 << unit)
        state.eliminate(unit, "BW-22.2.stack", cited("in excess of the stacking limit after a challenge", "BW-R.98"))
        obligations.gone(state, 1 << unit)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only one that challenged."""
        if action.verb != "lose":
            return Reason("BW-22.2.stack", "First eliminate the unit in excess of the stacking limit.")
        among = state.game.forces.called(crowded(state))
        return Reason("BW-22.2.stack", f"{state.game.forces.call(action.thing)} stays; choose among {among}.")


# ---- refusals ----


def why_not(state: Position, unit: int, place: str, bombed: int) -> Reason:
    """Why a unit in motion does not challenge the interdiction of a hex."""
    name, i = state.game.forces.display_names[unit], state.game.ground.grid.index(place)
    if OPTION not in state.optional:
        return Reason("BW-22.1", "Challenging interdiction is an optional rule that is off in this game.")
    if not bombed >> i & 1:
        return Reason(
            "BW-22.1",
            f"{place} is not an interdicted forest hex with a road, so {name} has nothing to challenge there.",
        )
    return Reason("BW-22.2", f"{name} cannot enter {place} by road from its present hex.")
