"""Artillery and aircraft in a combat (BW-10, 11.2): which guns may support, and why others may not."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.counters.bars import Bar
from ardennes.engine import Action, Reason
from ardennes.games.bitter_woods import air, army_artillery, cooperation, lasting, opening
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, PEOPLE, SIDES
from ardennes.games.bitter_woods.odds import Clash
from ardennes.games.bitter_woods.state import Position

FLY = Action("fly")
FIRED = (("BW-10.1.german", "has fired in this Game-Turn"), ("BW-10.1.allied", "has fired in this player turn"))


# ---- who may support ----


def offensive_bars(state: Position, clash: Clash) -> list[Bar]:
    """Why units may not support an attack."""
    return [
        Bar("BW-9.2", "is already in the combat", clash.guns),
        *firing_bars(state, clash.side, clash.hex),
        *cooperation.bars(state, clash),
        *army_artillery.bars(state, clash),
    ]


def firing_bars(state: Position, side: int, i: int) -> list[Bar]:
    """Why units may not fire on a hex in their own turn, whoever attacks it."""
    return [
        *_kinds(state, side),
        *_bars(state, side, i),
        Bar("BW-12.4.guns", "is out of supply and gives no offensive support", state.unsupplied),
        Bar("BW-15.3", "gives no offensive support on 16AM", _silent(state)),
        Bar("BW-33.0", "may not fire on Monschau on 16AM", _sparing(state, i)),
    ]


def defensive_bars(state: Position, clash: Clash) -> list[Bar]:
    """Why units may not support a defence."""
    forces, here = state.game.forces, state.stack(clash.hex)
    return [
        Bar("BW-9.2", "is already in the combat", clash.cover),
        *_kinds(state, 1 - clash.side),
        Bar("BW-10.4.never", "is a rocket unit, which gives no defensive support", forces.rockets),
        Bar("BW-10.3", "is in the hex that is attacked and defends it", here & forces.artillery),
        *_bars(state, 1 - clash.side, clash.hex),
        *cooperation.bars(state, clash),
        *army_artillery.bars(state, clash),
    ]


def _kinds(state: Position, side: int) -> list[Bar]:
    """Who never supports a side: the enemy, and units that are not artillery."""
    forces = state.game.forces
    return [
        Bar("BW-9.2", "is not on this side", forces.of[1 - side]),
        Bar("BW-10.1", "is not artillery", ~forces.artillery),
    ]


def _bars(state: Position, side: int, i: int) -> list[Bar]:
    """What keeps artillery from supporting on either side."""
    forces, ground = state.game.forces, state.game.ground
    place, guns = ground.grid.name(i), forces.artillery & ~forces.rockets
    near = state.units_at(ground.grid.around(state.held[1 - side]) & state.held[side])
    short = forces.of[side] & forces.artillery & ~_in_range(state, side, i)
    return [
        *(lasting.fired_bars(state) if state.effects else ()),
        Bar(*FIRED[side], state.fired),
        Bar("BW-10.3", "is next to an enemy unit now and gives no support (BW-9.1.artillery)", guns & near),
        Bar("BW-10.4", f"is not next to {place}, and rockets support only there", short & forces.rockets),
        Bar("BW-10.1.range", f"is out of range of {place}", short),
        Bar(
            "BW-10.4.move",
            "has moved in this Game-Turn and may not fire in either player turn (BW-R.39)",
            forces.german_guns & state.marched,
        ),
    ]


def _in_range(state: Position, side: int, i: int) -> int:
    """The artillery of a side that reaches a hex (BW-10.1.range)."""
    forces, distance = state.game.forces, state.game.ground.grid.distance
    return sum(
        1 << unit
        for unit in bits(forces.artillery & state.playing[side])
        if distance(state.at[unit], i) <= forces.units[unit].range
    )


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
        return Reason("BW-11.2.one", "Each side uses at most one aircraft in a combat.")
    if side == ALLIED and state.interdicted >> i & 1:
        place = state.game.ground.grid.name(i)
        return Reason("BW-11.2.one", f"An Allied aircraft already interdicts {place}.")
    if not state.aircraft[side]:
        return Reason("BW-11.1", f"The {PEOPLE[side]} player has no aircraft left in this Game-Turn.")
    return None
