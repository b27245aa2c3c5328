"""Which plan is better, as far as a few rollouts on common dice can tell.

A rival is compared with the plain plan roll by roll: most of the luck is the same for both and goes out of the
difference. The plain plan stands unless a rival leads by more than the error of its lead, after some of the lead is
put down to the choice of the luckiest of several.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ardennes.ai.officer.plans import Plan

SURE = 1.0  # standard errors by which a rival must lead
SCATTER = 0.05  # of a difference, before anything is known
BELIEF = 2.0  # differences that this belief is worth


def lead(rival: Plan, plain: Plan) -> float:
    """How much better a rival did on average than the plain plan, on the dice that both have had."""
    found = _differences(rival, plain)
    return sum(found) / len(found) if found else float("-inf")


def choose(plain: Plan, rivals: Sequence[Plan]) -> Plan:
    """The rival that is better by more than chance, the best of them if there are several; else the plain plan."""
    tried = [(plan, found) for plan in rivals if (found := _differences(plan, plain))]
    if not tried:
        return plain
    means = [sum(found) / len(found) for _, found in tried]
    squares = sum((one - mean) ** 2 for (_, found), mean in zip(tried, means, strict=True) for one in found)
    freedom = sum(len(found) - 1 for _, found in tried)
    variance = (squares + BELIEF * SCATTER**2) / (freedom + BELIEF)
    usual = min(sum(means) / len(means), 0.0)
    errors = [variance / len(found) for _, found in tried]
    between = sum((mean - usual) ** 2 - error for mean, error in zip(means, errors, strict=True)) / len(tried)
    best, most = plain, 0.0
    for (plan, _), mean, error in zip(tried, means, errors, strict=True):
        share = max(between, 0.0) / (max(between, 0.0) + error)
        expected = usual + share * (mean - usual)
        if mean > SURE * sqrt(error) and expected > most:
            best, most = plan, expected
    return best


def _differences(rival: Plan, plain: Plan) -> list[float]:
    return [worth - plain.values[seed] for seed, worth in rival.values.items() if seed in plain.values]
