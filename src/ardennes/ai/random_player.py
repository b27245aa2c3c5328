"""The yardstick at the bottom: any option, all alike."""

from __future__ import annotations

import random

from ardennes.ai.player import Budget, Player, offer
from ardennes.engine.action import Action
from ardennes.engine.state import State


@offer
class RandomPlayer(Player):
    """Takes any option."""

    name = "random"
    title = "Chance"
    text = "Plays any legal move, all alike."

    def orders(self, view: State, rng: random.Random, budget: Budget) -> list[Action]:
        """One option by chance."""
        return [rng.choice(view.decision.options)]
