"""What an experienced player knows of each game: values and plans that opponents use, and never a rule.

A playbook is a module or folder with the name of its game; its `PLAYBOOK` says what it knows. It may use its own game,
and games know nothing of it: a game without a playbook is played by what its queries answer. Opponents ask for one by
the game's name.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from ardennes.engine.action import Action

__all__ = ["Playbook", "Rank", "Scored", "best_of", "by_score", "in_order", "playbook"]


class Scored(NamedTuple):
    """An option and how good it is, in the playbook's own measure; only differences count."""

    action: Action
    score: float


Rank = Callable[[Any], list[Scored]]
"""Given a complete state in which a step asks, some of its options with scores, the best first; an empty list to judge
as usual."""


def in_order(actions: Iterable[Action]) -> list[Scored]:
    """Options of which only the order is known, the best first: each one less than the one before."""
    return [Scored(action, -float(n)) for n, action in enumerate(actions)]


def by_score(scored: Iterable[tuple[float, Action]]) -> list[Scored]:
    """Options by their scores, the best first."""
    return [Scored(action, score) for score, action in sorted(scored, key=lambda one: -one[0])]


def best_of(scored: Sequence[Scored]) -> Action:
    """The option with the highest score, the first of equals."""
    return max(scored, key=lambda one: one.score).action


@dataclass(frozen=True, slots=True)
class Playbook:
    """What is known of one game beside its queries."""

    rank: Mapping[str, Rank] = field(default_factory=dict)  # by the name of the step that asks
    tastes: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # by side, then by consideration
    looks_ahead: bool = False  # whether playing plans on did no harm here when it was measured
    pace: float = 1.0  # how long a decision takes a player who looks ahead, against one in Bulge


EMPTY = Playbook()


@cache
def playbook(game: str) -> Playbook:
    """The playbook of a game, by the game's name; an empty one if nobody has written any."""
    module = f"{__name__}.{game.replace('-', '_')}"
    if importlib.util.find_spec(module) is None:
        return EMPTY
    found: Playbook = importlib.import_module(module).PLAYBOOK
    return found
