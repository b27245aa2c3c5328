"""What grows and lies on the ground: single trees, tufts on the moor, hachures down the slopes of a gorge."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .cells import Cells
from .curves import Line, Point
from .rectangle import Frame
from .scale import Scale
from .svg import Pen, group, tag

FINE = 24  # cells a hex
PATCH = 6  # hexes; trees are written patch by patch, so that a viewer draws only what it shows
CODES = {"woods": 1, "light-woods": 2, "gorge": 3, "broken": 4, "moor": 5, "thicket": 6}

DENSE = (CODES["woods"], CODES["thicket"])
CROWNS = ("#949F74", "#8A956B", "#9FA980")
SIZES = (1.0, 1.14, 0.86)
CROWN_SHADOW, CROWN_LIGHT = "#57613F", "#C2C79E"
HACHURE, TUFT = "#6F5236", "#5F6B46"

Patch = tuple[int, int]
Fall = Callable[[Point], Point]


@dataclass(frozen=True, slots=True)
class Ground:
    """Where what grows, and where nothing may stand."""

    cells: Cells
    areas: dict[str, list[Line]]

    @classmethod
    def of(cls, extent: tuple[float, float, float, float], areas: dict[str, list[Line]], rim: float) -> Ground:
        """The areas with a bare rim, in the order of painting: a later area covers an earlier one."""
        cells = Cells(*extent, FINE)
        for kind, loops in areas.items():
            cells.fill(loops, CODES[kind])
        for kind, loops in areas.items():
            if CODES[kind] in (*DENSE, CODES["light-woods"]):
                for loop in loops:
                    cells.trace([*loop, loop[0]], rim, 0)
        return cls(cells, areas)

    def clear(self, lines: Sequence[tuple[Line, float]]) -> None:
        """Let nothing stand within so much of these lines."""
        for line, radius in lines:
            self.cells.trace(line, radius, 0)


def spots(cells: Cells, gap: float, seed: int) -> Iterator[tuple[Point, int, random.Random]]:
    """Points about `gap` apart, out of line, each with the code of its ground if anything grows there."""
    dice = random.Random(seed)
    jitter = gap * 0.34
    high, wide = cells.height / cells.fine, cells.width / cells.fine
    for row in range(math.ceil(high / (gap * 0.87))):
        y = cells.y0 + row * gap * 0.87
        x = cells.x0 + (gap / 2 if row % 2 else 0.0)
        for column in range(math.ceil(wide / gap)):
            point = complex(x + column * gap + dice.uniform(-jitter, jitter), y + dice.uniform(-jitter, jitter))
            code = cells.at(point)
            if code:
                yield point, code, dice


def trees(ground: Ground, frame: Frame, scale: Scale, prefix: str) -> str:
    """Crowns with their shadow to the south-east and a light to the north-west; ids begin with the prefix."""
    patches: dict[Patch, list[Pen]] = defaultdict(lambda: [Pen() for _ in CROWNS])
    gap = scale.plane(4.7)
    for point, code, dice in spots(ground.cells, gap, 41):
        if code in DENSE or (code == CODES["light-woods"] and dice.random() < 0.42):
            patches[_patch(point)][dice.randrange(len(CROWNS))].dot(frame.px(point))
    r = scale.w(2.5)
    return group(
        (_crowns(f"{prefix}{x}-{y}", pens, r) for (x, y), pens in sorted(patches.items())),
        id=f"{prefix}trees",
        fill="none",
        stroke_linecap="round",
    )


def _patch(point: Point) -> Patch:
    return math.floor(point.real / PATCH), math.floor(point.imag / PATCH)


def _crowns(patch: str, pens: list[Pen], radius: float) -> str:
    parts = []
    for k, (pen, colour) in enumerate(zip(pens, CROWNS, strict=True)):
        if not pen.data:
            continue
        name, r = f"{patch}-{k}", radius * SIZES[k]
        shift = r * 0.34
        parts += [
            tag(
                "use",
                href=f"#{name}",
                x=shift,
                y=shift * 1.15,
                stroke=CROWN_SHADOW,
                stroke_opacity=0.42,
                stroke_width=2.15 * r,
            ),
            tag("use", href=f"#{name}", stroke=colour, stroke_width=2 * r),
            tag(
                "use",
                href=f"#{name}",
                x=-r * 0.3,
                y=-r * 0.34,
                stroke=CROWN_LIGHT,
                stroke_opacity=0.62,
                stroke_width=0.95 * r,
            ),
        ]
        parts.insert(-3, tag("defs", tag("path", id=name, d=pen.data)))
    return group(parts)


def hachures(ground: Ground, fall: Fall, frame: Frame, scale: Scale) -> str:
    """Short strokes down the slope in gorges and on broken ground, none where it is flat."""
    patches: dict[Patch, list[Pen]] = defaultdict(lambda: [Pen(), Pen()])
    for point, code, dice in spots(ground.cells, scale.plane(4.6), 43):
        if code not in (CODES["gorge"], CODES["broken"]) or (code == CODES["broken"] and dice.random() < 0.45):
            continue
        down = fall(point)
        steep = abs(down)
        if steep < 2.0 and dice.random() < 0.6:
            continue
        way = down / steep if steep else 1 + 0j
        way *= complex(math.cos(turn := dice.gauss(0, 0.24)), math.sin(turn))
        half = scale.w(dice.uniform(1.5, 3.0)) * way
        here = frame.px(point)
        pen = patches[_patch(point)][steep > 9]
        pen.move(here - half)
        pen.line(here + half)
    strokes = (
        tag("path", d=pen.data, stroke_width=scale.w(width))
        for _, pens in sorted(patches.items())
        for pen, width in zip(pens, (0.7, 0.95), strict=True)
        if pen.data
    )
    return group(strokes, fill="none", stroke=HACHURE, stroke_opacity=0.72, stroke_linecap="round")


def tufts(ground: Ground, frame: Frame, scale: Scale) -> str:
    """Grass of the high moor, three blades each, and a short line of wet ground."""
    pen = Pen()
    for point, code, dice in spots(ground.cells, scale.plane(8.5), 47):
        if code != CODES["moor"] or dice.random() < 0.3:
            continue
        here, size = frame.px(point), scale.w(dice.uniform(2.2, 3.4))
        for lean in (-0.55, 0.0, 0.55):
            pen.move(here)
            pen.line(here + complex(math.sin(lean), -math.cos(lean)) * size)
        pen.move(here + complex(-size, scale.w(0.7)))
        pen.line(here + complex(size, scale.w(0.7)))
    if not pen.data:
        return ""
    return tag(
        "path",
        d=pen.data,
        fill="none",
        stroke=TUFT,
        stroke_width=scale.w(0.75),
        stroke_opacity=0.8,
        stroke_linecap="round",
    )


def grown(ground: Ground, fall: Fall, frame: Frame, scale: Scale, prefix: str = "t") -> list[str]:
    """Everything that stands on the ground, from below; `fall` gives the way downhill at a point."""
    return [
        hachures(ground, fall, frame, scale),
        tufts(ground, frame, scale),
        trees(ground, frame, scale, prefix),
    ]
