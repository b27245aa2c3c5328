"""What is offered next: the unit that could move after the one that has just moved, or the battle after the last one.

The offer is worked out in a copy of what the seat itself sees, and nobody hears of it: it becomes a choice when the
player says where the unit is to go, or presses the button that declares the battle; both are sent as one batch then.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import NamedTuple

from ardennes.ai import Recruit
from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError, Unknown
from ardennes.engine.screen import Screen
from ardennes.engine.state import State
from ardennes.server import gestures
from ardennes.server.farther import Farther, farther
from ardennes.server.through import Through, through

BEGINS = frozenset({Kind.PICK, Kind.SETUP, Kind.ADVANCE})  # questions that one unit after the other is picked by
FOLLOWS = frozenset({Kind.MOVE, Kind.PLACE, Kind.SETUP, Kind.ADVANCE, Kind.LOAD})  # and where it goes then
ENDS = frozenset({Kind.PICK, Kind.TARGET})  # questions that end with their phase
BATTLE = frozenset({Kind.TARGET, Kind.JOIN, Kind.PAY})  # questions of a battle that an offer answers
PHASES = 3  # that may be passed over at most
FAR = 1_000  # hexes: what lies beside the map comes last


class Onward(NamedTuple):
    """What is offered, and what the seat would be shown after it."""

    skipped: list[str]  # ends of phases in which nothing else can be done
    actions: list[str]  # the choices that take the unit, or begin the battle; none where a phase is only passed over
    kind: str  # of the question that they answer
    screen: Screen
    question: Screen | None  # what would be asked after what was skipped
    ways: list[Through]  # to the die of the battle
    farther: list[Farther]  # where the unit could go in several steps


def onward(
    view: State, near: str, last: str, passed: Collection[str] = (), *, fought: bool = False, unit: str = ""
) -> Onward | None:
    """The next unit to move, or, where the player has `fought`, the next battle. `view` is of the side that decides.

    Of units it is the `unit` that is asked for, else the rest of the lot or stack that the `last` one left at `near`,
    else the nearest; of battles the one that Recruit would fight. What the player has `passed` over is left out. Phases
    in which nothing but their end is legal are passed over. None where there is nothing to offer, or where what comes
    of it is secret or unknown.
    """
    try:
        skipped, state = _skip(view)
        if state.decision.secret:
            return None
        if state.decision.kind in BEGINS:
            chosen = _unit(state, near, last, passed, unit)
        else:
            chosen = _battle(state, passed) if state.decision.kind == Kind.TARGET and fought else []
        after = _after(state, chosen) if chosen else state
        if after is None or (state is view and after is view):
            return None
        if not chosen and state.decision.kind not in ENDS:
            return None
        screen = state.game.screen(after)
    except (ArdennesError, Unknown):
        return None
    question = state.game.screen(state) if skipped else None
    actions = [str(action) for action in chosen]
    kind = str(state.decision.kind)
    return Onward(skipped, actions, kind, screen, question, through(after) if chosen else [], farther(after))


def _skip(view: State) -> tuple[list[str], State]:
    """The ends of phases in which nothing else can be done, and the state after them."""
    found: list[str] = []
    state = view
    while len(found) < PHASES:
        end = _only_end(state)
        if end is None:
            break
        later = _after(state, [end])
        if later is None:
            break
        found.append(str(end))
        state = later
    return found, state


def _only_end(state: State) -> Action | None:
    """The end of a phase in which nothing else can be done, if it can be taken back."""
    asked = state.decision
    if asked.kind not in ENDS or asked.secret or asked.always or len(asked.options) > 1:
        return None
    end = asked.ending
    return None if end is None or asked.commits(end) else end


# ---- the next unit ----


def _unit(view: State, near: str, last: str, passed: Collection[str], wanted: str) -> list[Action]:
    """The choice that takes the next unit, if the question is then where it goes."""
    asked, screen, verbs = view.decision, view.game.screen(view), view.game.universe.verbs
    picks = [
        one
        for one in asked.options
        if verbs[one.verb].takes == "piece"
        and one.thing not in passed
        and not asked.commits(one)
        and wanted in ("", one.thing)
    ]
    waiting = set(screen.to_act.pieces) if screen.to_act else set()
    places = {piece.id: piece.at or "" for piece in screen.pieces}

    def rank(option: Action) -> tuple[bool, bool, int]:
        unit = option.thing or ""
        return bool(waiting) and unit not in waiting, unit != last, _distance(view, near, places.get(unit, ""))

    if not picks:
        return []
    best = min(picks, key=rank)
    after = _after(view, [best])
    if after is None or after.decision.kind not in FOLLOWS:
        return []
    return [best] if any(verbs[one.verb].takes == "place" for one in after.decision.options) else []


def _distance(view: State, here: str, there: str) -> int:
    """Hexes as the crow flies."""
    grid = view.game.board.grid
    if here == there:
        return 0
    return grid.distance(grid.index(here), grid.index(there)) if here in grid and there in grid else FAR


# ---- the next battle ----


def _battle(view: State, passed: Collection[str]) -> list[Action]:
    """What Recruit would attack next, with whom: up to the first answer that closes something, or is final."""
    verbs = view.game.universe.verbs
    found: list[Action] = []
    state = view
    for action in Recruit().orders(view, random.Random(0)):  # the same offer for the same position
        asked = state.decision
        if asked.kind not in BATTLE or asked.secret or asked.commits(action):
            break
        chooses = verbs[action.verb].takes in ("piece", "place")
        if action.thing in passed or not (chooses or (found and not gestures.closes(state, action))):
            break
        later = _after(state, [action])
        if later is None:
            break
        found.append(action)
        state = later
    return found


def _after(view: State, actions: list[Action]) -> State | None:
    """A copy of a state after some choices, if the same side is asked then and nothing has become final or known."""
    supposed = view.copy()
    supposed.listener = None
    side, epoch = view.decision.side, view.epoch
    for action in actions:
        supposed.apply(action)
        if supposed.over or supposed.chance is not None or supposed.epoch != epoch:
            return None
    asked = supposed.decision
    return None if asked.side != side or asked.secret else supposed
