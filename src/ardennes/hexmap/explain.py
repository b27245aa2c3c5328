"""Why not: the rules that keep a unit from a hex, found by leaving them out. There is no second movement code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from .flood import Move, Starts, flood, flood_modes
from .layers import Switch

MANY = 8  # with more rules than this, pairs are not tried: they cost too many floods


class Explainer:
    """Explains every hex of one move: each set of rules is left out once, whatever number of hexes is asked about."""

    def __init__(self, reached: Callable[[frozenset[str]], int], rules: Sequence[str]) -> None:
        """`reached` gives the hexes that are reached without some of the rules."""
        self._reached = reached
        self._masks: dict[frozenset[str], int] = {}
        self.rules = tuple(rules)

    @classmethod
    def of_move(cls, move: Move, starts: Starts, limit: int, allowance: str = "allowance") -> Explainer:
        """Explains a flood; `allowance` is the name of the rule that sets the limit."""
        at = ((starts, 0),) if isinstance(starts, int) else starts
        return cls.of_modes((move,), [(0, mask, cost) for mask, cost in at], limit, (), allowance)

    @classmethod
    def of_modes(
        cls,
        modes: Sequence[Move],
        starts: Iterable[tuple[int, int, int]],
        limit: int,
        switches: Sequence[Switch] = (),
        allowance: str = "allowance",
    ) -> Explainer:
        """Explains a flood in several modes; a change of mode is no restriction, and is never left out."""
        at = tuple(starts)
        rules = dict.fromkeys(rule for move in modes for rule in move.rules)

        def reached(lifted: frozenset[str]) -> int:
            freed = [move.without(lifted) for move in modes]
            points = limit + _farthest(freed, switches) if allowance in lifted else limit
            if len(freed) == 1 and not switches:
                return flood(freed[0], [(mask, cost) for _, mask, cost in at], points).mask
            return flood_modes(freed, at, points, switches).mask

        return cls(reached, (*rules, allowance))

    def blockers(self, target: int, first: Sequence[str] = ()) -> tuple[str, ...] | None:
        """The rules without which the hex is reached: none if it is already, None if the map itself forbids it.

        Where several answers are as short, `first` are the rules that a player would name before the others.
        """
        rules = sorted(self.rules, key=lambda rule: rule not in first)
        return fewest(lambda lifted: bool(self._without(lifted) >> target & 1), rules)

    def _without(self, lifted: frozenset[str]) -> int:
        if lifted not in self._masks:
            self._masks[lifted] = self._reached(lifted)
        return self._masks[lifted]


def _farthest(modes: Sequence[Move], switches: Sequence[Switch]) -> int:
    """More than the dearest way across the whole board can cost."""
    step = max(move.dearest for move in modes) + max((switch.cost for switch in switches), default=0)
    return step * len(modes) * len(modes[0].costs.grid)


def blockers(
    target: int, move: Move, starts: Starts, limit: int, allowance: str = "allowance"
) -> tuple[str, ...] | None:
    """The rules without which the unit could end in the hex: none if it can, None if the map itself forbids it.

    `allowance` is the name of the rule that sets the limit. Ask an `Explainer` if there are many hexes to explain.
    """
    return Explainer.of_move(move, starts, limit, allowance).blockers(target)


def fewest(works: Callable[[frozenset[str]], bool], rules: Sequence[str]) -> tuple[str, ...] | None:
    """The fewest rules that must be left out: none, one, two, or what cannot be spared; None if all are not enough.

    Of several answers it is the first in the order of the rules. `works` says whether it works without some rules.
    """
    if works(frozenset()):
        return ()
    for rule in rules:
        if works(frozenset([rule])):
            return (rule,)
    if not works(frozenset(rules)):
        return None
    for pair in combinations(rules, 2) if len(rules) <= MANY else ():
        if works(frozenset(pair)):
            return pair
    needed = list(rules)
    for rule in reversed(rules):
        others = [other for other in needed if other != rule]
        if works(frozenset(others)):
            needed = others
    return tuple(needed)
