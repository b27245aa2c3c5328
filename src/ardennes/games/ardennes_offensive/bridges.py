"""Bridges and interdiction (AO-13.0)."""

from __future__ import annotations

from ardennes.counters import side_names
from ardennes.engine.speech import count
from ardennes.games.ardennes_offensive.forces import GERMAN, PEOPLE
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.terrain import Ways
from ardennes.hexmap import Six, sides_and, sides_minus, sides_of


def shadow(state: Position, side: int) -> int:
    """The hexes within three of an enemy unit that is not in Road Mode (AO-13.1.A, AO-13.3.D)."""
    enemy = 1 - side
    reach: int = state.game.tables["bridges"]["interdiction_range"]
    return state.game.ground.grid.disc(state.held[enemy] & ~state.cols[enemy], reach)


def cut(state: Position, side: int, shade: int) -> Six:
    """The bridges interdicted to a side: one of their two hexes is enough. Friends change nothing (AO-E.13.1)."""
    ground = state.game.ground
    found = sides_and(ground.bridge, sides_of(ground.grid, shade))
    if side == GERMAN and state.turn == state.game.tables["first_turn"]["game_turn"]:
        return sides_minus(found, ground.spared)
    return found


def cut_now(state: Position, side: int) -> Six:
    """The bridges interdicted to a side at this moment."""
    return cut(state, side, shadow(state, side))


def ways(state: Position) -> Ways:
    """What steps cost the phasing side under the interdiction judged for its Player-Turn (AO-E.13.3)."""
    found = state.ways
    if found is None:
        found = state.ways = Ways(state.game.ground, state.phasing, cut(state, state.phasing, state.shadow))
    return found


def judge(state: Position) -> None:
    """Find the bridges interdicted to the phasing side for all of its Player-Turn."""
    state.shadow = shadow(state, state.phasing)
    state.ways = None
    if state.heard:
        _log(state)


def _log(state: Position) -> None:
    """Log which bridges are interdicted, which of them to both sides, and which are spared."""
    ground, side = state.game.ground, state.phasing
    found = side_names(ground.grid, ways(state).cut)
    if found:
        who = state.game.sides[side]
        text = f"{count(len(found), 'bridge')} interdicted to the {PEOPLE[side]} side: {', '.join(found)}"
        state.note("interdiction", "AO-13.1.A", text, side=who)
        theirs = side_names(ground.grid, cut_now(state, 1 - side))
        if shared := [name for name in found if name in theirs]:
            text = f"Interdicted to the {PEOPLE[1 - side]} side as well: {', '.join(shared)}"
            state.note("interdiction", "AO-13.5.F", text, side=who)
    if columns := state.cols[1 - side]:
        near = ground.grid.disc(columns, state.game.tables["bridges"]["interdiction_range"])
        if spared := [name for name in side_names(ground.grid, cut(state, side, near)) if name not in found]:
            text = f"Enemy units in Road Mode do not interdict {', '.join(spared)}"
            state.note("interdiction", "AO-13.3.D", text, side=state.game.sides[side])
    if side == GERMAN and state.turn == state.game.tables["first_turn"]["game_turn"]:
        text = "Bridges behind the German line are not interdicted on Game-Turn 1"
        state.note("interdiction", "AO-13.4.E", text, side=state.game.sides[side])
