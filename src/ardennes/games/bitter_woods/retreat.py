"""Retreat (BW-9.7): units retreat one after the other, hex by hex; one that has no way is eliminated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods import (
    army_artillery,
    battlegroup,
    closeness,
    fuel,
    movement,
    obligations,
    restrictions,
)
from ardennes.games.bitter_woods.forces import GERMAN, SIDES
from ardennes.games.bitter_woods.guidelines import ROAD, Rank, Ways
from ardennes.games.bitter_woods.restrictions import Limit, journey
from ardennes.games.bitter_woods.results import NUMBERS, eliminate, elsewhere
from ardennes.games.bitter_woods.state import NORTH, SOUTH, WEST, Position
from ardennes.games.bitter_woods.victory import instant
from ardennes.games.bitter_woods.wording import cited

EDGES = {"north": NORTH, "south": SOUTH, "west": WEST}


def trapped(state: Position, unit: int, hexes: int) -> bool:
    """Whether a unit could not retreat that many hexes as things stand, and would be eliminated (BW-9.7.none)."""
    ways = Ways(state, unit, hexes)
    return not ways.possible and not ways.leaves(ways.start, 1 << ways.start, hexes)


class Retreat(Step[Position]):
    """Units retreat one after the other, in the order that their owner likes (BW-R.31)."""

    name = "retreat"

    class Frame(NamedTuple):
        """Whose, how many hexes, and who is still to go."""

        step: str
        side: int
        hexes: int
        units: int

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Who is next; those that a loss has eliminated are gone already."""
        frame: Retreat.Frame = state.top
        units = frame.units & (state.playing[frame.side] | state.staff)
        if not units:
            state.pop()
            state.look_for_lone_leaders()
            return None
        options = Options(Masked(state.game.actions.pick, units), battlegroup.offers(state, units))
        prompt = f"Choose the next unit to retreat {NUMBERS[frame.hexes]}"
        facts = {"hexes": frame.hexes, "units": units.bit_count()}
        return Decision(SIDES[frame.side], self.name, Kind.RETREAT, prompt, "BW-R.31", options, facts=facts)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes."""
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
            return
        frame: Retreat.Frame = state.top
        unit = state.game.forces.index[action.thing]
        state.amend(units=frame.units & ~(1 << unit))
        state.push("way", unit, frame.hexes, (state.at[unit],))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not one of these."""
        if action.verb in battlegroup.REGROUP:
            frame: Retreat.Frame = state.top
            return battlegroup.why_not(state, action, frame.units)
        if action.verb != "pick":
            return elsewhere(action)
        return Reason("BW-9.7", f"{state.game.forces.call(action.thing)} does not have to retreat, or already has.")


class RetreatWay(Step[Position]):
    """One unit's retreat, hex by hex: each is offered only if the whole can be completed (BW-9.7.exact)."""

    name = "way"

    class Frame(NamedTuple):
        """The unit, how many hexes it must go, and its way, beginning with the hex in which it was."""

        step: str
        unit: int
        hexes: int
        way: tuple[int, ...]

    frame = Frame

    def revive(self, name: str, unit: int, hexes: int, way: Sequence[int]) -> Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, unit, hexes, tuple(way))

    def ask(self, state: Position) -> Decision | None:
        """The next hex; or it has arrived, or there is no way."""
        frame: RetreatWay.Frame = state.top
        ways = self._ways(state, frame)
        if len(frame.way) > frame.hexes:
            state.pop()
            state.retreating = None
            _arrive(state, ways, frame.way)
            return None
        if ways.rank is Rank.NONE:
            state.pop()
            state.retreating = None
            rule, why = _end(ways)
            eliminate(state, 1 << frame.unit, rule, why)
            return None
        left = frame.hexes - len(frame.way) + 1
        outs = ways.exits_from(frame.way[-1]) if ways.rank is Rank.OFF else 0
        options = Options(
            Masked(state.game.actions.step, ways.next(frame.way).hexes), Masked(state.game.actions.exit, outs)
        )
        name = state.game.forces.display_names[frame.unit]
        prompt = f"Choose where {name} retreats; {NUMBERS[left]} to go"
        return Decision(
            SIDES[ways.side], self.name, Kind.RETREAT, prompt, "BW-9.7", options, facts={"left": left}, data=ways
        )

    def _ways(self, state: Position, frame: RetreatWay.Frame) -> Ways:
        """The ways of this retreat, found once; a copy of the position finds its own."""
        known: Ways | None = state.retreating
        if known is None or known.state is not state or (known.unit, known.hexes) != (frame.unit, frame.hexes):
            known = state.retreating = Ways(state, frame.unit, frame.hexes)
        return known

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One hex farther, or off the map."""
        frame: RetreatWay.Frame = state.top
        if action.verb == "exit":
            state.pop()
            state.retreating = None
            _leave(state, frame.unit, action.thing)
        else:
            i = state.game.ground.grid.index(action.thing)
            state.amend(way=(*frame.way, i))
            if state.dumps:
                fuel.stepped(state, frame.unit, i)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The restriction that covers the hex, or the guideline that leads elsewhere."""
        frame: RetreatWay.Frame = state.top
        if action.verb == "exit":
            return _why_not_out(decision.data, frame, action.thing)
        if action.verb != "step":
            return elsewhere(action)
        return _why_not_there(decision.data, frame, action.thing)


# ---- what becomes of a retreat ----


def _arrive(state: Position, ways: Ways, way: tuple[int, ...]) -> None:
    """It stands where it has come to; a German that retreats into a town may end the game (BW-R.52)."""
    unit = ways.unit
    if ways.rank is Rank.ANY:
        why = cited("would be lost if it kept to the guidelines, so it may take any other route", "BW-R.35")
        state.note_unit(unit, "guidelines", "BW-9.7.alive", why)
    start, end = (state.game.ground.grid.name(i) for i in (way[0], way[-1]))
    where = journey(state.game.ground.grid, way)
    state.note_unit(unit, "retreat", "BW-9.7", f"retreats {where}", at=start, to=end)
    _log_bridges(state, unit, way)
    state.pass_through(unit, way[1:])
    state.shift(unit, way[-1])
    obligations.gone(state, 1 << unit)
    closeness.log_retreat(state, unit)
    if movement.out_of_bounds(state, unit):
        rule = army_artillery.boundary_rule(state, unit)
        state.note_unit(unit, "boundary", rule, "is out of bounds and must return as soon as it can")
    instant(state)
    if state.dumps and not state.over:
        fuel.asks(state)


def _log_bridges(state: Position, unit: int, way: Sequence[int]) -> None:
    """Note where armor has gone across a blown bridge into a forest (BW-9.7.bridge)."""
    ground, forces = state.game.ground, state.game.forces
    if not forces.armor >> unit & 1:
        return
    broken = ground.bridge_sides(state.blown)
    for i, j in pairwise(way):
        if ground.forest >> j & 1 and ground.grid.across(1 << i, broken) >> j & 1:
            side = ground.grid.side(i, ground.grid.direction(i, j))
            state.note_unit(unit, "bridge", "BW-9.7.bridge", f"retreats across the blown bridge {side}", at=side)


def _leave(state: Position, unit: int, place: str) -> None:
    """It leaves the map; the rest of its retreat is forgotten (BW-R.18)."""
    ground = state.game.ground
    edge = ground.ways_out[ground.way_out[place]].edge
    where = state.place_of(unit)
    state.lift(unit)
    state.at[unit] = EDGES[edge]
    state.left[unit] = state.turn
    state.look_for_lone_leaders()
    obligations.gone(state, 1 << unit)
    why = cited(f"cannot complete its retreat on the map and exits by {place}", "BW-R.18")
    state.note_unit(unit, "exit", "BW-9.7.off", why, at=where, to=edge)


def _end(ways: Ways) -> tuple[str, str]:
    """The rule by which a unit without a way is eliminated, and why."""
    state, unit, hexes = ways.state, ways.unit, ways.hexes
    if state.game.forces.immobile >> unit & 1:
        return army_artillery.STILL, "army artillery that must retreat is lost"
    for barrier in restrictions.barriers(state.game.ground, restrictions.kind_of(state, unit), state.blown):
        if barrier.kills and Ways(state, unit, hexes, lifted=barrier.rule).possible:
            return barrier.rule, f"it has no other retreat route, and {barrier.why}"
    beyond = Ways(state, unit, hexes, lifted="BW-5.5.zones")
    if beyond.leaves(ways.start, 1 << ways.start, hexes):
        return "BW-5.5.zones", "its only route leads off the map, into a German ZOC"
    whole = NUMBERS[hexes]
    if Ways(state, unit, hexes, lifted="BW-9.7.zone").possible:
        return "BW-9.7.none", cited(f"it cannot retreat {whole} without entering an enemy ZOC", "BW-7.5")
    return "BW-9.7.none", f"it cannot retreat {whole}"


# ---- refusals ----


def _why_not_there(ways: Ways, frame: RetreatWay.Frame, place: str) -> Reason:
    """Why the next hex of a retreat is not that one."""
    state, grid = ways.state, ways.grid
    i, here, been = grid.index(place), frame.way[-1], grid.mask(frame.way)
    name, left = state.game.forces.display_names[frame.unit], frame.hexes - len(frame.way)
    if not state.game.ground.ring[here] >> i & 1 and not been >> i & 1:
        return Reason("BW-9.7", f"{place} is not next to {grid.name(here)}.")
    for limit in _limits(ways, frame):
        if limit.hexes >> i & 1:
            return limit.reason(f"{name} cannot retreat to", place)
    if not ways.completes(i, been | 1 << i, left):
        whole = NUMBERS[frame.hexes]
        return Reason("BW-9.7.exact", f"From {place}, {name} could not complete its retreat of {whole}.")
    stage = ways.next(frame.way).stage
    wanted = ways.advice(here, been, stage).hexes >> i & 1
    if wanted and (stage.toward or stage is ROAD):
        return Reason(
            "BW-9.7.leave", f"Through {place}, {name} would have to leave the supply road; another road continues."
        )
    reason = cited(stage.why, stage.ruling) if stage.ruling else stage.why
    return Reason(stage.rule, f"{name} may not retreat to {place}: {reason}.")


def _limits(ways: Ways, frame: RetreatWay.Frame) -> Iterator[Limit]:
    """Every restriction on the next hex, in the order in which a player would be told."""
    state, grid, here = ways.state, ways.grid, 1 << frame.way[-1]
    yield Limit("BW-9.7.twice", "it has been in {}", grid.mask(frame.way))
    yield from restrictions.closed(state, frame.unit)
    kind = restrictions.kind_of(state, frame.unit)
    for barrier in restrictions.barriers(state.game.ground, kind, state.blown):
        yield Limit(barrier.rule, barrier.why, grid.across(here, barrier.six))
    if len(frame.way) == frame.hexes:
        yield restrictions.no_end(state, frame.unit, state.game.ground.ring[frame.way[-1]])
        yield Limit("BW-36.2", "{} is more than two hexes from the rest of its group", ways.scattering, "BW-R.112")


def _why_not_out(ways: Ways, frame: RetreatWay.Frame, place: str) -> Reason:
    """Why a retreat does not leave the map there."""
    state = ways.state
    name, ground = state.game.forces.display_names[frame.unit], state.game.ground
    n = ground.way_out[place]
    if ways.side == GERMAN:
        return Reason("BW-R.18", f"{name} is German, and German units never retreat off the map.")
    if ways.rank is not Rank.OFF:
        return Reason("BW-9.7.off", f"{name} can complete its retreat on the map.")
    if ground.ways_out[n].hex != frame.way[-1]:
        return Reason("BW-R.18", f"{name} is not in the hex of {place}.")
    limit = next(limit for limit in restrictions.no_exit(state, frame.unit, 1 << n) if limit.hexes >> n & 1)
    return limit.reason(f"{name} cannot leave the map by", place)
