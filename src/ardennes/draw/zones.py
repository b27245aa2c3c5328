"""Stretches of the edge by which somebody comes on: brackets outside the board, each with its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ardennes.hexmap import Board

from .boxes import Rect
from .curves import Point
from .metrics import LABEL, text_width
from .rectangle import Frame
from .scale import HOME, Scale
from .svg import Pen, group, number, tag, text
from .theme import HALO, INK

SIZE = 11.5  # px of the letters at home
CLEAR = 0.98  # hexes from the outermost centre to the first bracket: past the hexside and the roads that run on
LANE = 0.46  # hexes from one bracket to the next
HALF = 0.42  # hexes that a bracket reaches beyond the centres of its outermost hexes
TICK = 0.13
SMALL = ("and", "of", "north", "south", "east", "west")
ROOM = 1.35  # letters take more of a hex in a far view


@dataclass(frozen=True, slots=True)
class Zone:
    """A bracket along the edge, in plane units."""

    label: str
    out: Point  # the way off the board: 1, -1, 1j or -1j
    first: Point
    last: Point

    @property
    def middle(self) -> Point:
        """Half-way between its ends."""
        return (self.first + self.last) / 2


def find(board: Board, centre: Mapping[int, Point]) -> list[Zone]:
    """The armies and entries of a board that are stretches of its edge; where two overlap, one lies outside."""
    found: list[Zone] = []
    lanes: dict[tuple[Point, int], list[tuple[float, float]]] = {}
    for label, hexes in sorted(_stretches(board), key=lambda entry: len(entry[1])):
        out = _outward(board, hexes, centre)
        if out is None:
            continue
        along = out * 1j if (out * 1j).real + (out * 1j).imag > 0 else out * -1j
        spots = [_dot(centre[i], along) for i in hexes]
        a, b = min(spots) - HALF, max(spots) + HALF
        half = max(b - a, text_width(label, LABEL, SIZE) * ROOM / HOME + 0.2) / 2
        span = ((a + b) / 2 - half, (a + b) / 2 + half)
        lane = 0
        while any(span[0] < end and start < span[1] for start, end in lanes.get((out, lane), ())):
            lane += 1
        lanes.setdefault((out, lane), []).append(span)
        far = out * (max(_dot(at, out) for at in centre.values()) + CLEAR + lane * LANE)
        found.append(Zone(label, out, far + along * a, far + along * b))
    return found


def _stretches(board: Board) -> Iterator[tuple[str, list[int]]]:
    """The regions that are armies, entries, or a letter for a whole edge, with what they are called on the sheet."""
    for name, mask in sorted(board.regions.items()):
        hexes = board.grid.bits(mask)
        if not hexes or any(board.terrain_of(i) == "edge" for i in hexes):
            continue
        if name.endswith("-army"):
            yield " ".join(word[0].upper() + word[1:] for word in name.split("-")), hexes
        elif name.startswith("entry-"):
            words = re.sub(r"(\d)-(\d)", r"\1–\2", name.removeprefix("entry-")).replace("-", " ")
            words = re.sub(r"(\d) (north|south|east|west)", r"\1 and \2", words)
            yield " ".join(w if w in SMALL and k else w[0].upper() + w[1:] for k, w in enumerate(words.split())), hexes
        elif len(name) == 1 and name.isupper() and len(hexes) > 6:
            yield f"Entry {name}", hexes


def _outward(board: Board, hexes: Sequence[int], centre: Mapping[int, Point]) -> Point | None:
    """The way off the board from all of these hexes, north, south, east or west; none if they do not share an edge."""
    grid = board.grid
    ways = dict.fromkeys((1 + 0j, -1 + 0j, 1j, -1j), 0)
    for i in hexes:
        for d, j in enumerate(grid.neighbours(i)):
            if j < 0:
                (x, y), (u, v) = grid.side_ends(i, d)
                step = complex(x + u, y + v) / 2 - centre[i]
                for way in ways:
                    ways[way] += _dot(step, way) > 0.3
    best = max(ways, key=lambda way: ways[way])
    return best if ways[best] >= len(hexes) else None


def _dot(point: Point, way: Point) -> float:
    return (point * way.conjugate()).real


def drawn(zones: Sequence[Zone], frame: Frame, scale: Scale) -> tuple[str, list[Rect]]:
    """The brackets with their names, and the ground that they take."""
    parts: list[str] = []
    where: list[Rect] = []
    for zone in zones:
        a, b, middle = map(frame.px, (zone.first, zone.last, zone.middle))
        parts.append(bracket(a, b, zone.out * TICK * frame.unit, scale))
        size = scale.w(SIZE)
        wide = text_width(zone.label, LABEL, size, scale.w(0.8))
        at = middle + zone.out * (scale.w(3.2) + size * 0.5)
        upright = zone.out.real != 0
        where.append(Rect(at, size, max(wide, abs(b - a))) if upright else Rect(at, max(wide, abs(b - a)), size))
        foot = at + (size * 0.34 if upright else size * 0.34j)
        turn = f"rotate(-90 {number(foot.real)} {number(foot.imag)})" if upright else None
        parts.append(
            text(
                zone.label,
                foot,
                text_anchor="middle",
                fill=INK,
                letter_spacing=scale.w(0.8),
                stroke=HALO,
                stroke_width=scale.w(3.0),
                paint_order="stroke",
                transform=turn,
                **LABEL.attributes(size),
            )
        )
    return group(parts, id="zones"), where


def bracket(a: Point, b: Point, tick: Point, scale: Scale) -> str:
    """A line with a tick towards the board at both ends, in pixels."""
    pen = Pen()
    pen.move(a - tick)
    for point in (a, b, b - tick):
        pen.line(point)
    return tag(
        "path",
        d=pen.data,
        fill="none",
        stroke=INK,
        stroke_width=scale.w(1.3),
        stroke_linejoin="round",
        stroke_linecap="round",
    )
