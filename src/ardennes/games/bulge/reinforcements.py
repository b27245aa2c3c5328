"""Reinforcements (BU-13.0): who may enter, and by which hexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bulge import movement
from ardennes.games.bulge.forces import ALLIED, EDGES, SIDES
from ardennes.games.bulge.state import Position
from ardennes.games.bulge.zones import zone

EDGE_NAMES = {"N": "north", "S": "south", "W": "west", "E": "east"}


def due(state: Position) -> int:
    """The phasing side's units that may enter now: of this Game-Turn, or held back before (BU-13.0.hold)."""
    game = state.game
    return state.waiting & game.forces.of[state.phasing] & game.arrived[state.turn]


def late(state: Position) -> Iterator[Bar]:
    """Why a unit may not enter yet: the Game-Turn on which it arrives."""
    for turn, units in state.game.arrivals:
        if turn > state.turn:
            yield Bar("BU-13.0", f"arrives on Game-Turn {turn}", state.waiting & units)


def closed(state: Position, side: int) -> Iterator[Bar]:
    """Why no unit of a side may enter by a hex, in the order in which a player would be told."""
    enemy = 1 - side
    yield Bar("BU-13.0.blocked", "is enemy-occupied", state.held[enemy])
    yield Bar("BU-13.0.blocked", "is in an enemy ZOC", zone(state, enemy))
    if side == ALLIED:
        yield Bar("BU-13.0.exited", "is closed: a German unit has exited the map there", state.left)


def entries_for(state: Position, unit: int) -> int:
    """The hexes by which a unit can enter now and find somewhere to end its move."""
    side = state.game.forces.side[unit]
    found = free(state.game.ground.entries[state.game.forces.units[unit].edge], closed(state, side))
    for i in state.game.ground.grid.bits(found & state.held[side]):
        walk = movement.walk(state, unit, state.game.allowance, i)
        if not walk.go and not walk.exits:
            found &= ~(1 << i)
    return found


def bars(state: Position) -> Iterator[Bar]:
    """Why a unit that is due may not enter now, in the order in which a player would be told."""
    game, here, held = state.game, due(state), state.held[state.phasing]
    open_ = free(game.ground.all_entries, closed(state, state.phasing))
    for edge in EDGES:
        units = here & game.by_edge[edge]
        entries = open_ & game.ground.entries[edge]
        if not entries:
            yield Bar("BU-13.0.blocked", "finds every entry hex blocked", units)
        elif not entries & ~held:
            crowded = sum(1 << unit for unit in bits(units) if not entries_for(state, unit))
            yield Bar("BU-8.0", "would have no hex in which to end its move", crowded)


class Enter(Step[Position]):
    """A unit comes in."""

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    name = "enter"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """By which hex; where there is only one, that is not asked."""
        unit: int = state.top.unit
        options = Options(Masked(state.game.actions.place, entries_for(state, unit)))
        prompt = state.game.prompts.enter[unit]
        return Decision(SIDES[state.phasing], self.name, Kind.PLACE, prompt, "BU-13.0", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The unit is in motion from there."""
        unit: int = state.top.unit
        state.put("move", unit, state.game.allowance, state.game.ground.grid.index(action.thing), "entering")

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why the unit cannot enter by a hex."""
        if action.verb != "place":
            return None
        return why_not_entry(state, state.top.unit, state.game.ground.grid.index(action.thing))


def why_not_entry(state: Position, unit: int, i: int) -> Reason:
    """Which rule closes a hex to an arriving unit."""
    ground, side = state.game.ground, state.game.forces.side[unit]
    edge, name, where = state.game.forces.units[unit].edge, state.game.forces.display_names[unit], ground.grid.name(i)
    if not ground.entries[edge] >> i & 1:
        if any(ground.entries[other] >> i & 1 for other in EDGES):
            return Reason("BU-2.3.1.edges", f"{name} enters by the {EDGE_NAMES[edge]} edge; {where} is not on it.")
        rule = "BU-R.18" if ground.board.regions[edge] >> i & 1 else "BU-13.0"
        return Reason(rule, f"No road leads onto the map at {where}.")
    bar = first_bar(i, closed(state, side))
    return bar.reason(where) if bar else Reason("BU-8.0", f"{name} would have no hex in which to end its move.")


def arrive(state: Position, unit: int, entry: int) -> None:
    """A unit comes onto the map by a hex; the British remember it."""
    where = state.game.ground.grid.name(entry)
    state.note_unit(unit, "enter", "BU-13.0", f"enters at {where}", to=where)
    if state.bound(unit):
        state.entered[unit] = entry
        text = f"stays within {state.game.leash} hexes of {where} and on its side of the Meuse for now"
        state.note_unit(unit, "enter", "BU-13.0.leash", text)
