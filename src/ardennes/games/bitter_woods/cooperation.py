"""Inter-Allied cooperation (BW-28, an option): the British keep behind the Meuse, and the two nations fight apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from ardennes.counters.bars import Bar
from ardennes.counters.modifiers import Shifts
from ardennes.engine.battle import Column
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, Forces, Unit
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import Ground
from ardennes.hexmap import Six

OPTION = "cooperation"
MEUSE = "BW-28.1"


class Nations(NamedTuple):
    """The Allied units by nation; Montgomery is the only British leader."""

    american: int  # units that fight
    british: int
    apart: tuple[int, int]  # Americans and British who do not stack with each other
    kept_back: int  # British units that do not cross the Meuse

    @classmethod
    def of(cls, forces: Forces, crossing: Sequence[str]) -> Nations:
        """The nations of the counters; `crossing` are the British units that cross the Meuse."""

        def fighting(nation: str) -> int:
            return forces.those(lambda unit: unit.nation == nation and not _leads(unit))

        american, british = fighting("US"), fighting("UK")
        leaders = forces.those(lambda unit: unit.nation == "US" and _leads(unit))
        return cls(american, british, (american | leaders, british), british & ~forces.named(crossing))


def _leads(unit: Unit) -> bool:
    return unit.category == "leader"


# ---- the Meuse (BW-28.1) ----


def kept_back(state: Position) -> int:
    """The British units that do not cross the Meuse."""
    return state.game.nations.kept_back if OPTION in state.optional else 0


@lru_cache(maxsize=8)
def over_the_meuse(ground: Ground) -> Six:
    """The steps across the Meuse from its far bank, each seen from the hex that is entered; going back is free."""
    return cast(Six, tuple(mask & ~ground.far_bank for mask in ground.meuse))


def across(state: Position, unit: int, i: int) -> int:
    """The hexes next to a hex that a unit would enter across the Meuse and may not."""
    ground = state.game.ground
    if not kept_back(state) >> unit & 1 or not ground.far_bank >> i & 1:
        return 0
    return ground.over_meuse[i] & ~ground.far_bank


# ---- stacking (BW-28.2) ----


def strangers(state: Position, unit: int) -> int:
    """The hexes with units of the other Allied nation, in which a unit does not end a move or an advance."""
    if OPTION not in state.optional:
        return 0
    american, british = state.game.nations.apart
    return state.nation_held[1] if american >> unit & 1 else state.nation_held[0] if british >> unit & 1 else 0


# ---- combat (BW-28.3, 28.4) ----


def shift(state: Position, clash: Clash, shifts: Shifts, column: Column) -> None:
    """One column in the German's favour where both nations take part."""
    if OPTION not in state.optional:
        return
    units, nations = _allied(state, clash), state.game.nations
    if not units & nations.american or not units & nations.british:
        return
    text, by = "American and British units in one combat", state.game.tables["cooperation"]["shift"]
    if clash.side == GERMAN:
        shifts.right(by, "BW-28.3", text)
    else:
        shifts.left(by, "BW-28.3", text)


def _allied(state: Position, clash: Clash) -> int:
    """The Allied ground units of a combat; guns in support are of a nation that takes part anyway (BW-28.4)."""
    return clash.attackers if clash.side == ALLIED else state.stack(clash.hex)


def bars(state: Position, clash: Clash) -> list[Bar]:
    """Why Allied guns do not support a combat: no unit of their nation takes part."""
    if OPTION not in state.optional:
        return []
    units, nations = _allied(state, clash), state.game.nations
    foreign = sum(mask for mask in (nations.american, nations.british) if not units & mask)
    return [Bar("BW-28.4", "may support only a combat of its own nation", foreign)]
