"""Lines between hexes: the front of 16 December, and what lies on one side of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot

import shapely

from ardennes.hexmap import Grid

from .frame import XY, Frame, resampled
from .ground import Ground
from .rivers import STEP, Rivers

BESIDE = 0.4  # hexes; a front so near to a river followed it
FRONT_RIVERS = ("Our", "Sauer", "Rur")
FAR = 500.0


def east_of_front(frame: Frame, rivers: Rivers, ground: Ground) -> set[int]:
    """The hexes whose centre lies behind the German line; where a frontier river carried it, as that river is laid."""
    near = _beside(frame, rivers, ground)
    line = [near(p) for p in resampled(frame.line(ground.start_line()), STEP)]
    area = shapely.Polygon([*line, (FAR, line[-1][1]), (FAR, line[0][1])]).buffer(0)
    return {i for i in frame.grid if shapely.contains_xy(area, *frame.grid.centre(i))}


def _beside(frame: Frame, rivers: Rivers, ground: Ground) -> Callable[[XY], XY]:
    """A function that moves a point of the front onto the laid river, where the true front ran along the true one."""
    pairs = []
    for name in FRONT_RIVERS:
        if path := rivers.paths.get(name):
            laid = resampled([rivers.net.points[v] for v in path], STEP)
            pairs.append((resampled(frame.line(ground.rivers[name].course), STEP), laid))

    def near(p: XY) -> XY:
        for true, laid in pairs:
            if min(_far(p, q) for q in true) < BESIDE:
                return min(laid, key=lambda q: _far(p, q))
        return p

    return near


def beyond(grid: Grid, line: Iterable[str], seed: Iterable[int]) -> set[int]:
    """Every hex that can be reached from the seed without crossing the line."""
    shut = set(line)
    found = set(seed)
    todo = list(found)
    while todo:
        i = todo.pop()
        for d, j in enumerate(grid.neighbours(i)):
            if j >= 0 and j not in found and grid.side(i, d) not in shut:
                found.add(j)
                todo.append(j)
    return found


def between(grid: Grid, inside: set[int]) -> list[str]:
    """The hexsides between a set of hexes and the rest of the board."""
    return [
        grid.side(i, d) for i in sorted(inside) for d, j in enumerate(grid.neighbours(i)) if j >= 0 and j not in inside
    ]


def _far(a: XY, b: XY) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
