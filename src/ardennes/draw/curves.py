"""Points and lines of the plane. A point is a complex number: x to the east, y to the south."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = complex
Line = list[Point]


def length(line: Sequence[Point]) -> float:
    """The length of an open line."""
    return sum(abs(b - a) for a, b in pairwise(line))


def resample(line: Sequence[Point], step: float, *, closed: bool = False) -> Line:
    """The same line with points about `step` apart; both ends of an open line are kept.

    A closed line is given and returned without its first point repeated at the end.
    """
    points = [*line, line[0]] if closed else list(line)
    total = length(points)
    if total == 0:
        return points[:1]
    count = max(8 if closed else 1, round(total / step))
    gap = total / count
    out = [points[0]]
    walked, due = 0.0, gap
    for a, b in pairwise(points):
        span = abs(b - a)
        while span and walked + span >= due - 1e-9 and len(out) < count:
            out.append(a + (b - a) * ((due - walked) / span))
            due += gap
        walked += span
    if not closed:
        out.append(points[-1])
    return out


def blur(line: Sequence[Point], sigma: float, *, closed: bool = False) -> Line:
    """The line rounded by a bell curve of `sigma` points; an open line keeps its ends."""
    reach = max(1, math.ceil(3 * sigma))
    weights = [math.exp(-((k / sigma) ** 2) / 2) for k in range(-reach, reach + 1)]
    total = sum(weights)
    weights = [w / total for w in weights]
    n = len(line)
    if closed:
        padded = [line[i % n] for i in range(-reach, n + reach)]
    else:
        head = [2 * line[0] - line[min(k, n - 1)] for k in range(reach, 0, -1)]
        tail = [2 * line[-1] - line[max(n - 1 - k, 0)] for k in range(1, reach + 1)]
        padded = [*head, *line, *tail]
    span = len(weights)
    return [sum((w * p for w, p in zip(weights, padded[i : i + span], strict=True)), 0j) for i in range(n)]


def nearest(line: Sequence[Point], point: Point) -> Point:
    """The point of the line that lies closest to `point`."""
    best, found = math.inf, line[0]
    for a, b in pairwise(line):
        side = b - a
        size = abs(side) ** 2
        t = 0.0 if size == 0 else min(1.0, max(0.0, ((point - a) * side.conjugate()).real / size))
        foot = a + side * t
        gap = abs(point - foot)
        if gap < best:
            best, found = gap, foot
    return found if len(line) > 1 else line[0]


def distance(line: Sequence[Point], point: Point) -> float:
    """How far `point` lies from the line."""
    return abs(nearest(line, point) - point)


def inside(loops: Sequence[Sequence[Point]], point: Point) -> bool:
    """Whether the point lies in the area that the closed loops bound (even-odd)."""
    x, y = point.real, point.imag
    odd = False
    for loop in loops:
        previous = loop[-1]
        for current in loop:
            y0, y1 = previous.imag, current.imag
            if (y0 > y) != (y1 > y) and x < previous.real + (current.real - previous.real) * (y - y0) / (y1 - y0):
                odd = not odd
            previous = current
    return odd


def directions(line: Sequence[Point]) -> Line:
    """The unit vector along the line at each of its points."""
    out = []
    last = len(line) - 1
    for i in range(len(line)):
        v = line[min(i + 1, last)] - line[max(i - 1, 0)]
        out.append(v / abs(v) if v else 1 + 0j)
    return out


def shifted(line: Sequence[Point], offset: float) -> Line:
    """The line moved sideways: to its left, as one walks along it with north up, if `offset` is positive."""
    return [p + t * -1j * offset for p, t in zip(line, directions(line), strict=True)]


def spline(points: Sequence[Point], step: float) -> Line:
    """A smooth line through all points (centripetal Catmull-Rom), sampled about every `step`."""
    if len(points) < 3:
        return resample(points, step)
    ends = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
    out = [points[0]]
    for p0, p1, p2, p3 in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        count = max(1, round(abs(p2 - p1) / step))
        out += [_knot(p0, p1, p2, p3, k / count) for k in range(1, count + 1)]
    return out


def _knot(p0: Point, p1: Point, p2: Point, p3: Point, u: float) -> Point:
    t1 = math.sqrt(max(abs(p1 - p0), 1e-6))
    t2 = t1 + math.sqrt(max(abs(p2 - p1), 1e-6))
    t3 = t2 + math.sqrt(max(abs(p3 - p2), 1e-6))
    t = t1 + (t2 - t1) * u
    a1 = p0 + (p1 - p0) * (t / t1)
    a2 = p1 + (p2 - p1) * ((t - t1) / (t2 - t1))
    a3 = p2 + (p3 - p2) * ((t - t2) / (t3 - t2))
    b1 = a1 + (a2 - a1) * (t / t2)
    b2 = a2 + (a3 - a2) * ((t - t1) / (t3 - t1))
    return b1 + (b2 - b1) * ((t - t1) / (t2 - t1))


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the segments ab and cd meet, or None."""
    u, v, w = b - a, d - c, c - a
    det = (u.conjugate() * v).imag
    if abs(det) < 1e-12:
        return None
    t = (w.conjugate() * v).imag / det
    s = (w.conjugate() * u).imag / det
    return a + u * t if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= s <= 1 + 1e-9 else None


def crossings(line: Sequence[Point], other: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Where two lines meet, each with the unit vector of the first line there."""
    found = []
    boxes = [
        (min(c.real, d.real), max(c.real, d.real), min(c.imag, d.imag), max(c.imag, d.imag), c, d)
        for c, d in pairwise(other)
    ]
    for a, b in pairwise(line):
        x0, x1 = (a.real, b.real) if a.real < b.real else (b.real, a.real)
        y0, y1 = (a.imag, b.imag) if a.imag < b.imag else (b.imag, a.imag)
        for u0, u1, v0, v1, c, d in boxes:
            if u0 > x1 or u1 < x0 or v0 > y1 or v1 < y0:
                continue
            point = crossing(a, b, c, d)
            if point is not None and b != a:
                found.append((point, (b - a) / abs(b - a)))
    return found
