"""Bridges and interdiction (AO-13.0)."""

from __future__ import annotations

from ardennes.counters import side_names
from ardennes.engine.speech import count
from ardennes.engine.touch import listening, touch
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
    """Log which bridges are interdicted, and let a test hear why others are not."""
    ground, side = state.game.ground, state.phasing
    cut = side_names(ground.grid, ways(state).cut)
    if cut:
        who = state.game.sides[side]
        text = f"{count(len(cut), 'bridge')} interdicted to the {PEOPLE[side]} side: {', '.join(cut)}"
        state.note("interdiction", "AO-13.1.A", text, side=who)
    if side == GERMAN and state.turn == state.game.tables["first_turn"]["game_turn"]:
        text = "Bridges behind the German line are not interdicted on Game-Turn 1"
        state.note("interdiction", "AO-13.4.E", text, side=state.game.sides[side])
    if listening():
        if any(ground.grid.grow(_ends(state, name)) & state.held[side] for name in cut):
            touch("AO-E.13.1")
        for name in side_names(ground.grid, ground.bridge):
            _touch(state, ground.grid.disc(_ends(state, name), state.game.tables["bridges"]["interdiction_range"]))


def _touch(state: Position, near: int) -> None:
    """Let a test hear whose units near a bridge interdict it, and whose do not."""
    side, enemy = state.phasing, 1 - state.phasing
    if near & state.held[side] & ~state.cols[side]:
        touch("AO-13.5.F")
    if near & state.cols[enemy]:
        touch("AO-13.3.D")


def _ends(state: Position, name: str) -> int:
    """The two hexes of a hexside."""
    grid = state.game.ground.grid
    i, d = grid.parse_side(name)
    return 1 << i | 1 << grid.neighbours(i)[d]
