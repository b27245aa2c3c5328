"""What a machine player is, and which there are."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from ardennes.engine.action import Action
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about a whole turn: seconds of one core, or positions looked at."""

    seconds: float = 2.0
    nodes: int | None = None


class Player(ABC):
    """A machine player."""

    name: str
    title: str
    text: str  # one sentence for the page where an opponent is chosen

    @abstractmethod
    def orders(self, view: State, rng: random.Random, budget: Budget) -> list[Action]:
        """The actions up to the next die or foreign decision; at least one."""


_MAKERS: dict[str, Callable[[], Player]] = {}


def offer(make: Callable[[], Player]) -> Callable[[], Player]:
    """Put a player on the list of those that can be chosen."""
    _MAKERS[make().name] = make
    return make


def players() -> tuple[str, ...]:
    """The names of the machine players, from the weakest to the strongest."""
    return tuple(_MAKERS)


def player(name: str) -> Player:
    """A machine player by name. Raises ArdennesError if there is none such."""
    if name not in _MAKERS:
        raise ArdennesError(f"There is no machine player “{name}”; there are {', '.join(_MAKERS)}.")
    return _MAKERS[name]()
