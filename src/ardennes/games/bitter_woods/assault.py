"""Peiper's attack after the exploitation moves of 17AM (BW-27.1.attack, an option)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import first_bar
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods import combat, spearheads
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.results import elsewhere
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

RULE = "BW-27.1.attack"
ALONE = ("join", "add", "fly", "bombard")


def poised(state: Position) -> int:
    """Peiper's group, if it is in reserve as the Exploitation Phase of 17AM begins."""
    there = state.game.peiper & state.reserve if state.phasing == GERMAN else 0
    return sum(1 << unit for unit in bits(there) if spearheads.dashing(state, unit))


def targets(state: Position, unit: int) -> int:
    """The hexes that it may attack."""
    ground, at = state.game.ground, state.at[unit]
    near = ground.ring[at] & state.held[1 - GERMAN] if at >= 0 else 0
    return sum(1 << i for i in ground.grid.bits(near) if combat.joiners(state, GERMAN, i) >> unit & 1)


def sole(state: Position, unit: int) -> Clash | None:
    """The attack that it could make, if there is but one: its odds are shown before it is chosen."""
    found = targets(state, unit)
    return Clash(GERMAN, next(bits(found)), 1 << unit) if found.bit_count() == 1 else None


class Assault(Step[Position]):
    """Whom Peiper attacks, alone and without support, when all exploitation moves are made."""

    name = "assault"

    class Frame(NamedTuple):
        """The unit, and whether it has attacked."""

        step: str
        unit: int
        fought: bool = False

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A hex, or none; when it has attacked, the phase ends."""
        frame: Assault.Frame = state.top
        state.reserve &= ~(1 << frame.unit)
        found = 0 if frame.fought else targets(state, frame.unit)
        if not found:
            self._finish(state)
            return None
        prompt = f"Choose a hex for {state.game.forces.display_names[frame.unit]} to attack, or end the phase"
        options = Options(Masked(state.game.actions.target, found), (DONE,))
        return Decision(SIDES[GERMAN], self.name, Kind.TARGET, prompt, RULE, options)

    def _finish(self, state: Position) -> None:
        state.pop()
        state.amend(poised=0)
        state.game.steps[state.phase].end(state)  # type: ignore[attr-defined]

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The attack is declared, and the defender may support; or there is none."""
        if action == DONE:
            self._finish(state)
            return
        frame: Assault.Frame = state.top
        state.amend(fought=True)
        state.fought |= 1 << frame.unit
        clash = Clash(GERMAN, state.game.ground.grid.index(action.thing), 1 << frame.unit)
        called, names = state.game.forces.called, state.game.forces.display_names
        text = f"{names[frame.unit]} attacks {called(state.stack(clash.hex))} in {action.thing} after exploitation"
        state.note("attack", RULE, cited(text, "BW-R.101"), side=SIDES[GERMAN], at=action.thing)
        state.push("defence", clash)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only an enemy beside it, and nobody helps."""
        frame: Assault.Frame = state.top
        name = state.game.forces.display_names[frame.unit]
        if action.verb in ALONE:
            return Reason(RULE, f"{name} attacks alone, without guns or aircraft of its own side.")
        if action.verb != "target":
            return elsewhere(action)
        i = state.game.ground.grid.index(action.thing)
        if not state.game.ground.ring[state.at[frame.unit]] & state.held[1 - GERMAN] & 1 << i:
            return Reason(RULE, f"No enemy unit is in {action.thing} beside {name}.")
        bar = first_bar(frame.unit, combat.join_bars(state, GERMAN, i))
        return bar.reason(name) if bar else None
