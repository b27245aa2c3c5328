"""The picture of a puzzle: the part of the board that its pieces and its texts name, with the counters on it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ardennes import draw
from ardennes.ai.puzzles import Puzzle
from ardennes.engine.screen import Face, Piece, Screen

WIDE = 500.0  # pixels of the picture, as far as the hexes allow
SMALLEST, LARGEST = 56.0, 100.0  # pixels from hex to hex
COUNTER = 0.62  # of that, where a counter lies alone
BESIDE = 0.44  # of that, where it lies beside others
MARGIN = 1.7  # hexes round the outermost one that is named
GRID = 80.0  # on which a counter is drawn
BRANCHES = {"ss": "waffen-ss"}
STRIPES = {"yellow": "amber", "purple": "violet", "rose": "crimson", "grey": "#8A8578"}
FRONT = 'stroke="#B03055" stroke-width="6" stroke-linecap="round" opacity="0.85"'
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
    drawn = [ground, *_front(screen, grid, at), *_counters(screen, grid, at, pixels), "</svg>"]
    return _cut("".join(drawn), [at(point) for point in shown], MARGIN * pixels, (area.width, area.height))


def _named(puzzle: Puzzle, screen: Screen, grid: Any) -> set[str]:
    """Every hex with a piece in it, and every one that the texts name."""
    words = re.findall(r"\w+", f"{puzzle.text} {puzzle.asked} {puzzle.solution}")
    return {place for place in (*words, *(str(piece.at) for piece in screen.pieces)) if place in grid}


def _front(screen: Screen, grid: Any, at: Any) -> Iterator[str]:
    """The front line, where the game has one that moves."""
    for line in screen.lines:
        for side in line.sides if line.kind == "front" else ():
            (x1, y1), (x2, y2) = map(at, grid.side_ends(*grid.parse_side(side)))
            yield f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {FRONT}/>'


def _counters(screen: Screen, grid: Any, at: Any, pixels: float) -> Iterator[str]:
    """The counters in their hexes, those of one hex beside each other."""
    stacks: dict[str, list[Piece]] = defaultdict(list)
    for piece in screen.pieces:
        if piece.at is not None and piece.at in grid:
            stacks[piece.at].append(piece)
    for place, stack in stacks.items():
        x, y = at(grid.centre(grid.index(place)))
        size = (COUNTER if len(stack) == 1 else BESIDE) * pixels
        for n, piece in enumerate(stack):
            left, top = x + (n - len(stack) / 2) * size * 1.06, y - size / 2
            counter = draw.counter_group(_face(screen, piece))
            yield f'<g transform="translate({left:.1f} {top:.1f}) scale({size / GRID:.4f})">{counter}</g>'


def _face(screen: Screen, piece: Piece) -> draw.Face:
    face = screen.faces[piece.face] if isinstance(piece.face, str) else piece.face
    assert isinstance(face, Face)
    return draw.Face(
        branch=BRANCHES.get(face.nation, face.nation),
        symbol=face.symbol,
        strength="-".join(face.figures),
        size=face.size or "",
        unit=face.unit or "",
        formation=face.formation or "",
        stripe=STRIPES.get(face.stripe.colour, face.stripe.colour) if face.stripe else "",
        count=piece.count,
    )


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
