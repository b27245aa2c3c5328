"""The ground as masks: how far a march gets in one flood, and sums over all hexes at once as single integers."""

from __future__ import annotations

from array import array
from functools import lru_cache

from ardennes.ai.atlas import Atlas, atlas
from ardennes.engine.action import Table
from ardennes.engine.game import Game
from ardennes.hexmap import Costs, Six
from ardennes.hexmap.bare import bare_flood


class Ground:
    """One game's board, for quick sums and floods."""

    def __init__(self, game: Game) -> None:
        self.atlas: Atlas = atlas(game)
        self.grid = self.atlas.grid
        self.size = self.grid.size
        self.costs = _costs(self.atlas)
        self._ones = int.from_bytes(b"\0\1" * self.size, "big")
        self._orders: dict[int, list[int]] = {}
        self._even: dict[Table, bool] = {}

    def reach(self, start: int, points: int, blocked: int, halting: int) -> int:
        """The hexes that a march of so many half-points reaches; halting ones end it."""
        return 1 << start | bare_flood(self.costs, [(1 << start, 0)], points, blocked, halting)[0]

    def spread(self, mask: int) -> int:
        """A one for each hex of a mask, in a number with sixteen bits a hex, so that such numbers can be added up."""
        return int.from_bytes(bin(mask)[2:].encode("utf-16-be"), "big") & self._ones

    def listed(self, total: int) -> array[int]:
        """A sum of such numbers, by hex."""
        found = array("H")
        found.frombytes(total.to_bytes(2 * self.size, "little"))
        return found

    def order(self, target: int) -> list[int]:
        """All hexes from which a hex can be reached, the nearest first."""
        known = self._orders.get(target)
        if known is None:
            field = self.atlas.field(target)
            known = self._orders[target] = sorted(self.grid, key=lambda i: (field[i], i))
        return known

    def even(self, table: Table) -> bool:
        """Whether each action of a table that names a hex stands at that hex's place."""
        known = self._even.get(table)
        if known is None:
            index = self.atlas.index
            known = self._even[table] = all(
                not action.thing or ("/" not in action.thing and index(action.thing) in (-1, n))
                for n, action in enumerate(table.actions)
            )
        return known


def _costs(atlas: Atlas) -> Costs:
    """What steps cost by the atlas, as the floods of the rules take it."""
    table: dict[int, list[int]] = {}
    grid = atlas.grid
    for j in grid:
        for i, cost in atlas.steps_from(j):
            six = table.setdefault(cost, [0] * 6)
            six[grid.direction(i, j)] |= 1 << j
    frozen: dict[int, Six] = {cost: (a, b, c, d, e, f) for cost, (a, b, c, d, e, f) in sorted(table.items())}
    return Costs(grid, (), frozen)


@lru_cache(maxsize=16)
def ground(game: Game) -> Ground:
    """The ground of a game."""
    return Ground(game)
