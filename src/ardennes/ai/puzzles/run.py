"""A player before a puzzle: what it plays, and what that costs against the best play."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from ardennes.ai.player import Player
from ardennes.ai.puzzles.puzzle import Puzzle
from ardennes.ai.puzzles.solve import EQUAL, Solver
from ardennes.engine.action import Action
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

SEEDS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a player did with its worst seed, its first stretch of decisions beside a best one."""

    puzzle: Puzzle
    player: str
    solved: bool  # nothing was lost with any seed
    value: float  # what can still be expected after its first stretch, both sides playing their best
    later: float  # what it lost of that by later decisions
    played: tuple[Action, ...]
    best: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _Play:
    """One play of a puzzle: the first stretch, what could be expected after it, and what was lost later."""

    first: tuple[Action, ...]
    value: float
    later: float


def run(puzzle: Puzzle, player: Player, seeds: Iterable[int] = SEEDS, solver: Solver | None = None) -> Verdict:
    """Let a player play a puzzle once for each seed, from views, with random numbers of its own and its node budget.

    The dice are keyed by the seed and the enemy answers as well as he can. A player has solved the puzzle if none of
    its decisions, the later ones included, costs anything of the expectation. Raises ArdennesError for an illegal
    order or none at all.
    """
    solver = solver or Solver(puzzle)
    worst = min((_play(puzzle, player, seed, solver) for seed in seeds), key=lambda play: play.value - play.later)
    solved = puzzle.best - worst.value + worst.later < EQUAL
    best = solver.line(puzzle.start())
    return Verdict(puzzle, player.name, solved, worst.value, worst.later, worst.first, best)


def _play(puzzle: Puzzle, player: Player, seed: int, solver: Solver) -> _Play:
    """Play a puzzle to its end."""
    state, rng = puzzle.start(), random.Random(seed)
    first = _stretch(puzzle, player, state, rng)
    value, later = solver.value(state), 0.0
    while not puzzle.ended(state):
        if state.chance is not None:
            state.roll(state.chance.keyed(seed))
        elif state.decision.side != puzzle.side:
            state.apply(solver.best(state)[0])
        else:
            before = solver.value(state)
            _stretch(puzzle, player, state, rng)
            later += before - solver.value(state)
    return _Play(first, value, later)


def _stretch(puzzle: Puzzle, player: Player, state: State, rng: random.Random) -> tuple[Action, ...]:
    """Let the player decide until a die or the enemy is due; it may answer in several parts."""
    way: list[Action] = []
    while not puzzle.pauses(state):
        orders = player.orders(state.view(puzzle.side), rng)
        if not orders:
            raise ArdennesError(f"{player.title} gives no answer to “{state.decision.prompt}” in “{puzzle.name}”.")
        for action in orders:
            state.apply(action)
            way.append(action)
    return tuple(way)
