"""Combined arms (BW-32, an option): armor, infantry and artillery together on open ground."""

from __future__ import annotations

from ardennes.counters.modifiers import Shifts
from ardennes.engine.battle import Column, Line
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.wording import cited

OPTION = "combined_arms"


def shift(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """One column to the right for the three of them together; none against an improved position."""
    if OPTION not in state.optional:
        return
    if not together(state, clash):
        if together(state, clash, too_few=0):
            text = "combined arms: a panzergrenadier battalion does not count as a regiment"
            column.lines.append(Line("BW-36.5", text, column.at, column.at, "column"))
        return
    if state.improved >> clash.hex & 1:
        text = "combined arms: none against an improved position"
        column.lines.append(Line("BW-32.0.improved", text, column.at, column.at, "column"))
    else:
        shifts.right(state.game.tables["arms"]["right"], "BW-32.0", cited("combined arms", "BW-R.65"))


def together(state: Position, clash: Clash, too_few: int | None = None) -> bool:
    """Whether armor attacks clear ground or light woods with infantry and artillery, from whatever hexes (BW-R.65).

    Artillery takes part by supporting the attack, or by having shocked a unit that defends now: shock ends with its
    owner's turn, so that a defender is shocked by a bombardment of this very phase. `too_few` are units that do not
    count as infantry: the panzergrenadier battalion of Peiper (BW-36.5), unless others are named.
    """
    forces, game = state.game.forces, state.game
    if game.board.terrain_of(clash.hex) not in game.tables["arms"]["terrain"]:
        return False
    guns = clash.guns or state.shocked & state.stack(clash.hex)
    infantry = clash.attackers & forces.wading & ~(game.battlegroup.grenadiers if too_few is None else too_few)
    return bool(clash.attackers & forces.armor and infantry and guns)
