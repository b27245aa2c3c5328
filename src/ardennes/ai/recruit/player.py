"""Recruit: the plain policy under the taste of its playbook, with its reasons."""

from __future__ import annotations

import random

from ardennes.ai.player import Budget, Player, Thought, offer
from ardennes.ai.recruit.stretch import WHOLE, Stretch
from ardennes.engine.state import State


@offer
class Recruit(Player):
    """The first real opponent."""

    name = "recruit"
    title = "Recruit"
    text = "Sends each unit to its best hex and makes every good attack, but does not look ahead to your reply."
    level = 2
    budget = WHOLE

    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """All actions up to the next die or foreign decision."""
        stretch = Stretch(view.guess(rng), rng, budget=budget, told=True)
        actions = tuple(stretch.orders())
        assert stretch.diary is not None
        return Thought(actions, stretch.diary.remarks(stretch.state))
