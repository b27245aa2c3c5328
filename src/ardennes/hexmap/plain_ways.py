"""The ways back through a flood in which every hex is entered at one cost: most floods, and much quicker than all."""

from __future__ import annotations

from functools import cached_property

from .layers import union
from .reach import Walked


def is_plain(walked: Walked) -> bool:
    """Whether all steps of a flood in one mode are alike: none is the first, none ends the move."""
    move = walked.move
    return not walked.ended and move.first is None and not move.steps


class PlainWays:
    """The ways to the hexes of a plain flood, each found once: the same as `WayBack` finds."""

    def __init__(self, walked: Walked) -> None:
        grid = walked.move.costs.grid
        self._neighbours = grid.neighbours
        self._table = walked.move.costs.table
        self._stop, self._leave = union(walked.move.stop), union(walked.move.leave)
        self._walked = walked
        self._begun = {i: cost for cost, mask in reversed(walked.begun) for i in grid.bits(mask)}
        self._known: dict[int, tuple[int, ...]] = {}

    @cached_property
    def _moved(self) -> dict[int, int]:
        grid = self._walked.move.costs.grid
        return {i: cost for cost, mask in self._walked.moved for i in grid.bits(mask)}

    def to(self, i: int) -> tuple[int, ...]:
        """The hexes of the cheapest path to a hex, both ends included; empty if there is none."""
        begun, moved = self._begun.get(i), self._moved.get(i)
        if begun is not None and (moved is None or begun < moved):
            return (i,)
        return self._way(i, moved) if moved is not None else ()

    def _way(self, i: int, cost: int) -> tuple[int, ...]:
        known = self._known.get(i)
        if known is None:
            start = self._before(i, cost, self._begun, self._leave)
            if start >= 0:
                known = (start, i)
            else:
                before = self._before(i, cost, self._moved, self._leave | self._stop)
                known = (*self._way(before, self._moved[before]), i)
            self._known[i] = known
        return known

    def _before(self, i: int, cost: int, costs: dict[int, int], held: int) -> int:
        """The hex from which the dearest step leads here at this cost; -1 if none does."""
        dearest, found, bit, table = 0, -1, 1 << i, self._table
        for away, j in enumerate(self._neighbours(i)):
            spent = costs.get(j)
            if spent is None or cost - spent <= dearest:
                continue
            steps = table.get(cost - spent)
            if steps is not None and steps[(away + 3) % 6] & bit and not held >> j & 1:
                dearest, found = cost - spent, j
        return found
