"""The Schnee Eifel (BW-30, an option): on 16AM Germans advance and retreat a hex less against its two regiments."""

from __future__ import annotations

from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position

OPTION = "schnee_eifel"


def hexes(state: Position, clash: Clash, side: int, called_for: int) -> int:
    """How far a side retreats or advances where the result calls for so many hexes."""
    table = state.game.tables["schnee_eifel"]
    if OPTION not in state.optional or side != GERMAN or not called_for:
        return called_for
    allied = state.stack(clash.hex) if clash.side == GERMAN else clash.attackers
    if state.turn != state.game.turn_named(table["turn"]) or not allied & state.game.forces.named(table["units"]):
        return called_for
    fewer: int = called_for - table["less"]
    return fewer


def tell(state: Position, clash: Clash, what: str) -> None:
    """Say that Germans retreat or advance less far."""
    place = state.game.ground.grid.name(clash.hex)
    text = f"The Schnee Eifel at {place}: the Germans {what} one hex less"
    state.note("effect", "BW-30.0", text, side=SIDES[GERMAN], at=place)
