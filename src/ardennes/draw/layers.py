"""The layers of the ground that are lines and areas: woods and gorges, hex grid, frontier, rivers, roads, bridges."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from .curves import Line, Point, blur, directions, nearest, resample
from .land import Land
from .metrics import FIGURE
from .noise import Drift
from .outline import edges, organic
from .png import data_uri, png
from .rectangle import Frame
from .scale import Scale
from .svg import Pen, group, polygon, smooth, smooth_loops, tag, text
from .water import Course
from .ways import Bridge, Way

GRID, NUMBER = "#5A4A35", "#4E4030"
FRONTIER = "#7A4B6B"
WATER_CASING, WATER, WATER_LIGHT = "#47748F", "#7FA9BF", "#A9C8D6"
RAIL = "#231E1A"
CLIFF = "#5A3F28"
BARRIER, BARRIER_HATCH = "#38536A", "#1B3145"
ROADS = {  # kind: casing, its width, fill, its width, light core
    "trail": ("#F3E7C4", 2.1, "#6B5136", 1.05, ""),
    "secondary": ("#76593A", 3.1, "#F6E2A0", 1.75, ""),
    "main": ("#64301F", 4.1, "#B9573B", 2.5, "#E9A987"),
}


def areas(land: Land) -> dict[str, list[Line]]:
    """The outlines of every kind of ground, in the order of painting."""
    drift = Drift(7)
    found = {}
    for kind, style in land.theme.areas.items():
        hexes = land.area(kind)
        if hexes:
            found[kind] = edges(land.grid, hexes) if style.straight else organic(land.grid, hexes, drift)
    return found


def grain(frame: Frame) -> str:
    """The grain of the paper: a small tile of specks, hardly darker or lighter than the ground."""
    dice = random.Random(3)
    side = 96
    rows = [bytes(dice.choice(b"\0\0\0\1\2") for _ in range(side)) for _ in range(side)]
    speck = tag(
        "image", href=data_uri(png(rows, [(0, 0, 0, 0), (70, 50, 20, 8), (255, 252, 240, 24)])), width=side, height=side
    )
    tile = tag("pattern", speck, id="grain", width=side, height=side, patternUnits="userSpaceOnUse")
    return tag("defs", tile) + tag("rect", width=frame.width, height=frame.height, fill="url(#grain)")


def ground(
    land: Land, shapes: dict[str, list[Line]], clearings: Sequence[Line], paper: str, frame: Frame, scale: Scale
) -> str:
    """Areas with their rims, and the clearings in them."""
    parts = []
    for kind, loops in shapes.items():
        style = land.theme.areas[kind]
        outline = map(frame.line, loops)
        data = "".join(_absolute(polygon(loop)) for loop in outline) if style.straight else smooth_loops(outline)
        fill = style.fill if scale.fine else style.far or style.fill
        parts.append(
            tag(
                "path",
                d=data,
                fill=fill,
                fill_opacity=style.opacity,
                fill_rule="evenodd",
                stroke=style.rim,
                stroke_opacity=0.75,
                stroke_width=scale.w(0.85),
            )
        )
    if clearings:
        parts.append(
            tag(
                "path",
                d=smooth_loops(map(frame.line, clearings)),
                fill=paper,
                stroke=land.theme.areas["woods"].rim,
                stroke_opacity=0.5,
                stroke_width=scale.w(0.6),
            )
        )
    return group(parts, id="ground", stroke_linejoin="round")


def veils(land: Land, frame: Frame, scale: Scale) -> str:
    """Tints over hexes that play by special rules."""
    parts = []
    for word, veil in land.theme.veils.items():
        hexes = {i for i in land.hexes if land.has(i, word)}
        if not hexes:
            continue
        data = "".join(_absolute(polygon(frame.line(loop))) for loop in edges(land.grid, hexes))
        dashes = f"{scale.w(4):.1f} {scale.w(2.6):.1f}" if veil.rim else None
        parts.append(
            tag(
                "path",
                d=data,
                fill=veil.fill,
                fill_opacity=veil.opacity,
                fill_rule="evenodd",
                stroke="#2A3022" if veil.rim else None,
                stroke_width=scale.w(1.3) if veil.rim else None,
                stroke_dasharray=dashes,
            )
        )
    return group(parts, id="veils")


def beyond(land: Land, frame: Frame) -> str:
    """A pale veil over the ground that is not part of the board."""
    sheet = f"M0 0H{frame.width:.1f}V{frame.height:.1f}H0Z"
    board = "".join(_absolute(polygon(frame.line(loop))) for loop in edges(land.grid, set(land.hexes)))
    return tag("path", d=sheet + board, fill="#F4ECD8", fill_opacity=0.34, fill_rule="evenodd")


def _absolute(data: str) -> str:
    return "M" + data[1:]


def hex_grid(land: Land, frame: Frame, scale: Scale) -> str:
    """Every hexside once."""
    pen = Pen()
    seen = set()
    for i in land.hexes:
        for d in range(6):
            side = land.grid.side(i, d)
            if side not in seen:
                seen.add(side)
                a, b = land.ends(side)
                pen.move(frame.px(a))
                pen.line(frame.px(b))
    return tag("path", id="grid", d=pen.data, fill="none", stroke=GRID, stroke_opacity=0.4, stroke_width=scale.w(0.8))


def number_spot(land: Land, i: int) -> Point:
    """Where the number of a hex stands: in its top corner, or under its top side."""
    return land.centre[i] - (0.40j if land.grid.spec.orientation == "pointy" else 0.375j)


def hex_numbers(land: Land, frame: Frame, scale: Scale) -> str:
    """The number of every hex."""
    size = scale.figure(8)
    words = (text(land.grid.name(i), frame.px(number_spot(land, i)) + size * 0.35j) for i in land.hexes)
    return group(words, id="numbers", text_anchor="middle", fill=NUMBER, fill_opacity=0.62, **FIGURE.attributes(size))


def frontier(land: Land, frame: Frame, scale: Scale) -> str:
    """The borders of the countries, from the atlas."""
    lines = [blur(resample([land.plane(p) for p in line], 0.25), 1.6) for line in land.atlas.frontiers if len(line) > 1]
    return frontier_lines(lines, frame, scale)


def frontier_lines(lines: Sequence[Line], frame: Frame, scale: Scale) -> str:
    """Dashes and dots on a broad pale band."""
    data = "".join(_absolute(smooth(frame.line(line))) for line in lines)
    if not data:
        return ""
    dash = " ".join(f"{scale.w(v):.1f}" for v in (7, 2.6, 1.3, 2.6))
    return group(
        [
            tag("path", d=data, stroke_width=scale.w(7), stroke_opacity=0.2),
            tag("path", d=data, stroke_width=scale.w(1.15), stroke_dasharray=dash, stroke_opacity=0.85),
        ],
        fill="none",
        stroke=FRONTIER,
        stroke_linejoin="round",
    )


def rivers(water: Sequence[Course], frame: Frame, scale: Scale) -> str:
    """Casing, water and a light on the broad ones, each as a band that grows downstream."""
    order = sorted(water, key=lambda c: max(c.widths))
    casing = "".join(_absolute(_band(c, 1.5, frame, scale)) for c in order)
    body = "".join(_absolute(_band(c, 0.0, frame, scale)) for c in order)
    light = [
        tag("path", d=smooth(frame.line(c.line)), stroke_width=scale.w(max(0.8, max(c.widths) * 0.3)))
        for c in order
        if c.broad
    ]
    return group(
        [
            tag("path", d=casing, fill=WATER_CASING) if casing else "",
            tag("path", d=body, fill=WATER) if body else "",
            group(light, fill="none", stroke=WATER_LIGHT, stroke_linecap="round", stroke_linejoin="round"),
        ]
    )


def _band(course: Course, more: float, frame: Frame, scale: Scale) -> str:
    line = frame.line(course.line)
    along = directions(line)
    left, right = [], []
    for point, way, width in zip(line, along, course.widths, strict=True):
        half = way * 1j * scale.w(width + more) / 2
        left.append(point - half)
        right.append(point + half)
    tip = along[-1] * scale.w(course.widths[-1] + more) / 2
    return smooth([*left, line[-1] + tip, *reversed(right)], closed=True)


def roads(ways: Sequence[Way], frame: Frame, scale: Scale) -> str:
    """All casings, then all surfaces, so that roads open into each other."""
    kinds = [kind for kind in ROADS if scale.fine or kind != "trail"]
    parts = []
    paths = {kind: "".join(_absolute(smooth(frame.line(w.line))) for w in ways if w.kind == kind) for kind in kinds}
    for kind in kinds:
        casing, width, *_ = ROADS[kind]
        if paths[kind]:
            parts.append(tag("path", d=paths[kind], stroke=casing, stroke_width=scale.w(width)))
    for kind in kinds:
        _, _, fill, width, core = ROADS[kind]
        if not paths[kind]:
            continue
        dash = f"{scale.w(3.4):.1f} {scale.w(2.1):.1f}" if kind == "trail" else None
        cap = "butt" if dash else None
        parts.append(
            tag(
                "path",
                d=paths[kind],
                stroke=fill,
                stroke_width=scale.w(width),
                stroke_dasharray=dash,
                stroke_linecap=cap,
            )
        )
        if core:
            parts.append(tag("path", d=paths[kind], stroke=core, stroke_width=scale.w(0.7), stroke_opacity=0.8))
    return group(parts, fill="none", stroke_linecap="round", stroke_linejoin="round")


def bridges(found: Iterable[Bridge], frame: Frame, scale: Scale) -> str:
    """Two flared rails beside the road."""
    pen = Pen()
    for bridge in found:
        at, along = frame.px(bridge.at), bridge.along
        reach, aside, flare = scale.w(bridge.width / 2 + 3.0), scale.w(2.9), scale.w(1.9)
        for side in (-1, 1):
            rail = along * 1j * side
            ends = [
                at - along * (reach + flare) + rail * (aside + flare),
                at - along * reach + rail * aside,
                at + along * reach + rail * aside,
                at + along * (reach + flare) + rail * (aside + flare),
            ]
            for a, b in pairwise(ends):
                pen.move(a)
                pen.line(b)
    if not pen.data:
        return ""
    return tag(
        "path",
        d=pen.data,
        fill="none",
        stroke=RAIL,
        stroke_width=scale.w(1.25),
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def blown(found: Iterable[Bridge], frame: Frame, scale: Scale) -> str:
    """A cross over each blown bridge, above every line that runs there."""
    pen = Pen()
    for bridge in found:
        if bridge.blown:
            at, arm = frame.px(bridge.at), bridge.along * scale.w(4.6)
            for way in (1 + 1j, 1 - 1j):
                pen.move(at - arm * way)
                pen.line(at + arm * way)
    if not pen.data:
        return ""
    return group(
        [
            tag("path", d=pen.data, stroke="#F6F0E0", stroke_width=scale.w(5.0)),
            tag("path", d=pen.data, stroke=RAIL, stroke_width=scale.w(2.5)),
        ],
        fill="none",
        stroke_linecap="round",
    )


def barriers(land: Land, water: Sequence[Course], frame: Frame, scale: Scale) -> str:
    """A shaded, hatched bank along the hexsides that a river closes; the water is drawn over it."""
    return barrier_marks([frame.line(line) for line in barrier_lines(land, water)], scale)


def barrier_lines(land: Land, water: Sequence[Course]) -> list[Line]:
    """The middle of each such bank, along the water."""
    ends = [land.ends(side) for side, words in land.board.hexsides.items() if "barrier" in words]
    return [_beside(resample([a + (b - a) * 0.04, b - (b - a) * 0.04], 0.05), water, 0.0) for a, b in ends]


def barrier_marks(lines: Sequence[Line], scale: Scale) -> str:
    """Bars in pixels, each a shaded band with strokes across it."""
    pen = Pen()
    for line in lines:
        points = resample(line, scale.w(3.6))
        for point, way in zip(points, directions(points), strict=True):
            half = way * 1j * scale.w(6.2)
            pen.move(point - half)
            pen.line(point + half)
    if not pen.data:
        return ""
    bands = "".join(_absolute(smooth(line)) for line in lines)
    return group(
        [
            tag("path", d=bands, stroke="#F6F0E0", stroke_opacity=0.85, stroke_width=scale.w(14.4)),
            tag("path", d=bands, stroke=BARRIER, stroke_opacity=0.62, stroke_width=scale.w(12.4)),
            tag("path", d=pen.data, stroke=BARRIER_HATCH, stroke_width=scale.w(1.5)),
        ],
        fill="none",
        stroke_linejoin="round",
    )


def cliffs(land: Land, water: Sequence[Course], frame: Frame, scale: Scale) -> str:
    """Combs along the hexsides that are cliffs, on both banks, beside the water if there is any."""
    marks: list[tuple[Line, float]] = []
    for side, words in land.board.hexsides.items():
        if "cliff" not in words:
            continue
        a, b = land.ends(side)
        aside = scale.plane(5.0 if land.is_water(side) else 0.8)
        straight = resample([a, b], 0.08)
        marks += [(_beside(straight, water, aside * way), way) for way in (1, -1)]
    return cliff_marks([(frame.line(line), way) for line, way in marks], Frame(0, 0, 0, 0, 1.0), scale)


def _beside(line: Line, water: Sequence[Course], aside: float) -> Line:
    near = [c for c in water if min(abs(p - line[len(line) // 2]) for p in c.line) < 0.2]
    if near:
        line = [nearest(near[0].line, p) for p in line]
    way = (line[-1] - line[0]) / (abs(line[-1] - line[0]) or 1.0)
    return [p + way * -1j * aside for p in line]


def cliff_marks(marks: Sequence[tuple[Line, float]], frame: Frame, scale: Scale) -> str:
    """A line with short teeth on its left hand, or on its right for -1."""
    pen = Pen()
    for line, side in marks:
        pixels = resample(frame.line(line), scale.w(3.4))
        pen.move(pixels[0])
        for point in pixels[1:]:
            pen.line(point)
        for point, way in zip(pixels, directions(pixels), strict=True):
            pen.move(point)
            pen.line(point + way * -1j * side * scale.w(3.2))
    if not pen.data:
        return ""
    return tag("path", d=pen.data, fill="none", stroke=CLIFF, stroke_width=scale.w(1.0), stroke_linecap="round")
