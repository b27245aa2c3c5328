"""The picture of a puzzle: the part of the board that its pieces and its texts name, with the counters on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ardennes import draw
from ardennes.ai.puzzles import Puzzle
from ardennes.engine.screen import Screen
from ardennes.env.picture import counters, front

WIDE = 500.0  # pixels of the picture, as far as the hexes allow
SMALLEST, LARGEST = 56.0, 100.0  # pixels from hex to hex
MARGIN = 1.7  # hexes round the outermost one that is named
Point = tuple[float, float]


def write_picture(puzzle: Puzzle, folder: Path) -> Path:
    """Write the picture of a puzzle as PNG. Raises FileNotFoundError if no browser is there to make it."""
    path = folder / f"{puzzle.name}.png"
    draw.write_png(picture(puzzle), path)
    return path


def picture(puzzle: Puzzle) -> str:
    """The picture of a puzzle as SVG."""
    view = puzzle.start().view(puzzle.side)
    screen, board = view.game.screen(view), view.game.board
    grid = board.grid
    shown = [grid.centre(grid.index(place)) for place in _named(puzzle, screen, grid)]
    across = max(x for x, _ in shown) - min(x for x, _ in shown) + 2 * MARGIN
    pixels = min(max(WIDE / across, SMALLEST), LARGEST)
    area = draw.frame(board, pixels)

    def at(point: Point) -> Point:
        return (point[0] - area.x0) * pixels, (point[1] - area.y0) * pixels

    ground = draw.board_svg(board, hex_px=pixels, detail="high", sheet=False).removesuffix("</svg>")
    drawn = [ground, *front(screen, grid, at), *counters(screen, grid, at, pixels), "</svg>"]
    return _cut("".join(drawn), [at(point) for point in shown], MARGIN * pixels, (area.width, area.height))


def _named(puzzle: Puzzle, screen: Screen, grid: Any) -> set[str]:
    """Every hex with a piece in it, and every one that the texts name."""
    words = re.findall(r"\w+", f"{puzzle.text} {puzzle.asked} {puzzle.solution}")
    return {place for place in (*words, *(str(piece.at) for piece in screen.pieces)) if place in grid}


def _cut(svg: str, points: Sequence[Point], room: float, whole: Point) -> str:
    """The part of a picture round some points."""
    box = []
    for k in (0, 1):
        low = max(min(point[k] for point in points) - room, 0.0)
        box.append((low, min(max(point[k] for point in points) + room, whole[k]) - low))
    (x, wide), (y, high) = box
    head, rest = svg.split(">", 1)
    head = re.sub(r' (width|height|viewBox)="[^"]*"', "", head)
    seen = f'width="{wide:.0f}" height="{high:.0f}" viewBox="{x:.1f} {y:.1f} {wide:.1f} {high:.1f}"'
    return f"{head} {seen}>{rest}"
