"""Battles that can be declared in one press: through the questions that lie between their attackers and the die.

Nothing is done by asking: each way is tried in a copy of what the seat itself sees. It is a choice of the page like any
other, and is sent as one batch when its button is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ardennes.engine.action import Action
from ardennes.engine.decision import Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.screen import Measure, Option, Outcome, Screen
from ardennes.engine.state import State
from ardennes.server import gestures

BEGINS = frozenset({Kind.TARGET, Kind.JOIN, Kind.SUPPORT})
BATTLE = BEGINS | {Kind.CHOOSE, Kind.PAY}  # questions of a battle that is being declared
OPEN = ("building", "declared")  # stages of a battle whose dice have not been thrown
THINGS = frozenset({"piece", "place", "number"})
MOST = 8  # ways that are shown
DEEPEST = 5  # questions on a way
FEW = 6  # results and measures that are shown beside a button


class Through(NamedTuple):
    """The choices that lead to the die, and what the last of them is called."""

    actions: list[str]
    by: str  # what the others are called
    label: str
    odds: str
    detail: str
    outcomes: list[Outcome]  # what the die may bring then
    measures: list[Measure]


def through(view: State) -> list[Through]:
    """The ways to the die from where a battle is being declared; `view` is of the side that decides.

    Secret questions have none, nor has what depends on anything that the side does not know. Those that lead to the
    same die with the same odds are told apart by the answers on the way.
    """
    asked = view.decision
    if asked.kind not in BEGINS or asked.secret:
        return []
    again = () if asked.kind == Kind.SUPPORT else (asked.step,)  # units that come in one by one are no way on
    return list(islice(_ways(view, view, [], [], again), MOST))


def _ways(view: State, state: State, done: list[str], said: list[str], again: tuple[str, ...]) -> Iterator[Through]:
    """The ways that go on from some answers."""
    buttons = _buttons(state)
    if not buttons or len(done) >= DEEPEST:
        return
    names = {option.action: option.label for option in state.game.screen(state).options}
    for button in buttons:
        trial = _after(state, [button])
        if trial is None or not _goes_on(trial, view) or trial.decision.step in again:
            continue
        answers, words = [*done, str(button)], [*said, names.get(str(button), "")]
        for usual in _usual(view, trial, state.decision.step):
            further = _after(trial, usual) if usual else trial
            if further is None or not _goes_on(further, view):
                continue
            screen = further.game.screen(further)
            so_far = [*answers, *map(str, usual)]
            last = _declares(screen)
            if last is not None:
                yield _way(screen, so_far, words, last)
            else:
                yield from _ways(view, further, so_far, words, again)


def _way(screen: Screen, done: list[str], said: list[str], last: Option) -> Through:
    sheet = screen.sheets[0]
    shown = sheet.odds.shown or "" if sheet.odds else ""
    words = " · ".join(said)
    outcomes, measures = list(sheet.outcomes or ())[:FEW], list(sheet.measures or ())[:FEW]
    return Through([*done, last.action], words, last.label, shown, last.detail or "", outcomes, measures)


def _buttons(state: State) -> list[Action]:
    """The answers that stand on buttons, and can be taken back."""
    asked, verbs = state.decision, state.game.universe.verbs
    return [one for one in asked.options if verbs[one.verb].takes not in THINGS and not asked.commits(one)]


def _usual(view: State, trial: State, step: str) -> list[list[Action]]:
    """What comes in as usual at the next question, and, of a support, nothing as well."""
    offered = gestures.offered(trial, step) if view.decision.kind in (Kind.TARGET, Kind.JOIN) else []
    if offered and trial.decision.kind == Kind.SUPPORT:
        return [offered, []]
    return [offered]


def _after(state: State, actions: list[Action]) -> State | None:
    """A copy of a state after some answers; None if one of them may not be, or cannot be known."""
    trial = state.copy()
    trial.listener = None
    try:
        for action in actions:
            trial.apply(action)
    except ArdennesError:
        return None
    return trial


def _goes_on(state: State, view: State) -> bool:
    """Whether the same side is asked about the same battle, and nothing has become final."""
    if state.over or state.chance is not None or state.epoch != view.epoch:
        return False
    asked = state.decision
    return asked.side == view.decision.side and asked.kind in BATTLE and not asked.secret


def _declares(screen: Screen) -> Option | None:
    """The main one of the buttons that send the battle on the first sheet to the dice."""
    if not screen.sheets or screen.sheets[0].stage not in OPEN:
        return None
    sheet = screen.sheets[0].id
    fights = [one for one in screen.options if one.kind == "button" and one.tone == "fight"]
    return next((one for one in fights if one.sheet in (sheet, None)), None)
