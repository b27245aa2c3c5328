"""The legend below the map: every kind of hex and line that the board has, drawn as on the map."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from . import layers, plants, signs, towns, works, zones
from .cells import Cells
from .curves import Point, spline
from .metrics import FIGURE, TOWN, VILLAGE, text_width
from .noise import Noise
from .picture import Picture
from .rectangle import Frame
from .scale import Scale
from .svg import Pen, group, polygon, tag, text
from .theme import BY_EYE, INK, INK_2
from .water import Course
from .ways import Bridge, Way

HEX_PX = 76.0
CELL = complex(112, 140)  # the room of a hex with its name
ROADS = {"main": ("road main", "Main road"), "secondary": ("road", "Secondary road"), "trail": ("trail", "Trail")}


@dataclass(frozen=True, slots=True)
class Entry:
    """A thing of the legend: its picture, drawn round a point, its name and a note."""

    draw: Callable[[Point], str]
    name: str
    note: str = ""


class Legend:
    """Builds the entries of one board."""

    def __init__(self, picture: Picture, u: float, notes: Mapping[str, str]) -> None:
        """`u` is the size of the sheet; `notes` adds a line to a word of the board."""
        self.picture, self.land, self.u, self.notes = picture, picture.land, u, notes
        self.scale = Scale(HEX_PX * u)
        self.pointy = self.land.grid.spec.orientation == "pointy"

    # Hexes

    def hexes(self) -> list[Entry]:
        """A hex for every kind of ground, then for towns and walls."""
        found: dict[str, tuple[str, ...]] = {}
        for i in self.land.hexes:
            words = self._ground_words(i)
            found.setdefault(" ".join(words), words)
        order = sorted(
            found.values(),
            key=lambda w: (list(self.land.theme.ground).index(w[0]) if w[0] in self.land.theme.ground else 99, w),
        )
        entries = [self._hex_entry(words) for words in order]
        built = [word for word in ("town", "city", "westwall", "cleared-westwall") if self.land.board.feature(word)]
        return entries + [self._hex_entry(("clear", word)) for word in built]

    def _ground_words(self, i: int) -> tuple[str, ...]:
        """The terrain of a hex and the feature that refines it."""
        terrain = self.land.board.terrain_of(i)
        kind = self.land.theme.kind((terrain,))
        if kind not in (BY_EYE, "open"):
            return (terrain,)
        cover = [f for f in self.land.board.features_of(i) if f in self.land.theme.cover]
        return (terrain, *(cover[:1] or [self.land.kind[i]] if kind == BY_EYE else cover[:1]))

    def _hex_entry(self, words: tuple[str, ...]) -> Entry:
        feature = words[-1] if words[-1] in ("town", "city", "westwall", "cleared-westwall") else ""
        called = self.land.theme.called
        if feature:
            name = called(feature)
        else:
            name = called(words[0]) + (f": {called(words[1]).lower()}" if len(words) > 1 else "")
        note = self.notes.get(" ".join(words)) or self.notes.get(feature or words[0], "")
        return Entry(lambda at: self._hex(at, words, feature), name, note)

    def _hex(self, at: Point, words: tuple[str, ...], feature: str) -> str:
        theme, scale = self.land.theme, self.scale
        kind = theme.kind(words)
        radius = scale.unit / math.sqrt(3)
        outline = works.hexagon(at, radius, pointy=self.pointy)
        shape = polygon(outline)
        ident = "-".join(["key", *words])
        parts = [tag("path", d=shape, fill="#EFE7CF")]
        if kind in theme.areas:
            parts.append(tag("path", d=shape, fill=theme.areas[kind].fill, fill_opacity=theme.areas[kind].opacity))
            parts += self._plants(at, kind, ident)
        parts += [
            tag("path", d=shape, fill=veil.fill, fill_opacity=veil.opacity)
            for word, veil in theme.veils.items()
            if word in words
        ]
        parts += self._works(at, feature)
        clip = tag("defs", tag("clipPath", tag("path", d=shape), id=ident))
        rim = tag("path", d=shape, fill="none", stroke=INK, stroke_width=1.1 * self.u)
        return group([clip, group(parts, clip_path=f"url(#{ident})"), rim])

    def _small(self, at: Point) -> Frame:
        """A frame of two hexes round a point of the sheet, whose plane origin is that point."""
        unit = self.scale.unit
        return Frame(-at.real / unit, -at.imag / unit, 0.0, 0.0, unit)

    def _plants(self, at: Point, kind: str, ident: str) -> list[str]:
        cells = Cells(-0.7, -0.7, 0.7, 0.7, plants.FINE)
        square = [complex(x, y) for x, y in ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))]
        cells.fill([square], plants.CODES[kind])
        noise = Noise(9)

        def fall(p: Point) -> Point:
            return complex(6 + 6 * noise(p.real * 2, p.imag * 2), 5 + 8 * noise(p.real * 2 + 5, p.imag * 2))

        return plants.grown(plants.Ground(cells, {}), fall, self._small(at), self.scale, ident)

    def _works(self, at: Point, feature: str) -> list[str]:
        if feature in ("town", "city"):
            found = towns.sample(self.scale)
            frame = self._small(at)
            ways = [Way("main", [-0.7 + 0.25j, 0j, 0.7 + 0.1j], ()), Way("secondary", [-0.2 - 0.7j, 0j], ())]
            return [
                towns.town_ground(found, frame, self.scale),
                layers.roads(ways, frame, self.scale),
                towns.houses(found, frame, self.scale),
            ]
        if feature:
            pen = Pen()
            line = [at + complex(x, y) * self.scale.unit for x, y in ((-0.12, -0.6), (0.05, 0.0), (-0.05, 0.6))]
            works.teeth(pen, line, self.scale)
            hollow = feature.startswith("cleared")
            return [
                tag(
                    "path",
                    d=pen.data,
                    fill="none" if hollow else works.TOOTH,
                    stroke=works.TOOTH if hollow else works.TOOTH_LIGHT,
                    stroke_width=self.scale.w(0.55),
                )
            ]
        return []

    # Lines and signs

    def lines(self) -> list[Entry]:
        """Roads, water, lines, discs and letters, each only if the board has it."""
        return [*self._roads(), *self._waters(), *self._borders(), *self._signs()]

    def _entry(self, draw: Callable[[Point], str], name: str, word: str = "", note: str = "") -> Entry:
        return Entry(draw, name, self.notes.get(word, note))

    def _roads(self) -> list[Entry]:
        kinds = {way.kind for way in self.picture.roads.ways}
        return [
            self._entry(partial(self._road, kind=kind), name, word)
            for kind, (word, name) in ROADS.items()
            if kind in kinds
        ]

    def _waters(self) -> list[Entry]:
        """Where some rivers are barriers, the others are no obstacle and need no name of their own."""
        sides = {frozenset(word.partition(":")[0] for word in words) for words in self.land.board.hexsides.values()}
        words = frozenset().union(*sides)
        found = []
        if any("river" in side and "barrier" not in side for side in sides):
            found.append(self._entry(partial(self._river, width=3.4), "River hexside", "river"))
        if "barrier" in words:
            found.append(self._entry(self._barrier, "River barrier", "barrier"))
        if "ford" in words:
            found.append(self._entry(partial(self._river, width=1.9), "Ford hexside", "ford"))
        if "stream" in words:
            free = "barrier" in words
            name, note = ("River", "no obstacle") if free else ("Stream hexside", "")
            found.append(self._entry(partial(self._river, width=1.9 if free else 1.3), name, "stream", note))
        if self.picture.bridges:
            found.append(self._entry(self._bridge, "Bridge", "bridge"))
        if "blown" in words:
            found.append(self._entry(partial(self._bridge, blown=True), "Blown bridge", "blown", "at the start"))
        if "cliff" in words:
            found.append(self._entry(self._cliff, "Cliff hexside", "cliff"))
        return found

    def _borders(self) -> list[Entry]:
        found = []
        if self.picture.starts:
            found.append(self._entry(self._start, "Start line", "start", "teeth on the German side"))
        if any(not works.is_start(line) for line in self.land.board.lines):
            found.append(self._entry(self._boundary, "Army boundary", "boundary"))
        if self.land.atlas.frontiers:
            found.append(self._entry(self._frontier, "Frontier", "frontier"))
        return found

    def _signs(self) -> list[Entry]:
        board = self.land.board
        entries = []
        if board.feature("fort"):
            entries.append(self._entry(self._fort, "Permanent fortification", "fort"))
        if board.feature("garrison"):
            entries.append(self._entry(self._garrison, "Garrison hex", "garrison"))
        if self.picture.exits:
            entries.append(self._entry(self._exit, "Exit", "exit", "with its points"))
        elif self.picture.points:
            entries.append(self._entry(self._points, "Victory points", "vp", "of a town"))
        if any(signs.is_entry(self.land, name, mask) for name, mask in board.regions.items()):
            entries.append(self._entry(self._letter, "Entry or edge section", "entry"))
        if self.land.zones:
            entries.append(self._entry(self._zone, "Entry zone", "zone"))
        if any(t.rank == 1 for t in self.picture.towns):
            entries.append(self._entry(self._village, "Village", "village", "a name on the road"))
        sample = self.land.grid.name(self.land.hexes[len(self.land.hexes) // 2])
        order = {"RRCC": "row, then column", "CCRR": "column, then row", "letter": "row and column"}
        note = order[self.land.grid.spec.numbering]
        entries.append(self._entry(partial(self._number, sample=sample), "Hex number", "number", note))
        return entries

    def _curve(self, at: Point, half: float = 36.0) -> list[Point]:
        points = [at + complex(x * half, y) * self.u for x, y in ((-1, 2), (-0.4, -3), (0.3, 3), (1, -2))]
        return spline(points, 4 * self.u)

    def _plain(self) -> tuple[Frame, Scale]:
        """Pixels as they are, at a scale whose widths fit the sheet."""
        return Frame(0.0, 0.0, 0.0, 0.0, 1.0), Scale(54.0 * (1.25 * self.u) ** (1 / 0.72))

    def _road(self, at: Point, kind: str) -> str:
        frame, scale = self._plain()
        return layers.roads([Way(kind, self._curve(at), ())], frame, scale)

    def _river(self, at: Point, width: float) -> str:
        frame, scale = self._plain()
        line = self._curve(at)
        return layers.rivers([Course("", 2, line, [width] * len(line), ())], frame, scale)

    def _bridge(self, at: Point, *, blown: bool = False) -> str:
        frame, scale = self._plain()
        across = [at - 16j * self.u, at + 16j * self.u]
        found = [Bridge(at, 1j, 3.4, blown=blown)]
        return (
            self._river(at, 3.4)
            + layers.roads([Way("main", across, ())], frame, scale)
            + layers.bridges(found, frame, scale)
            + layers.blown(found, frame, scale)
        )

    def _barrier(self, at: Point) -> str:
        return layers.barrier_marks([self._curve(at, 24.0)], self._plain()[1]) + self._river(at, 3.0)

    def _cliff(self, at: Point) -> str:
        frame, scale = self._plain()
        return layers.cliff_marks([(self._curve(at), 1)], frame, scale)

    def _start(self, at: Point) -> str:
        frame, scale = self._plain()
        return works.front_lines([self._curve(at)], frame, scale, ident="key-start")

    def _boundary(self, at: Point) -> str:
        frame, scale = self._plain()
        return works.boundary_lines([self._curve(at)], frame, scale)

    def _frontier(self, at: Point) -> str:
        frame, scale = self._plain()
        return layers.frontier_lines([self._curve(at)], frame, scale)

    def _exit(self, at: Point) -> str:
        return signs.disc(at, "4", self._plain()[1], 1 + 0j)

    def _points(self, at: Point) -> str:
        return signs.disc(at, "4", self._plain()[1], None)

    def _letter(self, at: Point) -> str:
        return signs.pale_disc(at, "A", self._plain()[1])

    def _zone(self, at: Point) -> str:
        half = complex(26, 3) * self.u
        return zones.bracket(at - half.conjugate(), at + half, -6j * self.u, self._plain()[1])

    def _fort(self, at: Point) -> str:
        return signs.fort(at, self._plain()[1])

    def _garrison(self, at: Point) -> str:
        return signs.garrison(at, self._plain()[1])

    def _village(self, at: Point) -> str:
        size = 4.6 * self.u
        spots = (complex(-1.3, -0.6), complex(0.5, -0.9), complex(1.4, 0.8), complex(-0.6, 1.0))
        half = complex(0.75, 0.5) * size
        shapes = [[at + s * size + c for c in (-half, half.conjugate(), half, -half.conjugate())] for s in spots]
        return tag("path", d="".join("M" + polygon(shape)[1:] for shape in shapes), fill=towns.HOUSE)

    def _number(self, at: Point, sample: str) -> str:
        style = FIGURE.attributes(16 * self.u)
        return text(sample, at + 4j * self.u, text_anchor="middle", fill=layers.NUMBER, **style)

    # The panel

    def panel(self, at: Point, wide: float) -> tuple[str, float]:
        """The legend laid out in a width from a corner, and its height."""
        u = self.u
        hexes, lines = self.hexes(), self.lines()
        share = min(0.6, max(0.34, (len(hexes) * CELL.real * u + 50 * u) / wide))
        left, height = self._hex_rows(hexes, at + complex(26, 66) * u, wide * share - 26 * u)
        corner = at + complex(wide * share + 24 * u, 36 * u)
        right, more = self._line_columns(lines, corner, wide * (1 - share) - 40 * u)
        return group([*left, *right], id="legend"), max(height, more)

    def _hex_rows(self, entries: list[Entry], at: Point, wide: float) -> tuple[list[str], float]:
        u = self.u
        cell = CELL * u
        per_row = max(1, int(wide // cell.real))
        parts = []
        for k, entry in enumerate(entries):
            here = at + complex(cell.real * (k % per_row + 0.36), cell.imag * (k // per_row))
            size = min(15.5 * u, 106 * u / max(1.0, text_width(entry.name, TOWN, 1.0)))
            parts.append(entry.draw(here))
            parts.append(text(entry.name, here + 62j * u, text_anchor="middle", fill=INK, **TOWN.attributes(size)))
            if entry.note:
                parts.append(
                    text(
                        entry.note,
                        here + 79j * u,
                        text_anchor="middle",
                        fill=INK_2,
                        **VILLAGE.attributes(min(13 * u, 108 * u / text_width(entry.note, VILLAGE, 1.0))),
                    )
                )
        return parts, 26 * u + cell.imag * math.ceil(len(entries) / per_row)

    def _line_columns(self, entries: list[Entry], at: Point, wide: float) -> tuple[list[str], float]:
        u = self.u
        columns = max(1, min(4, int(wide // (230 * u))))
        per_column = math.ceil(len(entries) / columns)
        parts = []
        for k, entry in enumerate(entries):
            here = at + complex(wide / columns * (k // per_column) + 44 * u, 43 * u * (k % per_column))
            parts.append(entry.draw(here))
            drop = 0.0 if entry.note else 5.0
            parts.append(text(entry.name, here + complex(54, drop) * u, fill=INK, **TOWN.attributes(16 * u)))
            if entry.note:
                parts.append(text(entry.note, here + complex(54, 15) * u, fill=INK_2, **VILLAGE.attributes(13 * u)))
        return parts, 43 * u * per_column + 30 * u
