"""Attrition (BW-20, an option): mechanized attackers that have been in play for days wear down."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "attrition"


def wear(state: Position, clash: Clash) -> None:
    """A result with an asterisk: an attacking unit that can takes a combat loss; nothing if none can (BW-20.0)."""
    table = state.game.tables["attrition"]
    if OPTION not in state.optional or state.turn < state.game.turn_named(table["first"]):
        return
    old = in_play_long(state, clash.attackers & state.game.forces.mechanized, table["turns"])
    fresh = old & ~state.reduced
    place, who = state.game.ground.grid.name(clash.hex), SIDES[clash.side]
    if fresh:
        text = cited(f"Attrition at {place}: a mechanized attacker takes a combat loss", "BW-R.64")
        state.note("effect", "BW-20.0", text, side=who, at=place)
        state.push("loss", clash.side, fresh, "BW-20.0", "attrition")
    elif old:
        text = f"Attrition at {place}: the attacking mechanized units are reduced already, and nothing happens"
        state.note("effect", "BW-20.0.reduced", text, side=who, at=place)


def in_play_long(state: Position, units: int, turns: int) -> int:
    """Those of some units that have been in play for so many Game-Turns (BW-R.64)."""
    return sum(1 << unit for unit in bits(units) if state.turn - state.since.get(unit, 1) >= turns)
