"""Phase 3, movement on the board: paying for it, infantry, artillery, tanks and their blitz (3.2 to 3.8)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.step import Bare
from ardennes.games.axis_allies import payment, sequence, trucks
from ardennes.games.axis_allies.forces import ART, LONG, TANK, TYPES
from ardennes.games.axis_allies.handles import DONE, STOP
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.supply import payable
from ardennes.games.axis_allies.terrain import SIDES
from ardennes.games.axis_allies.ways import ALLOWANCE, not_reached, ways_of


class Movement(Step[Position]):
    """A side pays for all the hexes that it wants to move, before anything moves."""

    frame = Bare

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} movement"

    def ask(self, state: Position) -> Decision | None:
        """A hex to activate, a blitz to pay for, or the moves."""
        state.cite("AA-3.2.a", "AA-3.7", "AA-R.15", "AA-3.2", "AA-3.2.b", "AA-3.2.f", "AA-R.25", "AA-R.32", "AA-0.22.e")
        funded = payable(state, self.side)
        activate = state.held[self.side] & ~state.activated & funded
        blitz = state.able[TANK] & ~state.blitzed & funded
        if not activate and not blitz:
            self._moves(state)
            return None
        handles = state.game.handles
        options = Options(Masked(handles.activate, activate), Masked(handles.blitz, blitz), DONE)
        prompt = "Choose a hex whose movement or blitz is paid for with a supply token, or begin the moves"
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
            return Reason("AA-3.2.b", "All movement is paid for before anything moves; say done to go on.")
        if action.verb == "destroy":
            return Reason("AA-3.2.f", "Nobody throws supply away.")
        if action.verb not in ("activate", "blitz"):
            return None
        h = state.game.terrain.bit.get(action.thing)
        if h is None:
            return Reason("AA-3.14", "A formation's blitz is paid for when it comes in.")
        return self._why_no_payment(state, action, h)

    def _why_no_payment(self, state: Position, action: Action, h: int) -> Reason:
        bit, there = 1 << h, action.thing
        if not state.held[self.side] & bit:
            return Reason("AA-R.25", f"You have no combat unit in {there}.")
        if action.verb == "activate":
            if state.activated & bit:
                return Reason("AA-3.2.g", f"The units in {there} are activated already.")
            return payment.why_not_payable(state, self.side, h, payment.ACTIVATE)
        if not state.activated & bit:
            return Reason("AA-3.2.e", f"{there} is not activated; the blitz is a second token.")
        if state.blitzed & bit:
            return Reason("AA-3.2.e", f"The blitz of {there} is paid for.")
        if not state.able[TANK] & bit:
            return Reason("AA-R.25", f"No tank is in {there}.")
        return payment.why_not_payable(state, self.side, h, payment.BLITZ)


def movable(state: Position, side: int) -> int:
    """The lots and trucks that can still move, as a mask of the table of picks."""
    ways, size = ways_of(state, side), state.game.terrain.size
    inf, tank, art = state.able
    dry = ways.dry_out
    found = inf & ways.foot_out | (tank & dry) << size | (art & dry) << 2 * size
    return found | trucks.ready_to_drive(state, side) << 3 * size


class Moves(Step[Position]):
    """A side moves its activated units and its trucks, one at a time in any order."""

    frame = Bare

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} moves"

    def ask(self, state: Position) -> Decision | None:
        """A unit or truck that can still move."""
        mask = movable(state, self.side)
        state.cite("AA-3.3", "AA-3.2.b", "AA-3.2.d", "AA-3.2.g", "AA-3.3.g", "AA-R.32")
        if not mask:
            sequence.begin_reinforcement(state, self.side)
            return None
        options = Options(Masked(state.game.handles.pick, mask), DONE)
        prompt = "Choose a unit or a truck to move, or end the movement"
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
            return Reason("AA-3.3.g", "Trucks leave the board only before anybody moves, and empty.")
        if action.verb == "destroy":
            return Reason("AA-3.2.f", "Nobody throws supply away.")
        if action.verb != "pick":
            return None
        handles, size = state.game.handles, state.game.terrain.size
        at = handles.pick.index[action]
        if at >= handles.pick_chart:
            return Reason("AA-3.0", "Units come in when those on the board have moved.")
        if at >= handles.pick_truck:
            return trucks.why_no_drive(state, self.side, at - handles.pick_truck)
        return self._why_no_move(state, at // size, at % size)

    def _why_no_payment(self, state: Position, action: Action) -> Reason:
        h = state.game.terrain.bit.get(action.thing, -1)
        if action.verb == "activate" and state.activated >> h & 1:
            return Reason("AA-3.2.g", f"{action.thing} was activated; units are activated once a turn.")
        if action.verb == "blitz" and h >= 0 and state.blitzed >> h & 1:
            return Reason("AA-3.2.e", f"The blitz of {action.thing} is paid for.")
        return Reason("AA-3.2.b", "Everything was paid for before the first move.")

    def _why_no_move(self, state: Position, kind: int, h: int) -> Reason:
        there, unit = state.name_of(h), LONG[TYPES[kind]]
        if not state.held[self.side] >> h & 1 or not state.stack(h)[kind]:
            return Reason("AA-3.3", f"You have no {unit} in {there}.")
        if state.able[kind] >> h & 1:
            return Reason("AA-3.3.d", f"Every hex that the {unit} could enter holds enemy combat units.")
        if state.activated >> h & 1:
            return Reason("AA-3.2.g", f"The {unit} in {there} has moved, or came after {there} was paid for.")
        return Reason("AA-3.2", f"{there} was not paid for.")


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
        state.cite("AA-0.7", "AA-3.3.a", "AA-3.3.d", "AA-3.3.f", "AA-3.3.g", "AA-3.7", "AA-3.8", "AA-R.4")
        if kind == TANK:
            state.cite("AA-3.3.c", "AA-3.6", "AA-R.44")
        options = Options(Masked(state.game.handles.go, ways_of(state, side).ends(kind, h)))
        prompt = f"Choose where the {LONG[TYPES[kind]]} of {state.name_of(h)} goes"
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
            return Reason("AA-3.2.b", "Everything was paid for before the first move.")
        if action.verb != "go":
            return None
        now: MoveOne.Frame = state.top
        return why_no_way(state, now.side, now.kind, now.hex, state.game.terrain.bit[action.thing])


def why_no_way(state: Position, side: int, kind: int, h: int, to: int) -> Reason:
    """Why a mover of a kind cannot end in a hex: the rules without which it could."""
    if to == h:
        state.cite("AA-R.26")
        return Reason("AA-3.3", f"It is in {state.name_of(to)} already.")
    ways, terrain = ways_of(state, side), state.game.terrain
    if terrain.near[h] >> to & 1 and kind in (TANK, ART) and not terrain.dry[h] >> to & 1:
        return Reason("AA-0.7", f"A river barrier lies between {terrain.names[h]} and {terrain.names[to]}.")
    rules = ways.blockers(kind, h, to)
    if "AA-3.3.c" in rules and any(state.held[side] >> town & 1 for town in state.game.terrain.grid.bits(ways.towns)):
        state.cite("AA-R.44")
    if "AA-3.3.a" in rules:
        state.cite("AA-R.4", "AA-0.14", "AA-3.7")
    state.cite(*rules)
    return not_reached(ways, rules, to)


def log_move(state: Position, side: int, kind: int, h: int, to: int) -> None:
    """The log of a normal move: which way, and what ended it."""
    ways, names = ways_of(state, side), state.game.terrain.names
    unit = LONG[TYPES[kind]]
    text = f"{unit.capitalize()} goes from {names[h]} to {state.game.terrain.title(to)}"
    if kind == TANK:
        path = ways.reach(TANK, h).path(to)
        if len(path) > 2:
            text += f" by {', '.join(names[stop] for stop in path[1:-1])}"
            state.cite("AA-3.6")
        log_passing(state, side, path[1:-1])
    state.note(
        "move", ALLOWANCE[kind], text, side=SIDES[side], piece=f"{TYPES[kind]}@{names[h]}", at=names[h], to=names[to]
    )
    rim = state.game.terrain.rim
    if rim >> h & 1:
        state.cite("AA-3.8")
    if ways.zone >> to & 1 or ways.zone >> h & 1:
        state.cite("AA-3.3.a")
    if ways.towns >> to & 1:
        state.cite("AA-3.3.c", "AA-3.3.f", *(["AA-R.44"] if state.held[side] >> to & 1 else []))


def log_passing(state: Position, side: int, path: tuple[int, ...]) -> None:
    """Passing through enemy depots captures nothing, and passing through a hex takes no control."""
    for h in path:
        if state.pieces_of(1 - side) >> h & 1:
            there = state.name_of(h)
            state.note("move", "AA-3.5.a", f"It passes the depot in {there} and captures nothing", at=there)


def arrive(state: Position, side: int, kind: int, to: int) -> None:
    """A unit ends its move; enemy trucks and tokens in the hex are captured at once."""
    state.gain(side, kind, to)
    if state.heard and state.pieces_of(1 - side) >> to & 1:
        there = state.name_of(to)
        state.note("control", "AA-3.5", f"Enemy trucks or tokens in {there} are captured", side=SIDES[side], at=there)
    state.cite("AA-3.4", "AA-R.31")


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
        state.cite("AA-R.24")
        open_hexes = state.game.terrain.dry[now.hex] & ~state.held[1 - now.side]
        options = Options(Masked(state.game.handles.step, open_hexes), STOP)
        prompt = f"Choose the blitz hex of the tank in {state.name_of(now.hex)}, or stop"
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
            state.cite("AA-R.24")
        arrive(state, side, TANK, to)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What closes a hex to the blitz."""
        now: Blitz.Frame = state.top
        if action.verb == "pick":
            return Reason("AA-R.24", "The blitz is made before another piece moves.")
        if action.verb != "step":
            return None
        to = state.game.terrain.bit[action.thing]
        if not state.game.terrain.near[now.hex] >> to & 1:
            return Reason("AA-0.18", f"A blitz is one hex, even on a road; {action.thing} is not next to the tank.")
        if state.held[1 - now.side] >> to & 1:
            return Reason("AA-3.3.d", f"Enemy combat units are in {action.thing}.")
        return Reason("AA-0.7", "A river barrier lies between; only infantry crosses it.")
