"""The board put together: every layer in its order, from paper to names."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.hexmap import Board

from . import layers, plants, signs, towns, works, zones
from .atlas import atlas
from .boxes import Rect
from .cells import Cells
from .curves import Line, Point
from .land import BOX, Land
from .names import FIGURE, FRONT, HOUSE, ROAD, WATER, Names
from .rectangle import Frame
from .relief import Relief
from .scale import DETAIL_FROM, Scale
from .svg import group, tag
from .theme import theme
from .water import courses
from .ways import Roads, bridges

OBSTACLES = 16  # cells a hex for what a name must not cover


class Picture:
    """A board drawn at one zoom. `ground` is the map without a sheet round it."""

    def __init__(
        self,
        board: Board,
        hex_px: float,
        fine: bool | None = None,
        overlay: Sequence[Sequence[Point]] | None = None,
        overlay_label: str = "",
    ) -> None:
        self.land = Land(board, atlas(), theme())
        self.scale = Scale(hex_px, hex_px >= DETAIL_FROM if fine is None else fine)
        self.frame: Frame = self.land.frame(hex_px)
        self.water = courses(self.land)
        self.roads = Roads(self.land)
        self.bridges = bridges(self.land, self.roads, self.water)
        self.areas = layers.areas(self.land)
        self.relief = Relief(self.land, self.water)
        self.towns = towns.towns(self.land, self.roads, self.scale, self._wet())
        self.starts = [
            line for chain in board.lines if works.is_start(chain) for line in works.start_curve(self.land, chain)
        ]
        self.boundaries = works.boundaries(self.land)
        self.overlay = [[self.land.plane(p) for p in line] for line in overlay or ()]
        self.overlay_label = overlay_label
        self.discs = signs.discs(self.land, self.frame, self.scale, self.roads.towns)
        drawn = [
            *(way.line for way in self.roads.ways),
            *(course.line for course in self.water),
            *(block for town in self.towns for block in town.blocks),
        ]
        self.signs, self.sign_spots = signs.works(self.land, self.frame, self.scale, drawn)
        self.zones, self.zone_rects = zones.drawn(self.land.zones, self.frame, self.scale)
        self.points = any(board.value(i, "vp") for i in board)
        self.exits = bool(board.feature("exit")) or any(board.sides("exit"))
        self.names = self._names()

    def _wet(self) -> Cells:
        """Water, on which no house stands."""
        cells = Cells(*self.land.extent, 20)
        for course in self.water:
            cells.trace(course.line, self.scale.plane(max(course.widths) / 2 + 2.2), 1)
        return cells

    # Layers

    def ground(self, *, labels: bool = True) -> str:
        """All layers, in pixels of the frame; the names of towns and what they are worth only as `labels`."""
        frame, scale, land = self.frame, self.scale, self.land
        open_ground = towns.clearings(land, self.towns, scale)
        parts = [
            self._picture(self.relief.paper()),
            layers.grain(frame),
            layers.ground(land, self.areas, open_ground, towns.CLEARING, frame, scale),
            self._picture(self.relief.shade()),
            *(self._grown(open_ground) if scale.fine else ()),
            layers.beyond(land, frame),
            layers.veils(land, frame, scale),
            layers.hex_grid(land, frame, scale),
            layers.hex_numbers(land, frame, scale) if scale.fine else "",
            layers.frontier(land, frame, scale),
            towns.town_ground(self.towns, frame, scale),
            group([layers.barriers(land, self.water, frame, scale)], id="barriers"),
            layers.rivers(self.water, frame, scale),
            layers.cliffs(land, self.water, frame, scale),
            layers.roads(self.roads.ways, frame, scale),
            layers.bridges(self.bridges, frame, scale),
            works.west_wall(land, frame, scale),
            towns.houses(self.towns, frame, scale),
            self.signs,
            works.boundary_lines([line for _, line in self.boundaries], frame, scale),
            works.front_lines(self.starts, frame, scale, ident="start-line"),
            group([layers.blown(self.bridges, frame, scale)], id="blown"),
            works.boxes(land, frame, scale),
            self.zones,
            works.overlay_lines(self.overlay, frame, scale, self.overlay_label),
            self.discs.svg,
            signs.value_discs(self.discs.values, scale) if labels else "",
            self.names.svg(towns=labels),
        ]
        return group(parts, id="map")

    def _picture(self, address: str) -> str:
        return tag(
            "image",
            href=address,
            x=0,
            y=0,
            width=self.frame.width,
            height=self.frame.height,
            preserveAspectRatio="none",
        )

    def _grown(self, open_ground: Sequence[Line]) -> list[str]:
        scale = self.scale
        ground = plants.Ground.of(self.land.extent, self.areas, scale.plane(1.6))
        ground.cells.fill(open_ground, 0)
        ground.clear([(way.line, scale.plane(4.6)) for way in self.roads.ways])
        ground.clear([(c.line, scale.plane(max(c.widths) / 2 + 3.2)) for c in self.water])
        ground.clear([([t.at], t.radius + scale.plane(2)) for t in self.towns])
        return plants.grown(ground, self.relief.fall, self.frame, scale)

    # Names

    def _names(self) -> Names:
        found = self.towns
        names = Names(self.land, self.frame, self.scale, self._obstacles(), list(self._blocked()), found)
        names.towns([t for t in found if t.rank > 2])
        names.lands()
        names.lines([(name, line) for name, line in self.boundaries if name])
        names.rivers(self.water)
        names.towns([t for t in found if t.rank <= 2])
        return names

    def _obstacles(self) -> Cells:
        scale = self.scale
        cells = Cells(*self.land.extent, OBSTACLES)
        if scale.fine:
            half = complex(scale.figure(8), scale.figure(4.5)) / self.frame.unit
            for i in self.land.hexes:
                at = layers.number_spot(self.land, i)
                corners = [at - half, at + half.conjugate(), at + half, at - half.conjugate()]
                cells.fill([corners], FIGURE)
        for course in self.water:
            cells.trace(course.line, scale.plane(max(course.widths) / 2 + 0.5), WATER)
        for way in self.roads.ways:
            cells.trace(way.line, scale.plane(2.0), ROAD)
        for line in layers.barrier_lines(self.land, self.water):
            cells.trace(line, scale.plane(7.0), FRONT)
        for line in [*self.starts, *self.overlay, *(line for _, line in self.boundaries)]:
            cells.trace(line, scale.plane(3.5), FRONT)
        for town in self.towns:
            if scale.fine or town.rank > 2:
                for block in town.blocks:
                    cells.fill([block], HOUSE)
        return cells

    def _blocked(self) -> list[Rect]:
        """Discs, signs, boxes and zones, which no name may touch."""
        disc, sign = self.scale.w(14), self.scale.w(17)
        found = [*(Rect(at, disc, disc) for at in self.discs.spots), *self.zone_rects]
        found += [Rect(at, sign, sign) for at in self.sign_spots]
        for box in self.land.board.boxes.values():
            if box.at is not None:
                size = complex(*BOX) * 2 * self.frame.unit
                found.append(Rect(self.frame.px(complex(*box.at)), size.real, size.imag))
        return found
