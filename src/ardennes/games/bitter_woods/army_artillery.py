"""German army artillery (BW-37, an option): guns that never move, and armies that keep their guns to themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ardennes.counters.bars import Bar
from ardennes.games.bitter_woods.forces import ARMIES, GERMAN
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import ARMY_ARTILLERY as OPTION
from ardennes.games.bitter_woods.state import Position

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

STILL = "BW-37.1.still"


# ---- in movement and retreat ----


def move_bars(state: Position) -> tuple[Bar, ...]:
    """Army artillery never moves."""
    return still(state.game) if OPTION in state.optional else ()


@lru_cache(maxsize=8)
def still(game: BitterWoods) -> tuple[Bar, ...]:
    """The same, where it is played."""
    return (Bar(STILL, "is army artillery and never moves", game.forces.immobile),)


def boundary_rule(state: Position, unit: int) -> str:
    """The case by which a unit that has retreated across a boundary comes back."""
    return "BW-37.2.end" if state.game.forces.batteries >> unit & 1 else "BW-5.4.retreat"


# ---- in support and bombardment ----


def bars(state: Position, clash: Clash) -> list[Bar]:
    """Why German guns may not fire through 18PM: across a boundary, or for another army (BW-37.2)."""
    game = state.game
    if OPTION not in state.optional or state.turn > game.last_bounded_turn:
        return []
    guns, place = game.forces.of[GERMAN] & game.forces.artillery, game.ground.grid.name(clash.hex)
    return [
        Bar("BW-37.2", f"may not fire across its army's boundary into {place}", guns & _kept_back(state, clash)),
        Bar("BW-37.2.support", _alone(clash, place), guns & ~game.forces.rockets & ~_called(state, clash)),
    ]


def _kept_back(state: Position, clash: Clash) -> int:
    """The units of an army that may not attack what it may not enter, freed ones excepted (BW-5.4.six)."""
    game, found = state.game, 0
    for army in game.tables["boundaries"]["no_attack"] if clash.side == GERMAN else ():
        if game.ground.closed[army] >> clash.hex & 1:
            found |= state.of_army(army) & ~state.unbound
    return found


def _called(state: Position, clash: Clash) -> int:
    """The units of the armies that fight in a combat; before a bombardment, of those that are next to the hex."""
    if clash.side != GERMAN:
        involved = state.stack(clash.hex)
    else:
        beside = state.game.ground.ring[clash.hex]
        involved = clash.attackers or state.units_at(beside) & state.game.forces.of[GERMAN]
    found = 0
    for army in ARMIES:
        if (units := state.of_army(army)) & involved:
            found |= units
    return found


def _alone(clash: Clash, place: str) -> str:
    if clash.side == GERMAN and not clash.attackers:
        return f"has no unit of its army next to {place} and may not bombard it (BW-R.107)"
    return "may support only its own army, and none of its units attacks or defends here (BW-R.107)"
