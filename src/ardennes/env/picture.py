"""The board with the counters on it, as SVG, from what a side is shown; nothing of the extra is needed for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from ardennes import draw
from ardennes.engine.game import Game
from ardennes.engine.screen import Face, Piece, Screen
from ardennes.engine.state import State

COUNTER = 0.62  # of the distance from hex to hex, where a counter lies alone
BESIDE = 0.44  # of that, where it lies beside others
GRID = 80.0  # on which a counter is drawn
BRANCHES = {"ss": "waffen-ss"}
STRIPES = {"yellow": "amber", "purple": "violet", "rose": "crimson", "grey": "#8A8578"}
FRONT = 'stroke="#B03055" stroke-width="6" stroke-linecap="round" opacity="0.85"'
PIXELS = 44.0  # from hex to hex in the picture of a whole board

Point = tuple[float, float]
Mapping = Callable[[Point], Point]  # from the plane of a grid to pixels


def whole(view: State) -> str:
    """The whole board as the side of a view is shown it. What lies in no hex is not on it."""
    screen, board = view.game.screen(view), view.game.board
    area = draw.frame(board, PIXELS)

    def at(point: Point) -> Point:
        return (point[0] - area.x0) * PIXELS, (point[1] - area.y0) * PIXELS

    drawn = [*front(screen, board.grid, at), *counters(screen, board.grid, at, PIXELS)]
    return "".join([_ground(view.game), *drawn, "</svg>"])


@lru_cache(maxsize=8)
def _ground(game: Game) -> str:
    """The map of a game without its last tag."""
    return draw.board_svg(game.board, hex_px=PIXELS, detail="low", sheet=False).removesuffix("</svg>")


def front(screen: Screen, grid: Any, at: Mapping) -> Iterator[str]:
    """The front line, where the game has one that moves."""
    for line in screen.lines:
        for side in line.sides if line.kind == "front" else ():
            (x1, y1), (x2, y2) = map(at, grid.side_ends(*grid.parse_side(side)))
            yield f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {FRONT}/>'


def counters(screen: Screen, grid: Any, at: Mapping, pixels: float) -> Iterator[str]:
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
