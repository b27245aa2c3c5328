"""Combat results (BA-8.3) and what a bombardment makes of them (BA-8.1): steps lost, stiff resistance, eliminations."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import bits
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.touch import touch
from ardennes.games.bastogne.forces import SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT, GROUND, Clash
from ardennes.games.bastogne.state import Position

RETREAT, STAND = Action("choose", "retreat"), Action("choose", "stand")


def carry_out(state: Position, clash: Clash, label: str) -> None:
    """What a result does; what comes later is put on the stack first."""
    effect = state.game.effects(clash.kind)[label]
    rule: str = effect["rule"]
    ground = clash.kind == GROUND
    if not ground:
        touch("BA-R.23")
    elif label == "Ex":
        touch("BA-R.30")
    defends = {effect.get("retreats"), effect.get("eliminated"), *effect.get("reduced", ())}
    if ground and "defender" in defends:
        state.push("advance", clash.side, clash.hex, clash.attackers)
    if "defender" in effect.get("reduced", ()) and state.reduce(clash.target, rule, f"result {label}") and not ground:
        no_advance(state, clash)
    if "attacker" in effect.get("reduced", ()):
        _attacker_loses(state, clash, rule, label)
    if effect.get("eliminated") == "defender":
        state.eliminate(clash.target, "BA-8.3.outright", f"result {label}")
        if not ground:
            no_advance(state, clash)
    if effect.get("eliminated") == "attacker":
        for unit in bits(clash.attackers):
            state.eliminate(unit, "BA-8.3.outright", f"result {label}")
    who = effect.get("retreats")
    if who:
        units, side = (1 << clash.target, 1 - clash.side) if who == "defender" else (clash.attackers, clash.side)
        state.push("stiff", side, units, effect["hexes"], rule, clash.kind)


def no_advance(state: Position, clash: Clash) -> None:
    """Nobody enters a hex that a bombardment has cleared (BA-8.1.advance)."""
    place = state.game.ground.grid.name(clash.hex)
    state.note("advance", "BA-8.1.advance", f"Nobody advances into {place} after a bombardment", at=place)


def _attacker_loses(state: Position, clash: Clash, rule: str, label: str) -> None:
    """One attacking unit; in a bombardment one next to the target, if there is one (BA-8.1.A, R.26)."""
    if clash.kind == BOMBARDMENT:
        touch("BA-R.26")
        units = state.units_in(state.held[clash.side] & state.game.ground.ring[clash.hex])
        if not units:
            place = state.game.ground.grid.name(clash.hex)
            state.note(
                "result", rule, f"No unit of the bombarding player is next to {place}: nothing happens", label=label
            )
            return
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
            return None
        frame: Reduce.Frame = state.top
        name = state.game.forces.call(action.thing)
        return Reason(
            frame.rule, f"{name} is not one of those that may lose the step: {state.game.forces.called(frame.units)}."
        )


class Stiff(Step[Position]):
    """Retreat, or stand and lose a step (BA-8.3.stiff)."""

    name = "stiff"

    class Frame(NamedTuple):
        """Whose units, which, how many hexes, the result's rule, the kind of clash."""

        step: str
        side: int
        units: int
        hexes: int
        rule: str
        kind: str

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """One or the other; also for a lone depleted unit, and without a way to retreat (BA-R.31)."""
        frame: Stiff.Frame = state.top
        hexes = "one hex" if frame.hexes == 1 else f"{frame.hexes} hexes"
        prompt = f"{state.game.forces.called(frame.units)}: retreat {hexes}, or stand and lose a step?"
        lone = next(bits(frame.units))
        facts = {
            "hexes": frame.hexes,
            "steps": state.steps(lone) if frame.units.bit_count() == 1 else 0,
            "attacking": int(frame.side == state.phasing),
        }
        options = Options((RETREAT, STAND))
        return Decision(SIDES[frame.side], self.name, Kind.CHOOSE, prompt, "BA-8.3.stiff", options, facts=facts)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The choice."""
        frame: Stiff.Frame = state.pop()
        touch("BA-R.31")
        if action == STAND:
            state.note(
                "stand", "BA-8.3.stiff", f"{state.game.forces.called(frame.units)} will not retreat", side=decision.side
            )
            state.push("reduce", frame.side, frame.units, "BA-8.3.stiff", "stiff resistance")
        else:
            state.push("retreat", frame.side, frame.hexes, frame.units)
