"""What men have drawn on the ground: the West Wall, start lines and boundaries, exits, entries, boxes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ardennes.hexmap import Line as Chain

from .boxes import Rect
from .curves import Line, Point, blur, directions, length, nearest, resample, shifted
from .land import BOX, Frame, Land
from .metrics import LABEL, STRONG_FIGURE, VILLAGE, text_width
from .outline import corner_key
from .scale import Scale
from .svg import Pen, group, number, polygon, smooth, tag, text
from .symbols import badge_sign, symbols
from .theme import HALO, INK

START = "#9E2B25"
BOUNDARY = "#4F4A7A"
TOOTH, TOOTH_LIGHT = "#5B554E", "#E8DFC9"
BESIDE_WATER = 0.085    # how far a start line on a river moves to the side of those who start there


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
    return [p + way * -1j * BESIDE_WATER * s.real
            for p, way, s in zip(line, directions(line), shifts, strict=True)]


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
    return group([
        tag("path", d=data, fill="none", stroke=HALO, stroke_width=scale.w(5.2), stroke_opacity=0.85),
        tag("path", d=pen.data, fill=colour, stroke=HALO, stroke_width=scale.w(1.4), paint_order="stroke"),
        tag("path", d=data, fill="none", stroke=colour, stroke_width=scale.w(2.5)),
    ], id=ident, stroke_linejoin="round", stroke_linecap="round")


def is_start(chain: Chain) -> bool:
    """Whether a line of the board is where a side begins."""
    return any(word in chain.name.lower() for word in ("start", "front"))


def boundaries(land: Land, frame: Frame, scale: Scale) -> str:
    """The other lines of the board: army boundaries and the like."""
    lines = [blur(resample(corners, 0.07), 2.4)
             for chain in land.board.lines if not is_start(chain) and chain.name.lower() != "frontier"
             for corners in land.chain(chain.sides)]
    return boundary_lines(lines, frame, scale)


def boundary_lines(lines: Sequence[Line], frame: Frame, scale: Scale) -> str:
    """Lines of dashes and dots on a pale halo."""
    data = "".join("M" + smooth(frame.line(line))[1:] for line in lines)
    if not data:
        return ""
    dash = " ".join(f"{scale.w(v):.1f}" for v in (9, 3, 2, 3, 2, 3))
    return group([
        tag("path", d=data, stroke=HALO, stroke_width=scale.w(3.6), stroke_opacity=0.7),
        tag("path", d=data, stroke=BOUNDARY, stroke_width=scale.w(1.7), stroke_dasharray=dash),
    ], fill="none", stroke_linejoin="round")


# Exits and entries

def discs(land: Land, frame: Frame, scale: Scale, towns: Mapping[int, Point]) -> tuple[str, list[Point]]:
    """Exits, points and entry letters as discs, the points of a town beside it; and where they stand, in pixels."""
    parts: list[str] = []
    where: list[Point] = []
    for i in land.hexes:
        points = land.board.value(i, "vp") or land.board.value(i, "exit")
        if points is not None:
            out = None if land.is_town(i) else _outward(land, i)
            beside = towns.get(i, land.centre[i]) + scale.plane(19) * (0.72 - 0.7j)
            at = frame.px(beside if out is None else land.centre[i] + out * 0.22)
            where.append(at)
            parts.append(disc(at, points, scale, out))
    for side, words in land.board.hexsides.items():
        found = [word.partition(":")[2] for word in words if word.startswith("exit:")]
        if found:
            i, _ = land.across(side)
            a, b = land.ends(side)
            out = (a + b) / 2 - land.centre[i]
            at = frame.px((a + b) / 2 - out * 0.32)
            where.append(at)
            parts.append(disc(at, found[0], scale, out / abs(out)))
    parts += _entries(land, frame, scale, where)
    return group(parts, id="discs"), where


def _outward(land: Land, i: int) -> Point | None:
    """The way off the map from a hex at its edge."""
    free = [d for d, j in enumerate(land.grid.neighbours(i)) if j < 0 or land.has(j, "void")]
    if not free:
        free = [d for d, j in enumerate(land.grid.neighbours(i)) if j >= 0 and land.has(j, "edge")]
    if not free or len(free) == 6:
        return None
    ways = []
    for d in free:
        a, b = (complex(*p) for p in land.grid.side_ends(i, d))
        ways.append((a + b) / 2 - land.centre[i])
    way = sum(ways, 0j)
    return way / abs(way) if abs(way) > 1e-6 else None


def disc(at: Point, words: str, scale: Scale, out: Point | None) -> str:
    """A black disc with its points, and an arrow if it is a way out."""
    r = scale.w(6.6)
    parts = []
    if out is not None:
        tip = [at + out * r * 2.1, at + out * (0.5 + 0.95j) * r, at + out * (0.5 - 0.95j) * r]
        parts.append(tag("path", d=polygon(tip), fill=INK, stroke=HALO, stroke_width=scale.w(1), paint_order="stroke"))
    size = scale.w(9.5 if len(words) < 3 else 7.5)
    parts.append(tag("circle", cx=at.real, cy=at.imag, r=r, fill=INK, stroke=HALO, stroke_width=scale.w(1)))
    parts.append(text(words, at + size * 0.345j, text_anchor="middle", fill=HALO, **STRONG_FIGURE.attributes(size)))
    return group(parts)


def _entries(land: Land, frame: Frame, scale: Scale, where: list[Point]) -> list[str]:
    """Entries as a pale disc in the middle of their hexes, at the edge."""
    parts = []
    for name, mask in sorted(land.board.regions.items()):
        hexes = land.grid.sorted(mask)
        if not is_entry(land, name, mask):
            continue
        middle = sum((land.centre[i] for i in hexes), 0j) / len(hexes)
        i = min(hexes, key=lambda h: abs(land.centre[h] - middle))
        out = _outward(land, i) or 0j
        at = frame.px(land.centre[i] + out * 0.44)
        where.append(at)
        parts.append(pale_disc(at, name, scale))
    return parts


def is_entry(land: Land, name: str, mask: int) -> bool:
    """Whether a region is an entry or a section of the edge: a letter or two, at the edge of the board."""
    hexes = land.grid.bits(mask)
    small = 0 < len(hexes) <= 6 or (hexes and all(land.has(i, "edge") for i in hexes))
    return bool(small) and len(name) <= 2 and name.isupper() and any(_outward(land, i) is not None for i in hexes)


def pale_disc(at: Point, words: str, scale: Scale) -> str:
    """A pale disc with a letter."""
    r, size = scale.w(6.4 if len(words) == 1 else 7.4), scale.w(9.5)
    return group([
        tag("circle", cx=at.real, cy=at.imag, r=r, fill="#FBF7EC", stroke=INK, stroke_width=scale.w(1.1)),
        text(words, at + size * 0.345j, text_anchor="middle", fill=INK, **STRONG_FIGURE.attributes(size)),
    ])


def armies(land: Land, frame: Frame, scale: Scale) -> tuple[str, list[Rect]]:
    """The names of army sections, written up the east edge outside their hexes; and the ground that they take."""
    parts: list[str] = []
    where: list[Rect] = []
    size = scale.w(11.5)
    for name, mask in sorted(land.board.regions.items()):
        hexes = land.grid.bits(mask)
        if not name.endswith("-army") or not all(_outward(land, i) is not None for i in hexes):
            continue
        words = " ".join(word[0].upper() + word[1:] for word in name.split("-"))
        edge = max(land.centre[i].real for i in hexes) + 0.63
        rows = [land.centre[i].imag for i in hexes]
        at = frame.px(complex(edge, (min(rows) + max(rows)) / 2))
        where.append(Rect(at - size * 0.3, size, text_width(words, LABEL, size, scale.w(1.2))))
        parts.append(text(words, at, text_anchor="middle", fill=INK, letter_spacing=scale.w(1.2), stroke=HALO,
                          stroke_width=scale.w(3.4), paint_order="stroke",
                          transform=f"rotate(-90 {number(at.real)} {number(at.imag)})",
                          **LABEL.attributes(size)))
    return group(parts, id="armies"), where


def forts(land: Land, frame: Frame, scale: Scale) -> str:
    """A small fort in the corner of its hex."""
    parts = []
    for i in land.hexes:
        if land.has(i, "fort"):
            at = frame.px(land.centre[i] - 0.27 + 0.2j) - scale.w(7.5) * (1 + 1j)
            size = scale.w(15) / symbols().grid
            move = f"translate({number(at.real)} {number(at.imag)}) scale({number(size, 3)})"
            parts.append(group([
                tag("circle", cx=12, cy=12, r=12.5, fill="#FBF7EC", stroke=INK, stroke_width=1.6),
                badge_sign("fortified", INK),
            ], transform=move))
    return group(parts, id="forts")


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
        parts.append(group([
            tag("rect", x=a.real, y=a.imag, width=b.real - a.real, height=b.imag - a.imag, rx=scale.w(5),
                fill="#FBF7EC", fill_opacity=0.88, stroke=INK, stroke_width=scale.w(1.1)),
            text(box.label, complex((a.real + b.real) / 2, a.imag + size * 1.25), text_anchor="middle", fill=INK,
                 **LABEL.attributes(size)),
        ]))
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
    inside = [p for line in smoothed for p in frame.line(line)
              if scale.unit < p.real < frame.width - scale.unit and scale.unit < p.imag < frame.height - scale.unit]
    if label and inside:
        west = min(inside, key=lambda p: p.real)
        at = nearest([west, west], west)
        size = scale.w(13)
        wide = text_width(label, VILLAGE, size) + scale.w(12)
        left = at.real - wide - scale.w(8) if at.real > wide + scale.unit else at.real + scale.w(8)
        parts.append(tag("rect", x=left, y=at.imag - size, width=wide, height=size * 1.7, rx=scale.w(4),
                         fill="#0F6CA8"))
        parts.append(text(label, complex(left + wide / 2, at.imag + size * 0.2), text_anchor="middle", fill="#FFFFFF",
                          **VILLAGE.attributes(size)))
    return group(parts, id="overlay", fill="none", stroke_linejoin="round")


def hexagon(at: Point, radius: float, *, pointy: bool) -> Line:
    """The corners of a hex in pixels."""
    turn = math.pi / 6 if pointy else 0.0
    return [at + radius * complex(math.cos(turn + k * math.pi / 3), math.sin(turn + k * math.pi / 3)) for k in range(6)]
