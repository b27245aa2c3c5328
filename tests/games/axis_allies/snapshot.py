"""A position of the engine as the textbook has it."""

from __future__ import annotations

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import COMBAT, SIDES, Table
from tests.games.axis_allies.textbook import Map


def snapshot(table: Table) -> Map:
    """Everything on the board now, and who controls what."""
    found = Map(axis=table.axis_ground())
    raw = table.raw
    size = raw.game.terrain.size
    for hex_ in ground.HEXES:
        h = raw.game.terrain.bit[hex_]
        for number, side in enumerate(SIDES):
            if raw.held[number] >> h & 1:
                found.holder[hex_] = side
            if tokens := raw.supply_at(number, h):
                found.tokens[side, hex_] = tokens
        for number, (kind, units) in enumerate(zip(COMBAT, raw.stack(h), strict=True)):
            if units:
                found.units[hex_, kind] = units
            if ready := raw.ready.get(number * size + h, 0):
                found.ready[hex_, kind] = ready
    for truck, owner in zip(raw.game.forces.trucks, raw.owners, strict=True):
        found.trucks[truck.name] = (SIDES[owner], table.truck(truck.name))
    return found
