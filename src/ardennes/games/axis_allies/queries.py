"""What planners, overlays and explanations ask of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from ardennes.engine import Action, ArdennesError, Battle, Goal, Margin, Reached, Standing, Supplied
from ardennes.engine.queries import Unit
from ardennes.games.axis_allies import victory
from ardennes.games.axis_allies.forces import AIR, DEAD, TANK, TYPES, Three
from ardennes.games.axis_allies.strips import lay_out
from ardennes.games.axis_allies.supply import sources
from ardennes.games.axis_allies.terrain import OFF_BOARD, SIDES
from ardennes.games.axis_allies.ways import TRUCK, ways_of

if TYPE_CHECKING:
    from ardennes.games.axis_allies.state import Position

S = TypeVar("S", bound="Position")
TRUCK_WORTH = 2.0
TOKEN_WORTH = 1.0
ROAD_SPEED = 6.0  # hexes that a tank or truck makes of a road in a turn, more or less; no rule sets a limit


# ---- battles ----


def battle(state: Position) -> Battle | None:
    """The battle on top of the stack: being declared, thrown for, or fought in the air."""
    if not state.frames:
        return None
    now = state.top
    match now.step:
        case "hold":
            return attack_of(state, now.side, now.hex, now.target, now.units)
        case "split":
            return attack_of(state, now.side, now.hex, now.targets[now.at], now.sent[now.at])
        case "throw" | "throw again" if now.kind == "attack":
            return attack_of(state, now.side, now.hex, now.target, now.units)
        case "throw" | "throw again":
            pieces = _air_pieces(now.side, now.units[:2])
            return Battle(now.kind, SIDES[now.side], (state.name_of(now.target),), pieces)
        case "anti-aircraft" | "anti-aircraft again":
            return fire_of(state, now.hex, now.side)
        case "dogfight" | "dogfight again":
            return dogfight_of(state, now.hex)
    return None


def attack_of(state: Position, side: int, h: int, target: int, units: Three) -> Battle:
    """A ground attack of one hex on another, with the canonical way to declare it."""
    here, there = state.name_of(h), state.name_of(target)
    attackers = tuple(f"{TYPES[kind]}@{here}" for kind, n in enumerate(units) for _ in range(n))
    ready = [state.ready.get(kind * state.game.terrain.size + h, 0) for kind in range(3)]
    held = [Action("hold", TYPES[kind]) for kind in range(3) for _ in range(ready[kind] - units[kind])]
    declared = (Action("attack", here), Action("target", there), *held, Action("fight"))
    return Battle("attack", SIDES[side], (there,), attackers, declared=declared)


def _air_pieces(side: int, aircraft: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(AIR[2 * side + kind] for kind, n in enumerate(aircraft) for _ in range(n))


def fire_of(state: Position, h: int, side: int) -> Battle:
    """Anti-aircraft fire at a side's air units over a hex."""
    strip, enemy, there = lay_out(state, side, h), SIDES[1 - side], state.name_of(h)
    names = (*TYPES, "truck", "supply")
    guns = tuple(f"{names[kind]}@{there}" for kind in range(5) if strip[kind])
    targets = tuple((SIDES[side], piece) for piece in _air_pieces(side, state.aircraft(side, h)))
    return Battle("anti-aircraft", enemy, (there,), guns, targets)


def dogfight_of(state: Position, h: int) -> Battle:
    """The dogfight over a hex."""
    theirs = tuple(("allies", piece) for piece in _air_pieces(1, state.aircraft(1, h)))
    return Battle("dogfight", "axis", (state.name_of(h),), _air_pieces(0, state.aircraft(0, h)), theirs)


# ---- movement and supply ----


def lot_of(state: Position, piece: str) -> tuple[int, int]:
    """The type and hex of a lot on the board. Raises ArdennesError if it is none."""
    kind, _, where = piece.removeprefix("spent-").partition("@")
    if kind not in TYPES or where not in state.game.terrain.bit:
        raise ArdennesError(f"“{piece}” is not a group of combat units on the board; write it as inf@G6, type and hex.")
    return TYPES.index(kind), state.game.terrain.bit[where]


def side_in(state: Position, h: int) -> int:
    """The side whose combat units are in a hex; of an empty hex, the side that controls it."""
    if state.held[0] >> h & 1:
        return 0
    return 1 if state.held[1] >> h & 1 else 1 - (state.axis_ground >> h & 1)


def reach(state: Position, piece: str) -> Reached:
    """Where a lot or truck can go in its next movement, steps of the way counted, without a blitz."""
    terrain = state.game.terrain
    if piece in state.game.forces.truck_number:
        number = state.game.forces.truck_number[piece]
        h, kind, side = state.trucks[number], TRUCK, state.owners[number]
        if h < 0 or state.held[1 - side] >> h & 1:
            return Reached({})
    else:
        kind, h = lot_of(state, piece)
        side = side_in(state, h)
    ways = ways_of(state, side)
    found = ways.reach(kind, h)
    ends = ways.ends(kind, h) | 1 << h
    costs = {terrain.names[to]: found.cost(to) or 0 for to in terrain.grid.sorted(ends)}

    def path(place: str) -> tuple[str, ...]:
        return tuple(terrain.names[step] for step in found.path(terrain.bit[place]))

    return Reached(costs, 1, path)


def supply(state: Position, piece: str) -> Supplied:
    """Whether a token can pay for the hex of a unit, and the hex that it would come from."""
    _, h = lot_of(state, piece)
    side = side_in(state, h)
    found = sources(state, side, h)
    if not found:
        return Supplied("no token", "AA-3.2.a")
    here = state.name_of(h)
    if found >> h & 1:
        return Supplied("supplied", "AA-R.15", (here,))
    return Supplied("supplied", "AA-3.2.a", (here, state.game.terrain.grid.names(found)[0]))


# ---- worth, goals, victory ----


def worth(state: Position, piece: str) -> float:
    """The dice that a lot attacks with; trucks and tokens have a value of their own."""
    forces = state.game.forces
    if piece in forces.truck_number:
        number = forces.truck_number[piece]
        return 0.0 if state.trucks[number] == DEAD else TRUCK_WORTH
    if piece in AIR:
        at = AIR.index(piece)
        return float(forces.air[at] * forces.air_power[at % 2])
    kind, _, where = piece.removeprefix("spent-").partition("@")
    if kind == "supply":
        return TOKEN_WORTH * _tokens(state, where)
    return float(forces.power[TYPES.index(kind)] * _count(state, TYPES.index(kind), where))


def _tokens(state: Position, where: str) -> int:
    if where in OFF_BOARD:
        return state.depot[OFF_BOARD.index(where)]
    h = state.game.terrain.bit.get(where)
    return 0 if h is None else state.supply_at(0, h) + state.supply_at(1, h)


def _count(state: Position, kind: int, where: str) -> int:
    if where in state.game.forces.number:
        return state.charts[kind * len(state.game.forces.formations) + state.game.forces.number[where]]
    h = state.game.terrain.bit.get(where)
    return 0 if h is None else state.stack(h)[kind]


def units(state: Position) -> tuple[Unit, ...]:
    """Every lot of combat units and every truck, on the board, beside it or on a chart, with the dice of one unit."""
    forces, terrain = state.game.forces, state.game.terrain
    found = []
    for side, held in enumerate(state.held):
        for h in terrain.grid.sorted(held):
            for kind, n in enumerate(state.stack(h)):
                if n:
                    found.append(_unit(state, side, kind, terrain.names[h], terrain.names[h], n))
    for number, formation in enumerate(forces.formations):
        for kind in range(3):
            n = state.charts[kind * len(forces.formations) + number]
            if n:
                found.append(_unit(state, formation.side, kind, formation.id, "", n))
    for truck, at, owner in zip(forces.trucks, state.trucks, state.owners, strict=True):
        if at != DEAD:
            place = terrain.names[at] if at >= 0 else ""
            found.append(Unit(truck.name, SIDES[owner], place, 0.0, 0.0, ROAD_SPEED))
    return tuple(found)


def _unit(state: Position, side: int, kind: int, where: str, place: str, n: int) -> Unit:
    """Two hits destroy any combat unit, so that all defend alike."""
    speed = ROAD_SPEED if kind == TANK else 1.0
    return Unit(f"{TYPES[kind]}@{where}", SIDES[side], place, float(state.game.forces.power[kind]), 1.0, speed, n)


def goals(state: Position, side: str) -> tuple[Goal, ...]:
    """Every town with points: to hold for the Axis, to deny for the Allies."""
    terrain = state.game.terrain
    how = "hold" if side == "axis" else "deny"
    when = "at every board upkeep"
    return tuple(
        Goal(terrain.names[h], value, "hold" if how == "hold" else "deny", when, "AA-4.4")
        for h, value in terrain.values
        if value
    )


def standing(state: Position) -> tuple[Standing, ...]:
    """Axis points against what is needed, and the turns that the Allies have still to last."""
    last = len(state.game.turn_names)
    lasted = state.turn if state.outcome is not None and state.outcome.winner == "allies" else state.turn - 1
    return (
        Standing("Axis victory points", state.vp, state.game.needed, "any board upkeep", "AA-5.1", "axis"),
        Standing("turns without an Axis victory", lasted, last, f"the end of turn {last}", "AA-5.2", "allies"),
    )


def margin(state: Position, side: str) -> tuple[Margin, ...]:
    """The towns that the Axis controls now, whatever the marker says, against what wins at a board upkeep."""
    points, needed, last = victory.points(state), state.game.needed, len(state.game.turn_names)
    if side == "axis":
        return tuple(Margin("towns", turn, points - needed, needed, "AA-5.1") for turn in range(state.turn, last + 1))
    return (Margin("towns", last, needed - 1 - points, needed, "AA-5.2"),)


# ---- supposing ----


def suppose(state: S, places: Mapping[str, str]) -> S:
    """A copy with whole lots and trucks set elsewhere. Raises ArdennesError for what is no piece or place."""
    other = state.copy()
    for piece, place in places.items():
        to = other.game.terrain.bit.get(place)
        if to is None:
            raise ArdennesError(f"There is no hex “{place}” on this board.")
        if piece in other.game.forces.truck_number:
            other.put_truck(other.game.forces.truck_number[piece], to)
        elif piece.startswith("supply@"):
            _suppose_supply(other, piece, to)
        else:
            _suppose_lot(other, piece, to)
    other.ways = None
    return other


def _suppose_supply(state: Position, piece: str, to: int) -> None:
    h = state.game.terrain.bit.get(piece.partition("@")[2])
    for side in (0, 1):
        n = 0 if h is None else state.supply_at(side, h)
        if n and h is not None:
            state.store(side, h, -n)
            state.store(side, to, n)


def _suppose_lot(state: Position, piece: str, to: int) -> None:
    kind, h = lot_of(state, piece)
    n, side = state.stack(h)[kind], side_in(state, h)
    ready = state.ready.get(kind * state.game.terrain.size + h, 0)
    if n:
        state.lose(kind, h, n)
        state.gain(side, kind, to, n)
        state.set_ready(kind, to, ready)
