"""Which unit is offered after the one that has just moved, and where it could go. Nothing is done by asking.

The offer is worked out in a copy of what the seat itself sees, and nobody hears of it: it becomes a choice when the
player clicks where the unit is to go, and then both are sent as one batch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import Unknown
from ardennes.engine.screen import Screen
from ardennes.engine.state import State

BEGINS = frozenset({Kind.PICK, Kind.SETUP, Kind.ADVANCE})  # questions that one unit after the other is picked by
FOLLOWS = frozenset({Kind.MOVE, Kind.PLACE, Kind.SETUP, Kind.ADVANCE})  # and where it goes then
FAR = 1_000  # hexes: what lies beside the map comes last


class Onward(NamedTuple):
    """The choice that takes the unit, and what the seat would be shown after it."""

    action: str
    screen: Screen


def onward(view: State, near: str, last: str, passed: Collection[str] = ()) -> Onward | None:
    """The next unit to move: the rest of the lot or stack that the `last` one left at `near`, else the nearest.

    `view` is of the side that decides. Units that the player has `passed` over are left out. None where no unit is to
    be picked, or where what comes of it is secret or cannot be known.
    """
    asked = view.decision
    if asked.kind not in BEGINS or asked.secret:
        return None
    screen, verbs = view.game.screen(view), view.game.universe.verbs
    picks = [
        one
        for one in asked.options
        if verbs[one.verb].takes == "piece" and one.thing not in passed and not asked.commits(one)
    ]
    waiting = set(screen.to_act.pieces) if screen.to_act else set()
    places = {piece.id: piece.at or "" for piece in screen.pieces}

    def rank(option: Action) -> tuple[bool, bool, int]:
        unit = option.thing or ""
        return bool(waiting) and unit not in waiting, unit != last, _distance(view, near, places.get(unit, ""))

    for option in sorted(picks, key=rank)[:1]:
        return _after(view, option)
    return None


def _distance(view: State, here: str, there: str) -> int:
    """Hexes as the crow flies."""
    grid = view.game.board.grid
    if here == there:
        return 0
    return grid.distance(grid.index(here), grid.index(there)) if here in grid and there in grid else FAR


def _after(view: State, action: Action) -> Onward | None:
    """What the side would be shown once it has taken a unit, if the question is then where it goes."""
    supposed = view.copy()
    supposed.listener = None
    side, epoch = view.decision.side, view.epoch
    try:
        supposed.apply(action)
        if supposed.over or supposed.chance is not None or supposed.epoch != epoch:
            return None
        asked = supposed.decision
        if asked.side != side or asked.secret or asked.kind not in FOLLOWS:
            return None
        verbs = view.game.universe.verbs
        if not any(verbs[one.verb].takes == "place" for one in asked.options):
            return None
        return Onward(str(action), supposed.game.screen(supposed))
    except Unknown:
        return None
