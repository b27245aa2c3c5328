"""Position files: a hand-written start of any phase, checked line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ardennes.counters import GONE, POOL
from ardennes.counters.hand import fault_in_hand
from ardennes.counters.positions import check_empty, check_start, piece
from ardennes.engine.position import Position as PositionFile
from ardennes.engine.speech import both, count
from ardennes.games.bastogne.forces import GERMAN, SIDES
from ardennes.games.bastogne.queries import Situation
from ardennes.games.bastogne.sequence import ORDER, SETUP, SUPPORT
from ardennes.games.bastogne.state import OUT

if TYPE_CHECKING:
    from ardennes.games.bastogne.game import Bastogne

FIGHTING = tuple(step for step in ORDER if step.endswith("combat"))
MOVING = tuple(step for step in ORDER if step.endswith(("movement", "mobile")))


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
    if position.step == SETUP:
        _before_the_first_turn(state, position)
    if position.step == SUPPORT:
        _all_in_the_pools(position)
    _town(state, position)
    _markers(state, position)
    _hands(state, position)
    state.set_step(position.step, *_under_way(state, position.step))
    return state


def _under_way(state: Situation, step: str) -> tuple[bool, ...]:
    """The frame of a phase that has begun: somebody has moved or come in, or a ground attack was made."""
    if step in MOVING:
        return (True,) if state.moved or state.entered else ()
    return (True,) if step in FIGHTING and state.fought else ()


def _before_the_first_turn(state: Situation, position: PositionFile) -> None:
    """The set-up comes before Game-Turn 1, with no German on the map (BA-12.0) and no marker drawn."""
    if position.turn != 1:
        position.fault("turn", "the set-up comes before Game-Turn 1 (BA-12.0)")
    for name in position.pieces:
        unit = state.game.forces.units[state.game.forces.index[name]]
        if state.at[unit.number] >= 0 and not unit.zone:
            position.fault(name, f"“{name}” is not on the map during the set-up (BA-12.0.german)", "pieces")
    for table in ("markers", "hidden"):
        for key in getattr(position, table):
            position.fault(key, "nothing has been drawn and nothing has entered before the set-up (BA-12.0)", table)


def _all_in_the_pools(position: PositionFile) -> None:
    """When the turn begins all markers are in their pools, and nobody has come in (BA-7.1.return)."""
    for table in ("markers", "hidden"):
        for key in getattr(position, table):
            position.fault(key, "all markers are in the pools when the Game-Turn begins (BA-7.1.return)", table)


def _piece(state: Situation, position: PositionFile, name: str) -> None:
    """One line of [pieces]: a place and statuses."""
    game = state.game
    unit, place, words = piece(game, position, name)
    bit = 1 << unit
    if place in game.boxes:
        box = game.boxes.named(place)
        if box.side and box.side != SIDES[game.forces.side[unit]]:
            position.fault(name, f"“{name}” is Allied and cannot leave the map (BA-R.40)", "pieces")
        if box.code == POOL and game.forces.set_up >> unit & 1 and position.step != SETUP:
            position.fault(name, f"“{name}” was set up before Game-Turn 1 and is not in the pool (BA-12.0)", "pieces")
        state.at[unit] = box.code
        allowed: tuple[str, ...] = ("reduced",) if box.code == OUT else ()
    elif place in game.ground.grid:
        i = game.ground.grid.index(place)
        if i in state.at:
            other = game.forces.names[state.at.index(i)]
            position.fault(name, f"two units are in {place}: {other} and {name} (BA-5.3)", "pieces")
        state.at[unit] = i
        allowed = _statuses(position.step)
    else:
        position.fault(name, f"there is no hex or box “{place}”; boxes are {', '.join(game.boxes.names)}", "pieces")
    for word in words:
        if word not in allowed:
            known = ", ".join(allowed) or "none"
            position.fault(name, f"“{word}” is not a status that “{name}” can have there; possible: {known}", "pieces")
        setattr(state, word, getattr(state, word) | bit)


def _statuses(step: str) -> tuple[str, ...]:
    """What a unit on the map can be in a phase."""
    if step in MOVING:
        return ("reduced", "moved", "arrived")
    return ("reduced", "fought", "bombarded") if step in FIGHTING else ("reduced",)


def _town(state: Situation, position: PositionFile) -> None:
    """Whoever stands in a hex of Bastogne holds it; else the file says who was last there."""
    names = state.game.ground.town_names
    for key, given in position.tracks.items():
        if key not in names:
            position.fault(key, f"“{key}” is not a track of this game; there are {both(names)}", "tracks")
        if given not in SIDES:
            position.fault(key, f"“{key}” takes one of {', '.join(SIDES)}", "tracks")
    first, second = (position.tracks.get(name, who) for name, who in zip(names, state.town, strict=True))
    state.town = (first, second)
    for n, name in enumerate(names):
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
                position.fault(key, "give the number of units that have entered as a whole number", "markers")
            most = _arrived_by(state, ground.grid.index(word)).bit_count()
            if given > most:
                position.fault(key, f"at most {count(most, 'unit')} can have entered at {word}", "markers")
            if given:
                state.entered[ground.grid.index(word)] = given
        else:
            known = "“german used”, “allied used” and “entered HEX” with a hex of entry"
            position.fault(key, f"“{key}” is not a marker of this game; known are {known}", "markers")


def _arrived_by(state: Situation, i: int) -> int:
    """The units of the side in play that are due, have arrived, and may have come in by a hex."""
    forces, entries = state.game.forces, state.game.ground.entries
    here = forces.those(lambda unit: bool(unit.entry) and bool(entries[unit.entry] >> i & 1))
    return here & forces.of[state.phasing] & forces.due(state.turn) & ~state.away


def _hands(state: Situation, position: PositionFile) -> None:
    """What both sides hold; nothing where the file does not say."""
    for who, held in position.hidden.items():
        if who not in SIDES:
            position.fault(who, f"“{who}” is not a side; there are {' and '.join(SIDES)}", "hidden")
        side = SIDES.index(who)
        pool = state.pool(side)
        fault = fault_in_hand(pool, held, pool.listed(state.used[side]))
        if fault:
            position.fault(who, fault, "hidden")
        state.drawn(side, tuple(map(str, held)))
