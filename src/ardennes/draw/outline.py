"""Areas of hexes as ground: the union's outline, rounded and made uneven, with every hex centre still on its side."""

from __future__ import annotations

from collections.abc import Collection

from ardennes.hexmap import Grid

from .curves import Line, Point, blur, resample
from .noise import Drift

STEP = 0.085
ROUNDING = 0.22
WOBBLES = ((1.3, 0.26), (5.5, 0.035))  # cycles a hex, hexes
LEASH = 0.36  # a centre lies half a hex from every side, so a point that moves less than that passes none


def edges(grid: Grid, area: Collection[int]) -> list[Line]:
    """The closed outlines of the union of hexes, along hexsides, corner by corner."""
    following: dict[tuple[int, int], tuple[tuple[int, int], Point]] = {}
    for i in area:
        for d, j in enumerate(grid.neighbours(i)):
            if j not in area:
                start, end = (complex(*p) for p in grid.side_ends(i, d))
                following[corner_key(start)] = (corner_key(end), start)
    loops = []
    while following:
        key = next(iter(following))
        loop = []
        while key in following:
            key, point = following.pop(key)
            loop.append(point)
        loops.append(loop)
    return loops


def corner_key(point: Point) -> tuple[int, int]:
    """The same pair of figures for the same corner, however it was reached."""
    return round(point.real * 1000), round(point.imag * 1000)


def organic(grid: Grid, area: Collection[int], drift: Drift) -> list[Line]:
    """The outlines of the area as ground.

    Areas drawn with the same drift meet along their common border.
    """
    return [uneven(loop, drift) for loop in edges(grid, area)]


def uneven(loop: Line, drift: Drift) -> Line:
    """One closed outline rounded and pushed about, no point farther than its leash from where it was."""
    true = resample(loop, STEP, closed=True)
    moved = blur(true, ROUNDING / STEP, closed=True)
    out = []
    for home, point in zip(true, moved, strict=True):
        pushed = point + sum((drift.at(home, cycles) * size for cycles, size in WOBBLES), 0j)
        away = pushed - home
        out.append(home + away * min(1.0, LEASH / abs(away)) if away else home)
    return out
