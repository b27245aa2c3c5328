"""What men have drawn on the ground: the West Wall, start lines and boundaries, boxes, the front of a day."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ardennes.hexmap import Line as Chain

from .curves import Line, Point, blur, directions, length, nearest, resample, shifted
from .land import BOX, Land
from .metrics import LABEL, VILLAGE, text_width
from .outline import corner_key
from .rectangle import Frame
from .scale import Scale
from .svg import Pen, group, smooth, tag, text
from .theme import HALO, INK

START = "#9E2B25"
BOUNDARY = "#4F4A7A"
TOOTH, TOOTH_LIGHT = "#5B554E", "#E8DFC9"
BESIDE_WATER = 0.085  # how far a start line on a river moves to the side of those who start there


# The West Wall


def west_wall(land: Land, frame: Frame, scale: Scale) -> str:
    """A double row of teeth through its hexes; those of a cleared wall are hollow."""
    parts = []
    for word, fill, edge in (("westwall", TOOTH, TOOTH_LIGHT), ("cleared-westwall", "none", TOOTH)):
        hexes = [i for i in land.hexes if land.has(i, word)]
        pen = Pen()
        for line in wall_lines(land, hexes):
            teeth(pen, frame.line(line), scale)
        if pen.data:
            parts.append(tag("path", d=pen.data, fill=fill, stroke=edge, stroke_width=scale.w(0.55)))
    return group(parts, id="west-wall", stroke_linejoin="round")


def wall_lines(land: Land, hexes: Sequence[int]) -> list[Line]:
    """The wall through the centres of its hexes, from north to south; a lone hex gets a short line."""
    left = sorted(hexes, key=lambda i: (land.centre[i].imag, land.centre[i].real))
    found: list[Line] = []
    pool = set(left)
    for start in left:
        if start not in pool:
            continue
        chain = [start]
        pool.discard(start)
        while onward := [j for j in land.grid.neighbours(chain[-1]) if j in pool]:
            pool -= set(onward)
            chain.append(max(onward, key=lambda j: land.centre[j].imag))
        points = [land.centre[i] + 0.1 for i in chain]
        head = points[0] - (points[1] - points[0]) * 0.42 if len(points) > 1 else points[0] - 0.42j
        foot = points[-1] + (points[-1] - points[-2]) * 0.42 if len(points) > 1 else points[-1] + 0.42j
        found.append(blur(resample([head, *points, foot], 0.08), 4.0))
    return found


def teeth(pen: Pen, line: Line, scale: Scale) -> None:
    """Two rows of teeth along a line in pixels, the second between the first."""
    gap, size = scale.w(4.8), scale.w(2.3)
    for row, aside in enumerate((-scale.w(2.1), scale.w(2.1))):
        points = resample(shifted(line, aside), gap)
        if row:
            points = [(a + b) / 2 for a, b in pairwise(points)]
        for p in points:
            corners = [p + size * corner for corner in (-1j, 0.95 + 0.75j, -0.95 + 0.75j)]
            pen.move(corners[0])
            pen.line(corners[1])
            pen.line(corners[2])
            pen.close(corners[0])


# Lines along hexsides


def eastern(land: Land, sides: Sequence[str]) -> set[int]:
    """The hexes on the east side of a line, as far as one can walk from the east edge without crossing it."""
    wall = set(sides)
    east = max(land.centre[i].real for i in land.hexes)
    todo = [i for i in land.hexes if land.centre[i].real > east - 0.8]
    seen = set(todo)
    while todo:
        i = todo.pop()
        for d, j in enumerate(land.grid.neighbours(i)):
            if j >= 0 and j not in seen and land.grid.side(i, d) not in wall:
                seen.add(j)
                todo.append(j)
    return seen


def start_curve(land: Land, chain: Chain) -> list[Line]:
    """A start line with its east side on the left hand; beside a river it keeps to that side."""
    east = eastern(land, chain.sides)
    leaks = all(i in east and (j < 0 or j in east) for i, j in map(land.across, chain.sides))
    by_middle = {corner_key(sum(land.ends(side)) / 2): side for side in chain.sides}
    lines = []
    for corners in land.chain(chain.sides):
        tilt = 0.0
        for a, b in pairwise(corners):
            i, j = land.across(by_middle[corner_key((a + b) / 2)])
            if j < 0 or (not leaks and (i in east) == (j in east)):
                continue
            eastward = land.centre[i] - land.centre[j]
            if (eastward.real < 0) if leaks else j in east:
                eastward = -eastward
            tilt += ((b - a) * -1j * eastward.conjugate()).real
        lines.append(_kept_left(land, corners if tilt >= 0 else corners[::-1], by_middle))
    return lines


def _kept_left(land: Land, corners: list[Point], by_middle: dict[tuple[int, int], str]) -> Line:
    """The rounded line, moved to its left hand where it shares hexsides with water."""
    true = resample(corners, 0.07)
    wet = [(a + b) / 2 for a, b in pairwise(corners) if land.is_water(by_middle[corner_key((a + b) / 2)])]
    line = blur(true, 0.19 / 0.07)
    beside = [complex(any(abs(p - middle) < 0.3 for middle in wet)) for p in true]
    shifts = blur(beside, 4.0)
    return [p + way * -1j * BESIDE_WATER * s.real for p, way, s in zip(line, directions(line), shifts, strict=True)]


def front_lines(lines: Sequence[Line], frame: Frame, scale: Scale, *, ident: str, colour: str = START) -> str:
    """Lines with a halo, and teeth on their left hand."""
    data = "".join("M" + smooth(frame.line(line))[1:] for line in lines)
    if not data:
        return ""
    pen = Pen()
    for line in lines:
        pixels = frame.line(line)
        points = resample(pixels, scale.w(17))
        for p, way in list(zip(points, directions(points), strict=True))[1:-1]:
            half, tip = way * scale.w(3.2), way * -1j * scale.w(4.9)
            pen.move(p - half)
            pen.line(p + half)
            pen.line(p + tip)
            pen.close(p - half)
    return group(
        [
            tag("path", d=data, fill="none", stroke=HALO, stroke_width=scale.w(5.2), stroke_opacity=0.85),
            tag("path", d=pen.data, fill=colour, stroke=HALO, stroke_width=scale.w(1.4), paint_order="stroke"),
            tag("path", d=data, fill="none", stroke=colour, stroke_width=scale.w(2.5)),
        ],
        id=ident,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def is_start(chain: Chain) -> bool:
    """Whether a line of the board is where a side begins."""
    return any(word in chain.name.lower() for word in ("start", "front"))


def boundaries(land: Land) -> list[tuple[str, Line]]:
    """The other lines of the board, army boundaries and the like, with what they part."""
    return [
        (land.theme.lines.get(chain.name, ""), blur(resample(corners, 0.07), 2.4))
        for chain in land.board.lines
        if not is_start(chain) and chain.name.lower() != "frontier"
        for corners in land.chain(chain.sides)
    ]


def boundary_lines(lines: Sequence[Line], frame: Frame, scale: Scale) -> str:
    """Lines of dashes and dots on a pale halo."""
    data = "".join("M" + smooth(frame.line(line))[1:] for line in lines)
    if not data:
        return ""
    dash = " ".join(f"{scale.w(v):.1f}" for v in (9, 3, 2.4, 3, 2.4, 3))
    return group(
        [
            tag("path", d=data, stroke=HALO, stroke_width=scale.w(5.4), stroke_opacity=0.9),
            tag("path", d=data, stroke=BOUNDARY, stroke_width=scale.w(4.4), stroke_opacity=0.28),
            tag("path", d=data, stroke=BOUNDARY, stroke_width=scale.w(2.2), stroke_dasharray=dash),
        ],
        fill="none",
        stroke_linejoin="round",
    )


# Boxes


def boxes(land: Land, frame: Frame, scale: Scale) -> str:
    """Places beside the hexes, as cards with their label."""
    parts = []
    for box in land.board.boxes.values():
        if box.at is None:
            continue
        at = complex(*box.at)
        half = complex(*BOX)
        a, b = frame.px(at - half), frame.px(at + half)
        size = min(scale.w(12), (b.real - a.real) * 0.9 / max(1.0, text_width(box.label, LABEL, 1.0)))
        parts.append(
            group(
                [
                    tag(
                        "rect",
                        x=a.real,
                        y=a.imag,
                        width=b.real - a.real,
                        height=b.imag - a.imag,
                        rx=scale.w(5),
                        fill="#FBF7EC",
                        fill_opacity=0.88,
                        stroke=INK,
                        stroke_width=scale.w(1.1),
                    ),
                    text(
                        box.label,
                        complex((a.real + b.real) / 2, a.imag + size * 1.25),
                        text_anchor="middle",
                        fill=INK,
                        **LABEL.attributes(size),
                    ),
                ]
            )
        )
    return group(parts, id="boxes")


def overlay_lines(lines: Sequence[Line], frame: Frame, scale: Scale, label: str) -> str:
    """The front of a day, thick and dashed, with the day beside it."""
    smoothed = [blur(resample(line, 0.15), 3.0) for line in lines if length(line) > 0.3]
    data = "".join("M" + smooth(frame.line(line))[1:] for line in smoothed)
    if not data:
        return ""
    dash = f"{scale.w(13):.1f} {scale.w(5):.1f}"
    parts = [
        tag("path", d=data, stroke="#FFFFFF", stroke_width=scale.w(8), stroke_opacity=0.75, stroke_linecap="round"),
        tag("path", d=data, stroke="#0F6CA8", stroke_width=scale.w(4.4), stroke_dasharray=dash),
    ]
    inside = [
        p
        for line in smoothed
        for p in frame.line(line)
        if scale.unit < p.real < frame.width - scale.unit and scale.unit < p.imag < frame.height - scale.unit
    ]
    if label and inside:
        west = min(inside, key=lambda p: p.real)
        at = nearest([west, west], west)
        size = scale.w(13)
        wide = text_width(label, VILLAGE, size) + scale.w(12)
        left = at.real - wide - scale.w(8) if at.real > wide + scale.unit else at.real + scale.w(8)
        parts.append(
            tag("rect", x=left, y=at.imag - size, width=wide, height=size * 1.7, rx=scale.w(4), fill="#0F6CA8")
        )
        parts.append(
            text(
                label,
                complex(left + wide / 2, at.imag + size * 0.2),
                text_anchor="middle",
                fill="#FFFFFF",
                **VILLAGE.attributes(size),
            )
        )
    return group(parts, id="overlay", fill="none", stroke_linejoin="round")


def hexagon(at: Point, radius: float, *, pointy: bool) -> Line:
    """The corners of a hex in pixels."""
    turn = math.pi / 6 if pointy else 0.0
    return [at + radius * complex(math.cos(turn + k * math.pi / 3), math.sin(turn + k * math.pi / 3)) for k in range(6)]
