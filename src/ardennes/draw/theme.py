"""The colours and words of the map, read from theme.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

PAPER, INK, INK_2 = "#F1E9D6", "#2B2621", "#5C5345"
HALO = "#F6F0E0"
BY_EYE = "by-eye"


@dataclass(frozen=True, slots=True)
class Area:
    """How a kind of ground is painted."""

    fill: str
    opacity: float
    rim: str
    far: str = ""  # the fill from afar, where single trees are not drawn
    straight: bool = False  # whether it ends at its hexsides, because the rules make it a wall


@dataclass(frozen=True, slots=True)
class Veil:
    """A tint over hexes that play by special rules."""

    fill: str
    opacity: float
    rim: str = ""


@dataclass(frozen=True, slots=True)
class Theme:
    """What each word of a board looks like."""

    ground: dict[str, str]
    cover: dict[str, str]
    veils: dict[str, Veil]
    areas: dict[str, Area]  # in the order of painting
    legend: dict[str, str]
    lines: dict[str, str]  # what a line of the board parts, written along it

    def kind(self, words: tuple[str, ...]) -> str:
        """The kind of ground that a terrain and its features make; a feature refines the terrain."""
        names = [word.partition(":")[0] for word in words]
        kind = self.ground.get(names[0], "open")
        refined = [self.cover[name] for name in names[1:] if name in self.cover]
        return refined[0] if refined and kind in (BY_EYE, "open") else kind

    def called(self, word: str) -> str:
        """A word of the board as it stands in the legend."""
        return self.legend.get(word, word.replace("-", " ").capitalize())


@cache
def theme() -> Theme:
    """The theme of the package."""
    tables: dict[str, Any] = tomllib.loads((files(__package__) / "data" / "theme.toml").read_text("utf-8"))
    return Theme(
        ground=tables["ground"],
        cover=tables["cover"],
        veils={word: Veil(**entry) for word, entry in tables["veil"].items()},
        areas={kind: Area(**entry) for kind, entry in tables["area"].items()},
        legend=tables["legend"],
        lines=tables["line"],
    )
