"""Artillery and aircraft in a combat (BW-10, 11.2): which guns may support, and why others may not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ardennes.counters.bars import Bar, free
from ardennes.engine import Action, Reason
from ardennes.engine.options import set_bits
from ardennes.games.bitter_woods import air, army_artillery, cooperation, lasting, opening
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position
from ardennes.hexmap import Grid

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

FLY = Action("fly")
FIRED = (("BW-10.1.german", "has fired in this Game-Turn"), ("BW-10.1.allied", "has fired in this player turn"))


# ---- who may support ----


def offensive_bars(state: Position, clash: Clash) -> Iterator[Bar]:
    """Why units may not support an attack."""
    yield Bar("BW-9.2", "is already in the combat", clash.guns)
    yield from firing_bars(state, clash.side, clash.hex)
    yield from _of_clash(state, clash)


def _of_clash(state: Position, clash: Clash) -> Iterator[Bar]:
    """Why units may not support those who fight in a combat, though they can fire on the hex."""
    yield from cooperation.bars(state, clash)
    yield from army_artillery.bars(state, clash)


def offensive(state: Position, clash: Clash) -> int:
    """The artillery that may support an attack, by the same bars."""
    return free(firing(state, clash.side, clash.hex) & ~clash.guns, _of_clash(state, clash))


def firing(state: Position, side: int, i: int) -> int:
    """The artillery of a side that may fire on a hex in its own turn: asked again with each unit that joins an attack.

    It stays as it is until a gun has fired, a unit has moved, or a phase has ended.
    """
    key = (side, i, state.turn, state.phase, state.fired, state.marched, state.unsupplied, state.effects)
    if state.firing is None or state.firing[0] != key:
        guns = state.playing[side] & state.game.forces.artillery
        state.firing = (key, free(guns, firing_bars(state, side, i)))
    found: int = state.firing[1]
    return found


def firing_bars(state: Position, side: int, i: int) -> Iterator[Bar]:
    """Why units may not fire on a hex in their own turn, whoever attacks it."""
    yield from _kinds(state.game, side)
    yield from _bars(state, side, i)
    yield Bar("BW-12.4.guns", "is out of supply and may not give offensive support", state.unsupplied)
    yield Bar("BW-15.3", "may not give offensive support on 16AM", _silent(state))
    yield Bar("BW-33.0", "may not fire on Monschau on 16AM", _sparing(state, i))


def defensive_bars(state: Position, clash: Clash) -> Iterator[Bar]:
    """Why units may not support a defence."""
    forces, here = state.game.forces, state.stack(clash.hex)
    yield Bar("BW-9.2", "is already in the combat", clash.cover)
    yield from _kinds(state.game, 1 - clash.side)
    yield Bar("BW-10.4.never", "is a rocket unit, which may not give defensive support", forces.rockets)
    yield Bar("BW-10.3", "is in the hex under attack and defends it", here & forces.artillery)
    yield from _bars(state, 1 - clash.side, clash.hex)
    yield from _of_clash(state, clash)


@lru_cache(maxsize=8)
def _kinds(game: BitterWoods, side: int) -> tuple[Bar, ...]:
    """Who never supports a side: the enemy, and units that are not artillery."""
    forces = game.forces
    return (
        Bar("BW-9.2", "is not on this side", forces.of[1 - side]),
        Bar("BW-10.1", "is not artillery", ~forces.artillery),
    )


def _bars(state: Position, side: int, i: int) -> Iterator[Bar]:
    """What keeps artillery from supporting on either side."""
    forces, ground = state.game.forces, state.game.ground
    place, guns = ground.grid.name(i), forces.artillery & ~forces.rockets
    yield from lasting.fired_bars(state) if state.effects else ()
    yield Bar(*FIRED[side], state.fired)
    near = state.units_at(ground.grid.around(state.held[1 - side]) & state.held[side])
    yield Bar("BW-10.3", "is next to an enemy unit and may not give support (BW-9.1.artillery)", guns & near)
    short = forces.of[side] & forces.artillery & ~_in_range(state, side, i)
    yield Bar("BW-10.4", f"is not next to {place}, and rockets may support only there", short & forces.rockets)
    yield Bar("BW-10.1.range", f"is out of range of {place}", short)
    why = "has moved in this Game-Turn and may not fire in either player turn (BW-R.39)"
    yield Bar("BW-10.4.move", why, forces.german_guns & state.marched)


def _in_range(state: Position, side: int, i: int) -> int:
    """The artillery of a side that reaches a hex (BW-10.1.range)."""
    grid, at, found, there = state.game.ground.grid, state.at, 0, state.playing[side]
    for reach, guns in state.game.forces.by_range:
        hexes = _within(grid, i, reach)
        for unit in set_bits(guns & there):
            if hexes >> at[unit] & 1:
                found |= 1 << unit
    return found


@lru_cache(maxsize=8192)
def _within(grid: Grid, i: int, reach: int) -> int:
    """The hexes from which a gun of some range reaches a hex."""
    return grid.disc(1 << i, reach)


def _sparing(state: Position, i: int) -> int:
    """The German guns that spare Monschau on 16AM (BW-33.0, an option)."""
    table, game = state.game.tables["monschau"], state.game
    if "monschau" not in state.optional or state.turn != game.turn_named(table["turn"]):
        return 0
    return game.forces.of[GERMAN] if i == game.ground.grid.index(table["hex"]) else 0


def _silent(state: Position) -> int:
    """The guns that give no offensive support on 16AM (BW-15.3)."""
    return state.game.forces.of[ALLIED] if opening.now(state) else 0


# ---- what is used ----


def fire(state: Position, unit: int, place: str, how: tuple[str, str]) -> None:
    """A gun supports: it has been used (BW-10.1)."""
    state.fired |= 1 << unit
    rule, what = how
    state.note_unit(unit, "support", rule, f"{what} {place}", at=place)


def fly(state: Position, side: int, place: str) -> None:
    """An aircraft supports: it has been used (BW-11.1)."""
    air.use(state, side)
    text = f"{PEOPLE[side]} aircraft fly ground support over {place}"
    state.note("support", "BW-11.2", text, side=SIDES[side], at=place)


def why_no_flight(state: Position, side: int, i: int, flies: bool) -> Reason | None:
    """Why a side can add no aircraft to a combat in a hex; None if it can."""
    if flies:
        return Reason("BW-11.2.one", "Each side may use only one aircraft in a combat.")
    if side == ALLIED and state.interdicted >> i & 1:
        place = state.game.ground.grid.name(i)
        return Reason("BW-11.2.one", f"An Allied aircraft already interdicts {place}.")
    if not state.aircraft[side]:
        return Reason("BW-11.1", f"The {PEOPLE[side]} player has no aircraft left in this Game-Turn.")
    return None
