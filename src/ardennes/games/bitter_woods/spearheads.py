"""Peiper and Skorzeny (BW-27, an option): who goes through enemy zones, and on what die."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters.motion import Motion
from ardennes.engine import Chance, Die, Reason, Step
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import zones
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.sequence import COMBAT, EXPLOITATION, phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "spearheads"


class Licence(NamedTuple):
    """What a unit may do about enemy zones in a move."""

    ignores: bool = False  # it ignores them
    slips: bool = False  # a die may let it through
    rule: str = ""


NONE = Licence()


def dashing(state: Position, unit: int) -> bool:
    """Whether it is Peiper's group on its great day (BW-27.1)."""
    return OPTION in state.optional and state.turn == state.game.peiper_turn and bool(state.game.peiper >> unit & 1)


def unhindered(state: Position, unit: int) -> bool:
    """Whether a unit ignores interdiction: in moves, not after an attack on the move (BW-27.1, BW-27.1.exploit)."""
    return dashing(state, unit) and state.phase != phase(GERMAN, COMBAT)


def licence(state: Position, unit: int) -> Licence:
    """What a unit may do about enemy zones now."""
    if OPTION not in state.optional:
        return NONE
    if dashing(state, unit):
        if state.phase == phase(GERMAN, EXPLOITATION):
            return Licence(slips=True, rule="BW-27.1.exploit")
        return Licence(ignores=True, rule="BW-27.1")
    if sneaks(state, unit) and not state.sneaked:
        return Licence(slips=True, rule="BW-27.2")
    return NONE


def sneaks(state: Position, unit: int) -> bool:
    """Whether it is Panzer Brigade 150 on one of its days (BW-27.2)."""
    return bool(state.game.sneaking >> unit & 1) and state.turn in state.game.sneak_turns


def log(state: Position, unit: int, way: tuple[int, ...]) -> None:
    """Say what Peiper's group has ignored on its way."""
    if not state.heard or not dashing(state, unit) or len(way) < 2:
        return
    grid, passed = state.game.ground.grid, way[:-1]
    allied = zones.zone(state, ALLIED)
    if licence(state, unit).ignores and any(allied >> i & 1 for i in passed):
        text = cited("moves through enemy ZOCs", "BW-R.99")
        state.note_unit(unit, "effect", "BW-27.1", text, at=grid.name(way[0]), to=grid.name(way[-1]))
    if any(state.interdicted >> i & 1 for i in way[1:]):
        rule = licence(state, unit).rule
        state.note_unit(unit, "effect", rule, "ignores interdiction", at=grid.name(way[0]), to=grid.name(way[-1]))


class SlipDie(Step[Position]):
    """The die of a unit in motion that would step out of an enemy zone (BW-27.1.exploit, BW-27.2)."""

    name = "slip"

    class Frame(NamedTuple):
        """The unit, the hex that it would enter, and the rule by which it tries."""

        step: str
        unit: int
        hex: int
        rule: str

    frame = Frame

    def ask(self, state: Position) -> Chance:
        """One die."""
        frame: SlipDie.Frame = state.top
        forces, grid = state.game.forces, state.game.ground.grid
        here, place = grid.name(state.frames[-2].hex), grid.name(frame.hex)
        return Chance(
            rule=frame.rule,
            reason=f"{forces.display_names[frame.unit]} through enemy ZOCs from {here} to {place}: 1 to 3 needed",
            key=(state.turn, state.phase, self.name, forces.names[frame.unit], here, len(state.frames[-2].way)),
            dice=[Die(forces.names[frame.unit])],
            side=SIDES[GERMAN],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """It enters the hex, or its move is over where it is."""
        frame: SlipDie.Frame = state.pop()
        die, grid = int(roll[0]), state.game.ground.grid
        moving: Motion.Frame = state.top
        here, place = grid.name(moving.hex), grid.name(frame.hex)
        ruling = state.game.tables["spearheads"]["rulings"][frame.rule]
        step = state.game.steps["motion"]
        if die in state.game.tables["spearheads"]["succeeds"]:
            text = cited(f"slips through enemy ZOCs from {here} to {place}: die {die}", ruling)
            state.note_unit(frame.unit, "effect", frame.rule, text, at=here, to=place)
            step.slip(state, moving, frame.hex)  # type: ignore[attr-defined]
        else:
            text = cited(f"fails to slip through enemy ZOCs from {here} to {place}: die {die}, its move ends", ruling)
            state.note_unit(frame.unit, "effect", frame.rule, text, at=here)
            state.pop()
            step.give_up(state, moving)  # type: ignore[attr-defined]


def why_not(state: Position, unit: int, place: str) -> Reason:
    """Why a unit in motion fails to slip through enemy zones to a hex."""
    name = state.game.forces.display_names[unit]
    if OPTION not in state.optional or not state.game.spearheads >> unit & 1:
        return Reason(
            "BW-27.2", "Only Peiper and Panzer Brigade 150 may slip through ZOCs, and only with the option for them."
        )
    if sneaks(state, unit) and state.sneaked:
        return Reason("BW-27.2", f"{name} has already tried its one sneak of the game.")
    if not licence(state, unit).slips:
        rule = "BW-27.2" if state.game.sneaking >> unit & 1 else "BW-27.1.exploit"
        when = "from 16PM to 18PM" if rule == "BW-27.2" else "in the Exploitation Phase of 17AM"
        return Reason(rule, f"{name} slips through enemy ZOCs {when} only.")
    return Reason("BW-R.103", f"{name} needs no die roll to enter {place}, or cannot enter it at all.")
