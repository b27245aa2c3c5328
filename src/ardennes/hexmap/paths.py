"""Paths of a fixed length, asked for step by step, each step offered only if the path can be completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .grid import Grid, Six
from .layers import Layer, SideLayer, lift, rules_of, union
from .sixes import sides_all, sides_minus, sides_or


@dataclass(slots=True)
class Retreat:
    """The rules of a retreat: so many hexes from a start, no hex twice.

    A path is the hexes entered, the start left out. If the unit may leave the board, a path that does so is complete,
    and ends with -1.
    """

    grid: Grid
    start: int
    length: int
    ban: Sequence[Layer] = ()  # hexes that may not be entered
    closed: Sequence[SideLayer] = ()  # hexsides that may not be crossed
    end: Sequence[Layer] = ()  # hexes in which the path may not end
    away: int = 0  # hexes from which every step must lead farther away; none if 0
    within: Sequence[int] = ()  # for each step, the only hexes that it may enter; steps past the list are free
    out: int = 0  # hexes from which a step off the board is allowed, in place of any step

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that restrict the retreat, each once."""
        return rules_of(self.ban, self.closed, self.end)

    def without(self, rules: frozenset[str]) -> Retreat:
        """The retreat as it would be without these rules."""
        ban, closed, end = lift(self.ban, rules), lift(self.closed, rules), lift(self.end, rules)
        return Retreat(self.grid, self.start, self.length, ban, closed, end, self.away, self.within, self.out)


class Paths:
    """Every admissible path of a retreat, without listing them before they are asked for."""

    def __init__(self, retreat: Retreat) -> None:
        """Find the hexes from which each step can still be completed."""
        self.retreat = retreat
        self.grid = retreat.grid
        closed = sides_or(*(layer.six for layer in retreat.closed))
        self._open: Six = sides_minus(sides_all(self.grid), closed)

    @cached_property
    def _stages(self) -> tuple[int, ...]:
        """For each number of steps made, the hexes from which the rest can be made, hexes entered twice not minded."""
        retreat = self.retreat
        last = self._allowed(retreat.length) & ~union(retreat.end)
        stages = [last if retreat.length else 1 << retreat.start]
        for n in range(retreat.length - 1, -1, -1):
            here = self._allowed(n) if n else 1 << retreat.start
            stages.append(here & (self.grid.across(stages[-1], self._open) | retreat.out))
        return tuple(reversed(stages))

    def _allowed(self, n: int) -> int:
        """The hexes that the n-th step may enter."""
        retreat, grid = self.retreat, self.grid
        allowed = grid.all & ~(union(retreat.ban) | 1 << retreat.start)
        if n <= len(retreat.within):
            allowed &= retreat.within[n - 1]
        if retreat.away:
            nearest = min(grid.distance(retreat.start, i) for i in grid.bits(retreat.away))
            allowed &= grid.disc(retreat.away, nearest + n) & ~grid.disc(retreat.away, nearest + n - 1)
        return allowed

    @property
    def possible(self) -> bool:
        """Whether there is any complete path."""
        return self._completes(())

    def next_steps(self, prefix: Sequence[int]) -> int:
        """The hexes that may be entered after these, each with a complete path behind it; 0 if these are complete."""
        n = len(prefix)
        if n >= self.retreat.length or (prefix and prefix[-1] < 0):
            return 0
        here = prefix[-1] if prefix else self.retreat.start
        steps = self.grid.across(1 << here, self._open) & self._stages[n + 1]
        for i in prefix:
            steps &= ~(1 << i)
        if self.retreat.away:
            return steps
        return self.grid.mask(i for i in self.grid.bits(steps) if self._completes((*prefix, i)))

    def _completes(self, prefix: tuple[int, ...]) -> bool:
        complete = len(prefix) == self.retreat.length
        return complete or self.may_step_off(prefix) or bool(self.next_steps(prefix))

    def may_step_off(self, prefix: Sequence[int]) -> bool:
        """Whether the next step may lead off the board, which makes the path complete."""
        here = prefix[-1] if prefix else self.retreat.start
        return len(prefix) < self.retreat.length and here >= 0 and bool(self.retreat.out >> here & 1)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Every complete path, in the order of the hexes' numbers."""
        return self._from(())

    def _from(self, prefix: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(prefix) == self.retreat.length:
            yield prefix
            return
        for i in self.grid.sorted(self.next_steps(prefix)):
            yield from self._from((*prefix, i))
        if self.may_step_off(prefix):
            yield (*prefix, -1)

    def admits(self, path: Sequence[int]) -> bool:
        """Whether the hexes are an admissible path or the beginning of one."""
        for n, i in enumerate(path):
            allowed = self.may_step_off(path[:n]) if i < 0 else self.next_steps(path[:n]) >> i & 1
            if not allowed:
                return False
        return True
