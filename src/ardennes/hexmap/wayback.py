"""The way back through a flood: from a hex, over what could have come before it, to a start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .costs import Costs
from .flood import Move
from .layers import Switch
from .reach import Level, Stand, Walked

MOVED, BEGUN, ENDED = range(3)  # a unit has entered a hex, begins there, or has entered it for good


class _Node(NamedTuple):
    cost: int
    mode: int
    hex: int
    kind: int


def way_back(walks: Sequence[Walked], switches: Sequence[Switch], i: int, modes: Sequence[int]) -> tuple[Stand, ...]:
    """The cheapest path to the hex in one of these modes, with the fewest steps; empty if there is none."""
    search = _Search(walks, switches)
    ends = sorted(search.nodes(i, modes))
    if not ends:
        return ()
    after: dict[_Node, _Node | None] = {ends[0]: None}
    queue = [ends[0]]
    for node in queue:
        if search.is_start(node):
            return tuple(_unwound(node, after))
        for before in search.before(node):
            if before not in after:
                after[before] = node
                queue.append(before)
    raise AssertionError("A hex that was reached has a way back to a start.")


def _unwound(node: _Node | None, after: dict[_Node, _Node | None]) -> Iterator[Stand]:
    while node is not None:
        yield Stand(node.hex, node.mode, node.cost)
        node = after[node]


class _Search:
    def __init__(self, walks: Sequence[Walked], switches: Sequence[Switch]) -> None:
        self.walks = walks
        self.switches = switches

    def levels(self, mode: int, kind: int) -> Sequence[Level]:
        walked = self.walks[mode]
        return (walked.moved, walked.begun, walked.ended)[kind]

    def nodes(self, i: int, modes: Sequence[int]) -> Iterator[_Node]:
        """Every way in which a unit may stand in the hex."""
        for mode in modes:
            for kind in (MOVED, BEGUN, ENDED):
                for cost, mask in self.levels(mode, kind):
                    if mask >> i & 1:
                        yield _Node(cost, mode, i, kind)

    def is_start(self, node: _Node) -> bool:
        if node.kind != BEGUN:
            return False
        return any(cost == node.cost and mask >> node.hex & 1 for mask, cost in self.walks[node.mode].starts)

    def before(self, node: _Node) -> Iterator[_Node]:
        """Every way in which a unit may have stood before."""
        if node.kind != BEGUN:
            yield from self._a_step_before(node)
        if node.kind == ENDED:
            return
        for switch in self.switches:
            if switch.after == node.mode and switch.mask >> node.hex & 1:
                yield from self._found(_Node(node.cost - switch.cost, switch.before, node.hex, node.kind))

    def _found(self, node: _Node) -> Iterator[_Node]:
        if any(cost == node.cost and mask >> node.hex & 1 for cost, mask in self.levels(node.mode, node.kind)):
            yield node

    def _a_step_before(self, node: _Node) -> Iterator[_Node]:
        move = self.walks[node.mode].move
        for i in move.costs.grid.neighbours(node.hex):
            if i < 0 or not _may_step(move, i, node.hex):
                continue
            if node.kind == MOVED:
                if not any(layer.mask >> i & 1 for layer in move.stop):
                    yield from self._paid(node, i, MOVED, move.costs)
                yield from self._paid(node, i, BEGUN, move.first or move.costs)
            else:
                yield from self._a_last_step_before(node, i)

    def _a_last_step_before(self, node: _Node, i: int) -> Iterator[_Node]:
        walked = self.walks[node.mode]
        move = walked.move
        if move.halt is not None:
            yield from self._paid(node, i, BEGUN, move.halt)
        if (
            move.one_hex
            and node.cost == walked.limit
            and any(costs.cost(i, node.hex) is not None for costs in (move.first or move.costs, move.halt) if costs)
        ):
            yield from (_Node(cost, node.mode, i, BEGUN) for cost, mask in walked.begun if mask >> i & 1)

    def _paid(self, node: _Node, i: int, kind: int, costs: Costs) -> Iterator[_Node]:
        price = costs.cost(i, node.hex)
        if price is not None:
            yield from self._found(_Node(node.cost - price, node.mode, i, kind))


def _may_step(move: Move, i: int, j: int) -> bool:
    if any(layer.mask >> i & 1 for layer in move.leave):
        return False
    return not any(step.source >> i & 1 and step.target >> j & 1 for step in move.steps)
