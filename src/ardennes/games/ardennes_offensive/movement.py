"""Movement (AO-5.0): where a unit can go, in standard mode, in Road Mode, and from one into the other."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.counters import bits
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.forces import ALLIED
from ardennes.games.ardennes_offensive.roadmode import NONE, allowance, can_form, formation_ground
from ardennes.games.ardennes_offensive.stacking import with_room
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.terrain import Kind, Ways
from ardennes.games.ardennes_offensive.zones import zone
from ardennes.hexmap import Costs, Layer, Move, Reach, bare_flood, flood
from ardennes.hexmap.bare import spread
from ardennes.hexmap.reach import Level

Starts = Sequence[tuple[int, int]]  # hexes and what it has cost to be there
Arm = tuple[Costs, Starts, int, int]  # costs, starts, hexes that are shut, hexes that hold fast

FAR = 400  # points: more than any way on the map costs
NO_CUT = (0, 0, 0, 0, 0, 0)


class Walk:
    """Where a unit can end its move, and how it gets there. Without the rules in `lifted`, for explanations."""

    __slots__ = (
        "arms", "changing", "columns", "dormant", "foe", "friends", "go", "kind", "lifted", "limit", "march", "mates",
        "onto", "own", "reaches", "second", "side", "stacking", "start", "state", "stops", "unit", "ways", "zone",
    )  # fmt: skip

    def __init__(self, state: Position, unit: int, lifted: frozenset[str] = NONE) -> None:
        self.state = state
        self.unit = unit
        self.lifted = lifted
        self.kind, self.ways = kind, _ = _kind_and_ways(state, unit, lifted)
        self.side = side = kind.side
        i = state.at[unit]
        self.start = start = 1 << i
        self.own = own = state.held[side]
        self.foe = state.held[1 - side]
        self.zone = self.stops = zone(state, 1 - side)
        self.dormant = bool(state.game.ground.edge & start)
        self.mates = state.stacks.get(i, 0) & ~(1 << unit) if not state.waiting >> unit & 1 else 0
        self.friends = own if self.mates else own & ~start
        columns = state.cols[side] & ~start
        self.columns = state.game.ground.beside(columns) if columns else 0  # too near to other columns
        self.limit = allowance(state, unit, lifted) * kind.parts
        self.stacking, self.changing = kind.stacking, kind.changing
        if lifted:
            self._lift()
        self.arms: dict[bool, Arm] = {}  # how it goes in Road Mode (True) and in standard mode
        self.reaches: dict[bool, Reach] = {}
        self.second: bool | None = None  # that mode which comes after a change, if there is one
        self.onto = 0  # friends' hexes that are reached
        self.go = self.march = 0
        if state.waiting >> unit & 1:
            self._come_in(i)
        elif state.road >> unit & 1:
            self._from_column(((start, 0),), self._held_fast())
        else:
            self._from_standard()

    def _lift(self) -> None:
        """Leave out rules, for explanations."""
        lifted = self.lifted
        self.foe = 0 if "AO-5.2.F" in lifted else self.foe
        self.stops = 0 if "AO-7.1.A" in lifted else self.stops
        self.columns = 0 if "AO-6.5.G" in lifted else self.columns
        self.stacking = 0 if "AO-8.1.A" in lifted else self.stacking
        self.changing = 0 if "AO-6.3.C" in lifted else self.changing
        self.limit = FAR * self.kind.parts if "AO-5.1.C" in lifted else self.limit

    # ---- the ways of a move ----

    def _from_standard(self) -> None:
        """A unit in standard mode walks on, or forms a column somewhere and marches on."""
        reached, levels = self._walk(((self.start, self.stacking if self.mates else 0),), self._held_fast())
        self.go = reached & ~self.start
        self._onto_friends(levels)
        changing, limit = self.changing, self.limit
        if changing > limit:
            return
        forming = formation_ground(self.state, self.side, self.lifted)
        if self.mates or self.dormant:
            forming &= ~self.start
        if not reached & forming:
            return
        near = self._beside_friends()
        forming &= ~near
        room = limit - changing
        starts = [(new, cost + changing) for cost, mask in levels if cost <= room and (new := mask & forming)]
        if starts:
            self.second = True
            self.march, _ = self._roll(starts, near, self.stops)

    def _from_column(self, starts: Starts, fast: int, arriving: bool = False) -> None:
        """A column marches on, or leaves Road Mode somewhere and walks on."""
        reached, levels = self._roll(starts, self._beside_friends(), fast)
        self.march = reached if arriving else reached & ~self.start
        changing, limit = self.changing, self.limit
        after = [(mask, cost + changing) for cost, mask in levels if cost <= limit - changing]
        if after:
            self.second = False
            self.go, levels = self._walk(after, self.stops)
            self._onto_friends(levels)

    def _come_in(self, entry: int) -> None:
        """A waiting unit comes in by its entry, which is its first road hex, after those before it (AO-14.2.B)."""
        if not may_come_in(self.state, self.unit, self.lifted):
            return
        before = self.state.staged.get(entry, 0) if "AO-14.2.B" not in self.lifted else 0
        staging: int = self.state.game.tables["reinforcements"]["staging"]
        self._from_column(((self.start, 1 + staging * before),), 0, arriving=True)

    # ---- the two modes ----

    def _walk(self, starts: Starts, fast: int) -> tuple[int, list[Level]]:
        """Standard mode: not into the enemy, nor to friendly columns or beside them on a road; friends come last."""
        return self._flood(False, self._costs(), starts, self.foe | self.own | self.columns, fast)

    def _roll(self, starts: Starts, near: int, fast: int) -> tuple[int, list[Level]]:
        """Road Mode: along roads, not into the enemy, and away from all friends (AO-6.5.F, AO-6.5.G)."""
        costs = self.ways.column(self.kind)
        if self.lifted:
            costs = costs.without(self.lifted)
        return self._flood(True, costs, starts, self.foe | near | self.start, fast)

    def _flood(self, column: bool, costs: Costs, starts: Starts, shut: int, fast: int) -> tuple[int, list[Level]]:
        self.arms[column] = (costs, starts, shut, fast)
        reached, moved, begun = bare_flood(costs, starts, self.limit, shut, self.stops, fast)
        return reached, begun + moved

    def reach(self, column: bool) -> Reach | None:
        """What is reached in a mode, with costs and paths; None if the unit does not take that mode."""
        if column not in self.arms:
            return None
        if column not in self.reaches:
            costs, starts, shut, fast = self.arms[column]
            stop, leave = (Layer("AO-7.1.A", self.stops),), (Layer("AO-5.2.G", fast),)
            self.reaches[column] = flood(Move(costs, stop, (Layer("", shut),), leave), starts, self.limit)
        return self.reaches[column]

    def _costs(self) -> Costs:
        costs = self.ways.standard(self.kind)
        return costs.without(self.lifted) if self.lifted else costs

    def _held_fast(self) -> int:
        """A unit alone in an enemy zone may not step out of it (AO-5.2.G); a dormant one may (AO-R.8)."""
        if self.mates or self.dormant or "AO-5.2.G" in self.lifted:
            return 0
        return self.zone & self.start

    def _beside_friends(self) -> int:
        return self.state.game.ground.beside(self.friends) if "AO-6.5.G" not in self.lifted else 0

    def _onto_friends(self, levels: list[Level]) -> None:
        """The last step may lead onto friends, who are never passed through (AO-5.2.H, AO-8.1.A)."""
        room = self.limit - self.stacking
        targets = self.friends & ~self.columns & ~self.start
        if room <= 2 * self.kind.parts:
            targets &= self.state.game.ground.near[self.state.at[self.unit]]
        if room < self.kind.parts or not targets:
            return
        leaving = ~self.stops | self.start & ~self._held_fast()
        grid = self.state.game.ground.grid
        targets &= grid.around(_within(levels, room - self.kind.parts) & leaving)
        if not targets or not (targets := targets & with_room(self.state, self.unit, self.lifted)):
            return
        for entry in self._costs().plan:
            price = entry[0]
            going = _within(levels, room - price) & leaving
            if not going:
                break
            wait = [0] * (price + 1)
            spread(grid, (entry,), going, 0, wait, targets)
            self.onto |= wait[price]
        self.go |= self.onto


def _within(levels: list[Level], cost: int) -> int:
    """The hexes that cost no more than this."""
    found = 0
    for price, mask in levels:
        if price <= cost:
            found |= mask
    return found


def _kind_and_ways(state: Position, unit: int, lifted: frozenset[str]) -> tuple[Kind, Ways]:
    kind, ways = state.kind(unit), bridges.ways(state)
    if lifted:
        if "AO-14.3.C" in lifted and kind.bound:
            kind = state.game.ground.kinds[state.game.kind_of[unit]]
        if "AO-13.2.B" in lifted:
            ways = Ways(state.game.ground, NO_CUT)
    return kind, ways


# ---- who can move at all ----


def may_come_in(state: Position, unit: int, lifted: frozenset[str] = NONE) -> bool:
    """Whether a waiting unit's entry is neither enemy-held nor enemy-controlled, nor too near a friend (AO-14.1.A)."""
    entry, side = state.at[unit], state.game.forces.side[unit]
    if (state.held[1 - side] | zone(state, 1 - side)) >> entry & 1 and "AO-14.1.A" not in lifted:
        return False
    near = state.held[side] & (state.game.ground.joined[entry] | 1 << entry)
    if near and "AO-6.5.G" not in lifted:
        return False
    kind = state.kind(unit)
    before = state.staged.get(entry, 0) if "AO-14.2.B" not in lifted else 0
    staging: int = state.game.tables["reinforcements"]["staging"]
    return 1 + staging * before <= state.game.allowance[unit] * kind.parts


class Scene:
    """What the phasing side's movers meet, for the question who can move at all."""

    __slots__ = ("columns", "foe", "own", "state", "zone")

    def __init__(self, state: Position) -> None:
        side = state.phasing
        self.state = state
        self.foe = state.held[1 - side]
        self.zone = zone(state, 1 - side)
        self.own = state.held[side]
        self.columns = state.game.ground.beside(state.cols[side])

    def movable(self, units: int) -> int:
        """Those of some units that can move. Most stand alone and free, with an easy hex beside them."""
        state = self.state
        ground, at, stacks, kind_of = state.game.ground, state.at, state.stacks, state.game.kind_of
        special = state.road | state.waiting | state.awake | state.forced | state.game.bound[state.scenario]
        free = ground.live & ~(self.foe | self.own | self.columns)
        found = 0
        for unit in bits(units):
            i = at[unit]
            if not special >> unit & 1 and stacks[i] == 1 << unit and not self.zone >> i & 1:
                easy = ground.kinds[kind_of[unit]].quick.get(i)
                if easy is not None and easy & free:
                    found |= 1 << unit
                    continue
            if self.can_move(unit):
                found |= 1 << unit
        return found

    def can_move(self, unit: int) -> bool:
        """Whether a unit has anywhere to go, or a mode to change to: its first step is looked at, no flood is made."""
        state = self.state
        if state.waiting >> unit & 1:
            return may_come_in(state, unit)
        i = state.at[unit]
        kind, points = state.kind(unit), allowance(state, unit)
        if state.road >> unit & 1:
            return points >= kind.change or (not self.zone >> i & 1 and self._can_march(unit, i, kind))
        return self._can_walk(unit, i, kind, points) or can_form(state, unit, points)

    def _can_march(self, unit: int, i: int, kind: Kind) -> bool:
        ground = self.state.game.ground
        costs = bridges.ways(self.state).column(kind)
        others = self.own & ~(1 << i)
        return any(
            not ground.joined[j] & others and costs.cost(i, j) is not None
            for j in ground.grid.bits(ground.joined[i] & ~self.foe & ~others)
        )

    def _can_walk(self, unit: int, i: int, kind: Kind, points: int) -> bool:
        state, ground = self.state, self.state.game.ground
        mates = state.stacks.get(i, 0) & ~(1 << unit)
        if mates:
            points -= kind.stack
        elif self.zone >> i & 1 and not ground.edge >> i & 1:
            return False
        if points < 1:
            return False
        steps = ground.around(kind, i)
        blocked = self.foe | self.columns
        if kind.quick[i] & ~(blocked | self.own):
            return True
        cut = bridges.ways(state).cut
        room = with_room(state, unit) if points > kind.stack else 0
        for j, price, dearest in steps:
            if blocked >> j & 1:
                continue
            if price != dearest and cut[ground.grid.direction(i, j)] >> i & 1:
                price = dearest
            if price <= points and (not self.own >> j & 1 or (room >> j & 1 and price + kind.stack <= points)):
                return True
        return False


def movable(state: Position, units: int) -> int:
    """Those of some units that can move."""
    return Scene(state).movable(units) if units else 0


def eligible(state: Position, units: int) -> int:
    """Those of some units that may still move in this phase, if they have anywhere to go (AO-5.2.K)."""
    units &= ~state.moved
    if state.phase in state.game.mechanized_phases:
        return units & state.game.forces.mechanized & ~state.fought
    return units


def candidates(state: Position) -> int:
    """All units of the phasing side that may still move in this phase."""
    side = state.phasing
    return eligible(state, state.playing[side] | state.waiting & state.game.forces.of[side] | state.awake)


def end_move(state: Position, unit: int, left: int, entered: int) -> None:
    """Note that a unit has moved, and who can move now.

    Only units near the hexes left and entered are touched: those that could not move, near the first, and those that
    could, near the second; and whoever stood or stands with the unit.
    """
    state.moved |= 1 << unit
    able = state.able
    if able < 0:
        return
    near, own = state.game.ground.near, state.held[state.phasing]
    if left == entered:
        touched = state.units_at(near[left] & own)
    else:
        touched = state.units_at(near[left] & own) & ~able | state.units_at(near[entered] & own) & able
        touched |= state.stack(left) | state.stack(entered)
    both = near[left] | near[entered]
    for other in bits((state.waiting | state.awake) & state.game.forces.of[state.phasing]):
        if both >> state.at[other] & 1:
            touched |= 1 << other
    touched = eligible(state, touched)
    state.able = able & ~(touched | 1 << unit) | movable(state, touched)


def wake(state: Position) -> None:
    """Dormant units with an Allied unit in play beside them may return in this phase (AO-5.3.M, AO-R.8)."""
    state.awake = 0
    if state.phasing != ALLIED:
        return
    grid = state.game.ground.grid
    relieved = grid.around(state.held[ALLIED])
    for unit in bits(state.dormant()):
        if relieved >> state.at[unit] & 1:
            state.awake |= 1 << unit
            state.tell(unit, "wake", "AO-5.3.M", "may return to play")
