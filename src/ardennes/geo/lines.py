"""Lines between hexes: the front of 16 December, and what lies on one side of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot

from ardennes.hexmap import Grid

from .frame import XY, Frame, resampled
from .ground import Ground
from .net import Net, simple
from .rivers import STEP, Rivers, Task, flow, solve

BESIDE = 0.4  # hexes; a front so near to a river followed it
FRONT_RIVERS = ("Our", "Sauer", "Rur")
WALL = 1.2


def front(
    frame: Frame, net: Net, rivers: Rivers, ground: Ground, german: Sequence[str], allied: Sequence[str]
) -> list[str]:
    """The start line as a chain of hexsides, along the frontier rivers where they carried it."""
    near = _beside(frame, rivers, ground)
    samples = [near(p) for p in resampled(frame.line(ground.start_line()), STEP)]
    on = [k for k, p in enumerate(samples) if frame.grid.at(*p) >= 0]
    samples = samples[on[0] : on[-1] + 1]
    closed: set[str] = set()
    for names, sign in ((german, WALL), (allied, -WALL)):
        for name in names:
            closed |= _wall(frame, net, samples, name, sign)
    task = Task(samples, closed, frozenset(), net.rim, net.rim, [])
    return net.sides(simple(solve(net, task)))


def _wall(frame: Frame, net: Net, samples: Sequence[XY], name: str, sign: float) -> set[str]:
    """The hexsides by which the front would pass on the wrong side of a hex."""
    x, y = frame.grid.centre(frame.grid.index(name))
    k = min(range(len(samples)), key=lambda k: _far(samples[k], (x, y)))
    along = flow(samples, k)
    return net.crossed((x + 0.011, y + 0.007), (x + along[1] * sign, y - along[0] * sign))


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


def _far(a: XY, b: XY) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


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
