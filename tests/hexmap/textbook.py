"""The same questions answered the plain way: dictionaries, one hex at a time, as a textbook has it."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ardennes.hexmap import Grid, Switch

Prices = dict[tuple[int, int], int]  # (from, to) → cost; a step that is not there is not allowed
Node = tuple[int, str, int]  # mode, "begun" or "moved" or "ended", hex


@dataclass
class Mode:
    """The rules of a move, as plain sets."""

    prices: Prices
    stop: set[int] = field(default_factory=set)
    ban: set[int] = field(default_factory=set)
    leave: set[int] = field(default_factory=set)
    end: set[int] = field(default_factory=set)
    steps: list[tuple[set[int], set[int]]] = field(default_factory=list)
    first: Prices | None = None
    halt: Prices | None = None
    one_hex: bool = False

    def may(self, i: int, j: int) -> bool:
        forbidden = any(i in source and j in target for source, target in self.steps)
        return i not in self.leave and j not in self.ban and not forbidden

    def first_prices(self) -> Prices:
        return self.prices if self.first is None else self.first

    def steps_from(self, grid: Grid, i: int, kind: str, limit: int, spent: int) -> Iterator[tuple[str, int, int]]:
        """The steps out of a hex: how the unit then stands, where, and what has been spent."""
        for j in grid.neighbours(i):
            if j < 0 or not self.may(i, j):
                continue
            if kind == "moved" and i not in self.stop and (i, j) in self.prices:
                yield "moved", j, spent + self.prices[i, j]
            if kind == "begun":
                first, halt = self.first_prices(), self.halt or {}
                if (i, j) in first:
                    yield "moved", j, spent + first[i, j]
                if (i, j) in halt:
                    yield "ended", j, spent + halt[i, j]
                if self.one_hex and ((i, j) in first or (i, j) in halt):
                    yield "ended", j, max(limit, spent)


def dijkstra(
    grid: Grid,
    modes: Sequence[Mode],
    starts: Sequence[tuple[int, int, int]],
    limit: int,
    switches: Sequence[Switch] = (),
) -> dict[Node, int]:
    """The cheapest cost of every way of standing, none above the limit; a start is a mode, a hex and a cost."""
    found: dict[Node, int] = {}
    queue = [(cost, (mode, "begun", i)) for mode, i, cost in starts if cost <= limit]
    heapq.heapify(queue)
    while queue:
        cost, node = heapq.heappop(queue)
        if node in found or cost > limit:
            continue
        found[node] = cost
        mode, kind, i = node
        for after, j, total in modes[mode].steps_from(grid, i, kind, limit, cost):
            heapq.heappush(queue, (total, (mode, after, j)))
        for switch in switches:
            banned = kind == "moved" and i in modes[switch.after].ban
            if kind != "ended" and switch.before == mode and switch.mask >> i & 1 and not banned:
                heapq.heappush(queue, (cost + switch.cost, (switch.after, kind, i)))
    return found


def cheapest(found: dict[Node, int], mode: int) -> dict[int, int]:
    """The cheapest cost of every hex in one mode."""
    costs: dict[int, int] = {}
    for (at, _, i), cost in found.items():
        if at == mode:
            costs[i] = min(cost, costs.get(i, cost))
    return costs


def breadth_first(
    grid: Grid, sources: set[int], closed: set[int], pairs: set[tuple[int, int]] | None
) -> dict[int, int]:
    """The steps from the sources to every hex, over open hexes and along these pairs only, if any are given."""
    found = dict.fromkeys(sources, 0)
    queue = list(sources)
    for i in queue:
        for j in grid.neighbours(i):
            if j >= 0 and j not in found and j not in closed and (pairs is None or (i, j) in pairs):
                found[j] = found[i] + 1
                queue.append(j)
    return found


def all_paths(
    grid: Grid,
    start: int,
    length: int,
    ban: set[int],
    closed: set[tuple[int, int]],
    end: set[int],
    away: set[int],
    within: Sequence[set[int]],
    out: set[int],
) -> Iterator[tuple[int, ...]]:
    """Every whole retreat, found by trying everything."""

    def far(i: int) -> int:
        return min(grid.distance(i, j) for j in away)

    def walk(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        here = path[-1] if path else start
        if len(path) == length:
            if not path or here not in end:
                yield path
            return
        if here in out:
            yield (*path, -1)
        for j in grid.neighbours(here):
            if j < 0 or j in ban or j == start or j in path or (here, j) in closed:
                continue
            if len(path) < len(within) and j not in within[len(path)]:
                continue
            if away and far(j) != far(here) + 1:
                continue
            yield from walk((*path, j))

    return walk(())
