"""What a move costs, in words: for the log and for refusals. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ardennes.counters.journeys import points, shortage, summed, with_noun
from ardennes.engine.speech import count
from ardennes.engine.touch import show
from ardennes.games.bastogne.forces import PANZER
from ardennes.games.bastogne.state import Position
from ardennes.games.bastogne.terrain import Exit
from ardennes.games.bastogne.wording import cited

WORDS = {
    "BA-5.2.stream": "stream", "BA-5.4.1": "road", "BA-5.4.2": "trail",
    "BA-10.5.road": "road into woods", "BA-10.5.trail": "trail into woods",
}  # fmt: skip


class Item(NamedTuple):
    """A part of what a move costs."""

    rule: str
    word: str
    parts: int


def in_points(state: Position, parts: int) -> str:
    """Halves of a point, with the noun: "½ point", "1½ points"."""
    return with_noun(parts, state.game.ground.point)


def items(state: Position, unit: int, way: Sequence[int]) -> Iterator[Item]:
    """What the steps of a way cost a unit."""
    ground = state.game.ground
    costs = ground.costs[state.game.forces.kind[unit]]
    for i, j in pairwise(way):
        for rule, parts in costs.items(i, j):
            yield Item(rule, WORDS.get(rule, ground.board.terrain_of(j)), parts)


def entry_items(state: Position, unit: int, i: int, by_road: bool) -> list[Item]:
    """What coming in by a hex costs a unit, in the place in the column that is its own."""
    ground, before = state.game.ground, state.entered.get(i, 0)
    cost = ground.at_the_edge[state.game.forces.kind[unit]][i]
    each: int = ground.tables["arrival"]["more"] * ground.point
    first, rule, word = cost.ground, "BA-13.0.cost", cost.terrain
    if by_road and cost.road is not None:
        first, rule, word, each = cost.road, "BA-13.0.road", cost.link, cost.road
    found = [Item(rule, word, first)]
    if before:
        found.append(Item("BA-R.15", f"{count(before, 'unit')} ahead of it", each * before))
    return found


def exit_items(state: Position, unit: int, exit_: Exit) -> list[Item]:
    """What leaving by a hexside costs a unit."""
    price = exit_.prices[state.game.forces.kind[unit]]
    return [Item("BA-11.4.road" if exit_.road else "BA-11.4.cost", "exiting the map", price)]


def arithmetic(state: Position, found: Sequence[Item], left: int) -> str:
    """What a move needs and is made up of, against the points that are left, in halves."""
    whole = state.game.ground.point
    return shortage([(item.word, item.parts) for item in found], points(left, whole), whole)


def _made_up(state: Position, found: Sequence[Item]) -> str:
    for item in found:
        show(item.rule)
    return summed([(item.word, item.parts) for item in found], state.game.ground.point)


# ---- the log ----


def log_move(state: Position, unit: int, way: Sequence[int], *, came_in: bool) -> None:
    """Note a move on the map and what it has cost; nothing of a unit that has stayed where it came in."""
    if len(way) < 2 or not state.heard:
        return
    name, found = state.game.ground.grid.name, list(items(state, unit, way))
    start, end = name(way[0]), name(way[-1])
    paid = in_points(state, sum(item.parts for item in found))
    what = f"moves out of {start} and back"
    if start != end:
        what = f"moves {'on ' if came_in else ''}from {start} to {end}"
    text = f"{what} for {paid}: {_made_up(state, found)}"
    state.note_unit(unit, "move", "BA-5.1", text, at=start, to=end)


def log_entry(state: Position, unit: int, i: int, rule: str) -> None:
    """Note by which hex a unit has come in and what that has cost."""
    if not state.heard:
        return
    forces, name = state.game.forces, state.game.ground.grid.name(i)
    found = entry_items(state, unit, i, rule == "BA-13.0.road")
    text = f"enters at {name} for {in_points(state, sum(item.parts for item in found))}: {_made_up(state, found)}"
    if state.entered.get(i):
        text = cited(text, "BA-R.15")
    if forces.kind[unit] == PANZER and state.game.ground.woods >> i & 1:
        text = cited(f"{text}; woods cost it extra", "BA-R.12")
    if forces.units[unit].arrival < state.turn:
        text = cited(f"{text}; it was due on Game-Turn {forces.units[unit].arrival}", "BA-R.14")
    state.note_unit(unit, "arrival", rule, text, to=name)


def log_exit(state: Position, unit: int, exit_: Exit, counted: int) -> None:
    """Note by which side a unit has left the map, what that has cost, and whether it counts."""
    if not state.heard:
        return
    forces, name = state.game.forces, state.game.ground.grid.name(exit_.hex)
    side = "north-west" if exit_.name.endswith("NW") else "south-west"
    item = exit_items(state, unit, exit_)[0]
    text = f"exits the map by the {side} side of {name} for {in_points(state, item.parts)}"
    if forces.kind[unit] == PANZER and state.game.ground.woods >> exit_.hex & 1:
        text = cited(f"{text}; woods cost it extra", "BA-R.12")
    state.note_unit(unit, "exit", item.rule, text, at=name, to=exit_.name)
    needed: int = state.game.tables["victory"]["units"]
    why_not = "a leg unit" if not forces.mobile >> unit & 1 else "depleted" if state.reduced >> unit & 1 else ""
    what = f"does not count for victory: it is {why_not}" if why_not else f"counts for victory: {counted} of {needed}"
    state.note_unit(unit, "score", "BA-11.1.exit", what, at=name)
