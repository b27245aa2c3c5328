"""Setting up: the printed positions (0.9 to 0.11), or by hand where the players agreed on it (6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ardennes.engine import Action, Decision, Kind, Masked, Obligation, Options, Reason, Step
from ardennes.games.axis_allies import sequence, stacks
from ardennes.games.axis_allies.forces import IN_HAND, LONG, OFF, POOLS
from ardennes.games.axis_allies.handles import DONE, HAND_TYPES, PRINTED
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES
from ardennes.games.axis_allies.words import called, does

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies

SUPPLY = 3  # its place among the types in hand
OWN_POOLS = ((1, 2, 3), (0,))  # the Axis keeps its armies apart, the Allies have one pool
UNCOVERED = "The line is not covered: take a unit back to set it up elsewhere, or use the printed set-up"


def printed(state: Position) -> None:
    """The printed set-up of both sides, and what lies beside the board."""
    for side in (AXIS, ALLIES):
        place_printed(state, side)
    beside_the_board(state)
    state.note("setup", "AA-0.9", "Both sides are set up as printed")


def beside_the_board(state: Position) -> None:
    """Trucks that begin off the board; charts and supply are there already."""
    forces = state.game.forces
    for number, truck in enumerate(forces.trucks):
        if truck.name not in forces.parked:
            state.put_truck(number, OFF)
    state.note("setup", "AA-0.10", "Trucks and air units are in the off-board areas")
    state.note("setup", "AA-0.11", "The charts are full")


def place_printed(state: Position, side: int) -> None:
    """A side's printed stacks on the board, whatever it had there taken off."""
    remove(state, side)
    forces = state.game.forces
    for stack in forces.stacks:
        if stack.side == side:
            for kind, n in enumerate(stack.units):
                if n:
                    state.gain(side, kind, stack.hex, n)
            if stack.supply:
                state.store(side, stack.hex, stack.supply)
    for name, h in forces.parked.items():
        number = forces.truck_number[name]
        if forces.trucks[number].side == side:
            state.put_truck(number, h)


def remove(state: Position, side: int) -> None:
    """Take everything of a side off the board and out of its hand."""
    for h in state.game.terrain.grid.bits(state.held[side]):
        for kind, n in enumerate(state.stack(h)):
            if n:
                state.lose(kind, h, n)
    for h in state.game.terrain.grid.bits(state.stores[side]):
        state.store(side, h, -state.supply_at(side, h))
    for at in range(len(state.hand)):
        if at % len(POOLS) in OWN_POOLS[side]:
            state.hand[at] = 0


def by_hand(state: Position) -> None:
    """Nothing is on the board; all starting units and tokens are in hand, by army."""
    forces = state.game.forces
    for stack in forces.stacks:
        for kind, n in enumerate((*stack.units, stack.supply)):
            state.hand[kind * len(POOLS) + stack.pool] += n
    for name in forces.parked:
        state.put_truck(forces.truck_number[name], IN_HAND)
    beside_the_board(state)


def area(game: AxisAllies, pool: int) -> int:
    """The hexes in which a pool's pieces may be set up."""
    if pool == 0:
        return game.terrain.all & ~game.terrain.axis_side
    return game.terrain.start_areas[pool - 1] & game.terrain.axis_side


def line_of(game: AxisAllies, side: int) -> int:
    """The enemy hexes along the front line, which a side has to cover."""
    mine = game.terrain.axis_side if side == AXIS else game.terrain.all & ~game.terrain.axis_side
    return game.terrain.around(mine) & ~mine


class SetUp(Step[Position]):
    """A side sets up by hand, piece by piece; it may take the printed set-up at any time.

    If the line is not covered when all pieces stand, units are taken back, to be set up in other hexes.
    """

    class Frame(NamedTuple):
        """The lots that units were taken back from, as numbers of the table; they are not set up there again."""

        step: str
        back: tuple[int, ...] = ()

    frame = Frame

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} setup"

    def ask(self, state: Position) -> Decision:
        """A piece in hand, the printed set-up, or the end if the line is covered; else a unit to take back."""
        side, handles = self.side, state.game.handles
        mask = in_hand(state, side)
        uncovered = line_of(state.game, side) & ~state.zone(side)
        owed = tuple(
            Obligation(name, "be covered", self.name, "AA-R.43", SIDES[side])
            for name in state.game.terrain.grid.names(uncovered)
        )
        end = () if mask or uncovered else DONE
        back = _lots(state, side) if uncovered and not mask else 0
        options = Options(Masked(handles.pick, mask), Masked(handles.take, back), PRINTED, end)
        prompt = "Choose a piece to set up, or use the printed set-up"
        if not mask:
            prompt = "End the set-up" if not uncovered else UNCOVERED
        rule = "AA-6.2" if side == ALLIES else "AA-6.2.b"
        return Decision(
            SIDES[side], self.name, Kind.SETUP, prompt, rule, options, obligations=owed, default=PRINTED[0], always=True
        )

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The piece is put down, or the set-up of the side is over."""
        if action.verb == "pick":
            state.push("put", self.side, *self._piece(state, action))
            return
        if action.verb == "take":
            self._take_back(state, action)
            return
        if action.verb == "choose":
            place_printed(state, self.side)
            if state.heard:
                text = f"{does(self.side, 'use')} the printed set-up"
                state.note("setup", "AA-R.42", text, side=SIDES[self.side])
        if self.side == ALLIES:
            state.put("axis setup")
        else:
            sequence.begin_turn(state)

    def _take_back(self, state: Position, action: Action) -> None:
        now: SetUp.Frame = state.top
        at = state.game.handles.take.index[action]
        kind, h = divmod(at, state.game.terrain.size)
        pool = next(pool for pool in OWN_POOLS[self.side] if area(state.game, pool) >> h & 1)
        state.lose(kind, h)
        state.hand[kind * len(POOLS) + pool] += 1
        state.amend(back=(*now.back, at))
        if state.heard:
            text = f"{does(self.side, 'take')} back {called(state.game, action.thing)}"
            state.note("setup", "AA-R.42", text, side=SIDES[self.side], piece=action.thing, at=state.name_of(h))

    def _piece(self, state: Position, action: Action) -> tuple[int, int]:
        """The type and pool of a lot in hand, or -1 and a truck's number."""
        handles = state.game.handles
        at = handles.pick.index[action]
        if at < handles.pick_chart:
            return -1, at - handles.pick_truck
        kind, pool = divmod(at - handles.pick_hand, len(POOLS))
        return kind, pool

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Pieces are left, or hexes of the line are not covered."""
        if action.verb == "done":
            if in_hand(state, self.side):
                return Reason("AA-R.42", "All starting units and tokens are set up.")
            uncovered = line_of(state.game, self.side) & ~state.zone(self.side)
            names = ", ".join(state.game.terrain.grid.names(uncovered))
            return Reason("AA-6.2.a", f"No combat unit has {names} in its zone of control.")
        if action.verb == "pick":
            return Reason("AA-R.42", f"Not among the pieces still to be set up: {called(state.game, action.thing)}.")
        if action.verb == "take":
            return self._why_not_back(state, action)
        return _not_now(action)

    def _why_not_back(self, state: Position, action: Action) -> Reason:
        if in_hand(state, self.side):
            return Reason("AA-R.42", "Units are taken back once all are set up; until then Undo takes back the last.")
        if not line_of(state.game, self.side) & ~state.zone(self.side):
            return Reason("AA-R.42", "The line is covered; use Undo to take back the last piece.")
        return Reason("AA-R.42", f"You have not set up {called(state.game, action.thing)}.")


def _lots(state: Position, side: int) -> int:
    """A side's lots of combat units on the board, as a mask of the table of what can be taken back."""
    size, mask = state.game.terrain.size, 0
    for h in state.game.terrain.grid.bits(state.held[side]):
        for kind, n in enumerate(state.stack(h)):
            if n:
                mask |= 1 << kind * size + h
    return mask


def _left(state: Position, kind: int) -> int:
    """The hexes that units of a type were taken back from."""
    base: SetUp.Frame = state.frames[0]
    size = state.game.terrain.size
    return state.game.terrain.grid.mask(at % size for at in base.back if at // size == kind)


def in_hand(state: Position, side: int) -> int:
    """A side's pieces still to be set up, as a mask of the table of picks."""
    handles, forces = state.game.handles, state.game.forces
    mask = 0
    for at, n in enumerate(state.hand):
        if n and at % len(POOLS) in OWN_POOLS[side]:
            mask |= 1 << handles.pick_hand + at
    for number, at in enumerate(state.trucks):
        if at == IN_HAND and forces.trucks[number].side == side:
            mask |= 1 << handles.pick_truck + number
    return mask


class Put(Step[Position]):
    """Where a piece is set up."""

    class Frame(NamedTuple):
        """The piece in hand."""

        step: str
        side: int
        kind: int  # -1 for a truck
        which: int  # the pool, or the number of the truck

    name = "put"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """The hexes of its area that have room."""
        now: Put.Frame = state.top
        side, kind, which = now.side, now.kind, now.which
        what = state.game.forces.trucks[which].display_name if kind < 0 else HAND_TYPES[kind]
        options = Options(Masked(state.game.handles.place, self._hexes(state, side, kind, which)), PRINTED)
        rule = "AA-6.2" if side == ALLIES else "AA-6.2.b"
        prompt = f"Choose a hex for the {LONG.get(what, what)}, or use the printed set-up"
        return Decision(SIDES[side], self.name, Kind.SETUP, prompt, rule, options)

    def _hexes(self, state: Position, side: int, kind: int, which: int) -> int:
        """The area of the piece, where the stacking limit leaves room."""
        game = state.game
        pool = game.forces.pools[game.forces.trucks[which].name] if kind < 0 else which
        found = area(game, pool) & ~_left(state, kind)
        for h in game.terrain.grid.bits(found & state.pieces_of(side)):
            if self._why_full(state, side, kind, h):
                found &= ~(1 << h)
        return found

    def _why_full(self, state: Position, side: int, kind: int, h: int) -> str:
        """The limit that leaves no room for the piece, in words; all supply of a hex counts as one piece."""
        if kind == SUPPLY and state.supply_at(side, h):
            return ""
        return stacks.why_full(state, side, kind if 0 <= kind < SUPPLY else None, h)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The piece is set up."""
        now: Put.Frame = state.pop()
        side, kind, which = now.side, now.kind, now.which
        if action.verb == "choose":
            state.game.steps[state.phase].take(state, action, decision)
            return
        h = state.game.terrain.bit[action.thing]
        if kind < 0:
            state.put_truck(which, h)
        else:
            state.hand[kind * len(POOLS) + which] -= 1
            if kind == SUPPLY:
                state.store(side, h, 1)
            else:
                state.gain(side, kind, h)
        if state.heard:
            what = state.game.forces.trucks[which].name if kind < 0 else f"{HAND_TYPES[kind]}@{POOLS[which]}"
            text = f"{does(side, 'set')} up {called(state.game, what)} in {action.thing}"
            state.note("setup", decision.rule, text, side=SIDES[side], piece=what, to=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What closes a hex to it."""
        if action.verb != "place":
            return _not_now(action)
        now: Put.Frame = state.top
        side, kind, which = now.side, now.kind, now.which
        game, h = state.game, state.game.terrain.bit[action.thing]
        pool = game.forces.pools[game.forces.trucks[which].name] if kind < 0 else which
        if not area(game, pool) >> h & 1:
            if side == ALLIES:
                return Reason("AA-6.2", f"{action.thing} is not on the Allied side of the front line.")
            return Reason("AA-6.2.b", f"{action.thing} is not in the starting area of the piece's army.")
        if _left(state, kind) >> h & 1:
            return Reason("AA-R.42", f"It was taken back from {action.thing}, to be set up elsewhere.")
        return Reason("AA-R.42", f"{action.thing} {self._why_full(state, side, kind, h)}.")


def _not_now(action: Action) -> Reason | None:
    """Who places aircraft first is chosen much later."""
    return Reason("AA-1.0", "No aircraft fly yet.") if action.verb == "choose" else None
