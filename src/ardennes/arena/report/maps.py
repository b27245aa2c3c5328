"""The ground over the map: how often each hex was the German side's, the mean front, and the true front of the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ardennes.arena.fronts import contour, frequencies, known_days, softened, true_front, true_ground
from ardennes.draw import board_svg, frame
from ardennes.draw.png import data_uri, png
from ardennes.draw.rectangle import Frame
from ardennes.draw.svg import group, number, polyline, smooth, tag
from ardennes.hexmap import Board

WIDTH = 1400.0  # pixels of the picture of a map
CELLS = 7  # of the tint, from hex to hex
TINT = (65, 88, 106)  # of the German side
DEEPEST = 150  # the opacity of ground that is always held, of 255
ESCAPED = {"%": "%25", "#": "%23", '"': "%22", "<": "%3C", ">": "%3E", "\n": "%0A"}


@dataclass(frozen=True, slots=True)
class Day:
    """The ground at the end of a turn in many games, as seen from the side in German style."""

    turn: int
    day: str  # "" where the game names none
    masks: Sequence[int]
    history: str  # the day of the true front that is shown, the first one from before the attack; "" if none is known

    @property
    def compared(self) -> bool:
        """Whether the true front is that of the same evening, so that figures may stand beside each other."""
        return bool(self.day and self.history) and self.history != known_days()[0]

    @property
    def sizes(self) -> list[float]:
        """How many hexes the side held, a figure a game."""
        return [float(mask.bit_count()) for mask in self.masks]


def day_of(turn: int, day: str, masks: Sequence[int]) -> Day:
    """A day with the true front that belongs beside it: its own, or the last one known where there is no day."""
    if day:
        return Day(turn, day, masks, day if true_front(day) else "")
    return Day(turn, day, masks, known_days()[-1])


def agreement(board: Board, day: Day) -> float | None:
    """The share of hexes whose owner in most games was also their owner in history; None where that is not known."""
    if not day.compared:
        return None
    truth = true_ground(board, day.history)
    if truth is None:
        return None
    often = frequencies(board, day.masks)
    same = sum((share > 0.5) == bool(truth >> i & 1) for i, share in often.items())
    return same / len(often)


class Map:
    """The picture of a board, and what is laid over it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        unit = min(110.0, max(36.0, WIDTH / frame(board, 1.0).width))
        self.frame: Frame = frame(board, unit)
        self._cells = self._raster()

    def picture(self) -> str:
        """The ground as an address for a style sheet."""
        svg = board_svg(self.board, hex_px=self.frame.unit, detail="low", sheet=False)
        for letter, code in ESCAPED.items():
            svg = svg.replace(letter, code)
        return f"data:image/svg+xml,{svg}"

    def _raster(self) -> list[list[int]]:
        """The hex of each cell of the tint, row by row; -1 off the board."""
        area, grid = self.frame, self.board.grid
        wide, high = (round((b - a) * CELLS) for a, b in ((area.x0, area.x1), (area.y0, area.y1)))
        return [
            [grid.at(area.x0 + (column + 0.5) / CELLS, area.y0 + (row + 0.5) / CELLS) for column in range(wide)]
            for row in range(high)
        ]

    def _tint(self, often: dict[int, float]) -> str:
        """Ground that the side holds, the darker the more often."""
        steps = 32
        palette = [(*TINT, round(DEEPEST * step / steps)) for step in range(steps + 1)]
        shade = {i: round(steps * share) for i, share in often.items()} | {-1: 0}
        address = data_uri(png([bytes(shade[i] for i in row) for row in self._cells], palette))
        return tag("image", href=address, x=0, y=0, width=number(self.frame.width), height=number(self.frame.height),
                   preserveAspectRatio="none")  # fmt: skip

    def overlay(self, day: Day, ident: str) -> str:
        """The tint, the true front and the mean front of a day, in a group of its own."""
        grid, often = self.board.grid, frequencies(self.board, day.masks)
        mean = [smooth(self.frame.line(line)) for line in contour(grid, softened(grid, often)) if len(line) > 1]
        earth = self.board.earth
        true = [
            polyline(self.frame.line([complex(*earth.plane(p.real, p.imag)) for p in line]))
            for line in (true_front(day.history) if day.history else ())
        ]
        lines = [
            tag("path", d=path, class_=f"{kind} {part}")
            for kind, paths in (("true", true), ("mean", mean))
            for part in ("halo", "front")
            for path in paths
        ]
        return group([self._tint(often), *lines], class_=f"day {ident}")

    def stage(self, overlays: Sequence[str]) -> str:
        """The box in which the map lies, with everything that can be laid over it."""
        wide, high = number(self.frame.width), number(self.frame.height)
        svg = tag("svg", *overlays, viewBox=f"0 0 {wide} {high}", role="img", aria_label="Map with the average front")
        return f'<div class="stage" style="aspect-ratio:{wide}/{high}"><div class="ground"></div>{svg}</div>'
