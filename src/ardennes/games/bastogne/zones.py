"""Zones of control (BA-6): the six hexes next to a unit; beyond the west edge too (BA-11.4.zone)."""

from __future__ import annotations

from ardennes.games.bastogne.forces import ALLIED
from ardennes.games.bastogne.state import Position


def beyond(state: Position) -> frozenset[int]:
    """The imaginary hexes 00rr in American zones: a unit in 01rr has the two behind it in its zone (BA-R.39)."""
    rows = state.game.ground.row_of_west
    found = [rows[i] for i in state.game.ground.grid.bits(state.held[ALLIED] & state.game.ground.west)]
    return frozenset(n for row in found for n in (row - 1, row))
