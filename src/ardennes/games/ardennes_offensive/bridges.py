"""Bridges and interdiction (AO-13.0)."""

from __future__ import annotations

from typing import cast

from ardennes.games.ardennes_offensive.forces import GERMAN
from ardennes.games.ardennes_offensive.state import Field
from ardennes.games.ardennes_offensive.terrain import Ways
from ardennes.hexmap import Six, sides_minus


def shadow(state: Field, side: int) -> int:
    """The hexes within three of an enemy unit that is not in Road Mode (AO-13.1.A, AO-13.3.D)."""
    enemy = 1 - side
    reach: int = state.game.tables["bridges"]["interdiction_range"]
    return state.game.ground.grid.disc(state.held[enemy] & ~state.cols[enemy], reach)


def cut(state: Field, side: int, shade: int) -> Six:
    """The bridges interdicted to a side: one of their two hexes is enough. Friends change nothing (AO-E.13.1)."""
    ground = state.game.ground
    shift = ground.grid.shift
    found = tuple(mask & (shade | shift(shade, (d + 3) % 6)) for d, mask in enumerate(ground.bridge))
    if side == GERMAN and state.turn == state.game.tables["first_turn"]["game_turn"]:
        return sides_minus(cast(Six, found), ground.spared)
    return cast(Six, found)


def ways(state: Field) -> Ways:
    """What steps cost the phasing side under the interdiction judged for its Player-Turn (AO-E.13.3)."""
    found = state.ways
    if found is None:
        found = state.ways = Ways(state.game.ground, cut(state, state.phasing, state.shadow))
    return found


def names(state: Field, six: Six) -> list[str]:
    """The hexsides of a set, each once, in the order of their names."""
    grid = state.game.ground.grid
    return sorted({grid.side(i, d) for d, mask in enumerate(six) for i in grid.bits(mask)})


def judge(state: Field) -> None:
    """Find the bridges interdicted to the phasing side for its whole Player-Turn."""
    state.shadow = shadow(state, state.phasing)
    state.ways = None
    if state.heard:
        _tell(state)


def _tell(state: Field) -> None:
    """Log which bridges are interdicted, and why others are not."""
    ground, side = state.game.ground, state.phasing
    grid, who, enemy = ground.grid, state.game.sides[state.phasing], 1 - state.phasing
    reach: int = state.game.tables["bridges"]["interdiction_range"]
    for name in names(state, ways(state).cut):
        state.note("interdiction", "AO-13.1.A", f"The bridge {name} is interdicted", side=who, at=name)
        if grid.grow(_ends(state, name)) & state.held[side]:
            state.note("interdiction", "AO-E.13.1", f"Friends do not keep the bridge {name} open", side=who, at=name)
    for name in names(state, ground.bridge):
        near = grid.disc(_ends(state, name), reach)
        if near & state.held[side] & ~state.cols[side]:
            text = f"The bridge {name} is interdicted to the other side, whatever it is to this one"
            state.note("interdiction", "AO-13.5.F", text, side=who, at=name)
        if near & state.cols[enemy]:
            state.note("interdiction", "AO-13.3.D", f"A column does not interdict the bridge {name}", side=who, at=name)
    if side == GERMAN and state.turn == state.game.tables["first_turn"]["game_turn"]:
        for name in names(state, ground.spared):
            state.note("interdiction", "AO-13.4.E", f"The bridge {name} is spared on Game-Turn 1", side=who, at=name)


def _ends(state: Field, name: str) -> int:
    """The two hexes of a hexside."""
    grid = state.game.ground.grid
    i, d = grid.parse_side(name)
    return 1 << i | 1 << grid.neighbours(i)[d]
