"""Positions with something hidden, and lookalikes of them: other facts that fit the same view."""

from __future__ import annotations

import random
from collections.abc import Iterator

import ardennes
from ardennes.ai import Budget, player
from ardennes.engine.state import State

BUDGET = Budget(nodes=4_000)
BY_RECRUIT = 8  # one game in so many is played by Recruit, the others at random


def positions(name: str, seed: int) -> Iterator[tuple[State, State]]:
    """Without end: positions in which the side that decides cannot know all, each with a lookalike that differs."""
    game = ardennes.game(name)
    rng = random.Random(seed)
    number = 0
    while True:
        state = game.start(rng.choice(list(game.scenarios)))
        recruit = number % BY_RECRUIT == 0
        number += 1
        while not state.over:
            if state.chance is not None:
                state.roll(state.chance.sample(rng))
                continue
            side = state.decision.side
            lookalike = state.view(side).guess(rng)
            if lookalike.key() != state.key():
                yield state, lookalike
            if recruit:
                for action in player("recruit").orders(state.view(side), rng, BUDGET):
                    state.apply(action)
            else:
                state.apply(rng.choice(state.decision.options))


def differing(
    name: str, count: int, seed: int, level: str = "recruit", budget: Budget = BUDGET
) -> list[str]:
    """What was ordered otherwise for a lookalike, over so many positions: a line each, none if nobody cheats."""
    found = []
    for number, (state, lookalike) in zip(range(count), positions(name, seed), strict=False):
        side = state.decision.side
        one, two = (player(level).orders(s.view(side), random.Random(number), budget) for s in (state, lookalike))
        if one != two:
            found.append(f"position {number}: {one[:3]} for {two[:3]}")
    return found
