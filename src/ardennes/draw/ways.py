"""Roads and trails: smooth lines through one anchor a hex, so that they always join."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from .curves import Line, Point, crossing, spline
from .land import Land
from .noise import Drift
from .water import Course

STEP = 0.09
REACH = 0.20  # an anchor lies at most so far from the centre of its hex
STRAIGHT = 0.2  # the cosine below which two roads do not run on into each other
GATE = 0.15  # a road crosses a hexside at most so far from its middle
BEYOND = 0.36  # how far a road runs on past the edge

KINDS = {"road main": "main", "road": "secondary", "trail": "trail"}
RANK = {"main": 0, "secondary": 1, "trail": 2}

End = tuple[int, int]  # a hex and the direction in which a link leaves it


@dataclass(frozen=True, slots=True)
class Way:
    """A stretch of road that runs through without a corner."""

    kind: str
    line: Line
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bridge:
    """Where a road crosses water."""

    at: Point
    along: Point  # the unit vector of the road
    width: float  # of the water, px at 54 px a hex
    blown: bool


class Roads:
    """The links of a board as lines."""

    def __init__(self, land: Land) -> None:
        self.land = land
        self.kind: dict[str, str] = {side: KINDS[way] for side, way in land.board.ways.items()}
        self.ends: dict[int, list[int]] = defaultdict(list)
        for side in self.kind:
            i, d = land.grid.parse_side(side)
            self.ends[i].append(d)
            j = land.grid.neighbours(i)[d]
            if j >= 0:
                self.ends[j].append((d + 3) % 6)
        self.towns = _town_anchors(land)
        self.anchor = self._anchors()
        self.through = self._pairs()
        self.ways = self._ways()

    def _side(self, end: End) -> str:
        return self.land.grid.side(*end)

    def _other(self, end: End) -> End | None:
        i, d = end
        j = self.land.grid.neighbours(i)[d]
        return (j, (d + 3) % 6) if j >= 0 else None

    # Anchors

    def _anchors(self) -> dict[int, Point]:
        """Towns stand where they are; elsewhere a road pulls its points into line, as far as the leash allows."""
        drift = Drift(5)
        fixed = self.towns
        at = {i: fixed.get(i, self.land.centre[i]) for i in self.ends}
        for _ in range(12):
            for i, ways in self.ends.items():
                if i in fixed:
                    continue
                around = [self._far(at, (i, d)) for d in ways]
                pull = sum(around, 0j) / len(around) if len(ways) > 1 else at[i]
                at[i] = _near(self.land.centre[i], (at[i] + pull) / 2, REACH)
        for i in at:
            if i not in fixed:
                at[i] = _near(self.land.centre[i], at[i] + 0.07 * drift.at(at[i], 0.8), REACH)
        return at

    def _far(self, at: dict[int, Point], end: End) -> Point:
        other = self._other(end)
        if other is not None:
            return at[other[0]]
        return self._exit(end)

    def _exit(self, end: End) -> Point:
        a, b = (complex(*p) for p in self.land.grid.side_ends(*end))
        middle = (a + b) / 2
        return middle + (middle - self.land.centre[end[0]]) * (BEYOND / 0.5)

    # Which roads run through

    def _pairs(self) -> dict[End, End]:
        """At a fork the straightest pair runs through, roads of one kind before others."""
        through: dict[End, End] = {}
        for i, ways in self.ends.items():
            free = set(ways)
            for _, a, b in sorted(self._choices(i, ways)):
                if a in free and b in free:
                    free -= {a, b}
                    through[(i, a)] = (i, b)
                    through[(i, b)] = (i, a)
        return through

    def _choices(self, i: int, ways: Sequence[int]) -> list[tuple[float, int, int]]:
        found = []
        for a, b in combinations(sorted(ways), 2):
            u, v = self._far(self.anchor, (i, a)) - self.anchor[i], self._far(self.anchor, (i, b)) - self.anchor[i]
            bend = (u.conjugate() * v).real / (abs(u) * abs(v))
            ranks = [RANK[self.kind[self._side((i, d))]] for d in (a, b)]
            if -bend > STRAIGHT or len(ways) == 2:
                found.append((bend + 0.6 * abs(ranks[0] - ranks[1]) + 0.1 * sum(ranks), a, b))
        return found

    # Lines

    def _ways(self) -> list[Way]:
        left = {(i, d) for i, ways in self.ends.items() for d in ways}
        order = sorted(left, key=lambda end: (self.land.grid.order(end[0]), end[1]))
        outer = [end for end in order if self._other(end) is None]
        inner = [end for end in order if not self._runs_on(end)]
        ways = [self._way_in(end, left) for end in outer if end in left]
        return ways + [self._way(start, left) for start in [*inner, *order] if start in left]

    def _runs_on(self, end: End) -> bool:
        """Whether a road of the same kind runs on through the hex."""
        partner = self.through.get(end)
        return partner is not None and self.kind[self._side(partner)] == self.kind[self._side(end)]

    def _way_in(self, edge: End, left: set[End]) -> Way:
        """A road from where it comes onto the board."""
        left.discard(edge)
        points = [self._exit(edge), self._exit(edge), *self._gate(edge), self.anchor[edge[0]]]
        return self._follow(edge, points, self.through[edge] if self._runs_on(edge) else None, left)

    def _way(self, start: End, left: set[End]) -> Way:
        """A road from a hex where it begins."""
        return self._follow(start, [self._ghost(start), self.anchor[start[0]]], start, left)

    def _follow(self, start: End, points: list[Point], end: End | None, left: set[End]) -> Way:
        kind = self.kind[self._side(start)]
        hexes = [start[0]]
        ghost = self._ghost(start)
        while end is not None and end in left:
            left.discard(end)
            points += self._gate(end)
            other = self._other(end)
            if other is None:
                points += [self._exit(end)] * 2
                return Way(kind, _drawn(points), tuple(hexes))
            left.discard(other)
            hexes.append(other[0])
            points.append(self.anchor[other[0]])
            end = self.through[other] if self._runs_on(other) else None
            ghost = self._ghost(other)
        return Way(kind, _drawn([*points, ghost]), tuple(hexes))

    def _ghost(self, end: End) -> Point:
        """A point beyond the end of a line, which makes it leave in the direction of the road that goes on."""
        partner = self.through.get(end)
        if partner is None:
            return self.anchor[end[0]]
        return self._far(self.anchor, partner)

    def _gate(self, end: End) -> list[Point]:
        """A point on the hexside, if the straight way would cross too far from its middle."""
        a, b = (complex(*p) for p in self.land.grid.side_ends(*end))
        here, there = self.anchor[end[0]], self._far(self.anchor, end)
        middle = (a + b) / 2
        cut = crossing(here, there, a, b)
        if cut is not None and abs(cut - middle) <= GATE:
            return []
        toward = a if cut is None or abs(cut - a) < abs(cut - b) else b
        return [_near(middle, toward, GATE if cut is not None else 0.0)]


def _drawn(points: list[Point]) -> Line:
    """The spline through all but the first and last point, which only bend its ends."""
    before, after = points[0], points[-1]
    body = points[1:-1]
    line = spline([*([before] if before != body[0] else []), *body, *([after] if after != body[-1] else [])], STEP)
    start = _index(line, body[0]) if before != body[0] else 0
    stop = _index(line, body[-1], start) if after != body[-1] else len(line) - 1
    return line[start : stop + 1]


def _index(line: Line, point: Point, start: int = 0) -> int:
    found = [k for k in range(start, len(line)) if abs(line[k] - point) < 1e-9]
    return found[0] if start == 0 else found[-1]


def _near(centre: Point, point: Point, reach: float) -> Point:
    gap = point - centre
    return point if abs(gap) <= reach else centre + gap * (reach / abs(gap))


def _town_anchors(land: Land) -> dict[int, Point]:
    """The chief place of each hex, where it truly lies but never far from the centre."""
    chief: dict[int, tuple[int, Point]] = {}
    for place in land.board.places:
        here = land.centre[place.hex]
        if place.lon is not None and place.lat is not None:
            here = _near(here, land.plane(complex(place.lon, place.lat)), REACH)
        if place.hex not in chief or place.rank > chief[place.hex][0]:
            chief[place.hex] = (place.rank, here)
    return {i: point for i, (_, point) in chief.items()}


def bridges(land: Land, roads: Roads, water: Sequence[Course]) -> list[Bridge]:
    """A bridge wherever a road crosses water, and on every hexside that the board says has one."""
    index = _Segments(water)
    wanted = {side for side, words in land.board.hexsides.items() if "bridge" in words}
    wanted |= {side for side in land.board.ways if land.is_water(side)}
    found = []
    for side in sorted(wanted):
        a, b = land.ends(side)
        middle = (a + b) / 2
        blown = "blown" in land.board.hexsides.get(side, ())
        met = [hit for way in roads.ways for hit in index.meet(way.line, middle)]
        if met:
            at, along, width = min(met, key=lambda hit: abs(hit[0] - middle))
        else:
            at, along, width = middle, (b - a) * 1j / abs(b - a), 3.0
        found.append(Bridge(at, along, width, blown))
    return found


class _Segments:
    """The parts of all rivers, found by place."""

    SIZE = 0.5

    def __init__(self, water: Sequence[Course]) -> None:
        self.cells: dict[tuple[int, int], list[tuple[Point, Point, float]]] = defaultdict(list)
        for course in water:
            for (a, b), width in zip(pairwise(course.line), course.widths, strict=False):
                self.cells[self._cell((a + b) / 2)].append((a, b, width))

    def _cell(self, point: Point) -> tuple[int, int]:
        return round(point.real / self.SIZE), round(point.imag / self.SIZE)

    def meet(self, line: Line, near: Point) -> list[tuple[Point, Point, float]]:
        """Where the line crosses water within half a hex of a point: place, direction of the line, width."""
        x, y = self._cell(near)
        parts = [part for u in (-1, 0, 1) for v in (-1, 0, 1) for part in self.cells.get((x + u, y + v), ())]
        found = []
        for c, d in pairwise(line):
            if abs(c - near) > 0.5:
                continue
            for a, b, width in parts:
                point = crossing(c, d, a, b)
                if point is not None and c != d:
                    found.append((point, (d - c) / abs(d - c), width))
        return found
