"""Phase 3, reinforcement: income, units and trucks from the charts, blitz from off the board (3.9 to 3.16)."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step
from ardennes.games.axis_allies import sequence, trucks
from ardennes.games.axis_allies.forces import ART, LONG, OFF, SPACES, TANK, TYPES, Formation
from ardennes.games.axis_allies.handles import DONE, STOP
from ardennes.games.axis_allies.movement import PAID, arrive
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, OFF_BOARD, SIDES
from ardennes.games.axis_allies.ways import ARRIVAL, ways_of, why_not_there
from ardennes.games.axis_allies.words import called, does

ARRIVALS = ("AA-3.11", "AA-3.12")
TRUCK_ARRIVALS = ("AA-3.11.a", "AA-3.12.a")
EDGES = ("the eastern", "the northern, western or southern")


def entries(state: Position, formation: Formation) -> int:
    """Where a formation's combat units may be put: those of its edge's or army's hexes that are open."""
    return formation.arrives & open_ground(state, formation.side)


def open_ground(state: Position, side: int) -> int:
    """The hexes that are not enemy-controlled and hold no enemy combat unit."""
    return state.friendly(side) & ~state.occupied(1 - side)


def due(state: Position, side: int) -> list[tuple[int, Formation]]:
    """A side's formations that have come, by number, and have a hex to come in by."""
    ground, turn = open_ground(state, side), state.turn
    return [each for each in state.game.forces.of_side[side] if each[1].turn <= turn and each[1].arrives & ground]


def truck_entries(state: Position, side: int) -> int:
    """Where a side's trucks may be put: road hexes of its own edges under its control, without enemies."""
    return state.game.terrain.edge_roads[side] & state.friendly(side) & ~ways_of(state, side).barred


def waiting(state: Position, side: int) -> int:
    """The chart lots of a side that may come in, as a mask over type * formations + formation."""
    n, charts = len(state.game.forces.formations), state.charts
    mask = 0
    for number, _ in due(state, side):
        if charts[number]:
            mask |= 1 << number
        if charts[n + number]:
            mask |= 1 << n + number
        if charts[2 * n + number]:
            mask |= 1 << 2 * n + number
    return mask


def trucks_off_board(state: Position, side: int) -> int:
    """A side's trucks beside the board, by number; those of later chart rows are not there yet."""
    mask = 0
    for number, at in enumerate(state.trucks):
        if at == OFF and state.owners[number] == side and state.game.forces.trucks[number].turn <= state.turn:
            mask |= 1 << number
    return mask


def blitzable(state: Position, side: int, lots: int) -> int:
    """The formations whose blitz can be paid for: with a tank among the lots that wait, and none in yet this turn."""
    if not state.depot[side]:
        return 0
    n = len(state.game.forces.formations)
    return lots >> TANK * n & (1 << n) - 1 & ~state.paid & ~state.entered


class Reinforcement(Step[Position]):
    """A side brings in what it likes, one piece at a time."""

    class Frame(NamedTuple):
        """Whether the income of the turn is here."""

        step: str
        begun: bool = False

    frame = Frame

    def __init__(self, side: int) -> None:
        self.side = side
        self.name = f"{SIDES[side]} reinforcement"

    def ask(self, state: Position) -> Decision | None:
        """A unit or truck to come in, a blitz to pay for, or the end."""
        now: Reinforcement.Frame = state.top
        if not now.begun:
            sequence.begin_reinforcement(state, self.side)
            return None
        side, handles = self.side, state.game.handles
        lots = waiting(state, side)
        some_trucks = trucks_off_board(state, side) if truck_entries(state, side) else 0
        picks = some_trucks << handles.pick_truck | lots << handles.pick_chart
        blitz = blitzable(state, side, lots) << state.game.terrain.size
        options = Options(Masked(handles.pick, picks), Masked(handles.blitz, blitz), DONE)
        prompt = "Choose a unit or a truck to bring in, or end reinforcement"
        return Decision(SIDES[side], self.name, Kind.PICK, prompt, "AA-3.9", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It comes in, or the part ends, and with that of the Allies the phase, so that all trucks unload."""
        side, handles = self.side, state.game.handles
        if action.verb == "done":
            if side == ALLIES:
                trucks.unload_all(state)
            sequence.end_reinforcement(state, side)
        elif action.verb == "blitz":
            number = state.game.forces.number[action.thing]
            state.paid |= 1 << number
            state.depot[side] -= 1
            if state.heard:
                text = f"{does(side, 'pay')} for a blitz by {state.game.forces.formations[number].name}"
                state.note("supply", "AA-3.14", text, side=SIDES[side])
        else:
            at = handles.pick.index[action]
            if at < handles.pick_chart:
                state.push("load up", side, at - handles.pick_truck)
            else:
                n = len(state.game.forces.formations)
                state.push("arrive", side, (at - handles.pick_chart) // n, (at - handles.pick_chart) % n)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What cannot come in, and why."""
        if action.verb == "activate":
            return Reason("AA-3.2.b", PAID)
        if action.verb in ("go", "step"):
            text = "Units that have entered have ended their move; tanks and trucks move on as they enter."
            return Reason("AA-3.13", text)
        if action.verb == "blitz":
            return why_no_blitz(state, self.side, action.thing)
        if action.verb != "pick":
            return None
        handles = state.game.handles
        at = handles.pick.index[action]
        if at < handles.pick_truck:
            return Reason("AA-3.0", "The units on the board have already moved; now the side reinforces.")
        if at < handles.pick_chart:
            return why_no_truck(state, self.side, at - handles.pick_truck)
        if at >= handles.pick_air:
            return Reason("AA-3.9", f"{called(state.game, action.thing).capitalize()} is not on any chart.")
        n = len(state.game.forces.formations)
        return why_no_arrival(state, self.side, (at - handles.pick_chart) // n, (at - handles.pick_chart) % n)


def why_no_blitz(state: Position, side: int, name: str) -> Reason:
    """Why a formation's blitz cannot be paid for."""
    number = state.game.forces.number.get(name)
    if number is None:
        return Reason("AA-3.2.b", PAID)
    formation = state.game.forces.formations[number]
    if reason := why_away(state, side, formation):
        return reason
    if state.paid >> number & 1:
        return Reason("AA-3.14", f"A blitz by {formation.name} is already paid for.")
    if state.entered >> number & 1:
        return Reason("AA-R.36", f"A tank of {formation.name} has already entered; the token must be paid before that.")
    if not state.charts[TANK * len(state.game.forces.formations) + number]:
        return Reason("AA-R.36", f"{formation.name} has no tank left to bring in.")
    if not state.depot[side]:
        return Reason("AA-3.14", "No supply token is left off the board.")
    return no_entry(formation)


def why_no_truck(state: Position, side: int, number: int) -> Reason:
    """Why a truck cannot be brought in."""
    truck = state.game.forces.trucks[number]
    if state.owners[number] != side:
        return Reason("AA-3.9", f"{truck.display_name} is not yours.")
    if state.trucks[number] >= 0:
        return Reason("AA-R.28", f"{truck.display_name} is on the board; such trucks move in the movement step.")
    if state.trucks[number] != OFF:
        return Reason("AA-0.24", f"{truck.display_name} is destroyed.")
    if truck.turn > state.turn:
        return Reason("AA-3.9", f"{truck.display_name} arrives on turn {truck.turn}; this is turn {state.turn}.")
    return Reason(TRUCK_ARRIVALS[side], "No road hex on a friendly edge is open.")


def why_no_arrival(state: Position, side: int, kind: int, number: int) -> Reason:
    """Why a lot of a chart cannot come in."""
    formation = state.game.forces.formations[number]
    if reason := why_away(state, side, formation):
        return reason
    if not state.charts[kind * len(state.game.forces.formations) + number]:
        return Reason("AA-0.11", f"{formation.name} has no {LONG[TYPES[kind]]} left on the chart.")
    return no_entry(formation)


def why_away(state: Position, side: int, formation: Formation) -> Reason | None:
    """Why a formation is not on a side's chart now, None if it is."""
    if formation.side != side:
        return Reason("AA-3.9", f"{formation.name} is not yours.")
    if formation.turn > state.turn:
        return Reason("AA-3.9", f"{formation.name} arrives on turn {formation.turn}; this is turn {state.turn}.")
    return None


def no_entry(formation: Formation) -> Reason:
    """The refusal for a formation that has no hex to come in by."""
    return Reason(ARRIVALS[formation.side], f"There is no hex where {formation.name} could enter.")


class Arrive(Step[Position]):
    """Where a unit of a chart is put."""

    class Frame(NamedTuple):
        """The unit that comes in."""

        step: str
        side: int
        kind: int
        formation: int

    name = "arrive"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """A hex of its edge."""
        now: Arrive.Frame = state.top
        formation = state.game.forces.formations[now.formation]
        options = Options(Masked(state.game.handles.place, entries(state, formation)))
        prompt = f"Choose where the {LONG[TYPES[now.kind]]} of {formation.name} enters"
        return Decision(SIDES[now.side], self.name, Kind.PLACE, prompt, ARRIVALS[now.side], options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is there; a tank on a road may go on."""
        now: Arrive.Frame = state.pop()
        side, kind, number = now.side, now.kind, now.formation
        h = state.game.terrain.bit[action.thing]
        state.charts[kind * len(state.game.forces.formations) + number] -= 1
        if state.heard:
            self._log(state, side, kind, number, h)
        if kind != TANK:
            arrive(state, side, kind, h)
            return
        state.entered |= 1 << number
        ways = ways_of(state, side)
        if not ways.zone >> h & 1 and ways.ends(ARRIVAL, h):
            state.push("onward", side, h, number)
        else:
            if state.heard:
                log_halt(state, side, h)
            finish(state, side, h, number)

    def _log(self, state: Position, side: int, kind: int, number: int, h: int) -> None:
        formation, there = state.game.forces.formations[number], state.name_of(h)
        text = f"{LONG[TYPES[kind]].capitalize()} of {formation.name} enters at {state.game.terrain.title(h)}"
        lot = f"{TYPES[kind]}@{formation.id}"
        state.note("enter", ARRIVALS[side], text, side=SIDES[side], piece=lot, to=there)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What closes a hex to arrivals."""
        if action.verb != "place":
            return None
        now: Arrive.Frame = state.top
        side, formation = now.side, state.game.forces.formations[now.formation]
        h = state.game.terrain.bit[action.thing]
        if not formation.arrives >> h & 1:
            edge = "its army's hexes of the eastern edge" if side == AXIS else f"the {formation.chart} edge"
            return Reason(ARRIVALS[side], f"{formation.name} enters at {edge}, not at {action.thing}.")
        if not state.friendly(side) >> h & 1:
            return Reason(ARRIVALS[side], f"{action.thing} is enemy-controlled.")
        return Reason("AA-R.34", f"Enemy combat units are in {action.thing}.")


def log_halt(state: Position, side: int, h: int) -> None:
    """The log of a tank or truck that goes no further than where it comes in, for want of a road or in a zone."""
    there = state.name_of(h)
    if not state.game.terrain.roads >> h & 1:
        state.note("stop", "AA-3.13.a", f"It moves no farther: {there} has no road", side=SIDES[side], at=there)
    else:
        text = f"It moves no farther: {there} is in an enemy zone of control"
        state.note("stop", "AA-3.13.b", text, side=SIDES[side], at=there)


def finish(state: Position, side: int, h: int, number: int) -> None:
    """An arriving tank has made its normal move: its blitz comes now, if it was paid for."""
    if state.paid >> number & 1:
        state.push("blitz", side, h, f"tank@{state.game.forces.formations[number].id}")
    else:
        arrive(state, side, TANK, h)


class Onward(Step[Position]):
    """An arriving tank goes on along the road, or not."""

    class Frame(NamedTuple):
        """The tank, and where it was put."""

        step: str
        side: int
        hex: int
        formation: int

    name = "onward"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Further along the road, or a stop."""
        now: Onward.Frame = state.top
        options = Options(Masked(state.game.handles.go, ways_of(state, now.side).ends(ARRIVAL, now.hex)), STOP)
        prompt = f"Choose where the tank moves on to from {state.name_of(now.hex)}, or stop"
        return Decision(SIDES[now.side], self.name, Kind.MOVE, prompt, "AA-3.13.b", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """Its normal move is over."""
        now: Onward.Frame = state.pop()
        side, h, number = now.side, now.hex, now.formation
        to = h if action.verb == "stop" else state.game.terrain.bit[action.thing]
        if state.heard and to != h:
            lot = f"tank@{state.game.forces.formations[number].id}"
            text = f"It moves on to {state.game.terrain.title(to)}"
            state.note("move", "AA-3.13.b", text, side=SIDES[side], piece=lot, at=state.name_of(h), to=action.thing)
        finish(state, side, to, number)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """The rules that keep it from a hex."""
        if action.verb != "go":
            return None
        now: Onward.Frame = state.top
        return why_not_there(state, now.side, ARRIVAL, now.hex, state.game.terrain.bit[action.thing])


class LoadUp(Step[Position]):
    """An off-board truck is loaded and put on the board."""

    class Frame(NamedTuple):
        """The truck, by its number."""

        step: str
        side: int
        truck: int

    name = "load up"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Something to load, or a road hex of a friendly edge."""
        now: LoadUp.Frame = state.top
        side, number = now.side, now.truck
        handles = state.game.handles
        cargo = stock(state, side) if trucks.aboard(state, number) < SPACES else 0
        options = Options(Masked(handles.load, cargo), Masked(handles.place, truck_entries(state, side)))
        prompt = f"Load {state.game.forces.trucks[number].display_name}, or choose where it enters"
        return Decision(SIDES[side], self.name, Kind.LOAD, prompt, TRUCK_ARRIVALS[side], options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It is aboard, or the truck is on the board and may drive."""
        now: LoadUp.Frame = state.top
        side, number = now.side, now.truck
        if action.verb == "load":
            self._load(state, side, number, action)
            return
        state.pop()
        h = state.game.terrain.bit[action.thing]
        state.put_truck(number, h)
        state.driven |= 1 << number
        if state.heard:
            name = state.game.forces.trucks[number].name
            text = f"{state.game.forces.trucks[number].display_name} enters at {state.game.terrain.title(h)}"
            state.note("enter", TRUCK_ARRIVALS[side], text, side=SIDES[side], piece=name, to=action.thing)
        if not ways_of(state, side).zone >> h & 1:
            state.push("drive", number, 1 << h, True)
        elif state.heard:
            log_halt(state, side, h)

    def _load(self, state: Position, side: int, number: int, action: Action) -> None:
        handles, n = state.game.handles, len(state.game.forces.formations)
        at = handles.load.index[action]
        if at >= handles.load_stock:
            state.depot[side] -= 1
            trucks.put_aboard(state, number, 2, "the off-board area")
            return
        column, formation = divmod(at - handles.load_chart, n)
        state.charts[trucks.TYPE_OF[column] * n + formation] -= 1
        trucks.put_aboard(state, number, column, state.game.forces.formations[formation].name)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What cannot be loaded, and where the truck cannot come in."""
        now: LoadUp.Frame = state.top
        side, number = now.side, now.truck
        if action.verb == "place":
            return self._why_not_there(state, side, action.thing)
        if action.verb in ("done", "stop"):
            return Reason("AA-R.28", "A truck must be loaded and placed on the board in one go.")
        if action.verb != "load":
            return None
        kind, _, where = action.thing.partition("@")
        if where in state.game.terrain.bit or trucks.aboard(state, number) >= SPACES:
            return trucks.why_no_load(state, number, action.thing)
        if kind == "supply":
            mine = where == OFF_BOARD[side]
            return Reason("AA-0.22.c", "No token is left off the board." if mine else "Those tokens are not yours.")
        return why_no_arrival(state, side, TYPES.index(kind), state.game.forces.number[where])

    def _why_not_there(self, state: Position, side: int, place: str) -> Reason:
        bit = 1 << state.game.terrain.bit[place]
        if not state.game.terrain.edge_roads[side] & bit:
            return Reason(TRUCK_ARRIVALS[side], f"{place} is not a road hex on {EDGES[side]} edge.")
        if not state.friendly(side) & bit:
            return Reason(TRUCK_ARRIVALS[side], f"{place} is enemy-controlled.")
        rule = "AA-R.34" if state.occupied(1 - side) & bit else "AA-R.30"
        return Reason(rule, f"Enemy units are in {place}.")


def stock(state: Position, side: int) -> int:
    """What an off-board truck may load, as a mask of the table of loads: waiting infantry and artillery, supply."""
    handles, forces = state.game.handles, state.game.forces
    n, charts, turn = len(forces.formations), state.charts, state.turn
    mask = 0
    for number, formation in forces.of_side[side]:
        if formation.turn <= turn:
            if charts[number]:
                mask |= 1 << number
            if charts[ART * n + number]:
                mask |= 1 << n + number
    mask <<= handles.load_chart
    if state.depot[side]:
        mask |= 1 << handles.load_stock + side
    return mask
