"""What a puzzle is: a small position, a measure of what is reached from it, and the plays that reach most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import ardennes
from ardennes.engine.action import Action
from ardennes.engine.state import State


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is counted at the end, so many times.

    `standing` is a figure of the standing by its name, `held` a place with a unit of the side in it, `winner` a side
    that has won.
    """

    what: str
    name: str
    side: str = ""
    times: float = 1.0

    def count(self, state: State) -> float:
        """What it adds to the measure."""
        if self.what == "standing":
            return self.times * sum(float(line.now) for line in state.standing() if line.name == self.name)
        if self.what == "held":
            return self.times * any(unit.place == self.name and unit.side == self.side for unit in state.units())
        return self.times * (state.result is not None and state.result.winner == self.name)


class Until(NamedTuple):
    """When the play ends: where one of the steps of this turn begins, or with the turn."""

    turn: int
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Accepted:
    """One way to solve a puzzle, as it looks at the first die or foreign decision."""

    stands: Mapping[str, tuple[str, ...]]  # piece -> the places where it may stand
    plays: frozenset[Action]  # what was done
    shuns: frozenset[Action]  # what was not done

    def fits(self, state: State, way: Iterable[Action]) -> bool:
        """Whether decisions that ended in a position are of this kind."""
        places = {unit.handle: unit.place for unit in state.units()}
        done = set(way)
        there = all(places.get(piece) in good for piece, good in self.stands.items())
        return there and done >= self.plays and not done & self.shuns


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A small position with a known best play."""

    name: str
    title: str
    text: str  # the situation in a sentence
    theme: str
    game: str
    side: str  # who is to play
    asked: str
    until: Until | None  # None: the end of the game
    terms: tuple[Term, ...]
    best: float  # the most of the measure that can be expected
    accepted: tuple[Accepted, ...]
    solution: str  # the way there, and why nothing else is as good
    position: str  # the position file

    def start(self) -> State:
        """The position. Raises PositionError if the game refuses it."""
        return ardennes.game(self.game).position(self.position)

    def ended(self, state: State) -> bool:
        """Whether the play is over and the measure can be taken."""
        if state.over or self.until is None:
            return state.over
        late = state.turn - self.until.turn
        return late > 0 or (late == 0 and state.frames[0][0] in self.until.steps)

    def pauses(self, state: State) -> bool:
        """Whether the side that plays the puzzle has nothing to decide now."""
        return self.ended(state) or state.chance is not None or state.decision.side != self.side

    def measure(self, state: State) -> float:
        """What the side has reached in an ended position."""
        return sum(term.count(state) for term in self.terms)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which figures the measure lies for certain."""
        if any(term.what == "standing" for term in self.terms):
            return -inf, inf
        times = [term.times for term in self.terms]
        return sum(min(n, 0.0) for n in times), sum(max(n, 0.0) for n in times)

    def named(self, way: Iterable[Action]) -> frozenset[Action]:
        """Those of some actions that decide whether a way is accepted."""
        return frozenset(way) & {action for one in self.accepted for action in one.plays | one.shuns}

    def accepts(self, state: State, way: Iterable[Action]) -> bool:
        """Whether the decisions up to the first die or foreign decision, which ended in a position, are a solution."""
        way = tuple(way)
        return any(one.fits(state, way) for one in self.accepted)
