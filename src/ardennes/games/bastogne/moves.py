"""The Movement Phase and the Mobile Movement Phase (BA-4.0, 5.1): picking, coming in, moving, leaving."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, SidePhase
from ardennes.counters.bars import Bar, first_bar
from ardennes.counters.journeys import left_of, points
from ardennes.counters.motion import Motion, Way
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.options import Part
from ardennes.engine.speech import count
from ardennes.games.bastogne import arrivals, journeys, movement, refusals, victory
from ardennes.games.bastogne.forces import PEOPLE, SIDES
from ardennes.games.bastogne.movement import Walk, walk_of
from ardennes.games.bastogne.sequence import next_phase
from ardennes.games.bastogne.state import OUT, Position
from ardennes.games.bastogne.wording import cited


class Movement(SidePhase[Position]):
    """A side moves its units, or only its mobile ones, one after the other."""

    class Frame(NamedTuple):
        """Whether the phase has been announced."""

        step: str
        begun: bool = False

    frame = Frame

    def __init__(self, name: str, side: int, mobile_only: bool) -> None:
        super().__init__(name, side)
        self.mobile_only = mobile_only
        self.rule = "BA-4.0.mobile" if mobile_only else "BA-4.0.movement"

    def ask(self, state: Position) -> Decision | None:
        """Who moves or comes in; nobody is asked where nobody can."""
        if not state.top.begun:
            self._begin(state)
        come = arrivals.due(state, self.side, self.mobile_only)
        options = self._able(state, come)
        if not options:
            next_phase(state)
            return None
        kind = "a mobile unit" if self.mobile_only else "a unit"
        what = "move or bring in" if come else "move"
        prompt = f"Choose {kind} to {what}, or end {'your turn' if self.mobile_only else 'the phase'}"
        return Decision(
            SIDES[self.side], self.name, Kind.PICK, prompt, self.rule,
            Options(Masked(state.game.actions.pick, options), (DONE,)),
        )  # fmt: skip

    def _begin(self, state: Position) -> None:
        state.phasing = self.side
        self.announce(state, self.rule, "Mobile Movement Phase" if self.mobile_only else "Movement Phase")
        come = arrivals.due(state, self.side, self.mobile_only).bit_count()
        if come:
            text = f"{count(come, f'{PEOPLE[self.side]} reinforcement')} may enter before other units move"
            text = cited(text, "BA-R.13")
            state.note("arrival", "BA-13.0", text, side=SIDES[self.side], count=come)
        state.amend(begun=True)

    # ---- who may be picked ----

    def bars(self, state: Position) -> list[Bar]:
        """Why a unit may not be picked, in the order in which a player would be told; movement is judged after that."""
        forces = state.game.forces
        away = arrivals.waiting(state, self.side)
        early = away & ~forces.due(state.turn)
        found = movement.bars_on_map(state, self.side, self.mobile_only)
        found += [Bar("BA-13.1", "is not due yet", early)]
        if self.mobile_only:
            found.append(Bar("BA-13.0.mobile", "is a leg unit; only mobile units may enter now", away & ~forces.mobile))
        if arrivals.closed(state):
            why = "cannot enter any more: a unit on the map has moved in this phase (BA-R.13)"
            found.append(Bar("BA-13.0", why, away))
        return found

    def _able(self, state: Position, come: int) -> int:
        there = state.there[self.side] & ~state.moved
        if self.mobile_only:
            there &= state.game.forces.mobile
        return movement.able(state, there) | (arrivals.can_come(state, come) if come else 0)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A unit begins its move, or the phase is over."""
        if action == DONE:
            next_phase(state)
            return
        unit = state.game.forces.index[action.thing]
        if state.at[unit] >= 0:
            state.push("motion", unit, state.at[unit])
        else:
            state.push("enter", unit)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The first bar that covers the unit; or why it can go nowhere."""
        if action.verb in ("go", "step", "stop", "enter", "exit"):
            return Reason("BA-5.1", "Choose a unit first.")
        if action.verb != "pick":
            return refusals.not_in_movement(action)
        forces = state.game.forces
        unit = forces.index[action.thing]
        bar = first_bar(unit, self.bars(state))
        if bar is not None:
            if bar.rule == "BA-13.1":
                due = forces.units[unit].arrival
                return Reason("BA-13.1", f"{forces.display_names[unit]} is due on Game-Turn {due}.")
            return bar.reason(forces.display_names[unit])
        return refusals.why_stuck(state, unit) if state.at[unit] >= 0 else arrivals.why_waits(state, unit)


class Enter(Step[Position]):
    """A unit comes in (BA-13): by which hex."""

    name = "enter"

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    frame = Frame

    def ask(self, state: Position) -> Decision:
        """The hex of the map edge."""
        unit = state.top.unit
        prompt = f"Choose the hex where {state.game.forces.display_names[unit]} enters"
        options = Options(Masked(state.game.actions.enter, arrivals.hexes(state, unit)))
        return Decision(SIDES[state.phasing], self.name, Kind.PLACE, prompt, "BA-13.1", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is on the map, in motion."""
        unit, i = state.top.unit, state.game.ground.grid.index(action.thing)
        side = state.game.forces.side[unit]
        if state.zone(1 - side) >> i & 1:
            what = f"must stop in {action.thing}, an enemy ZOC"
            state.note_unit(unit, "arrival", "BA-13.0.zone", what, to=action.thing)
        state.put("motion", unit, i, arrivals.price(state, unit, i), (i,), i)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Not by that hex."""
        unit = state.top.unit
        if action.verb == "enter":
            return arrivals.why_not_in(state, unit, action.thing)
        return _first(state, unit, action)


class Moving(Motion[Position]):
    """A unit in motion (BA-5.1)."""

    rule = "BA-5.1"

    def way(self, state: Position, frame: Motion.Frame) -> Walk:
        """Where it can go from where it is."""
        return walk_of(state, frame.unit, frame.hex, frame.spent, begun=frame.begun)

    def may_stop(self, state: Position, frame: Motion.Frame, way: Way) -> bool:
        """Not on a friendly unit (BA-5.3)."""
        side = state.game.forces.side[frame.unit]
        return frame.hex == state.at[frame.unit] or not state.held[side] >> frame.hex & 1

    def prompt(self, state: Position, frame: Motion.Frame, way: Way) -> str:
        """With the points that are left; where it has just come in, with its hex and what that has cost."""
        whole = state.figures(frame.unit).allowance * state.game.ground.point
        name, each = state.game.forces.display_names[frame.unit], state.game.ground.point
        left = left_of(whole - frame.spent, whole, each)
        if frame.entry >= 0 and len(frame.way) == 1:
            place = state.game.ground.grid.name(frame.entry)
            return f"Choose where {name} goes from {place}, where it enters for {points(frame.spent, each)}; {left}"
        return f"Choose where {name} goes; {left}"

    def step_cost(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> int:
        """By the costs of its kind."""
        assert isinstance(way, Walk)
        spent = way.price(i)
        assert spent is not None
        return spent

    def walked(self, state: Position, frame: Motion.Frame, way: Way, i: int) -> tuple[int, ...]:
        """Its way; if nobody reads the log, only the hexes of Bastogne that it takes on its way."""
        assert isinstance(way, Walk)
        if state.heard:
            return super().walked(state, frame, way, i)
        own = SIDES[state.game.forces.side[frame.unit]]
        to_take = [j for j, who in zip(state.game.ground.town, state.town, strict=True) if who != own]
        return (*(frame.way or (frame.hex,)), *(way.passed(to_take, i) if to_take else ()), i)

    def others(self, state: Position, frame: Motion.Frame, way: Way) -> Part:
        """Leaving by the west edge (BA-11.4)."""
        assert isinstance(way, Walk)
        return Masked(state.game.actions.exit, way.exits)

    def take_other(self, state: Position, frame: Motion.Frame, action: Action) -> None:
        """It leaves the map for good."""
        exit_ = state.game.ground.exits[state.game.ground.exit_of[action.thing]]
        walk = self.way(state, frame)
        way = (*(frame.way or (frame.hex,)), *walk.path(exit_.hex)[1:])
        state.pop()
        self._end(state, frame.unit, way, frame.entry)
        state.lift(frame.unit)
        state.at[frame.unit] = OUT
        journeys.log_exit(state, frame.unit, exit_, victory.exited(state).bit_count())

    def finish(self, state: Position, frame: Motion.Frame) -> None:
        """It stands where it has come to."""
        self._end(state, frame.unit, frame.way, frame.entry)
        state.lift(frame.unit)
        state.stand(frame.unit, frame.hex)

    def _end(self, state: Position, unit: int, way: tuple[int, ...], entry: int) -> None:
        """What every move leaves behind: it is over, and its hexes were passed."""
        state.moved |= 1 << unit
        if entry >= 0:
            state.arrived |= 1 << unit
            journeys.log_entry(state, unit, entry, arrivals.rule_of_entry(state, unit, entry))
            state.entered[entry] = state.entered.get(entry, 0) + 1
        journeys.log_move(state, unit, way, came_in=entry >= 0)
        state.pass_through(unit, way)

    def refuse(self, state: Position, frame: Motion.Frame, action: Action) -> Reason | None:
        """Not there, not out, not yet."""
        unit, name = frame.unit, state.game.forces.display_names[frame.unit]
        if action.verb in ("go", "step"):
            return refusals.why_not_to(
                state, unit, frame.hex, frame.spent, frame.begun, action.thing, action.verb == "step"
            )
        if action.verb == "exit":
            return refusals.why_not_out(state, unit, frame.hex, frame.spent, frame.begun, action.thing)
        if action.verb == "stop":
            if not frame.begun:
                return Reason("BA-5.1", f"{name} has not moved yet; undo the choice instead.")
            return Reason("BA-5.3", f"{name} cannot stop in a hex with a friendly unit.")
        return _first(state, unit, action)


def _first(state: Position, unit: int, action: Action) -> Reason | None:
    """A unit's move is finished before anything else is done."""
    if action.verb in ("pick", "done"):
        return Reason("BA-5.1.once", f"Finish the move of {state.game.forces.display_names[unit]} first.")
    return refusals.not_in_movement(action)
