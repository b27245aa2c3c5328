"""Rivers: along their hexsides, rounded, with a slight meander, wider downstream, joined where they meet."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .curves import Line, Point, blur, directions, nearest, resample
from .land import Land
from .noise import Noise
from .outline import corner_key

STEP = 0.07
ROUNDING = 0.17
MEANDER = 0.05
LEASH = 0.095  # a river never leaves its hexsides by more than a tenth of a hex

WIDTHS = {  # px at 54 px a hex: at the source, at the mouth
    "wide": (4.6, 6.4),
    "river": (1.7, 4.0),
    "ford": (1.0, 2.4),
    "stream": (0.5, 1.25),
}
FULL_LENGTH = 26.0  # hexes after which a river is as wide as it gets


@dataclass(frozen=True, slots=True)
class Course:
    """A stretch of water as it is drawn."""

    name: str
    rank: int  # 3 the widest, 1 a stream
    line: Line
    widths: list[float]  # px at 54 px a hex, one a point
    sides: tuple[str, ...]

    @property
    def broad(self) -> bool:
        """Whether it is drawn with a light in its water."""
        return max(self.widths) > 3.0


def courses(land: Land) -> list[Course]:
    """Every river of the board, the large ones first, then hexsides of water that no river names."""
    net = _Net(land)
    rivers = sorted(land.board.rivers, key=lambda r: (-r.width, -len(r.sides)))
    for river in rivers:
        net.add(river.name, river.width, river.sides)
    loose = [side for side in land.board.hexsides if land.is_water(side) and side not in net.drawn]
    for chain in chains(land, loose):
        net.add("", 2, chain)
    return net.courses


class _Net:
    """The water drawn so far, and where later rivers join it."""

    def __init__(self, land: Land) -> None:
        self.land = land
        self.noise = Noise(11)
        self.drawn: set[str] = set()
        self.joints: dict[tuple[int, int], Point] = {}
        self.courses: list[Course] = []

    def add(self, name: str, rank: int, sides: Sequence[str]) -> None:
        """Draw the hexsides of a river that no other river has drawn."""
        before = 0
        for fresh, run in _runs(sides, self.drawn):
            if fresh:
                self._draw(name, rank, run, before)
            before += len(run)
        self.drawn.update(sides)

    def _draw(self, name: str, rank: int, sides: tuple[str, ...], before: int) -> None:
        for corners in self.land.chain(sides):
            line = self._shape(corners)
            widths = self._widths(rank, sides, before, line)
            self.courses.append(Course(name, rank, line, widths, sides))
            for corner in corners:
                self.joints.setdefault(corner_key(corner), nearest(line, corner))

    def _shape(self, corners: list[Point]) -> Line:
        true = resample(corners, STEP)
        line = blur(true, ROUNDING / STEP)
        along = directions(line)
        last = len(line) - 1
        out = []
        for k, (home, point, way) in enumerate(zip(true, line, along, strict=True)):
            free = min(1.0, k * STEP / 0.4, (last - k) * STEP / 0.4)
            room = max(0.0, LEASH - 0.02 - abs(point - home))
            sway = self.noise(home.real * 1.9, home.imag * 1.9) * MEANDER * free
            out.append(_leashed(corners, point + way * 1j * max(-room, min(room, sway))))
        return self._join(corners, out)

    def _join(self, corners: list[Point], line: Line) -> Line:
        """Bend the ends onto the water that they meet."""
        reach = max(1, round(0.35 / STEP))
        out = list(line)
        for at_end, corner in ((False, corners[0]), (True, corners[-1])):
            joint = self.joints.get(corner_key(corner))
            if joint is None:
                continue
            gap = joint - corner
            for k in range(min(reach, len(out))):
                index = len(out) - 1 - k if at_end else k
                out[index] = _leashed(corners, out[index] + gap * (1 - k / reach))
            out[-1 if at_end else 0] = joint
        return out

    def _widths(self, rank: int, sides: tuple[str, ...], before: int, line: Line) -> list[float]:
        per_side = [self._width(rank, side, before + k) for k, side in enumerate(sides)]
        last = len(line) - 1
        spread = [complex(per_side[min(len(per_side) - 1, k * len(per_side) // (last or 1))]) for k in range(last + 1)]
        return [w.real for w in blur(spread, 0.5 / STEP)]

    def _width(self, rank: int, side: str, way: int) -> float:
        words = self.land.board.hexsides.get(side, ())
        if "meuse" in words or (rank == 3 and "river" in words):
            kind = "wide"
        elif "river" in words:
            kind = "river"
        else:
            kind = "ford" if "ford" in words or rank == 3 else "stream"
        thin, thick = WIDTHS[kind]
        return thin + (thick - thin) * math.sqrt(min(1.0, way * 0.577 / FULL_LENGTH))


def _leashed(corners: Sequence[Point], point: Point) -> Point:
    home = nearest(corners, point)
    gap = point - home
    return point if abs(gap) <= LEASH else home + gap * (LEASH / abs(gap))


def _runs(sides: Sequence[str], drawn: set[str]) -> Iterator[tuple[bool, tuple[str, ...]]]:
    run: list[str] = []
    for side in sides:
        if run and (side in drawn) != (run[-1] in drawn):
            yield run[-1] not in drawn, tuple(run)
            run = []
        run.append(side)
    if run:
        yield run[-1] not in drawn, tuple(run)


def chains(land: Land, sides: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Loose hexsides put together into lines as long as possible, from end to end."""
    at: dict[tuple[int, int], list[str]] = defaultdict(list)
    for side in sides:
        for end in land.ends(side):
            at[corner_key(end)].append(side)
    left = dict.fromkeys(sides)
    tips = [side for side in sides if any(len(at[corner_key(end)]) == 1 for end in land.ends(side))]
    for start in [*tips, *sides]:
        if start not in left:
            continue
        a, b = (corner_key(end) for end in land.ends(start))
        corner = b if len(at[a]) == 1 or len(at[b]) > 1 else a
        chain = [start]
        del left[start]
        while onward := [side for side in at[corner] if side in left]:
            side = onward[0]
            del left[side]
            chain.append(side)
            a, b = (corner_key(end) for end in land.ends(side))
            corner = b if a == corner else a
        yield tuple(chain)
