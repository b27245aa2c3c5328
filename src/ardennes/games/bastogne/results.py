"""Combat results (BA-8.3) and what a bombardment makes of them (BA-8.1): steps lost, stiff resistance, eliminations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bastogne.forces import SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT, GROUND, Clash
from ardennes.games.bastogne.refusals import not_in_combat
from ardennes.games.bastogne.state import Position

Meaning = tuple[str, str]  # what a result does, for a sentence, and the ruling behind it or ""
NUMBERS = ("no hex", "one hex", "two hexes", "three hexes")

MEANS: Mapping[str, Mapping[str, Meaning]] = {
    GROUND: {
        "•": ("no effect", ""),
        "(A)": ("one attacking unit loses a step", ""),
        **{f"A{n}": (f"the attackers retreat {NUMBERS[n]} or lose a step", "") for n in (1, 2, 3)},
        "Ae": ("all attackers are eliminated", ""),
        "Ex": ("the defender and one attacking unit lose a step at once", "BA-R.30"),
        **{f"D{n}": (f"the defender retreats {NUMBERS[n]} or loses a step", "") for n in (2, 3)},
        "De": ("the defender is eliminated", ""),
    },
    BOMBARDMENT: {
        "•": ("no effect", ""),
        "(A)": ("a friendly unit next to the target loses a step, if there is one", ""),
        **dict.fromkeys(("A1", "A2", "A3", "Ae"), ("no effect in a bombardment", "BA-R.23")),
        "Ex": ("the target loses a step and nobody else does", "BA-R.23"),
        **{f"D{n}": (f"the target retreats {NUMBERS[n]} or loses a step", "") for n in (2, 3)},
        "De": ("the target is eliminated", ""),
    },
}
RETREAT, STAND = Action("choose", "retreat"), Action("choose", "stand")


def carry_out(state: Position, clash: Clash, label: str) -> None:
    """What a result does; what comes later is put on the stack first. A bombardment has no attackers to advance."""
    effect = state.game.effects(clash.kind)[label]
    rule: str = effect["rule"]
    defends = {effect.get("retreats"), effect.get("eliminated"), *effect.get("reduced", ())}
    if "defender" in defends:
        state.push("advance", clash.side, clash.hex, clash.attackers)
    if "defender" in effect.get("reduced", ()):
        state.reduce(clash.target, rule, f"result {label}")
    if "attacker" in effect.get("reduced", ()):
        _attacker_loses(state, clash, rule, label)
    if effect.get("eliminated") == "defender":
        state.eliminate(clash.target, "BA-8.3.outright", f"result {label}")
    if effect.get("eliminated") == "attacker":
        for unit in bits(clash.attackers):
            state.eliminate(unit, "BA-8.3.outright", f"result {label}")
    who = effect.get("retreats")
    if who:
        units, side = (1 << clash.target, 1 - clash.side) if who == "defender" else (clash.attackers, clash.side)
        state.push("stiff", side, units, effect["hexes"], clash.kind)


def _attacker_loses(state: Position, clash: Clash, rule: str, label: str) -> None:
    """One attacking unit; in a bombardment one next to the target, if there is one (BA-8.1.A, R.26)."""
    if clash.kind == BOMBARDMENT:
        units = state.units_in(state.held[clash.side] & state.game.ground.ring[clash.hex])
        if not units:
            place = state.game.ground.grid.name(clash.hex)
            state.note("result", rule, f"No unit of the bombarding player is next to {place}: no effect", label=label)
            return
        rule = "BA-R.26"
    else:
        units = clash.attackers
    state.push("reduce", clash.side, units, rule, f"result {label}")


class Reduce(Step[Position]):
    """One of some units loses a step; its owner chooses."""

    name = "reduce"

    class Frame(NamedTuple):
        """Whose, which units, by which rule, and why."""

        step: str
        side: int
        units: int
        rule: str
        why: str

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Which unit."""
        frame: Reduce.Frame = state.top
        options = Options(Masked(state.game.actions.lose, frame.units))
        return Decision(
            SIDES[frame.side], self.name, Kind.LOSS, "Choose the unit that loses a step", frame.rule, options
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It loses it."""
        frame: Reduce.Frame = state.pop()
        state.reduce(state.game.forces.index[action.thing], frame.rule, frame.why)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only one of these."""
        if action.verb != "lose":
            return not_in_combat(state, action)
        frame: Reduce.Frame = state.top
        forces = state.game.forces
        return Reason(
            frame.rule, f"{forces.call(action.thing)} cannot take the loss; choose among {forces.called(frame.units)}."
        )


class Stiff(Step[Position]):
    """Retreat, or stand and lose a step (BA-8.3.stiff)."""

    name = "stiff"

    class Frame(NamedTuple):
        """Whose units, which, how many hexes, the kind of clash."""

        step: str
        side: int
        units: int
        hexes: int
        kind: str

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """One or the other; also for a lone depleted unit, and without a way to retreat (BA-R.31)."""
        frame: Stiff.Frame = state.top
        name = state.game.forces.called(frame.units)
        lone = frame.units.bit_count() == 1
        prompt = f"Choose whether {name} retreat {NUMBERS[frame.hexes]}, or one of them loses a step"
        if lone:
            place = state.place_of(next(bits(frame.units)))
            prompt = (
                f"Choose whether {name} in {place} retreats {NUMBERS[frame.hexes]}, or stands fast and loses a step"
            )
        facts = {
            "hexes": frame.hexes,
            "steps": state.steps(next(bits(frame.units))) if lone else 0,
            "trapped": trapped(state, frame.units, frame.hexes),
            "attacking": int(frame.side == state.phasing),
            "bombarded": int(frame.kind == BOMBARDMENT),
        }
        options = Options((RETREAT, STAND))
        return Decision(SIDES[frame.side], self.name, Kind.CHOOSE, prompt, "BA-8.3.stiff", options, facts=facts)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The choice."""
        frame: Stiff.Frame = state.pop()
        if action == STAND:
            state.note(
                "stand", "BA-8.3.stiff", f"{state.game.forces.called(frame.units)} will not retreat", side=decision.side
            )
            state.push("reduce", frame.side, frame.units, "BA-R.31", "it stood fast")
        else:
            state.push("retreat", frame.side, frame.hexes, frame.units)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Nothing else comes between."""
        return not_in_combat(state, action)


def trapped(state: Position, units: int, hexes: int) -> int:
    """How many of some units could not complete a retreat as things stand (BA-8.4.eliminated)."""
    way = state.game.retreat_way
    return sum(not way.open_ways(state, unit, state.at[unit], hexes)[0] for unit in bits(units))
