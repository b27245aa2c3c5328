"""Which plan is better, as far as rollouts on common dice can tell.

Two plans are compared roll by roll: most of the luck is the same for both and goes out of the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ardennes.ai.officer.plans import Plan

SURE = 1.0  # standard errors by which a rival must lead on fresh dice
SCATTER = 0.05  # of a difference, before anything is known
BELIEF = 2.0  # differences that this belief is worth


def lead(rival: Plan, other: Plan) -> float:
    """How much better a rival did on average than another plan, on the dice that both have had."""
    found = _differences(rival, other, tuple(rival.values))
    return sum(found) / len(found) if found else float("-inf")


def better(rival: Plan, plain: Plan, fresh: Sequence[str]) -> bool:
    """Whether a rival that was chosen among many is better than the plain plan on dice that did not choose it."""
    found = _differences(rival, plain, fresh)
    if not found:
        return False
    mean = sum(found) / len(found)
    squares = sum((one - mean) ** 2 for one in found) + BELIEF * SCATTER**2
    variance = squares / (len(found) - 1 + BELIEF)
    return mean > SURE * sqrt(variance / len(found))


def _differences(rival: Plan, plain: Plan, seeds: Sequence[str]) -> list[float]:
    return [rival.values[seed] - plain.values[seed] for seed in seeds if seed in rival.values and seed in plain.values]
