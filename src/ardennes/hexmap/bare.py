"""The bare flood: masks in, masks out. Where every step is like another, this is all that a flood has to do.

A level is one mask, so that all its hexes are left in six shifts, and every price of a step is one look through the
masks that `Costs` has compiled. `flood` gives the same with names, costs and paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from .costs import Costs, Plan
from .grid import Grid
from .reach import Level

Flooded = tuple[int, list[Level], list[Level]]  # all hexes, those entered by cost, those begun from by cost
DIRECT = 3  # of so few prices, going through the steps is faster than looking first which hexes they enter
THIN = 6  # a frontier of more hexes is left in six shifts rather than hex by hex


def bare_flood(
    costs: Costs, starts: Iterable[tuple[int, int]], limit: int, ban: int = 0, stop: int = 0, leave: int = 0
) -> Flooded:
    """Where a unit gets with `limit` parts of a point: all hexes, those entered by cost, those begun from by cost.

    A start is a mask and its cost. `ban` may not be entered, `stop` may be entered and not left, `leave` may not be
    left, not even at the start.
    """
    fresh: dict[int, int] = {}
    for mask, cost in starts:
        if mask and cost <= limit:
            fresh[cost] = fresh.get(cost, 0) | mask
    moved: list[Level] = []
    begun: list[Level] = []
    everywhere = costs.grid.all
    go, wait, longest = everywhere & ~(stop | leave), [0] * (limit + 1), costs.dearest
    horizon, grain = max(fresh, default=-longest) + longest, gcd(costs.grain, *fresh) or 1
    passed = levels(costs, fresh, limit, everywhere & ~ban, go, ~leave, moved, begun, wait, horizon, grain)
    return passed, moved, begun


def levels(
    costs: Costs, fresh: dict[int, int], limit: int, free: int, go: int, leave: int, moved: list[Level],
    begun: list[Level], wait: list[int], horizon: int, grain: int,
) -> int:  # fmt: skip
    """Every level of a flood: fills the lists of hexes entered and begun from, and returns all of them.

    `wait` are the hexes that wait for each cost, none beyond the horizon; every cost is a multiple of the grain. What
    has been entered before may wait again: it is sorted out when its turn comes.
    """
    which = _levels_of_few if 1 < len(costs.table) <= DIRECT else _levels_of_many
    return which(costs, fresh, limit, free, go, leave, moved, begun, wait, horizon, grain)


def _levels_of_many(
    costs: Costs, fresh: dict[int, int], limit: int, free: int, go: int, leave: int, moved: list[Level],
    begun: list[Level], wait: list[int], horizon: int, grain: int,
) -> int:  # fmt: skip
    """Every level where there are many prices, or one: where all steps cost alike, a thin frontier is left by hex."""
    plan, stride, skew, longest = costs.plan, costs.grid.stride, costs.grid.stride - 1, costs.dearest
    thin = THIN if len(costs.table) == 1 else 0
    cheapest = plan[0][0] if plan else 0
    opened, started = free, 0
    for cost in range(0, limit + 1, grain):
        new = wait[cost]
        if not new and cost not in fresh:
            if cost > horizon:
                break
            continue
        new &= free
        going = new & go
        if new:
            free ^= new
            moved.append((cost, new))
        if cost in fresh:
            first = fresh[cost] & ~started
            started |= first
            begun.append((cost, first))
            going |= first & leave
        if cost + longest > horizon:
            horizon = cost + longest
        if thin and going.bit_count() <= thin:
            if cost + longest <= limit:
                wait[cost + longest] |= _entered(costs, going) & free
            continue
        left = limit - cost
        if not going or left < cheapest:
            continue
        east, west, south, north = going << 1, going >> 1, going << stride, going >> stride
        southwest, northeast = going << skew, going >> skew
        around = (east | west | south | north | southwest | northeast) & free
        for price, evenly, others, six in plan:
            if price > left:
                break
            found = around & evenly
            if around & others:
                a, b, c, d, e, f = six
                found |= east & a | west & b | south & c | north & d | southwest & e | northeast & f
            if found:
                wait[cost + price] |= found
    return opened ^ free | started


def _levels_of_few(
    costs: Costs, fresh: dict[int, int], limit: int, free: int, go: int, leave: int, moved: list[Level],
    begun: list[Level], wait: list[int], horizon: int, grain: int,
) -> int:  # fmt: skip
    """The same where there are few prices: every step of each is looked at, and no hex first."""
    direct, stride, skew, longest = costs.direct, costs.grid.stride, costs.grid.stride - 1, costs.dearest
    opened, started, last = free, 0, limit - direct[0][0]
    for cost in range(0, limit + 1, grain):
        new = wait[cost] & free
        going = new & go
        if new:
            free ^= new
            moved.append((cost, new))
        if cost in fresh:
            first = fresh[cost] & ~started
            started |= first
            begun.append((cost, first))
            going |= first & leave
        if not going or cost > last:
            if cost > horizon:
                break
            continue
        horizon, left = max(horizon, cost + longest), limit - cost
        east, west, south, north = going << 1, going >> 1, going << stride, going >> stride
        southwest, northeast = going << skew, going >> skew
        for price, (a, b, c, d, e, f) in direct:
            if price > left:
                break
            wait[cost + price] |= east & a | west & b | south & c | north & d | southwest & e | northeast & f
    return opened ^ free | started


def _entered(costs: Costs, going: int) -> int:
    """Every hex that one step from a few hexes enters."""
    found, known = 0, costs.known
    while going:
        i = going.bit_length() - 1
        found |= known[i] if i in known else costs.entered_from(i)
        going ^= 1 << i
    return found


def spread_from(costs: Costs, going: int, cost: int, wait: list[int], targets: int) -> None:
    """Let every hex that one step from `going` enters wait for its cost, if it is among the targets."""
    if len(costs.table) > DIRECT:
        spread(costs.grid, costs.plan, going, cost, wait, targets)
        return
    left, stride = len(wait) - 1 - cost, costs.grid.stride
    east, west, south, north = going << 1, going >> 1, going << stride, going >> stride
    southwest, northeast = going << stride - 1, going >> stride - 1
    for price, (a, b, c, d, e, f) in costs.direct:
        if price > left:
            break
        found = east & a | west & b | south & c | north & d | southwest & e | northeast & f
        wait[cost + price] |= found & targets


def spread(grid: Grid, plan: Plan, going: int, cost: int, wait: list[int], targets: int) -> None:
    """The same for some prices of a plan."""
    left = len(wait) - 1 - cost
    stride = grid.stride
    east, west = going << 1, going >> 1
    south, north = going << stride, going >> stride
    southwest, northeast = going << stride - 1, going >> stride - 1
    around = (east | west | south | north | southwest | northeast) & targets
    if not around:
        return
    for price, evenly, others, six in plan:
        if price > left:
            break
        found = around & evenly
        if around & others:
            a, b, c, d, e, f = six
            found |= (east & a | west & b | south & c | north & d | southwest & e | northeast & f) & targets
        if found:
            wait[cost + price] |= found
