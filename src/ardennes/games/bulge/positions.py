"""Position files: a hand-written start of any phase, checked line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ardennes.counters import GONE, OFF_BOARD, POOL
from ardennes.counters.positions import check_empty, check_start, check_tracks, piece
from ardennes.engine.position import Position as PositionFile
from ardennes.games.bulge import air, reinforcements
from ardennes.games.bulge.forces import ALLIED, DROP, GERMAN, SIDES
from ardennes.games.bulge.moves import FREE
from ardennes.games.bulge.queries import Situation
from ardennes.games.bulge.sequence import ORDER
from ardennes.games.bulge.state import OUT

if TYPE_CHECKING:
    from ardennes.games.bulge.game import Bulge

WEATHERS = ("clear", "mist", "overcast")
ON_MAP = ("moved", "fought", "motorised", "resupplied")
OFF_MAP = ("counted", "cut")
NUMBERS = (
    "victory-points", "german-support", "allied-support", "german-interdiction", "allied-interdiction",
    "allied-resupply",
)  # fmt: skip
TRACKS = ("weather", "british-released", *NUMBERS)


def read(game: Bulge, file: PositionFile) -> Situation:
    """The state that a position file describes. Faults are raised with the line where they stand."""
    check_start(game, file, ORDER)
    state = Situation(game, file.scenario, file.chosen)
    state.turn = file.turn
    side = file.step.split()[0]
    state.phasing = SIDES.index(side) if side in SIDES else ALLIED if file.step == "victory" else GERMAN
    _tracks(state, file)
    _unlisted(state, file)
    for name in file.pieces:
        _piece(state, file, name)
    _markers(state, file)
    state.refresh()
    _check(state, file)
    reinforcements.release(state)
    _begin(state, file)
    return state


def _unlisted(state: Situation, file: PositionFile) -> None:
    """Pieces that are not listed: due later, or out of play without points."""
    step = ORDER.index(file.step)
    for unit in state.game.forces.units:
        passed = step > ORDER.index(f"{SIDES[unit.side]} movement")
        late = unit.arrival < file.turn or (unit.arrival == file.turn and passed)
        if unit.edge == DROP:
            late = late or not state.on("airdrop")
        state.at[unit.number] = GONE if late else POOL


def _piece(state: Situation, file: PositionFile, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, words = piece(game, file, name)
    if place in OFF_BOARD:
        state.at[unit] = OFF_BOARD[place]
        _statuses(state, file, name, words, ("motorised",) if place == "pool" else ())
        if place == "pool" and not game.forces.units[unit].arrival:
            file.fault(name, f"“{name}” is no reinforcement and cannot wait to enter", "pieces")
    elif place in game.ground.exit_of:
        if game.forces.side[unit] != GERMAN:
            file.fault(name, f"“{name}” is Allied and cannot leave the map", "pieces")
        state.at[unit] = OUT - game.ground.exit_of[place]
        _statuses(state, file, name, words, OFF_MAP)
        if not words:
            state.parted |= 1 << unit
    elif place in game.ground.grid:
        state.at[unit] = game.ground.grid.index(place)
        _statuses(state, file, name, _entry(state, file, name, words), ON_MAP)
    else:
        file.fault(name, f"there is no hex or exit “{place}”", "pieces")


def _entry(state: Situation, file: PositionFile, name: str, words: list[str]) -> list[str]:
    """Read where a British unit entered; the words that are left."""
    unit = state.game.forces.index[name]
    entries = [word.removeprefix("entry:") for word in words if word.startswith("entry:")]
    if entries and not state.game.forces.british >> unit & 1:
        file.fault(name, f"“{name}” is not British; its entry hex does not matter", "pieces")
    if state.bound(unit):
        edge = state.game.forces.units[unit].edge
        known = state.game.ground.grid.names(state.game.ground.entries[edge])
        if any(entry not in known for entry in entries):
            file.fault(name, f"“{name}” enters by one of {', '.join(known)}", "pieces")
        given = state.game.ground.grid.index(entries[0]) if entries else reinforcements.nearest_entry(state, unit)
        state.entered[unit] = given
    return [word for word in words if not word.startswith("entry:")]


def _statuses(state: Situation, file: PositionFile, name: str, words: list[str], allowed: tuple[str, ...]) -> None:
    unit = state.game.forces.index[name]
    for word in words:
        if word not in allowed:
            known = ", ".join(allowed) or "none"
            file.fault(name, f"“{word}” is no status that “{name}” can have there; possible are {known}", "pieces")
        if word == "motorised" and not state.game.forces.on_foot >> unit & 1:
            file.fault(name, f"“{name}” is no Allied infantry or airborne unit", "pieces")
        if word == "resupplied" and state.game.forces.side[unit] != ALLIED:
            file.fault(name, f"“{name}” is German and cannot be resupplied", "pieces")
        if word != "cut":
            setattr(state, word, getattr(state, word) | 1 << unit)


def _check(state: Situation, file: PositionFile) -> None:
    """No hex holds two units, and no more units are motorised than there are markers."""
    grid, forces = state.game.ground.grid, state.game.forces
    seen: dict[int, str] = {}
    for name in file.pieces:
        at = state.at[forces.index[name]]
        if at >= 0 and at in seen:
            file.fault(name, f"two units are in {grid.name(at)}: {seen[at]} and {name}", "pieces")
        seen[at] = name
    if state.motorised.bit_count() > state.game.motorised:
        file.fault("pieces", f"more than {state.game.motorised} units are motorised")
    check_empty(file, "obligations")


def _tracks(state: Situation, file: PositionFile) -> None:
    tracks = file.tracks
    check_tracks(file, TRACKS)
    for key, value in tracks.items():
        if key in NUMBERS and (type(value) is not int or (value < 0 and key != "victory-points")):
            file.fault(key, f"“{key}” takes a whole number", "tracks")
    weather = tracks.get("weather", state.game.tables["weather"]["historical"][state.turn - 1])
    if weather not in WEATHERS:
        file.fault("weather", f"the weather is one of {', '.join(WEATHERS)}", "tracks")
    state.weather = "" if file.step == "weather" else weather
    if type(tracks.get("british-released", False)) is not bool:
        file.fault("british-released", "“british-released” is true or false", "tracks")
    state.released = tracks.get("british-released", False)
    state.points = tracks.get("victory-points", 0)
    state.support = (tracks.get("german-support", 0), tracks.get("allied-support", 0))
    state.to_place = (tracks.get("german-interdiction", 0), tracks.get("allied-interdiction", 0))
    state.resupply = tracks.get("allied-resupply", 0)


def _markers(state: Situation, file: PositionFile) -> None:
    """Interdiction markers on the map, and at the air assignment what has been assigned in secret."""
    grid, found = state.game.ground.grid, [0, 0]
    for key, hexes in file.markers.items():
        side, _, word = key.partition("-")
        if side not in SIDES or word != "interdiction" or not isinstance(hexes, list):
            file.fault(key, 'markers are german-interdiction = ["1207"] and allied-interdiction', "markers")
        for name in hexes:
            if name not in grid or not state.game.ground.road_hexes >> grid.index(name) & 1:
                file.fault(key, f"“{name}” is no road hex", "markers")
            found[SIDES.index(side)] |= 1 << grid.index(name)
    state.marked = (found[GERMAN], found[ALLIED])
    for side, words in file.hidden.items():
        _plan(state, file, side, words)


def _plan(state: Situation, file: PositionFile, side: str, words: Any) -> None:
    if file.step != air.Assignment.name:
        file.fault(side, f"nothing is hidden at the step “{file.step}”", "hidden")
    if side not in SIDES or not isinstance(words, list) or any(word not in air.MISSIONS for word in words):
        file.fault(side, f"write a side and its missions: {', '.join(air.MISSIONS)}", "hidden")
    n = SIDES.index(side)
    for word in words:
        state.planned[side] = air.with_one_more(state.planned[side], air.MISSIONS.index(word))
    over = any(have > most for have, most in zip(state.planned[side], air.limits(state, n), strict=True))
    if over or len(words) > air.air_points(state, n):
        file.fault(side, f"the {side} side has not so many points or markers", "hidden")


def _begin(state: Situation, file: PositionFile) -> None:
    """Set the step going; a phase in which something was done goes on, and does not begin anew."""
    step = file.step
    state.frames = ((step,),)
    if step.endswith("movement") and (state.moved or state.motorised):
        state.frames = ((step, FREE),)
    elif step.endswith("combat") and state.fought:
        state.frames = ((step, "open"),)
    elif step == air.Assignment.name and file.hidden:
        allied_done = sum(state.planned[SIDES[ALLIED]]) == air.air_points(state, ALLIED)
        state.frames = ((step, GERMAN if allied_done and SIDES[GERMAN] in file.hidden else ALLIED),)
