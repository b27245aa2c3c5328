"""Floods, distances, supply and retreats against the textbook, on thousands of random boards of every numbering."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.hexmap import (
    Layer,
    Move,
    Paths,
    Retreat,
    SideLayer,
    Stand,
    SupplyLine,
    Switch,
    costs_to,
    distances,
    flood,
    flood_from,
    flood_modes,
    supply,
)
from tests.hexmap.textbook import Mode, all_paths, breadth_first, cheapest, dijkstra
from tests.hexmap.worlds import World

seeds = st.integers(0, 2**40)


def many(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def check_path(
    stands: Sequence[Stand], modes: Sequence[Mode], starts: set[Stand], limit: int, switches: Sequence[Switch]
) -> None:
    """Every stand follows from the one before by a step or a switch that the rules allow, at its price."""
    assert stands[0] in starts
    moved = False
    for n, (here, there) in enumerate(pairwise(stands)):
        mode, paid = modes[here.mode], there.cost - here.cost
        if here.hex == there.hex:
            ways = [s for s in switches if (s.before, s.after, s.cost) == (here.mode, there.mode, paid)]
            assert any(switch.mask >> here.hex & 1 for switch in ways)
            continue
        step = (here.hex, there.hex)
        assert here.mode == there.mode
        assert mode.may(*step)
        if moved:
            assert here.hex not in mode.stop
            assert mode.prices[step] == paid
        else:
            last = n == len(stands) - 2
            at_once = last and mode.halt is not None and mode.halt.get(step) == paid
            any_price = last and mode.one_hex and there.cost == limit
            assert at_once or any_price or mode.first_prices()[step] == paid
        moved = True


@many(1200)
@given(seeds)
def test_a_flood_finds_what_dijkstra_finds(seed):
    world = World(seed)
    unit = world.rng.choice((1, 1, 4, 12))
    move, mode = world.move(unit)
    starts = world.starts(3)
    limit = world.rng.randint(0, 8) * unit
    reach = flood(move, [(1 << i, cost) for i, cost in starts], limit)
    costs = cheapest(dijkstra(world.grid, [mode], [(0, i, cost) for i, cost in starts], limit), 0)
    assert {i: reach.cost(i) for i in world.grid.bits(reach.passed)} == costs
    assert reach.mask == world.mask(set(costs) - mode.end)
    assert reach.levels == tuple(
        (cost, world.mask({i for i in costs if costs[i] == cost})) for cost in sorted(set(costs.values()))
    )
    for i in world.hexes:
        stands = reach.stands(i)
        assert reach.path(i) == tuple(stand.hex for stand in stands)
        assert tuple(reach.back(i)) == stands[::-1]
        if i not in costs:
            assert stands == ()
            continue
        assert (stands[-1].hex, stands[-1].cost) == (i, costs[i])
        check_path(stands, [mode], {Stand(h, 0, c) for h, c in starts}, limit, ())


@many(700)
@given(seeds)
def test_a_flood_with_modes_finds_what_dijkstra_finds(seed):
    world = World(seed, largest=6)
    count = world.rng.randint(2, 3)
    moves, modes = zip(*(world.move(2) for _ in range(count)), strict=True)
    switches = [
        Switch("S", world.rng.randrange(count), world.rng.randrange(count), world.mask(world.some(0.4)), cost)
        for cost in world.rng.choices((0, 0, 1, 2, 5), k=world.rng.randint(0, 4))
    ]
    starts = [(world.rng.randrange(count), i, cost) for i, cost in world.starts(3)]
    limit = world.rng.randint(0, 14)
    reaches = flood_modes(moves, [(mode, 1 << i, cost) for mode, i, cost in starts], limit, switches)
    found = dijkstra(world.grid, modes, starts, limit, switches)
    best: dict[int, int] = {}
    for mode, reach in enumerate(reaches.modes):
        costs = cheapest(found, mode)
        assert {i: reach.cost(i) for i in world.grid.bits(reach.passed)} == costs
        assert reach.mask == world.mask(set(costs) - modes[mode].end)
        for i, cost in costs.items():
            best[i] = min(cost, best.get(i, cost))
            stands = reach.stands(i)
            assert tuple(reach.back(i)) == stands[::-1]
            assert stands[-1] == Stand(i, mode, cost)
            check_path(stands, modes, {Stand(h, m, c) for m, h, c in starts}, limit, switches)
    for i in world.hexes:
        assert reaches.cost(i) == best.get(i)
        assert [stand.cost for stand in reaches.stands(i)][-1:] == ([best[i]] if i in best else [])


@many(400)
@given(seeds)
def test_the_costs_of_a_step_are_what_the_changes_made_them(seed):
    world = World(seed)
    costs, prices = world.costs(3)
    for i, j in world.pairs:
        assert costs.cost(i, j) == prices.get((i, j))
        assert costs.backwards.cost(j, i) == prices.get((i, j))
        items = costs.items(i, j)
        assert (sum(parts for _, parts in items) if items else None) == prices.get((i, j))
    again = costs.without(("R1",))
    assert "R1" not in again.rules
    assert set(again.rules) == set(costs.rules) - {"R1"}


@many(400)
@given(seeds)
def test_distances_are_what_a_breadth_first_search_finds(seed):
    world = World(seed)
    sources, banned = world.some(0.1), world.some(0.25)
    six, pairs = world.sides(0.7)
    for along, allowed in ((None, None), (six, pairs)):
        field = distances(world.grid, world.mask(sources), ban=world.mask(banned), along=along)
        steps = breadth_first(world.grid, sources, banned, allowed)
        assert {i: field.distance(i) for i in world.hexes} == {i: steps.get(i) for i in world.hexes}
        assert field.within(2) == world.mask({i for i, n in steps.items() if n <= 2})
        near = distances(world.grid, world.mask(sources), ban=world.mask(banned), along=along, limit=2)
        assert near.rings == field.rings[:3]


@many(300)
@given(seeds)
def test_costs_to_a_target_are_those_of_walking_there(seed):
    world = World(seed, largest=6)
    costs, prices = world.costs(2)
    target, banned = world.rng.choice(world.hexes), world.some(0.2)
    field = costs_to(costs, 1 << target, 9, [Layer("X", world.mask(banned))])
    for i in world.hexes:
        if i in banned:
            continue
        walk = cheapest(dijkstra(world.grid, [Mode(prices, ban=banned - {target})], [(0, i, 0)], 9), 0)
        assert field.cost(i) == walk.get(target)


@many(500)
@given(seeds)
def test_supply_of_a_side_is_that_of_each_hex_alone(seed):
    world = World(seed)
    roads, road_pairs = world.roads()
    cut, cut_pairs = world.sides(0.15)
    banned, useless = world.some(0.2), world.some(0.1)
    costs, prices = world.costs(1)
    sources, limit = world.some(0.1), world.rng.randint(0, 5)
    layers = [Layer("ban", world.mask(banned))], [Layer("road", world.mask(useless))], [SideLayer("cut", cut)]
    line = SupplyLine(roads, costs, limit, *layers)
    found = supply(line, world.mask(sources))
    open_sources = sources - banned - useless
    steps = breadth_first(world.grid, open_sources, banned | useless, road_pairs - cut_pairs)
    assert found.road == world.mask(set(steps))
    for i in world.hexes:
        walk = cheapest(dijkstra(world.grid, [Mode(prices, ban=banned)], [(0, i, 0)], limit), 0)
        supplied = i not in banned and any(j in steps for j in walk)
        assert bool(found.mask >> i & 1) == supplied
        path = found.path(i)
        if not supplied:
            assert path == ()
            continue
        assert path[0] == i
        assert path[-1] in open_sources
        on_road = next(n for n in range(len(path)) if len(path) - 1 - n == steps.get(path[n]))
        assert sum(prices[step] for step in pairwise(path[: on_road + 1])) <= limit
        assert all(step in road_pairs - cut_pairs for step in pairwise(path[on_road:]))
        assert not set(path) & banned


@many(300)
@given(seeds)
def test_a_supply_road_that_is_cut_reaches_what_it_would_if_the_hexes_were_banned(seed):
    world = World(seed)
    roads, _ = world.roads()
    sources, cut = world.mask(world.some(0.1)), world.mask(world.some(0.2))
    costs, _ = world.costs(1)
    found = supply(SupplyLine(roads, costs, 0), sources)
    assert found.road_without(cut) == supply(SupplyLine(roads, costs, 0, [Layer("cut", cut)]), sources).road


@many(300)
@given(seeds)
def test_a_flood_whose_first_step_is_given_finds_what_a_flood_finds(seed):
    world = World(seed)
    (costs, _), (first, _) = world.costs(2), world.costs(2)
    ban, stop, start = world.mask(world.some(0.2)), world.mask(world.some(0.2)), world.rng.choice(world.hexes)
    spent, limit = world.rng.randint(0, 3), world.rng.randint(3, 16)
    free, go = world.grid.all & ~ban, ~stop
    entered, moved = flood_from(costs, start, spent, limit, free=free, go=go, first=first, targets=free)
    whole = flood(Move(costs, [Layer("stop", stop)], [Layer("ban", ban)], first=first), [(1 << start, spent)], limit)
    assert entered | 1 << start == whole.passed
    for cost, mask in moved:
        assert all(whole.cost(i) == cost for i in world.grid.bits(mask & ~(1 << start)))


@many(300)
@given(seeds)
def test_the_steps_out_of_a_hex_by_price_are_those_that_it_has(seed):
    world = World(seed)
    costs, prices = world.costs()
    for i in world.hexes:
        found = {(i, j): price for price, mask in costs.priced_from(i) for j in world.grid.bits(mask)}
        assert found == {pair: price for pair, price in prices.items() if pair[0] == i and price is not None}


@many(600)
@given(seeds)
def test_retreats_offer_exactly_the_steps_of_whole_paths(seed):
    world = World(seed, largest=6)
    start, length = world.rng.choice(world.hexes), world.rng.randint(1, 4)
    banned, no_end = world.some(0.25), world.some(0.25)
    closed, closed_pairs = world.sides(0.2)
    away = world.rng.choice([set(), {start}, world.some(0.1)])
    within = [world.some(0.7) for _ in range(world.rng.randint(0, 2))]
    out = world.some(0.1) if world.chance(0.3) else set()
    retreat = Retreat(
        world.grid, start, length, [Layer("ban", world.mask(banned))], [SideLayer("side", closed)],
        [Layer("end", world.mask(no_end))], world.mask(away), [world.mask(hexes) for hexes in within], world.mask(out),
    )  # fmt: skip
    paths = Paths(retreat)
    expected = list(all_paths(world.grid, start, length, banned, closed_pairs, no_end, away, within, out))
    listed = list(paths)
    assert len(listed) == len(set(listed))
    assert set(listed) == set(expected)
    assert paths.possible == bool(expected)
    for prefix in {path[:n] for path in expected for n in range(length)} | {()}:
        following = {
            path[len(prefix)] for path in expected if path[: len(prefix)] == prefix and len(path) > len(prefix)
        }
        assert paths.next_steps(prefix) == world.mask(following - {-1})
        assert paths.may_step_off(prefix) == (-1 in following)
        assert paths.admits(prefix)
    assert not paths.admits((start,))
