"""Retreats: by the owner, one unit after the other, one hex each, or the unit is destroyed (2.7.e to 2.7.k)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.axis_allies import stacks, throw
from ardennes.games.axis_allies.forces import LONG, TYPES, Three
from ardennes.games.axis_allies.ground import minus
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.words import called, number


class Retreats(Step[Position]):
    """Which unit retreats next."""

    class Frame(NamedTuple):
        """Who must retreat from where."""

        step: str
        hex: int
        side: int
        due: Three  # how many of each type

    name = "retreats"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A unit that has still to retreat; those that cannot are destroyed."""
        now: Retreats.Frame = state.top
        h, side, due = now.hex, now.side, now.due
        size = state.game.terrain.size
        mask = 0
        for kind in range(3):
            if not due[kind]:
                continue
            if not stacks.open_to(state, side, kind, h):
                due = self._trapped(state, h, side, due, kind)
                continue
            mask |= 1 << kind * size + h
        if not mask:
            throw.cleared(state, side, h)
            state.pop()
            return None
        state.amend(due=due)
        options = Options(Masked(state.game.handles.retreat, mask))
        prompt = f"Choose the next unit in {state.name_of(h)} to retreat"
        return Decision(SIDES[side], self.name, Kind.RETREAT, prompt, "AA-R.19", options)

    def _trapped(self, state: Position, h: int, side: int, due: Three, kind: int) -> Three:
        """Units that find no hex are destroyed; nothing that the others do could open one for them."""
        state.lose(kind, h, due[kind])
        if state.heard:
            what = f"{number(due[kind], LONG[TYPES[kind]])} with nowhere to go"
            throw.log_loss(state, side, h, what, "AA-2.7.k", due[kind])
        left = list(due)
        left[kind] = 0
        return left[0], left[1], left[2]

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Its way is asked for."""
        now: Retreats.Frame = state.top
        size = state.game.terrain.size
        kind = state.game.handles.retreat.index[action] // size
        fresh = kind * size + now.hex in state.ready
        state.amend(due=minus(now.due, kind))
        state.push("retreat", now.hex, now.side, kind, fresh)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only units hit once retreat."""
        if action.verb != "retreat":
            return None
        unit = called(state.game, action.thing).removeprefix("a ")
        return Reason("AA-2.7.a", f"No {unit} with exactly one hit still has to retreat.")


class Retreat(Step[Position]):
    """Where a unit retreats to."""

    class Frame(NamedTuple):
        """The unit that retreats."""

        step: str
        hex: int
        side: int
        kind: int
        fresh: bool  # whether it may still attack

    name = "retreat"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """The hexes that are open to it now."""
        now: Retreat.Frame = state.top
        options = Options(Masked(state.game.handles.step, stacks.open_to(state, now.side, now.kind, now.hex)))
        prompt = f"Choose where the {LONG[TYPES[now.kind]]} in {state.name_of(now.hex)} retreats to"
        return Decision(SIDES[now.side], self.name, Kind.RETREAT, prompt, "AA-2.7.e", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is there."""
        now: Retreat.Frame = state.pop()
        h, side, kind = now.hex, now.side, now.kind
        to = state.game.terrain.bit[action.thing]
        shift(state, side, kind, h, to, now.fresh)
        if state.heard:
            here = state.name_of(h)
            text = f"{LONG[TYPES[kind]].capitalize()} retreats from {here} to {state.game.terrain.title(to)}"
            state.note(
                "retreat", "AA-2.7.a", text, side=SIDES[side], piece=f"{TYPES[kind]}@{here}", at=here, to=action.thing
            )
            if state.pieces_of(1 - side) >> to & 1:
                text = f"Enemy trucks or tokens in {action.thing} are captured as long as it stays"
                state.note("control", "AA-R.21", text, side=SIDES[side], at=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What closes a hex to the retreat."""
        if action.verb != "step":
            return None
        now: Retreat.Frame = state.top
        return stacks.why_shut(state, now.side, now.kind, now.hex, state.game.terrain.bit[action.thing])


def shift(state: Position, side: int, kind: int, h: int, to: int, fresh: bool) -> None:
    """A unit goes to another hex and stays as fresh or spent as it is."""
    if fresh:
        state.send_out(kind, h)
    else:
        state.lose(kind, h)
    state.gain(side, kind, to)
    if fresh:
        size = state.game.terrain.size
        state.set_ready(kind, to, state.ready.get(kind * size + to, 0) + 1)
