"""How close the battalions of Kampfgruppe Peiper keep (BW-36.1, 36.2, 36.lead.near): within two hexes of another one.

What counts is where they are at the end of a phase. So a unit may end its move, or its advance, in any hex from which
the rest can still be brought together by those who are yet to move; the last one to move closes the gap.
"""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.counters import bits
from ardennes.counters.bars import free
from ardennes.engine import Obligation
from ardennes.games.bitter_woods import battlegroup, dash
from ardennes.games.bitter_woods.course import Course, enter, may_end, steps
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.movement import bare_terms, walk_of
from ardennes.games.bitter_woods.sequence import EXPLOITATION, phase
from ardennes.games.bitter_woods.state import Position

RULE, RETREAT, LEADER = "BW-36.1", "BW-36.2", "BW-36.0.lead.near"
EXPLOITING = phase(GERMAN, EXPLOITATION)
ADVANCES = ("advance", "past")
Places = dict[int, int]  # unit -> the hexes in which it can be when the phase ends


# ---- who is concerned ----


def _group(state: Position) -> list[int]:
    """The units of the group on the map."""
    return [unit for unit in bits(state.game.battlegroup.units) if state.at[unit] >= 0]


def _leader(state: Position) -> int | None:
    leader = state.game.battlegroup.leader
    return leader if state.at[leader] >= 0 else None


def near(state: Position, hexes: int) -> int:
    """The hexes within two of some hexes."""
    return state.game.ground.grid.disc(hexes, state.game.battlegroup.within) if hexes else 0


# ---- where all of them can be together ----


def _together(state: Position, places: Places, unit: int) -> int:
    """The hexes in which a unit is so that it and all others can be within two hexes of another one."""
    others = [hexes for other, hexes in places.items() if other != unit]
    if not others:
        return state.game.ground.grid.all
    if len(others) == 1:
        return near(state, others[0])
    one, two = others
    between = near(state, one) & near(state, two)
    return between | near(state, one & near(state, two)) | near(state, two & near(state, one))


def _with_leader(state: Position, places: Places, leader: int, unit: int) -> int:
    """The same, so that their leader can be within two hexes of one of them too (BW-36.0.lead.near)."""
    about, found = near(state, leader), 0
    for close in places:
        narrowed = {**places, close: places[close] & about}
        if narrowed[close] or close == unit:
            hexes = _together(state, narrowed, unit)
            found |= hexes & about if close == unit else hexes
    return found


def _ends(state: Position, places: Places, leader: int, unit: int) -> int:
    """The hexes in which a unit may end; all of them where nothing brings the others together any more."""
    for hexes in (_with_leader(state, places, leader, unit) if leader else 0, _together(state, places, unit)):
        if hexes & places[unit]:
            return hexes
    return state.game.ground.grid.all


def _leader_ends(state: Position, places: Places, leader: int) -> int:
    """The hexes in which their leader may end."""
    joined = 0
    for unit, hexes in places.items():
        joined |= hexes & _together(state, places, unit)
    for hexes in (joined, state.hexes_of(state.game.battlegroup.units)):
        if near(state, hexes) & leader:
            return near(state, hexes)
    return state.game.ground.grid.all


# ---- in a move (BW-36.1) ----


def apart(state: Position, unit: int) -> int:
    """The hexes in which the move of a member of the group may not end."""
    places = {other: open_to(state, other) for other in _group(state)}
    leader = _leader(state)
    his = 0 if leader is None else open_to(state, leader)
    found = _leader_ends(state, places, his) if unit == leader else _ends(state, places, his, unit)
    return state.game.ground.grid.all & ~found


def strands(state: Position, unit: int) -> bool:
    """Whether two others of the group would be too far from each other if a battalion left the map (BW-36.1)."""
    places = {other: open_to(state, other) for other in _group(state)}
    if len(places) < 3 or not _together(state, places, unit) & places[unit]:
        return False
    one, two = (hexes for other, hexes in places.items() if other != unit)
    return not near(state, one) & two


def open_to(state: Position, unit: int) -> int:
    """The hexes in which a unit can be at the end of the phase: its own, and where it can still move."""
    here = 1 << state.at[unit]
    if not _may_move(state, unit):
        return here
    return here | walk_of(state, unit, terms=bare_terms(state, unit)).go


def _may_move(state: Position, unit: int) -> bool:
    from ardennes.games.bitter_woods.moves import still

    bit = 1 << unit
    if (state.moved | state.busy) & bit or not free(bit, still(state, GERMAN)):
        return False
    if state.phase != EXPLOITING:
        return True
    waits = state.reserve | battlegroup.resumed(state) | state.staff & ~state.travelled
    return bool(state.released & waits & bit)


# ---- at the end of a phase ----


def astray(state: Position) -> int:
    """The members of the group that are too far from every other one."""
    if not battlegroup.played(state):
        return 0
    found, units, leader = 0, _group(state), _leader(state)
    for unit in units if len(units) > 1 else ():
        others = state.hexes_of(state.game.battlegroup.units & ~(1 << unit))
        if not near(state, others) >> state.at[unit] & 1:
            found |= 1 << unit
    if leader is not None and units and not near(state, state.hexes_of(_mask(units))) >> state.at[leader] & 1:
        found |= 1 << leader
    return found


def must_close(state: Position) -> int:
    """The members of the group that have to move because one of them is too far off and all can come together."""
    if not astray(state):
        return 0
    units, leader = _group(state), _leader(state)
    places = {unit: open_to(state, unit) for unit in units}
    his = 0 if leader is None else open_to(state, leader)
    with_him = his and any(_with_leader(state, places, his, unit) & places[unit] for unit in units)
    lost = astray(state) & _mask(units)
    if not with_him and not (lost and any(_together(state, places, unit) & places[unit] for unit in units)):
        return 0
    movers = [unit for unit in units if places[unit] & places[unit] - 1]
    if leader is not None and with_him and his & his - 1:
        movers.append(leader)
    return _mask(movers)


def obligations(state: Position, units: int) -> Iterator[Obligation]:
    """That members of the group must close up, one entry for each."""
    names, leader = state.game.forces.names, state.game.battlegroup.leader
    what, by = "be within two hexes of another unit of its group", "the end of this phase"
    for unit in bits(units):
        yield Obligation(names[unit], what, by, LEADER if unit == leader else RULE, SIDES[GERMAN])


def log_astray(state: Position) -> None:
    """A phase ends, and somebody is too far off whom nothing could bring back (BW-R.110)."""
    for unit in bits(astray(state)):
        rule = LEADER if unit == state.game.battlegroup.leader else RULE
        text = "could not come within two hexes of another unit of its group (BW-R.110)"
        state.note_unit(unit, "effect", rule, text, at=state.place_of(unit))


# ---- in an advance (BW-36.1) ----


def apart_advancing(state: Position, unit: int) -> int:
    """The hexes in which the advance of a battalion may not end: those who may still advance can follow it."""
    group = state.game.battlegroup
    if not battlegroup.played(state) or not group.parts >> unit & 1:
        return 0
    places = {other: 1 << state.at[other] for other in _group(state)}
    if len(places) < 2:
        return 0
    for other in places:
        if other != unit:
            places[other] |= _advances_to(state, other)
    places[unit] = state.game.ground.grid.all
    return state.game.ground.grid.all & ~_ends(state, places, 0, unit)


def must_follow(state: Position) -> bool:
    """Whether a battalion is too far off and some that may still advance can come to it."""
    lost = astray(state) & state.game.battlegroup.parts if battlegroup.played(state) else 0
    if not lost:
        return False
    places = {unit: 1 << state.at[unit] | _advances_to(state, unit) for unit in _group(state)}
    return any(_together(state, places, unit) & places[unit] for unit in places)


def _advances_to(state: Position, unit: int) -> int:
    """The hexes in which a unit that may still advance can end its advance, were there no others of its group."""
    frame = next((frame for frame in reversed(state.frames) if frame.step in ADVANCES), None)
    if frame is None or not frame.units >> unit & 1:
        return 0
    step = state.game.steps[frame.step]
    if not free(1 << unit, step.bars(state, frame)):  # type: ignore[attr-defined]
        return 0
    found, seen = 0, set()
    ways: list[Course] = [step.course(state, frame, unit)]  # type: ignore[attr-defined]
    while ways:
        course = ways.pop()
        if course.made and may_end(state, course):
            found |= 1 << course.way[-1]
        found |= dash.reach(state, course)
        for i in state.game.ground.grid.bits(steps(state, course, alone=True)):
            after = enter(state, course, i)
            if (kind := (i, after.made, after.spent)) not in seen:
                seen.add(kind)
                ways.append(after)
    return found


# ---- in a retreat (BW-36.2) ----


def far_from_others(state: Position, unit: int) -> int:
    """The hexes in which a retreat ends too far from the battalions that have not to retreat any more."""
    group = state.game.battlegroup
    if not battlegroup.played(state) or not group.parts >> unit & 1:
        return 0
    going = 0
    for frame in state.frames:
        going |= frame.units if frame.step == "retreat" else 0
    standing = _mask(_group(state)) & ~going & ~(1 << unit)
    return state.game.ground.grid.all & ~near(state, state.hexes_of(standing)) if standing else 0


def log_retreat(state: Position, unit: int) -> None:
    """A battalion has ended its retreat too far from the others and has to come back (BW-36.2.back)."""
    if battlegroup.played(state) and far_from_others(state, unit) >> state.at[unit] & 1:
        text = "is more than two hexes from the others of its group and must close up in the next German turn"
        state.note_unit(unit, "effect", "BW-36.2.back", text, at=state.place_of(unit))


def _mask(units: list[int]) -> int:
    return sum(1 << unit for unit in units)
