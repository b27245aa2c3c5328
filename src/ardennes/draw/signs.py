"""Signs on the map: exits, points, entry letters, forts, garrisons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .curves import Line, Point
from .land import Land
from .metrics import STRONG_FIGURE
from .rectangle import Frame
from .scale import Scale
from .svg import group, number, polygon, tag, text
from .symbols import badge_sign, symbols
from .theme import HALO, INK

PALE = "#FBF7EC"
GARRISON = "#41586A"
CORNERS = (-0.27 + 0.2j, 0.27 + 0.2j, -0.27 - 0.16j, 0.27 - 0.16j)  # where a sign may stand in its hex


class Value(NamedTuple):
    """What a place is worth: the words on its disc, in pixels."""

    words: str
    at: Point
    radius: float


class Discs(NamedTuple):
    """The discs of a map: exits and entries, what places are worth, and where all of them stand, in pixels."""

    svg: str
    values: list[Value]
    spots: list[Point]


def discs(land: Land, frame: Frame, scale: Scale, towns: Mapping[int, Point]) -> Discs:
    """Exits, points and entry letters as discs, the points of a town beside it."""
    parts: list[str] = []
    values: list[Value] = []
    where: list[Point] = []
    for i in land.hexes:
        points = land.board.value(i, "vp") or land.board.value(i, "exit")
        if points is not None:
            out = None if land.is_town(i) else _outward(land, i)
            beside = towns.get(i, land.centre[i]) + scale.plane(19) * (0.72 - 0.7j)
            at = frame.px(beside if out is None else land.centre[i] + out * 0.04)  # clear of the number
            where.append(at)
            if out is None:
                values.append(Value(points, at, disc_radius(scale)))
            else:
                parts.append(disc(at, points, scale, out))
    ways = {side: value for side in land.board.hexsides if (value := land.board.side_value(side, "exit"))}
    for side, value in ways.items():
        out = _middle(land, side) - land.centre[land.across(side)[0]]
        at = frame.px(_middle(land, side) + out * (-0.32 if _crowded(land, side, ways) else 0.06))
        where.append(at)
        parts.append(disc(at, value, scale, out / abs(out)))
    parts += _entries(land, frame, scale, where)
    return Discs(group(parts, id="discs"), values, where)


def _middle(land: Land, side: str) -> Point:
    a, b = land.ends(side)
    return (a + b) / 2


def _crowded(land: Land, side: str, others: Iterable[str]) -> bool:
    """Whether a way out of another hex lies next to this one; then both discs stand back into their hexes."""
    here, i = _middle(land, side), land.across(side)[0]
    return any(land.across(other)[0] != i and abs(_middle(land, other) - here) < 0.6 for other in others)


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


def disc_radius(scale: Scale) -> float:
    """Of a black disc, in pixels."""
    return scale.w(6.6)


def value_discs(values: Iterable[Value], scale: Scale) -> str:
    """What places are worth, drawn."""
    return group([disc(value.at, value.words, scale, None) for value in values], id="values")


def disc(at: Point, words: str, scale: Scale, out: Point | None) -> str:
    """A black disc with its points, and an arrow if it is a way out."""
    r = disc_radius(scale)
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
    return group(
        [
            tag("circle", cx=at.real, cy=at.imag, r=r, fill="#FBF7EC", stroke=INK, stroke_width=scale.w(1.1)),
            text(words, at + size * 0.345j, text_anchor="middle", fill=INK, **STRONG_FIGURE.attributes(size)),
        ]
    )


def works(land: Land, frame: Frame, scale: Scale, lines: Sequence[Line]) -> tuple[str, list[Point]]:
    """A small fort or pennant in the emptiest corner of its hex; and where they stand, in pixels."""
    parts: list[str] = []
    where: list[Point] = []
    for word, draw in (("fort", fort), ("garrison", garrison)):
        for i in land.hexes:
            if land.has(i, word):
                at = frame.px(_emptiest(land.centre[i], lines))
                where.append(at)
                parts.append(draw(at, scale))
    return group(parts, id="works"), where


def _emptiest(centre: Point, lines: Sequence[Line]) -> Point:
    """The corner of a hex that lies farthest from what is drawn there."""
    near = [p for line in lines for p in line if abs(p - centre) < 0.75]
    return max((centre + corner for corner in CORNERS), key=lambda at: min((abs(at - p) for p in near), default=1.0))


def fort(at: Point, scale: Scale) -> str:
    """A permanent fortification."""
    size = scale.w(15) / symbols().grid
    corner = at - scale.w(7.5) * (1 + 1j)
    move = f"translate({number(corner.real)} {number(corner.imag)}) scale({number(size, 3)})"
    return group(
        [
            tag("circle", cx=12, cy=12, r=12.5, fill=PALE, stroke=INK, stroke_width=1.6),
            badge_sign("fortified", INK),
        ],
        transform=move,
    )


def garrison(at: Point, scale: Scale) -> str:
    """A hex that must be held: a pennant on its pole."""
    w = scale.w(1)
    flag = polygon([at + w * (-2.2 - 5.2j), at + w * (5.0 - 2.6j), at + w * (-2.2 + 0.2j)])
    pole = polygon([at + w * (-2.6 - 5.2j), at + w * (-2.6 + 5.2j)])
    return group(
        [
            tag("circle", cx=at.real, cy=at.imag, r=scale.w(7.6), fill=PALE, stroke=INK, stroke_width=scale.w(1)),
            tag("path", d=flag, fill=GARRISON),
            tag("path", d=pole, stroke=INK, stroke_width=scale.w(1.2), stroke_linecap="round"),
        ]
    )
