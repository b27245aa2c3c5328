"""The movement phase: which unit next, how a lot marches, who must make room (PG-5.1, 5.12, 5.13, 6)."""

from __future__ import annotations

from ardennes.engine import Action, Decision, Kind, Obligation, Options, Reason, Step
from tests.proving import frames
from tests.proving.state import LIMIT, UNFORMED, Ground, Unit, withdrawals
from tests.proving.walking import allowance, ends, flooded, homes, leaving, relievers, river

DONE = Action("done")


def crowded(state: Ground, side: str) -> tuple[str, list[Unit]]:
    """The first hex with too many units of a side that one of them can leave, and those that can."""
    for place in sorted({state.at[unit.name] for unit in state.on_board(side)}):
        if len(state.stack(side, place)) > LIMIT and (able := relievers(state, None, place)):
            return place, able
    return "", []


def can_move(state: Ground, unit: Unit) -> bool:
    """Whether a unit has not moved and has somewhere to go."""
    if state.moved[unit.number]:
        return False
    grid = state.game.board.grid
    at = state.at[unit.name]
    if at not in grid and at not in state.game.board.boxes:
        return False
    way = allowance(state, unit)
    reach = flooded(state, way)
    here = grid.bit(at) if at in grid else 0
    return bool(ends(state, way, reach.mask & ~here)) or bool(leaving(state, way, reach))


def must_withdraw(state: Ground, unit: Unit, must: str = "room") -> bool:
    """Whether a unit is shaken and can still get out of the enemy's zones."""
    owes = any(duty.who == unit.name for duty in withdrawals(state, unit.side))
    return owes and not state.moved[unit.number] and bool(homes(state, unit, f"{must} withdraw"))


def lot_steps(state: Ground, lot: str) -> list[str]:
    """The hexes that pieces of a lot may march to."""
    board = state.game.board
    here = board.grid.index(lot.partition("@")[2])
    closed = state.zone("blue") | state.occupied("blue")
    wet = river(state)
    return [
        board.grid.name(j)
        for d, j in enumerate(board.grid.neighbours(here))
        if j >= 0 and not closed >> j & 1 and not wet[d] >> here & 1
    ]


def fresh(state: Ground, lot: str) -> int:
    """How many pieces of a lot have not moved."""
    return state.lots.get(lot, 0) - state.tired.get(lot, 0)


def formable(state: Ground, unit: Unit) -> bool:
    """Whether a division's brigades stand together and none has moved."""
    places = {state.at[part] for part in unit.parts}
    if len(places) != 1 or state.at[unit.name] != UNFORMED or not places <= {state.hex_of(unit.parts[0])}:
        return False
    return not any(state.moved[state.unit(part).number] for part in unit.parts)


def splittable(state: Ground, unit: Unit) -> bool:
    """Whether a division has not moved and its hex has room for one unit more."""
    here = state.at[unit.name]
    ready = bool(unit.parts) and here in state.game.board.grid and not state.moved[unit.number]
    return ready and len(state.stack(unit.side, here)) < LIMIT


class Movement(Step[Ground]):
    """A side moves its units, one after the other."""

    name = "movement"
    frame = frames.OfSide

    def ask(self, state: Ground) -> Decision:
        now: frames.OfSide = state.top
        side = now.side
        place, able = crowded(state, side)
        if place:
            duty = Obligation(place, "be left by one unit", f"{side} movement", "PG-6.2", side)
            picks = [Action("pick", unit.name) for unit in able]
            prompt = f"Too many units in {place}; one must move on"
            return Decision(side, self.name, Kind.PICK, prompt, "PG-6.2", Options(picks), obligations=(duty,))
        duties = tuple(d for d in withdrawals(state, side) if must_withdraw(state, state.unit(d.who)))
        parts = (self._picks(state, side), self._reorganise(state, side), [] if duties else [DONE])
        prompt = "Choose a unit to move"
        return Decision(side, self.name, Kind.PICK, prompt, "PG-5.1", Options(*parts), obligations=duties)

    def _picks(self, state: Ground, side: str) -> list[Action]:
        picks = [Action("pick", unit.name) for unit in state.game.order[side] if can_move(state, unit)]
        if side == "red":
            picks += [Action("pick", lot) for lot in sorted(state.lots) if fresh(state, lot) and lot_steps(state, lot)]
        return picks

    def _reorganise(self, state: Ground, side: str) -> list[Action]:
        units = state.game.order[side]
        forms = [Action("form", unit.name) for unit in units if formable(state, unit)]
        return forms + [Action("split", unit.name) for unit in units if splittable(state, unit)]

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        if action.verb == "pick" and "@" in action.thing:
            state.push("lot", action.thing)
        elif action.verb == "pick":
            unit = state.unit(action.thing)
            must = "room" if decision.rule == "PG-6.2" else ""
            if must_withdraw(state, unit, must):
                must = f"{must} withdraw".strip()
            state.push(*allowance(state, unit, must))
        elif action.verb == "form":
            form(state, state.unit(action.thing))
        elif action.verb == "split":
            split(state, state.unit(action.thing))
        else:
            state.settle(*withdrawals(state, decision.side), lapse=True)
            state.put("excess", decision.side)

    def why_not(self, state: Ground, action: Action, decision: Decision) -> Reason | None:
        if action == DONE and decision.obligations:
            duty = decision.obligations[0]
            return Reason(duty.rule, f"{duty.who} must {duty.what} first.")
        if action.verb != "pick":
            return None
        if decision.rule == "PG-6.2":
            return Reason("PG-6.2", decision.prompt + ".")
        if "@" in action.thing:
            return Reason("PG-5.13", f"There is nothing of {action.thing} that can still march.")
        unit = state.unit(action.thing)
        if unit.side != decision.side:
            return Reason("PG-5.1", f"{unit.name} is not yours to move.")
        if state.moved[unit.number]:
            return Reason("PG-5.1", f"{unit.name} has moved in this phase.")
        if unit.enters > state.turn:
            return Reason("PG-5.9", f"{unit.name} enters from turn {unit.enters} on.")
        return Reason("PG-5.2", f"{unit.name} has nowhere to go.")


def form(state: Ground, unit: Unit) -> None:
    """Brigades become their division, which has moved."""
    here = state.at[unit.parts[0]]
    for part in unit.parts:
        state.at[part] = unit.name
        state.moved[state.unit(part).number] = 1
    state.settle(*(d for d in withdrawals(state, unit.side) if d.who in unit.parts), lapse=True)
    state.place(unit.name, here)
    state.steps[unit.number] = sum(state.steps[state.unit(part).number] for part in unit.parts)
    state.moved[unit.number] = 1
    state.note("form", "PG-5.12", f"{' and '.join(unit.parts)} form {unit.name}", piece=unit.name, at=here)


def split(state: Ground, unit: Unit) -> None:
    """A division becomes as many brigades as it has steps; they have moved."""
    here = state.at[unit.name]
    for number, part in enumerate(unit.parts):
        alive = number < state.steps[unit.number]
        state.at[part] = here if alive else "dead"
        state.steps[state.unit(part).number] = int(alive)
        state.moved[state.unit(part).number] = 1
    state.at[unit.name] = UNFORMED
    state.steps[unit.number] = 0
    state.settle(*(d for d in withdrawals(state, unit.side) if d.who == unit.name), lapse=True)
    state.note("split", "PG-5.12", f"{unit.name} splits", piece=unit.name, at=here)


class Lot(Step[Ground]):
    """Part of a lot, or all of it, marches."""

    name = "lot"
    frame = frames.Lot

    def ask(self, state: Ground) -> Decision:
        now: frames.Lot = state.top
        lot = now.lot
        if not now.number:
            counts = [Action("take", str(n)) for n in range(1, fresh(state, lot) + 1)]
            return Decision("red", self.name, Kind.CHOOSE, f"How many of {lot}?", "PG-5.13", Options(counts))
        steps = [Action("step", h) for h in lot_steps(state, lot)]
        return Decision("red", self.name, Kind.MOVE, f"Where do {now.number} of {lot} go?", "PG-5.13", Options(steps))

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        now: frames.Lot = state.top
        if action.verb == "take":
            state.amend(number=int(action.thing))
            return
        lot, count = now.lot, now.number
        there = f"{lot.partition('@')[0]}@{action.thing}"
        state.pop()
        state.lots[lot] -= count
        if not state.lots[lot]:
            del state.lots[lot]
        state.lots[there] = state.lots.get(there, 0) + count
        state.tired[there] = state.tired.get(there, 0) + count
        state.note("move", "PG-5.13", f"{count} of {lot} march to {action.thing}", piece=there, to=action.thing)


class Excess(Step[Ground]):
    """What is too many in a hex when the phase ends is lost."""

    name = "excess"
    frame = frames.OfSide

    def ask(self, state: Ground) -> Decision | None:
        now: frames.OfSide = state.top
        side = now.side
        for place in sorted({state.at[unit.name] for unit in state.on_board(side)}):
            stack = state.stack(side, place)
            if len(stack) > LIMIT:
                losses = [Action("lose", unit.name) for unit in stack]
                return Decision(side, self.name, Kind.LOSS, f"Too many units in {place}", "PG-6.3", Options(losses))
        state.note("phase", "PG-6.1", f"{side} has moved", side=side)
        state.pop()
        return None

    def take(self, state: Ground, action: Action, decision: Decision) -> None:
        state.eliminate(action.thing, "PG-6.3")
