"""The yardstick at the bottom: any option, all alike."""

from __future__ import annotations

import random

from ardennes.ai.player import Budget, Player, Thought, offer
from ardennes.engine.state import State


@offer
class RandomPlayer(Player):
    """Takes any option."""

    name = "random"
    title = "Random"
    text = "Plays random legal moves."
    level = 0

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """One option by chance."""
        return Thought((rng.choice(view.decision.options),))
