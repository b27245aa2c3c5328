"""Reinforcements (BA-13): who may come in, by which hexes, and what the first hex costs."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.counters.boxes import entry_price
from ardennes.counters.refusals import because
from ardennes.engine import Reason
from ardennes.engine.speech import few
from ardennes.games.bastogne.journeys import arithmetic, entry_items
from ardennes.games.bastogne.movement import terms_of, walk_of
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.wording import ENTRIES


def waiting(state: Position, side: int) -> int:
    """The units of a side that are still off the map."""
    forces = state.game.forces
    return state.away & forces.of[side] & ~forces.set_up


def closed(state: Position) -> bool:
    """Whether it is too late to come in: a unit that was on the map when the phase began has moved (BA-R.13)."""
    return bool(state.moved & ~state.arrived)


def due(state: Position, side: int, mobile_only: bool) -> int:
    """The units that may come in by their Game-Turn and the phase, which come in first (BA-13.0, 13.0.mobile)."""
    if closed(state):
        return 0
    forces = state.game.forces
    found = waiting(state, side) & forces.due(state.turn)
    return found & forces.mobile if mobile_only else found


def region(state: Position, unit: int) -> int:
    """The hexes by which a unit comes in (BA-13.1)."""
    return state.game.ground.entries[state.game.forces.units[unit].entry]


def price(state: Position, unit: int, i: int) -> int:
    """What the hex of entry costs: terrain and a point for each before it, or the rate of the road (BA-13.0.queue)."""
    ground = state.game.ground
    cost = ground.at_the_edge[state.game.forces.kind[unit]][i]
    more: int = ground.tables["arrival"]["more"] * ground.point
    return entry_price(state.entered.get(i, 0), cost.ground, more, cost.road)


def rule_of_entry(state: Position, unit: int, i: int) -> str:
    """The rule by which a unit pays for its hex of entry; where a road is no help, it is a ruling (BA-R.16)."""
    cost, before = state.game.ground.at_the_edge[state.game.forces.kind[unit]][i], state.entered.get(i, 0)
    if cost.road is None:
        return "BA-13.0.queue" if before else "BA-13.0.cost"
    return "BA-13.0.road" if price(state, unit, i) == cost.road * (before + 1) else "BA-R.16"


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


def can_come_at_all(state: Position, unit: int) -> bool:
    """Whether there is a hex by which a unit can come in now."""
    points = state.figures(unit).allowance * state.game.ground.point
    free = region(state, unit) & ~(state.held[0] | state.held[1])
    return any(price(state, unit, i) <= points for i in bits(free)) or bool(hexes(state, unit))


def can_come(state: Position, units: int) -> int:
    """Those of some units off the map that can come in now; equal units are judged once."""
    forces = state.game.forces
    found, known = 0, dict[tuple[str, int, int], bool]()
    for unit in bits(units):
        kind = forces.units[unit].entry, forces.kind[unit], state.figures(unit).allowance
        if kind not in known:
            known[kind] = can_come_at_all(state, unit)
        if known[kind]:
            found |= 1 << unit
    return found


# ---- why not ----


def why_not_in(state: Position, unit: int, place: str) -> Reason:
    """Why a unit cannot come in by a hex."""
    name = state.game.forces.display_names[unit]
    i = state.game.ground.grid.index(place)
    if not region(state, unit) >> i & 1:
        where = ENTRIES[state.game.forces.units[unit].entry]
        return Reason("BA-13.1", f"{name} enters at {where}, not at {place}.")
    rule = _obstacle(state, unit, i)
    return because(f"{name} cannot enter at {place}", [Reason(rule, _words(state, unit, rule, [i]))])


def why_waits(state: Position, unit: int) -> Reason:
    """Why a unit that is due cannot come in at all."""
    found: dict[str, list[int]] = {}
    for i in state.game.ground.grid.sorted(region(state, unit)):
        found.setdefault(_obstacle(state, unit, i), []).append(i)
    reasons = [Reason(rule, _words(state, unit, rule, hexes)) for rule, hexes in found.items()]
    return because(f"{state.game.forces.display_names[unit]} cannot enter", reasons)


def _obstacle(state: Position, unit: int, i: int) -> str:
    """The rule that keeps a unit from coming in by a hex of its own."""
    terms = terms_of(state, unit)
    if terms.foes >> i & 1:
        return "BA-13.0.blocked"
    if price(state, unit, i) > terms.points:
        return "BA-13.0.queue"
    return "BA-R.17" if terms.stops >> i & 1 else "BA-13.0.stack"


def _words(state: Position, unit: int, rule: str, hexes: list[int]) -> str:
    """What the rule says of these hexes."""
    where = few(map(state.game.ground.grid.name, hexes))
    if rule == "BA-13.0.queue":
        by_road = rule_of_entry(state, unit, hexes[0]) == "BA-13.0.road"
        cost = arithmetic(state, entry_items(state, unit, hexes[0], by_road), terms_of(state, unit).points)
        return f"other units entered at {where} first, {cost}"
    units = "units are" if len(hexes) > 1 else "unit is"
    if rule == "BA-13.0.blocked":
        return f"{'' if len(hexes) > 1 else 'an '}enemy {units} in {where}"
    friends = f"{'' if len(hexes) > 1 else 'a '}friendly {units} in {where}"
    if rule == "BA-R.17":
        return f"{friends}, and the enemy ZOC would end the move there"
    return f"{friends}, and there is no free hex to go on to"
