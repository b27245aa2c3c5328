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


class WayBack:
    """The ways back to every hex of a flood, found when they are asked for.

    A way is the way to the hex before, and a step: what was found for one hex is used again for those behind it. Only
    where a change of mode costs nothing could that lead in a circle; there each way is searched by itself.
    """

    def __init__(self, walks: Sequence[Walked], switches: Sequence[Switch]) -> None:
        self._modes = [_Mode(n, walked) for n, walked in enumerate(walks)]
        self._switches = switches
        self._circles = any(switch.cost == 0 for switch in switches)
        self._known: dict[_Node, tuple[Stand, ...]] = {}

    def to(self, i: int, mode: int) -> tuple[Stand, ...]:
        """The cheapest path to the hex in this mode, always the same one; empty if there is none."""
        end = self._modes[mode].cheapest(i)
        if end is None:
            return ()
        return self._searched(end) if self._circles else self._followed(end)

    def back(self, i: int, mode: int) -> Iterator[Stand]:
        """The same path from its end on, as far as somebody looks."""
        node = self._modes[mode].cheapest(i)
        if node is None or self._circles:
            yield from reversed(self.to(i, mode))
            return
        while not self._is_start(node):
            yield _stand(node)
            node = next(self._before(node))
        yield _stand(node)

    def _followed(self, end: _Node) -> tuple[Stand, ...]:
        """The way to a node: from each one to the first that may have come before it."""
        way, known = [end], self._known
        while way[-1] not in known and not self._is_start(way[-1]):
            way.append(next(self._before(way[-1])))
        found = known.get(way[-1], ())
        for node in reversed(way if not found else way[:-1]):
            found = known[node] = (*found, _stand(node))
        return found

    def _searched(self, end: _Node) -> tuple[Stand, ...]:
        """The way to a node where changes of mode that cost nothing may lead in a circle."""
        way, seen = [end], {end}
        trails = [self._before(end)]
        while not self._is_start(way[-1]):
            before = next((node for node in trails[-1] if node not in seen), None)
            if before is None:
                way.pop()
                trails.pop()
                continue
            seen.add(before)
            way.append(before)
            trails.append(self._before(before))
        return tuple(_stand(node) for node in reversed(way))

    def _is_start(self, node: _Node) -> bool:
        return self._modes[node.mode].is_start(node)

    def _before(self, node: _Node) -> Iterator[_Node]:
        """Every way in which a unit may have stood before."""
        yield from self._modes[node.mode].steps_to(node)
        for switch in self._switches:
            if node.kind != ENDED and switch.after == node.mode and switch.mask >> node.hex & 1:
                before = _Node(node.cost - switch.cost, switch.before, node.hex, node.kind)
                if self._modes[before.mode].levels[before.kind].get(before.cost, 0) >> before.hex & 1:
                    yield before


def _stand(node: _Node) -> Stand:
    return Stand(node.hex, node.mode, node.cost)


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
        for price in sorted(costs.table, reverse=True):
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
