"""The sequential probability ratio test over pairs: it stops as soon as the answer is clear.

Two suppositions about the difference in Elo points are weighed: the player is no better than `elo0`, or at least as
good as `elo1`. The pair is the unit, with five possible scores; what is supposed of their five chances is what fits the
results best among all chances with the supposed mean. docs/arena.md has the mathematics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

from ardennes.arena.score import expected

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair
UNSEEN = 1e-3  # what counts for a score that no pair has had yet
HALVINGS = 60  # of the interval in which the multiplier lies


class Sprt:
    """A test in progress. `verdict` is 0 or 1 once one of the suppositions is accepted, None before.

    >>> test = Sprt(0, 200)
    >>> for _ in range(20): test.add(1.0)
    >>> test.verdict
    1
    """

    def __init__(self, elo0: float = 0.0, elo1: float = 100.0, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not elo0 < elo1:
            raise ValueError("The first of the two Elo differences must be the smaller one.")
        if not 0 < alpha < 0.5 or not 0 < beta < 0.5:
            raise ValueError("The error rates must be between 0 and one half.")
        self.elo0, self.elo1 = elo0, elo1
        self.lower, self.upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        self.counts = [0] * len(SCORES)
        self.verdict: int | None = None
        self.llr = 0.0

    def add(self, pair: float) -> None:
        """One more pair with this mean score. Nothing changes after the verdict."""
        if self.verdict is not None:
            return
        self.counts[round(4 * pair)] += 1
        self.llr = llr(self.counts, expected(self.elo0), expected(self.elo1))
        if self.llr >= self.upper:
            self.verdict = 1
        elif self.llr <= self.lower:
            self.verdict = 0

    def add_all(self, pairs: Iterable[float]) -> Sprt:
        """The same test after more pairs."""
        for pair in pairs:
            self.add(pair)
        return self


def llr(counts: Sequence[int], mean0: float, mean1: float) -> float:
    """The logarithm of how much better the results fit a mean score of `mean1` than one of `mean0`."""
    if not sum(counts):
        return 0.0
    seen = [count or UNSEEN for count in counts]
    whole = sum(seen)
    shares = [count / whole for count in seen]
    zero, one = likeliest(shares, mean0), likeliest(shares, mean1)
    return whole * sum(share * log(b / a) for share, a, b in zip(shares, zero, one, strict=True))


def likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The chances of the five scores with a given mean under which results with these shares are likeliest.

    They are share / (1 + t (score - mean)) for the one t that gives the mean.

    >>> [round(p, 3) for p in likeliest([0.25, 0, 0.5, 0, 0.25], 0.5)]
    [0.25, 0.0, 0.5, 0.0, 0.25]
    """
    gaps = [score - mean for score in SCORES]
    low, high = -1 / max(gaps), -1 / min(gaps)
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(share * gap / (1 + t * gap) for share, gap in zip(shares, gaps, strict=True)) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [share / (1 + t * gap) for share, gap in zip(shares, gaps, strict=True)]
