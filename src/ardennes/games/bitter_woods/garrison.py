"""The garrison of Seventh Army (BW-35, an option): places that it must hold, and what it costs not to."""

from __future__ import annotations

from ardennes.counters.bars import Bar
from ardennes.engine.speech import both
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.state import Position

OPTION = "garrison"


def look(state: Position) -> None:
    """When the German turn begins: whether all its places are held (BW-35.0)."""
    state.ungarrisoned = False
    table, game = state.game.tables["garrison"], state.game
    first, last = game.turn_named(table["first"]), game.turn_named(table["last"])
    if OPTION not in state.optional or not first <= state.turn <= last:
        return
    open_ = [name for name, i in table["hexes"].items() if not state.held[GERMAN] >> game.ground.grid.index(i) & 1]
    if open_:
        state.ungarrisoned = True
        text = f"Seventh Army does not hold {both(open_)}: its units have one movement point less this turn"
        state.note("effect", "BW-35.0", text, side=SIDES[GERMAN])


def units(state: Position) -> int:
    """The units that pay for a missing garrison."""
    if not state.ungarrisoned:
        return 0
    found: int = state.of_army(state.game.tables["garrison"]["army"]) & state.game.forces.of[GERMAN]
    return found


def less(state: Position, unit: int) -> int:
    """The points that a unit has less in the Movement Phase; a leader who exploits has them all."""
    if not state.ungarrisoned or state.game.forces.side[unit] != GERMAN:
        return 0
    table = state.game.tables["garrison"]
    if state.army_of(unit) != table["army"] or state.phase == f"{SIDES[GERMAN]} exploitation":
        return 0
    fewer: int = table["less"]
    return fewer


def bars(state: Position) -> tuple[Bar, ...]:
    """Why units may not move in the Exploitation Phase (BW-35.0.exploit)."""
    found = kept(state)
    return (Bar("BW-35.0.exploit", "may not move: Seventh Army's garrison is missing", found),) if found else ()


def kept(state: Position) -> int:
    """The units that do not move then."""
    return units(state) & state.game.forces.mechanized
