"""The opening (BW-15): who may not move on 16AM, smaller allowances, and whom each German army may attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ardennes.counters.bars import Bar
from ardennes.games.bitter_woods.forces import ALLIED, ARMIES, GERMAN, Forces
from ardennes.games.bitter_woods.zones import next_to_enemy

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.state import Position


ACCELERATED = "accelerated_leaders"  # the option by which Allied leaders react at once (BW-34.0)


class Opening:
    """What the tables say of the first Game-Turn; nothing in it ever changes."""

    def __init__(self, forces: Forces, tables: Mapping[str, Any]) -> None:
        found = tables["opening"]
        self.turn: int = tables["turns"]["names"].index(found["turn"]) + 1
        self.frozen = forces.named(found["frozen"])
        self.veterans = forces.of_division[found["veterans"]["division"]]
        self.points: dict[str, int] = {  # of Allied units
            "artillery": found["artillery_allowance"],
            "veterans": found["veterans"]["allowance"],
            "others": found["others_allowance"],
        }
        self.traffic: int = found["traffic"]
        self.sectors = {army: _between(forces, found["sectors"], army) for army in ARMIES}
        self.of_army = {army: forces.of_army[army] & forces.of[GERMAN] for army in ARMIES}


def _between(forces: Forces, sectors: Mapping[str, Any], army: str) -> int:
    """The Allied units from the first to the last that an army may attack, and those behind them (BW-R.48)."""
    order: list[str] = sectors["order"]
    first, last = (order.index(name) for name in sectors[army])
    return forces.named([*order[first : last + 1], *sectors["also"][army]])


def now(state: Position) -> bool:
    """Whether it is 16AM."""
    return state.turn == state.game.opening.turn


def frozen(state: Position) -> int:
    """The units that may not move, attack, advance or repair bridges (BW-15.5, BW-R.47)."""
    return state.game.opening.frozen if now(state) else 0


# ---- smaller allowances ----


def allowance(state: Position, unit: int, printed: int, *, advancing: bool) -> int:
    """A unit's allowance in points on 16AM (BW-15.2, 15.3, 15.7)."""
    rule, points = _judged(state, unit, printed, advancing=advancing)
    return points if rule else printed


def announce(state: Position, side: int) -> None:
    """Say when Allied leaders are not restricted on 16AM (BW-34.0)."""
    if ACCELERATED in state.optional and now(state) and side == ALLIED:
        state.note("effect", "BW-34.0", "Allied leaders have their full allowance at once", side="allied")


def limit(state: Position, unit: int, printed: int) -> tuple[str, int]:
    """The rule that lowers a unit's allowance on 16AM, and what it is then; no rule if none does."""
    return _judged(state, unit, printed, advancing=False)


def _judged(state: Position, unit: int, printed: int, *, advancing: bool) -> tuple[str, int]:
    game, bit = state.game, 1 << unit
    if not now(state):
        return "", printed
    opening, forces = game.opening, game.forces
    if forces.side[unit] == GERMAN:
        return ("BW-15.7", printed + opening.traffic) if forces.mechanized & bit else ("", printed)
    if advancing or game.began_in_zone & bit or (forces.leaders & bit and ACCELERATED in state.optional):
        return "", printed
    if forces.artillery & bit:
        near = state.at[unit] >= 0 and next_to_enemy(state, unit)
        return ("", printed) if near else ("BW-15.2.artillery", min(printed, opening.points["artillery"]))
    if opening.veterans & bit:
        return "BW-15.2.veterans", min(printed, opening.points["veterans"])
    return "BW-15.2", min(printed, opening.points["others"])


# ---- sectors ----


def facing(state: Position, i: int) -> int:
    """The German units that may attack a hex on 16AM: those of armies that face a unit in it (BW-15.7.sector)."""
    opening, defenders = state.game.opening, state.stack(i)
    found = 0
    for army, sector in opening.sectors.items():
        if sector & defenders:
            found |= opening.of_army[army]
    return found


def may_attack(state: Position, side: int, i: int) -> int:
    """The units of a side that sectors let attack a hex; all of them after 16AM (BW-15.7.sector, BW-R.48)."""
    of = state.game.forces.of[side]
    return of & facing(state, i) if side == GERMAN and now(state) else of


def sector_bars(state: Position, i: int) -> list[Bar]:
    """Why units may not attack a hex on 16AM."""
    if not now(state) or not state.stack(i) & state.game.forces.of[ALLIED]:
        return []
    where = state.game.ground.grid.name(i)
    kept = state.game.forces.of[GERMAN] & ~facing(state, i)
    why = f"may attack only Allied units in front of its own army on 16AM, and none of them is in {where} (BW-R.48)"
    return [Bar("BW-15.7.sector", why, kept)]
