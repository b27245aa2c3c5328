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
FEW = 3  # so few lanes are gone through faster than it is found out first which hexes they enter
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


def flood_from(
    costs: Costs, i: int, spent: int, limit: int, *, free: int, go: int, first: Costs, targets: int
) -> tuple[int, list[Level]]:
    """Where a unit gets whose first step is a matter of its own: all hexes that it enters, and those by cost.

    It has spent so much in the hex where it begins. `first` are the prices of the first step, which enters `targets`
    only; after it the unit enters `free` hexes, and goes on from those of `go`.
    """
    wait, moved = [0] * (limit + 1), list[Level]()
    if targets:
        for price, entered in first.priced_from(i):
            if spent + price <= limit:
                wait[spent + price] |= entered & targets
    lanes = costs.lanes
    if len(lanes) == 2 and len(costs.table) > 1:
        grain = (costs.grain or 1) if first is costs and not spent else gcd(spent, costs.grain, first.grain) or 1
        return _levels_by_two_lanes(costs, spent, limit, free, go, moved, wait, grain), moved
    if first is costs and not spent:
        horizon, grain = costs.dearest, costs.grain or 1
    else:
        horizon, grain = spent + max(costs.dearest, first.dearest), gcd(spent, costs.grain, first.grain) or 1
    return levels(costs, {}, limit, free, go, 0, moved, [], wait, horizon, grain), moved


def levels(
    costs: Costs, fresh: dict[int, int], limit: int, free: int, go: int, leave: int, moved: list[Level],
    begun: list[Level], wait: list[int], horizon: int, grain: int,
) -> int:  # fmt: skip
    """Every level of a flood: fills the lists of hexes entered and begun from, and returns all of them.

    `wait` are the hexes that wait for each cost, none beyond the horizon; every cost is a multiple of the grain. What
    has been entered before may wait again: it is sorted out when its turn comes.
    """
    which = _levels_by_lane if len(costs.table) > 1 and len(costs.lanes) <= FEW else _levels_of_many
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


def _levels_by_lane(
    costs: Costs, fresh: dict[int, int], limit: int, free: int, go: int, leave: int, moved: list[Level],
    begun: list[Level], wait: list[int], horizon: int, grain: int,
) -> int:  # fmt: skip
    """The same where there are few lanes: every step of each is looked at, and no hex first."""
    lanes, stride, skew, longest = costs.lanes, costs.grid.stride, costs.grid.stride - 1, costs.dearest
    opened, started, last = free, 0, limit - lanes[0][0]
    for cost in range(0, limit + 1, grain):
        new = wait[cost] & free
        if not new and cost not in fresh:
            if cost > horizon:
                break
            continue
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
            continue
        left = limit - cost
        if cost + longest > horizon:
            horizon = cost + longest
        east, west, south, north = going << 1, going >> 1, going << stride, going >> stride
        southwest, northeast = going << skew, going >> skew
        for least, (a, b, c, d, e, f), prices in lanes:
            if least > left:
                break
            found = east & a | west & b | south & c | north & d | southwest & e | northeast & f
            for price, hexes in prices:
                if price <= left:
                    wait[cost + price] |= found & hexes
    return opened ^ free | started


def _levels_by_two_lanes(
    costs: Costs, spent: int, limit: int, free: int, go: int, moved: list[Level], wait: list[int], grain: int
) -> int:
    """The same for two lanes, roads and open ground as a rule, where nothing is begun from but one start.

    It is what units on a map of roads need, again and again: hence both lanes by name, and no step for nothing.
    """
    (cheap, (a, b, c, d, e, f), by_road), (dear, (p, q, r, s, t, u), beside) = costs.lanes
    stride, skew, opened = costs.grid.stride, costs.grid.stride - 1, free
    last, last_beside = limit - cheap, limit - dear
    wait += [0] * costs.dearest  # what is too dear waits beyond the limit, where nobody looks
    one, two = len(by_road) == 1, len(beside) == 2
    (even, plain), (uneven, _) = beside[0], beside[-1]
    for cost in range(spent + grain, limit + 1, grain):
        new = wait[cost] & free
        if not new:
            continue
        free ^= new
        moved.append((cost, new))
        going = new & go
        if not going or cost > last:
            continue
        east, west, south, north = going << 1, going >> 1, going << stride, going >> stride
        southwest, northeast = going << skew, going >> skew
        found = east & a | west & b | south & c | north & d | southwest & e | northeast & f
        if one:
            wait[cost + cheap] |= found
        else:
            for price, hexes in by_road:
                wait[cost + price] |= found & hexes
        if cost <= last_beside:
            found = east & p | west & q | south & r | north & s | southwest & t | northeast & u
            if two:
                by_plain = found & plain
                wait[cost + even] |= by_plain
                wait[cost + uneven] |= found ^ by_plain
            else:
                for price, hexes in beside:
                    wait[cost + price] |= found & hexes
    return opened ^ free


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
    if len(costs.lanes) > FEW:
        spread(costs.grid, costs.plan, going, cost, wait, targets)
        return
    left, stride, skew = len(wait) - 1 - cost, costs.grid.stride, costs.grid.stride - 1
    east, west, south, north = going << 1, going >> 1, going << stride, going >> stride
    southwest, northeast = going << skew, going >> skew
    for least, (a, b, c, d, e, f), prices in costs.lanes:
        if least > left:
            break
        found = (east & a | west & b | south & c | north & d | southwest & e | northeast & f) & targets
        for price, hexes in prices:
            if price <= left:
                wait[cost + price] |= found & hexes


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
