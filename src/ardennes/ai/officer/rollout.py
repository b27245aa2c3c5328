"""A plan played on: the rest of the turn, the enemy's whole reply, and the count of points after it."""

from __future__ import annotations

import random
from math import ceil

from ardennes.ai.officer.value import value
from ardennes.ai.picture import Picture
from ardennes.ai.player import Clock
from ardennes.ai.recruit.stretch import Stretch
from ardennes.ai.taste import Taste, taste_of
from ardennes.engine.decision import Kind
from ardennes.engine.state import State
from ardennes.playbooks import playbook

LONGEST = 400  # stretches
QUICK = {
    "targets": 4, "tried": 1, "answers": 12, "entries": 2, "exit_looks": 12, "looks": 6, "sketched": 8, "decisive": 30,
}  # fmt: skip


def quick(taste: Taste) -> Taste:
    """The same taste with a look at less."""
    return taste.changed(QUICK)


class Rollouts:
    """Plays on from positions with dice that are keyed, so that plans are compared on the same luck."""

    def __init__(self, game: str, sides: tuple[str, ...], side: str, clock: Clock) -> None:
        self.side = side
        self.clock = clock
        self.tastes = {one: quick(taste_of(game, one)) for one in sides}
        self.pace = playbook(game).pace
        self.spent = 0  # nodes
        self.ahead = 0  # how often the side still moved before the reply, in the last rollout

    def play(self, state: State, seed: str) -> float | None:
        """What a position is worth to the side after the reply, with the dice of a seed; None if the time is up."""
        state, rng, turn, replied = state.copy(), random.Random(seed), state.turn, False
        pictures: dict[str, Picture] = {}
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
            stretch = Stretch(state, rng, self.tastes[side], former=pictures.get(side))
            nodes = ceil(self.pace * len(stretch.orders()))
            self.clock.spend(nodes)
            self.spent += nodes
            pictures[side] = stretch.picture
            moved = Kind.PICK in stretch.kinds
            if side != self.side:
                replied, turn = (True, now) if moved and not replied else (replied, turn)
            elif not replied:
                self.ahead += moved
        return value(state, self.side)
