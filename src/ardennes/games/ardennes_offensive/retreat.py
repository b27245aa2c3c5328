"""Retreat after combat (AO-10.2): the victor leads, by the priorities, as far as the result says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ardennes.counters import because, bits
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.speech import both, count
from ardennes.games.ardennes_offensive import bridges
from ardennes.games.ardennes_offensive.forces import ALLIED, SIDES
from ardennes.games.ardennes_offensive.stacking import with_room
from ardennes.games.ardennes_offensive.state import Position
from ardennes.games.ardennes_offensive.zones import closed, zone
from ardennes.hexmap import Six

Way = tuple[int, ...]  # the hexes entered
Rank = tuple[int, ...]  # lower is better

ROAD, CLEAR, ROUGH, INTERDICTED, RIVER = range(5)
PRIORITIES = (
    "AO-E.10.2", "AO-10.2.road", "AO-10.2.clear", "AO-10.2.rough", "AO-10.2.interdicted", "AO-10.2.friends",
)  # fmt: skip


class Flight(NamedTuple):
    """What one unit's retreat depends on."""

    unit: int
    side: int
    start: int
    hexes: int
    open: int  # live hexes that it may enter
    edge: int  # map-edge hexes that it may enter, if there is no other way
    column: bool
    cut: Six


def flight(state: Position, unit: int, hexes: int, shade: int) -> Flight:
    """The limits of a unit's retreat: no enemy, no enemy zone, no full hex; a column never stacks (AO-R.4)."""
    ground = state.game.ground
    side = state.game.forces.side[unit]
    column = bool(state.road >> unit & 1)
    friends = state.held[side]
    room = 0 if column else with_room(state, unit)
    free = ground.live & ~closed(state, side) & (~friends | room)
    if column and side == ALLIED:
        free &= ~ground.west_wall
    edge = ground.edge & ~zone(state, 1 - side) if side == ALLIED else 0
    return Flight(unit, side, state.at[unit], hexes, free, edge, column, bridges.cut(state, side, shade))


def ways(state: Position, plan: Flight) -> list[Way]:
    """Every way of the full length, each step leading farther off (AO-R.6); else, for an Allied unit, off the map."""
    found = _outward(state, plan, plan.open, 0)
    if not found and plan.edge:
        found = _outward(state, plan, plan.open, plan.edge)
    return found


def _outward(state: Position, plan: Flight, live: int, edge: int) -> list[Way]:
    grid = state.game.ground.grid
    found: list[Way] = []
    begun: list[Way] = [()]
    for n in range(1, plan.hexes + 1):
        ring = grid.ring(plan.start, n)
        longer: list[Way] = []
        for way in begun:
            here = way[-1] if way else plan.start
            steps = _steps(state, plan, here) & ring
            found += [(*way, i) for i in grid.bits(steps & edge)]
            longer += [(*way, i) for i in grid.bits(steps & live)]
        begun = longer
    return found if edge else begun


def _steps(state: Position, plan: Flight, here: int) -> int:
    """The hexes next to one; for a column those along an open road (AO-6.7.M)."""
    ground = state.game.ground
    if not plan.column:
        return ground.ring[here]
    found = 0
    for d, j in enumerate(ground.grid.neighbours(here)):
        if ground.board.links("road")[d] >> here & 1 and not plan.cut[d] >> here & 1:
            found |= 1 << j
    return found


# ---- priorities ----


def step_kind(state: Position, plan: Flight, i: int, j: int) -> int:
    """What kind of ground a step goes over: the first that fits (AO-R.2)."""
    ground = state.game.ground
    d = ground.grid.direction(i, j)
    if ground.bridge[d] >> i & 1:
        if plan.cut[d] >> i & 1:
            return INTERDICTED
    elif ground.river[d] >> i & 1:
        return RIVER
    elif ground.ford[d] >> i & 1:
        return ROUGH
    if ground.road_hexes >> j & 1:
        return ROAD
    return ROUGH if ground.rough >> j & 1 else CLEAR


def step_kinds(state: Position, plan: Flight, way: Way) -> Iterator[int]:
    """The kinds of the steps of a way."""
    for i, j in pairwise((plan.start, *way)):
        yield step_kind(state, plan, i, j)


def usable_sources(state: Position, side: int) -> int:
    """The supply sources of a side that the enemy neither holds nor controls; all, if none remains (AO-R.1)."""
    sources = state.game.ground.entries[side]
    return sources & ~closed(state, side) or sources


class Compass:
    """Which ways lead toward the own supply and away from the enemy's (AO-E.10.2, AO-R.1)."""

    def __init__(self, state: Position, plan: Flight) -> None:
        self.far = state.game.ground.far
        self.own, self.other = usable_sources(state, plan.side), usable_sources(state, 1 - plan.side)
        self.start = self.far(plan.start, self.own), self.far(plan.start, self.other)
        self.found: dict[int, int] = {}

    def rank(self, end: int) -> int:
        """0 for a hex that is both, 1 toward only, 2 away only, 3 neither."""
        known = self.found.get(end)
        if known is None:
            toward, away = self.far(end, self.own) < self.start[0], self.far(end, self.other) > self.start[1]
            known = self.found[end] = 2 * (not toward) + (not away)
        return known


def rank(state: Position, plan: Flight, way: Way, compass: Compass) -> Rank:
    """How good a way is, priority by priority; lower is better (AO-R.2)."""
    kinds = [0] * 5
    for kind in step_kinds(state, plan, way):
        kinds[kind] -= 1
    friends = sum(state.stacks.get(i, 0).bit_count() for i in way)
    return (compass.rank(way[-1]), *kinds[:RIVER], friends)


def best_ways(state: Position, plan: Flight) -> list[Way]:
    """The ways that the priorities put first."""
    found = ways(state, plan)
    if len(found) < 2:
        return found
    compass = Compass(state, plan)
    best = min(compass.rank(way[-1]) for way in found)
    ranked = [(rank(state, plan, way, compass), way) for way in found if compass.rank(way[-1]) == best]
    first = min(ranked)[0]
    return [way for order, way in ranked if order == first]


class Retreat(Step[Position]):
    """Units retreat one by one (AO-R.5)."""

    class Frame(NamedTuple):
        """Who retreats how far, and who leads."""

        step: str
        victor: int
        hexes: int  # how many
        units: int  # still to go
        shade: int  # hexes near enough to enemies to interdict the bridges of those who retreat

    name = "retreat"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Whose turn it is; the victor says."""
        frame: Retreat.Frame = state.top
        if not frame.units:
            state.pop()
            return None
        options = Options(Masked(state.game.actions.pick, frame.units))
        prompt = f"Choose the next unit to retreat, {count(frame.hexes, 'hex')}"
        return Decision(SIDES[frame.victor], self.name, Kind.RETREAT, prompt, "AO-R.5", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit's turn: it goes the best way, or is eliminated if it has none."""
        frame: Retreat.Frame = state.top
        unit = state.game.forces.index[action.thing]
        state.amend(units=frame.units & ~(1 << unit))
        plan = flight(state, unit, frame.hexes, frame.shade)
        found = best_ways(state, plan)
        if state.heard:
            state.game.log_retreat(state, plan, found)
        if not found:
            rule = "AO-6.7.M" if plan.column else "AO-5.3.N" if _only_off_map(state, plan) else "AO-10.2"
            state.eliminate(unit, rule, "it would have to exit the map" if rule == "AO-5.3.N" else "it cannot retreat")
        else:
            state.push("way", frame.victor, unit, tuple(found), 0)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only units that must retreat can be picked; advances come later."""
        if action.verb != "pick":
            return refuse_later(action)
        return Reason("AO-R.5", f"{state.game.forces.call(action.thing)} does not have to retreat, or already has.")


def _only_off_map(state: Position, plan: Flight) -> bool:
    """Whether a German in retreat could go nowhere but off the live map: onto the map edge, or off the sheet."""
    ground = state.game.ground
    if plan.side == ALLIED:
        return False
    short = [_outward(state, plan._replace(hexes=n), plan.open, 0) for n in range(plan.hexes)]
    stands = sum({1 << (way[-1] if way else plan.start) for ways in short for way in ways})
    return bool(stands & ~ground.inner) or bool(_outward(state, plan, plan.open, ground.edge))


class Leading(Step[Position]):
    """The victor leads one unit."""

    class Frame(NamedTuple):
        """How far a unit has been led."""

        step: str
        victor: int
        unit: int
        ways: tuple[Way, ...]  # still open to his choice
        entered: int  # hexes, of each way

    name = "way"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """The next hex, each offered only if the way can be completed."""
        frame: Leading.Frame = state.top
        if len(frame.ways) == 1:
            state.pop()
            arrive(state, frame.unit, frame.ways[0])
            return None
        steps = 0
        for way in frame.ways:
            steps |= 1 << way[frame.entered]
        options = Options(Masked(state.game.actions.step, steps))
        prompt = state.game.prompts.retreat[frame.unit]
        return Decision(SIDES[frame.victor], self.name, Kind.RETREAT, prompt, "AO-10.2", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Enter a hex."""
        frame: Leading.Frame = state.top
        i, n = state.game.ground.grid.index(action.thing), frame.entered
        state.amend(ways=tuple(way for way in frame.ways if way[n] == i), entered=n + 1)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Which limit or priority speaks against a hex."""
        return refuse_step(state, action) if action.verb == "step" else refuse_later(action)


def arrive(state: Position, unit: int, way: Way) -> None:
    """End a retreat: in a hex, perhaps on friends, or dormant on the map edge (AO-R.7)."""
    game = state.game
    end, side = way[-1], game.forces.side[unit]
    where, to = state.place_of(unit), game.ground.grid.name(end)
    column = bool(state.road >> unit & 1)
    friends = state.stack(end)
    state.lift(unit)
    if game.ground.edge >> end & 1:
        state.road &= ~(1 << unit)
        state.owing &= ~(1 << unit)
        state.at[unit] = end
    else:
        state.stand(unit, end)
    if not state.heard:
        return
    piece, name = game.forces.names[unit], game.forces.display_names[unit]
    between = [game.ground.grid.name(i) for i in way[:-1]]
    by = f" by {both(between)}" if between else ""
    state.note_unit(unit, "retreat", "AO-10.2", f"retreats from {where} to {to}{by}", at=where, to=to)
    if game.ground.edge >> end & 1:
        state.note_unit(unit, "retreat", "AO-9.7.P", "is off the map, dormant", at=to)
        state.note_unit(unit, "retreat", "AO-R.7", "stays on the first map-edge hex", at=to)
    elif friends:
        state.note("retreat", "AO-E.9.2", f"{name} adds nothing to the stack it joins", piece=piece, at=to)
    elif column and game.ground.joined[end] & state.held[side]:
        state.note("retreat", "AO-6.7.N", f"{name} ends next to a friendly unit on the road", piece=piece, at=to)


# ---- explanations ----


def refuse_later(action: Action) -> Reason | None:
    """Why an advance or the next attack has to wait for the retreats."""
    if action.verb == "advance":
        return Reason("AO-R.33", "All retreats are made before any advance.")
    if action.verb == "target":
        return Reason("AO-R.12", "Finish this attack before declaring the next.")
    return None


def refuse_step(state: Position, action: Action) -> Reason:
    """Why the unit in retreat is not led into a hex."""
    ground, grid = state.game.ground, state.game.ground.grid
    frame: Leading.Frame = state.top
    unit, found, n = frame.unit, frame.ways, frame.entered
    here = found[0][n - 1] if n else state.at[unit]
    i, side = grid.index(action.thing), state.game.forces.side[unit]
    where = action.thing
    if not ground.ring[here] >> i & 1 or grid.distance(state.at[unit], i) != n + 1:
        return Reason("AO-R.6", f"Each step of a retreat must lead farther away; {where} does not.")
    shut = ground.shut(i)
    if shut is not None:
        return shut
    if ground.edge >> i & 1:
        return Reason("AO-5.3.M", f"The map edge is for units with no other retreat; {where} is closed.")
    if state.held[1 - side] >> i & 1:
        return Reason("AO-10.2", f"An enemy unit is in {where}.")
    if closed(state, side) >> i & 1:
        return Reason("AO-7.3.D", f"{where} is in an enemy ZOC.")
    if state.held[side] >> i & 1 and not with_room(state, unit) >> i & 1:
        return Reason("AO-R.4", f"{where} is at its stacking limit, and no unit is displaced.")
    return _by_priority(state, unit, found, n, i)


def _by_priority(state: Position, unit: int, found: tuple[Way, ...], n: int, i: int) -> Reason:
    """The first priority in which the best way through a hex is worse than those offered."""
    where = state.game.ground.grid.name(i)
    frame = next(frame for frame in reversed(state.frames) if isinstance(frame, Retreat.Frame))
    plan = flight(state, unit, frame.hexes, frame.shade)
    rivals = [way for way in ways(state, plan) if way[: n + 1] == (*found[0][:n], i)]
    if not rivals:
        rule = "AO-6.7.M" if plan.column else "AO-R.5"
        return Reason(rule, f"No complete retreat route leads through {where}.")
    compass = Compass(state, plan)
    best = rank(state, plan, found[0], compass)
    nearest = min(rank(state, plan, way, compass) for way in rivals)
    worse = next(at for at, (mine, theirs) in enumerate(zip(best, nearest, strict=True)) if mine != theirs)
    reasons = [Reason(PRIORITIES[worse], f"the priorities rank another route above {where}")]
    if plan.hexes > 1:
        reasons.append(Reason("AO-R.2", "whole routes are compared, not single steps"))
    return because(f"{state.game.forces.display_names[unit]} may not retreat there", reasons)


def trapped(state: Position, units: int, hexes: int, shade: int) -> int:
    """Those of some units that would find no way if all retreated now, one after the other, each by a best way."""
    supposed = state.copy()
    lost = 0
    for unit in bits(units):
        found = best_ways(supposed, flight(supposed, unit, hexes, shade))
        if found:
            arrive(supposed, unit, found[0])
        else:
            supposed.lift(unit)
            lost |= 1 << unit
    return lost
