"""Position files: a hand-written start of any phase, checked line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters import GONE, POOL
from ardennes.counters.hand import fault_in_hand
from ardennes.counters.positions import check_empty, check_start, piece
from ardennes.engine.position import Position as PositionFile
from ardennes.games.bastogne.forces import GERMAN, SIDES
from ardennes.games.bastogne.queries import Situation
from ardennes.games.bastogne.sequence import ORDER, SETUP
from ardennes.games.bastogne.state import OUT, TOWN

if TYPE_CHECKING:
    from ardennes.games.bastogne.game import Bastogne

MOVING = tuple(step for step in ORDER if step.endswith(("movement", "mobile")))
WORDS = ("reduced", "moved", "fought", "bombarded")


def read(game: Bastogne, position: PositionFile) -> Situation:
    """The state that a position file describes. Faults are raised with the line where they stand."""
    check_start(game, position, (SETUP, *ORDER))
    check_empty(position, "obligations")
    state = Situation(game, position.scenario, position.chosen)
    state.turn = position.turn
    side = position.step.split()[0]
    state.phasing = SIDES.index(side) if side in SIDES else GERMAN
    if position.step != SETUP:
        for unit in game.forces.units:
            state.at[unit.number] = GONE if unit.zone else POOL
    for name in position.pieces:
        _piece(state, position, name)
    state.refresh()
    _town(state, position)
    _markers(state, position)
    _hands(state, position)
    under_way = (True,) if state.moved or state.entered else ()
    state.set_step(position.step, *(under_way if position.step in MOVING else ()))
    return state


def _piece(state: Situation, position: PositionFile, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, words = piece(game, position, name)
    bit = 1 << unit
    if place in game.boxes:
        box = game.boxes.named(place)
        if box.side and box.side != SIDES[game.forces.side[unit]]:
            position.fault(name, f"“{name}” is Allied and cannot leave the map (BA-R.40)", "pieces")
        state.at[unit] = box.code
        allowed: tuple[str, ...] = ("reduced",) if box.code == OUT else ()
    elif place in game.ground.grid:
        i = game.ground.grid.index(place)
        if i in state.at:
            other = game.forces.names[state.at.index(i)]
            position.fault(name, f"two units are in {place}: {other} and {name} (BA-5.3)", "pieces")
        state.at[unit] = i
        allowed = WORDS
    else:
        position.fault(name, f"there is no hex or box “{place}”; boxes are {', '.join(game.boxes.names)}", "pieces")
    for word in words:
        if word not in allowed:
            known = ", ".join(allowed) or "none"
            position.fault(name, f"“{word}” is no status that “{name}” can have there; possible are {known}", "pieces")
        setattr(state, word, getattr(state, word) | bit)


def _town(state: Situation, position: PositionFile) -> None:
    """Whoever stands in a hex of Bastogne holds it; else the file says who was last there."""
    position.read_tracks(state)
    for n, name in enumerate(TOWN):
        unit = state.here.get(state.game.ground.town[n])
        if unit is None:
            continue
        who = SIDES[state.game.forces.side[unit]]
        if name in position.tracks and state.town[n] != who:
            position.fault(name, f"a unit of the {who} side is in {name} and holds it", "tracks")
        state.town = (who, state.town[1]) if n == 0 else (state.town[0], who)


def _markers(state: Situation, position: PositionFile) -> None:
    """Markers used this turn, and how many units have come in by a hex."""
    ground = state.game.ground
    for key, given in position.markers.items():
        who, _, word = key.partition(" ")
        if who in SIDES and word == "used":
            side = SIDES.index(who)
            fault = fault_in_hand(state.pool(side), given)
            if fault:
                position.fault(key, fault, "markers")
            used = state.pool(side).counted(given)
            state.used = (used, state.used[1]) if side == GERMAN else (state.used[0], used)
        elif who == "entered" and word in ground.grid and ground.entry_hexes >> ground.grid.index(word) & 1:
            if type(given) is not int or given < 0:
                position.fault(key, "say how many units have come in, as a whole number", "markers")
            if given:
                state.entered[ground.grid.index(word)] = given
        else:
            known = "“german used”, “allied used” and “entered HEX” with a hex of entry"
            position.fault(key, f"“{key}” is no marker of this game; known are {known}", "markers")


def _hands(state: Situation, position: PositionFile) -> None:
    """What both sides hold; nothing where the file does not say."""
    for who, held in position.hidden.items():
        if who not in SIDES:
            position.fault(who, f"“{who}” is no side; there are {' and '.join(SIDES)}", "hidden")
        side = SIDES.index(who)
        pool = state.pool(side)
        fault = fault_in_hand(pool, held, pool.listed(state.used[side]))
        if fault:
            position.fault(who, fault, "hidden")
        state.drawn(side, tuple(map(str, held)))
