"""Recruit with other numbers: `recruit:danger=1.2:press=0.4`, or `odd`, who has new ones in every pair of games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from ardennes.ai import Budget, Player, Thought
from ardennes.ai.recruit.stretch import WHOLE, Stretch
from ardennes.ai.taste import PLAIN, Taste, taste_of
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

SPREAD = 0.4  # by how much the numbers of `odd` vary, as a power of two


class Tasted(Player):
    """Recruit with some numbers changed."""

    level = 0
    budget = WHOLE

    def __init__(self, changes: Mapping[str, float]) -> None:
        """Raises ArdennesError for a number that there is not, or out of range."""
        PLAIN.changed(changes)
        self.changes = dict(changes)
        self.name = ":".join(["recruit", *(f"{name}={value:g}" for name, value in changes.items())])
        self.title = "Recruit, changed"
        self.text = "Recruit with other preferences."

    def taste(self, game: str, side: str) -> Taste:
        """What it likes in a game at a side."""
        return taste_of(game, side).changed(self.changes)

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """As Recruit does, without a word."""
        taste = self.taste(view.game.name, view.decision.side)
        return Thought(tuple(Stretch(view.guess(rng), rng, taste, budget).orders()))


class Odd(Tasted):
    """Recruit with all numbers varied, in the same way in both games of a pair."""

    def __init__(self, seed: str = "") -> None:
        super().__init__({})
        self.name = "odd"
        self.title = "Odd Recruit"
        self.text = "Recruit with new preferences in every pair of games."
        self.seed = seed

    def sitting(self, seed: str) -> Player:
        """Whom the dice of a pair bring."""
        return Odd(seed)

    def taste(self, game: str, side: str) -> Taste:
        """What it likes in this pair."""
        return _odd(game, side, self.seed)


@cache
def _odd(game: str, side: str, seed: str) -> Taste:
    return taste_of(game, side).varied(random.Random(f"odd|{game}|{side}|{seed}"), SPREAD)


def tasted(text: str) -> Tasted:
    """A Recruit from `NAME=NUMBER:NAME=NUMBER`. Raises ArdennesError with a sentence."""
    changes = dict[str, float]()
    for word in text.split(":"):
        name, _, number = word.partition("=")
        try:
            changes[name] = round(float(number)) if isinstance(getattr(PLAIN, name, 0.0), int) else float(number)
        except (ValueError, OverflowError):
            raise ArdennesError(f"“{word}” is not NAME=NUMBER; write for example “danger=1.2”.") from None
    return Tasted(changes)
