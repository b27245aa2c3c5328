"""How strongly goals draw units from afar: the less, the more hexes they are away."""

from __future__ import annotations

from functools import lru_cache

from ardennes.games.axis_allies.forces import TANK
from ardennes.games.axis_allies.terrain import Terrain

PULL = 0.05  # of far goals
FADES = (0.62, 0.72, 0.62)  # a goal counts that much less for every hex, by type
FAINT = 0.002  # a weaker draw is not followed


@lru_cache(maxsize=16)
def shares(terrain: Terrain, kind: int) -> tuple[tuple[float, ...], ...]:
    """How much of its worth a goal in each hex draws with in each other: infantry crosses rivers, tanks go around."""
    near = terrain.dry if kind == TANK else terrain.near
    return tuple(_rings(terrain, near, FADES[kind], h) for h in range(terrain.size))


def _rings(terrain: Terrain, near: tuple[int, ...], fade: float, start: int) -> tuple[float, ...]:
    found = [0.0] * terrain.size
    ring = seen = 1 << start
    share = PULL
    while ring:
        spread = 0
        for h in terrain.grid.bits(ring):
            found[h] = share
            spread |= near[h]
        ring = spread & ~seen
        seen |= ring
        share *= fade
    return tuple(found)


class Draw:
    """What some goals do to units elsewhere."""

    def __init__(self, terrain: Terrain, goals: list[tuple[int, float]]) -> None:
        self.terrain, self.goals = terrain, goals
        self._known: dict[tuple[int, int], float] = {}

    def at(self, kind: int, h: int) -> float:
        """How strongly the goals draw a unit of a type to a hex."""
        known = self._known.get((kind, h))
        if known is None:
            row = shares(self.terrain, kind)[h]
            draws = [value * row[goal] for goal, value in self.goals]
            known = self._known[kind, h] = sum([one for one in draws if one > FAINT])
        return known
