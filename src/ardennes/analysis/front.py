"""The front of a game by turn, beside the true front of the day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ardennes.arena.fronts import contour, known_days, softened, true_front, true_ground
from ardennes.arena.ground import Ground
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State
from ardennes.hexmap import Board

Line = list[tuple[float, float]]  # degrees east and north
MARGIN = 0.05  # degrees round the board in which the true front is kept
TOWNS = 14
APART = (0.17, 0.04)  # of the width and height of the map: two names nearer than this would lie over each other


@dataclass(frozen=True, slots=True)
class Day:
    """The front at the end of a turn."""

    held: int  # hexes of the side
    lines: list[Line]
    true: list[Line]
    true_held: int | None = None
    same: float | None = None  # the share of hexes that were whose they were in history


@dataclass(slots=True)
class Front:
    """The ground of one side of a game with two, from turn to turn."""

    board: Board
    sides: tuple[str, ...]
    side: str
    days: list[Day] = field(default_factory=list)
    _ground: Ground | None = None

    @classmethod
    def of(cls, state: State, styles: Mapping[str, str]) -> Front | None:
        """The front as it begins; None where the game has no map of the land, or nobody's ground can be told."""
        board, sides = state.game.board, state.game.sides
        east = next((side for side in sides if styles.get(side) == "german"), None)
        if not isinstance(board, Board) or len(sides) != 2 or "control" not in state.game.queries or east is None:
            return None
        front = cls(board, sides, east, _ground=Ground(board, sides))
        return front if front._mask(state) is not None else None

    def _mask(self, view: State) -> int | None:
        assert self._ground is not None
        try:
            first = self._ground.look(view)
        except ArdennesError:  # it depends on what the side that looks may not know
            return None
        return first if self.side == self.sides[0] else self.board.grid.all & ~first

    def take(self, view: State, day: str) -> None:
        """Look at the end of a turn."""
        mask = self._mask(view)
        if mask is None:
            self.days.append(Day(0, [], []))
            return
        grid = self.board.grid
        values = softened(grid, {i: float(mask >> i & 1) for i in grid})
        lines = [[self._degrees(point) for point in line] for line in contour(grid, values) if len(line) > 1]
        true = self._clipped(day)
        truth = true_ground(self.board, day) if day and day != known_days()[0] else None
        if truth is None:
            self.days.append(Day(mask.bit_count(), lines, true))
            return
        same = 1 - (mask ^ truth).bit_count() / len(grid)
        self.days.append(Day(mask.bit_count(), lines, true, truth.bit_count(), round(same, 3)))

    def _degrees(self, point: complex) -> tuple[float, float]:
        lon, lat = self.board.earth.lonlat(point.real, point.imag)
        return round(lon, 3), round(lat, 3)

    def _clipped(self, day: str) -> list[Line]:
        """The true front of a day as far as it crosses the board."""
        west, south, east, north = self.frame()
        found: list[Line] = []
        for line in true_front(day) if day else ():
            part: Line = []
            for p in line:
                inside = west - MARGIN <= p.real <= east + MARGIN and south - MARGIN <= p.imag <= north + MARGIN
                if inside:
                    part.append((round(p.real, 3), round(p.imag, 3)))
                elif part:
                    found.append(part)
                    part = []
            found += [part] if len(part) > 1 else []
        return [line for line in found if len(line) > 1]

    def frame(self) -> tuple[float, float, float, float]:
        """West, south, east and north of the board."""
        points = [self.board.lonlat(i) for i in self.board]
        east, north = ([point[k] for point in points] for k in (0, 1))
        return round(min(east), 3), round(min(north), 3), round(max(east), 3), round(max(north), 3)

    def towns(self) -> list[tuple[str, float, float]]:
        """The largest towns with their places, as many as can be read."""
        west, south, east, north = self.frame()
        wide, high = APART[0] * (east - west), APART[1] * (north - south)
        found: list[tuple[str, float, float]] = []
        for place in sorted(self.board.places, key=lambda place: -place.rank):
            lon, lat = self.board.lonlat(place.hex)
            if all(abs(lon - x) > wide or abs(lat - y) > high for _, x, y in found):
                found.append((place.name, round(lon, 3), round(lat, 3)))
        return found[:TOWNS]
