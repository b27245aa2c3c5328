"""Explanations, hexside sets, supply lines and retreats, one claim at a time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.hexmap import (
    Costs,
    Explainer,
    Grid,
    GridSpec,
    Layer,
    Move,
    Paths,
    Retreat,
    SideLayer,
    Step,
    SupplyLine,
    Switch,
    blockers,
    distances,
    exits,
    fewest,
    flood,
    sides_all,
    sides_and,
    sides_between,
    sides_minus,
    sides_named,
    sides_of,
    sides_or,
    supply,
)
from tests.hexmap.worlds import World

GRID = Grid(GridSpec(5, 6))
ROW = GRID.mask(["0301", "0302", "0303", "0304", "0305", "0306"])
ALONG_ROW = Costs(GRID).enter(ROW, 1)
ROAD = sides_named(GRID, ["0301/0302", "0302/0303", "0303/0304", "0304/0305", "0305/0306"])


def at(*names: str) -> int:
    return GRID.mask(names)


def why_not(name: str, move: Move, limit: int = 9) -> tuple[str, ...] | None:
    return blockers(GRID.index(name), move, at("0301"), limit, "allowance")


def test_what_can_be_reached_is_blocked_by_nothing():
    assert why_not("0306", Move(ALONG_ROW)) == ()


def test_one_layer_that_stands_in_the_way_is_named():
    layers = [Layer("X-1", at("0303")), Layer("X-2", at("0505"))]
    for move in (Move(ALONG_ROW, stop=layers), Move(ALONG_ROW, ban=layers), Move(ALONG_ROW, leave=layers)):
        assert why_not("0305", move) == ("X-1",)
    assert why_not("0303", Move(ALONG_ROW, end=[Layer("X-3", at("0303"))])) == ("X-3",)
    assert why_not("0302", Move(ALONG_ROW, steps=[Step("X-4", at("0301"), at("0302"))])) == ("X-4",)


def test_a_rule_inside_the_costs_is_named():
    cliff = sides_named(GRID, ["0302/0303"])
    assert why_not("0304", Move(ALONG_ROW.close_across(cliff, "X-5"))) == ("X-5",)
    assert why_not("0304", Move(ALONG_ROW.add(at("0304"), 5, "X-6")), limit=5) == ("X-6",)
    first = ALONG_ROW.close_across(sides_named(GRID, ["0301/0302"]), "X-7")
    assert why_not("0302", Move(ALONG_ROW, first=first)) == ("X-7",)


def test_the_allowance_is_a_rule_too():
    assert why_not("0306", Move(ALONG_ROW), limit=2) == ("allowance",)


def test_two_rules_that_both_stand_in_the_way_are_both_named():
    move = Move(ALONG_ROW, ban=[Layer("X-1", at("0303"))], stop=[Layer("X-2", at("0304"))])
    assert why_not("0306", move) == ("X-1", "X-2")
    assert why_not("0306", Move(ALONG_ROW, ban=[Layer("X-1", at("0303"))]), limit=2) == ("X-1", "allowance")


def test_three_rules_are_named_without_those_that_do_not_matter():
    bans = [Layer(f"X-{n}", at(f"030{n}")) for n in (2, 3, 4, 6)]
    assert why_not("0305", Move(ALONG_ROW, ban=bans)) == ("X-2", "X-3", "X-4")
    many = [Layer(f"Y-{n}", 0) for n in range(9)]
    assert why_not("0305", Move(ALONG_ROW, ban=[*bans, *many])) == ("X-2", "X-3", "X-4")


def test_where_no_rule_helps_the_map_itself_forbids_it():
    assert why_not("0501", Move(ALONG_ROW)) is None


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 2**40))
def test_an_explanation_frees_the_hex_and_no_single_rule_does_if_two_are_named(seed):
    world = World(seed, largest=6)
    move, _ = world.move(2)
    start, target, limit = world.rng.choice(world.hexes), world.rng.choice(world.hexes), world.rng.randint(0, 12)
    rules = blockers(target, move, 1 << start, limit, "allowance")
    reached = bool(flood(move, 1 << start, limit).mask >> target & 1)
    assert reached == (rules == ())
    if not rules:
        return
    room = 999 if "allowance" in rules else limit
    assert flood(move.without(frozenset(rules)), 1 << start, room).mask >> target & 1
    for rule in rules if len(rules) > 1 else ():
        room = 999 if rule == "allowance" else limit
        assert not flood(move.without(frozenset([rule])), 1 << start, room).mask >> target & 1


def test_fewest_asks_for_as_little_as_it_can():
    asked = []

    def reached(lifted: frozenset[str]) -> bool:
        asked.append(lifted)
        return "b" in lifted

    assert fewest(reached, ("a", "b", "c")) == ("b",)
    assert asked == [frozenset(), frozenset("a"), frozenset("b")]


def test_an_explainer_floods_once_for_all_hexes():
    floods = []

    def reached(lifted: frozenset[str]) -> int:
        floods.append(lifted)
        return at("0301", "0302") if "X-1" in lifted else at("0301")

    explainer = Explainer(reached, ("X-1",))
    assert [explainer.blockers(GRID.index(name)) for name in ("0301", "0302", "0303")] == [(), ("X-1",), None]
    assert floods == [frozenset(), frozenset(["X-1"])]


def test_of_equal_explanations_the_rules_that_a_player_would_name_come_first():
    explainer = Explainer(lambda lifted: at("0301", "0302") if lifted else at("0301"), ("X-1", "X-2"))
    assert explainer.blockers(GRID.index("0302")) == ("X-1",)
    assert explainer.blockers(GRID.index("0302"), first=("X-2",)) == ("X-2",)


def test_modes_are_explained_too():
    column = Move(Costs(GRID).along(ROAD, 1), ban=[Layer("X-1", at("0304"))])
    foot = Move(ALONG_ROW.add(ROW, 9))
    switch = Switch("X-2", 0, 1, ROW, 2)
    explainer = Explainer.of_modes([foot, column], [(0, at("0301"), 0)], 9, [switch], "X-3")
    assert explainer.blockers(GRID.index("0303")) == ()
    assert explainer.blockers(GRID.index("0306")) == ("X-1",)
    assert explainer.blockers(GRID.index("0304")) == ("X-1",)
    assert explainer.blockers(GRID.index("0404")) is None
    blocked = Explainer.of_modes([foot, column], [(0, at("0301"), 8)], 9, [switch], "X-3")
    assert blocked.blockers(GRID.index("0302")) == ("X-3",)


def test_sets_of_hexsides():
    pair = sides_named(GRID, ["0303/0302", "0303/0304"])
    assert GRID.across(at("0303"), pair) == at("0302", "0304")
    assert GRID.across(at("0302"), pair) == at("0303")
    one = sides_named(GRID, ["0302/0303"])
    assert sides_or(pair, one) == pair == sides_or(one, sides_minus(pair, one))
    assert sides_and(pair, one) == one
    assert sides_or() == (0,) * 6
    assert GRID.across(at("0303"), sides_all(GRID)) == GRID.around(at("0303"))
    own = sides_of(GRID, at("0303"))
    assert GRID.across(at("0303"), own) == GRID.around(at("0303"))
    assert GRID.across(at("0302"), own) == at("0303")
    between = sides_between(GRID, at("0302", "0304"), at("0303"))
    assert between == pair
    out = sides_minus(sides_all(GRID), sides_minus(sides_all(GRID), one))
    assert out == one
    assert exits(GRID, one) == one
    edge = sides_named(GRID, ["0101/NW"])
    assert sum(mask.bit_count() for mask in edge) == 1


def test_a_zone_of_control_stops_at_a_wide_river():
    wide = sides_named(GRID, ["0302/0303", "0203/0303"])
    dry = sides_minus(sides_all(GRID), wide)
    assert GRID.across(at("0303"), dry) == at("0202", "0304", "0402", "0403")


def test_distances_along_links_and_round_what_is_banned():
    road = sides_named(GRID, ["0301/0302", "0302/0303"])
    field = distances(GRID, at("0301"), along=road)
    assert [GRID.names(ring) for ring in field.rings] == [["0301"], ["0302"], ["0303"]]
    assert field.distance(GRID.index("0101")) is None
    wall = distances(GRID, at("0301"), ban=at("0302", "0201", "0401"))
    assert wall.rings == (at("0301"),)


ANY_GROUND = Costs(GRID).enter(GRID.all, 1)


def test_supply_runs_along_the_road_and_so_far_off_it():
    found = supply(SupplyLine(ROAD, ANY_GROUND, 1), at("0301"))
    assert found.road == ROW
    assert found.mask == GRID.grow(ROW, 1)
    path = found.path(GRID.index("0204"))
    assert [GRID.name(i) for i in path] == ["0204", "0304", "0303", "0302", "0301"]
    assert found.path(GRID.index("0101")) == ()


def test_ways_of_supply_that_meet_are_told_once():
    found = supply(SupplyLine(ROAD, ANY_GROUND, 1), at("0301"))
    ways = [[GRID.name(i) for i in way] for way in found.tree(at("0204", "0305", "0301", "0101", "0302"))]
    assert ways == [["0204", "0304", "0303", "0302", "0301"], ["0305", "0304"]]


def test_a_cut_bridge_and_a_zone_cut_the_road():
    bridge = SideLayer("X-1", sides_named(GRID, ["0302/0303"]))
    assert supply(SupplyLine(ROAD, ANY_GROUND, 0, cut=[bridge]), at("0301")).mask == at("0301", "0302")
    zone = Layer("X-2", at("0304"))
    line = SupplyLine(ROAD, ANY_GROUND, 0, ban=[zone])
    assert supply(line, at("0301")).mask == at("0301", "0302", "0303")
    assert supply(line, at("0304")).mask == 0
    assert supply(SupplyLine(ROAD, ANY_GROUND, 1, no_road=[zone]), at("0301")).mask & at("0304")
    assert line.rules == ("X-2",)
    assert supply(line.without(frozenset(["X-2"])), at("0301")).mask == ROW


def test_supply_costs_what_the_unit_would_pay_towards_the_road():
    """Into the woods at 0202 costs 3, out of them onto the road 1."""
    ground = Costs(GRID).enter(GRID.all, 1).enter(at("0202"), 3)
    found = supply(SupplyLine(sides_named(GRID, ["0301/0302"]), ground, 1), at("0301"))
    assert found.mask & at("0202")
    assert not found.mask & at("0103")


def test_a_retreat_offers_only_steps_that_can_be_completed():
    dead_end = Layer("X-1", GRID.around(at("0202")) & ~at("0302"))
    paths = Paths(Retreat(GRID, GRID.index("0302"), 2, ban=[dead_end], away=at("0302")))
    assert not paths.next_steps(()) & at("0202")
    assert paths.next_steps((GRID.index("0401"),)) == at("0501", "0502")
    assert all(GRID.distance(path[-1], GRID.index("0302")) == 2 for path in paths)
    assert paths.possible


def test_a_retreat_that_stacking_forbids_is_none():
    full = Layer("X-2", GRID.all)
    paths = Paths(Retreat(GRID, GRID.index("0302"), 2, end=[full]))
    assert not paths.possible
    assert list(paths) == []
    lifted = paths.retreat.without(frozenset(paths.retreat.rules))
    assert Paths(lifted).possible


def test_a_retreat_may_leave_the_board_where_it_is_allowed():
    paths = Paths(Retreat(GRID, GRID.index("0302"), 3, ban=[Layer("X", GRID.all & ~at("0301"))], out=at("0301")))
    west = GRID.index("0301")
    assert list(paths) == [(west, -1)]
    assert paths.next_steps((west, -1)) == 0
    assert paths.admits((west, -1))
    assert not paths.admits((-1,))


def test_a_retreat_of_no_hexes_is_whole_at_once():
    paths = Paths(Retreat(GRID, GRID.index("0302"), 0))
    assert list(paths) == [()]
    assert paths.possible
    assert paths.next_steps(()) == 0
