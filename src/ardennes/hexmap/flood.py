"""Movement floods: every hex that a unit can reach, at what cost, under rules that come as named layers.

Levels of equal cost are worked off in rising order. A level is one mask, so that all its hexes are
left in six shifts, and every price of a step is one look through the masks that `Costs` has compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from .bare import Flooded, bare_flood, levels, spread_from
from .costs import Costs
from .layers import Layer, Step, Switch, lift, rules_of, union
from .reach import Level, Reach, Reaches, Walked

Starts = int | Iterable[tuple[int, int]]  # a mask at cost 0, or masks each with its cost


@dataclass(slots=True)
class Move:
    """The rules under which a unit moves in one mode.

    A start is not entered: `ban` and `stop` say nothing about it, and `leave` does. `first` gives the costs of the
    step out of a start, if they differ; `halt` the costs of steps out of a start that end the move at once.
    """

    costs: Costs
    stop: Sequence[Layer] = ()  # may be entered, and ends the move
    ban: Sequence[Layer] = ()  # may not be entered
    leave: Sequence[Layer] = ()  # may not be left, not even at the start
    end: Sequence[Layer] = ()  # may be passed, and is no place to end
    steps: Sequence[Step] = ()  # may not be made, from hex to hex
    first: Costs | None = None
    halt: Costs | None = None
    one_hex: bool = False  # whatever it costs, one allowed step may be made, and takes the whole allowance

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that restrict the move, each once: those of its layers, then those of its costs."""
        of_layers = rules_of(self.ban, self.leave, self.stop, self.steps, self.end)
        of_costs = (rule for costs in (self.costs, self.first, self.halt) if costs for rule in costs.rules)
        return tuple(dict.fromkeys((*of_layers, *of_costs)))

    def without(self, rules: frozenset[str]) -> Move:
        """The move as it would be without these rules."""
        return Move(
            self.costs.without(rules),
            stop=lift(self.stop, rules),
            ban=lift(self.ban, rules),
            leave=lift(self.leave, rules),
            end=lift(self.end, rules),
            steps=lift(self.steps, rules),
            first=self.first and self.first.without(rules),
            halt=self.halt and self.halt.without(rules),
            one_hex=self.one_hex,
        )

    @property
    def dearest(self) -> int:
        """The price of the dearest step."""
        if self.first is None and self.halt is None:
            return self.costs.dearest
        return max(costs.dearest for costs in (self.costs, self.first, self.halt) if costs is not None)


def flood(move: Move, starts: Starts, limit: int) -> Reach:
    """Where a unit gets with `limit` parts of a movement point, from the starts."""
    if move.first is None and move.halt is None and not move.steps:
        return _flood_plainly(move, ((starts, 0),) if isinstance(starts, int) else tuple(starts), limit)
    walk = _Walk(move, limit)
    if isinstance(starts, int):
        walk.begin(starts, 0)
    else:
        for mask, cost in starts:
            walk.begin(mask, cost)
    walk.run()
    return Reach(*walk.found(), (walk.walked(),), 0, ())


def _flood_plainly(move: Move, starts: tuple[tuple[int, int], ...], limit: int) -> Reach:
    """A flood in which every step is like another, as most are."""
    ban, leave = union(move.ban), union(move.leave)
    flooded = bare_flood(move.costs, starts, limit, ban, union(move.stop), leave)
    if not move.one_hex:
        return reach_of(flooded, move, starts, limit)
    passed, _, begun = flooded
    more = 0
    for _, mask in begun:
        more |= next_to(move.costs, mask & ~leave)
    more &= ~(ban | passed)
    return reach_of(flooded, move, starts, limit, ((limit, more),) if more else ())


def reach_of(
    flooded: Flooded, move: Move, starts: Sequence[tuple[int, int]], limit: int, ended: Sequence[Level] = ()
) -> Reach:
    """What a bare flood under these rules has found, with names, costs and ways: it need not be made again.

    `ended` are hexes entered by steps that end the move, by cost.
    """
    passed, moved, begun = flooded
    for _, mask in ended:
        passed |= mask
    ends = passed & ~union(move.end) if move.end else passed
    return Reach(ends, passed, (Walked(move, limit, starts, moved, begun, ended),), 0, ())


def flood_modes(
    modes: Sequence[Move], starts: Iterable[tuple[int, int, int]], limit: int, switches: Sequence[Switch] = ()
) -> Reaches:
    """Where a unit gets that may change its mode on the way; a start is a mode, a mask and a cost.

    A change of mode is made in a hex, before the next step or at the end, and is no step: a unit that has
    not moved yet still leaves its start as a start.
    """
    walks = [_Walk(move, limit) for move in modes]
    for mode, mask, cost in starts:
        walks[mode].begin(mask, cost)
    longest = max((*(walk.move.dearest for walk in walks), *(switch.cost for switch in switches)))
    horizon = max(max(walk.fresh, default=0) for walk in walks) + longest
    for cost in range(limit + 1):
        if _work_off(walks, cost, switches):
            horizon = max(horizon, cost + longest)
        elif cost > horizon:
            break
    found = [walk.found() for walk in walks]
    walked = tuple(walk.walked() for walk in walks)
    changes = tuple(switches)
    return Reaches(tuple(Reach(*masks, walked, mode, changes) for mode, masks in enumerate(found)))


def _work_off(walks: list[_Walk], cost: int, switches: Sequence[Switch]) -> bool:
    """One level of all modes, as often as a change of mode that costs nothing adds to it; whether there was any."""
    worked = False
    busy = True
    while busy:
        busy = False
        for mode, walk in enumerate(walks):
            if not (walk.wait[cost] or cost in walk.fresh):
                continue
            moved, begun = walk.advance(cost)
            worked = True
            for switch in switches:
                if switch.before == mode:
                    busy |= walks[switch.after].switch_in(moved & switch.mask, begun & switch.mask, cost + switch.cost)
    return worked


class _Walk:
    """One mode's part of a flood."""

    __slots__ = (
        "begun", "ended", "free", "fresh", "fresh_free", "go", "grid", "leave",
        "limit", "move", "moved", "open", "starts", "steps", "wait",
    )  # fmt: skip

    def __init__(self, move: Move, limit: int) -> None:
        self.move = move
        self.limit = limit
        self.grid = grid = move.costs.grid
        everywhere = grid.all
        self.open = self.free = everywhere ^ everywhere & union(move.ban) if move.ban else everywhere
        self.fresh_free = everywhere
        self.leave = leave = everywhere ^ everywhere & union(move.leave) if move.leave else everywhere
        self.go = leave & ~union(move.stop) if move.stop else leave
        self.steps = _union_of_sources(move.steps) if move.steps else 0
        self.wait = [0] * (limit + 1)
        self.fresh: dict[int, int] = {}
        self.starts: list[tuple[int, int]] = []
        self.moved: list[Level] = []
        self.begun: list[Level] = []
        self.ended: dict[int, int] = {}

    def begin(self, mask: int, cost: int) -> None:
        """Take a start, which waits for its cost."""
        self.starts.append((mask, cost))
        self._wait_fresh(mask, cost)

    def _wait_fresh(self, mask: int, cost: int) -> None:
        if mask and cost <= self.limit:
            self.fresh[cost] = self.fresh.get(cost, 0) | mask

    def run(self) -> None:
        """Work off every level, with no other mode to change to."""
        wait, fresh, longest = self.wait, self.fresh, self.move.dearest
        horizon = max(fresh, default=0) + longest
        if len(fresh) == 1 and self._plain_after_first():
            self._run_from_first(horizon)
            return
        for cost in range(self.limit + 1):
            if wait[cost] or cost in fresh:
                self.advance(cost)
                horizon = max(horizon, cost + longest)
            elif cost > horizon:
                break

    def _plain_after_first(self) -> bool:
        """Whether every step but the first is like another: rules for steps concern the start alone.

        A start that is entered again is left as any hex is. Where steps out of it are restricted and cost the same as
        the first, that leads nowhere that the first has not led to for less.
        """
        start = next(iter(self.fresh.values()))
        return not self.steps or (self.move.first is None and not self.steps & ~start)

    def _run_from_first(self, horizon: int) -> None:
        """Make the first step, then work off every other level as in a flood of plain steps."""
        cost, mask = next(iter(self.fresh.items()))
        self.advance(cost)
        go = self.go & ~mask if self.steps else self.go
        costs, first = self.move.costs, self.move.first or self.move.costs
        grain = gcd(cost, costs.grain, first.grain) or 1
        entered = levels(costs, {}, self.limit, self.free, go, 0, self.moved, [], self.wait, horizon, grain)
        self.free ^= entered

    def switch_in(self, moved: int, begun: int, cost: int) -> bool:
        """Let hexes wait in which a unit takes this mode; whether there are any."""
        moved &= self.free
        begun &= self.fresh_free
        if cost > self.limit or not (moved or begun):
            return False
        self.wait[cost] |= moved
        self._wait_fresh(begun, cost)
        return True

    def advance(self, cost: int) -> tuple[int, int]:
        """Leave the hexes that wait at this cost; return the hexes new at it, entered and begun from."""
        moved = self.wait[cost] & self.free
        self.wait[cost] = 0
        going = moved & self.go
        if moved:
            self.free ^= moved
            self.moved.append((cost, moved))
        begun = self.fresh.pop(cost, 0) & self.fresh_free if self.fresh else 0
        if begun:
            self.fresh_free ^= begun
            self.begun.append((cost, begun))
            if self.move.first is None and self.move.halt is None:
                going |= begun & self.leave
            else:
                self._first_step(begun & self.leave, cost)
        if going and cost < self.limit:
            self._spread(self.move.costs, going, cost, self.wait, self.free)
        return moved, begun

    def _first_step(self, begun: int, cost: int) -> None:
        move = self.move
        self._spread(move.first or move.costs, begun, cost, self.wait, self.free)
        if move.halt is not None:
            halted = [0] * (self.limit + 1)
            self._spread(move.halt, begun, cost, halted, self.open)
            for price, mask in enumerate(halted):
                if mask:
                    self.ended[price] = self.ended.get(price, 0) | mask

    def _spread(self, costs: Costs, going: int, cost: int, wait: list[int], targets: int) -> None:
        if going & self.steps:
            for some, allowed in split(self.move.steps, going, targets):
                spread_from(costs, some, cost, wait, allowed)
        else:
            spread_from(costs, going, cost, wait, targets)

    def found(self) -> tuple[int, int]:
        """Where the unit may end, and where it gets at all."""
        entered = self.open ^ self.free
        begun = self.grid.all ^ self.fresh_free
        passed = entered | begun
        for mask in self.ended.values():
            passed |= mask
        if self.move.one_hex:
            passed |= self._guaranteed(passed)
        return (passed & ~union(self.move.end) if self.move.end else passed), passed

    def walked(self) -> Walked:
        """How this mode's part went."""
        ended = sorted(self.ended.items()) if self.ended else ()
        return Walked(self.move, self.limit, self.starts, self.moved, self.begun, ended)

    def _guaranteed(self, passed: int) -> int:
        """The hexes that only the guaranteed step reaches, from any start."""
        move = self.move
        found = 0
        for _, begun in self.begun:
            for some, targets in split(move.steps, begun & self.leave, self.open):
                found |= next_to(move.first or move.costs, some) & targets
                if move.halt is not None:
                    found |= next_to(move.halt, some) & targets
        found &= ~passed
        if found:
            self.ended[self.limit] = self.ended.get(self.limit, 0) | found
        return found


def split(steps: Sequence[Step], going: int, targets: int) -> Iterator[tuple[int, int]]:
    """The hexes by what they may step to."""
    parts = [(going, targets)]
    for step in steps:
        if not going & step.source:
            continue
        parts = [
            part
            for some, to in parts
            for part in ((some & step.source, to & ~step.target), (some & ~step.source, to))
            if part[0]
        ]
    return iter(parts)


def next_to(costs: Costs, mask: int) -> int:
    """Every hex that one step from the mask enters, at whatever cost."""
    if mask and not mask & mask - 1:
        return costs.entered_from(mask.bit_length() - 1)
    found = 0
    for six in costs.table.values():
        for d in range(6):
            found |= costs.grid.shift(mask, d) & six[d]
    return found


def _union_of_sources(steps: Sequence[Step]) -> int:
    union = 0
    for step in steps:
        union |= step.source
    return union
