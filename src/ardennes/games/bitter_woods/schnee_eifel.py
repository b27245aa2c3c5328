"""The Schnee Eifel (BW-30, an option): on 16AM Germans advance and retreat a hex less against its two regiments."""

from __future__ import annotations

from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position

OPTION = "schnee_eifel"


def advance(state: Position, clash: Clash, side: int, hexes: int) -> int:
    """How far a side advances."""
    return _less(state, clash, hexes, "advance") if side == GERMAN else hexes


def retreat(state: Position, clash: Clash, side: int, hexes: int) -> int:
    """How far a side retreats."""
    return _less(state, clash, hexes, "retreat") if side == GERMAN else hexes


def _less(state: Position, clash: Clash, hexes: int, what: str) -> int:
    table = state.game.tables["schnee_eifel"]
    if OPTION not in state.optional or not hexes or state.turn != state.game.turn_named(table["turn"]):
        return hexes
    allied = state.stack(clash.hex) if clash.side == GERMAN else clash.attackers
    if not allied & state.game.forces.named(table["units"]):
        return hexes
    place = state.game.ground.grid.name(clash.hex)
    text = f"The Schnee Eifel at {place}: the Germans {what} one hex less"
    state.note("effect", "BW-30.0", text, side=SIDES[GERMAN], at=place)
    fewer: int = hexes - table["less"]
    return fewer
