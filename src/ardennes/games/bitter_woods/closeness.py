"""How close the battalions of Kampfgruppe Peiper keep (BW-36.1, 36.2, 36.lead.near): within two hexes of another one.

What counts is where they are at the end of a phase. So a unit may end its move, or its advance, in any hex from which
the rest can still be brought together by those who are yet to move; the last one to move closes the gap.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ardennes.counters import bits
from ardennes.counters.bars import free
from ardennes.engine import Obligation
from ardennes.games.bitter_woods import battlegroup, dash
from ardennes.games.bitter_woods.course import Course, enter, may_end, steps
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.movement import Terms, Walk, bare_terms
from ardennes.games.bitter_woods.nearness import Places, astray, gathered, near, together, with_leader
from ardennes.games.bitter_woods.sequence import EXPLOITATION, phase
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import Ground

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods

RULE, RETREAT, LEADER = "BW-36.1", "BW-36.2", "BW-36.0.lead.near"
EXPLOITING = phase(GERMAN, EXPLOITATION)
ADVANCES = ("advance", "past")


# ---- who is concerned ----


def _group(state: Position) -> list[int]:
    """The units of the group on the map."""
    return [unit for unit in bits(state.game.battlegroup.units) if state.at[unit] >= 0]


def _leader(state: Position) -> int | None:
    leader = state.game.battlegroup.leader
    return leader if state.at[leader] >= 0 else None


# ---- where all of them can be together ----


def _ends(game: BitterWoods, places: Places, leader: int, unit: int) -> int:
    """The hexes in which a unit may end; all of them where nothing brings the others together any more."""
    for hexes in (with_leader(game, places, leader, unit) if leader else 0, together(game, places, unit)):
        if hexes & places[unit]:
            return hexes
    return game.ground.grid.all


class Prospects:
    """Where the members of the group can be at the end of the phase: found when first asked for, once a question."""

    def __init__(self, state: Position) -> None:
        self.state = state

    @cached_property
    def places(self) -> Places:
        """The hexes that are open to each unit of the group on the map."""
        return {unit: open_to(self.state, unit) for unit in _group(self.state)}

    @cached_property
    def leader(self) -> int:
        """The hexes that are open to their leader, none if he is not on the map."""
        leader = _leader(self.state)
        return 0 if leader is None else open_to(self.state, leader)

    def ends(self, unit: int) -> int:
        """The hexes in which the move of a member may end."""
        if unit == self.state.game.battlegroup.leader:
            return self._leader_ends()
        return _ends(self.state.game, self.places, self.leader, unit)

    def _leader_ends(self) -> int:
        game = self.state.game
        for hexes in (gathered(game, self.places), self.state.hexes_of(game.battlegroup.units)):
            if near(game, hexes) & self.leader:
                return near(game, hexes)
        return game.ground.grid.all

    def able(self, units: int) -> int:
        """Those of some units that are members and can move to a hex in which they may end."""
        found, group = 0, self.state.game.battlegroup
        for unit in bits(units & group.members):
            hexes = self.leader if unit == group.leader else self.places[unit]
            if hexes & ~(1 << self.state.at[unit]) & self.ends(unit):
                found |= 1 << unit
        return found


# ---- in a move (BW-36.1) ----


def apart(state: Position, unit: int) -> int:
    """The hexes in which the move of a member of the group may not end."""
    return state.game.ground.grid.all & ~Prospects(state).ends(unit)


def strands(state: Position, unit: int) -> bool:
    """Whether two others of the group would be too far from each other if a battalion left the map (BW-36.1)."""
    game, places = state.game, Prospects(state).places
    if len(places) < 3 or not together(game, places, unit) & places[unit]:
        return False
    one, two = (hexes for other, hexes in places.items() if other != unit)
    return not near(game, one) & two


def open_to(state: Position, unit: int) -> int:
    """The hexes in which a unit can be at the end of the phase: its own, and where it can still move."""
    here = 1 << state.at[unit]
    if not _may_move(state, unit):
        return here
    spent = state.spent.get(unit, 0)
    return here | _ways(state.game.ground, bare_terms(state, unit), state.at[unit], spent, unit in state.spent)


@lru_cache(maxsize=256)
def _ways(ground: Ground, terms: Terms, i: int, spent: int, begun: bool) -> int:
    """Where a move can end, as long as nothing that it depends on has changed."""
    return Walk(ground, terms, i, spent, begun=begun).go


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


def must_close(state: Position, prospects: Prospects | None = None) -> int:
    """The members of the group that have to move because one of them is too far off and all can come together."""
    if not astray(state):
        return 0
    prospects = prospects or Prospects(state)
    units, leader = _group(state), _leader(state)
    places, his = prospects.places, prospects.leader
    with_him = his and any(with_leader(state.game, places, his, unit) & places[unit] for unit in units)
    lost = astray(state) & _mask(units)
    if not with_him and not (lost and any(together(state.game, places, unit) & places[unit] for unit in units)):
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
    return state.game.ground.grid.all & ~_ends(state.game, places, 0, unit)


def must_follow(state: Position) -> bool:
    """Whether a battalion is too far off and some that may still advance can come to it."""
    lost = astray(state) & state.game.battlegroup.parts if battlegroup.played(state) else 0
    if not lost:
        return False
    places = {unit: 1 << state.at[unit] | _advances_to(state, unit) for unit in _group(state)}
    return any(together(state.game, places, unit) & places[unit] for unit in places)


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
    return state.game.ground.grid.all & ~near(state.game, state.hexes_of(standing)) if standing else 0


def log_retreat(state: Position, unit: int) -> None:
    """A battalion has ended its retreat too far from the others and has to come back (BW-36.2.back)."""
    if battlegroup.played(state) and far_from_others(state, unit) >> state.at[unit] & 1:
        text = "is more than two hexes from the others of its group and must close up in the next German turn"
        state.note_unit(unit, "effect", "BW-36.2.back", text, at=state.place_of(unit))


def _mask(units: list[int]) -> int:
    return sum(1 << unit for unit in units)
