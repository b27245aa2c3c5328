"""Plans: what the policy would do in a stretch if single parts of it were otherwise."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from ardennes.ai.player import Budget, Remark
from ardennes.ai.recruit.stretch import WHOLE, Stretch
from ardennes.ai.recruit.whims import NONE, Choices, Whims
from ardennes.ai.taste import Taste
from ardennes.engine.action import Action
from ardennes.engine.state import State

INCLINED = 1.0  # how far the tastes of plans are apart, as a power of two
INCLINATIONS = ("pull", "fade", "danger", "bar", "prey", "support", "alone", "forgone", "pushed", "ground", "spoilt")
MOST_PARTS = 2  # that a plan has otherwise than the plain one
EAGER = 0.25  # mean pieces; a part that looks worse by this much is tried half as often


@dataclass(slots=True)
class Plan:
    """The actions of a stretch, the position they lead to, and how it did in the rollouts."""

    whims: Whims
    taste: Taste
    actions: tuple[Action, ...]
    after: State
    stretch: Stretch
    values: dict[str, float] = field(default_factory=dict)  # by the seed of the dice

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What it does, in words."""
        assert self.stretch.diary is not None
        return self.stretch.diary.remarks(self.after)


class Planner:
    """Plans for one stretch of one side. No two lead to the same position."""

    def __init__(self, state: State, rng: random.Random, taste: Taste, budget: Budget = WHOLE) -> None:
        self.spent = 0  # nodes
        self.state = state
        self.rng = rng
        self.taste = taste
        self.budget = budget
        self.seed = rng.getrandbits(60)
        self.choices = Choices()
        self.seen: set[str] = set()
        self.plain = self._plan(NONE, self.choices)
        self.seen.add(self.plain.after.key())

    def _plan(self, whims: Whims, choices: Choices | None = None, taste: Taste | None = None) -> Plan:
        taste = taste or self.taste
        trial = self.state.copy()
        rng = random.Random(self.seed)
        stretch = Stretch(trial, rng, taste, self.budget, told=True, whims=whims, noticed=choices)
        plan = Plan(whims, taste, tuple(stretch.orders()), trial, stretch)
        self.spent += len(plan.actions)
        return plan

    def make(self, whims: Whims, taste: Taste | None = None) -> Plan | None:
        """The plan with some parts, or under a taste; None if it leads to a position that another plan leads to."""
        plan = self._plan(whims, taste=taste)
        key = plan.after.key()
        if key in self.seen:
            return None
        self.seen.add(key)
        return plan

    def varied(self) -> Plan | None:
        """A plan with a few parts otherwise, by chance, those that look good rather than those that do not."""
        parts = list(self.choices.parts.items())
        if not parts:
            return None
        chances = [0.5 ** (max(loss, 0.0) / EAGER) + 0.01 for _, loss in parts]
        number = self.rng.randint(1, MOST_PARTS)
        chosen = self.rng.choices([part for part, _ in parts], chances, k=number)
        return self.make(NONE.beside(dict.fromkeys(chosen)))

    def inclined(self) -> Plan | None:
        """The plan of somebody who likes and fears other things."""
        return self.make(NONE, self.taste.varied(self.rng, INCLINED, INCLINATIONS))
