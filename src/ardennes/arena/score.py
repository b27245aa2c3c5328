"""Scores of pairs, with an interval that holds at 0 and 100 % too, and the difference in Elo points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10, sqrt

Z95 = 1.959964  # standard deviations on either side of the middle that hold 95 %


@dataclass(frozen=True, slots=True)
class Score:
    """A mean score between 0 and 1 with the ends of its 95 % interval, and how many pairs it comes from."""

    mean: float
    low: float
    high: float
    pairs: int

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points: likeliest, least, most."""
        return elo_of(self.mean), elo_of(self.low), elo_of(self.high)


def score_of(pairs: Sequence[float], z: float = Z95) -> Score:
    """The score of a player from the mean scores of his pairs (0, 1/4, 1/2, 3/4, 1).

    Wilson's interval, which holds near 0 and 1, for as many independent games as would spread as these pairs do. The
    spread is taken as if half a pair had been lost and half a pair won besides, so that it is never nothing. Raises
    ValueError if there are no pairs.
    """
    if not pairs:
        raise ValueError("A score needs at least one pair.")
    n, mean = len(pairs), sum(pairs) / len(pairs)
    middle = (sum(pairs) + 0.5) / (n + 1)
    spread = (sum((x - middle) ** 2 for x in pairs) + 0.5 * middle**2 + 0.5 * (1 - middle) ** 2) / (n + 1)
    games = n * middle * (1 - middle) / spread
    low, high = wilson(mean, games, z)
    return Score(mean, low, high, n)


def wilson(share: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a share among n.

    >>> [round(end, 3) for end in wilson(1.0, 20)]
    [0.839, 1.0]
    """
    if n <= 0:
        return 0.0, 1.0
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (0.0 if share <= 0 else max(0.0, centre - half)), (1.0 if share >= 1 else min(1.0, centre + half))


def elo_of(score: float) -> float:
    """The difference in Elo points that gives a score.

    >>> round(elo_of(0.75))
    191
    """
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1)


def expected(elo: float) -> float:
    """The score that a difference in Elo points gives.

    >>> expected(0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))
