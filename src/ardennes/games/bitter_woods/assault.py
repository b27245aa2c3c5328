"""Peiper's attack after the exploitation moves of 17AM (BW-27.1.attack, an option)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import Bar, first_bar
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods import battlegroup, combat, obligations, spearheads
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.results import elsewhere
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

RULE = "BW-27.1.attack"
ALONE = ("join", "add", "fly", "bombard")
NOWHERE = -1  # in place of a hex that has been named


def poised(state: Position) -> int:
    """Peiper's group, or its battalions, in reserve as the Exploitation Phase of 17AM begins."""
    there = state.game.peiper & state.reserve if state.phasing == GERMAN else 0
    return sum(1 << unit for unit in bits(there) if spearheads.dashing(state, unit))


def able(state: Position, units: int, i: int) -> int:
    """Those of some units that may attack a hex."""
    return units & combat.joiners(state, GERMAN, i)


def targets(state: Position, units: int) -> int:
    """The hexes that some of these units may attack."""
    ground = state.game.ground
    near = ground.grid.around(state.hexes_of(units)) & state.held[1 - GERMAN]
    return sum(1 << i for i in ground.grid.bits(near) if able(state, units, i))


def sole(state: Position, units: int) -> Clash | None:
    """The attack that could be made, if there is but one, by one unit: its odds are shown before it is chosen."""
    found = targets(state, units)
    if found.bit_count() != 1:
        return None
    i = next(bits(found))
    who = able(state, units, i)
    return Clash(GERMAN, i, who) if who.bit_count() == 1 else None


class Assault(Step[Position]):
    """Whom Peiper attacks, alone and without support, when all exploitation moves are made.

    Where he has three battalions, each attacks once, alone or together with others of them (BW-R.113).
    """

    name = "assault"

    class Frame(NamedTuple):
        """The units that are yet to attack, the hex that has been named, and who has joined."""

        step: str
        units: int
        hex: int = NOWHERE
        joined: int = 0

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A hex, or none; then who of several attacks it. When all have attacked, the phase ends."""
        frame: Assault.Frame = state.top
        state.reserve &= ~frame.units
        if frame.hex != NOWHERE:
            return self._who(state, frame)
        found = targets(state, frame.units)
        if not found:
            self._finish(state)
            return None
        called = state.game.forces.called(frame.units & state.playing[GERMAN])
        prompt = f"Choose a hex for {called} to attack, or end the phase"
        options = Options(Masked(state.game.actions.target, found), battlegroup.offers(state, frame.units), (DONE,))
        return Decision(SIDES[GERMAN], self.name, Kind.TARGET, prompt, RULE, options)

    def _who(self, state: Position, frame: Frame) -> Decision:
        """Which battalions attack."""
        place, more = state.game.ground.grid.name(frame.hex), able(state, frame.units, frame.hex) & ~frame.joined
        prompt = f"Who attacks {state.game.forces.called(state.stack(frame.hex))} in {place}?"
        options = Options(Masked(state.game.actions.join, more), (DONE,) if frame.joined else ())
        return Decision(SIDES[GERMAN], self.name, Kind.JOIN, prompt, RULE, options)

    def _finish(self, state: Position) -> None:
        state.pop()
        state.amend(poised=0)
        state.game.steps[state.phase].end(state)  # type: ignore[attr-defined]

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The attack is declared, and the defender may support; or there is none."""
        frame: Assault.Frame = state.top
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
        elif action.verb == "target":
            i = state.game.ground.grid.index(action.thing)
            units = able(state, frame.units, i)
            if units & units - 1:
                state.amend(hex=i)
            else:
                self._attack(state, units, i)
        elif action.verb == "join":
            state.amend(joined=frame.joined | 1 << state.game.forces.index[action.thing])
        elif frame.hex != NOWHERE:
            self._attack(state, frame.joined, frame.hex)
        else:
            self._finish(state)

    def _attack(self, state: Position, units: int, i: int) -> None:
        frame: Assault.Frame = state.top
        state.amend(units=frame.units & ~units, hex=NOWHERE, joined=0)
        clash = Clash(GERMAN, i, units)
        obligations.declared(state, clash)  # it may break an engagement of others (BW-9.5.ENG.break)
        state.fought |= units
        called, place = state.game.forces.called, state.game.ground.grid.name(i)
        attack = "attack" if units & units - 1 else "attacks"
        text = f"{called(units)} {attack} {called(state.stack(i))} in {place} after exploitation"
        ruling = "BW-R.113" if units & state.game.battlegroup.parts else "BW-R.101"
        state.note("attack", RULE, cited(text, ruling), side=SIDES[GERMAN], at=place)
        state.push("defence", clash)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only an enemy beside it, and nobody helps."""
        frame: Assault.Frame = state.top
        forces = state.game.forces
        called = forces.called(frame.units & state.playing[GERMAN])
        if action.verb in battlegroup.REGROUP and frame.hex == NOWHERE:
            return battlegroup.why_not(state, action, frame.units)
        if action.verb == "join" and frame.hex != NOWHERE and frame.units >> forces.index[action.thing] & 1:
            unit = forces.index[action.thing]
            joined = Bar("BW-9.1.once", "is already in the attack", frame.joined)
            bar = first_bar(unit, [*combat.join_bars(state, GERMAN, frame.hex), joined])
            return bar.reason(forces.display_names[unit]) if bar else None
        if action.verb in ALONE:
            return Reason(RULE, f"Only {called} may attack now, without artillery or air support.")
        if action == DONE:
            return Reason("BW-9.1.declare", "An attack needs at least one attacking unit.")
        if action.verb != "target" or frame.hex != NOWHERE:
            return elsewhere(action)
        i = state.game.ground.grid.index(action.thing)
        near = state.game.ground.ring[i] & state.hexes_of(frame.units)
        if not state.held[1 - GERMAN] >> i & 1 or not near:
            return Reason(RULE, f"No enemy unit is in {action.thing} next to {called}.")
        unit = next(bits(frame.units & state.units_at(near)))
        bar = first_bar(unit, combat.join_bars(state, GERMAN, i))
        return bar.reason(forces.display_names[unit]) if bar else None
