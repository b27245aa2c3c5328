"""What a side may not know, and guesses at it (PG-3.1, 4.1, 4.2)."""

from __future__ import annotations

import random
from typing import Any, cast

from ardennes.engine import HIDDEN
from tests.proving.state import Ground
from tests.proving.turn import ZONES

UNKNOWN = cast(Any, HIDDEN)  # stands for a value of whatever type


def conceal(view: Ground, viewer: str) -> None:
    """Red's chits are Red's, Blue's alarm is Blue's, plans are the planner's until they are revealed."""
    if viewer != "red":
        view.hand = dict.fromkeys(view.hand, UNKNOWN)
    if viewer != "blue" and view.alarm:
        view.alarm = UNKNOWN
    for side in view.game.sides:
        if side != viewer:
            view.planned[side] = UNKNOWN


def fill(state: Ground, viewer: str, rng: random.Random) -> None:
    """Values that fit: chits that do not lie open, an alarm that allowed what was sprung, plans within the stock."""
    if viewer != "red":
        left = dict(state.game.tables["chits"])
        for chit in state.played:
            left[chit] -= 1
        bag = [chit for chit, n in left.items() for _ in range(n)]
        state.hand = dict(zip(state.hand, rng.sample(bag, len(state.hand)), strict=True))
    if state.alarm is UNKNOWN:
        least = 1 if not state.sprung else 4 if state.on("wide") else 5
        state.alarm = rng.randint(least, 6)
    planning = state.top.step == "plan" or state.frames[0].phase in (1, 2)
    for side in state.game.sides:
        if state.planned[side] is UNKNOWN:
            most = min(len(ZONES), state.missions[side]) if planning and may_have_planned(state, side) else 0
            state.planned[side] = tuple(sorted(rng.sample(ZONES, rng.randint(0, most))))


def may_have_planned(state: Ground, side: str) -> bool:
    """Whether a side has come to its plan this turn."""
    return int(state.frames[0].phase) >= (1 if side == "red" else 2)
