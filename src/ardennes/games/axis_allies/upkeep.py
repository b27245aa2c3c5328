"""Phase 4: the front line, commandeering, stacking enforced by the enemy (4.0 to 4.3)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.engine.step import Bare
from ardennes.games.axis_allies import sequence, stacks, victory
from ardennes.games.axis_allies.forces import DEAD, LONG, TYPES
from ardennes.games.axis_allies.retreat import shift
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES
from ardennes.games.axis_allies.words import called, does, listed


class Upkeep(Step[Position]):
    """Front line, commandeering, then stacking, then victory points, in this order."""

    name = "upkeep"
    frame = Bare

    def ask(self, state: Position) -> None:
        """Nothing: the front line moves and captured pieces change hands."""
        if state.heard:
            state.note("phase", "AA-4.0", "Board upkeep")
        move_front_line(state)
        commandeer(state)
        state.put("stacking", AXIS)


# ---- the front line ----


def move_front_line(state: Position) -> None:
    """All claims are judged at once, by the units where they stand and the control before."""
    terrain, before = state.game.terrain, state.axis_ground
    axis, allies = state.free_pieces(AXIS), state.free_pieces(ALLIES)
    allied_towns = terrain.towns & ~before
    gained = state.held[AXIS] | axis & ~allies & ~allied_towns
    lost = state.held[ALLIES] | allies & ~axis
    after = (before | gained) & ~lost
    eastern = terrain.eastward(axis & after)
    claimed = eastern & ~allies & ~(allied_towns & ~state.held[AXIS])
    state.axis_ground = after | claimed
    if state.heard:
        _log_front(state, before, gained & ~before, claimed & ~after, eastern & ~after)


def _log_front(state: Position, before: int, gained: int, claimed: int, wanted: int) -> None:
    """The log of the new front line, with the reasons of what changed and of what did not."""
    grid, towns = state.game.terrain.grid, state.game.terrain.towns
    if gained:
        state.note("control", "AA-4.1", f"The Axis takes {', '.join(grid.names(gained))}", side="axis")
    if claimed:
        text = f"Their eastern neighbours come with them: {', '.join(grid.names(claimed))}"
        state.note("control", "AA-4.1.a", text, side="axis")
        further = state.game.terrain.eastward(claimed) & ~state.axis_ground & ~state.free_pieces(ALLIES) & ~towns
        if further:
            text = f"Those hold no units, so they do not bring {', '.join(grid.names(further))}"
            state.note("control", "AA-R.38", text, side="allies")
    refused = wanted & ~claimed
    occupied = refused & state.free_pieces(ALLIES)
    if occupied:
        names = ", ".join(grid.names(occupied))
        state.note("control", "AA-4.1.b", f"Allied units keep {names}", side="allies")
    if refused & towns:
        names = ", ".join(grid.names(refused & towns))
        text = f"Still Allied: {names}; the Axis takes a town only with a combat unit in it"
        state.note("control", "AA-4.1.c", text, side="allies")
    retaken = before & ~state.axis_ground
    if retaken:
        state.note("control", "AA-4.1.d", f"The Allies take {', '.join(grid.names(retaken))}", side="allies")
    axis, allies = state.free_pieces(AXIS), state.free_pieces(ALLIES)
    both = axis & allies
    if both:
        names = ", ".join(grid.names(both))
        text = f"Trucks and tokens of both sides are there, so control does not change: {names}"
        state.note("control", "AA-R.37", text)
    stopped = axis & ~allies & ~state.axis_ground
    if stopped:
        names = ", ".join(grid.names(stopped))
        state.note("control", "AA-R.37", f"Axis trucks and tokens alone do not take a town: {names}", side="allies")
    if cut_off(state):
        names = ", ".join(grid.names(cut_off(state)))
        state.note("control", "AA-4.1.e", f"Cut off, and still controlled by the side that held them last: {names}")


def cut_off(state: Position) -> int:
    """The hexes without touch to the rest of their side's ground: for the Axis the eastern edge, else the others."""
    terrain = state.game.terrain
    found = 0
    for side, edges in ((AXIS, ("eastern",)), (ALLIES, ("northern", "western", "southern"))):
        ground = state.friendly(side)
        linked = 0
        for edge in edges:
            linked |= terrain.arrivals[edge] & ground
        while grown := terrain.around(linked) & ground & ~linked:
            linked |= grown
        found |= ground & ~linked
    return found


def commandeer(state: Position) -> None:
    """Trucks and tokens that share a hex with enemy combat units change hands."""
    for side in (AXIS, ALLIES):
        captor = 1 - side
        for h in state.game.terrain.grid.bits((state.stores[side] | state.parked[side]) & state.held[captor]):
            tokens, trucks = state.supply_at(side, h), state.trucks_at(side, h)
            if tokens:
                state.store(side, h, -tokens)
                state.store(captor, h, tokens)
            for number in trucks:
                state.owners[number] = captor
            if state.heard:
                there = state.name_of(h)
                text = f"{does(captor, 'commandeer')} {listed((len(trucks), 'truck'), (tokens, 'token'))} in {there}"
                state.note("control", "AA-4.2", text, side=SIDES[captor], at=there)
    state.refresh()


# ---- stacking ----


class Stacking(Step[Position]):
    """Overfull hexes are put right, those of the Axis first.

    The enemy moves units out as long as any that would ease a hex has somewhere to go; then the owner destroys.
    """

    class Frame(NamedTuple):
        """Whose hexes they are."""

        step: str
        side: int

    name = "stacking"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A unit to be moved out by the enemy, or else to be destroyed by its owner."""
        now: Stacking.Frame = state.top
        side = now.side
        hexes = stacks.overfull(state, side)
        if not hexes:
            if side == AXIS:
                state.amend(side=ALLIES)
            else:
                victory.count(state)
                if not state.over:
                    sequence.begin_turn(state)
            return None
        return self._shed(state, side, hexes) or self._destroy(state, side, hexes)

    def _shed(self, state: Position, side: int, hexes: tuple[int, ...]) -> Decision | None:
        size = state.game.terrain.size
        mask = 0
        for h in hexes:
            for kind, n in enumerate(stacks.easing(state, h)):
                if n and stacks.open_to(state, side, kind, h):
                    mask |= 1 << kind * size + h
        if not mask:
            return None
        prompt = "Choose an enemy unit that must leave an overfull hex"
        options = Options(Masked(state.game.handles.shed, mask))
        return Decision(SIDES[1 - side], self.name, Kind.RETREAT, prompt, "AA-4.3", options)

    def _destroy(self, state: Position, side: int, hexes: tuple[int, ...]) -> Decision:
        size = state.game.terrain.size
        mask = 0
        for h in hexes:
            for kind, n in enumerate(stacks.easing(state, h)):
                if n:
                    mask |= 1 << kind * size + h
            if not stacks.excess_types(state, h):
                if state.supply_at(side, h):
                    mask |= 1 << 3 * size + h
                for number in state.trucks_at(side, h):
                    mask |= 1 << 4 * size + number
        prompt = "Choose what to destroy in an overfull hex"
        options = Options(Masked(state.game.handles.destroy, mask))
        return Decision(SIDES[side], self.name, Kind.LOSS, prompt, "AA-4.3.a", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It goes, or is destroyed."""
        now: Stacking.Frame = state.top
        side, size = now.side, state.game.terrain.size
        if action.verb == "shed":
            at = state.game.handles.shed.index[action]
            state.push("shed", side, at // size, at % size)
            return
        at = state.game.handles.destroy.index[action]
        if at >= 4 * size:
            h = state.trucks[at - 4 * size]
            state.put_truck(at - 4 * size, DEAD)
        elif at >= 3 * size:
            h = at - 3 * size
            state.store(side, h, -state.supply_at(side, h))
        else:
            h = at % size
            state.lose(at // size, h)
        if state.heard:
            text = f"{does(side, 'give')} up {called(state.game, action.thing)}: {state.name_of(h)} is overfull"
            state.note("loss", "AA-4.3.a", text, side=SIDES[side], piece=action.thing, at=state.name_of(h))

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Only the excess goes."""
        if action.verb == "done":
            return Reason("AA-R.39", "The excess must go.")
        if action.verb not in ("shed", "destroy"):
            return None
        if action.verb != decision.options[0].verb:
            rule = "AA-4.3.a" if action.verb == "destroy" else "AA-4.3"
            return Reason(rule, "Units move to other hexes as long as any can; only then are any destroyed.")
        now: Stacking.Frame = state.top
        where = action.thing.partition("@")[2]
        h = state.game.terrain.bit.get(where, -1)
        if h not in stacks.overfull(state, now.side):
            return Reason("AA-R.39", f"{where or 'Its hex'} is within the limit.")
        return Reason("AA-R.39", f"That would not help, or it has nowhere to go: {called(state.game, action.thing)}.")


class Shed(Step[Position]):
    """Where the enemy moves a unit of an overfull hex."""

    class Frame(NamedTuple):
        """The unit that is moved out."""

        step: str
        side: int
        kind: int
        hex: int

    name = "shed"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """A hex that is open to it as in retreat."""
        now: Shed.Frame = state.top
        options = Options(Masked(state.game.handles.step, stacks.open_to(state, now.side, now.kind, now.hex)))
        prompt = f"Choose where the {LONG[TYPES[now.kind]]} in {state.name_of(now.hex)} goes"
        return Decision(SIDES[1 - now.side], self.name, Kind.RETREAT, prompt, "AA-4.3", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is there."""
        now: Shed.Frame = state.pop()
        side, kind, h = now.side, now.kind, now.hex
        shift(state, side, kind, h, state.game.terrain.bit[action.thing], False)
        if state.heard:
            here = state.name_of(h)
            text = f"{LONG[TYPES[kind]].capitalize()} is moved out of overfull {here} to {action.thing}"
            lot = f"{TYPES[kind]}@{here}"
            state.note("retreat", "AA-4.3", text, side=SIDES[side], piece=lot, at=here, to=action.thing)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What closes a hex to it."""
        if action.verb != "step":
            return None
        now: Shed.Frame = state.top
        return stacks.why_shut(state, now.side, now.kind, now.hex, state.game.terrain.bit[action.thing])
