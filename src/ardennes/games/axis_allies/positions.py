"""Position files: the start of any step that begins a phase, with lots, trucks, charts, control and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ardennes.engine import Position as PositionFile
from ardennes.games.axis_allies import air, sequence, setup, stacks, victory
from ardennes.games.axis_allies.forces import AIR_TYPES, CARGO, DEAD, IN_HAND, OFF, POOLS, TYPES
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies

STEPS = (
    "allies setup", "axis setup", "air initiative", "air placing", "air combat", "ground initiative", "axis attack",
    "allies attack", "trucks home", "axis movement", "axis reinforcement", "allies movement", "allies reinforcement",
    "upkeep",
)  # fmt: skip
HEXES = {"axis": "axis_ground", "attacked": "attacked", "activated": "activated"}  # marker → the field with its hexes
FIRST = "first"  # the marker of the side that places first, or names the first hex
OVERFULL = ("axis reinforcement", "allies movement", "allies reinforcement", "upkeep")  # after movement: AA-R.31
BY_HAND = ("allies setup", "axis setup")


def read(game: AxisAllies, file: PositionFile) -> Position:
    """The position that a file describes, at the start of a step. Faults are raised with their line."""
    if file.step not in STEPS:
        file.fault("step", f"there is no step “{file.step}”; there are {', '.join(STEPS)}")
    if file.turn > len(game.turn_names):
        file.fault("turn", f"the game has {len(game.turn_names)} turns")
    state = game.blank(file.scenario, file.chosen)
    state.turn = file.turn
    _charts(state)
    if file.step in BY_HAND:
        setup.by_hand(state)
    for key, words in file.pieces.items():
        _piece(state, file, key, words)
    for key, value in file.markers.items():
        _marker(state, file, key, value)
    state.vp = min(victory.points(state), game.needed - 1)
    file.read_tracks(state)
    for table, what in ((file.hidden, "hidden"), (file.obligations, "obligations")):
        for key in table:
            file.fault(key, f"this game has no {what}")
    _begin(state, file)
    return state


def _charts(state: Position) -> None:
    """What came on earlier turns has left the charts."""
    formations = state.game.forces.formations
    for number, formation in enumerate(formations):
        if formation.turn < state.turn:
            for kind in range(3):
                state.charts[kind * len(formations) + number] = 0


# ---- pieces ----


def _piece(state: Position, file: PositionFile, key: str, words: list[str]) -> None:
    first, _, place = key.partition(" ")
    if first in SIDES and place:
        _stack(state, file, key, SIDES.index(first), _hex(state, file, key, place), words)
    elif key in state.game.forces.truck_number:
        _truck(state, file, key, words)
    elif key in state.game.forces.number:
        _formation(state, file, key, words)
    else:
        file.fault(key, f"“{key}” is not a side with a hex (“axis G6”), a truck or a formation on a chart")


def _hex(state: Position, file: PositionFile, key: str, place: str) -> int:
    h = state.game.terrain.bit.get(place)
    if h is None:
        file.fault(key, f"“{place}” is not a full hex of the board (AA-3.8)")
    return h


def _pairs(file: PositionFile, key: str, words: list[str], known: tuple[str, ...]) -> list[tuple[str, int]]:
    """Types with their numbers: `inf 3 tank 2`."""
    found = []
    for kind, number in zip(words[::2], words[1::2], strict=False):
        if kind not in known or not number.isdigit():
            file.fault(key, f"“{kind} {number}” is not a type with a number; types are {', '.join(known)}")
        found.append((kind, int(number)))
    if len(words) % 2:
        file.fault(key, f"“{words[-1]}” has no number")
    return found


def _stack(state: Position, file: PositionFile, key: str, side: int, h: int, words: list[str]) -> None:
    known = (*TYPES, "supply", *(AIR_TYPES if file.step == "air combat" else ()))
    for kind, n in _pairs(file, key, words, known):
        if not n:
            continue
        if kind in AIR_TYPES:
            state.air[4 * h + 2 * side + AIR_TYPES.index(kind)] = n
            if min(air.in_hand(state, side)) < 0:
                file.fault(key, f"{SIDES[side]} does not have that many {kind}s")
        elif kind == "supply":
            state.store(side, h, n)
        else:
            if state.held[1 - side] >> h & 1:
                file.fault(key, f"combat units of both sides are in {state.name_of(h)}")
            state.gain(side, TYPES.index(kind), h, n)
        if file.step in BY_HAND and kind not in AIR_TYPES:
            _from_hand(state, file, key, side, h, kind, n)


def _from_hand(state: Position, file: PositionFile, key: str, side: int, h: int, kind: str, n: int) -> None:
    """A piece that the file has on the board is not in hand any more."""
    pool = next((p for p in setup.OWN_POOLS[side] if setup.area(state.game, p) >> h & 1), None)
    if pool is None:
        file.fault(key, f"{state.name_of(h)} is not on the {SIDES[side]} side of the front line (AA-6.2)")
    at = (*TYPES, "supply").index(kind) * len(POOLS) + pool
    state.hand[at] -= n
    if state.hand[at] < 0:
        file.fault(key, f"the printed set-up does not have that much {kind} for {POOLS[pool]} (AA-R.42)")


def _truck(state: Position, file: PositionFile, key: str, words: list[str]) -> None:
    """`G6`, `G6 axis`, `G6 loaded inf 2 supply 1`, `off` or `dead`."""
    number = state.game.forces.truck_number[key]
    place, *rest = words
    if rest and rest[-1] in SIDES:
        state.owners[number] = SIDES.index(rest.pop())
    if rest and rest[0] == "loaded":
        for kind, n in _pairs(file, key, rest[1:], CARGO):
            state.cargo[3 * number + CARGO.index(kind)] = n
        if sum(state.load_of(number)) > 6:
            file.fault(key, "a truck has six spaces (AA-0.22)")
    elif rest:
        file.fault(key, f"“{' '.join(rest)}” does not describe a truck; write loaded, types and numbers, or a side")
    words_for = {"off": OFF, "dead": DEAD, "hand": IN_HAND}
    state.trucks[number] = words_for[place] if place in words_for else _hex(state, file, key, place)
    state.refresh()


def _formation(state: Position, file: PositionFile, key: str, words: list[str]) -> None:
    n, number = len(state.game.forces.formations), state.game.forces.number[key]
    for kind in range(3):
        state.charts[kind * n + number] = 0
    for kind_name, count in [] if words == ["gone"] else _pairs(file, key, words, TYPES):
        state.charts[TYPES.index(kind_name) * n + number] = count


# ---- markers, the beginning ----


def _marker(state: Position, file: PositionFile, key: str, value: Any) -> None:
    if key == FIRST:
        if value not in SIDES:
            file.fault(key, f"“{value}” is not a side", "markers")
        return
    if key not in HEXES:
        file.fault(key, f"“{key}” is not a marker; known are {', '.join((*HEXES, FIRST))}", "markers")
    if not isinstance(value, list):
        file.fault(key, f"“{key}” takes a list of hexes", "markers")
    hexes = [_hex(state, file, key, str(place)) for place in value]
    setattr(state, HEXES[key], state.game.terrain.grid.mask(hexes))


def _begin(state: Position, file: PositionFile) -> None:
    """The frame of the step, and what its phase has prepared."""
    step = file.step
    if step in ("air initiative", "air placing", "air combat") and state.turn < state.game.air_from:
        file.fault("turn", f"aircraft fly from turn {state.game.air_from} (AA-1.0)")
    if step in ("ground initiative", "allies attack") and state.turn < state.game.allies_attack_from:
        file.fault("turn", "on the first turn the Axis begins and the Allies do not attack (AA-2.0.a)")
    for side in (0, 1):
        if step not in OVERFULL and (over := stacks.overfull(state, side)):
            file.fault(f"{SIDES[side]} {state.name_of(over[0])}", "the hex holds more than it may (AA-3.4)")
    if "attack" in step or step == "ground initiative":
        attacked = state.attacked
        sequence.ready_all(state)
        state.attacked = attacked
        for h in state.game.terrain.grid.bits(attacked):
            for kind in range(3):
                state.set_ready(kind, h, 0)
    for h in state.game.terrain.grid.bits(state.activated):
        state.make_ready(h)
    first = SIDES.index(file.markers.get(FIRST, "axis"))
    frames = {"air placing": (first, first), "air combat": (first, air.hexes_with_aircraft(state))}
    state.set_step(step, *frames.get(step, ()))
