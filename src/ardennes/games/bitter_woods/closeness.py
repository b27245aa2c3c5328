"""How close the battalions of Kampfgruppe Peiper keep (BW-36.1, 36.2, 36.lead.near): within two hexes of another one.

What counts is where they are at the end of a phase. So a unit may end its move, or its advance, in any hex from which
the rest can still be brought together by those who are yet to move; the last one to move closes the gap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.counters import bits
from ardennes.counters.bars import free
from ardennes.engine import Obligation
from ardennes.games.bitter_woods import battlegroup, dash
from ardennes.games.bitter_woods.course import Course, enter, may_end, steps
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN, SIDES
from ardennes.games.bitter_woods.fuel import watched
from ardennes.games.bitter_woods.leaders import deadly
from ardennes.games.bitter_woods.movement import bare_terms, strays
from ardennes.games.bitter_woods.nearness import Places, astray, gathered, near, placed, together, with_leader
from ardennes.games.bitter_woods.sequence import EXPLOITATION, phase
from ardennes.games.bitter_woods.stacking import full
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.walks import Walk

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


class Known(NamedTuple):
    """What has been found about the prospects of the group, and what it depends on."""

    key: tuple[Any, ...]
    ways: dict[tuple[Any, ...], int]  # member, where it is, its points -> where its move can end if there is room
    ends: dict[tuple[Any, ...], int]  # member, where all are, the hexes open to each -> where its move may end
    closing: dict[tuple[Any, ...], int]  # where all are, the hexes open to each -> those who have to close up
    answers: dict[tuple[Any, ...], int]  # question, and what the hexes open to each depend on -> the answer


class Prospects:
    """Where the members of the group can be at the end of the phase: found when first asked for.

    It is remembered in the position as long as nothing has changed that it depends on.
    """

    def __init__(self, state: Position) -> None:
        self.state = state
        self._free = -1
        self._kept = -1
        self._known: Known | None = None
        self._open: Places = {}
        self._places: Places | None = None
        self._by: tuple[Any, ...] | None = None

    @property
    def free(self) -> int:
        """The members of the group that may still move, whether or not they can."""
        if self._free < 0:
            self._free = may_move(self.state, self.state.game.battlegroup.members & ~self.kept)
        return self._free

    @property
    def kept(self) -> int:
        """The units that do not move now."""
        if self._kept < 0:
            from ardennes.games.bitter_woods.moves import kept

            self._kept = kept(self.state)
        return self._kept

    @property
    def known(self) -> Known:
        """What has been found since something changed."""
        if self._known is None:
            key = _depends_on(self.state)
            if self.state.prospects is None or self.state.prospects.key != key:
                self.state.prospects = Known(key, {}, {}, {}, {})
            self._known = self.state.prospects
        return self._known

    @property
    def places(self) -> Places:
        """The hexes that are open to each unit of the group on the map."""
        if self._places is None:
            self._places = {unit: self.open(unit) for unit in _group(self.state)}
        return self._places

    def open(self, unit: int) -> int:
        """The hexes that are open to a member on the map: its own, and where it can still move if it may."""
        found = self._open.get(unit)
        if found is None:
            found = 1 << self.state.at[unit]
            if self.free >> unit & 1:
                found |= self._ways(unit) & ~full(self.state, unit)
            self._open[unit] = found
        return found

    def _ways(self, unit: int) -> int:
        """Where the move of a member can end if there is room."""
        state, ways = self.state, self.known.ways
        at, spent = state.at[unit], state.spent.get(unit)
        key = (unit, at, spent, _friends(state, unit))
        if key not in ways:
            terms = bare_terms(state, unit)._replace(full=0)
            ways[key] = Walk(state.game.ground, terms, at, spent or 0, begun=spent is not None).go
        return ways[key]

    @property
    def leader(self) -> int:
        """The hexes that are open to their leader, none if he is not on the map."""
        leader = _leader(self.state)
        return 0 if leader is None else self.open(leader)

    def ends(self, unit: int) -> int:
        """The hexes in which the move of a member may end."""
        ends, key = self.known.ends, (unit, placed(self.state), self.leader, *self.places.values())
        if key not in ends:
            leads = unit == self.state.game.battlegroup.leader
            ends[key] = self._leader_ends() if leads else _ends(self.state.game, self.places, self.leader, unit)
        return ends[key]

    def _leader_ends(self) -> int:
        game = self.state.game
        for hexes in (gathered(game, self.places), self.state.hexes_of(game.battlegroup.units)):
            if near(game, hexes) & self.leader:
                return near(game, hexes)
        return game.ground.grid.all

    def closing(self, lost: int) -> int:
        """The members that have to move because some are too far off and all can come together."""
        answers, question = self.known.answers, ("closing", *self._open_by)
        if question not in answers:
            closing, key = self.known.closing, (placed(self.state), self.leader, *self.places.values())
            if key not in closing:
                closing[key] = _closing(self.state, lost, self.places, self.leader)
            answers[question] = closing[key]
        return answers[question]

    def able(self, units: int) -> int:
        """Those of some units that are members and can move to a hex in which they may end."""
        units &= self.state.game.battlegroup.members
        answers, question = self.known.answers, (units, *self._open_by)
        if question not in answers:
            found = 0
            for unit in bits(units):
                elsewhere = self.open(unit) & ~(1 << self.state.at[unit])
                if elsewhere and elsewhere & self.ends(unit):
                    found |= 1 << unit
            answers[question] = found
        return answers[question]

    @property
    def _open_by(self) -> tuple[Any, ...]:
        """What the hexes that are open to the members depend on, beside what is known of the phase.

        Which units are in a crowded hex matters for their room only if they are members, and where these are is known.
        """
        if self._by is None:
            state, group, spent = self.state, self.state.game.battlegroup, self.state.spent
            leads = self.free >> group.leader & 1
            self._by = (
                placed(state), self.free, state.crowds, deadly(state, GERMAN) if leads else 0,
                strays(state) & group.members, tuple(spent.items()) if spent else (),
            )  # fmt: skip
        return self._by


def _depends_on(state: Position) -> tuple[Any, ...]:
    """What decides where members of the group can move, but for themselves and for friends.

    The rest of a position is the same as long as these are, or does not concern the group.
    """
    return (
        state.turn, state.phase, state.held[ALLIED], state.fighting[ALLIED], state.posts[ALLIED], state.vacated,
        state.blown, state.interdicted, state.effects, state.unsupplied, state.reduced, state.unbound,
        state.ungarrisoned, watched(state) if state.dumps else 0,
    )  # fmt: skip


def _friends(state: Position, unit: int) -> int:
    """How friends decide where a member of the group can move, but for room where its move ends.

    To a leader they open enemy zones; who is out of bounds goes elsewhere if there is no room on his army's ground.
    """
    if unit == state.game.battlegroup.leader:
        return deadly(state, GERMAN)
    return full(state, unit) if strays(state) >> unit & 1 else 0


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


def may_move(state: Position, units: int) -> int:
    """Those of some units that may still move in this phase."""
    units &= ~(state.moved | state.busy)
    if units and state.phase == EXPLOITING:
        waits = state.reserve | battlegroup.resumed(state) | state.staff & ~state.travelled
        units &= state.released & waits
    return units


# ---- at the end of a phase ----


def must_close(state: Position, prospects: Prospects | None = None) -> int:
    """The members of the group that have to move because one of them is too far off and all can come together."""
    lost = astray(state)
    if not lost:
        return 0
    return (prospects or Prospects(state)).closing(lost)


def _closing(state: Position, lost: int, places: Places, his: int) -> int:
    """The same, by the hexes that are open to each of them and to their leader."""
    units, leader = _group(state), _leader(state)
    with_him = his and any(with_leader(state.game, places, his, unit) & places[unit] for unit in units)
    lost &= _mask(units)
    if not with_him and not (lost and any(together(state.game, places, unit) & places[unit] for unit in units)):
        return 0
    movers = [unit for unit in units if places[unit] & places[unit] - 1]
    if leader is not None and with_him and his & his - 1:
        movers.append(leader)
    return _mask(movers)


def obligations(game: BitterWoods, units: int) -> Iterator[Obligation]:
    """That members of the group must close up, one entry for each."""
    names, leader = game.forces.names, game.battlegroup.leader
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
        text = "is more than two hexes from the rest of its group and must close up by the end of the next German turn"
        state.note_unit(unit, "effect", "BW-36.2.back", text, at=state.place_of(unit))


def _mask(units: list[int]) -> int:
    return sum(1 << unit for unit in units)
