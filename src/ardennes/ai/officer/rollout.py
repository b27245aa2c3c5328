"""A plan played on: the rest of the turn, the enemy's whole reply, and the count of points after it."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import ceil

from ardennes.ai.fast import Fast, Outlook
from ardennes.ai.officer.plans import HURRIED
from ardennes.ai.officer.value import value
from ardennes.ai.picture import Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.stretch import Stretch
from ardennes.ai.taste import hurried, taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State
from ardennes.playbooks import playbook

LONGEST = 400  # stretches


class Rollouts:
    """Plays on from positions with dice that are keyed, so that plans are compared on the same luck."""

    def __init__(self, state: State, side: str, clock: Clock) -> None:
        self.side = side
        self.clock = clock
        game = state.game
        tastes = {one: taste_of(game.name, one) for one in game.sides}
        self.outlook = Outlook(state, tastes)
        self.hurried = {one: hurried(taste) for one, taste in tastes.items()}
        self.pictures = {one: Picture(state, one, taste, exact=True).finished() for one, taste in self.hurried.items()}
        self.pace = playbook(game.name).pace
        self.spent = 0  # nodes
        self.ahead = 0  # how often the side still moved before the reply, in the last rollout

    def glance(self, state: State, seed: str) -> float | None:
        """What a position is worth to the side after the reply, by the fast policy; None if the time is up."""
        fast = Fast(self.outlook, random.Random(seed))

        def play(now: State) -> tuple[bool, int]:
            before = fast.cost
            moved = Kind.PICK in fast.play(now)
            return moved, fast.cost - before

        return self._played_on(state, seed, play)

    def play(self, state: State, seed: str) -> float | None:
        """The same by the whole policy of either side, in a hurry."""
        rng, pictures = random.Random(seed), dict(self.pictures)

        def play(now: State) -> tuple[bool, int]:
            side = now.decision.side
            stretch = Stretch(now, rng, self.hurried[side], former=pictures[side])
            answers = len(stretch.orders())
            pictures[side] = stretch.picture
            return Kind.PICK in stretch.kinds, HURRIED * answers

        return self._played_on(state, seed, play)

    def _played_on(self, state: State, seed: str, play: Callable[[State], tuple[bool, int]]) -> float | None:
        state, turn, replied = state.copy(), state.turn, False
        self.ahead = 0
        for _ in range(LONGEST):
            if state.over or (replied and state.turn != turn):
                break
            if state.chance is not None:
                state.roll(state.chance.keyed(seed))
                continue
            if self.clock.out:
                return None
            side, now = state.decision.side, state.turn
            moved, answers = play(state)
            cost = ceil(self.pace * answers)
            self.clock.spend(cost)
            self.spent += cost
            if side != self.side:
                replied, turn = (True, now) if moved and not replied else (replied, turn)
            elif not replied:
                self.ahead += moved
        return value(state, self.side)
