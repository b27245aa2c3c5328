"""What a machine player is, how long it may think, and which there are."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from ardennes.engine.action import Action
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think in one answer: seconds of one core, or positions looked at.

    With `nodes` the clock on the wall does not count, so that an answer is the same on every machine; unless somebody
    waits, who sets a `limit` beside it, in seconds of this thread's processor time: a busy machine answers later, not
    worse.
    """

    seconds: float = 2.0
    nodes: int | None = None
    limit: float | None = None

    def part(self, share: float) -> Budget:
        """A share of it."""
        nodes = None if self.nodes is None else max(1, int(self.nodes * share))
        return Budget(self.seconds * share, nodes, None if self.limit is None else self.limit * share)

    def clock(self) -> Clock:
        """A clock that begins to run now."""
        return Clock(self)


class Clock:
    """What is left of a budget."""

    __slots__ = ("_nodes", "_now", "_until")

    def __init__(self, budget: Budget) -> None:
        self._nodes = budget.nodes
        seconds = budget.seconds if budget.nodes is None else budget.limit
        self._now = time.monotonic if budget.nodes is None else time.thread_time
        self._until = None if seconds is None else self._now() + seconds

    def spend(self, nodes: int = 1) -> None:
        """So many positions were looked at."""
        if self._nodes is not None:
            self._nodes -= nodes

    @property
    def left(self) -> int:
        """How many positions may still be looked at; none where only the clock on the wall counts."""
        return max(self._nodes or 0, 0)

    @property
    def out(self) -> bool:
        """Whether the time is up."""
        if self._nodes is not None and self._nodes <= 0:
            return True
        return self._until is not None and self._now() > self._until


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence of a report: what was chosen, at what odds, and which places and pieces it is about."""

    text: str
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player does until the next die or foreign decision, and why."""

    actions: tuple[Action, ...]
    report: tuple[Remark, ...] = ()


class Player(ABC):
    """A machine player. It keeps no memory: it can be asked at any point, and by several tables at once."""

    name: str
    title: str
    text: str  # one sentence for the page where an opponent is chosen
    level: int  # its place among the others, the weakest first
    advises: bool = True  # whether it is quick enough to be asked for a hint
    budget: Budget = Budget(nodes=1)  # what it needs for an answer at full strength

    def sitting(self, seed: str) -> Player:
        """The player for the games of one seed; nearly all are the same in every game."""
        return self

    @abstractmethod
    def think(self, view: State, rng: random.Random, budget: Budget) -> Thought:
        """The actions up to the next die or foreign decision, at least one, and the reasons."""

    def orders(self, view: State, rng: random.Random, budget: Budget | None = None) -> tuple[Action, ...]:
        """The actions alone."""
        return self.think(view, rng, budget or self.budget).actions


_MAKERS: dict[str, Callable[[], Player]] = {}


def offer(make: Callable[[], Player]) -> Callable[[], Player]:
    """Put a player on the list of those that can be chosen."""
    _MAKERS[make().name] = make
    return make


def players() -> tuple[str, ...]:
    """The names of the machine players, from the weakest to the strongest."""
    return tuple(sorted(_MAKERS, key=lambda name: _MAKERS[name]().level))


def adviser() -> str:
    """The name of the player who gives hints: the strongest that answers at once."""
    return [name for name in players() if _MAKERS[name]().advises][-1]


def player(name: str) -> Player:
    """A machine player by name. Raises ArdennesError if there is none such."""
    if name not in _MAKERS:
        raise ArdennesError(f"There is no computer player “{name}”; choose from {', '.join(players())}.")
    return _MAKERS[name]()
