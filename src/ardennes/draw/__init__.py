"""Boards and counters as SVG, for the web, the terminal and reports.

A board is drawn from its board file alone; heights, frontiers and fronts of the atlas are added for the eye.
This package knows no game and no rule: what a word of the board looks like stands in data/theme.toml.
"""

from .counters import Face, counter_group, counter_svg, marker_svg
from .picture import Picture
from .write import Ground, board_svg, frame, ground, part_svg, write_map, write_png

__all__ = [
    "Face", "Ground", "Picture", "board_svg", "counter_group", "counter_svg", "frame", "ground", "marker_svg",
    "part_svg", "write_map", "write_png",
]  # fmt: skip
