"""Building (BW-8.1, 8.2): who may build an improved position or fortify a town, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Reason
from ardennes.games.bitter_woods import movement
from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.state import Position


def bars(state: Position, units: int) -> Iterator[Bar]:
    """Why some units on the map, all of one side, may not build, in the order in which a player would be told."""
    game = state.game
    ground, forces, own = game.ground, game.forces, state.hexes_of(units)
    side = forces.side[(units & -units).bit_length() - 1]
    yield Bar("BW-8.1.build", "is artillery, which builds nothing", forces.artillery)
    yield Bar("BW-8.1.build", "is a leader, who builds nothing", forces.leaders)
    yield Bar("BW-R.22", "has moved; a unit that builds may not move in that turn", state.moved)
    yield Bar("BW-12.4.build", "is out of supply and builds nothing", state.unsupplied)
    yield Bar("BW-8.2.permanent", "is in a fortification", state.units_at(own & (ground.forts | state.forts)))
    yield Bar("BW-8.1", "is in an improved position", state.units_at(own & state.improved))
    towns = ground.town & ~ground.fort_sites if side == ALLIED else ground.town
    yield Bar("BW-8.1.town", "is in a town, where there are no improved positions", state.units_at(own & towns))
    near = own & ground.grid.around(state.held[1 - side])
    yield Bar("BW-8.1.near", "is next to an enemy unit", state.units_at(near))
    left = own & state.vacated[side]
    yield Bar("BW-9.5.CA.withdraw", "must leave the hex as others have", state.units_at(left))
    back = movement.strays(state) & units
    yield Bar("BW-R.16", "is out of bounds and must come back", movement.must_come_back(state, back) if back else 0)


def builders(state: Position, units: int) -> int:
    """Those of some units on the map, all of one side, that may build."""
    return free(units, bars(state, units))


def why_not(state: Position, unit: int) -> Reason:
    """Why a unit may not build."""
    bar = first_bar(unit, bars(state, 1 << unit))
    assert bar is not None
    return bar.reason(state.game.forces.display_names[unit])


def build(state: Position, unit: int) -> None:
    """A position or a fortification is there at once; the unit does nothing else in this player turn (BW-R.22)."""
    ground, i = state.game.ground, state.at[unit]
    place, bit = ground.grid.name(i), 1 << i
    state.moved |= 1 << unit
    state.busy |= 1 << unit
    if ground.fort_sites & bit:
        state.forts |= bit
        state.note_unit(unit, "position", "BW-8.2.build", f"fortifies {place}", at=place)
    else:
        state.improved |= bit
        state.note_unit(unit, "position", "BW-8.1.build", f"builds an improved position in {place}", at=place)
