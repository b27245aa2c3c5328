"""Combat results (BW-9.5, 9.6): losses, retreats, advances, and what is owed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ardennes.counters import bits
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods import attrition, battlegroup, leaders, obligations, schnee_eifel, zones
from ardennes.games.bitter_woods.forces import PEOPLE, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.refusals import ELSEWHERE
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

NUMBERS = ("no hex", "one hex", "two hexes", "three hexes", "four hexes")
MEANS: Mapping[str, str] = {
    "DE": "all defenders are eliminated",
    "AE": "all attackers are eliminated",
    **{f"D{n}": f"the defender retreats {NUMBERS[n]}" for n in (2, 3, 4)},
    **{f"1D{n}": f"the defender takes a loss and retreats {NUMBERS[n]}" for n in (2, 3, 4)},
    **{f"A{n}": f"the attacker retreats {NUMBERS[n]}" for n in (1, 2)},
    "1A2": "the attacker takes a loss and retreats two hexes",
    "CA": "the defender must withdraw or counterattack",
    "SU": "no effect",
    "ENG": "both sides are engaged",
    "FF": "both sides take a loss",
    **{f"Adv {n}": f"mechanized attackers advance {NUMBERS[n]} past the defender" for n in (1, 2, 3, 4)},
}


def carry_out(state: Position, clash: Clash, label: str, *, worn: bool = False) -> None:
    """What a result does: the defender's part first (BW-9.2.apply); what comes later is put on the stack first.

    `worn` if the result wears attackers down (BW-20.0).
    """
    if obliges := OBLIGES.get(label):
        obliges(state, clash)
        if worn:
            attrition.wear(state, clash)
        return
    effect = state.game.tables["results"][label]
    defenders, attackers = state.stack(clash.hex), clash.attackers | exposed(state, clash)
    units = {"defender": defenders, "attacker": attackers}
    loser: str = effect["side"]
    if loser == "neither":
        goers = clash.attackers | leaders.among(state, clash.attackers)
        state.push("past", clash.side, goers, effect["advance"], clash.hex, clash.attackers)
        return
    hurt = ("attacker", "defender") if loser == "both" else (loser,)
    hexes = retreat_of(state, clash, effect)
    if hexes < effect.get("retreat", 0):
        schnee_eifel.tell(state, clash, "retreat")
    elif advance_of(state, clash, effect) < effect["advance"]:
        schnee_eifel.tell(state, clash, "advance")
    _advance(state, clash, loser, defenders, advance_of(state, clash, effect))
    if worn:
        attrition.wear(state, clash)
    if hexes:
        step = "stand" if leaders.OPTION in state.optional else "retreat"
        state.push(step, _side(clash, loser), hexes, units[loser])
    if effect.get("loss"):
        guns = {"defender": clash.cover, "attacker": clash.guns}
        for who in hurt:
            spared, with_ = guns[who] & ~units[who], leaders.among(state, units[who])
            state.push("loss", _side(clash, who), units[who] | with_, effect["rule"], f"result {label}", spared)
    if effect.get("eliminated"):
        eliminate(state, units[loser], effect["rule"], f"result {label}")


def _side(clash: Clash, who: str) -> int:
    return clash.side if who == "attacker" else 1 - clash.side


def retreat_of(state: Position, clash: Clash, effect: Mapping[str, Any]) -> int:
    """How far the side that a result drives back must retreat."""
    return schnee_eifel.hexes(state, clash, _side(clash, effect["side"]), effect.get("retreat", 0))


def advance_of(state: Position, clash: Clash, effect: Mapping[str, Any]) -> int:
    """How far the victor may advance: as far as a defender retreats (BW-9.8.length), Germans sometimes less."""
    if effect["side"] == "attacker":
        return schnee_eifel.hexes(state, clash, 1 - clash.side, effect["advance"])
    spared: int = effect.get("retreat", 0) - retreat_of(state, clash, effect)
    return schnee_eifel.hexes(state, clash, clash.side, effect["advance"] - spared)


def _advance(state: Position, clash: Clash, loser: str, defenders: int, hexes: int) -> None:
    """The victor may advance: into the defender's hex, or one hex into those that attackers have left (BW-R.37).

    After a firefight it is the empty hex and no other, so there is no road bonus (BW-9.5.FF.advance), and a defender
    goes one hex at most (BW-9.8.defender).
    """
    if not hexes:
        return
    if loser == "attacker":
        state.push("advance", 1 - clash.side, defenders, state.hexes_of(clash.attackers), hexes, False)
    else:
        units = clash.attackers | leaders.among(state, clash.attackers)
        state.push("advance", clash.side, units, 1 << clash.hex, hexes, loser == "defender")


def eliminate(state: Position, units: int, rule: str, why: str) -> None:
    """Units are lost, and owe nothing any more."""
    for unit in bits(units):
        state.eliminate(unit, rule, why)
    obligations.gone(state, units)


def exposed(state: Position, clash: Clash) -> int:
    """The attacker's supporting rockets that a result touches: those in an enemy zone (BW-R.7, BW-10.2.results)."""
    rockets = clash.guns & state.game.forces.rockets
    near = zones.zone(state, 1 - clash.side)
    return sum(1 << unit for unit in bits(rockets) if near >> state.at[unit] & 1)


def _nothing(state: Position, clash: Clash) -> None:
    """SU: both sides stay where they are, and nobody owes anything (BW-9.5.SU)."""


OBLIGES = {"CA": obligations.counterattack, "ENG": obligations.engage, "SU": _nothing}


class Loss(Step[Position]):
    """One of some units takes a combat loss; its owner chooses (BW-9.6.choose)."""

    name = "loss"

    class Frame(NamedTuple):
        """Whose units, which, by which result, and the guns that supported from a distance."""

        step: str
        side: int
        units: int
        rule: str
        why: str
        spared: int = 0

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Which unit; nobody is asked if none is left."""
        frame: Loss.Frame = state.top
        units = _takers(state, frame)
        if not units:
            state.pop()
            return None
        prompt = f"Choose the {PEOPLE[frame.side]} unit that takes the loss ({frame.why})"
        options = Options(Masked(state.game.actions.lose, units), battlegroup.offers(state, units))
        facts = {"units": units.bit_count()}
        return Decision(SIDES[frame.side], self.name, Kind.LOSS, prompt, "BW-9.6.choose", options, facts=facts)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is turned over, or eliminated (BW-9.6)."""
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
            return
        frame: Loss.Frame = state.pop()
        unit = state.game.forces.index[action.thing]
        if state.game.forces.leaders >> unit & 1:
            state.eliminate(unit, "BW-24.3.fight", cited(f"removed for a loss, {frame.why}", "BW-R.81"))
        elif state.reduce(unit, "BW-9.6", frame.why):
            obligations.gone(state, 1 << unit)
            leaders.stay_behind(state)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only one of these."""
        frame: Loss.Frame = state.top
        forces = state.game.forces
        if action.verb in battlegroup.REGROUP:
            return battlegroup.why_not(state, action, standing(state, frame.units))
        if action.verb in LATER and _later(state, LATER[action.verb], forces.index[action.thing]):
            return Reason("BW-9.2.apply", f"The {PEOPLE[frame.side]} loss comes first.")
        if action.verb != "lose":
            return elsewhere(action) or Reason("BW-9.6", "A combat loss must be taken.")
        name, unit = forces.call(action.thing), forces.index[action.thing]
        if frame.spared >> unit & 1:
            return Reason("BW-10.2.results", f"{name} supports from a distance and takes no losses.")
        if unit == state.game.battlegroup.leader and state.at[unit] >= 0:
            return Reason("BW-36.0.lead.loss", f"{name} may take a loss only in a hex with a unit of his own group.")
        among = forces.called(standing(state, frame.units))
        return Reason("BW-9.6.choose", f"{name} cannot take the loss; choose among {among}.")


def _takers(state: Position, frame: Loss.Frame) -> int:
    """The units that can take a loss: Peiper not where his men are gone, unless nobody else is left (BW-R.116)."""
    units, peiper = standing(state, frame.units), 1 << state.game.battlegroup.leader
    if units & peiper and units != peiper and not battlegroup.with_his_men(state):
        return units & ~peiper
    return units


def standing(state: Position, units: int) -> int:
    """Those of some units that are still on the map."""
    return sum(1 << unit for unit in bits(units) if state.at[unit] >= 0)


def _later(state: Position, step: str, unit: int) -> bool:
    """Whether a unit is to do something after what is asked now."""
    return any(frame.step == step and frame.units >> unit & 1 for frame in state.frames[:-1])


LATER = {"lose": "loss", "pick": "retreat", "advance": "advance"}  # what follows a result, each with its step
MOVES = ("pick", "go", "step", "stop")
WORKS = {
    "enter": Reason("BW-4.0.movement", "Units enter the map in the Movement Phase."),
    "exit": Reason("BW-5.5", "A unit leaves the map in a move or in a retreat, not now."),
    "build": Reason("BW-4.0.movement", "Positions are built in the Movement Phase."),
    "repair": Reason("BW-4.0.movement", "Bridge repairs are begun in the Movement Phase."),
}


def elsewhere(action: Action) -> Reason | None:
    """What is not done before, or in the middle of, a combat."""
    if action.verb in MOVES:
        return Reason("BW-4.0.combat", "Units move in the Combat Phase only to retreat or to advance.")
    if action.verb in WORKS:
        return WORKS[action.verb]
    if action.verb == "target":
        return Reason("BW-9.1.declare", "Finish the declared combat first.")
    if action.verb == "join":
        return Reason("BW-9.2", "Units join an attack after its hex has been named and before support is added.")
    if action.verb in ("add", "fly"):
        return Reason("BW-9.2", "Support is added after the attacking units have been named and before the die roll.")
    if action.verb in LATER:
        return Reason("BW-9.5", "Losses, retreats and advances follow from a combat result, in that order.")
    return ELSEWHERE.get(action.verb)
