"""Bulge: how to use the air points of a turn."""

from __future__ import annotations

from ardennes.engine import Action
from ardennes.games.bulge.air import CAP, INTERDICTION, MISSIONS, RESUPPLY, SUPPORT
from ardennes.games.bulge.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.supply import lines
from ardennes.playbooks import Playbook, Scored, in_order


def missions(state: Position) -> list[Scored]:
    """The missions for the next air point, the best first.

    The German supports his attacks, and flies patrols against Allied support with the rest; where there is nobody on
    the map to attack, patrols come first. The Allied player closes roads first, one exit being worth more than a
    column; then he resupplies whoever is cut off, supports and patrols.
    """
    side = SIDES.index(state.decision.side)
    plan = state.planned[SIDES[side]]
    if side == GERMAN:
        wanted = [SUPPORT, CAP] if plan[SUPPORT] <= plan[CAP] else [CAP, SUPPORT]
        if not state.held[ALLIED]:
            wanted = [CAP, INTERDICTION, SUPPORT]
        order = [*wanted, INTERDICTION, RESUPPLY]
    else:
        order = [INTERDICTION, SUPPORT, CAP, RESUPPLY] if plan[INTERDICTION] <= plan[SUPPORT] else [SUPPORT, CAP]
        if plan[RESUPPLY] < _cut_off(state):
            order = [RESUPPLY, *order]
    options = list(state.decision.options)
    ranked = [Action("assign", MISSIONS[mission]) for mission in order]
    return in_order([action for action in ranked if action in options] or options)


def _cut_off(state: Position) -> int:
    """How many Allied units are out of supply as things stand."""
    return (state.held[ALLIED] & ~lines(state, ALLIED).mask).bit_count()


PLAYBOOK = Playbook(rank={"air assignment": missions}, looks_ahead=True)
