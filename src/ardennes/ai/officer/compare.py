"""Which plan is better, as far as rollouts on common dice can tell.

Two plans are compared roll by roll: most of the luck is the same for both and goes out of the difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

SURE = 0.25  # standard errors by which a rival must lead
SCATTER = 0.05  # of a difference, before anything is known
BELIEF = 2.0  # differences that this belief is worth


def lead(rival: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How much better a rival did on average than another plan, on the dice that both have had."""
    found = _differences(rival, other)
    return sum(found) / len(found) if found else float("-inf")


def better(rival: Mapping[str, float], plain: Mapping[str, float]) -> bool:
    """Whether a rival is better than the plain plan, as is to be expected after the dice that both have had."""
    found = _differences(rival, plain)
    if not found:
        return False
    mean = sum(found) / len(found)
    squares = sum((one - mean) ** 2 for one in found) + BELIEF * SCATTER**2
    variance = squares / (len(found) - 1 + BELIEF)
    return mean > SURE * sqrt(variance / len(found))


def _differences(rival: Mapping[str, float], other: Mapping[str, float]) -> list[float]:
    return [worth - other[seed] for seed, worth in rival.items() if seed in other]
