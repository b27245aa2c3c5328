"""Attrition (BW-20, an option): mechanized attackers that have been in play for days wear down."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import bits
from ardennes.engine import Step
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "attrition"


def wear(state: Position, clash: Clash) -> None:
    """A result with an asterisk: mechanized attackers wear down, once the other losses are taken (BW-20.0)."""
    if old := tired(state, clash):
        state.push(Wear.name, clash.side, clash.hex, old)


def tired(state: Position, clash: Clash) -> int:
    """The mechanized attackers that have been in play long enough for attrition."""
    table = state.game.tables["attrition"]
    if OPTION not in state.optional or state.turn < state.game.turn_named(table["first"]):
        return 0
    return in_play_long(state, clash.attackers & state.game.forces.mechanized, table["turns"])


def costs(state: Position, clash: Clash, label: str) -> bool:
    """Whether a result with an asterisk would cost a step: not if its own loss can be taken from the only fresh one."""
    fresh = tired(state, clash) & ~state.reduced
    shared = state.game.tables["results"][label].get("side") == "both"
    return fresh.bit_count() > (1 if shared else 0)


class Wear(Step[Position]):
    """One of them takes a combat loss; never one that is reduced, by this very combat or before (BW-20.0.reduced)."""

    name = "wear"

    class Frame(NamedTuple):
        """Whose, against which hex, and the mechanized attackers that have been in play for long."""

        step: str
        side: int
        hex: int
        units: int

    frame = Frame

    def ask(self, state: Position) -> None:
        """Who can take it is known now; nothing happens if none can."""
        frame: Wear.Frame = state.pop()
        fresh = frame.units & state.playing[frame.side] & ~state.reduced
        place, who = state.game.ground.grid.name(frame.hex), SIDES[frame.side]
        if fresh:
            text = cited(f"Attrition at {place}: a mechanized attacker takes a combat loss", "BW-R.64")
            state.note("effect", "BW-20.0", text, side=who, at=place)
            state.push("loss", frame.side, fresh, "BW-20.0", "attrition")
        else:
            text = f"Attrition at {place}: all attacking mechanized units are already reduced; no loss"
            state.note("effect", "BW-20.0.reduced", text, side=who, at=place)


def in_play_long(state: Position, units: int, turns: int) -> int:
    """Those of some units that have been in play for so many Game-Turns (BW-R.64)."""
    return sum(1 << unit for unit in bits(units) if state.turn - state.since.get(unit, 1) >= turns)
