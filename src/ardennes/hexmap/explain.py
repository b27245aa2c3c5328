"""Why not: the rules that keep a unit from a hex, found by leaving them out. There is no second movement code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from .flood import Move, Starts, flood

MANY = 8  # with more rules than this, pairs are not tried: they cost too many floods


def blockers(
    target: int, move: Move, starts: Starts, limit: int, allowance: str = "allowance"
) -> tuple[str, ...] | None:
    """The rules without which the unit could end in the hex: none if it can, None if the map itself forbids it.

    `allowance` is the name of the rule that sets the limit.
    """
    at = starts if isinstance(starts, int) else tuple(starts)

    def reached(lifted: frozenset[str]) -> bool:
        freed = move.without(lifted)
        room = _enough(freed, limit) if allowance in lifted else limit
        return bool(flood(freed, at, room).mask >> target & 1)

    return fewest(reached, (*move.rules, allowance))


def _enough(move: Move, limit: int) -> int:
    return limit + move.dearest * len(move.costs.grid)


def fewest(reached: Callable[[frozenset[str]], bool], rules: Sequence[str]) -> tuple[str, ...] | None:
    """The fewest rules that must be left out: none, one, two, or what cannot be spared; None if all are not enough.

    Of several answers it is the first in the order of the rules. `reached` says whether it works without some rules.
    """
    if reached(frozenset()):
        return ()
    if not reached(frozenset(rules)):
        return None
    for size in (1, 2) if len(rules) <= MANY else (1,):
        for some in combinations(rules, size):
            if reached(frozenset(some)):
                return some
    needed = list(rules)
    for rule in reversed(rules):
        others = [other for other in needed if other != rule]
        if reached(frozenset(others)):
            needed = others
    return tuple(needed)
