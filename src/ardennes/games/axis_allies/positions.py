"""Position files: the start of any step that begins a phase, with lots, trucks, charts, control and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ardennes.engine import Position as PositionFile
from ardennes.engine.touch import touch
from ardennes.games.axis_allies import air, sequence, setup, stacks, victory
from ardennes.games.axis_allies.forces import AIR_TYPES, CARGO, DEAD, IN_HAND, OFF, POOLS, TYPES
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import AXIS, SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies

STEPS = (
    "allies setup", "axis setup", "air initiative", "air placing", "air combat", "ground initiative", "axis attack",
    "allies attack", "trucks home", "axis movement", "axis reinforcement", "allies movement", "allies reinforcement",
    "upkeep",
)  # fmt: skip
MARKERS = ("axis", "attacked", "activated", "first")
TRACKS = ("axis supply", "allies supply", "victory points", "passes")
OVERFULL = ("axis reinforcement", "allies movement", "allies reinforcement", "upkeep")  # after movement: AA-R.31
BY_HAND = ("allies setup", "axis setup")


def read(game: AxisAllies, position: PositionFile) -> Position:
    """The position that a file describes, at the start of a step. Faults are raised with their line."""
    if position.step not in STEPS:
        position.fault("step", f"there is no step “{position.step}”; there are {', '.join(STEPS)}")
    if position.turn > len(game.turn_names):
        position.fault("turn", f"the game has {len(game.turn_names)} turns")
    state = game.blank(position.scenario, position.chosen)
    state.turn = position.turn
    _charts(state)
    if position.step in BY_HAND:
        setup.by_hand(state)
    for key, words in position.pieces.items():
        _piece(state, position, key, words)
    for key, value in position.markers.items():
        _marker(state, position, key, value)
    for key, value in position.tracks.items():
        _track(state, position, key, value)
    for table, what in ((position.hidden, "hidden"), (position.obligations, "obligations")):
        for key in table:
            position.fault(key, f"this game has no {what}")
    _begin(state, position)
    return state


def _charts(state: Position) -> None:
    """What came on earlier turns has left the charts."""
    formations = state.game.forces.formations
    for number, formation in enumerate(formations):
        if formation.turn < state.turn:
            for kind in range(3):
                state.charts[kind * len(formations) + number] = 0


# ---- pieces ----


def _piece(state: Position, position: PositionFile, key: str, words: list[str]) -> None:
    first, _, place = key.partition(" ")
    if first in SIDES and place:
        _stack(state, position, key, SIDES.index(first), _hex(state, position, key, place), words)
    elif key in state.game.forces.truck_number:
        _truck(state, position, key, words)
    elif key in state.game.forces.number:
        _formation(state, position, key, words)
    else:
        position.fault(key, f"“{key}” is no side with a hex (“axis G6”), no truck and no formation of a chart")


def _hex(state: Position, position: PositionFile, key: str, place: str) -> int:
    h = state.game.terrain.bit.get(place)
    if h is None:
        touch("AA-3.8")
        position.fault(key, f"“{place}” is no full hex of the board (AA-3.8)")
    return h


def _pairs(position: PositionFile, key: str, words: list[str], known: tuple[str, ...]) -> list[tuple[str, int]]:
    """Types with their numbers: `inf 3 tank 2`."""
    found = []
    for kind, number in zip(words[::2], words[1::2], strict=False):
        if kind not in known or not number.isdigit():
            position.fault(key, f"“{kind} {number}” is no type with a number; types are {', '.join(known)}")
        found.append((kind, int(number)))
    if len(words) % 2:
        position.fault(key, f"“{words[-1]}” has no number")
    return found


def _stack(state: Position, position: PositionFile, key: str, side: int, h: int, words: list[str]) -> None:
    known = (*TYPES, "supply", *(AIR_TYPES if position.step == "air combat" else ()))
    for kind, n in _pairs(position, key, words, known):
        if not n:
            continue
        if kind in AIR_TYPES:
            state.air[4 * h + 2 * side + AIR_TYPES.index(kind)] = n
            if min(air.in_hand(state, side)) < 0:
                position.fault(key, f"{SIDES[side]} has not so many {kind}s")
        elif kind == "supply":
            state.store(side, h, n)
        else:
            if state.held[1 - side] >> h & 1:
                position.fault(key, f"combat units of both sides stand in {state.name_of(h)}")
            state.gain(side, TYPES.index(kind), h, n)
        if position.step in BY_HAND and kind not in AIR_TYPES:
            _from_hand(state, position, key, side, h, kind, n)


def _from_hand(state: Position, position: PositionFile, key: str, side: int, h: int, kind: str, n: int) -> None:
    """A piece that the file has on the board is not in hand any more."""
    pool = next((p for p in setup.OWN_POOLS[side] if setup.area(state.game, p) >> h & 1), None)
    if pool is None:
        position.fault(key, f"{state.name_of(h)} is not on the {SIDES[side]} side of the front line (AA-6.2)")
    at = (*TYPES, "supply").index(kind) * len(POOLS) + pool
    state.hand[at] -= n
    if state.hand[at] < 0:
        position.fault(key, f"the printed set-up has not so much {kind} for {POOLS[pool]} (AA-R.42)")


def _truck(state: Position, position: PositionFile, key: str, words: list[str]) -> None:
    """`G6`, `G6 axis`, `G6 loaded inf 2 supply 1`, `off` or `dead`."""
    number = state.game.forces.truck_number[key]
    place, *rest = words
    if rest and rest[-1] in SIDES:
        state.owners[number] = SIDES.index(rest.pop())
    if rest and rest[0] == "loaded":
        for kind, n in _pairs(position, key, rest[1:], CARGO):
            state.cargo[3 * number + CARGO.index(kind)] = n
        if sum(state.load_of(number)) > 6:
            position.fault(key, "a truck has six spaces (AA-0.22)")
    elif rest:
        position.fault(key, f"“{' '.join(rest)}” says nothing of a truck; write loaded, types and numbers, or a side")
    words_for = {"off": OFF, "dead": DEAD, "hand": IN_HAND}
    state.trucks[number] = words_for[place] if place in words_for else _hex(state, position, key, place)
    state.refresh()


def _formation(state: Position, position: PositionFile, key: str, words: list[str]) -> None:
    n, number = len(state.game.forces.formations), state.game.forces.number[key]
    for kind in range(3):
        state.charts[kind * n + number] = 0
    for kind_name, count in [] if words == ["gone"] else _pairs(position, key, words, TYPES):
        state.charts[TYPES.index(kind_name) * n + number] = count


# ---- markers, tracks, the beginning ----


def _marker(state: Position, position: PositionFile, key: str, value: Any) -> None:
    if key not in MARKERS:
        position.fault(key, f"there is no marker “{key}”; there are {', '.join(MARKERS)}")
    if key == "first":
        if value not in SIDES:
            position.fault(key, f"“{value}” is no side")
        return
    if not isinstance(value, list):
        position.fault(key, "this must be a list of hexes")
    hexes = [_hex(state, position, key, str(place)) for place in value]
    mask = state.game.terrain.grid.mask(hexes)
    if key == "axis":
        state.axis_ground = mask
    elif key == "attacked":
        state.attacked = mask
    else:
        state.activated = mask


def _track(state: Position, position: PositionFile, key: str, value: Any) -> None:
    if key not in TRACKS:
        position.fault(key, f"there is no track “{key}”; there are {', '.join(TRACKS)}")
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        position.fault(key, "this must be a whole number")
    if key.endswith("supply"):
        state.depot[SIDES.index(key.partition(" ")[0])] = value


def _begin(state: Position, position: PositionFile) -> None:
    """The frame of the step, and what its phase has prepared."""
    step = position.step
    state.vp = position.tracks.get("victory points", min(victory.points(state), state.game.needed - 1))
    if step in ("air initiative", "air placing", "air combat") and state.turn < state.game.air_from:
        position.fault("turn", f"aircraft fly from turn {state.game.air_from} (AA-1.0)")
    if step in ("ground initiative", "allies attack") and state.turn < state.game.allies_attack_from:
        position.fault("turn", "on the first turn the Axis begins and the Allies do not attack (AA-2.0.a)")
    for side in (0, 1):
        if step not in OVERFULL and (over := stacks.overfull(state, side)):
            position.fault(f"{SIDES[side]} {state.name_of(over[0])}", "the hex holds more than it may (AA-3.4)")
    first = SIDES.index(position.markers.get("first", "axis"))
    frames: dict[str, tuple[Any, ...]] = {
        "air initiative": (1,),
        "air placing": (first, first),
        "air combat": (first, air.hexes_with_aircraft(state)),
        "ground initiative": (1,),
        "axis attack": (position.tracks.get("passes", 0),),
        "allies attack": (position.tracks.get("passes", 0),),
        "trucks home": (AXIS,),
        "axis reinforcement": (0,),
        "allies reinforcement": (0,),
    }
    if "attack" in step or step == "ground initiative":
        attacked = state.attacked
        sequence.ready_all(state)
        state.attacked = attacked
        for h in state.game.terrain.grid.bits(attacked):
            for kind in range(3):
                state.set_ready(kind, h, 0)
    for h in state.game.terrain.grid.bits(state.activated):
        state.make_ready(h)
    state.frames = ((step, *frames.get(step, ())),)
