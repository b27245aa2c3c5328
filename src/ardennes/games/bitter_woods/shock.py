"""Shock (BW-21.3, an option): what a bombardment leaves of a unit's strength, and when it has recovered."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.engine.battle import Strength
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited


def half(state: Position, unit: int, strength: int) -> int:
    """What is left of a unit's strength: all of it, or half if it is shocked, fractions up (BW-21.3)."""
    return strength - strength // 2 if state.shocked >> unit & 1 else strength


def halve(state: Position, unit: int, strength: int, sum_: Strength) -> int:
    """Take off what shock costs a unit whose strength has been added; what is left of it is returned."""
    left = half(state, unit, strength)
    if state.shocked >> unit & 1:
        name = state.game.forces.display_names[unit]
        sum_.add(left - strength, "BW-21.3", cited(f"{name} is shocked: half, fractions up", "BW-R.71"))
    return left


def over(state: Position, side: int) -> bool:
    """Whether no unit of a side can be shocked in the phase in play: its turn has ended since the enemy's combat.

    Whoever is shocked was bombarded in the enemy's last Combat Phase and has his own next turn before him.
    """
    order, enemy = state.game.sequence, state.game.sides[1 - side]
    return order.index(f"{enemy} supply") <= order.index(state.phase) < order.index(f"{enemy} combat")


def recover(state: Position, side: int) -> None:
    """A side's player turn is over: its units are shocked no longer (BW-21.3.end, BW-R.72)."""
    over = state.shocked & state.game.forces.of[side]
    state.shocked &= ~over
    for unit in bits(over):
        if state.at[unit] >= 0:
            state.note_unit(unit, "effect", "BW-21.3.end", cited("is no longer shocked", "BW-R.72"))
