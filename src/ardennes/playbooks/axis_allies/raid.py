"""Where the enemy could get to in his next move, and what stands in his way."""

from __future__ import annotations

from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.supply import payable
from ardennes.games.axis_allies.terrain import ALLIES


class Raid:
    """The enemy's next move: his units with a token, tanks with a blitz, and those who come in."""

    def __init__(self, state: Position, foe: int, stops: int) -> None:
        """`stops` are the towns that are not his, where his road ends."""
        self.terrain = terrain = state.game.terrain
        self.stops = stops
        self.roads = terrain.board.links("road")
        self.kinds = [0, 0, 0]
        for h in terrain.grid.bits(state.held[foe] & payable(state, foe)):
            for kind, n in enumerate(state.stack(h)):
                if n:
                    self.kinds[kind] |= 1 << h
        self.entries = self._entries(state, foe)
        self._known: dict[int, int] = {}

    def _entries(self, state: Position, foe: int) -> int:
        """The edge where fresh units wait to come in; their tanks and trucks go on by road."""
        found, n = 0, len(state.game.forces.formations)
        due = state.turn if foe == ALLIES else state.turn + 1
        for number, formation in enumerate(state.game.forces.formations):
            waits = formation.side == foe and formation.turn <= due
            if waits and any(state.charts[kind * n + number] for kind in range(3)):
                found |= formation.arrives
        return (found | self.terrain.exits[foe]) & state.friendly(foe) if found else 0

    def past(self, own: int) -> int:
        """The hexes that he can enter if combat units hold these."""
        known = self._known.get(own)
        if known is None:
            known = self._known[own] = self._flood(own)
        return known

    def _flood(self, own: int) -> int:
        terrain = self.terrain
        across, dry = terrain.grid.across, terrain.off_road_six
        inf, tank, art = self.kinds
        zone = terrain.zone(own)
        panzers = across(tank, dry) | across(tank & zone, self.roads) | self._by_road(tank & ~zone, own, zone)
        panzers &= ~own
        found = terrain.around(inf) | across(art, dry) | panzers | across(panzers, dry)
        entries = self.entries & ~own
        if entries:
            found |= entries | self._by_road(entries & terrain.roads & ~zone, own, zone)
        return found & ~own

    def _by_road(self, start: int, own: int, zone: int) -> int:
        """Where he gets to by road: on until a zone of control or a town that is not his."""
        stops = zone | self.stops
        found, front = start, start
        while front:
            front = self.terrain.grid.across(front, self.roads) & ~own & ~found
            found |= front
            front &= ~stops
        return found
