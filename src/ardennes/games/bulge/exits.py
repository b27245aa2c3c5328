"""Leaving the map (BU-3.1): who has left, and what the exits are worth while they are in supply."""

from __future__ import annotations

from ardennes.counters import bits
from ardennes.engine import speech
from ardennes.engine.touch import touch
from ardennes.games.bulge import supply
from ardennes.games.bulge.forces import GERMAN, SIDES
from ardennes.games.bulge.movement import Walk
from ardennes.games.bulge.state import OUT, Position


def leave(state: Position, walk: Walk, exit_: int) -> None:
    """A German unit leaves the map for good; the Allies have lost that hex (BU-2.3.1.friendly)."""
    unit, way = walk.terms.unit, state.game.ground.exits[exit_]
    name, where = state.game.forces.names[unit], state.place_of(unit)
    if walk.terms.entry < 0:
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
    text = f"leaves the map from {state.game.ground.grid.name(way.hex)}"
    state.note_unit(unit, "exit", "BU-3.1.only", text, at=where, to=way.name)
    in_run = walk.leaving_cost(way.hex) == walk.leaving_in_run(way.hex)
    text = "It pays a fifth of a point to leave" if in_run else "It pays one point to leave"
    state.note("cost", "BU-3.1.cost", text, side=who, piece=name)
    touch("BU-R.25")
    if first:
        text = f"{state.game.ground.grid.name(way.hex)} is lost to the Allies: no entry and no supply there"
        state.note("exit", "BU-2.3.1.friendly", text, side=who, at=way.name)
    touch("BU-R.32")


def gone(state: Position) -> dict[int, int]:
    """The units that have left by each exit."""
    found: dict[int, int] = {}
    for unit in bits(state.game.forces.of[GERMAN]):
        if state.at[unit] <= OUT:
            found[OUT - state.at[unit]] = found.get(OUT - state.at[unit], 0) | 1 << unit
    return found


def count(state: Position) -> None:
    """Pay for units that have left, then take back or give again by the supply of each exit hex (BU-R.24)."""
    forces, ground = state.game.forces, state.game.ground
    hexes = ground.grid.name
    for n, units in sorted(gone(state).items()):
        way = ground.exits[n]
        new = units & ~state.counted & state.parted
        if new:
            _pay(state, new, forces.total(new) * way.factor, "BU-3.1.award", f"have left the map from {hexes(way.hex)}")
            touch("BU-R.24")
        if supply.always_supplied(state, GERMAN):
            touch("BU-R.27")
        if not supply.exit_supplied(state, way.hex):
            _cut_off(state, units & state.counted, way.name, way.factor)
        elif units & ~state.counted:
            back = units & ~state.counted
            _pay(
                state,
                back,
                forces.total(back) * way.factor,
                "BU-3.1.regained",
                f"left the map from {hexes(way.hex)} and are in supply again",
            )
        elif units & ~new:
            touch("BU-3.1.kept")
    state.parted = 0


def _pay(state: Position, units: int, points: int, rule: str, why: str) -> None:
    state.points += points
    state.counted |= units
    called = state.game.forces.called(units)
    more = speech.count(points, "more German point")
    state.note("points", rule, f"{more} for {called}, which {why}: {state.points} now", side=SIDES[GERMAN])


def _cut_off(state: Position, units: int, where: str, factor: int) -> None:
    state.note("points", "BU-R.26", f"The exit at {where.split('/')[0]} is out of supply", at=where)
    if units:
        points = state.game.forces.total(units) * factor
        state.points -= points
        state.counted &= ~units
        called = state.game.forces.called(units)
        fewer = speech.count(points, "fewer German point")
        state.note("points", "BU-3.1.unsupplied", f"{fewer} for {called}: {state.points} now", at=where)
