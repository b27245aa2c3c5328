"""Unit symbols, silhouettes and badges as shapes, from the one file that the web client shares."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .metrics import LABEL
from .svg import group, number, tag, text

FIGURES = ("soldier", "tank", "gun", "truck", "fighter", "bomber", "supply")


@dataclass(frozen=True, slots=True)
class Symbols:
    """All shapes: each a list of parts with path data or letters, and how they are painted."""

    box: tuple[float, float, float, float]  # x, y, width, height of the frame of a unit
    grid: float  # the side of a badge
    units: dict[str, list[dict[str, str | float]]]
    badges: dict[str, list[dict[str, str | float]]]


@cache
def symbols() -> Symbols:
    """The symbols of the package."""
    data = json.loads((files(__package__) / "data" / "symbols.json").read_text("utf-8"))
    x, y, wide, high = data["box"]
    return Symbols((x, y, wide, high), data["grid"], data["symbols"], data["badges"])


def unit_symbol(kind: str, ink: str, hole: str, weight: float = 8.5) -> str:
    """A symbol in the coordinates of its box; raise `ValueError` if there is none of that kind."""
    parts = symbols().units.get(kind)
    if parts is None:
        raise ValueError(f'There is no symbol "{kind}"; {", ".join(sorted(symbols().units))} are known.')
    return group(_shape(part, ink, hole, weight) for part in parts)


def badge_sign(kind: str, ink: str) -> str:
    """The sign of a badge on its grid; raise `ValueError` if there is none of that kind."""
    parts = symbols().badges.get(kind)
    if parts is None:
        raise ValueError(f'There is no badge "{kind}"; {", ".join(sorted(symbols().badges))} are known.')
    return group(_shape(part, ink, ink, 2.1) for part in parts)


def _shape(part: dict[str, str | float], ink: str, hole: str, weight: float) -> str:
    if "text" in part:
        at = complex(float(part["x"]), float(part["y"]))
        return text(str(part["text"]), at, text_anchor="middle", fill=ink, **LABEL.attributes(float(part["size"])))
    if part["paint"] == "fill":
        return tag("path", d=str(part["d"]), fill=ink, fill_rule="evenodd")
    colour = hole if part["paint"] == "hole" else ink
    return tag(
        "path",
        d=str(part["d"]),
        fill="none",
        stroke=colour,
        stroke_width=number(weight),
        stroke_linecap="round",
        stroke_linejoin="round",
    )
