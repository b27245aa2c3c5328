"""What a learning program reads of a position beside what its fields declare: fuel dumps, lasting events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ardennes.counters.features import rows_of_hexes
from ardennes.engine.features import NONE, Entry, Kept, Track, known
from ardennes.games.bitter_woods.state import Position

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.game import BitterWoods


def tracks(game: BitterWoods) -> Iterator[Track]:
    """Where the dumps are, which the German player does not know until they are found (BW-25.1), and events."""
    rows = rows_of_hexes(game)
    for dump in (name for name, table in game.tables["dumps"].items() if isinstance(table, Mapping)):
        about = "row of the hex of this fuel dump; -1 if it is not played, or hidden"
        yield Track(f"dump-{dump}", about, known(partial(_dump, rows, dump)))
        about = "who has this fuel dump: 0 captured by the Germans, 1 Allied, 2 claimed, 3 destroyed; -1 not revealed"
        yield Track(f"fuel-{dump}", about, partial(_fuel, dump))
    names = {table["name"] for table in game.tables["happening"].values() if isinstance(table, Mapping)}
    events = Kept(partial(_events, tuple(sorted(names))), "effects", "turn")
    for at, name in enumerate(sorted(names)):
        yield Track(f"event: {name}", "1, or its figure if it has one, while this event counts", Entry(events, at))


def _dump(rows: tuple[int, ...], dump: str, view: Position) -> int:
    return rows[view.dumps[dump]] if dump in view.dumps else NONE


def _fuel(dump: str, view: Position) -> int:
    return view.fuel.get(dump, NONE)


def _events(names: tuple[str, ...], view: Position) -> list[int]:
    found = [view.effect(name) for name in names]
    return [0 if one is None else one.amount or 1 for one in found]
