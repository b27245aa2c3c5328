"""Whose ground each hex is: of the side that controls it, or else of the one that is nearer, or else as it was."""

from __future__ import annotations

from ardennes.engine.state import State
from ardennes.hexmap import Board, Grid

NEAR = 10.0  # kilometres: ground without anybody changes hands only if somebody is as near as this


class Ground:
    """The ground of a game with two sides, from turn to turn."""

    def __init__(self, board: Board, sides: tuple[str, ...]) -> None:
        self.grid: Grid = board.grid
        self.sides = sides
        self.near = max(1, round(NEAR / board.grid.spec.km))
        self.first: int | None = None  # the hexes of the first side

    def look(self, state: State) -> int:
        """The hexes that are the first side's now, as a mask.

        The first time, before anybody moves, every hex goes to the side that is nearer, however far; where both are as
        near, to the second.
        """
        held = self._controlled(state)
        if self.first is None:
            self.first = self._nearer(held, 0, len(self.grid))
        else:
            self.first = self._nearer(held, self.first, self.near)
        return self.first

    def _controlled(self, state: State) -> tuple[int, int]:
        masks = [0, 0]
        for i in self.grid:
            side = state.control(self.grid.name(i))
            if side is not None:
                masks[self.sides.index(side)] |= 1 << i
        return masks[0], masks[1]

    def _nearer(self, held: tuple[int, int], before: int, most: int) -> int:
        """The first side's hexes if ground within so many hexes of somebody is his who is nearer."""
        grid, (one, other) = self.grid, held
        mine, open_ = 0, grid.all
        for _ in range(most + 1):
            mine |= open_ & one & ~other
            open_ &= ~(one ^ other)
            mine |= open_ & one & other & before
            open_ &= ~(one | other)
            if not open_ or not one | other:
                break
            one, other = grid.grow(one), grid.grow(other)
        return mine | open_ & before
