"""Rivers laid along hexsides: one unbroken chain each, near to the true course, towns on their true bank.

A course is sampled closely; a path of corners is then found (Viterbi) that keeps step with the samples, pays for its
distance from them, and may not cross the wall that stands behind each town on the bank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot, inf

from .frame import XY, Frame, Pull, moved, resampled
from .ground import River
from .net import Net, simple

STEP = 0.12  # hexes between samples of a course
NEAR = 1.5  # hexes; corners farther from a sample are not tried
TURN = 0.12  # what a hexside costs, so that a chain does not wander
ALIEN = 3.0  # what it costs to touch another river before the mouth
WALL = 1.7  # hexes; length of the wall behind a town
MOUTH = 1.3  # hexes; how near its mouth a tributary may end at its river
AWAY = 4.0  # hexes; a river that leaves the board for less than this stays on it
PULL = 1.2  # hexes; how far a demanded hexside draws the course


@dataclass(slots=True)
class Demand:
    """What a game demands of a river: hexsides it runs along, hexsides it shuns, hexes on its left and right bank."""

    through: list[str] = field(default_factory=list)
    shuns: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Task:
    """One river to be laid: samples, what is closed to it, where it may begin and end."""

    samples: list[XY]
    closed: set[str]
    shy: frozenset[int]  # corners of other rivers
    starts: frozenset[int]  # empty: anywhere near the source
    goals: frozenset[int]  # empty: anywhere near the mouth
    through: list[list[int]]  # runs of corners that it must follow


class Rivers:
    """The rivers of one board, laid one after the other, each after the river that it flows into."""

    def __init__(self, frame: Frame, net: Net) -> None:
        self.frame = frame
        self.net = net
        self.paths: dict[str, list[int]] = {}
        self.used: set[str] = set()

    def lay(self, river: River, towns: dict[str, int], demand: Demand) -> list[str]:
        """The chain of hexsides of this river, from source to mouth; empty if it does not touch the board."""
        course = self._course(river, demand)
        inside = self._on_board(course)
        if inside is None:
            return []
        first, last = inside
        samples = course[first:last]
        parent = self.paths.get(river.into or "", [])
        at_mouth = last == len(course)
        task = Task(
            samples,
            self.used | set(demand.shuns) | self._walls(samples, river, towns, demand),
            frozenset(v for path in self.paths.values() for v in path),
            self.net.rim if first > 0 else frozenset(),
            self._near(parent, samples[-1]) if at_mouth else self.net.rim,
            self._runs(demand.through),
        )
        path = simple(self._until(solve(self.net, task), task))
        self.paths[river.name] = path
        sides = self.net.sides(path)
        self.used |= set(sides)
        return sides

    def _course(self, river: River, demand: Demand) -> list[XY]:
        line = self.frame.line(river.course)
        pulls = []
        for run in self._runs(demand.through):
            for u, v in pairwise(run):
                (a, b), (c, d) = self.net.points[u], self.net.points[v]
                middle = (a + c) / 2, (b + d) / 2
                x, y = min(line, key=lambda p: _far(p, middle))
                pulls.append(Pull((x, y), (middle[0] - x, middle[1] - y)))
        return resampled([moved(p, pulls, PULL) for p in line], STEP)

    def _on_board(self, course: Sequence[XY]) -> tuple[int, int] | None:
        """The longest part of the course on the board; where it is off it for a short while only, it goes on."""
        runs: list[list[int]] = []
        for k, point in enumerate(course):
            if self.frame.grid.at(*point) < 0:
                continue
            if runs and (k - runs[-1][1]) * STEP < AWAY:
                runs[-1][1] = k + 1
            else:
                runs.append([k, k + 1])
        if not runs:
            return None
        first, last = max(runs, key=lambda run: run[1] - run[0])
        return first, last

    def _walls(self, samples: Sequence[XY], river: River, towns: dict[str, int], demand: Demand) -> set[str]:
        """The hexsides that would put a town on the wrong bank."""
        index = self.frame.grid.index
        banks = [(towns[name], bank) for name, bank in river.banks.items() if name in towns]
        banks += [(index(h), "left") for h in demand.left] + [(index(h), "right") for h in demand.right]
        closed: set[str] = set()
        for i, bank in banks:
            centre = self.frame.grid.centre(i)
            k = min(range(len(samples)), key=lambda k: _far(samples[k], centre))
            if _far(samples[k], centre) < 2:
                closed |= self._wall(centre, flow(samples, k), bank)
        return closed

    def _wall(self, centre: XY, along: XY, bank: str) -> set[str]:
        sign = WALL if bank == "left" else -WALL
        away = centre[0] + along[1] * sign, centre[1] - along[0] * sign
        return self.net.crossed((centre[0] + 0.011, centre[1] + 0.007), away)

    def _near(self, path: Sequence[int], point: XY) -> frozenset[int]:
        close = [v for v in path if _far(self.net.points[v], point) < MOUTH]
        if path and not close:
            close = [min(path, key=lambda v: _far(self.net.points[v], point))]
        return frozenset(close)

    def _runs(self, sides: Sequence[str]) -> list[list[int]]:
        """Demanded hexsides as runs of corners; hexsides that meet make one run."""
        runs: list[list[int]] = []
        for side in sides:
            u, v = self.net.ends[side]
            if runs and runs[-1][-1] in (u, v):
                runs[-1].append(v if runs[-1][-1] == u else u)
            elif runs and len(runs[-1]) == 2 and runs[-1][0] in (u, v):
                runs[-1].reverse()
                runs[-1].append(v if runs[-1][-1] == u else u)
            else:
                runs.append([u, v])
        return runs

    @staticmethod
    def _until(path: Sequence[int], task: Task) -> list[int]:
        """The path up to the first corner where it may end, for a river that ends in another."""
        if not task.goals or not task.goals <= task.shy:
            return list(path)
        for k, v in enumerate(path):
            if v in task.goals:
                return list(path[: k + 1])
        return list(path)


def solve(net: Net, task: Task) -> list[int]:
    """The path of corners that keeps best step with the samples."""
    walk = _Walk(net, task)
    runs = sorted(((_when(net, task.samples, run), run) for run in task.through), key=lambda pair: pair[0])
    for (first, last), run in runs:
        walk.go(first)
        walk.follow(run, last)
    walk.go(len(task.samples) - 1)
    return walk.best()


def _when(net: Net, samples: Sequence[XY], run: Sequence[int]) -> tuple[int, int]:
    def nearest(v: int, w: int) -> int:
        (a, b), (c, d) = net.points[v], net.points[w]
        middle = (a + c) / 2, (b + d) / 2
        return min(range(len(samples)), key=lambda k: _far(samples[k], middle))

    first, last = nearest(run[0], run[1]), nearest(run[-2], run[-1])
    return min(first, last), max(first, last)


class _Walk:
    """The forward pass: for every corner the cheapest way to stand there at the present sample."""

    def __init__(self, net: Net, task: Task) -> None:
        self.net, self.task = net, task
        self.k = 0
        self.trail: list[tuple[int, int]] = []  # (corner, index of the entry before)
        near = self._close(task.samples[0])
        starts = [v for v in near if v in task.starts] if task.starts else near
        self.cost = {v: self._stand(v) for v in starts}
        self.entry = {v: self._note(v, -1) for v in starts}

    def _close(self, sample: XY) -> list[int]:
        x, y = sample
        return [v for v, (a, b) in enumerate(self.net.points) if abs(a - x) < NEAR and abs(b - y) < NEAR]

    def _stand(self, v: int) -> float:
        sample = self.task.samples[self.k]
        square = _far(self.net.points[v], sample) ** 2
        mouth = v in self.task.goals and _far(sample, self.task.samples[-1]) < MOUTH
        return square + (ALIEN if v in self.task.shy and not mouth else 0)

    def _note(self, v: int, before: int) -> int:
        self.trail.append((v, before))
        return len(self.trail) - 1

    def go(self, until: int) -> None:
        """Advance sample by sample, along at most one hexside each time."""
        while self.k < until:
            self.k += 1
            cost, came = dict(self.cost), dict.fromkeys(self.cost, -1)
            for u, paid in self.cost.items():
                for v, side in self.net.edges[u]:
                    if side not in self.task.closed and paid + TURN < cost.get(v, inf):
                        cost[v], came[v] = paid + TURN, u
            sample = self.task.samples[self.k]
            near = {v: paid for v, paid in cost.items() if _far(self.net.points[v], sample) < NEAR + 1}
            self.cost = {v: paid + self._stand(v) for v, paid in near.items()}
            entry = self.entry
            self.entry = {v: entry[v] if came[v] < 0 else self._note(v, entry[came[v]]) for v in near}

    def follow(self, run: Sequence[int], until: int) -> None:
        """Walk a demanded run of corners, from whichever end is cheaper to stand at."""
        ends = [(self.cost.get(v, inf), way) for v, way in ((run[0], list(run)), (run[-1], list(run)[::-1]))]
        paid, way = min(ends, key=lambda end: end[0])
        if paid == inf:
            raise ValueError(f"No river reaches the hexsides {self.net.sides(run)}.")
        at = self.entry[way[0]]
        for v in way[1:]:
            at = self._note(v, at)
        self.cost, self.entry = {way[-1]: paid}, {way[-1]: at}
        self.k = max(self.k, until)

    def best(self) -> list[int]:
        """The cheapest path to a corner where the river may end."""
        goals = [v for v in self.cost if v in self.task.goals] or list(self.cost)
        at = self.entry[min(goals, key=lambda v: (self.cost[v], v))]
        path = []
        while at >= 0:
            v, at = self.trail[at]
            path.append(v)
        return path[::-1]


def flow(samples: Sequence[XY], k: int) -> XY:
    """The direction of the stream at a sample, taken over about a hex, as a unit vector."""
    reach = round(0.5 / STEP)
    (x0, y0), (x1, y1) = samples[max(0, k - reach)], samples[min(len(samples) - 1, k + reach)]
    length = hypot(x1 - x0, y1 - y0) or 1.0
    return (x1 - x0) / length, (y1 - y0) / length


def in_order(rivers: Iterable[River]) -> list[River]:
    """Every river after the one that it flows into, otherwise as given."""
    waiting, found = list(rivers), []
    while waiting:
        names = {river.name for river in waiting}
        ready = [river for river in waiting if river.into not in names]
        found += ready
        waiting = [river for river in waiting if river.into in names]
    return found


def _far(a: XY, b: XY) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
