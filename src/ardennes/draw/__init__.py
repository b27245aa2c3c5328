"""Boards and counters as SVG, for the web, the terminal and reports.

A board is drawn from its board file alone; heights, frontiers and fronts of the atlas are added for the eye.
This room knows no game and no rule: what a word of the board looks like stands in data/theme.toml.
"""

from .picture import Picture
from .write import board_svg, write_map, write_png

__all__ = ["Picture", "board_svg", "write_map", "write_png"]
