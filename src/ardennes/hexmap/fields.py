"""How far everything is from a set of hexes."""

from __future__ import annotations

from collections.abc import Sequence

from .costs import Costs
from .flood import Move, flood
from .grid import Grid, Six
from .layers import Layer
from .reach import Reach


class Field:
    """The hexes by their distance from a set: `rings[n]` is the mask of those n steps away."""

    __slots__ = ("rings",)

    def __init__(self, rings: tuple[int, ...]) -> None:
        """What `distances` returns."""
        self.rings = rings

    def distance(self, i: int) -> int | None:
        """The steps between the hex and the set, None if there is no way."""
        return next((n for n, ring in enumerate(self.rings) if ring >> i & 1), None)

    def within(self, n: int) -> int:
        """The hexes at most n steps away."""
        found = 0
        for ring in self.rings[: n + 1]:
            found |= ring
        return found


def distances(grid: Grid, sources: int, *, ban: int = 0, along: Six | None = None, limit: int | None = None) -> Field:
    """The distance of every hex from the sources, over hexes that are not banned and, if given, along links only.

    A source counts as one even if it is banned. Hexes farther away than the limit are left out.
    """
    new = sources & grid.all
    free = grid.all & ~(ban | new)
    if along is not None:
        return Field(_along(grid, along, new, free, limit))
    rings = []
    while new:
        rings.append(new)
        if limit is not None and len(rings) > limit:
            break
        new = grid.around(new) & free
        free ^= new
    return Field(tuple(rings))


def _along(grid: Grid, links: Six, new: int, free: int, limit: int | None) -> tuple[int, ...]:
    """The rings along links: `Grid.across`, written out because roads have many rings."""
    east, west, south, north, southwest, northeast = grid.in_shift_order(links)
    stride, skew = grid.stride, grid.stride - 1
    rings = []
    while new:
        rings.append(new)
        if limit is not None and len(rings) > limit:
            break
        new = (
            (new & east) << 1
            | (new & west) >> 1
            | (new & south) << stride
            | (new & north) >> stride
            | (new & southwest) << skew
            | (new & northeast) >> skew
        ) & free
        free ^= new
    return tuple(rings)


def costs_to(costs: Costs, targets: int, limit: int, ban: Sequence[Layer] = ()) -> Reach:
    """What it costs to get from every hex to the nearest target, over hexes that are not banned."""
    return flood(Move(costs.backwards, ban=ban), targets, limit)
