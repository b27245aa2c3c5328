"""Position files: a hand-written start of any phase, checked line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ardennes.counters import GONE, OFF_BOARD, POOL
from ardennes.counters.positions import check_empty, check_start, piece, read_statuses
from ardennes.engine.position import Position as PositionFile
from ardennes.games.bulge import air, british
from ardennes.games.bulge.forces import ALLIED, DROP, GERMAN, SIDES
from ardennes.games.bulge.moves import FREE
from ardennes.games.bulge.queries import Situation
from ardennes.games.bulge.sequence import OPEN, ORDER
from ardennes.games.bulge.state import OUT, Position
from ardennes.games.bulge.weather import Weather

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge

ON_MAP = ("moved", "fought", "motorised", "resupplied")  # statuses of a unit on the map
OFF_MAP = ("counted", "cut")  # and of one that has left it: its points are counted, or lost with the supply of its exit
ENTRY = "entry:"  # before the hex by which a British unit has entered


def read(game: Bulge, file: PositionFile) -> Situation:
    """The state that a position file describes. Faults are raised with the line where they stand."""
    check_start(game, file, ORDER)
    state = Situation(game, file.scenario, file.chosen)
    state.turn = file.turn
    side = file.step.split()[0]
    state.phasing = SIDES.index(side) if side in SIDES else ALLIED if file.step == "victory" else GERMAN
    state.weather = game.tables["weather"]["historical"][state.turn - 1]
    file.read_tracks(state)
    state.weathers = _past(state)
    if file.step == Weather.name:
        state.weather = ""
    else:
        state.weathers = (*state.weathers, state.weather)
    _unlisted(state, file)
    for name in file.pieces:
        _piece(state, file, name)
    _markers(state, file)
    state.refresh()
    _check(state, file)
    if "british-released" not in file.tracks and british.near(state) & state.held[GERMAN]:
        british.release(state)
    _begin(state, file)
    return state


def _past(state: Position) -> tuple[str, ...]:
    """The weather of the Game-Turns before: that of history, or but for the first nobody knows."""
    historical = tuple(state.game.tables["weather"]["historical"][: state.turn - 1])
    return historical if state.chosen("weather") == "historical" else historical[:1] + ("",) * len(historical[1:])


def _unlisted(state: Position, file: PositionFile) -> None:
    """Pieces that are not listed: due later, or out of play without points."""
    step = ORDER.index(file.step)
    for unit in state.game.forces.units:
        passed = step > ORDER.index(f"{SIDES[unit.side]} movement")
        late = unit.arrival < file.turn or (unit.arrival == file.turn and passed)
        if unit.edge == DROP:
            late = late or not state.on("airdrop")
        state.at[unit.number] = GONE if late else POOL


def _piece(state: Position, file: PositionFile, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, words = piece(game, file, name)
    if place in OFF_BOARD:
        state.at[unit] = OFF_BOARD[place]
        _statuses(state, file, name, words, ("motorised",) if place == "pool" else ())
        if place == "pool" and not game.forces.units[unit].arrival:
            file.fault(name, f"“{name}” is not a reinforcement and cannot wait to enter", "pieces")
    elif place in game.ground.exit_of:
        if game.forces.side[unit] != GERMAN:
            file.fault(name, f"“{name}” is Allied and cannot exit the map", "pieces")
        state.at[unit] = OUT - game.ground.exit_of[place]
        _statuses(state, file, name, words, OFF_MAP)
        if not words:
            state.parted |= 1 << unit
    elif place in game.ground.grid:
        state.at[unit] = game.ground.grid.index(place)
        _statuses(state, file, name, _entry(state, file, name, words), ON_MAP)
    else:
        file.fault(name, f"there is no hex or exit “{place}”", "pieces")


def _entry(state: Position, file: PositionFile, name: str, words: list[str]) -> list[str]:
    """Read where a British unit entered; the words that are left."""
    unit = state.game.forces.index[name]
    entries = [word.removeprefix(ENTRY) for word in words if word.startswith(ENTRY)]
    if entries and not state.game.forces.british >> unit & 1:
        file.fault(name, f"“{name}” is not British; its entry hex does not matter", "pieces")
    if state.bound(unit):
        edge = state.game.forces.units[unit].edge
        known = state.game.ground.grid.names(state.game.ground.entries[edge])
        if any(entry not in known for entry in entries):
            file.fault(name, f"“{name}” enters by one of {', '.join(known)}", "pieces")
        given = state.game.ground.grid.index(entries[0]) if entries else british.nearest_entry(state, unit)
        state.entered[unit] = given
    return [word for word in words if not word.startswith(ENTRY)]


def _statuses(state: Position, file: PositionFile, name: str, words: list[str], allowed: tuple[str, ...]) -> None:
    unit, forces = state.game.forces.index[name], state.game.forces
    read_statuses(state, file, name, unit, words, allowed)
    if (state.motorised & ~forces.on_foot) >> unit & 1:
        file.fault(name, f"“{name}” is not Allied infantry or airborne", "pieces")
    if (state.resupplied & forces.of[GERMAN]) >> unit & 1:
        file.fault(name, f"“{name}” is German and cannot be resupplied", "pieces")


def _check(state: Position, file: PositionFile) -> None:
    """No hex holds two units, and no more units are motorised than there are markers."""
    grid, forces = state.game.ground.grid, state.game.forces
    seen: dict[int, str] = {}
    for name in file.pieces:
        at = state.at[forces.index[name]]
        if at >= 0 and at in seen:
            file.fault(name, f"two units are in {grid.name(at)}: {seen[at]} and {name}", "pieces")
        seen[at] = name
    if state.motorised.bit_count() > state.game.motorised:
        file.fault("pieces", f"more than {state.game.motorised} units are motorized")
    check_empty(file, "obligations")


def _markers(state: Position, file: PositionFile) -> None:
    """Interdiction markers on the map, and at the air assignment what has been assigned in secret."""
    grid, found = state.game.ground.grid, [0, 0]
    for key, hexes in file.markers.items():
        side, _, word = key.partition("-")
        if side not in SIDES or word != "interdiction" or not isinstance(hexes, list):
            file.fault(key, 'markers are german-interdiction = ["1207"] and allied-interdiction', "markers")
        roads = state.game.ground.road_hexes
        for name in hexes:
            if not isinstance(name, str) or name not in grid or not roads >> grid.index(name) & 1:
                file.fault(key, f"“{name}” is not a road hex", "markers")
            found[SIDES.index(side)] |= 1 << grid.index(name)
    state.marked = (found[GERMAN], found[ALLIED])
    for side, words in file.hidden.items():
        _plan(state, file, side, words)


def _plan(state: Position, file: PositionFile, side: str, words: Any) -> None:
    if file.step != air.Assignment.name:
        file.fault(side, f"nothing is hidden at the step “{file.step}”", "hidden")
    if side not in SIDES or not isinstance(words, list) or any(word not in air.MISSIONS for word in words):
        file.fault(side, f"write a side and its missions: {', '.join(air.MISSIONS)}", "hidden")
    n = SIDES.index(side)
    for word in words:
        state.planned[side] = air.with_one_more(state.planned[side], air.MISSIONS.index(word))
    over = any(have > most for have, most in zip(state.planned[side], air.limits(state, n), strict=True))
    if over or len(words) > air.air_points(state, n):
        file.fault(side, f"the {side} side does not have that many points or markers", "hidden")


def _begin(state: Position, file: PositionFile) -> None:
    """Set the step going; a phase in which something was done goes on, and does not begin anew."""
    step = file.step
    state.set_step(step)
    if step.endswith("movement") and (state.moved or state.motorised):
        state.amend(stage=FREE)
    elif step.endswith("combat") and state.fought:
        state.amend(stage=OPEN)
    elif step == air.Assignment.name and file.hidden:
        allied_done = sum(state.planned[SIDES[ALLIED]]) == air.air_points(state, ALLIED)
        state.amend(side=GERMAN if allied_done and SIDES[GERMAN] in file.hidden else ALLIED)
