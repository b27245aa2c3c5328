"""What a flood has found: the hexes, their costs, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from .layers import Switch

if TYPE_CHECKING:
    from .flood import Move
    from .plain_ways import PlainWays
    from .wayback import WayBack

Level = tuple[int, int]  # a cost and the hexes first reached at it


class Walked(NamedTuple):
    """How a flood went in one mode."""

    move: Move
    limit: int
    starts: Sequence[tuple[int, int]]  # masks and costs, as they were given
    moved: Sequence[Level]  # hexes entered
    begun: Sequence[Level]  # hexes begun from, in this mode
    ended: Sequence[Level]  # hexes entered by a step that ends the move


class Stand(NamedTuple):
    """A point of a path: where, in which mode, at what cost."""

    hex: int
    mode: int
    cost: int


class Reach:
    """The hexes that a unit reaches in one mode; its starts are among them, at their own cost."""

    def __init__(
        self, mask: int, passed: int, walks: tuple[Walked, ...], mode: int, switches: tuple[Switch, ...]
    ) -> None:
        """What `flood` returns."""
        self.mask = mask  # where the unit may end
        self.passed = passed  # where it gets at all, places where it may not end included
        self._walks = walks
        self._mode = mode
        self._switches = switches

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """Every cost at which hexes are first reached, in rising order, with those hexes."""
        walked = self._walks[self._mode]
        if len(walked.begun) == 1 and not walked.ended and walked.begun[0][0] == 0:
            start = walked.begun[0][1]
            return (walked.begun[0], *((cost, new) for cost, mask in walked.moved if (new := mask & ~start)))
        by_cost: dict[int, int] = {}
        for cost, mask in (*walked.moved, *walked.begun, *walked.ended):
            by_cost[cost] = by_cost.get(cost, 0) | mask
        seen = 0
        found = []
        for cost in sorted(by_cost):
            new = by_cost[cost] & ~seen
            seen |= new
            if new:
                found.append((cost, new))
        return tuple(found)

    def at_cost(self, cost: int) -> int:
        """The hexes whose cheapest cost this is."""
        return dict(self.levels).get(cost, 0)

    def within(self, cost: int) -> int:
        """The hexes that cost no more than this."""
        found = 0
        for price, mask in self.levels:
            if price <= cost:
                found |= mask
        return found

    def cost(self, i: int) -> int | None:
        """The cheapest cost of the hex, None if it is not reached."""
        walked, bit, found = self._walks[self._mode], 1 << i, None
        for levels in (walked.begun, walked.moved, walked.ended):
            for price, mask in levels:
                if mask & bit:
                    if found is None or price < found:
                        found = price
                    break
        return found

    def stands(self, i: int) -> tuple[Stand, ...]:
        """The cheapest path from a start to the hex, in this mode at its end; empty if there is none."""
        return self._back.to(i, self._mode)

    def back(self, i: int) -> Iterator[Stand]:
        """The same from the hex on, back to a start, as far as somebody looks."""
        return self._back.back(i, self._mode)

    @cached_property
    def _back(self) -> WayBack:
        """The ways back, each found once."""
        from .wayback import WayBack

        return WayBack(self._walks, self._switches)

    @cached_property
    def _plain(self) -> PlainWays | None:
        from .plain_ways import PlainWays, is_plain

        walked = self._walks[self._mode]
        return PlainWays(walked) if not self._switches and is_plain(walked) else None

    def path(self, i: int) -> tuple[int, ...]:
        """The hexes of the cheapest path from a start to the hex, both included; empty if there is none.

        Of equally cheap paths it is always the same one, and rather one of few dear steps than of many cheap ones.
        """
        if self._plain is not None:
            return self._plain.to(i)
        stands = self.stands(i)
        return tuple(here.hex for n, here in enumerate(stands) if n == 0 or stands[n - 1].hex != here.hex)


class Reaches:
    """The hexes that a unit reaches in several modes, `modes[m]` being those of mode m."""

    def __init__(self, modes: tuple[Reach, ...]) -> None:
        """What `flood_modes` returns."""
        self.modes = modes

    @property
    def mask(self) -> int:
        """Where the unit may end, in whatever mode."""
        found = 0
        for reach in self.modes:
            found |= reach.mask
        return found

    def cost(self, i: int) -> int | None:
        """The cheapest cost of the hex in any mode, None if it is not reached."""
        return min((cost for reach in self.modes if (cost := reach.cost(i)) is not None), default=None)

    def stands(self, i: int) -> tuple[Stand, ...]:
        """The cheapest path to the hex, in the mode that is cheapest there; a change of mode is a stand of its own."""
        cost = self.cost(i)
        return next((reach.stands(i) for reach in self.modes if cost is not None and reach.cost(i) == cost), ())
