"""Leaving the map (BU-3.1): who has left, and what the exits are worth while they are in supply."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.engine import speech
from ardennes.games.bulge import supply
from ardennes.games.bulge.forces import GERMAN, SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.state import OUT, Position
from ardennes.games.bulge.terrain import Exit


def leave(state: Position, walk: Walk, exit_: int) -> None:
    """A German unit leaves the map for good; the Allies have lost that hex (BU-2.3.1.friendly)."""
    unit, way = walk.terms.unit, state.game.ground.exits[exit_]
    name, where = state.game.forces.names[unit], state.place_of(unit)
    if not walk.terms.enters:
        state.lift(unit)
    state.at[unit] = OUT - exit_
    state.waiting &= ~(1 << unit)
    state.departed |= 1 << unit
    first = not state.left >> way.hex & 1
    state.left |= 1 << way.hex
    state.parted |= 1 << unit
    if not state.heard:
        return
    who = SIDES[GERMAN]
    text = f"exits the map from {way.label}"
    state.note_unit(unit, "exit", "BU-3.1.only", text, at=where, to=way.name)
    in_run = walk.leaving_cost(way.hex) == walk.leaving_in_run(way.hex)
    text = "Exiting costs a fifth of an MP" if in_run else "Exiting costs one MP"
    state.note("cost", "BU-3.1.cost", text, side=who, piece=name)
    if first:
        text = f"{state.game.ground.grid.name(way.hex)} is closed to the Allies: no entry and no supply there"
        state.note("exit", "BU-2.3.1.friendly", text, side=who, at=way.name)


def gone(state: Position) -> dict[int, int]:
    """The units that have left by each exit."""
    found: dict[int, int] = {}
    for unit in bits(state.game.forces.of[GERMAN]):
        if state.at[unit] <= OUT:
            found[OUT - state.at[unit]] = found.get(OUT - state.at[unit], 0) | 1 << unit
    return found


def due(state: Position) -> int:
    """The German points as they would stand if the exits were counted now (BU-3.1)."""
    forces, total = state.game.forces, state.points
    for n, units in gone(state).items():
        way = state.game.ground.exits[n]
        stand = units if supply.exit_supplied(state, way.hex) else 0
        total += (forces.total(stand) - forces.total(units & state.counted)) * way.factor
    return total


def count(state: Position) -> None:
    """Pay for units that have left, then take back or give again by the supply of each exit hex (BU-R.24)."""
    for n, units in sorted(gone(state).items()):
        way, before = state.game.ground.exits[n], state.counted
        new = units & state.parted & ~before
        if new:
            _pay(state, new, way, "BU-3.1.award", "")
        if not supply.exit_supplied(state, way.hex):
            _cut_off(state, units & state.counted, way)
            continue
        if units & ~state.counted:
            _pay(state, units & ~state.counted, way, "BU-3.1.regained", ", back in supply")
        if units & before:
            called = state.game.forces.called(units & before)
            text = f"The exit at {way.label} is in supply: the points for {called} stand"
            state.note("points", "BU-3.1.kept", text, at=way.name)
    state.parted = 0


def _pay(state: Position, units: int, way: Exit, rule: str, why: str) -> None:
    points = state.game.forces.total(units) * way.factor
    state.points += points
    state.counted |= units
    called, more = state.game.forces.called(units), speech.count(points, "more German point")
    text = f"{more} for {called}, exited from {way.label}{why}: {state.points} now"
    state.note("points", rule, text, side=SIDES[GERMAN], at=way.name)


def _cut_off(state: Position, units: int, way: Exit) -> None:
    rule = "BU-R.27" if supply.always_supplied(state, GERMAN) else "BU-R.26"
    state.note("points", rule, f"The exit at {way.label} is out of supply", at=way.name)
    if units:
        points = state.game.forces.total(units) * way.factor
        state.points -= points
        state.counted &= ~units
        called = state.game.forces.called(units)
        fewer = speech.count(points, "fewer German point")
        state.note("points", "BU-3.1.unsupplied", f"{fewer} for {called}: {state.points} now", at=way.name)
