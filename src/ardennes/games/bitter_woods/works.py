"""Building (BW-8.1, 8.2): who may build an improved position or fortify a town, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters.bars import Bar, first_bar
from ardennes.engine import Reason
from ardennes.engine.options import set_bits
from ardennes.games.bitter_woods import movement
from ardennes.games.bitter_woods.forces import ALLIED
from ardennes.games.bitter_woods.state import Position


def bars(state: Position, units: int) -> Iterator[Bar]:
    """Why some units on the map, all of one side, may not build, in the order in which a player would be told."""
    own = state.hexes_of(units)
    for rule, why, barred in _of_units(state):
        yield Bar(rule, why, barred)
    for rule, why, hexes in _of_places(state, _side(state, units)):
        yield Bar(rule, why, state.units_at(own & hexes))
    yield _of_strays(state, units)


def _side(state: Position, units: int) -> int:
    return state.game.forces.side[(units & -units).bit_length() - 1]


def _of_units(state: Position) -> tuple[tuple[str, str, int], ...]:
    """Units that build nowhere, by rule."""
    return (
        ("BW-8.1.build", "is artillery, which may not build", state.game.forces.artillery),
        ("BW-8.1.build", "is a leader, who may not build", state.game.forces.leaders),
        ("BW-R.22", "has moved; a unit that builds may not move in that turn", state.moved),
        ("BW-12.4.build", "is out of supply and may not build", state.unsupplied),
    )


def _of_places(state: Position, side: int) -> tuple[tuple[str, str, int], ...]:
    """Hexes in which no unit of a side builds, by rule."""
    ground = state.game.ground
    towns = ground.open_towns if side == ALLIED else ground.town
    near = ground.grid.around(state.held[1 - side])
    return (
        ("BW-8.2.permanent", "is in a fortification", ground.forts | state.forts),
        ("BW-8.1", "is in an improved position", state.improved),
        ("BW-8.1.town", "is in a town, where there are no improved positions", towns),
        ("BW-8.1.near", "is next to an enemy unit", near),
        ("BW-9.5.CA.withdraw", "must leave the hex as others have", state.vacated[side]),
    )


def _of_strays(state: Position, units: int) -> Bar:
    """Those of some units that have to go elsewhere."""
    back = movement.strays(state) & units
    return Bar("BW-R.16", "is out of bounds and must return", movement.must_come_back(state, back) if back else 0)


def builders(state: Position, units: int) -> int:
    """Those of some units on the map, all of one side, that may build: hexes are judged before units are looked at."""
    if not units:
        return 0
    forces = state.game.forces
    units &= ~(state.moved | state.unsupplied | forces.artillery | forces.leaders)  # as `_of_units` says it
    if not units:
        return 0
    shut, at, found = _undug(state, _side(state, units)), state.at, 0
    for unit in set_bits(units):
        if not shut >> at[unit] & 1:
            found |= 1 << unit
    return found & ~_of_strays(state, found).units if state.abroad & found else found


def _undug(state: Position, side: int) -> int:
    """The hexes in which no unit of a side builds, found again when they may differ."""
    key = (side, state.held[1 - side], state.improved, state.forts, state.vacated[side])
    known, found = state.digging
    if known != key:
        found = 0
        for _, _, hexes in _of_places(state, side):
            found |= hexes
        state.digging = (key, found)
    return int(found)


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
