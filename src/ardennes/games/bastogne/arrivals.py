"""Reinforcements (BA-13): who may come in, by which hexes, and what the first hex costs."""

from __future__ import annotations

from ardennes.counters import POOL, bits
from ardennes.counters.boxes import entry_price
from ardennes.counters.refusals import because
from ardennes.engine import Reason
from ardennes.engine.touch import touch
from ardennes.games.bastogne.forces import PANZER
from ardennes.games.bastogne.movement import terms_of, walk_of
from ardennes.games.bastogne.state import Position


def waiting(state: Position, side: int) -> int:
    """The units of a side that are still off the map."""
    forces = state.game.forces
    return sum(1 << unit for unit in bits(forces.of[side] & ~forces.set_up) if state.at[unit] == POOL)


def due(state: Position, side: int, mobile_only: bool) -> int:
    """The units that may come in by their Game-Turn and the phase (BA-13.0, 13.0.mobile)."""
    forces = state.game.forces
    found = waiting(state, side) & forces.due(state.turn)
    return found & forces.mobile if mobile_only else found


def region(state: Position, unit: int) -> int:
    """The hexes by which a unit comes in (BA-13.1)."""
    return state.game.ground.entries[state.game.forces.units[unit].entry]


def price(state: Position, unit: int, i: int) -> int:
    """What the hex of entry costs: terrain and a point for each before it, or the rate of the road (BA-13.0.queue)."""
    ground = state.game.ground
    kind, terrain, link = state.game.forces.kind[unit], ground.board.terrain_of(i), ground.link_off(i)
    if kind == PANZER and ground.woods >> i & 1:
        touch("BA-R.12")
    if state.entered.get(i):
        touch("BA-R.15")
    if link:
        touch("BA-R.16")
    more: int = ground.tables["arrival"]["more"] * ground.point
    road = ground.link_cost(kind, link, terrain) if link else None
    return entry_price(state.entered.get(i, 0), ground.terrain_cost(kind, terrain), more, road)


def hexes(state: Position, unit: int) -> int:
    """The hexes by which a unit can come in now."""
    terms = terms_of(state, unit)
    found = 0
    for i in state.game.ground.grid.bits(region(state, unit) & ~terms.foes):
        cost = price(state, unit, i)
        if cost > terms.points:
            continue
        if not terms.friends >> i & 1 or walk_of(state, unit, i, cost, begun=True, terms=terms).able:
            found |= 1 << i
    return found


def can_come(state: Position, units: int) -> int:
    """Those of some units off the map that can come in now; equal units are judged once."""
    forces = state.game.forces
    found, known = 0, dict[tuple[str, int, int], bool]()
    for unit in bits(units):
        kind = forces.units[unit].entry, forces.kind[unit], state.figures(unit).allowance
        if kind not in known:
            known[kind] = bool(hexes(state, unit))
        if known[kind]:
            found |= 1 << unit
    return found


# ---- why not ----


def why_not_in(state: Position, unit: int, place: str) -> Reason:
    """Why a unit cannot come in by a hex."""
    ground, name = state.game.ground, state.game.forces.display_names[unit]
    i = ground.grid.index(place)
    if not region(state, unit) >> i & 1:
        return Reason("BA-13.1", f"{name} does not come in by {place}.")
    return because(f"{name} cannot come in by {place}", [_obstacle(state, unit, i)])


def _obstacle(state: Position, unit: int, i: int) -> Reason:
    terms, place = terms_of(state, unit), state.game.ground.grid.name(i)
    if terms.foes >> i & 1:
        return Reason("BA-13.0.blocked", f"an enemy unit is in {place}")
    if price(state, unit, i) > terms.points:
        return Reason("BA-13.0.queue", "too many units have come in by it this turn")
    if terms.stops >> i & 1:
        return Reason("BA-R.17", f"a friendly unit is in {place}, and the enemy zone would end the move there")
    return Reason("BA-13.0.stack", f"a friendly unit is in {place}, and there is no free hex to go on to")


def why_waits(state: Position, unit: int) -> Reason:
    """Why a unit that is due cannot come in at all."""
    found = {
        reason.rule: reason
        for i in state.game.ground.grid.bits(region(state, unit))
        for reason in [_obstacle(state, unit, i)]
    }
    return because(f"{state.game.forces.display_names[unit]} cannot come in", list(found.values()))
