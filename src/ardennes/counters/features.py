"""The columns of a game of counters: where each unit is, its figures and statuses; who holds each hex.

Nearly all follow from what the game declares: a field of its position that is a set of units is a column of the
pieces, one that is a set of hexes a column of the places, one with a name in position files a track.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ardennes.engine.features import NONE, Column, Features, Stored, Track, declared_tracks
from ardennes.engine.fields import Field

if TYPE_CHECKING:
    from ardennes.counters.game import CounterGame

FIGURES = ("strength", "factor", "attack", "defence", "allowance")
"""What may be printed on a counter without steps."""


def features_of(game: CounterGame) -> Features:
    """The columns that follow from what the game declares."""
    return Features(tuple(_pieces(game)), tuple(_places(game)), tuple(_tracks(game)))


# ---- pieces ----


def _pieces(game: CounterGame) -> Iterator[Column]:
    units, fields = game.forces.units, game.state_class.fields
    yield Column("place", f"row of its hex among the places; off the map: {_off_map(game)}",
                 values=Stored("at"), lookup=rows_of_hexes(game))  # fmt: skip
    yield Column("side", _numbered(game.sides), printed=tuple(unit.side for unit in units))
    yield from _figures(game)
    for field in fields:
        if field.status or field.of == "units":
            yield from _sets(game, field, ())
    if "duties" in {field.name for field in fields}:
        yield Column("owing", "whether it has an obligation: an attack, a counterattack, a withdrawal", mask=_owing)
    yield Column("acting", "whether it is the unit that moves, enters or retreats now", mask=acting)
    yield Column("joined", "whether it takes part in the attack that is declared or fought now", mask=joined)
    yield Column("due", "whether the step asks about it: it may still lose, retreat or advance", mask=_due)


def _figures(game: CounterGame) -> Iterator[Column]:
    """The figures of the side that is up, or those that are printed."""
    units = game.forces.units
    if "reduced" in {field.name for field in game.state_class.fields}:
        front, back = game.forces.faces  # type: ignore[attr-defined]  # a roster of units with steps
        for name in ("attack", "defence", "allowance"):
            faces = [tuple(int(getattr(figures, name)) for figures in side) for side in (front, back)]
            yield Column(name, f"{name} of the side that is up", faces[0], faces[1], mask=Stored("reduced"))
        return
    for name in FIGURES:
        if isinstance(getattr(units[0], name, None), int):
            yield Column(name, f"printed {name}", printed=tuple(int(getattr(unit, name)) for unit in units))


def _numbered(words: Sequence[str]) -> str:
    return ", ".join(f"{n} {word}" for n, word in enumerate(words))


def _off_map(game: CounterGame) -> str:
    return ", ".join(f"{box.code} {box.label}" for box in game.boxes)


def rows_of_hexes(game: CounterGame) -> tuple[int, ...]:
    """The row of every bit of the grid among the places, -1 for a bit that is no hex."""
    grid, rows = game.ground.grid, {name: n for n, name in enumerate(game.places())}
    return tuple(rows.get(grid.name(i), NONE) if i in grid else NONE for i in range(grid.size))


def acting(view: Any) -> int:
    """The unit of the step that acts, or of the one below it that has one."""
    for frame in reversed(view.frames):
        unit: int | None = getattr(frame, "unit", None)
        if unit is not None:
            return 1 << unit if unit >= 0 else 0
    return 0


@cache
def _fights(frame: Hashable) -> bool:
    """Whether a frame is that of a step of an attack."""
    return any(hasattr(frame, name) for name in ("joined", "clash", "attackers"))


def joined(view: Any) -> int:
    """The units that take part in an attack, as the steps of it know them."""
    found = 0
    for frame in view.frames:
        if not _fights(frame.__class__):
            continue
        found |= getattr(frame, "joined", 0)
        clash = getattr(frame, "clash", None)
        for name in ("attackers", "guns", "cover") if clash is not None else ():
            units = getattr(clash, name, 0)
            found |= units if isinstance(units, int) else 0  # markers are listed, units a set
    return found


def _due(view: Any) -> int:
    """The units that the step on top still has to deal with."""
    found: int = getattr(view.frames[-1], "units", 0) if view.frames else 0
    return found


def _owing(view: Any) -> int:
    found = 0
    for duty in view.duties:
        found |= duty.units
    return found


# ---- places ----


def _places(game: CounterGame) -> Iterator[Column]:
    grid, board, places = game.ground.grid, game.board, game.places()
    bits = tuple(grid.index(place) if place in grid else NONE for place in places)
    kinds = sorted({board.terrain_of(i) for i in bits if i >= 0})
    yield Column("terrain", f"{_numbered(kinds)}; -1 for a hexside or box",
                 printed=tuple(kinds.index(board.terrain_of(i)) if i >= 0 else NONE for i in bits))  # fmt: skip
    for feature in sorted({feature for i in bits if i >= 0 for feature in board.features_of(i)}):
        hexes = board.feature(feature)
        yield Column(feature, f"whether it has this feature of the map: {feature}",
                     printed=tuple(int(i >= 0 and hexes >> i & 1) for i in bits))  # fmt: skip
    for side, who in enumerate(game.sides):
        yield Column(who, f"whether units of side {side} are there", mask=Stored("held", side), rows=bits)
    yield Column("aimed", "whether it is attacked now", mask=_aimed, rows=bits)
    for field in game.state_class.fields:
        if field.of and field.of != "units":
            yield from _sets(game, field, bits if field.of == "hexes" else game.rows_of(field.of))


def _aimed(view: Any) -> int:
    """The hexes that are attacked, as the steps of the attack know them."""
    found = 0
    for frame in view.frames:
        if not _fights(frame.__class__):
            continue
        for one in (frame, getattr(frame, "clash", None)):
            if hasattr(one, "joined") or hasattr(one, "attackers"):
                found |= _hexes(one)
    return found


def _hexes(one: Any) -> int:
    """The hex or hexes of an attack: a number, several numbers, or a set."""
    if hasattr(one, "hex"):
        return 1 << one.hex if one.hex >= 0 else 0
    if hasattr(one, "targets"):
        return one.targets if isinstance(one.targets, int) else sum(1 << i for i in one.targets)
    return 1 << one.target if getattr(one, "target", NONE) >= 0 else 0


def _sets(game: CounterGame, field: Field, rows: tuple[int, ...]) -> Iterator[Column]:
    """The column of a field that is a set, or one for each side of a field that has a set for each."""
    if not isinstance(field.start, tuple):
        yield Column(field.status or field.name, field.about, mask=Stored(field.name), rows=rows)
        return
    for side, who in enumerate(game.sides):
        yield Column(f"{field.name}-{who}", f"{field.about}: {who}", mask=Stored(field.name, side), rows=rows)


# ---- tracks ----


def _tracks(game: CounterGame) -> Iterator[Track]:
    yield Track("phasing", f"the side whose player turn it is: {_numbered(game.sides)}", Stored("phasing"))
    yield Track("spent", "what the unit in motion has spent, or has left to spend, in parts of a point", _spent)
    yield from declared_tracks(game.state_class)
    yield from game.own_tracks()


def _spent(view: Any) -> int:
    top = view.frames[-1] if view.frames else None
    found: int = getattr(top, "spent", getattr(top, "points", 0))
    return found
