"""A position of the engine as the textbook has it, and what its steps are about. Only this file knows the frames."""

from __future__ import annotations

from ardennes.games.axis_allies.ground import Targets
from ardennes.games.axis_allies.movement import MoveOne
from ardennes.games.axis_allies.reinforcement import Arrive
from ardennes.games.axis_allies.retreat import Retreat
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
        found.trucks[truck.name] = (SIDES[owner], place := table.truck(truck.name))
        if {"inf", "art"} & set(table.cargo(truck.name).split()) and place in ground.HEXES:
            found.riding[place] = SIDES[owner]
    return found


def unloaded(table: Table) -> Map:
    """The position when all trucks have put down their cargo."""
    found = snapshot(table)
    found.riding.clear()
    for name, (side, hex_) in found.trucks.items():
        words = table.cargo(name).split()
        for kind, n in zip(words[::2], map(int, words[1::2]), strict=True):
            if kind == "supply":
                found.tokens[side, hex_] = found.tokens.get((side, hex_), 0) + n
            else:
                found.holder[hex_] = side
                found.units[hex_, kind] = found.units.get((hex_, kind), 0) + n
    return found


def _names(table: Table, mask: int) -> set[str]:
    return {hex_ for hex_ in ground.HEXES if mask >> table.raw.game.terrain.bit[hex_] & 1}


def attacked(table: Table) -> set[str]:
    """The hexes that have attacked this turn."""
    return _names(table, table.raw.attacked)


def activated(table: Table) -> tuple[set[str], set[str]]:
    """The hexes whose movement, and whose blitz, is paid for."""
    return _names(table, table.raw.activated), _names(table, table.raw.blitzed)


def declaring(table: Table) -> tuple[str, set[str]]:
    """The attacking hex and the targets named so far."""
    now: Targets.Frame = table.state.top
    return table.raw.name_of(now.hex), {table.raw.name_of(target) for target in now.chosen}


def paid_for(table: Table) -> str:
    """The hex for which a token is sought."""
    return str(table.raw.name_of(table.state.top.hex))


def moving(table: Table) -> tuple[str, str]:
    """The type and the hex of the unit that moves."""
    now: MoveOne.Frame = table.state.top
    return COMBAT[now.kind], table.raw.name_of(now.hex)


def blitzing(table: Table) -> str:
    """Where the tank is that may blitz."""
    return str(table.raw.name_of(table.state.top.hex))


def driving(table: Table) -> str:
    """The truck that drives, or is loaded off the board."""
    return str(table.raw.game.forces.trucks[table.state.top.truck].name)


def arriving(table: Table) -> str:
    """The formation of which a unit enters."""
    now: Arrive.Frame = table.state.top
    return str(table.raw.game.forces.formations[now.formation].id)


def blitz_paid(table: Table) -> tuple[set[str], set[str]]:
    """The formations whose blitz is paid for, and those of which a tank has come in this turn."""
    names = [formation.id for formation in table.raw.game.forces.formations]
    paid, entered = table.raw.paid, table.raw.entered
    return (
        {name for number, name in enumerate(names) if paid >> number & 1},
        {name for number, name in enumerate(names) if entered >> number & 1},
    )


def retreating(table: Table) -> tuple[str, str]:
    """The type and the hex of the unit that retreats."""
    now: Retreat.Frame = table.state.top
    return COMBAT[now.kind], table.raw.name_of(now.hex)
