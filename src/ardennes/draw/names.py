"""Names: countries and lands, rivers along their water, towns and villages where there is room."""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

from .boxes import Rect, Taken
from .cells import Cells
from .curves import Line, Point, blur, directions, length, resample, shifted
from .land import Land
from .metrics import COUNTRY, ITALIC, TOWN, VILLAGE, Font, text_width
from .rectangle import Frame
from .scale import Scale
from .svg import group, smooth, tag, text
from .theme import HALO
from .towns import Town
from .water import Course

COUNTRY_INK, REGION_INK, RIVER_INK, TOWN_INK = "#7A4B6B", "#5E5138", "#2F6685", "#241F1A"
LINE_INK = "#3F3A6B"
ROAD, WATER, FRONT, HOUSE, FIGURE = 1, 2, 3, 4, 5  # what lies in the way
COST = {ROAD: 1.0, WATER: 1.3, FRONT: 2.2, HOUSE: 3.0, FIGURE: 0.5}
NEAR = 2  # hexes at which another place may be taken for the one that is named
CLEARLY = 1.9  # how many times nearer a name must be to its own place to be taken for no other's
CROWDED, SMALLER = 0.45, 0.84
MISTAKEN = 0.8  # what it costs to stand nearer to another place
TOO_MUCH = 0.62  # the share of a village's name that may lie on other things
POSITIONS = (
    (1, 0.1),
    (-1, 0.1),
    (0.75, -0.8),
    (0.75, 0.95),
    (-0.75, -0.8),
    (-0.75, 0.95),
    (0, -1.15),
    (0, 1.25),
    (1.25, -0.35),
    (-1.25, -0.35),
)
HALO_WIDTH = 3.1


@dataclass(frozen=True, slots=True)
class Label:
    """A name that has found its place: its letters and the ground that it takes, in pixels."""

    words: str
    kind: str  # country, region, river, line, town
    rects: tuple[Rect, ...]
    svg: str
    foot: Point = 0j  # of a town: the middle of the line that its letters stand on,
    size: float = 0.0  # their size
    weight: int = 0  # and their weight


@cache
def _lands() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "data" / "names.toml").read_text("utf-8"))


class Names:
    """Places names one after the other; none may touch another."""

    def __init__(
        self,
        land: Land,
        frame: Frame,
        scale: Scale,
        ground: Cells,
        blocked: Sequence[Rect],
        neighbours: Sequence[Town] = (),
    ) -> None:
        """`ground` holds what lies in the way, in plane units; `blocked` is ground that no name may take; a name should
        not look as if it were that of another of the `neighbours`.
        """
        self.land, self.frame, self.scale, self.ground = land, frame, scale, ground
        self.taken = Taken()
        self.around: dict[tuple[int, int], list[Town]] = defaultdict(list)
        for town in neighbours:
            if scale.fine or town.rank > 2:
                for cell in self._cells(frame.px(town.at), NEAR):
                    self.around[cell].append(town)
        self.labels: list[Label] = []
        self.paths: list[str] = []
        for rect in blocked:
            self.taken.add(rect)

    # What a place costs

    def _inside(self, rect: Rect) -> bool:
        margin = self.scale.w(3)
        return all(
            margin < p.real < self.frame.width - margin and margin < p.imag < self.frame.height - margin
            for p in rect.corners
        )

    def _cost(self, rect: Rect) -> float:
        """The share of the rectangle that covers other things, each with its weight."""
        half = complex(rect.wide, rect.high) / 2
        a, b = self.frame.plane(rect.centre - half), self.frame.plane(rect.centre + half)
        cells = (b.real - a.real) * (b.imag - a.imag) * self.ground.fine**2
        found = sum(weight * self.ground.count(a.real, a.imag, b.real, b.imag, code) for code, weight in COST.items())
        return found / max(cells, 1.0)

    def _settle(self, label: Label) -> None:
        for rect in label.rects:
            self.taken.add(rect)
        self.labels.append(label)

    # Towns

    def towns(self, found: Sequence[Town]) -> None:
        """Town hexes first, then by importance; a village without room waits for a closer look."""
        for town in sorted(found, key=lambda t: (-t.rank, -t.place.rank)):
            if town.place.name and (self.scale.fine or town.rank > 2):
                self._town(town)

    def _style(self, town: Town) -> tuple[Font, float]:
        if town.by_rule:
            return TOWN, self.scale.w(15.5 if town.place.rank == 3 else 13.5)
        if town.place.rank == 3:
            return TOWN, self.scale.w(11.8)
        return VILLAGE, self.scale.w(10.8 if town.place.rank == 2 else 9.3)

    def _town(self, town: Town) -> None:
        """The name in its best place; where towns crowd, in smaller letters if that makes the place much better."""
        font, size = self._style(town)
        name = town.place.name
        title = name.upper() if name in _lands()["capitals"] and town.by_rule else name
        best = self._best(town, title, font, size)
        if town.by_rule and (best is None or best[0] > CROWDED):
            small = self._best(town, title, font, size * SMALLER)
            if small is not None and (best is None or small[0] < best[0] * 0.75):
                best, size = small, size * SMALLER
        if best is None or (town.rank < 2 and best[0] > TOO_MUCH):
            return
        rect = best[1]
        foot = rect.centre + complex(0, size * 0.3)
        svg = text(title, foot, text_anchor="middle", **font.attributes(size))
        self._settle(Label(title, "town", (rect,), svg, foot, size, font.weight))

    def _best(self, town: Town, title: str, font: Font, size: float) -> tuple[float, Rect] | None:
        """The cheapest free place for a name in this size, with what it costs."""
        wide, high = text_width(title, font, size) + self.scale.w(2), size * 0.94
        best: tuple[float, Rect] | None = None
        for rank, (spot, penalty) in enumerate(self._spots(town, wide, high)):
            if best is not None and penalty >= best[0]:
                break
            rect = Rect(spot, wide, high)
            if not self._inside(rect) or not self.taken.free(rect):
                continue
            cost = self._cost(rect) + penalty + 0.008 * (rank % len(POSITIONS)) + MISTAKEN * self._mistaken(town, rect)
            if best is None or cost < best[0]:
                best = (cost, rect)
        return best

    def _mistaken(self, town: Town, rect: Rect) -> float:
        """How easily a name here is taken for that of another place of at least the same rank: 0 never, 1 surely."""
        own = rect.gap(self.frame.px(town.at))
        (cell,) = self._cells(rect.centre, 0)
        others = [
            rect.gap(self.frame.px(other.at))
            for other in self.around.get(cell, ())
            if other.rank >= town.rank and other is not town
        ]
        return max(0.0, min(1.0, (CLEARLY - min(others, default=math.inf) / (own + 1e-9)) / (CLEARLY - 1)))

    def _cells(self, at: Point, reach: int) -> list[tuple[int, int]]:
        """The hex-sized squares round a point."""
        x, y = round(at.real / self.frame.unit), round(at.imag / self.frame.unit)
        steps = range(-reach, reach + 1)
        return [(x + u, y + v) for u in steps for v in steps]

    def _spots(self, town: Town, wide: float, high: float) -> Iterator[tuple[Point, float]]:
        """Ten positions close to the houses, then farther off, each with what the distance costs."""
        at = self.frame.px(town.at)
        tries = 4 if town.rank > 2 else 2
        for ring in range(tries):
            r = town.radius * self.frame.unit + self.scale.w(1.2 + 5.0 * ring)
            for x, y in POSITIONS:
                aside = x * (r + wide / 2) if abs(x) >= 1 else x * (r * 0.8 + wide / 2)
                up = y * (r + high / 2) if abs(x) < 1 else y * high
                yield at + complex(aside, up), 0.28 * ring

    # Rivers

    def rivers(self, water: Sequence[Course]) -> None:
        """Each named river once, a long one twice, along its water and beside it."""
        for name in dict.fromkeys(c.name for c in water if c.name):
            parts = [c for c in water if c.name == name]
            rank = max(c.rank for c in parts)
            if not self.scale.fine and rank < 2:
                continue
            course = max(parts, key=lambda c: length(c.line))
            size = self.scale.w({3: 14.5, 2: 12.0, 1: 10.0}[rank])
            line = self.frame.line(course.line)
            times = 1 + int(length(line) > 30 * self.frame.unit)
            for part in range(times):
                piece = line[len(line) * part // times : len(line) * (part + 1) // times]
                self._along(name, "river", RIVER_INK, piece, size)

    def lines(self, found: Sequence[tuple[str, Line]]) -> None:
        """Boundaries, each with its name along it."""
        for name, line in found:
            self._along(name, "line", LINE_INK, self.frame.line(line), self.scale.w(10.5))

    def _along(self, name: str, kind: str, ink: str, line: Line, size: float) -> None:
        """A name beside the straightest and emptiest part of a line that has room for it."""
        wide = text_width(name, ITALIC, size, size * 0.06) * 1.12 + size * 0.5
        step = self.scale.w(4)
        points = resample(line, step)
        span = math.ceil(wide / step) + 1
        if len(points) < span + 4:
            return
        soft = blur(points, max(2.0, size * 0.9 / step))
        choices: list[tuple[float, Line, tuple[Rect, ...]]] = []
        for start in range(2, len(soft) - span - 1, 2):
            piece = soft[start : start + span]
            if piece[-1].real < piece[0].real:
                piece = piece[::-1]
            for side in (1, -1):
                track = shifted(piece, size * (0.42 if side > 0 else -1.0))
                if length(track) < wide - size * 0.3:
                    continue
                rects = _under(track, size)
                if all(self._inside(r) and self.taken.free(r) for r in rects):
                    choices.append((self._track_cost(track, rects), track, rects))
        if not choices:
            return
        _, track, rects = min(choices, key=lambda c: c[0])
        ident = f"course-{len(self.paths)}"
        self.paths.append(tag("path", id=ident, d=smooth([*track[:: max(1, len(track) // 12)], track[-1]])))
        letters = tag("textPath", escape(name), href=f"#{ident}", startOffset="50%")
        svg = tag(
            "text", letters, text_anchor="middle", letter_spacing=size * 0.06, fill=ink, **ITALIC.attributes(size)
        )
        self._settle(Label(name, kind, rects, svg))

    def _track_cost(self, track: Line, rects: Sequence[Rect]) -> float:
        ways = directions(track)
        bend = sum(abs(b - a) for a, b in pairwise(ways))
        steep = abs(ways[len(ways) // 2].imag)
        return bend * 0.55 + steep * 0.15 + sum(self._cost(r) for r in rects) / len(rects)

    # Countries and lands

    def lands(self) -> None:
        """Countries in spaced capitals, lands in italics."""
        for entry in _lands()["country"]:
            size = self.scale.w(26 if self.frame.width > 20 * self.frame.unit else 20)
            self._land(entry, entry["name"].upper(), "country", COUNTRY, size, spread=0.75)
        for entry in _lands()["region"] if self.scale.fine else ():
            self._land(entry, entry["name"], "region", ITALIC, self.scale.w(13.5), spread=0.22)

    def _land(self, entry: dict[str, Any], words: str, kind: str, font: Font, size: float, *, spread: float) -> None:
        km = self.land.grid.spec.km
        if not entry.get("from", 0.0) <= km <= entry.get("to", 99.0):
            return
        a, b = (self.frame.px(self.land.plane(complex(*p))) for p in entry["line"])
        way = (b - a) / abs(b - a)
        natural = text_width(words, font, size)
        room = max(0.0, abs(b - a) - natural) / max(1, len(words) - 1)
        spacing = min(max(room, size * spread * 0.5), size * spread * 1.6)
        best: tuple[float, tuple[Rect, ...], Point] | None = None
        for shift in self._near((a + b) / 2):
            rects = _letters(words, font, size, spacing, (a + b) / 2 + shift, way)
            if all(self._inside(r) and self.taken.free(r) for r in rects):
                cost = sum(self._cost(r) for r in rects) / len(rects) + abs(shift) / self.frame.unit * 0.05
                if best is None or cost < best[0]:
                    best = (cost, rects, (a + b) / 2 + shift)
        if best is None:
            return
        _, rects, at = best
        turn = math.degrees(math.atan2(way.imag, way.real))
        ink, faint = (COUNTRY_INK, 0.62) if kind == "country" else (REGION_INK, 0.85)
        svg = text(
            words,
            at + complex(spacing / 2, size * 0.3),
            text_anchor="middle",
            letter_spacing=spacing,
            fill=ink,
            fill_opacity=faint,
            transform=f"rotate({turn:.1f} {at.real:.1f} {at.imag:.1f})",
            **font.attributes(size),
        )
        self._settle(Label(words, kind, rects, svg))

    def _near(self, at: Point) -> list[Point]:
        """Shifts to try, up to a few hexes; a name that belongs outside the frame is not pulled in."""
        unit = self.frame.unit
        if not (-unit < at.real < self.frame.width + unit and -unit < at.imag < self.frame.height + unit):
            return []
        steps = [0.0, 0.4, -0.4, 0.8, -0.8, 1.3, -1.3, 2.0, -2.0]
        return sorted((complex(x, y) * unit for x in steps for y in steps), key=abs)

    # The layer

    def svg(self, *, towns: bool = True) -> str:
        """All names, the faint ones below; those of towns only if asked."""
        halo: dict[str, str | float | None] = {
            "stroke": HALO,
            "stroke_width": self.scale.w(HALO_WIDTH),
            "stroke_opacity": 0.9,
            "stroke_linejoin": "round",
            "paint_order": "stroke",
        }
        plain = [label.svg for label in self.labels if label.kind == "country"]
        left_out = ("country",) if towns else ("country", "town")
        rest = [label.svg for label in self.labels if label.kind not in left_out]
        return group(
            [
                tag("defs", *self.paths) if self.paths else "",
                group(plain, stroke=HALO, stroke_width=self.scale.w(2), stroke_opacity=0.35, paint_order="stroke"),
                group(rest, fill=TOWN_INK, **halo),
            ],
            id="names",
        )


def _under(track: Line, size: float) -> tuple[Rect, ...]:
    """Rectangles that follow a line of letters whose feet stand on the track."""
    points = resample(track, size * 0.8)
    out = []
    for a, b in pairwise(points):
        way = (b - a) / abs(b - a)
        out.append(Rect((a + b) / 2 - way * 1j * size * 0.3, abs(b - a), size * 0.95, math.atan2(way.imag, way.real)))
    return tuple(out)


def _letters(words: str, font: Font, size: float, spacing: float, at: Point, way: Point) -> tuple[Rect, ...]:
    """A rectangle for every letter of a spaced name, centred on a point."""
    total = text_width(words, font, size, spacing) - spacing
    x = -total / 2
    turn = math.atan2(way.imag, way.real)
    out = []
    for letter in words:
        wide = text_width(letter, font, size)
        if letter != " ":
            out.append(Rect(at + way * (x + wide / 2), wide, size * 0.92, turn))
        x += wide + spacing
    return tuple(out)
