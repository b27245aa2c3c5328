"""Sets of hexsides: six masks, the mask of direction d holding the hexes whose side d belongs to the set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from .grid import Grid, Six


def sides_named(grid: Grid, names: Iterable[str]) -> Six:
    """The hexsides with these names, seen from both hexes; raise `BoardError` for a name that is none."""
    masks = [0] * 6
    for name in names:
        i, d = grid.parse_side(name)
        j = grid.neighbours(i)[d]
        masks[d] |= 1 << i
        if j >= 0:
            masks[(d + 3) % 6] |= 1 << j
    return _six(masks)


def sides_of(grid: Grid, mask: int) -> Six:
    """Every hexside of these hexes, seen from both hexes."""
    return _six(mask | grid.shift(mask, (d + 3) % 6) for d in range(6))


def sides_between(grid: Grid, mask: int, other: int) -> Six:
    """The hexsides that have a hex of one set on one side and a hex of the other set on the other."""
    towards = ((grid.shift(other, (d + 3) % 6), grid.shift(mask, (d + 3) % 6)) for d in range(6))
    return _six(mask & to_other | other & to_mask for to_other, to_mask in towards)


def sides_or(*sixes: Six) -> Six:
    """The hexsides that belong to any of the sets."""
    masks = [0] * 6
    for six in sixes:
        for d in range(6):
            masks[d] |= six[d]
    return _six(masks)


def sides_and(one: Six, other: Six) -> Six:
    """The hexsides that belong to both sets."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return a & p, b & q, c & r, d & s, e & t, f & u


def sides_minus(one: Six, other: Six) -> Six:
    """The hexsides of the first set that do not belong to the second."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other  # a ^ (a & p) is a & ~p, in a third of the time
    return a ^ (a & p), b ^ (b & q), c ^ (c & r), d ^ (d & s), e ^ (e & t), f ^ (f & u)


def sides_all(grid: Grid) -> Six:
    """Every hexside of the board."""
    return _six([grid.all] * 6)


def exits(grid: Grid, six: Six) -> Six:
    """One-way hexsides: from "left across side d" to "entered across side d", which is how `Costs` reads them."""
    return _six(grid.shift(six[(d + 3) % 6], (d + 3) % 6) for d in range(6))


def _six(masks: Iterable[int]) -> Six:
    return cast(Six, tuple(masks))
