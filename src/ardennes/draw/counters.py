"""Counters: one anatomy for all games, on a grid of 80."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from .curves import Point
from .metrics import LABEL, STRONG_FIGURE, text_width
from .svg import Pen, group, number, tag, text
from .symbols import FIGURES, badge_sign, symbols, unit_symbol

SIDE = 80.0
MARGIN = 4.0
BOX = (18.0, 20.0, 44.0, 29.0)
FOOT = 53.0  # where the pale foot of a reduced unit begins
SMALL, TINY = 40, 24  # px below which only symbol and strength, or only a tile, are drawn
PALE = "#FBF8EF"
GAPS = {"I": 4.6, "X": 7.6, "•": 5.2}  # the letters of a size mark, and the room that each takes


@dataclass(frozen=True, slots=True)
class Face:
    """What a counter shows."""

    branch: str  # heer, waffen-ss, luftwaffe, us, british, french
    symbol: str  # infantry, armour, …, leader, headquarters, soldier, tank, …
    strength: str = ""  # figures at the foot, or a short name: "4-10", "5 Pz", "Peiper"
    size: str = ""  # I, II, III, X, XX, XXX, XXXX, or dots: "•••"
    unit: str = ""  # top left
    formation: str = ""  # top right
    stripe: str = ""  # a word of [stripe] or "#RRGGBB"
    reduced: bool = False
    badges: tuple[str, ...] = ()  # at most two are shown
    rating: str = ""  # a figure in a disc at the top right, for leaders
    count: int = 1  # how many pieces lie here; shown from two


class Branch(NamedTuple):
    """The colours of a branch."""

    side: str
    body: str
    text: str
    box: str
    ink: str


class Badge(NamedTuple):
    """The colours and the word of a state."""

    ground: str
    sign: str
    label: str


@cache
def _tables() -> tuple[dict[str, Branch], dict[str, str], dict[str, Badge]]:
    data = tomllib.loads((files(__package__) / "data" / "counters.toml").read_text("utf-8"))
    return (
        {name: Branch(**entry) for name, entry in data["branch"].items()},
        data["stripe"],
        {name: Badge(**entry) for name, entry in data["badge"].items()},
    )


def branch(name: str) -> Branch:
    """The colours of a branch; raise `ValueError` if it is not known."""
    branches = _tables()[0]
    if name not in branches:
        raise ValueError(f'There is no branch "{name}"; {", ".join(branches)} are known.')
    return branches[name]


def badge(name: str) -> Badge:
    """The colours of a badge; raise `ValueError` if it is not known."""
    badges = _tables()[2]
    if name not in badges:
        raise ValueError(f'There is no badge "{name}"; {", ".join(badges)} are known.')
    return badges[name]


def counter_svg(face: Face, px: float = 80) -> str:
    """The counter as SVG, its body `px` wide; raise `ValueError` for a word that is not known.

    Under 40 px it shows symbol and strength only, under 24 px a tile of its colour with the symbol's shape left
    out. The picture is a little larger than the body, for shadow, badges and the count.
    """
    return _root(counter_group(face, px), px)


def counter_group(face: Face, px: float = 80) -> str:
    """The counter as a group on its grid of 80, for use inside another picture."""
    colours = branch(face.branch)
    if px < TINY:
        return group([_body(colours, shadow=False)])
    parts = [_body(colours), _foot(colours) if face.reduced else "", *_middle(face, colours), _strength(face, colours)]
    if px >= SMALL:
        parts += [_stripe(face), *_head(face, colours), _rating(face)]
        parts += [badge_group(name, at) for name, at in zip(face.badges, (80 + 49j, 80 + 26j), strict=False)]
    if face.count > 1:
        parts.append(_count(face.count))
    return group(parts)


def marker_svg(name: str, label: str | None = None, px: float = 80) -> str:
    """A state as a piece of its own, with its word; raise `ValueError` if it is not known."""
    colours = badge(name)
    words = colours.label if label is None else label
    size = min(16.0, 72 / max(1.0, text_width(words, LABEL, 1.0)))
    return _root(
        group(
            [
                _plate(colours.ground, 11.0),
                group([badge_sign(name, colours.sign)], transform="translate(19 8) scale(1.75)"),
                text(words, 40 + 69j, text_anchor="middle", fill=colours.sign, **LABEL.attributes(size)),
            ]
        ),
        px,
    )


def _root(body: str, px: float) -> str:
    span = SIDE + 4 * MARGIN
    whole = number(px * span / SIDE, 2)
    box = f"{number(-MARGIN * 2)} {number(-MARGIN * 2)} {number(span)} {number(span)}"
    return tag(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=whole,
        height=whole,
        viewBox=box,
        style="font-variant-numeric: lining-nums tabular-nums",
    )


# Body and foot


def _corner(colours: Branch) -> float:
    return 5.0 if colours.side == "german" else 14.0


def _body(colours: Branch, *, shadow: bool = True) -> str:
    return _plate(colours.body, _corner(colours), shadow=shadow)


def _plate(fill: str, round_: float, *, shadow: bool = True) -> str:
    """Two soft shadows, the body with its edge, and a line of light at the top."""
    shadows = (
        [
            tag("rect", x=x, y=y, width=SIDE, height=SIDE, rx=round_, fill="#322308", fill_opacity=opacity)
            for x, y, opacity in ((0.6, 1.4, 0.30), (1.4, 3.4, 0.16))
        ]
        if shadow
        else []
    )
    inner = max(2.0, round_ - 2)
    return "".join(
        [
            *shadows,
            tag(
                "rect",
                x=0.8,
                y=0.8,
                width=SIDE - 1.6,
                height=SIDE - 1.6,
                rx=round_ - 0.8,
                fill=fill,
                stroke="#14100A",
                stroke_opacity=0.72,
                stroke_width=1.6,
            ),
            tag(
                "path",
                d=f"M{number(2 + inner)} 2.4H{number(78 - inner)}",
                stroke="#FFFFFF",
                stroke_opacity=0.36,
                stroke_width=1.3,
                stroke_linecap="round",
            ),
        ]
    )


def _foot(colours: Branch) -> str:
    r = _corner(colours) - 1.6
    arc = f"a{number(r)} {number(r)} 0 0 1"
    right, left = f"{arc} -{number(r)} {number(r)}", f"{arc} -{number(r)} -{number(r)}"
    data = f"M1.6 {FOOT:g}H78.4V{number(78.4 - r)}{right}H{number(1.6 + r)}{left}Z"
    return tag("path", d=data, fill=PALE)


# What stands on it


def _middle(face: Face, colours: Branch) -> list[str]:
    """The symbol in its box; figures of pieces stand free and larger; a leader has a portrait."""
    x, y, wide, high = BOX
    bx, by, bw, bh = symbols().box
    if face.symbol in FIGURES:
        scale = 60 / bw
        move = f"translate({number(10 - bx * scale, 2)} {number(12 - by * scale, 2)}) scale({number(scale, 4)})"
        return [group([unit_symbol(face.symbol, colours.text, colours.body)], transform=move)]
    if face.symbol == "leader":
        x, y, wide, high = 18.0, 10.0, 44.0, 40.0
    scale = wide / bw
    fit = max(scale, high / bh) if face.symbol == "leader" else scale
    left, top = x + wide / 2 - (bx + bw / 2) * fit, y + high - (by + bh) * fit
    frame = tag(
        "rect",
        x=x,
        y=y,
        width=wide,
        height=high,
        rx=3 if face.symbol == "leader" else None,
        fill=colours.box,
        stroke=colours.ink,
        stroke_width=8.5 * scale,
    )
    move = f"translate({number(left, 2)} {number(top, 2)}) scale({number(fit, 4)})"
    shape = group([unit_symbol(face.symbol, colours.ink, colours.box)], transform=move)
    if face.symbol == "leader":
        return [tag("rect", x=x, y=y, width=wide, height=high, rx=3, fill=colours.box), shape]
    return [frame, shape]


def _strength(face: Face, colours: Branch) -> str:
    if not face.strength:
        return ""
    parts = face.strength.count("-") + 1
    size = 26.0 if parts < 3 else 22.5
    if face.symbol == "leader":
        size = 16.5
    size = min(size, 70 / max(0.1, text_width(face.strength, STRONG_FIGURE, 1.0)))
    ink = colours.ink if face.reduced else colours.text
    return text(face.strength, 40 + 73j, text_anchor="middle", fill=ink, **STRONG_FIGURE.attributes(size))


def _head(face: Face, colours: Branch) -> list[str]:
    """Unit at the left, formation at the right, the size mark in the middle, or in what room they leave."""
    mark = sum(GAPS.get(letter, 0.0) for letter in face.size)
    room = 68.0 - mark - (4.0 if mark else 0.0)
    left, right = text_width(face.unit, LABEL, 14.0), text_width(face.formation, LABEL, 14.0)
    size = 14.0 * min(1.0, room / max(left + right + 4, 1.0))
    left, right = 6 + left * size / 14, 74 - right * size / 14
    middle = min(max(40.0, left + 3 + mark / 2), max(right - 3 - mark / 2, left + 2 + mark / 2))
    style = LABEL.attributes(size)
    parts = [
        text(face.unit, 6 + 16j, fill=colours.text, **style) if face.unit else "",
        text(face.formation, 74 + 16j, text_anchor="end", fill=colours.text, **style) if face.formation else "",
    ]
    if not face.formation and left > 34:
        middle = 72.0 - mark / 2
    if face.size:
        parts.append(size_mark(face.size, complex(middle, 12), colours.text))
    return parts


def size_mark(size: str, at: Point, ink: str) -> str:
    """Bars, crosses or dots, centred on a point; raise `ValueError` for other letters."""
    if set(size) - set(GAPS):
        raise ValueError(f'The size mark "{size}" must be made of I, X or •.')
    lines, dots = Pen(), Pen()
    total = sum(GAPS[mark] for mark in size)
    x = at.real - total / 2
    for mark in size:
        here = complex(x + GAPS[mark] / 2, at.imag)
        if mark == "I":
            lines.move(here - 4.2j)
            lines.line(here + 4.2j)
        elif mark == "X":
            for way in (2.7 + 3.4j, 2.7 - 3.4j):
                lines.move(here - way)
                lines.line(here + way)
        else:
            dots.dot(here)
        x += GAPS[mark]
    return group(
        [
            tag("path", d=lines.data, stroke_width=1.9) if lines.data else "",
            tag("path", d=dots.data, stroke_width=3.6, stroke_linecap="round") if dots.data else "",
        ],
        fill="none",
        stroke=ink,
    )


def _stripe(face: Face) -> str:
    if not face.stripe:
        return ""
    colour = _tables()[1].get(face.stripe, face.stripe)
    if not colour.startswith("#"):
        raise ValueError(f'There is no stripe "{face.stripe}"; {", ".join(_tables()[1])} or "#RRGGBB" are known.')
    return tag(
        "rect",
        x=7,
        y=19.5,
        width=5.6,
        height=30,
        rx=1.2,
        fill=colour,
        stroke="#14100A",
        stroke_opacity=0.45,
        stroke_width=0.7,
    )


def _rating(face: Face) -> str:
    return _disc(face.rating, 69 + 11j, 9.0, "#FBF8EF", "#221D0C") if face.rating else ""


def _count(count: int) -> str:
    return _disc(str(count), 76 + 4j, 9.5, "#221D0C", "#FBF8EF")


def _disc(words: str, at: Point, radius: float, fill: str, ink: str) -> str:
    return group(
        [
            tag("circle", cx=at.real, cy=at.imag, r=radius, fill=fill, stroke="#14100A", stroke_width=1.1),
            text(words, at + 4.6j, text_anchor="middle", fill=ink, **STRONG_FIGURE.attributes(13.5)),
        ]
    )


def badge_group(name: str, at: Point) -> str:
    """A round badge of radius 11 on the grid of the counter."""
    colours = badge(name)
    x, y = number(at.real - 8.2, 2), number(at.imag - 8.2, 2)
    return group(
        [
            tag("circle", cx=at.real - 3, cy=at.imag, r=11, fill=colours.ground, stroke="#14100A", stroke_width=1.2),
            group([badge_sign(name, colours.sign)], transform=f"translate({number(float(x) - 3, 2)} {y}) scale(.683)"),
        ]
    )
