"""The way back through a flood: from a hex, over what could have come before it, to a start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .costs import Costs
from .layers import Switch, union
from .reach import Level, Stand, Walked

MOVED, BEGUN, ENDED = range(3)  # a unit has entered a hex, begins there, or has entered it for good


class _Node(NamedTuple):
    cost: int
    mode: int
    hex: int
    kind: int


def way_back(walks: Sequence[Walked], switches: Sequence[Switch], i: int, mode: int) -> tuple[Stand, ...]:
    """The cheapest path to the hex in this mode, always the same one; empty if there is none."""
    modes = [_Mode(n, walked) for n, walked in enumerate(walks)]
    end = modes[mode].cheapest(i)
    if end is None:
        return ()
    way, seen = [end], {end}
    trails = [_before(end, modes, switches)]
    while not modes[way[-1].mode].is_start(way[-1]):
        before = next((node for node in trails[-1] if node not in seen), None)
        if before is None:  # changes of mode that cost nothing have led in a circle
            way.pop()
            trails.pop()
            continue
        seen.add(before)
        way.append(before)
        trails.append(_before(before, modes, switches))
    return tuple(Stand(node.hex, node.mode, node.cost) for node in reversed(way))


def _before(node: _Node, modes: Sequence[_Mode], switches: Sequence[Switch]) -> Iterator[_Node]:
    """Every way in which a unit may have stood before."""
    yield from modes[node.mode].steps_to(node)
    yield from _switches_to(node, modes, switches)


def _switches_to(node: _Node, modes: Sequence[_Mode], switches: Sequence[Switch]) -> Iterator[_Node]:
    for switch in switches:
        if node.kind != ENDED and switch.after == node.mode and switch.mask >> node.hex & 1:
            before = _Node(node.cost - switch.cost, switch.before, node.hex, node.kind)
            if modes[before.mode].levels[before.kind].get(before.cost, 0) >> before.hex & 1:
                yield before


def _by_cost(levels: Sequence[Level]) -> dict[int, int]:
    """The levels by their cost; a change of mode that costs nothing may have added to one."""
    found: dict[int, int] = {}
    for cost, mask in levels:
        found[cost] = found.get(cost, 0) | mask
    return found


class _Mode:
    """One mode of a flood, read backwards."""

    def __init__(self, number: int, walked: Walked) -> None:
        self.number = number
        self.walked = walked
        self.move = walked.move
        self.grid = walked.move.costs.grid
        self.levels = (_by_cost(walked.moved), _by_cost(walked.begun), _by_cost(walked.ended))
        self.stop = union(walked.move.stop)
        self.leave = union(walked.move.leave)

    def cheapest(self, i: int) -> _Node | None:
        """The cheapest way in which a unit stands in the hex."""
        nodes = [
            _Node(cost, self.number, i, kind)
            for kind, levels in enumerate(self.levels)
            for cost, mask in levels.items()
            if mask >> i & 1
        ]
        return min(nodes, default=None)

    def is_start(self, node: _Node) -> bool:
        """Whether the flood was told to begin so."""
        if node.kind != BEGUN:
            return False
        return any(cost == node.cost and mask >> node.hex & 1 for mask, cost in self.walked.starts)

    def steps_to(self, node: _Node) -> Iterator[_Node]:
        """Every way in which a unit may have stood a step before, none before a start; the dearest steps come first."""
        move, bit = self.move, 1 << node.hex
        if node.kind == BEGUN:
            return
        near = self.grid.around(bit) & ~self.leave
        for step in move.steps:
            if step.target & bit:
                near &= ~step.source
        if node.kind == MOVED:
            yield from self._paid(node, near, BEGUN, move.first or move.costs)
            yield from self._paid(node, near & ~self.stop, MOVED, move.costs)
            return
        if move.halt is not None:
            yield from self._paid(node, near, BEGUN, move.halt)
        if move.one_hex and node.cost == self.walked.limit:
            yield from self._whatever_it_cost(node, near)

    def _paid(self, node: _Node, near: int, kind: int, costs: Costs) -> Iterator[_Node]:
        levels, bit = self.levels[kind], 1 << node.hex
        for price, *_ in reversed(costs.plan):
            from_here = levels.get(node.cost - price, 0) & near
            for away, i in enumerate(self.grid.neighbours(node.hex)) if from_here else ():
                if i >= 0 and from_here >> i & 1 and costs.table[price][(away + 3) % 6] & bit:
                    yield _Node(node.cost - price, self.number, i, kind)

    def _whatever_it_cost(self, node: _Node, near: int) -> Iterator[_Node]:
        move = self.move
        prices = [costs.cost for costs in (move.first or move.costs, move.halt) if costs is not None]
        for cost, begun in self.walked.begun:
            for i in self.grid.bits(begun & near):
                if any(price(i, node.hex) is not None for price in prices):
                    yield _Node(cost, self.number, i, BEGUN)
