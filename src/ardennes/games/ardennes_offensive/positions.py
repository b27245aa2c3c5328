"""Position files: a hand-written start of any phase, checked line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters import GONE, OFF_BOARD, POOL
from ardennes.counters.positions import check_empty, check_start, piece, read_statuses, statuses
from ardennes.engine.position import Position as PositionFile
from ardennes.games.ardennes_offensive import bridges, compulsory, setup, supply
from ardennes.games.ardennes_offensive.combat import OPEN
from ardennes.games.ardennes_offensive.forces import ALLIED, GERMAN, SIDES
from ardennes.games.ardennes_offensive.queries import Situation
from ardennes.games.ardennes_offensive.sequence import ORDER, PHASES, SETUP, TableDie
from ardennes.games.ardennes_offensive.stacking import too_many

if TYPE_CHECKING:
    from ardennes.games.ardennes_offensive.game import ArdennesOffensive

RETREATED = "retreated"  # a unit that has retreated has fought: another word for the same (AO-E.9.2)
STATUSES = (*statuses(Situation), RETREATED)


def read(game: ArdennesOffensive, position: PositionFile) -> Situation:
    """The state that a position file describes. Faults are raised with the line where they stand."""
    check_start(game, position, (*SETUP, *ORDER))
    state = Situation(game, position.scenario, position.chosen)
    state.turn = position.turn
    state.phasing = SIDES.index(position.step.split()[0])
    position.read_tracks(state)
    check_empty(position, "markers", "obligations", "hidden")
    if position.step in SETUP:
        setup.historical(state)
    else:
        _unlisted(state, position)
    for name in position.pieces:
        _piece(state, position, name)
    state.refresh()
    _check_hexes(state, position)
    _begin(state, position)
    return state


def _unlisted(state: Situation, position: PositionFile) -> None:
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


def _piece(state: Situation, position: PositionFile, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, words = piece(game, position, name)
    if place in OFF_BOARD:
        if words:
            position.fault(name, f"“{name}” is not on the map and can have no status", "pieces")
        state.at[unit] = OFF_BOARD[place]
        if place == "eliminated":
            german, allied = state.lost
            state.lost = (german + 1, allied) if game.forces.side[unit] == GERMAN else (german, allied + 1)
        return
    if place not in game.ground.grid:
        position.fault(name, f"there is no hex “{place}”", "pieces")
    state.at[unit] = game.ground.grid.index(place)
    _check_place(state, position, name, unit)
    read_statuses(state, position, name, unit, words, STATUSES)
    if RETREATED in words:
        state.fought |= 1 << unit
    _check_statuses(state, position, name, unit, words)


def _check_place(state: Situation, position: PositionFile, name: str, unit: int) -> None:
    """Units stand on the live map; an Allied unit may be dormant on its edge."""
    ground, at = state.game.ground, state.at[unit]
    if not ground.live >> at & 1 and not _dormant(state, unit):
        position.fault(name, f"“{name}” cannot be in {ground.grid.name(at)}", "pieces")


def _dormant(state: Situation, unit: int) -> bool:
    return state.game.forces.side[unit] == ALLIED and bool(state.game.ground.edge >> state.at[unit] & 1)


def _check_statuses(state: Situation, position: PositionFile, name: str, unit: int, words: list[str]) -> None:
    """Who waits does so in Road Mode at an entry, columns are on roads, and only they must leave Road Mode."""
    ground, bit, at = state.game.ground, 1 << unit, state.at[unit]
    if words and _dormant(state, unit):
        position.fault(name, f"“{name}” is dormant and can have no status", "pieces")
    if state.road & bit and not ground.road_hexes >> at & 1:
        position.fault(name, f"“{name}” is in Road Mode, but {ground.grid.name(at)} has no road", "pieces")
    if state.waiting & bit:
        if not ground.entries[state.game.forces.side[unit]] >> at & 1:
            position.fault(name, f"{ground.grid.name(at)} is no entry of that side", "pieces")
        state.road |= bit
    if state.owing & ~state.road & bit:
        position.fault(name, f"“{name}” must leave Road Mode, but is not in it", "pieces")


def _check_hexes(state: Situation, position: PositionFile) -> None:
    """No hex holds both sides, or too many units."""
    grid, forces = state.game.ground.grid, state.game.forces
    for name in position.pieces:
        unit = forces.index[name]
        at = state.at[unit]
        if at < 0 or state.off_play(unit):
            continue
        if state.held[1 - forces.side[unit]] >> at & 1:
            position.fault(name, f"both sides are in {grid.name(at)}", "pieces")
        if too_many(state, at):
            units = forces.called(state.stacks[at])
            position.fault(name, f"too many units are in {grid.name(at)}: {units}", "pieces")


def _begin(state: Situation, position: PositionFile) -> None:
    """Set the step going, with supply and bridges judged if their phase is over."""
    step = position.step
    if step in SETUP:
        later = [name for name in SETUP[SETUP.index(step) + 1 :] if state.game.plan(state, 0).setup == "free"]
        for name in (*later, step):
            state.push(name)
        return
    state.set_step(step)
    phase = step.split()[1]
    if PHASES.index(phase) > PHASES.index("supply"):
        bridges.judge(state)
        supply.judge(state)
    if phase == "combat" and state.fought:
        state.obliged = compulsory.obliged(state) if state.phasing == GERMAN else 0
        state.amend(stage=OPEN)
    if step == ORDER[0] and not state.standard and state.turn >= state.game.tables["crt_use"]["die_from"]:
        state.push(TableDie.name)
