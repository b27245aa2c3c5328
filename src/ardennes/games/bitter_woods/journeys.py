"""What a move costs, in words: for the log and for refusals. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ardennes.counters.journeys import points, shortage, summed, with_noun
from ardennes.engine.touch import show
from ardennes.games.bitter_woods import arrivals, lasting
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.movement import allowance
from ardennes.games.bitter_woods.prices import Prices, off_roads, prices_of
from ardennes.games.bitter_woods.state import Position
from ardennes.games.bitter_woods.terrain import WayOut
from ardennes.games.bitter_woods.walks import Walk

WORDS = {
    "BW-5.3.road": "road", "BW-5.3.foot": "road", "BW-5.3.horse": "road", "BW-5.3.mud": "mud", "BW-5.3.ford": "river",
    "BW-5.3.stop": "crossing", "BW-5.3.wade": "crossing", "BW-11.3": "interdiction", "BW-29.1.two": "parachutists",
    "BW-5.3.freeze": "frozen woods",
}  # fmt: skip

ENDING = {"BW-5.3.stop": "a river", "BW-5.3.wade": "the Meuse"}  # crossings that end a move


class Item(NamedTuple):
    """A part of what a move costs."""

    rule: str
    word: str
    parts: int


def cited(text: str, rule: str) -> str:
    """A text with the ruling behind it.

    >>> cited("It stops", "BW-R.12")
    'It stops (BW-R.12)'
    """
    show(rule)
    return f"{text} ({rule})"


def in_points(state: Position, parts: int) -> str:
    """Twelfths of a point, with the noun: "1/4 point", "1½ points"."""
    return with_noun(parts, state.game.ground.point)


def items(state: Position, prices: Prices, way: Sequence[int], *, begun: bool = False) -> Iterator[Item]:
    """What the steps of a way cost; the first may lead across a river if the move has not begun."""
    board = state.game.ground.board
    for n, (i, j) in enumerate(pairwise(way)):
        for rule, parts in _step(prices, i, j, first=n == 0 and not begun):
            yield Item(rule, WORDS.get(rule, board.terrain_of(j).replace("-", " ")), parts)


def _step(prices: Prices, i: int, j: int, *, first: bool) -> list[tuple[str, int]]:
    wet = (prices.first, prices.halt) if first else ()
    for costs in (prices.costs, *wet):
        found = costs.items(i, j) if costs is not None else []
        if found:
            return found
    return []


def entry_items(state: Position, unit: int, i: int) -> list[Item]:
    """What coming in by a hex costs a unit."""
    return [Item(*item) for item in arrivals.price_items(state, unit, i)]


def exit_items(state: Position, unit: int, walk: Walk, way: WayOut) -> list[Item]:
    """What leaving by a hexside costs a unit."""
    rule = "BW-5.5.rate" if state.game.forces.side[unit] == GERMAN else "BW-R.17"
    return [Item(rule, "exiting the map", walk.toll(way))]


def arithmetic(state: Position, found: Sequence[Item], left: int) -> str:
    """What a move needs and is made up of, against the points that are left, in twelfths."""
    whole = state.game.ground.point
    return shortage([(item.word, item.parts) for item in found], points(left, whole), whole)


def _made_up(state: Position, found: Sequence[Item]) -> str:
    for item in found:
        show(item.rule)
    return summed([(item.word, item.parts) for item in found], state.game.ground.point)


# ---- the log ----


def log_move(state: Position, unit: int, way: Sequence[int], *, came_in: bool, rule: str, spared: int = 0) -> None:
    """Note a move on the map and what it has cost; nothing of a unit that has stayed where it came in.

    `spared` are hexes that it entered in spite of interdiction.
    """
    if len(way) < 2 or not state.heard:
        return
    name, found = state.game.ground.grid.name, _paid(state, unit, way, begun=came_in, spared=spared)
    start, end = name(way[0]), name(way[-1])
    paid = sum(item.parts for item in found)
    what = f"moves out of {start} and back"
    if start != end:
        what = f"moves {'on ' if came_in else ''}from {start} to {end}"
    text = f"{what} for {in_points(state, paid)}: {_made_up(state, found)}"
    ending = next((item.rule for item in found if item.rule in ENDING), "")
    if ending:
        text = cited(f"{what} across {ENDING[ending]} for its whole allowance", ending)
    elif paid > allowance(state, unit):
        text = cited(f"{text}; one hex is always possible", "BW-5.2.one")
    state.note_unit(unit, "move", rule, text, at=start, to=end)


def _paid(state: Position, unit: int, way: Sequence[int], *, begun: bool, spared: int) -> list[Item]:
    """What a way has cost a unit; one that commandos have misdirected has used no roads from their town on."""
    prices, cut = prices_of(state, unit, spared=spared), len(way) - 1
    if state.effects and lasting.off_roads(state) >> unit & 1:
        town = lasting.town_of_commandos(state)
        cut = next((n for n, i in enumerate(way) if town >> i & 1), 0)
    before = items(state, prices, way[: cut + 1], begun=begun)
    after = items(state, off_roads(state, unit), way[cut:], begun=begun or cut > 0) if cut + 1 < len(way) else ()
    return [*before, *after]


def log_entry(state: Position, unit: int, i: int) -> None:
    """Note by which hex a unit has come in and what that has cost."""
    if not state.heard:
        return
    name, found = state.game.ground.grid.name(i), entry_items(state, unit, i)
    text = f"enters at {name} for {in_points(state, sum(item.parts for item in found))}: {_made_up(state, found)}"
    if state.unsupplied >> unit & 1:
        text = cited(f"{text}; its army is short of supply", "BW-R.8")
    state.note_unit(unit, "arrival", arrivals.rule_of_entry(state, unit, i), text, to=name)


def log_exit(state: Position, unit: int, walk: Walk, way: WayOut) -> None:
    """Note by which hexside a unit has left the map and what that has cost."""
    if not state.heard:
        return
    name, item = state.game.ground.grid.name(way.hex), exit_items(state, unit, walk, way)[0]
    show(item.rule)
    rule = "BW-5.5" if state.game.forces.side[unit] == GERMAN else "BW-5.5.allied"
    text = f"exits the map from {name} by the {way.edge} edge for {in_points(state, item.parts)} ({item.rule})"
    state.note_unit(unit, "exit", rule, text, at=name, to=way.name)
