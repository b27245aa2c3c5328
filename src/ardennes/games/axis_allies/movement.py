"""Phase 3, movement on the board: paying for it, infantry, artillery, tanks and their blitz (3.2 to 3.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.step import Bare
from ardennes.games.axis_allies import payment, sequence, stacks, trucks
from ardennes.games.axis_allies.forces import ART, INF, LONG, TANK, TYPES
from ardennes.games.axis_allies.handles import DONE, STOP
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.supply import payable
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.ways import ALLOWANCE, BLITZ, ways_of, why_not_there

PAID = "Everything was paid for before the first move."


def payment_bars(state: Position, purpose: str) -> Iterator[Bar]:
    """Why the movement or the blitz of a hex with combat units is not paid for."""
    if purpose == payment.ACTIVATE:
        yield Bar("AA-3.2.g", "is already activated", state.activated)
        return
    yield Bar("AA-3.2.e", "is not activated; a blitz takes a second token", ~state.activated)
    yield Bar("AA-3.2.e", "already has a blitz paid for", state.blitzed)
    yield Bar("AA-R.25", "has no tank", ~state.able[TANK])


class Movement(Step[Position]):
    """A side pays for all the hexes that it wants to move, before anything moves."""

    frame = Bare

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} movement"

    def ask(self, state: Position) -> Decision | None:
        """A hex to activate, a blitz to pay for, or the moves."""
        funded = payable(state, self.side) & state.held[self.side]
        activate = free(funded, payment_bars(state, payment.ACTIVATE))
        blitz = free(funded, payment_bars(state, payment.BLITZ))
        if not activate and not blitz:
            self._moves(state)
            return None
        handles = state.game.handles
        options = Options(Masked(handles.activate, activate), Masked(handles.blitz, blitz), DONE)
        prompt = "Choose a hex to spend a supply token on, for movement or a blitz, or begin moving"
        return Decision(SIDES[self.side], self.name, Kind.PAY, prompt, "AA-3.2", options)

    def _moves(self, state: Position) -> None:
        state.put(f"{SIDES[self.side]} moves")

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """A token is paid, or the moves begin."""
        if action.verb == "done":
            self._moves(state)
            return
        payment.pay(state, self.side, state.game.terrain.bit[action.thing], action.verb)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What cannot be paid for, and why."""
        if action.verb in ("pick", "go", "load", "step"):
            return Reason("AA-3.2.b", "Pay for all movement before anything moves, then click “Begin moving”.")

        if action.verb not in ("activate", "blitz"):
            return None
        h = state.game.terrain.bit.get(action.thing)
        if h is None:
            return Reason("AA-3.14", "A formation's blitz is paid for when it enters.")
        return self._why_no_payment(state, action, h)

    def _why_no_payment(self, state: Position, action: Action, h: int) -> Reason | None:
        if not state.held[self.side] >> h & 1:
            if action.verb == payment.ACTIVATE and state.parked[self.side] >> h & 1:
                return Reason("AA-3.2.d", f"You have only trucks in {action.thing}; they move without supply.")
            return Reason("AA-R.25", f"You have no combat unit in {action.thing}.")
        bar = first_bar(h, payment_bars(state, action.verb))
        return bar.reason(action.thing) if bar else payment.why_not_payable(state, self.side, h, action.verb)


def bars(state: Position, side: int, kind: int) -> Iterator[Bar]:
    """Why combat units of a type in a hex cannot move, in the order in which a player would be told."""
    ways = ways_of(state, side)
    yield Bar("AA-3.2", "was not paid for", ~state.activated)
    yield Bar("AA-3.2.g", "has moved, or arrived after its hex was paid for", ~state.able[kind])
    out = ways.foot_out if kind == INF else ways.dry_out
    yield Bar("AA-3.3.d", "is blocked: enemy combat units are in every hex it could enter", ~out)


def movable(state: Position, side: int) -> int:
    """The lots and trucks that can still move, as a mask of the table of picks."""
    size = state.game.terrain.size
    found = trucks.ready_to_drive(state, side) << 3 * size
    for kind in (INF, TANK, ART):
        found |= free(state.able[kind], bars(state, side, kind)) << kind * size
    return found


class Moves(Step[Position]):
    """A side moves its activated units and its trucks, one at a time in any order."""

    frame = Bare

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} moves"

    def ask(self, state: Position) -> Decision | None:
        """A unit or truck that can still move."""
        mask = movable(state, self.side)
        if not mask:
            sequence.begin_reinforcement(state, self.side)
            return None
        options = Options(Masked(state.game.handles.pick, mask), DONE)
        prompt = "Choose a unit or a truck to move, or end movement"
        return Decision(SIDES[self.side], self.name, Kind.PICK, prompt, "AA-3.3", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It moves, or the reinforcement begins."""
        if action.verb == "done":
            sequence.begin_reinforcement(state, self.side)
            return
        handles, size = state.game.handles, state.game.terrain.size
        at = handles.pick.index[action]
        if at >= handles.pick_truck:
            trucks.begin_drive(state, at - handles.pick_truck)
        else:
            state.push("move", self.side, at // size, at % size)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Who cannot move, and why."""
        if action.verb in ("activate", "blitz", "pay"):
            return self._why_no_payment(state, action)
        if action.verb == "return":
            return Reason("AA-3.3.g", "Trucks leave the board only before anything moves, and only empty.")

        if action.verb != "pick":
            return None
        handles, size = state.game.handles, state.game.terrain.size
        at = handles.pick.index[action]
        if at >= handles.pick_chart:
            return Reason("AA-3.0", "Units enter after those on the board have moved.")
        if at >= handles.pick_truck:
            return trucks.why_no_drive(state, self.side, at - handles.pick_truck)
        return self._why_no_move(state, at // size, at % size)

    def _why_no_payment(self, state: Position, action: Action) -> Reason:
        h = state.game.terrain.bit.get(action.thing)
        bar = None if h is None or action.verb == "pay" else first_bar(h, payment_bars(state, action.verb))
        return bar.reason(action.thing) if bar else Reason("AA-3.2.b", PAID)

    def _why_no_move(self, state: Position, kind: int, h: int) -> Reason | None:
        there, unit = state.name_of(h), LONG[TYPES[kind]]
        if not state.held[self.side] >> h & 1 or not state.stack(h)[kind]:
            return Reason("AA-3.3", f"You have no {unit} in {there}.")
        bar = first_bar(h, bars(state, self.side, kind))
        return bar.reason(f"The {unit} in {there}") if bar else None


class MoveOne(Step[Position]):
    """Where a unit goes."""

    class Frame(NamedTuple):
        """The unit that moves."""

        step: str
        side: int
        kind: int
        hex: int

    name = "move"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """The hexes where its move can end."""
        now: MoveOne.Frame = state.top
        side, kind, h = now.side, now.kind, now.hex
        options = Options(Masked(state.game.handles.go, ways_of(state, side).ends(kind, h)))
        prompt = f"Choose where the {LONG[TYPES[kind]]} in {state.name_of(h)} goes"
        return Decision(SIDES[side], self.name, Kind.MOVE, prompt, ALLOWANCE[kind], options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes there; a tank may have a blitz move then."""
        now: MoveOne.Frame = state.pop()
        side, kind, h = now.side, now.kind, now.hex
        to = state.game.terrain.bit[action.thing]
        if state.heard:
            log_move(state, side, kind, h, to)
        state.send_out(kind, h)
        if kind == TANK and state.blitzed >> h & 1:
            state.push("blitz", side, to, f"tank@{state.name_of(h)}")
        else:
            arrive(state, side, kind, to)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The rules that keep it from a hex."""
        if action.verb == "blitz":
            return Reason("AA-3.2.b", PAID)
        if action.verb != "go":
            return None
        now: MoveOne.Frame = state.top
        return why_not_there(state, now.side, now.kind, now.hex, state.game.terrain.bit[action.thing])


def log_move(state: Position, side: int, kind: int, h: int, to: int) -> None:
    """The log of a normal move: which way, and what ended it."""
    ways, names = ways_of(state, side), state.game.terrain.names
    unit, rule = LONG[TYPES[kind]], ALLOWANCE[kind]
    text = f"{unit.capitalize()} moves from {names[h]} to {state.game.terrain.title(to)}"
    if kind == TANK:
        path = ways.reach(TANK, h).path(to)
        if len(path) > 2:
            text += f" by {', '.join(names[stop] for stop in path[1:-1])}"
            rule = "AA-3.6"
        log_passing(state, side, path[1:-1])
    piece = f"{TYPES[kind]}@{names[h]}"
    state.note("move", rule, text, side=SIDES[side], piece=piece, at=names[h], to=names[to])


def log_passing(state: Position, side: int, path: tuple[int, ...]) -> None:
    """Passing through enemy depots captures nothing, and passing through a hex takes no control."""
    for h in path:
        if state.pieces_of(1 - side) >> h & 1:
            there = state.name_of(h)
            state.note("move", "AA-3.5.a", f"It passes through the depot in {there} without capturing it", at=there)


def arrive(state: Position, side: int, kind: int, to: int) -> None:
    """A unit ends its move; enemy trucks and tokens in the hex are captured at once."""
    state.gain(side, kind, to)
    if state.heard:
        log_arrival(state, side, to)


def log_arrival(state: Position, side: int, to: int) -> None:
    """The log of what the end of a move does, and of what it does not do before board upkeep."""
    there, name = state.name_of(to), SIDES[side]
    if state.pieces_of(1 - side) >> to & 1:
        state.note("control", "AA-3.5", f"Enemy trucks or tokens in {there} are captured", side=name, at=there)
    if ways_of(state, side).towns >> to & 1:
        text = f"{state.game.terrain.title(to)} stays {('Allied', 'Axis')[side]} until board upkeep"
        state.note("control", "AA-3.3.f", text, side=name, at=there)
    if to in stacks.overfull(state, side):
        text = f"{there} is overfull; the enemy moves the excess out at board upkeep"
        state.note("stop", "AA-R.31", text, side=name, at=there)


class Blitz(Step[Position]):
    """A tank's blitz move: one more hex, or none."""

    class Frame(NamedTuple):
        """The tank, between its normal move and its blitz."""

        step: str
        side: int
        hex: int  # where the normal move ended
        lot: str  # from which it set out

    name = "blitz"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """One hex next to the tank, or none."""
        now: Blitz.Frame = state.top
        options = Options(Masked(state.game.handles.step, ways_of(state, now.side).ends(BLITZ, now.hex)), STOP)
        prompt = f"Choose where the tank in {state.name_of(now.hex)} blitzes, or stop"
        return Decision(SIDES[now.side], self.name, Kind.MOVE, prompt, "AA-0.18", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The tank ends its move."""
        now: Blitz.Frame = state.pop()
        side, h = now.side, now.hex
        to = h if action.verb == "stop" else state.game.terrain.bit[action.thing]
        if state.heard and to != h:
            log_passing(state, side, (h,))
            text = f"It blitzes on to {state.game.terrain.title(to)}"
            state.note("move", "AA-0.18", text, side=SIDES[side], piece=now.lot, at=state.name_of(h), to=action.thing)
        arrive(state, side, TANK, to)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What closes a hex to the blitz."""
        now: Blitz.Frame = state.top
        if action.verb == "pick":
            return Reason("AA-R.24", "Make or decline the blitz move before moving another piece.")
        if action.verb != "step":
            return None
        return why_not_there(state, now.side, BLITZ, now.hex, state.game.terrain.bit[action.thing])
