"""What an experienced player knows of each game: values and plans that opponents use, and never a rule.

A playbook is a module or folder with the name of its game; its `PLAYBOOK` says what it knows. It may use its own game,
and games know nothing of it: a game without a playbook is played by what its queries answer. Opponents ask for one by
the game's name.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ardennes.engine.action import Action

__all__ = ["Playbook", "Rank", "playbook"]

Rank = Callable[[Any], list[Action]]
"""Given a complete state in which a step asks, some of its options, the best first; an empty list to judge as usual."""


@dataclass(frozen=True, slots=True)
class Playbook:
    """What is known of one game beside its queries."""

    rank: Mapping[str, Rank] = field(default_factory=dict)  # by the name of the step that asks
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # by side, then by consideration


EMPTY = Playbook()


@cache
def playbook(game: str) -> Playbook:
    """The playbook of a game, by the game's name; an empty one if nobody has written any."""
    module = f"{__name__}.{game.replace('-', '_')}"
    if importlib.util.find_spec(module) is None:
        return EMPTY
    found: Playbook = importlib.import_module(module).PLAYBOOK
    return found
