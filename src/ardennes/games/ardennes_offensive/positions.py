"""Position files: a hand-written start of any phase, checked line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters import GONE, OFF_BOARD, POOL
from ardennes.counters.positions import check_empty, check_start, check_tracks, piece
from ardennes.engine.position import Position
from ardennes.games.ardennes_offensive import bridges, compulsory, setup, supply
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SIDES
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES, SETUP, TableDie
from ardennes.games.ardennes_offensive.stacking import too_many

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.game import ArdennesOffensive

STATUSES = ("road-mode", "fought", "moved", "must-leave-road", "retreated", "waiting")
TRACKS = ("german-losses", "allied-losses", "standard-crt", "west-bank-released")


def read(game: ArdennesOffensive, position: Position) -> Situation:
    """The state that a position file describes. Faults are raised with the line where they stand."""
    check_start(game, position, (*SETUP, *ORDER))
    state = Situation(game, position.scenario, position.chosen)
    state.turn = position.turn
    state.phasing = SIDES.index(position.step.split()[0])
    if position.step in SETUP:
        setup.historical(state)
    else:
        _unlisted(state, position)
    for name in position.pieces:
        _piece(state, position, name)
    state.refresh()
    _check_hexes(state, position)
    _tracks(state, position)
    _begin(state, position)
    return state


def _unlisted(state: Situation, position: Position) -> None:
    """Pieces that are not listed: due later, or gone without counting."""
    step = ORDER.index(position.step)
    for side in (GERMAN, ALLIED):
        passed = step > side * len(PHASES)  # this turn's Reinforcement Phase of that side
        arrivals = state.game.plan(state, side).arrivals
        for unit in state.game.forces.units:
            if unit.side != side:
                continue
            due = arrivals.get(unit.number)
            if due is not None and due.section == "drop":
                late = due.turn < position.turn or (due.turn == position.turn and step > PHASES.index("movement"))
            else:
                late = due is None or due.turn < position.turn or (due.turn == position.turn and passed)
            state.at[unit.number] = GONE if late else POOL


def _piece(state: Situation, position: Position, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, statuses = piece(game, position, name)
    if place in OFF_BOARD:
        if statuses:
            position.fault(name, f"“{name}” is not on the map and can have no status")
        state.at[unit] = OFF_BOARD[place]
        if place == "eliminated":
            german, allied = state.lost
            state.lost = (german + 1, allied) if game.forces.side[unit] == GERMAN else (german, allied + 1)
        return
    if place not in game.ground.grid:
        position.fault(name, f"there is no hex “{place}”")
    state.at[unit] = game.ground.grid.index(place)
    _statuses(state, position, name, unit, statuses)


def _statuses(state: Situation, position: Position, name: str, unit: int, statuses: list[str]) -> None:
    ground, bit, at = state.game.ground, 1 << unit, state.at[unit]
    for status in statuses:
        if status not in STATUSES:
            position.fault(name, f"“{status}” is no status; known are {', '.join(STATUSES)}")
    side = state.game.forces.side[unit]
    dormant = side == ALLIED and ground.edge >> at & 1
    if not ground.live >> at & 1 and not dormant:
        position.fault(name, f"“{name}” cannot be in {ground.grid.name(at)}")
    if dormant and statuses:
        position.fault(name, f"“{name}” is dormant and can have no status")
    if "waiting" in statuses:
        if not ground.entries[side] >> at & 1:
            position.fault(name, f"{ground.grid.name(at)} is no entry of that side")
        state.waiting |= bit
        state.road |= bit
    if "road-mode" in statuses:
        if not ground.road_hexes >> at & 1:
            position.fault(name, f"“{name}” is in Road Mode, but {ground.grid.name(at)} has no road")
        state.road |= bit
    if "must-leave-road" in statuses:
        if not state.road & bit:
            position.fault(name, f"“{name}” must leave Road Mode, but is not in it")
        state.owing |= bit
    if "fought" in statuses or "retreated" in statuses:
        state.fought |= bit
    if "moved" in statuses:
        state.moved |= bit


def _check_hexes(state: Situation, position: Position) -> None:
    """No hex holds both sides, or too many units."""
    grid, forces = state.game.ground.grid, state.game.forces
    for name in position.pieces:
        unit = forces.index[name]
        at = state.at[unit]
        if at < 0 or state.off_play(unit):
            continue
        if state.held[1 - forces.side[unit]] >> at & 1:
            position.fault(name, f"both sides are in {grid.name(at)}")
        if too_many(state, at):
            position.fault(name, f"too many units are in {grid.name(at)}: {forces.called(state.stacks[at])}")


def _tracks(state: Situation, position: Position) -> None:
    check_tracks(position, TRACKS)
    for key, value in position.tracks.items():
        wanted = int if key.endswith("losses") else bool
        if type(value) is not wanted or (wanted is int and value < 0):
            position.fault(key, f"“{key}” takes {'a number from 0' if wanted is int else 'true or false'}")
    german, allied = state.lost
    state.lost = (german + position.tracks.get("german-losses", 0), allied + position.tracks.get("allied-losses", 0))
    state.standard = position.tracks.get("standard-crt", False)
    state.released = position.tracks.get("west-bank-released", False)
    check_empty(position, "markers", "obligations", "hidden")


def _begin(state: Situation, position: Position) -> None:
    """Set the step going, with supply and bridges judged if their phase is over."""
    step = position.step
    if step in SETUP:
        later = [name for name in SETUP[SETUP.index(step) + 1 :] if state.game.plan(state, 0).setup == "free"]
        state.frames = (*((name,) for name in later), (step,))
        return
    state.frames = ((step,),)
    phase = step.split()[1]
    if PHASES.index(phase) > PHASES.index("supply"):
        bridges.judge(state)
        supply.judge(state)
    if phase == "combat" and state.fought:
        state.obliged = compulsory.obliged(state) if state.phasing == GERMAN else 0
        state.frames = ((step, "open"),)
    if step == ORDER[0] and not state.standard and state.turn >= state.game.tables["crt_use"]["die_from"]:
        state.push(TableDie.name)
