"""Movement (AO-5.0): where a unit can go, in standard mode, in Road Mode, and from one into the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ardennes.counters import bits
from ardennes.counters.terms import Term
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.roadmode import Allowance, allowance_of
from ardennes.games.ardennes_offensive.stacking import not_shared
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.terrain import Ground, Kind, Ways
from ardennes.games.ardennes_offensive.zones import zone
from ardennes.hexmap import Costs, Layer, Move, Reach, bare_flood, flood
from ardennes.hexmap.bare import spread
from ardennes.hexmap.reach import Level

Starts = Sequence[tuple[int, int]]  # hexes and what it has cost to be there
Arm = tuple[Costs, Starts, int, int]  # costs, starts, hexes that are shut, hexes that hold fast

FAR = 400  # points: more than any way on the map costs


class Kept(NamedTuple):
    """Hexes in which a move may not end, lest others that wait at an entry cannot come in (AO-R.31)."""

    go: int  # in standard mode
    march: int  # in Road Mode


NOTHING = Kept(0, 0)


class Clear(NamedTuple):
    """What is remembered of `kept_clear`: for whom, where it looked, what it saw there, and what it found."""

    who: tuple[int, str, int]
    area: int
    shut: int
    own: int
    kept: Kept


class Terms(NamedTuple):
    """What a unit's move is made from: every rule that limits it acts in one of these."""

    ground: Ground
    kind: Kind
    at: int  # the hex where it is, or by which it comes in
    waiting: bool  # whether it is to come in
    column: bool  # whether it begins in Road Mode
    stacked: bool  # whether it leaves others behind
    dormant: bool  # whether it is on a map-edge hex
    friends: int  # hexes with other friends, who are never passed through
    columns: int  # those of them with another unit in Road Mode
    enemies: int  # hexes with enemy units
    zone: int  # hexes in enemy zones of control
    stops: int  # hexes in which the move ends
    fast: int  # its own hex, if it may not be left
    full: int  # friends' hexes without room
    not_shared: int  # friends' hexes of which one unit wants all
    beside: Callable[[int], int]  # some hexes, and those too near to them by road for a column
    ways: Ways  # what steps cost, and where columns may form
    allowance: Allowance
    changing: int  # the price of a change of mode, in parts of a point
    stacking: int  # that of entering a friend's hex, or of leaving others behind
    staging: int  # road hexes lost to units that came in by the same entry
    closed: int  # its entry, if the enemy closes it
    kept: Kept = NOTHING  # ends that would keep others from coming in


LIMIT = Term("AO-5.1.C", "it does not have enough MPs", "allowance", Allowance(FAR, 1, 0))
TERMS = (
    Term("AO-14.1.A", "the entry is enemy-held or enemy-controlled", "closed", 0),
    Term("AO-5.2.F", "an enemy unit is in the way", "enemies", 0),
    Term("AO-8.2.C", "a German infantry division may not stack", "not_shared", 0),
    Term("AO-8.0", "the hex is at its stacking limit", "full", 0),
    Term(
        "AO-6.5.G", "a unit in Road Mode may not be in or next to a friendly unit's hex along the road",
        "beside", lambda now: lambda hexes: 0,
    ),
    Term("AO-R.24", "Allied units in Road Mode may not enter it", "ways", lambda now: now.ways.without("AO-R.24")),
    Term(
        "AO-14.3.C", "west bank units may not cross the Meuse yet", "ways", lambda now: now.ways.without("AO-14.3.C")
    ),
    Term("AO-R.31", "units waiting at the entry could no longer enter", "kept", NOTHING),
    Term("AO-5.2.G", "a unit alone in an enemy ZOC may not leave it", "fast", 0),
    Term("AO-7.1.A", "an enemy ZOC on the way ends the move", "stops", 0),
    Term("AO-14.2.B", "too many units have already entered here", "staging", 0),
    Term("AO-13.2.B", "the road is cut at an interdicted bridge", "ways", lambda now: now.ways.uncut),
    Term(
        "AO-12.6.movement", "an unsupplied unit has half its allowance",
        "allowance", lambda now: now.allowance._replace(divisor=1),
    ),
    Term(
        "AO-6.7.L", "being forced out of Road Mode cost too many MPs",
        "allowance", lambda now: now.allowance._replace(forced=0),
    ),
    Term("AO-6.3.C", "changing mode costs too many MPs", "changing", 0),
    Term("AO-8.1.A", "stacking or unstacking costs too many MPs", "stacking", 0),
    LIMIT,
)  # fmt: skip
"""Every rule that limits a move, in the order in which they are left out to explain it."""


def terms_for(state: Position, unit: int) -> Terms:
    """The terms of a unit's move as they are now."""
    zones = zone(state, 1 - state.kind(unit).side)
    terms = bare_terms(state, unit, zones)
    if not state.waiting:
        return terms
    kept = kept_clear(state, zones, unit)
    if terms.waiting and not Walk(terms).ends_outside(kept):
        return terms
    return terms._replace(kept=kept)


def bare_terms(state: Position, unit: int, zones: int, kept: Kept = NOTHING) -> Terms:
    """The terms of a unit's move under given enemy zones, and the hexes to keep clear for those who wait."""
    game, kind, at, bit = state.game, state.kind(unit), state.at[unit], 1 << unit
    ground, side, start, waiting = game.ground, kind.side, 1 << at, bool(state.waiting & bit)
    friends, enemies = state.held[side], state.held[1 - side]
    stacked = not waiting and state.stacks.get(at, bit) != bit
    dormant = bool(ground.edge & start)
    fast = 0 if stacked or dormant or waiting else zones & start
    closed = start & (enemies | zones) if waiting else 0
    staging = game.staging * state.staged.get(at, 0) if waiting else 0
    return Terms(
        ground, kind, at, waiting, bool(state.road & bit), stacked, dormant,
        friends if stacked or waiting else friends & ~start, state.cols[side] & ~start, enemies, zones, zones, fast,
        state.full[side], not_shared(state, unit), ground.beside, bridges.ways(state), allowance_of(state, unit),
        kind.changing, kind.stacking, staging, closed, kept,
    )  # fmt: skip


def owed(state: Position) -> int:
    """Waiting units that must come in if they can: in the Mechanized Movement Phase those that move in it (AO-R.31)."""
    game = state.game
    if state.phase not in game.movement_phases:
        return 0
    units = state.waiting & game.forces.of[state.phasing]
    return units & game.forces.mechanized if state.phase in game.mechanized_phases else units


def kept_clear(state: Position, zones: int, mover: int = -1) -> Kept:
    """Where a move may not end, lest one that waits and can come in cannot do so after it (AO-14.1.A, AO-R.31).

    A column in the entry or beside it on the road bars all, a unit in standard mode those who must come in as columns.
    It is the same for all units that do not wait themselves, and changes only with what happens at the entries and on
    the roads beside them, so it is remembered.
    """
    if mover >= 0 and state.waiting >> mover & 1:
        return _kept_clear(state, shut(state, zones), mover)
    who, found = (state.turn, state.phase, state.waiting), state.clear
    if found is None or found.who != who:
        found = state.clear = Clear(who, _roads_in(state), -1, -1, NOTHING)
    closed = shut(state, zones)
    there, own = closed & found.area, state.held[state.phasing] & found.area
    if found.shut != there or found.own != own:
        found = state.clear = Clear(who, found.area, there, own, _kept_clear(state, closed))
    return found.kept


def shut(state: Position, zones: int) -> int:
    """Hexes that nobody can come into: under enemies or their zones, held by friends, or beside a column."""
    own, enemies = state.held[state.phasing], state.held[1 - state.phasing]
    return enemies | zones | own | state.game.ground.beside(state.cols[state.phasing])


def _roads_in(state: Position) -> int:
    """The entries of those who must come in, and the hexes beside them by road."""
    found, joined = 0, state.game.ground.joined
    for unit in bits(owed(state)):
        found |= joined[state.at[unit]] | 1 << state.at[unit]
    return found


def _kept_clear(state: Position, closed: int, mover: int = -1) -> Kept:
    """The same for a mover that waits itself, or for all who do not."""
    units = owed(state)
    behind = -1  # the entry whose units come in after the mover
    if mover >= 0:
        units &= ~(1 << mover)
        behind = state.at[mover]
    if not units:
        return NOTHING
    game, ground, own = state.game, state.game.ground, state.held[state.phasing]
    go = march = 0
    for unit in bits(units):
        at = state.at[unit]
        if closed >> at & 1:
            continue
        kind, entry, road = ground.kinds[game.kind_of[unit]], 1 << at, ground.joined[at] | 1 << at
        staging = game.staging * (state.staged.get(at, 0) + (at == behind))
        limit = game.allowance[unit] * kind.parts
        pays = entering_deployed(kind, staging) <= limit
        if pays or (not road & own and 1 + staging <= limit):
            march |= road
            go |= entry if pays else road
    return Kept(go, march)


class Walk:
    """Where a unit can end its move, and how it gets there."""

    __slots__ = ("arms", "beside_columns", "go", "limit", "march", "onto", "reaches", "second", "start", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.start = start = 1 << terms.at
        self.limit = _limit(terms)
        self.beside_columns = terms.beside(terms.columns)
        self.arms: dict[bool, Arm] = {}  # how it goes in Road Mode (True) and in standard mode
        self.reaches: dict[bool, Reach] = {}
        self.second: bool | None = None  # that mode which comes after a change, if there is one
        self.onto = 0  # friends' hexes that are reached
        self.go = self.march = 0
        if terms.waiting:
            self._come_in()
        elif terms.column:
            self._from_column(((start, 0),), terms.fast)
            self.march &= ~start
        else:
            self._from_standard()
        if terms.kept != NOTHING:
            self.keep(terms.kept)

    def keep(self, kept: Kept) -> None:
        """End nowhere where others could not come in any more."""
        self.go &= ~kept.go
        self.march &= ~kept.march
        self.onto &= self.go

    def ends_outside(self, kept: Kept) -> bool:
        """Whether the move can end so that others can come in after it."""
        return bool(self.go & ~kept.go | self.march & ~kept.march)

    @property
    def kind(self) -> Kind:
        """How the unit moves."""
        return self.terms.kind

    @property
    def stops(self) -> int:
        """The hexes in which its move ends."""
        return self.terms.stops

    @property
    def deploys_outside(self) -> bool:
        """Whether the unit comes in and has to leave Road Mode before it does."""
        return self.terms.waiting and True not in self.arms

    # ---- the ways of a move ----

    def _from_standard(self) -> None:
        """A unit in standard mode walks on, or forms a column somewhere and marches on."""
        terms, start, limit = self.terms, self.start, self.limit
        reached, levels = self._walk(((start, terms.stacking if terms.stacked else 0),), terms.fast)
        self.go = reached & ~start
        self._onto_friends(levels)
        room = limit - terms.changing
        forming = formation_ground(terms)
        if room < 0 or not reached & forming:
            return
        near = terms.beside(terms.friends)
        forming &= ~near
        starts = [(new, cost + terms.changing) for cost, mask in levels if cost <= room and (new := mask & forming)]
        if starts:
            self.second = True
            self.march, _ = self._roll(starts, near, terms.stops)

    def _from_column(self, starts: Starts, fast: int) -> None:
        """A column marches on, or leaves Road Mode somewhere and walks on."""
        terms = self.terms
        self.march, levels = self._roll(starts, terms.beside(terms.friends), fast)
        room = self.limit - terms.changing
        after = [(mask, cost + terms.changing) for cost, mask in levels if cost <= room]
        if after:
            self.second = False
            self.go, levels = self._walk(after, terms.stops)
            self._onto_friends(levels)

    def _come_in(self) -> None:
        """A waiting unit comes in by its entry, which is its first road hex, after those before it (AO-14.2.B).

        Where a column finds no room beside a friend, it leaves Road Mode off the map and comes in deployed (AO-R.30).
        """
        if column_may_come_in(self.terms):
            self._from_column(((self.start, 1 + self.terms.staging),), 0)
        elif deployed_may_come_in(self.terms):
            cost = entering_deployed(self.kind, self.terms.staging, self.terms.changing)
            self.go, levels = self._walk(((self.start, cost),), self.terms.stops)
            self._onto_friends(levels)

    # ---- the two modes ----

    def _walk(self, starts: Starts, fast: int) -> tuple[int, list[Level]]:
        """Standard mode: not into the enemy, nor to friendly columns or beside them on a road; friends come last."""
        terms = self.terms
        shut = terms.enemies | terms.friends | self.beside_columns
        return self._flood(False, terms.ways.standard(terms.kind), starts, shut, fast)

    def _roll(self, starts: Starts, near: int, fast: int) -> tuple[int, list[Level]]:
        """Road Mode: along roads, not into the enemy, and away from all friends (AO-6.5.F, AO-6.5.G)."""
        terms = self.terms
        return self._flood(True, terms.ways.column(terms.kind), starts, terms.enemies | near | self.start, fast)

    def _flood(self, column: bool, costs: Costs, starts: Starts, shut: int, fast: int) -> tuple[int, list[Level]]:
        self.arms[column] = (costs, starts, shut, fast)
        reached, moved, begun = bare_flood(costs, starts, self.limit, shut, self.terms.stops, fast)
        return reached, begun + moved

    def reach(self, column: bool) -> Reach | None:
        """What is reached in a mode, with costs and paths; None if the unit does not take that mode."""
        if column not in self.arms:
            return None
        if column not in self.reaches:
            costs, starts, shut, fast = self.arms[column]
            stop, leave = (Layer("AO-7.1.A", self.terms.stops),), (Layer("AO-5.2.G", fast),)
            self.reaches[column] = flood(Move(costs, stop, (Layer("", shut),), leave), starts, self.limit)
        return self.reaches[column]

    def _onto_friends(self, levels: list[Level]) -> None:
        """The last step may lead onto friends, who are never passed through (AO-5.2.H, AO-8.1.A)."""
        terms, parts = self.terms, self.terms.kind.parts
        room = self.limit - terms.stacking
        targets = joinable(terms, self.beside_columns)
        if room <= 2 * parts:
            targets &= terms.ground.near[terms.at]
        if room < parts or not targets:
            return
        grid = terms.ground.grid
        leaving = grid.around(targets) & (~terms.stops | self.start) & ~terms.fast
        levels = [(cost, going) for cost, mask in levels if cost + parts <= room and (going := mask & leaving)]
        for entry in terms.ways.standard(terms.kind).plan if levels else ():
            price = entry[0]
            going = 0
            for cost, mask in levels:
                if cost + price <= room:
                    going |= mask
            if not going:
                break
            wait = [0] * (price + 1)
            spread(grid, (entry,), going, 0, wait, targets)
            self.onto |= wait[price]
        self.go |= self.onto


def walk(state: Position, unit: int) -> Walk:
    """Where a unit can go now: as from its terms, with one flood."""
    zones = zone(state, 1 - state.kind(unit).side)
    found = Walk(bare_terms(state, unit, zones))
    if state.waiting:
        kept = kept_clear(state, zones, unit)
        if kept != NOTHING and (not found.terms.waiting or found.ends_outside(kept)):
            found.terms = found.terms._replace(kept=kept)
            found.keep(kept)
    return found


# ---- the rules of a move, from its terms ----


def rounded_up(cost: int, parts: int) -> int:
    """A cost with the point that was begun last spent to the end: its rest is lost (AO-6.5.H).

    >>> rounded_up(7, 2), rounded_up(20, 10)
    (8, 20)
    """
    return cost + -cost % parts


def formation_ground(terms: Terms) -> int:
    """Where the unit may take up Road Mode: on roads; not with others in its hex, nor on the map edge (AO-6.3.C)."""
    roads = terms.ground.road_hexes
    return roads & ~(1 << terms.at) if terms.stacked or terms.dormant else roads


def joinable(terms: Terms, beside_columns: int) -> int:
    """The friends' hexes in which the unit may end its move: with room, and no column there or near (AO-8.0)."""
    return terms.friends & ~(terms.full | terms.not_shared | beside_columns | 1 << terms.at)


def may_come_in(terms: Terms) -> bool:
    """Whether a waiting unit finds its entry open, in Road Mode or without."""
    return column_may_come_in(terms) or deployed_may_come_in(terms)


def column_may_come_in(terms: Terms) -> bool:
    """Whether an entry is neither enemy-held nor enemy-controlled, nor too near a friend, nor too long a queue."""
    if terms.closed or terms.beside(1 << terms.at) & terms.friends:
        return False
    return 1 + terms.staging <= _limit(terms)


def deployed_may_come_in(terms: Terms) -> bool:
    """Whether a unit that leaves Road Mode off the map can come in: not onto friends, nor beside their columns."""
    start = 1 << terms.at
    if terms.closed or start & (terms.friends | terms.beside(terms.columns)):
        return False
    return entering_deployed(terms.kind, terms.staging, terms.changing) <= _limit(terms)


def entering_deployed(kind: Kind, staging: int, changing: int | None = None) -> int:
    """What it costs to come in without Road Mode: leaving it off the map, then the entry as a road hex (AO-R.30)."""
    return rounded_up(staging, kind.parts) + (kind.changing if changing is None else changing) + kind.road


def _limit(terms: Terms) -> int:
    return terms.allowance.points * terms.kind.parts


def can_move(terms: Terms) -> bool:
    """Whether a unit has anywhere to go, or a mode to change to: its first step is looked at, no flood is made."""
    if terms.waiting:
        return may_come_in(terms)
    if terms.ground.near[terms.at] & (terms.kept.go | terms.kept.march):
        found = Walk(terms)
        return bool(found.go | found.march)
    limit = _limit(terms)
    if terms.column:
        return limit >= terms.changing or (not terms.fast and _can_march(terms, limit))
    return _can_walk(terms, limit) or _can_form(terms, limit)


def _can_march(terms: Terms, limit: int) -> bool:
    shut = terms.enemies | terms.beside(terms.friends)
    return limit >= 1 and bool(terms.ways.column(terms.kind).entered_from(terms.at) & ~shut)


def _can_form(terms: Terms, limit: int) -> bool:
    here = formation_ground(terms) & 1 << terms.at
    return bool(here) and limit >= terms.changing and not here & terms.beside(terms.friends)


def _can_walk(terms: Terms, limit: int) -> bool:
    limit -= terms.stacking if terms.stacked else 0
    if terms.fast or limit < terms.kind.parts:
        return False
    beside_columns = terms.beside(terms.columns)
    targets = ~(terms.enemies | beside_columns)
    if terms.ground.easy[terms.kind.number][terms.at] & targets & ~terms.friends:
        return True
    wait = [0] * (limit + 1)
    spread(terms.ground.grid, terms.ways.standard(terms.kind).plan, 1 << terms.at, 0, wait, targets)
    if any(mask & ~terms.friends for mask in wait):
        return True
    room = limit - terms.stacking
    return room > 0 and any(mask & joinable(terms, beside_columns) for mask in wait[: room + 1])
