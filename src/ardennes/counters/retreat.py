"""A retreat of so many hexes: each step leads farther off, and is offered only if the whole can be completed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.counters.deployment import Deployment
from ardennes.counters.phases import D
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step, Table
from ardennes.engine.errors import EngineFault
from ardennes.hexmap import Grid


class Limit(NamedTuple):
    """A rule about the hexes that a retreat may not enter."""

    rule: str
    why: str  # for a sentence: "an enemy unit is in 1205"; {} is the hex
    hexes: int


def stages(grid: Grid, start: int, hexes: int, closed: int, no_end: int) -> tuple[int, ...]:
    """For each step of a retreat the hexes in which it may be, so that the retreat can be completed.

    Each hex is one farther from the start than the one before; `closed` may not be entered, `no_end` may be passed and
    is no place to end. All are empty if there is no way.
    """
    found = [grid.ring(start, n) & ~closed for n in range(1, hexes + 1)]
    found[-1] &= ~no_end
    for n in range(hexes - 2, -1, -1):
        found[n] &= grid.around(found[n + 1])
    for n in range(1, hexes):
        found[n] &= grid.around(found[n - 1])
    return tuple(found)


class Retreating(Step[D]):
    """A unit retreats, led by its owner or whoever else the game says. Frame: the unit, how many hexes, its way so far.

    A game says what closes hexes to it and what becomes of it at the end, or if there is no way.
    """

    rule: str
    away: str  # the rule that each hex is farther off

    class Frame(NamedTuple):
        """The unit, how many hexes it must go, and its way, beginning with the hex in which it was."""

        step: str
        unit: int
        hexes: int
        way: tuple[int, ...]

    frame = Frame

    def __init__(self, name: str, steps: Table) -> None:
        self.name = name
        self.table = steps

    def revive(self, name: str, unit: int, hexes: int, way: Sequence[int]) -> Frame:
        """The frame that was saved as plain data."""
        return self.Frame(name, unit, hexes, tuple(way))

    # ---- what a game says ----

    def leader(self, state: D, unit: int) -> int:
        """The side that chooses the way; by default the unit's own."""
        return state.game.forces.side[unit]

    def limits(self, state: D, unit: int) -> Sequence[Limit]:
        """What closes hexes to the unit, in the order in which a player would be told."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def friends(self, state: D, unit: int) -> Limit:
        """The hexes that may be passed and are no place to end."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def arrive(self, state: D, unit: int, way: tuple[int, ...]) -> None:
        """The retreat is complete; the step has been taken off the stack."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    def trapped(self, state: D, unit: int) -> None:
        """There is no way; the step has been taken off the stack."""
        raise EngineFault(f"{type(self).__name__} does not say what its game does here")

    # ---- the step ----

    def open_ways(self, state: D, unit: int, start: int, hexes: int) -> tuple[int, ...]:
        """The stages of a unit's retreat."""
        closed = 0
        for limit in self.limits(state, unit):
            closed |= limit.hexes
        return stages(state.game.ground.grid, start, hexes, closed, self.friends(state, unit).hexes)

    def ask(self, state: D) -> Decision | None:
        """The next hex; or it has arrived, or is trapped."""
        frame: Retreating.Frame = state.top
        done = len(frame.way) - 1
        if done == frame.hexes:
            state.pop()
            self.arrive(state, frame.unit, frame.way)
            return None
        next_ = self._next(state, frame)
        if not next_:
            state.pop()
            self.trapped(state, frame.unit)
            return None
        who = state.game.sides[self.leader(state, frame.unit)]
        left = frame.hexes - done
        more = f"{left} hexes to go" if left > 1 else "one hex to go"
        prompt = f"Choose where {state.game.forces.display_names[frame.unit]} retreats; {more}"
        facts = {"left": left}
        return Decision(
            who, self.name, Kind.RETREAT, prompt, self.rule, Options(Masked(self.table, next_)), facts=facts
        )

    def _next(self, state: D, frame: Frame) -> int:
        grid = state.game.ground.grid
        found = self.open_ways(state, frame.unit, frame.way[0], frame.hexes)
        return found[len(frame.way) - 1] & grid.around(1 << frame.way[-1])

    def take(self, state: D, action: Action, decision: Decision) -> None:
        """One hex farther."""
        frame: Retreating.Frame = state.top
        state.amend(way=(*frame.way, state.game.ground.grid.index(action.thing)))

    def why_not(self, state: D, action: Action, decision: Decision) -> Reason | None:
        """The first limit that covers the hex; or there is no way on from it."""
        if action.verb != self.table.verb:
            return None
        frame: Retreating.Frame = state.top
        grid, place = state.game.ground.grid, action.thing
        i, name = grid.index(place), state.game.forces.display_names[frame.unit]
        if not grid.around(1 << frame.way[-1]) >> i & 1:
            return Reason(self.rule, f"{place} is not next to {grid.name(frame.way[-1])}.")
        if grid.distance(frame.way[0], i) != len(frame.way):
            return Reason(self.away, f"Every hex must take {name} farther from {grid.name(frame.way[0])}.")
        for limit in self.limits(state, frame.unit):
            if limit.hexes >> i & 1:
                return Reason(limit.rule, f"{name} cannot retreat to {place}: {limit.why.format(place)}.")
        friends = self.friends(state, frame.unit)
        if len(frame.way) == frame.hexes:
            return Reason(friends.rule, f"{name} cannot retreat to {place}: {friends.why.format(place)}.")
        return Reason(self.rule, f"From {place}, {name} could not finish its retreat.")


def log_way(state: Deployment, unit: int, rule: str, way: Sequence[int]) -> None:
    """Note by which hexes a unit has retreated."""
    names = [state.game.ground.grid.name(i) for i in way]
    by = f" by {', '.join(names[1:-1])}" if len(names) > 2 else ""
    state.note_unit(unit, "retreat", rule, f"retreats from {names[0]} to {names[-1]}{by}", at=names[0], to=names[-1])
