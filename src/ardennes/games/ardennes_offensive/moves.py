"""The two Movement Phases (AO-4.1.3, AO-4.1.5): pick a unit, then say where it goes and in which mode it ends."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.counters import DONE, SidePhase, bits
from ardennes.counters.bars import free
from ardennes.engine import Action, Decision, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.games.ardennes_offensive import journeys, refusals
from ardennes.games.ardennes_offensive.forces import GERMAN
from ardennes.games.ardennes_offensive.movement import owed, walk
from ardennes.games.ardennes_offensive.paradrop import drop_is_due
from ardennes.games.ardennes_offensive.picking import (
    candidates,
    end_move,
    kept_now,
    mending,
    movable,
    room_bars,
    spent,
    wake,
)
from ardennes.games.ardennes_offensive.roadmode import breaching, force_out
from ardennes.games.ardennes_offensive.state import UNKNOWN, Position

BRING_IN = "Choose a unit to move; units waiting at the map edge must enter before the phase ends"
BEGIN, MEND, FREE = "begin", "mend", "free"


class Movement(SidePhase[Position]):
    """A Movement Phase, from the duties at its beginning (AO-R.23) to free movement."""

    class Frame(NamedTuple):
        """How far the phase has come."""

        step: str
        stage: str = BEGIN

    frame = Frame

    def __init__(self, name: str, side: int, mechanized: bool) -> None:
        super().__init__(name, side)
        self.mechanized = mechanized
        self.rule = "AO-4.1.5" if mechanized else "AO-4.1.3"
        again = "a mechanized unit that has not attacked" if mechanized else "a unit"
        self.prompt = f"Choose {again} to move, or end the phase"

    def ask(self, state: Position) -> Decision | None:
        """Which unit moves next."""
        frame: Movement.Frame = state.top
        if frame.stage == BEGIN:
            self._begin(state)
            return None
        if frame.stage == MEND:
            return self._mend(state)
        if state.able == UNKNOWN:
            state.able = movable(state, candidates(state))
        able = state.able
        arrivals = owed(state) & able if state.waiting else 0
        tables = state.game.actions
        if arrivals:
            options = Options(Masked(tables.pick, able))
            return Decision(
                state.game.sides[self.side], self.name, Kind.PICK, BRING_IN, "AO-R.31", options,
                obligations=tuple(map(state.game.prompts.come_in[self.name].__getitem__, bits(arrivals))),
            )  # fmt: skip
        options = Options(Masked(tables.pick, able), (DONE,))
        who = state.game.sides[self.side]
        return Decision(who, self.name, Kind.PICK, self.prompt, self.rule, options, default=DONE)

    def _begin(self, state: Position) -> None:
        game = state.game
        first = state.turn == game.tables["first_turn"]["game_turn"]
        state.able = UNKNOWN
        if first and not self.mechanized:
            state.note("move", "AO-4.2.movement", "There is no Initial Movement Phase on Game-Turn 1")
            game.next_phase(state)
            return
        side = game.sides[self.side]
        self.announce(state, self.rule, "Mechanized Movement Phase" if self.mechanized else "Initial Movement Phase")
        wake(state)
        if self.mechanized:
            if first:
                state.note("move", "AO-4.2.mechanized", "Mechanized units also move on Game-Turn 1", side=side)
            state.amend(stage=FREE)
            return
        force_out(state)
        state.amend(stage=MEND)
        if self.side == GERMAN and drop_is_due(state):
            state.push("paradrop")

    def _mend(self, state: Position) -> Decision | None:
        """Breaches of case G are mended before anything else moves; what cannot be mended lapses (AO-R.21)."""
        breach = breaching(state, self.side)
        menders = free(state.units_at(breach), (*spent(state), *room_bars(state))) if breach else 0
        if not menders:
            if breach:
                text = "A unit in Road Mode is next to a friendly unit on the road, and neither can move now"
                state.note("lapse", "AO-R.21", text)
            state.amend(stage=FREE)
            return None
        who = state.game.sides[self.side]
        duties = tuple(
            Obligation(state.game.forces.names[unit], "make room", self.name, "AO-6.7.N", who) for unit in bits(menders)
        )
        options = Options(Masked(state.game.actions.pick, menders))
        prompt = "Choose one of these units to move: units in Road Mode may not be next to other units on the road"
        return Decision(who, self.name, Kind.PICK, prompt, "AO-R.21", options, obligations=duties)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Pick a unit, or end the phase."""
        if action.verb == "done":
            state.moved = state.forced = state.awake = 0
            state.staged.clear()
            state.able = UNKNOWN
            state.game.next_phase(state)
        else:
            state.push("move", state.game.forces.index[action.thing])

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a unit cannot be picked, or the phase not ended."""
        return refusals.of_pick(state, action, decision)


class Moving(Step[Position]):
    """A picked unit goes somewhere."""

    class Frame(NamedTuple):
        """The unit."""

        step: str
        unit: int

    name = "move"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Where the unit ends its move."""
        unit: int = state.top.unit
        found = walk(state, unit)
        go, march = mending(state, unit, found) if state.frames[-2].stage == MEND else (found.go, found.march)
        tables = state.game.actions
        options = Options(Masked(tables.go, go), Masked(tables.march, march))
        who = state.game.sides[state.phasing]
        return Decision(who, self.name, Kind.MOVE, state.game.prompts.move[unit], "AO-5.0", options, data=found)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Walk the cheapest way and end the move there, in standard mode or in Road Mode."""
        unit: int = state.top.unit
        target = state.game.ground.grid.index(action.thing)
        if state.heard:
            journeys.log(state, unit, target, action.verb == "march")
        state.pop()
        left, kept = state.at[unit], kept_now(state)
        self._set(state, unit, target, action.verb == "march")
        end_move(state, unit, left, target, kept)

    def _set(self, state: Position, unit: int, target: int, column: bool) -> None:
        bit = 1 << unit
        if state.waiting & bit:
            entry = state.at[unit]
            state.staged[entry] = state.staged.get(entry, 0) + 1
            state.waiting &= ~bit
            state.stand(unit, target)
        elif state.awake & bit:
            state.awake &= ~bit
            state.stand(unit, target)
        elif state.at[unit] != target:
            state.shift(unit, target)
        if bool(state.road & bit) != column:
            state.set_road(unit, column)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Which rule keeps the unit from that hex."""
        return refusals.of_move(state, action, decision)
