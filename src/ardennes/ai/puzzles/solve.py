"""The whole tree of a puzzle, played out by the engine: what each position is worth if nobody errs."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from ardennes.ai.puzzles.puzzle import Puzzle
from ardennes.engine.action import Action
from ardennes.engine.chance import Roll
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State

MOST = 40_000  # positions; a puzzle that needs more is no puzzle
EQUAL = 1e-9  # values nearer than this are the same


class Solver:
    """Values of the positions of one puzzle: the side takes the best, the enemy the worst, dice the mean.

    A position that is reached in several ways is looked at once.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._values: dict[str, float] = {}

    @property
    def looked_at(self) -> int:
        """How many positions were needed so far."""
        return len(self._values)

    def value(self, state: State) -> float:
        """The expectation of the puzzle's measure with best play of both sides.

        Raises ArdennesError where the tree is too large to be looked at whole.
        """
        if self.puzzle.ended(state):
            return self.puzzle.measure(state)
        key = state.key()
        known = self._values.get(key)
        if known is not None:
            return known
        if len(self._values) >= MOST:
            raise ArdennesError(f"The puzzle “{self.puzzle.name}” has more than {MOST} positions.")
        if state.chance is not None:
            found = sum(share * self.value(rolled(state, roll)) for roll, share in state.chance.outcomes())
        else:
            found = self._chosen(state)
        self._values[key] = found
        return found

    def _chosen(self, state: State) -> float:
        """The value of the best option of the side that decides; nobody looks on when no other can be better."""
        least, most = self.puzzle.bounds
        limit, sign = (most, 1) if state.decision.side == self.puzzle.side else (least, -1)
        found = -sign * inf
        for option in state.decision.options:
            value = self.value(after(state, option))
            if sign * value > sign * found:
                found = value
            if found == limit:
                break
        return found

    def best(self, state: State) -> list[Action]:
        """The options that keep the value of a position, whoever decides there."""
        value = self.value(state)
        return [o for o in state.decision.options if abs(self.value(after(state, o)) - value) < EQUAL]

    def line(self, state: State) -> tuple[Action, ...]:
        """A best way for the side up to the next die or foreign decision."""
        way: list[Action] = []
        while not self.puzzle.pauses(state):
            way.append(self.best(state)[0])
            state = after(state, way[-1])
        return tuple(way)

    def stretches(self, state: State) -> Iterator[tuple[State, tuple[Action, ...]]]:
        """Every position in which the side's decisions up to the next die or foreign decision can end, with a way.

        Ways to the same position are given once, unless they differ in an action that decides whether they are
        accepted.
        """
        seen: set[tuple[str, frozenset[Action]]] = set()
        todo: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
        while todo:
            here, way = todo.pop()
            mark = (here.key(), self.puzzle.named(way))
            if mark in seen:
                continue
            seen.add(mark)
            if self.puzzle.pauses(here):
                yield here, way
            else:
                todo.extend((after(here, option), (*way, option)) for option in here.decision.options)


def after(state: State, action: Action) -> State:
    """The position that an action leads to."""
    there = state.copy()
    there.apply(action)
    return there


def rolled(state: State, roll: Roll) -> State:
    """The position that a roll leads to."""
    there = state.copy()
    there.roll(roll)
    return there
