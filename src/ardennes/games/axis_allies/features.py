"""The columns by which a learning program reads a position: lots, trucks, charts, hexes, formations."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from ardennes.engine.features import NONE, Column, Features, Kept, Stored, Track, declared_tracks
from ardennes.games.axis_allies.forces import AIR, AIR_TYPES, POOLS, SHORT, TYPES
from ardennes.games.axis_allies.handles import HAND_TYPES
from ardennes.games.axis_allies.state import Position
from ardennes.games.axis_allies.terrain import OFF_BOARD, SIDES

if TYPE_CHECKING:
    from ardennes.games.axis_allies.game import AxisAllies

KINDS = (*TYPES, "supply", "truck", *AIR_TYPES)
COUNTED = ("counts", "tokens", "charts", "hand", "depot", "air", "trucks")
FIGHTS = ("chosen", "target", "targets", "attacks")  # what only the steps of an attack know


def features_of(game: AxisAllies) -> Features:
    """All columns."""
    return Features(tuple(_pieces(game)), tuple(_places(game)), tuple(_tracks(game)))


# ---- pieces: a lot is a row, whether there is any of it or not ----


def _pieces(game: AxisAllies) -> Iterator[Column]:
    handles, forces, size = game.handles, game.forces, game.terrain.size
    stock = _stock(game)
    held = tuple(stock[name] for name in handles.pieces)
    hexes = {name: n for n, name in enumerate(handles.places)}
    trucks = tuple(forces.truck_number.get(name, NONE) for name in handles.pieces)
    yield Column("place", "row of the hex or formation of a lot; -1 for what has none, and for trucks and aircraft",
                 printed=tuple(hexes.get(name.partition("@")[2], NONE) for name in handles.pieces))  # fmt: skip
    kinds = ", ".join(f"{n} {kind}" for n, kind in enumerate(KINDS))
    yield Column("kind", kinds, printed=tuple(KINDS.index(_kind(name)) for name in handles.pieces))
    yield Column("count", "how many there are", values=Kept(partial(_counts, forces.air), *COUNTED), rows=held)
    lots = tuple(at if at < 3 * size else NONE for at in held)
    yield Column("ready", "how many of a lot may still attack, or move",
                 values=Kept(partial(_spread, "ready", 3 * size), "ready"), rows=lots)  # fmt: skip
    rows = tuple(hexes.get(name, NONE) for name in game.terrain.names)
    yield Column("truck", "row of a truck's hex; -1 off the board, -2 not there, -3 in hand; 0 for what is no truck",
                 values=Stored("trucks"), rows=trucks, lookup=rows)  # fmt: skip
    yield Column("owner", "side of a truck; 0 for what is no truck", values=Stored("owners"), rows=trucks)
    for n, cargo in enumerate(("infantry", "artillery", "supply")):
        aboard = tuple(3 * truck + n if truck >= 0 else NONE for truck in trucks)
        yield Column(cargo, f"{cargo} aboard a truck", values=Stored("cargo"), rows=aboard)
    yield Column("driven", "whether a truck has moved", mask=Stored("driven"), rows=trucks)
    yield Column("acting", "whether it is the lot or truck that moves", mask=partial(_acting, stock), rows=held)


def _kind(name: str) -> str:
    return name.partition("@")[0].split("-")[0]


def _stock(game: AxisAllies) -> dict[str, int]:
    """For each piece its entry among all counts: units by hex, tokens, charts, hands, stocks, trucks, aircraft."""
    forces, names, size = game.forces, game.terrain.names, game.terrain.size
    found: dict[str, int] = {}
    for kind, word in enumerate((*TYPES, "supply")):
        found |= {f"{word}@{name}": kind * size + h for h, name in enumerate(names) if name}
    rest = [f"{kind}@{formation.id}" for kind in TYPES for formation in forces.formations]
    rest += [f"{kind}@{pool}" for kind in HAND_TYPES for pool in POOLS]
    rest += [*(f"supply@{box}" for box in OFF_BOARD), *AIR, *(truck.name for truck in forces.trucks)]
    return found | {name: 4 * size + n for n, name in enumerate(rest)}


def _counts(air: Sequence[int], view: Position) -> list[int]:
    size = view.game.terrain.size
    tokens = [one + other for one, other in zip(view.tokens[:size], view.tokens[size:], strict=True)]
    flying = [0] * len(air)
    for at, n in view.air.items():
        flying[at % 4] += n
    left = [n - flown for n, flown in zip(air, flying, strict=True)]
    trucks = [int(at != -2) for at in view.trucks]
    return [*view.counts, *tokens, *view.charts, *view.hand, *view.depot, *left, *trucks]


def _spread(field: str, size: int, view: Position) -> list[int]:
    """A field that names only what is there, as a list of all."""
    found = [0] * size
    for at, n in getattr(view, field).items():
        found[at] = n
    return found


def _acting(stock: Mapping[str, int], view: Position) -> int:
    """The lot that moves, retreats or comes in, or the truck that drives or is loaded."""
    game = view.game
    for frame in reversed(view.frames):
        if hasattr(frame, "truck"):
            found = stock[game.forces.trucks[frame.truck].name]
            return 1 << found
        if getattr(frame, "kind", NONE) in (0, 1, 2):
            if hasattr(frame, "formation"):
                return 1 << stock[f"{TYPES[frame.kind]}@{game.forces.formations[frame.formation].id}"]
            if hasattr(frame, "hex"):
                lot: int = frame.kind * game.terrain.size + frame.hex
                return 1 << lot
    return 0


# ---- places: hexes and formations ----


def _places(game: AxisAllies) -> Iterator[Column]:
    size, places = game.terrain.size, game.handles.places
    hexes = tuple(game.terrain.bit.get(place, NONE) for place in places)
    number = game.forces.number
    formations = tuple(number.get(place, NONE) for place in places)
    values = dict(game.terrain.values)
    yield Column("town", "victory points of the town", printed=tuple(values.get(h, 0) for h in hexes))
    yield Column("axis", "whether it lies on the Axis side of the front line", mask=Stored("axis_ground"), rows=hexes)
    flying = Kept(partial(_spread, "air", 4 * size), "air")
    for side, who in enumerate(SIDES):
        yield Column(f"{who}-units", f"whether {who} combat units are there", mask=Stored("held", side), rows=hexes)
        tokens = tuple(side * size + h if h >= 0 else NONE for h in hexes)
        yield Column(f"{who}-supply", f"{who} supply tokens there", values=Stored("tokens"), rows=tokens)
        yield Column(f"{who}-trucks", f"whether {who} trucks are there", mask=Stored("parked", side), rows=hexes)
        for kind, word in enumerate(AIR_TYPES):
            over = tuple(4 * h + 2 * side + kind if h >= 0 else NONE for h in hexes)
            about = f"{who} {word}s over it"
            yield Column(f"{word}-{SHORT[side]}", about, values=flying, rows=over)
    for kind, word in enumerate(TYPES):
        there = tuple(kind * size + h if h >= 0 else NONE for h in hexes)
        yield Column(word, f"{word} units there, of the side that holds it", values=Stored("counts"), rows=there)
    for field, about in (
        ("attacked", "whether it has attacked this turn"),
        ("activated", "whether its movement is paid for"),
        ("blitzed", "whether its blitz is paid for"),
    ):
        yield Column(field, about, mask=Stored(field), rows=hexes)
    yield Column("attacking", "whether it attacks now", mask=_attacking, rows=hexes)
    yield Column("aimed", "whether it is attacked now", mask=_aimed, rows=hexes)
    turns = tuple(game.forces.formations[n].turn if n >= 0 else 0 for n in formations)
    yield Column("arrives", "the turn of a formation", printed=turns)
    yield Column("paid", "whether the blitz of a formation is paid for", mask=Stored("paid"), rows=formations)
    yield Column("entered", "whether a tank of it came in this turn", mask=Stored("entered"), rows=formations)


def _attacking(view: Position) -> int:
    """The hex from which an attack is declared or made."""
    for frame in view.frames:
        if _fights(frame.__class__) and hasattr(frame, "hex"):
            h: int = frame.hex
            return 1 << h
    return 0


@cache
def _fights(frame: Hashable) -> bool:
    """Whether a frame is that of a step of an attack."""
    return any(hasattr(frame, name) for name in FIGHTS)


def _aimed(view: Position) -> int:
    """The hexes that are attacked."""
    found = 0
    for frame in view.frames:
        if not _fights(frame.__class__):
            continue
        aims = [*getattr(frame, "chosen", ()), *getattr(frame, "targets", ())]
        aims += [one[0] for one in getattr(frame, "attacks", ())]
        target = getattr(frame, "target", NONE)
        for h in [*aims, *((target,) if isinstance(target, int) else ())]:
            if h >= 0:
                found |= 1 << h
    return found


def _tracks(game: AxisAllies) -> Iterator[Track]:
    yield from declared_tracks(game.state_class)
