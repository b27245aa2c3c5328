"""Stacking (BW-6): three units in a hex, the four of Panzer Lehr, and one battalion that counts for nothing."""

from __future__ import annotations

from ardennes.games.bitter_woods.state import Position


def fits(state: Position, unit: int, others: int) -> bool:
    """Whether a unit may end a move in a hex in which these units are (BW-6.1)."""
    game = state.game
    free, division, limit = game.stacks_free, game.big_division, game.stack_limit
    if free >> unit & 1:
        return True
    counted = (others | 1 << unit) & ~free
    if game.load(counted) <= limit:
        return True
    return counted.bit_count() <= game.big_limit and not counted & ~division


def room(state: Position, unit: int, i: int) -> bool:
    """Whether a unit may end a move in a hex; a hex takes one leader of a side (BW-6.1, BW-24.3)."""
    forces = state.game.forces
    if forces.leaders >> unit & 1:
        return not leaders_there(state, unit) >> i & 1
    return fits(state, unit, state.stack(i) & ~(1 << unit))


def leaders_there(state: Position, leader: int) -> int:
    """The hexes with another leader of a leader's side, who keeps him out; none keeps out Peiper, nor he others."""
    forces, peiper = state.game.forces, state.game.battlegroup.leader
    others = state.staff & forces.of[forces.side[leader]] & ~(1 << leader | 1 << peiper)
    return 0 if leader == peiper else state.hexes_of(others)


def full(state: Position, unit: int) -> int:
    """The hexes with friendly units in which a unit may not end its move; the one that it is in is not among them."""
    game, here = state.game, state.at[unit]
    crowds = state.crowds & state.held[game.forces.side[unit]]
    if crowds and here >= 0:
        crowds ^= crowds & 1 << here
    if not crowds or not game.stacks_apart >> unit & 1:
        return crowds
    if game.stacks_free >> unit & 1:
        return 0
    found = 0
    for i in game.ground.grid.bits(crowds):
        if not fits(state, unit, state.stacks[i]):
            found |= 1 << i
    return found
