"""How lines and letters grow with the map: more slowly than the hexes, so that a near view gains room."""

from __future__ import annotations

from dataclasses import dataclass

HOME = 54.0  # px a hex at which all widths are given
DETAIL_FROM = 40.0  # px a hex from which numbers, villages and single trees are drawn


@dataclass(frozen=True, slots=True)
class Scale:
    """A zoom, by the pixels between neighbouring centres."""

    unit: float
    fine: bool = True  # whether numbers, villages and single trees are drawn

    def w(self, width: float) -> float:
        """A width or a letter size in pixels."""
        return width * float((self.unit / HOME) ** 0.72)

    def figure(self, size: float) -> float:
        """The size of hex numbers in pixels."""
        return size * float((self.unit / HOME) ** 0.6)

    def plane(self, width: float) -> float:
        """A width in plane units."""
        return self.w(width) / self.unit
