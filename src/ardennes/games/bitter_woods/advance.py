"""Advance (BW-9.8): units of the victor advance one after the other, first into the hex that the enemy held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ardennes.counters import DONE, bits
from ardennes.counters.bars import Bar, first_bar, free
from ardennes.counters.motion import STOP
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.bitter_woods import (
    battlegroup,
    challenge,
    closeness,
    cooperation,
    dash,
    fuel,
    obligations,
    opening,
)
from ardennes.games.bitter_woods.course import (
    NOBODY,
    Course,
    challenges,
    dared,
    enter,
    limits,
    may_end,
    may_stop,
    steps,
)
from ardennes.games.bitter_woods.forces import SIDES
from ardennes.games.bitter_woods.restrictions import Limit, journey
from ardennes.games.bitter_woods.results import elsewhere
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.victory import instant


class Advance(Step[Position]):
    """Units that fought advance one after the other, as many as their owner likes (BW-R.37)."""

    name = "advance"

    class Frame(NamedTuple):
        """Whose, who may still advance, which hexes may be the first, how many hexes, whether roads lead farther."""

        step: str
        side: int
        units: int
        into: int
        hexes: int
        bonus: bool = True

    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """Who is next; nobody is asked if nobody can."""
        frame: Advance.Frame = state.top
        able, regroup = self.able(state, frame), battlegroup.offers(state, frame.units)
        if not able and not (regroup and self._helped(state, regroup)):
            state.pop()
            state.look_for_lone_leaders()
            return None
        end = () if able and battlegroup.played(state) and closeness.must_follow(state) else (DONE,)
        options = Options(Masked(state.game.actions.advance, able), regroup, end)
        prompt = self.prompt(state, frame)
        facts = {"hexes": frame.hexes, "units": able.bit_count(), "own": int(frame.side == state.phasing)}
        return Decision(
            SIDES[frame.side], self.name, Kind.ADVANCE, prompt, "BW-9.8", options, default=DONE, facts=facts
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes, or they stay."""
        frame: Advance.Frame = state.top
        if action == DONE:
            state.pop()
            state.look_for_lone_leaders()
            return
        if action.verb in battlegroup.REGROUP:
            battlegroup.regroup(state, action)
            return
        unit = state.game.forces.index[action.thing]
        state.amend(units=frame.units & ~(1 << unit))
        state.push(AdvanceWay.name, *self.course(state, frame, unit))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the unit, or what keeps it from the first hex."""
        frame: Advance.Frame = state.top
        if action.verb in battlegroup.REGROUP:
            return battlegroup.why_not(state, action, frame.units)
        if action == DONE:
            return Reason("BW-36.1", "A battalion is too far from the rest of its group: move another one up.")
        if action.verb != "advance":
            return elsewhere(action)
        unit, name = state.game.forces.index[action.thing], state.game.forces.call(action.thing)
        bar = first_bar(unit, self.bars(state, frame))
        if bar is not None:
            return bar.reason(name)
        return _why_not_first(state, self.course(state, frame, unit))

    # ---- which hexes, and who ----

    def prompt(self, state: Position, frame: Frame) -> str:
        """Into which hexes."""
        places = " or ".join(state.game.ground.grid.names(_emptied(state, frame)))
        return f"Choose a unit to advance into {places}, or decline"

    def course(self, state: Position, frame: Frame, unit: int) -> Course:
        """The advance of a unit, before its first hex: one that the enemy held and has left."""
        return Course(unit, _emptied(state, frame), frame.hexes, frame.bonus, (state.at[unit],))

    def bars(self, state: Position, frame: Frame) -> Iterator[Bar]:
        """Why units do not advance."""
        return bars(state, frame.side, frame.units)

    def _helped(self, state: Position, regroup: tuple[Action, ...]) -> bool:
        """Whether somebody could advance if Peiper's group joined or split (BW-36.11.split)."""
        supposed = state.copy()
        battlegroup.regroup(supposed, regroup[0])
        return bool(self.able(supposed, supposed.top))

    def able(self, state: Position, frame: Frame) -> int:
        """The units that can advance."""
        units = free(frame.units, self.bars(state, frame))
        return sum(1 << unit for unit in bits(units) if steps(state, self.course(state, frame, unit)))


class AdvanceWay(Step[Position]):
    """One unit's advance, hex by hex."""

    name = "advancing"

    class Frame(NamedTuple):
        """The step, and the fields of the course."""

        step: str
        unit: int
        into: int
        hexes: int
        bonus: bool
        way: tuple[int, ...]
        spent: int
        past: int = NOBODY
        spared: int = 0

    frame = Frame

    def revive(self, *data: Any) -> Frame:
        """The frame that was saved as plain data."""
        frame = self.Frame(*data)
        return frame._replace(way=tuple(frame.way))

    def ask(self, state: Position) -> Decision:
        """The next hex, or the end."""
        course = _of(state.top)
        stop = (STOP,) if may_stop(state, course) else ()
        more = (dash.DASH,) if dash.possible(state, course) else ()
        dares = Masked(state.game.actions.challenge, challenges(state, course))
        options = Options(Masked(state.game.actions.step, steps(state, course)), dares, more, stop)
        name = state.game.forces.display_names[course.unit]
        prompt = f"Choose where {name} advances{', or stop' if stop else ''}"
        side = SIDES[state.game.forces.side[course.unit]]
        default = STOP if stop else None
        facts = {"made": course.made, "hexes": course.hexes}
        return Decision(side, self.name, Kind.ADVANCE, prompt, "BW-9.8", options, default=default, facts=facts)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """One hex farther, or the advance is over."""
        course = _of(state.top)
        if action == STOP:
            state.pop()
            self.finish(state, course)
            return
        if action == dash.DASH:
            state.push("dash", course.unit, course.way[-1], 0, course.way)
            return
        i = state.game.ground.grid.index(action.thing)
        after = dared(state, course, i) if action.verb == "challenge" else enter(state, course, i)
        state.amend(way=after.way, spent=after.spent, spared=after.spared)
        if action.verb == "challenge":
            state.push(challenge.ChallengeDie.name, course.unit, i)
        if state.dumps:
            fuel.stepped(state, course.unit, i)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first limit that covers the hex."""
        course = _of(state.top)
        ground, name = state.game.ground, state.game.forces.display_names[course.unit]
        here = ground.grid.name(course.way[-1])
        if action == STOP and cooperation.strangers(state, course.unit) >> course.way[-1] & 1:
            return Reason("BW-28.2", f"{name} cannot stop in {here}: American and British units may not stack.")
        if action == STOP and course.made and may_end(state, course):
            return Reason("BW-36.1", f"{name} would be too far from the rest of its group in {here} (BW-R.110).")
        if action == STOP and course.made:
            return Reason("BW-6.1", f"{name} cannot stop in {here}: there is no room for it.")
        if action == STOP:
            return Reason("BW-9.8.first", f"{name} has not advanced yet.")
        if action == dash.DASH:
            return dash.why_not(state, course)
        if action.verb == "challenge" and course.passes:
            bombed = challenge.hexes(state, course.unit)
            return challenge.why_not(state, course.unit, action.thing, bombed)
        if action.verb != "step":
            return elsewhere(action)
        i = ground.grid.index(action.thing)
        if not ground.ring[course.way[-1]] >> i & 1:
            return Reason("BW-9.8", f"{action.thing} is not next to {here}.")
        return next(_reason(state, course, i, limit) for limit in limits(state, course) if limit.hexes >> i & 1)

    def halt(self, state: Position, frame: Frame) -> None:
        """A challenge has failed: its advance is over where it is (BW-22.2)."""
        self.finish(state, _of(frame))

    def finish(self, state: Position, course: Course, rule: str = "") -> None:
        """It stands where it has come to; the step is off the stack."""
        _finish(state, course, rule)


# ---- who advances ----


def bars(state: Position, side: int, units: int) -> Iterator[Bar]:
    """Why units do not advance but some of a side, in the order in which a player would be told."""
    yield Bar("BW-R.37", "did not fight for the victor, or has advanced already", ~units)
    yield Bar("BW-R.37", "is eliminated", ~(state.playing[side] | state.staff))
    yield Bar("BW-9.8.artillery", "is artillery, which never advances", state.game.forces.artillery)
    yield Bar("BW-R.47", "may not move on 16AM and may not advance", opening.frozen(state))
    yield Bar("BW-R.22", "has built this turn and may not advance", state.busy)


def _emptied(state: Position, frame: Advance.Frame) -> int:
    """The hexes that the enemy held and has left."""
    return frame.into & ~state.held[1 - frame.side]


def _of(frame: AdvanceWay.Frame) -> Course:
    return Course(*frame[1:])


# ---- refusals ----


def _why_not_first(state: Position, course: Course) -> Reason:
    """Why a unit cannot even enter the first hex."""
    grid, near = state.game.ground.grid, state.game.ground.ring[course.way[0]] & course.into
    for i in grid.bits(near):
        for limit in limits(state, course):
            if limit.hexes >> i & 1:
                return _reason(state, course, i, limit)
    name = state.game.forces.display_names[course.unit]
    return Reason("BW-9.8.first", f"{name} is not next to the hex that the enemy held.")


def _reason(state: Position, course: Course, i: int, limit: Limit) -> Reason:
    name, place = state.game.forces.display_names[course.unit], state.game.ground.grid.name(i)
    return limit.reason(f"{name} cannot advance to", place)


# ---- the end ----


def _finish(state: Position, course: Course, rule: str = "") -> None:
    """It stands where it has come to; what it owed behind is left, and the game may be over (BW-R.52)."""
    grid, unit, way = state.game.ground.grid, course.unit, course.way
    if not rule:
        rule = "BW-9.8.road" if course.made > course.hexes else "BW-23.3" if course.passes else "BW-9.8"
    rule = "BW-24.3.fight" if state.game.forces.leaders >> unit & 1 else rule
    start, end = grid.name(way[0]), grid.name(way[-1])
    state.note_unit(unit, "advance", rule, f"advances {journey(grid, way)}", at=start, to=end)
    state.pass_through(unit, way[1:])
    state.shift(unit, way[-1])
    obligations.left(state, unit, way[0])
    obligations.came(state, unit, way[-1])
    instant(state)
    if state.dumps and not state.over:
        fuel.asks(state)
