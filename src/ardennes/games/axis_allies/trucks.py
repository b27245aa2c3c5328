"""Trucks: going home (3.1), driving, loading on the way and unloading (0.21, 0.22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.counters.bars import Bar, first_bar, free
from ardennes.engine import Action, Decision, Kind, Masked, Options, Reason, Step, speech
from ardennes.games.axis_allies import sequence
from ardennes.games.axis_allies.forces import ART, CARGO, INF, OFF, SPACES
from ardennes.games.axis_allies.handles import DONE, STOP
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import ALLIES, AXIS, SIDES, Terrain
from ardennes.games.axis_allies.ways import TRUCK, Ways, ways_of, why_not_there
from ardennes.games.axis_allies.words import listed

WORDS = ("infantry", "artillery", "supply")
TYPE_OF = (INF, ART)  # the type of combat unit in the first two cargo columns


# ---- the road home ----


def home_bars(state: Position, side: int) -> Iterator[Bar]:
    """Why trucks of a hex may not go home, in the order in which a player would be told."""
    ways, terrain = ways_of(state, side), state.game.terrain
    stuck = ~ways.free()
    yield Bar("AA-R.32", "is captured", state.held[1 - side])
    at_edge = "is in an enemy zone of control, and no road leaves the board there by a friendly edge"
    yield Bar("AA-3.1.b", at_edge, terrain.rim & ways.zone & stuck)
    yield Bar("AA-3.1.a", "is in an enemy zone of control and not on a friendly edge", ways.zone & stuck)
    yield Bar("AA-3.1.a", "has no open road to a friendly edge", stuck)


def free_trucks(state: Position, side: int) -> int:
    """A side's trucks that may go home, by number."""
    hexes = free(state.parked[side], home_bars(state, side))
    mask = 0
    for number, at in enumerate(state.trucks):
        if at >= 0 and hexes >> at & 1 and state.owners[number] == side:
            mask |= 1 << number
    return mask


class TrucksHome(Step[Position]):
    """Free trucks may go home, before anybody moves."""

    class Frame(NamedTuple):
        """Whose trucks they are."""

        step: str
        side: int = AXIS

    name = "trucks home"
    frame = Frame

    def ask(self, state: Position) -> Decision | None:
        """A free truck, or the end; a side without one is not asked."""
        now: TrucksHome.Frame = state.top
        side = now.side
        mask = free_trucks(state, side)
        if not mask:
            self._next(state, side)
            return None
        options = Options(Masked(state.game.handles.home, mask), DONE)
        prompt = f"Choose an {('Axis', 'Allied')[side]} truck to take off the board and load there later, or continue"
        return Decision(SIDES[side], self.name, Kind.MOVE, prompt, "AA-3.1", options)

    def _next(self, state: Position, side: int) -> None:
        if side == AXIS:
            state.amend(side=ALLIES)
        else:
            sequence.begin_movement(state, AXIS)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """The truck is off the board."""
        now: TrucksHome.Frame = state.top
        side = now.side
        if action.verb == "done":
            self._next(state, side)
            return
        number = state.game.forces.truck_number[action.thing]
        h = state.trucks[number]
        if state.heard:
            rule = "AA-3.1.b" if ways_of(state, side).zone >> h & 1 else "AA-3.1.a"
            text = f"{state.game.forces.trucks[number].display_name} returns to base from {state.name_of(h)}"
            state.note("exit", rule, text, side=SIDES[side], piece=action.thing, at=state.name_of(h))
        state.put_truck(number, OFF)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """Why a truck is not free."""
        if action.verb == "load":
            return Reason("AA-3.1", "A truck leaves the board empty.")
        if action.verb != "return":
            return None
        now: TrucksHome.Frame = state.top
        return why_not_free(state, now.side, state.game.forces.truck_number[action.thing])


def why_not_free(state: Position, side: int, number: int) -> Reason | None:
    """Why a truck cannot go home."""
    name, h = state.game.forces.trucks[number].display_name, state.trucks[number]
    if state.owners[number] != side:
        return Reason("AA-R.23", f"{name} is not yours; the Axis sends its trucks home first, then the Allies.")
    if h < 0:
        return Reason("AA-3.1", f"{name} is not on the board.")
    bar = first_bar(h, home_bars(state, side))
    return Reason(bar.rule, f"{name} {bar.why}{_closed(state, side, h)}.") if bar else None


def _closed(state: Position, side: int, h: int) -> str:
    """The hexes that close the roads of a truck outside enemy zones of control, as the end of a sentence."""
    ways, terrain = ways_of(state, side), state.game.terrain
    closed = ways.closing(h)
    zones, towns = (terrain.grid.sorted(mask) for mask in (closed & ways.zone, closed & ~ways.zone))
    parts = [_of(terrain, zones, "in an enemy zone of control", "in enemy zones of control")] if zones else []
    parts += [_of(terrain, towns, "an enemy-controlled town", "enemy-controlled towns")] if towns else []
    return f": {'; '.join(parts)}" if parts else ""


def _of(terrain: Terrain, hexes: Sequence[int], one: str, many: str) -> str:
    names = speech.both([terrain.title(h) for h in hexes])
    return f"{names} is {one}" if len(hexes) == 1 else f"{names} are {many}"


# ---- driving ----


def drive_bars(state: Position, side: int) -> Iterator[Bar]:
    """Why trucks of a hex cannot drive."""
    yield Bar("AA-R.32", "is captured", state.held[1 - side])
    yield Bar("AA-0.21", "has no road out of its hex that it may use", ~ways_of(state, side).road_out)


def ready_to_drive(state: Position, side: int) -> int:
    """A side's trucks on the board that have not moved and can drive, by number."""
    hexes, owners = free(state.parked[side], drive_bars(state, side)), state.owners
    mask = 0
    for number, at in enumerate(state.trucks):
        if at >= 0 and hexes >> at & 1 and owners[number] == side:
            mask |= 1 << number
    return mask & ~state.driven


def why_no_drive(state: Position, side: int, number: int) -> Reason | None:
    """Why a truck cannot drive now."""
    name, h = state.game.forces.trucks[number].display_name, state.trucks[number]
    if state.owners[number] != side:
        return Reason("AA-3.3", f"{name} is not yours.")
    if h < 0:
        return Reason("AA-R.28", f"{name} is not on the board.")
    if state.driven >> number & 1:
        return Reason("AA-3.3", f"{name} has moved.")
    bar = first_bar(h, drive_bars(state, side))
    return bar.reason(name) if bar else None


def begin_drive(state: Position, number: int) -> None:
    """A truck on the board sets out."""
    state.driven |= 1 << number
    state.push("drive", number, 1 << state.trucks[number], False)


def loads(state: Position, side: int, h: int) -> int:
    """What lies in a hex for a truck with room, as a mask of the table of loads: activated units, own supply."""
    size = state.game.terrain.size
    found = 0
    if state.able[INF] >> h & 1:
        found |= 1 << h
    if state.able[ART] >> h & 1:
        found |= 1 << size + h
    if state.stores[side] >> h & 1:
        found |= 1 << 2 * size + h
    return found


def depots(state: Position, ways: Ways, h: int) -> int:
    """The hexes with something to load that a truck reaches from a hex without being stopped there."""
    found = state.stores[ways.side] | state.able[INF] | state.able[ART]
    return found and found & ways.ends(TRUCK, h) & ~ways.stops


def aboard(state: Position, number: int) -> int:
    """How many spaces of a truck are taken."""
    return sum(state.cargo[3 * number : 3 * number + 3])


class Drive(Step[Position]):
    """A truck in motion."""

    class Frame(NamedTuple):
        """The truck, and how it came here."""

        step: str
        truck: int
        been: int  # the hexes it has been in since it last loaded
        may_stop: bool  # whether it may stop where it is

    name = "drive"
    frame = Frame

    def ask(self, state: Position) -> Decision:
        """Where to drive, what to load, or a stop."""
        now: Drive.Frame = state.top
        number = now.truck
        side, h = state.owners[number], state.trucks[number]
        ways, handles = ways_of(state, side), state.game.handles
        go = ways.ends(TRUCK, h)
        room = aboard(state, number) < SPACES
        steps = (state.game.terrain.by_road[h] & ~ways.barred | (depots(state, ways, h) if room else 0)) & ~now.been
        cargo = loads(state, side, h) if room else 0
        end = STOP if now.may_stop else ()
        options = Options(Masked(handles.go, go), Masked(handles.step, steps), Masked(handles.load, cargo), end)
        name = state.game.forces.trucks[number].display_name
        prompt = f"Choose where {name} drives from {state.name_of(h)}, or load it"
        return Decision(SIDES[side], self.name, Kind.MOVE, prompt, "AA-0.21", options)

    def take(self, state: Position, action: Action, decision: Decision) -> None:
        """It loads, or drives until something stops it."""
        now: Drive.Frame = state.top
        if action.verb == "stop":
            state.pop()
        elif action.verb == "load":
            load(state, now.truck, state.game.handles.load.index[action] // state.game.terrain.size)
            state.amend(been=1 << state.trucks[now.truck])
        else:
            self._drive(state, now, action)

    def _drive(self, state: Position, now: Frame, action: Action) -> None:
        number = now.truck
        side, h = state.owners[number], state.trucks[number]
        ways = ways_of(state, side)
        to = state.game.terrain.bit[action.thing]
        if state.heard:
            log_drive(state, ways, number, h, to)
        state.put_truck(number, to)
        if action.verb == "go" or (ways.stops >> to & 1) or (ways.zone >> h & 1):
            state.pop()
        else:
            state.amend(been=now.been | 1 << to, may_stop=True)

    def why_not(self, state: Position, action: Action, decision: Decision) -> Reason | None:
        """What cannot be loaded, and where it cannot drive."""
        now: Drive.Frame = state.top
        number = now.truck
        side, h = state.owners[number], state.trucks[number]
        if action.verb == "load":
            return why_no_load(state, number, action.thing)
        if action.verb == "stop":
            return Reason("AA-3.3", "It has not moved yet.")
        if action.verb not in ("go", "step"):
            return None
        to = state.game.terrain.bit[action.thing]
        if action.verb == "step" and now.been >> to & 1:
            text = f"It has already been in {action.thing} since it last loaded"
            return Reason("AA-R.26", f"{text}; go there to end the move.")
        if action.verb == "step" and ways_of(state, side).ends(TRUCK, h) >> to & 1:
            text = f"{action.thing} is not next to it by road and has nothing for it to load"
            return Reason("AA-0.21", f"{text}; go there to end the move.")
        return why_not_there(state, side, TRUCK, h, to)


def log_drive(state: Position, ways: Ways, number: int, h: int, to: int) -> None:
    """The log of a drive."""
    name, terrain = state.game.forces.trucks[number].name, state.game.terrain
    text = f"{state.game.forces.trucks[number].display_name} drives from {terrain.names[h]} to {terrain.title(to)}"
    path = ways.reach(TRUCK, h).path(to)
    if len(path) > 2:
        text += f" by {', '.join(terrain.names[stop] for stop in path[1:-1])}"
    side = SIDES[state.owners[number]]
    state.note("move", "AA-0.21", text, side=side, piece=name, at=terrain.names[h], to=terrain.names[to])


def load(state: Position, number: int, column: int) -> None:
    """One activated unit, or one token, of the truck's hex goes aboard; a unit has used its movement."""
    h, side = state.trucks[number], state.owners[number]
    if column == 2:
        state.store(side, h, -1)
    else:
        state.send_out(TYPE_OF[column], h)
    put_aboard(state, number, column, state.name_of(h))


def put_aboard(state: Position, number: int, column: int, where: str) -> None:
    """A unit or token is aboard."""
    state.cargo[3 * number + column] += 1
    state.ride()
    if state.heard:
        name = state.game.forces.trucks[number].name
        rule = "AA-0.22.c" if state.trucks[number] == OFF else "AA-0.22.b" if column == 2 else "AA-0.22.a"
        text = f"{state.game.forces.trucks[number].display_name} loads {WORDS[column]} from {where}"
        state.note("load", rule, text, side=SIDES[state.owners[number]], piece=name, at=where)


def why_no_load(state: Position, number: int, lot: str) -> Reason:
    """Why a truck cannot take something up."""
    kind, _, where = lot.partition("@")
    h = state.trucks[number]
    if aboard(state, number) >= SPACES:
        return Reason("AA-0.22", f"{aboard(state, number)} of {SPACES} spaces are taken.")
    if h < 0 or where != state.name_of(h):
        rule = "AA-0.22.b" if kind == "supply" else "AA-0.22.a"
        return Reason("AA-0.22.c" if where not in state.game.terrain.bit else rule, f"The truck is not at {where}.")
    if kind == "supply":
        return Reason("AA-0.22.b", f"You have no supply token in {where}.")
    column = CARGO.index(kind)
    if not state.stack(h)[TYPE_OF[column]]:  # no truck loads among enemies
        return Reason("AA-0.22.a", f"You have no {WORDS[column]} in {where}.")
    if not state.activated >> h & 1:
        return Reason("AA-0.22.a", f"{where} was not paid for, so its {WORDS[column]} cannot be loaded.")
    return Reason("AA-R.27", f"The {WORDS[column]} in {where} has moved, or arrived this turn.")


def unload_all(state: Position) -> None:
    """Every truck puts its whole cargo down where it stopped; tokens of a captured one are captured with it."""
    for number, at in enumerate(state.trucks):
        if at >= 0 and aboard(state, number):
            unload(state, number)


def unload(state: Position, number: int) -> None:
    """A truck puts its whole cargo down."""
    at, side = state.trucks[number], state.owners[number]
    inf, art, supply = state.load_of(number)
    state.cargo[3 * number : 3 * number + 3] = [0, 0, 0]
    state.ride()
    for kind, n in ((INF, inf), (ART, art)):
        if n:
            state.gain(side, kind, at, n)
    if supply:
        state.store(side, at, supply)
    if state.heard:
        truck, there = state.game.forces.trucks[number], state.name_of(at)
        cargo = listed((inf, "infantry"), (art, "artillery"), (supply, "supply token"))
        text = f"{truck.display_name} unloads {cargo} in {there}"
        state.note("unload", "AA-0.22.d", text, side=SIDES[side], piece=truck.name, at=there)
