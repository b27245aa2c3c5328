"""Chance: dice or a draw that somebody outside the engine must supply."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import comb, prod
from typing import NamedTuple

from ardennes.engine.decision import Prompt
from ardennes.engine.errors import ArdennesError, BadRoll

Roll = tuple[int, ...] | tuple[str, ...]

LISTABLE = 50_000  # more outcomes than this are not listed; they still have probabilities


class Die(NamedTuple):
    """One die, labelled by the side or piece it is rolled for."""

    label: str
    sides: int = 6


class Chance:
    """A node whose outcome chance decides: labelled dice, or a draw of some names from a pool.

    `key` names the node by turn, step, place or piece and ordinal, whatever else happened, so that the same dice can
    be given to the same event in two games.
    """

    def __init__(
        self,
        *,
        rule: str,
        reason: Prompt,
        key: tuple[str | int, ...],
        dice: Sequence[Die] = (),
        pool: Sequence[str] = (),
        draws: int = 0,
        side: str | None = None,
        seen_by: tuple[str, ...] | None = None,
    ) -> None:
        self.rule = rule
        self._reason = reason
        self.key = key
        self.dice = tuple(dice)
        self.pool = tuple(pool)
        self.draws = draws
        self.side = side
        self.seen_by = seen_by  # None: everybody sees the outcome

    @property
    def reason(self) -> str:
        """What the dice decide, in words."""
        if not isinstance(self._reason, str):
            self._reason = self._reason()
        return self._reason

    def sample(self, rng: random.Random) -> Roll:
        """An outcome by the caller's random numbers."""
        if self.dice:
            return tuple([rng.randint(1, die.sides) for die in self.dice])
        return tuple(sorted(rng.sample(self.pool, self.draws)))

    def keyed(self, seed: int | str) -> Roll:
        """The outcome that a seed gives to this node, wherever and whenever it comes up."""
        text = f"{seed}|{'|'.join(map(str, self.key))}"
        digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
        return self.sample(random.Random(int.from_bytes(digest, "big")))

    def probability(self, outcome: Roll) -> float:
        """How likely an outcome is; 0 for one that cannot be."""
        if self.dice:
            fits = len(outcome) == len(self.dice) and all(
                isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= die.sides
                for face, die in zip(outcome, self.dice, strict=True)
            )
            return 1 / prod(die.sides for die in self.dice) if fits else 0.0
        if len(outcome) != self.draws or tuple(sorted(map(str, outcome))) != outcome:
            return 0.0
        held = self._held
        ways = prod(comb(held.get(str(name), 0), n) for name, n in Counter(outcome).items())
        return ways / comb(len(self.pool), self.draws)

    @cached_property
    def _held(self) -> Counter[str]:
        return Counter(self.pool)

    @property
    def size(self) -> int:
        """How many outcomes there are (an upper bound for a draw of equal names)."""
        return prod(die.sides for die in self.dice) if self.dice else comb(len(self.pool), self.draws)

    def outcomes(self) -> Iterator[tuple[Roll, float]]:
        """Every outcome with its probability.

        Raises ArdennesError where there are too many to list.
        """
        if self.size > LISTABLE:
            raise ArdennesError(f"{self.reason}: {self.size} outcomes are too many to list.")
        rolls: Iterator[Roll]
        if self.dice:
            rolls = itertools.product(*(range(1, die.sides + 1) for die in self.dice))
        else:
            rolls = iter(sorted(set(itertools.combinations(sorted(self.pool), self.draws))))
        for roll in rolls:
            yield roll, self.probability(roll)

    def check(self, outcome: Sequence[int] | Sequence[str]) -> Roll:
        """The outcome as a tuple. Raises BadRoll if it cannot be."""
        roll: Roll = tuple(outcome)  # type: ignore[assignment]  # faces or names, checked below
        if not self.dice:
            roll = tuple(sorted(map(str, roll)))
        if self.probability(roll) <= 0:
            wanted = (
                f"{len(self.dice)} dice ({', '.join(f'{d.label} 1-{d.sides}' for d in self.dice[:4])}…)"
                if self.dice
                else f"{self.draws} of the {len(self.pool)} in the pool"
            )
            raise BadRoll(
                f"{self.reason}: {' '.join(map(str, outcome)) or 'nothing'} is not possible; it takes {wanted}."
            )
        return roll
