"""Surrender (BW-26, an option): weak units out of supply with enemy zones all round may lose a step."""

from __future__ import annotations

from typing import NamedTuple, cast

from ardennes.counters import bits
from ardennes.engine import Chance, Die, Step
from ardennes.engine.chance import Roll
from ardennes.games.bitter_woods import obligations, zones
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.sequence import next_phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "surrender"


def begin(state: Position, side: int) -> bool:
    """After the supply check of a side's own turn: whether dice are due, which then come before its next phase."""
    if OPTION not in state.optional:
        return False
    found = hexes(state, side)
    if found:
        state.push(SurrenderDie.name, found)
    return bool(found)


def hexes(state: Position, side: int) -> int:
    """The hexes in which units of a side may surrender (BW-26.0, BW-26.0.steady); those kept by others are logged."""
    table, game = state.game.tables["surrender"], state.game
    if state.turn < game.turn_named(table["first"]):
        return 0
    weak = game.frail
    found = 0
    for i in game.ground.grid.bits(state.hexes_of(state.playing[side] & state.unsupplied & weak)):
        if game.ground.ring[i] & ~state.outside & ~zones.zone(state, 1 - side):
            continue
        if steady := state.stack(i) & ~weak:
            name = game.ground.grid.name(i)
            text = f"No unit in {name} surrenders: the ER of {game.forces.called(steady)} is too high"
            state.note("effect", "BW-26.0.steady", text, side=SIDES[side], at=name)
        else:
            found |= 1 << i
    return found


class SurrenderDie(Step[Position]):
    """A die for each of these hexes (BW-R.66)."""

    name = "surrender"

    class Frame(NamedTuple):
        """The hexes that are still to be rolled for."""

        step: str
        hexes: int

    frame = Frame

    def ask(self, state: Position) -> Chance | None:
        """One die; when there is none left, the turn goes on."""
        left: int = state.top.hexes
        if not left:
            state.pop()
            next_phase(state)
            return None
        grid = state.game.ground.grid
        name = grid.name(_first(state, left))
        units = state.game.forces.called(_yielding(state, _first(state, left)))
        face: int = state.game.tables["surrender"]["die"]
        return Chance(
            rule="BW-26.0",
            reason=f"{units} in {name}: surrounded and out of supply, each loses a step on a {face}",
            key=(state.turn, state.phase, self.name, name),
            dice=[Die(name)],
            side=SIDES[state.phasing],
        )

    def roll(self, state: Position, roll: Roll) -> None:
        """On a six each of them loses a step."""
        i = _first(state, state.top.hexes)
        state.amend(hexes=state.top.hexes & ~(1 << i))
        die, name = cast(int, roll[0]), state.game.ground.grid.name(i)
        units = _yielding(state, i)
        called, lost = state.game.forces.called(units), die == state.game.tables["surrender"]["die"]
        what = "each loses a step" if lost else "no unit surrenders"
        text = cited(f"{called} in {name}, out of supply and surrounded: die {die}, {what}", "BW-R.66")
        state.note("effect", "BW-26.0", text, side=SIDES[state.phasing], at=name)
        for unit in bits(units) if lost else ():
            if state.reduce(unit, "BW-26.0", "surrendered"):
                obligations.gone(state, 1 << unit)


def _first(state: Position, hexes: int) -> int:
    return state.game.ground.grid.sorted(hexes)[0]


def _yielding(state: Position, i: int) -> int:
    """The units in a hex that lose a step on a six."""
    return state.stack(i) & state.unsupplied & state.game.frail
