"""How wide a line of letters is, from the letter widths of the fonts that the map is set in."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Font(NamedTuple):
    """A family with its weight and style, and the families to fall back on."""

    family: str
    weight: int = 500
    style: str = "normal"

    @property
    def stack(self) -> str:
        """The value of font-family."""
        rest = "Georgia, serif" if self.family in ("Alegreya", "Alegreya SC") else "'Segoe UI', Helvetica, sans-serif"
        return f"'{self.family}', {rest}"

    def attributes(self, size: float) -> dict[str, str | float | None]:
        """The attributes of a text element in this font."""
        return {
            "font_family": self.stack,
            "font_weight": str(self.weight),
            "font_style": None if self.style == "normal" else self.style,
            "font_size": size,
        }


TOWN = Font("Alegreya Sans", 700)
VILLAGE = Font("Alegreya Sans", 500)
COUNTRY = Font("Alegreya SC", 500)
TITLE = Font("Alegreya SC", 700)
ITALIC = Font("Alegreya", 500, "italic")
SERIF = Font("Alegreya", 500)
FIGURE = Font("Barlow Condensed", 500)
STRONG_FIGURE = Font("Barlow Condensed", 700)
LABEL = Font("Barlow Condensed", 600)


@cache
def _widths(font: Font) -> dict[str, int]:
    tables = json.loads((files(__package__) / "data" / "widths.json").read_text("utf-8"))
    table: dict[str, int] = tables[f"{font.family} {font.weight} {font.style}"]
    return table


def text_width(words: str, font: Font, size: float, spacing: float = 0.0) -> float:
    """The width of the words in the unit of `size`, with `spacing` after every letter."""
    table = _widths(font)
    usual = table["n"]
    return sum(table.get(letter, usual) for letter in words) * size / 1000 + spacing * len(words)
