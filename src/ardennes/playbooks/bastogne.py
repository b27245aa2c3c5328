"""Bastogne: what markers are for, and when to stand fast."""

from __future__ import annotations

from ardennes.engine import Action
from ardennes.games.bastogne import odds, support
from ardennes.games.bastogne.bombardment import in_range
from ardennes.games.bastogne.combat import targets
from ardennes.games.bastogne.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bastogne.odds import BOMBARDMENT, Clash
from ardennes.games.bastogne.queries import Situation
from ardennes.playbooks import Playbook, Scored, by_score, in_order

DONE = Action("done")
WORTH_IT = 0.5  # of the dice of a bombardment that must hurt the target
RETREAT, STAND = Action("choose", "retreat"), Action("choose", "stand")


def bombard(state: Situation) -> list[Scored]:
    """What to bombard, or the markers for it, the best first.

    Markers are better spent beside attacking units, and the German player's also cover him in the Allied turn. So a
    side bombards only if it has nobody to attack, and only where the chance to hurt is fair.
    """
    side = SIDES.index(state.decision.side)
    plan = state.plan[state.decision.side]
    if plan.aim >= 0:
        options = list(state.decision.options)
        fires = sorted((option for option in options if option != DONE), key=lambda option: -int(option.thing))
        return in_order([*fires, DONE] if fires else options)
    if targets(state, side) or (side == GERMAN and state.held[ALLIED] & state.zone(GERMAN)):
        return in_order([DONE])
    found = []
    for option in state.decision.options:
        if option == DONE:
            continue
        i = state.game.ground.grid.index(option.thing)
        hurt = _chance_to_hurt(state, side, i)
        if hurt >= WORTH_IT:
            found.append((hurt - WORTH_IT, option))
    found.sort(key=lambda one: one[1].thing)
    return [*by_score(found), Scored(DONE, -WORTH_IT)]


def _chance_to_hurt(state: Situation, side: int, i: int) -> float:
    """How often all markers that reach a hex would cost the unit there a step or its place."""
    pool, held = state.pool(side), support.left(state, side)
    fire = [factor for factor in pool.listed(held) if in_range(state, side, factor) >> i & 1]
    if not fire:
        return 0.0
    tally = odds.tally(state, Clash(BOMBARDMENT, side, state.here[i], i, 0, tuple(fire)))
    return sum(chance for label, chance in odds.chances(state, tally).items() if label[0] in "DE")


def stiff(state: Situation) -> list[Scored]:
    """Retreat or stand: stand without a way out, or in Bastogne; a unit on its last step does not stand for less."""
    frame = state.top
    facts = state.decision.facts or {}
    town = state.game.ground.town_mask
    in_town = any(town >> state.at[unit] & 1 for unit in range(len(state.at)) if frame.units >> unit & 1)
    if facts["trapped"] == frame.units.bit_count():
        return in_order([STAND, RETREAT])
    if frame.side == ALLIED and in_town and facts["steps"] == 2:
        return in_order([STAND, RETREAT])
    return in_order([RETREAT, STAND])


PLAYBOOK = Playbook(rank={"bombardment": bombard, "stiff": stiff}, pace=2.4)
