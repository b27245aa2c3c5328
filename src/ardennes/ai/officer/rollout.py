"""A plan played on: the rest of the turn, the enemy's whole reply, and the count of points after it."""

from __future__ import annotations

import random

from ardennes.ai.fast import Fast, Outlook
from ardennes.ai.officer.value import value
from ardennes.ai.player import Clock
from ardennes.ai.taste import taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State

LONGEST = 400  # stretches


class Rollouts:
    """Plays on from positions with dice that are keyed, so that plans are compared on the same luck."""

    def __init__(self, state: State, side: str, clock: Clock) -> None:
        self.side = side
        self.clock = clock
        game = state.game
        self.outlook = Outlook(state, {one: taste_of(game.name, one) for one in game.sides})
        self.spent = 0  # nodes: answers that were given
        self.ahead = 0  # how often the side still moved before the reply, in the last rollout

    def play(self, state: State, seed: str) -> float | None:
        """What a position is worth to the side after the reply, with the dice of a seed; None if the time is up."""
        state, fast, turn, replied = state.copy(), Fast(self.outlook, random.Random(seed)), state.turn, False
        self.ahead = 0
        for _ in range(LONGEST):
            if state.over or (replied and state.turn != turn):
                break
            if state.chance is not None:
                state.roll(state.chance.keyed(seed))
                continue
            if self.clock.out:
                return None
            side, now, before = state.decision.side, state.turn, fast.cost
            moved = Kind.PICK in fast.play(state)
            self.clock.spend(fast.cost - before)
            self.spent += fast.cost - before
            if side != self.side:
                replied, turn = (True, now) if moved and not replied else (replied, turn)
            elif not replied:
                self.ahead += moved
        return value(state, self.side)
