"""The mean front: how often each hex was whose, the line between, and the true front of the day to set beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ardennes.draw.atlas import atlas
from ardennes.draw.curves import Line, Point, inside
from ardennes.hexmap import Board, Grid

FAR_NORTH, FAR_SOUTH, FAR_EAST = 52.0, 48.0, 9.0  # degrees, well beyond every map
Edge = tuple[int, int]  # two neighbouring hexes


def frequencies(board: Board, masks: Sequence[int]) -> dict[int, float]:
    """In which share of the masks each hex is."""
    counts = dict.fromkeys(board, 0)
    for mask in masks:
        for i in board.grid.bits(mask):
            counts[i] += 1
    return {i: count / len(masks) for i, count in counts.items()}


def softened(grid: Grid, values: Mapping[int, float]) -> dict[int, float]:
    """Each value half its own and half the mean of its neighbours', so that a lone hex makes no dent in a line."""
    found = {}
    for i in grid:
        around = [values[j] for j in grid.neighbours(i) if j >= 0]
        found[i] = (values[i] + sum(around) / len(around)) / 2 if around else values[i]
    return found


def contour(grid: Grid, values: Mapping[int, float], level: float = 0.5) -> list[list[Point]]:
    """The lines along which a value that is known at the centres of the hexes passes a level, in plane points.

    Between three neighbouring centres the value changes evenly. Lines end only at the edge of the board.
    """
    segments = list(_segments(grid, values, level))
    return [[_crossing(grid, values, level, edge) for edge in chain] for chain in _chains(segments)]


def _segments(grid: Grid, values: Mapping[int, float], level: float) -> Iterable[tuple[Edge, Edge]]:
    """In each triangle of neighbouring hexes that the line crosses: the two edges at which it does."""
    for i in grid:
        around = grid.neighbours(i)
        for d in range(6):
            j, k = around[d], around[(d + 1) % 6]
            if j < 0 or k < 0 or not i < min(j, k):
                continue
            cut = [_edge(a, b) for a, b in ((i, j), (j, k), (k, i)) if (values[a] > level) != (values[b] > level)]
            if cut:
                yield cut[0], cut[1]


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def _crossing(grid: Grid, values: Mapping[int, float], level: float, edge: Edge) -> Point:
    a, b = edge
    share = (level - values[a]) / (values[b] - values[a])
    start, end = complex(*grid.centre(a)), complex(*grid.centre(b))
    return start + share * (end - start)


def _chains(segments: Sequence[tuple[Edge, Edge]]) -> list[list[Edge]]:
    """Segments joined at their ends into lines as long as they go: open ones first, then rings."""
    joins: dict[Edge, list[Edge]] = {}
    for a, b in segments:
        joins.setdefault(a, []).append(b)
        joins.setdefault(b, []).append(a)
    ends = [edge for edge, others in joins.items() if len(others) == 1]
    found = []
    for start in [*ends, *joins]:
        if not joins.get(start):
            continue
        chain = [start]
        while joins[chain[-1]]:
            here = chain[-1]
            there = joins[here].pop()
            joins[there].remove(here)
            chain.append(there)
        found.append(chain)
    return found


# ---- history ----


def true_front(day: str) -> list[Line]:
    """The true front of a day (year-month-day) with its pockets, in degrees; empty if the day is not known."""
    try:
        return atlas().front(day)
    except ValueError:
        return []


def known_days() -> list[str]:
    """The days whose front is known, in order."""
    return sorted({front.first for front in atlas().fronts if not front.pocket})


def true_ground(board: Board, day: str) -> int | None:
    """The hexes east of the true front of a day, as a mask; None if the day is not known.

    A pocket belongs to those who do not hold the ground round it.
    """
    lines = true_front(day)
    if not lines:
        return None
    front = max(lines, key=len)
    area = [complex(front[0].real, FAR_NORTH), *front, complex(front[-1].real, FAR_SOUTH),
            complex(FAR_EAST, FAR_SOUTH), complex(FAR_EAST, FAR_NORTH)]  # fmt: skip
    places = {i: complex(*board.lonlat(i)) for i in board}
    east = board.grid.mask(i for i, at in places.items() if inside([area], at))
    for pocket in lines:
        if pocket is not front:
            held = board.grid.mask(i for i, at in places.items() if inside([pocket], at))
            middle = sum(pocket) / len(pocket)
            east = east & ~held if inside([area], middle) else east | held
    return east
