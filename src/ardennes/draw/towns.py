"""Towns and villages: blocks of houses along their roads, more of them the more important the place."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

from ardennes.hexmap import Place

from .cells import Cells
from .curves import Line, Point
from .land import Land
from .noise import Noise
from .rectangle import Frame
from .scale import Scale
from .svg import group, polygon, smooth_loops, tag
from .ways import Roads

HOUSE, TOWN_GROUND, CLEARING = "#4A3B35", "#C9AE95", "#E9DEC2"
BLOCKS = {"town": (16, 22), 3: (9, 12), 2: (5, 9), 1: (3, 3)}
WITHIN = 0.40  # a village lies at most so far from the centre of its hex


@dataclass(frozen=True, slots=True)
class Town:
    """A place as it is drawn."""

    place: Place
    at: Point  # in plane units
    by_rule: bool  # whether its hex is a town for the rules
    blocks: list[Line]  # in plane units
    radius: float  # in plane units, what its houses cover

    @property
    def rank(self) -> int:
        """4 for a town by the rules, otherwise as the board ranks it."""
        return 4 if self.by_rule else self.place.rank


def towns(land: Land, roads: Roads, scale: Scale, taken: Cells) -> list[Town]:
    """Every place of the board, the important ones first; `taken` marks water, on which no house stands."""
    chief: dict[int, Place] = {}
    for place in land.board.places:
        if place.hex not in chief or place.rank > chief[place.hex].rank:
            chief[place.hex] = place
    found = []
    for place in sorted(land.board.places, key=lambda p: -p.rank):
        first = chief[place.hex] is place
        at = roads.towns[place.hex] if first else _spot(land, place)
        by_rule = first and land.is_town(place.hex)
        ways = [roads.anchor[place.hex]] if first and place.hex in roads.anchor else []
        dirs = _streets(roads, place.hex) if ways else []
        found.append(_built(place, at, by_rule, dirs, scale, _building_land(land, place.hex, taken)))
    return found + [_suburb(land, roads, i, scale, taken) for i in land.hexes if land.is_town(i) and i not in chief]


def _suburb(land: Land, roads: Roads, i: int, scale: Scale, taken: Cells) -> Town:
    """A town hex without a name of its own, such as the second hex of a large town."""
    streets = _streets(roads, i) if i in roads.anchor else []
    at = roads.anchor.get(i, land.centre[i])
    return _built(Place("", i, 3, None, None), at, True, streets, scale, _building_land(land, i, taken))


def _building_land(land: Land, i: int, taken: Cells) -> Callable[[Point], bool]:
    """Whether a house may stand at a point: in its hex, so that no river parts a town, and not on water."""
    return lambda at: land.grid.at(at.real, at.imag) == i and not taken.at(at)


def sample(scale: Scale) -> list[Town]:
    """A town by the rules at the origin of the plane, for the legend."""
    streets = [_unit(0.1), _unit(2.8), _unit(4.4)]
    return [_built(Place("Town", 0, 3, None, None), 0j, True, streets, scale, lambda _: True)]


def _spot(land: Land, place: Place) -> Point:
    centre = land.centre[place.hex]
    if place.lon is None or place.lat is None:
        return centre
    gap = land.plane(complex(place.lon, place.lat)) - centre
    return centre + (gap if abs(gap) <= WITHIN else gap * (WITHIN / abs(gap)))


def _streets(roads: Roads, i: int) -> list[Point]:
    """The unit vectors along which roads leave the place."""
    found: list[Point] = []
    here = roads.anchor[i]
    for way in roads.ways:
        if i not in way.hexes:
            continue
        for k, point in enumerate(way.line):
            if abs(point - here) < 1e-9:
                steps = (way.line[j] - here for j in (max(0, k - 2), min(len(way.line) - 1, k + 2)))
                found += [step / abs(step) for step in steps if abs(step) > 1e-6]
    return found


def _built(
    place: Place, at: Point, by_rule: bool, streets: list[Point], scale: Scale, free: Callable[[Point], bool]
) -> Town:
    dice = random.Random(crc32(f"{place.name}{place.hex}".encode()))
    fewest, most = BLOCKS["town" if by_rule else place.rank]
    wanted = dice.randint(fewest, most)
    lanes = list(streets) or [_unit(dice.uniform(0, math.pi)), _unit(dice.uniform(math.pi, math.tau))]
    if by_rule or place.rank > 2:
        lanes += [_unit(dice.uniform(0, math.tau)) for _ in range(max(0, 5 - len(lanes)))]
    spots = sorted(_sites(lanes, dice, wanted), key=lambda site: site[0])
    blocks: list[tuple[Point, float, Line]] = []
    for _, offset, way in spots:
        long, deep = dice.uniform(3.2, 5.2), dice.uniform(2.3, 3.4)
        size = math.hypot(long, deep) / 2
        spot = at + scale.plane(1) * offset
        if not free(spot) or any(abs(offset - o) < (size + s) * 0.92 for o, s, _ in blocks):
            continue
        blocks.append((offset, size, _block(spot, way, long * scale.plane(1), deep * scale.plane(1))))
        if len(blocks) == wanted:
            break
    radius = max((abs(offset) + size for offset, size, _ in blocks), default=3.0)
    return Town(place, at, by_rule, [line for _, _, line in blocks], radius * scale.plane(1))


def _sites(lanes: list[Point], dice: random.Random, wanted: int) -> list[tuple[float, Point, Point]]:
    """Places for houses in px at home scale: their order from the middle, where they lie, how they face."""
    found = []
    rows = (3.6,) if wanted < 9 else (3.8, 8.2)
    for lane in lanes:
        for k in range(6):
            along = 3.6 + 5.2 * k + dice.uniform(-0.8, 0.8)
            for row in rows:
                for side in (-1, 1):
                    offset = lane * along + lane * 1j * side * (row + dice.uniform(-0.3, 0.5))
                    found.append((abs(offset) + dice.uniform(0, 2.5), offset, lane))
    return found


def _unit(angle: float) -> Point:
    return complex(math.cos(angle), math.sin(angle))


def _block(at: Point, way: Point, long: float, deep: float) -> Line:
    u, v = way * long / 2, way * 1j * deep / 2
    return [at - u - v, at + u - v, at + u + v, at - u + v]


def blob(at: Point, radius: float, noise: Noise) -> Line:
    """An uneven round patch."""
    out = []
    for k in range(16):
        way = _unit(math.tau * k / 16)
        p = at + way * radius
        out.append(at + way * radius * (1 + 0.3 * noise(p.real * 2.6, p.imag * 2.6)))
    return out


def clearings(land: Land, found: list[Town], scale: Scale) -> list[Line]:
    """Open ground round the places that lie in woods."""
    noise = Noise(31)
    return [
        blob(t.at, t.radius + scale.plane(3.5), noise)
        for t in found
        if "woods" in land.kind[t.place.hex] and (scale.fine or t.rank > 2)
    ]


def town_ground(found: list[Town], frame: Frame, scale: Scale) -> str:
    """The built-up ground of towns by the rules."""
    noise = Noise(32)
    loops = [frame.line(blob(t.at, max(t.radius * 0.95, 0.24), noise)) for t in found if t.by_rule]
    if not loops:
        return ""
    return tag(
        "path",
        d=smooth_loops(loops),
        fill=TOWN_GROUND,
        fill_opacity=0.9,
        stroke="#8E6F58",
        stroke_opacity=0.55,
        stroke_width=scale.w(0.6),
    )


def houses(found: list[Town], frame: Frame, scale: Scale) -> str:
    """All blocks of houses."""
    shapes = [polygon(frame.line(block)) for t in found if scale.fine or t.rank > 2 for block in t.blocks]
    if not shapes:
        return ""
    paths = "".join(_absolute(shape) for shape in shapes)
    return group(
        [
            tag(
                "path",
                d=paths,
                fill=HOUSE,
                stroke="#F1E6D0",
                stroke_opacity=0.65,
                stroke_width=scale.w(0.9),
                paint_order="stroke",
            ),
        ]
    )


def _absolute(data: str) -> str:
    return "M" + data[1:]
