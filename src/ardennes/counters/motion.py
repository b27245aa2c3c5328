"""A unit in motion: `go` ends its move in a hex, `step` enters one and leaves it in motion, `stop` ends the move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ardennes.counters.phases import D
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step, Table
from ardennes.engine.decision import Prompt
from ardennes.engine.errors import EngineFault
from ardennes.engine.options import Part

STOP = Action("stop")


class Way(Protocol):
    """Where a unit in motion can go from where it is; a game makes it from its own terms."""

    @property
    def go(self) -> int:
        """The hexes in which its move can end, the present one not among them."""

    @property
    def steps(self) -> int:
        """The neighbouring hexes that it can enter and from which its move can still be ended."""

    def cost(self, i: int) -> int:
        """What it will have spent when it is in a hex."""

    def path(self, i: int) -> tuple[int, ...]:
        """The cheapest way to a hex, from the present one on, both included."""


class Motion(Step[D]):
    """A picked unit moves until its move is over. Frame: the unit, where it is, what it has spent, its way.

    The unit stays in the position where it began; the frame knows where it is. A game says what it can do and what
    becomes of it at the end.
    """

    rule: str

    class Frame(NamedTuple):
        """The unit, the hex that it is in, what it has spent, its way up to that hex, the hex by which it came in."""

        step: str
        unit: int
        hex: int
        spent: int = 0
        way: tuple[int, ...] = ()
        entry: int = -1
        dared: int = 0  # the hexes of its way that it entered against a die

        @property
        def begun(self) -> bool:
            """Whether it has entered a hex in this move."""
            return len(self.way) > 1 or self.entry >= 0

    frame = Frame

    def __init__(self, name: str, go: Table, step: Table) -> None:
        self.name = name
        self.go = go
        self.steps = step

    def revive(self, name: str, unit: int, i: int, spent: int, way: Sequence[int], entry: int, dared: int = 0) -> Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, unit, i, spent, tuple(way), entry, dared)

    # ---- what a game says ----

    def way(self, state: D, frame: Frame) -> Way:
        """Where the unit can go from where it is."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def may_stop(self, state: D, frame: Frame, way: Way) -> bool:
        """Whether its move may end where it is."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def prompt(self, state: D, frame: Frame, way: Way) -> Prompt:
        """The question."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def finish(self, state: D, frame: Frame) -> None:
        """The move is over where the frame says; the step has been taken off the stack."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def others(self, state: D, frame: Frame, way: Way) -> Part:
        """What else it may do: leave the map, change its mode."""
        return ()

    def take_other(self, state: D, frame: Frame, action: Action) -> None:
        """Carry out one of these."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def refuse(self, state: D, frame: Frame, action: Action) -> Reason | None:
        """Why something is not possible."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    # ---- the step ----

    def ask(self, state: D) -> Decision:
        """Where to, step by step or in one go."""
        frame: Motion.Frame = state.top
        way = self.way(state, frame)
        stop = (STOP,) if frame.begun and self.may_stop(state, frame, way) else ()
        options = Options(Masked(self.go, way.go), Masked(self.steps, way.steps), self.others(state, frame, way), stop)
        who = state.game.sides[state.game.forces.side[frame.unit]]
        return Decision(who, self.name, Kind.MOVE, self.prompt(state, frame, way), self.rule, options, data=way)

    def take(self, state: D, action: Action, decision: Decision) -> None:
        """Go on, or end the move."""
        frame: Motion.Frame = state.top
        if action == STOP:
            state.pop()
            self.finish(state, frame)
            return
        if action.verb not in (self.go.verb, self.steps.verb):
            self.take_other(state, frame, action)
            return
        way: Way = decision.data
        i = state.game.ground.grid.index(action.thing)
        if action.verb == self.steps.verb:
            spent, way_on = self.step_cost(state, frame, way, i), (*(frame.way or (frame.hex,)), i)
            state.put(frame.step, frame.unit, i, spent, way_on, frame.entry, frame.dared)
            return
        walked = self.walked(state, frame, way, i)
        state.pop()
        spent = self.spent_at_end(state, frame, way, i)
        self.finish(state, self.Frame(frame.step, frame.unit, i, spent, walked, frame.entry, frame.dared))

    def walked(self, state: D, frame: Frame, way: Way, i: int) -> tuple[int, ...]:
        """The unit's way with the cheapest way on to a hex; a game may leave out what nobody wants to know."""
        return (*(frame.way or (frame.hex,)), *way.path(i)[1:])

    def spent_at_end(self, state: D, frame: Frame, way: Way, i: int) -> int:
        """What the unit has spent where its move ends; a game may leave it out where nobody wants to know."""
        return way.cost(i)

    def step_cost(self, state: D, frame: Frame, way: Way, i: int) -> int:
        """What the unit will have spent when it has stepped into a neighbouring hex."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def why_not(self, state: D, action: Action, decision: Decision) -> Reason | None:
        """What the game says."""
        return self.refuse(state, state.top, action)
