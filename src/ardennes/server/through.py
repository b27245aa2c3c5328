"""Battles that can be declared in one press: through the questions that lie between their attackers and the die.

Nothing is done by asking: each way is tried in a copy of what the seat itself sees. It is a choice of the page like any
other, and is sent as one batch when its button is pressed.
"""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen import Option, Screen
from ardennes.engine.state import State
from ardennes.server import gestures

BATTLE = frozenset({Kind.TARGET, Kind.JOIN, Kind.SUPPORT, Kind.CHOOSE})  # questions of a battle that is being declared
OPEN = ("building", "declared")  # stages of a battle whose dice have not been thrown
THINGS = frozenset({"piece", "place", "number"})


class Through(NamedTuple):
    """The choices that lead to the die, and what the last of them is called."""

    actions: list[str]
    by: str  # what the first of them is called
    label: str
    odds: str
    detail: str


def through(view: State) -> list[Through]:
    """The ways to the die from where attackers are chosen; `view` is of the side that decides.

    Secret questions have none, nor has what depends on anything that the side does not know.
    """
    asked = view.decision
    if asked.kind not in (Kind.TARGET, Kind.JOIN, Kind.SUPPORT) or asked.secret:
        return []
    verbs = view.game.universe.verbs
    buttons = [one for one in asked.options if verbs[one.verb].takes not in THINGS and not asked.commits(one)]
    if not buttons:
        return []
    screen = view.game.screen(view)
    if not screen.sheets or screen.sheets[0].stage not in OPEN:
        return []
    names = {option.action: option.label for option in screen.options}
    found = [_way(view, option, names.get(str(option), "")) for option in buttons]
    return [way for way in found if way]


def _way(view: State, first: Action, by: str) -> Through | None:
    """The way that a button begins, if it ends at a die in the same battle."""
    trial, step = view.copy(), view.decision.step
    trial.listener = None
    try:
        trial.apply(first)
        if not _goes_on(trial, view) or trial.decision.step == step:
            return None
        between = gestures.offered(trial, step) if view.decision.kind in (Kind.TARGET, Kind.JOIN) else []
        for action in between:
            trial.apply(action)
        if not _goes_on(trial, view):
            return None
        screen = trial.game.screen(trial)
    except ArdennesError:
        return None
    last = _declares(screen)
    if last is None:
        return None
    odds = screen.sheets[0].odds
    actions = [str(first), *map(str, between), last.action]
    return Through(actions, by, last.label, odds.shown or "" if odds else "", last.detail or "")


def _goes_on(state: State, view: State) -> bool:
    """Whether the same side is asked about the same battle, and nothing has become final."""
    if state.over or state.chance is not None or state.epoch != view.epoch:
        return False
    asked = state.decision
    return asked.side == view.decision.side and asked.kind in BATTLE and not asked.secret


def _declares(screen: Screen) -> Option | None:
    """The main one of the buttons that throw the dice of the battle on the first sheet."""
    if not screen.sheets or screen.sheets[0].stage not in OPEN:
        return None
    sheet = screen.sheets[0].id
    fights = [one for one in screen.options if one.kind == "button" and one.commits and one.tone == "fight"]
    return next((one for one in fights if one.sheet in (sheet, None)), None)
