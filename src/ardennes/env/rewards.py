"""What an agent is paid: the result at the end, or on the way how much nearer a side has come to it."""

from __future__ import annotations

from collections import defaultdict

from ardennes.engine.errors import NotOffered
from ardennes.engine.queries import Margin
from ardennes.engine.state import State


def result_of(state: State, side: str) -> float:
    """1 for a game that is won, -1 for one that is lost, 0 for a draw or a game that is not over."""
    result = state.result
    if result is None or result.winner is None:
        return 0.0
    return 1.0 if result.winner == side else -1.0


def lead(state: State, side: str) -> float:
    """How near a side is to winning, from -1 to 1, by the engine's `margin` of both sides; 0 when the game is over.

    Of thresholds with the same name the next to be judged counts; of those that must be passed together the worst, of
    such groups the best. The other side's figure is taken off. That the end counts nothing lets differences of leads
    be paid without changing which play is best.
    """
    if state.over:
        return 0.0
    near = {one: _nearness(state, one) for one in state.game.sides}
    return (near.pop(side) - max(near.values())) / 2


def _nearness(state: State, side: str) -> float:
    try:
        margins = state.margin(side)
    except NotOffered:
        return 0.0
    following: dict[str, Margin] = {}
    for margin in margins:
        if margin.name not in following or margin.turn < following[margin.name].turn:
            following[margin.name] = margin
    groups: dict[str, list[float]] = defaultdict(list)
    for name, margin in following.items():
        groups[margin.together or name].append(margin.ahead / max(abs(margin.needed), 1.0))
    return max((min(1.0, max(-1.0, min(group))) for group in groups.values()), default=0.0)
