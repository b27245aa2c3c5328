"""A game as a tree: decisions, chance nodes with their outcomes and probabilities, and results at its ends."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ardennes.engine.action import Action
from ardennes.engine.chance import LISTABLE, Roll
from ardennes.engine.state import State
from ardennes.env.encoding import Encoding, encoding_of
from ardennes.env.rewards import result_of

Turn = Literal["chance", "over"]


class Node:
    """A moment of a game, for search: whose it is, what can follow, and what it is worth at the end.

    A node is changed by `play` and `roll`; `copy` keeps the one before. A planner that stands for a player is given
    a guess of his view (`GameEnv.node`), since search in the true state would see what is hidden.

    >>> import ardennes
    >>> node = Node(ardennes.game("bulge").start())
    >>> while node.turn == "chance":
    ...     outcome, probability = node.outcomes()[0]
    ...     node.roll(outcome)
    >>> int(node.legal()[0]) in range(len(node.encoding))
    True
    """

    __slots__ = ("encoding", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.encoding: Encoding = encoding_of(state.game)

    @property
    def turn(self) -> str | Turn:
        """The side that is asked, "chance" where dice are due, "over" at the end."""
        state = self.state
        if state.over:
            return "over"
        return "chance" if state.chance is not None else state.decision.side

    def copy(self) -> Node:
        """An independent node at the same moment."""
        return Node(self.state.copy())

    def __deepcopy__(self, _: object) -> Node:
        return self.copy()

    # ---- decisions ----

    def legal(self) -> NDArray[np.intp]:
        """The numbers of all legal actions, in the order in which the engine lists them."""
        index = self.encoding.index
        return np.array([index[option] for option in self.state.decision.options], np.intp)

    def play(self, action: int | Action) -> None:
        """Carry out an action. Raises Refused if it is not legal."""
        self.state.apply(action if isinstance(action, Action) else self.encoding.action(action))

    # ---- chance ----

    @property
    def listable(self) -> bool:
        """Whether the outcomes of the dice that are due are few enough to be listed."""
        chance = self.state.chance
        return chance is not None and chance.size <= LISTABLE

    def outcomes(self) -> list[tuple[Roll, float]]:
        """Every outcome of the dice that are due, with its probability.

        Raises ValueError if none are due, ArdennesError if there are too many to list.
        """
        chance = self.state.chance
        if chance is None:
            raise ValueError("No dice are due.")
        return list(chance.outcomes())

    def sample(self, rng: random.Random) -> Roll:
        """An outcome by chance. Raises ValueError if no dice are due."""
        chance = self.state.chance
        if chance is None:
            raise ValueError("No dice are due.")
        return chance.sample(rng)

    def roll(self, outcome: Roll) -> None:
        """Let the dice fall so. Raises BadRoll if they cannot."""
        self.state.roll(outcome)

    # ---- the end ----

    def returns(self) -> Sequence[float]:
        """The result for each side: 1 won, -1 lost, 0 drawn or not over."""
        return [result_of(self.state, side) for side in self.state.game.sides]
