"""Movement rules one at a time, on a board small enough to draw.

Five rows of six hexes, even rows shifted east: 0302 has 0201 and 0202 above it, 0401 and 0402 below.
"""

from __future__ import annotations

import pytest

from ardennes.hexmap import (
    Costs,
    Layer,
    Move,
    Stand,
    Step,
    Switch,
    flood,
    flood_modes,
    sides_named,
)
from tests.hexmap.boards import board

PLAIN = board()
GRID = PLAIN.grid
CLEAR = Costs(GRID).enter(GRID.all, 1)


def at(*names: str) -> int:
    return GRID.mask(names)


def names(mask: int) -> list[str]:
    return GRID.names(mask)


def hexes(path: tuple[int, ...]) -> list[str]:
    return [GRID.name(i) for i in path]


def test_open_ground_is_a_disc():
    reach = flood(Move(CLEAR), at("0303"), 2)
    assert reach.mask == GRID.disc(at("0303"), 2)
    assert reach.at_cost(1) == GRID.around(at("0303"))
    assert reach.within(1) == GRID.disc(at("0303"), 1)
    assert reach.cost(GRID.index("0305")) == 2
    assert reach.cost(GRID.index("0306")) is None
    assert reach.path(GRID.index("0306")) == ()


def test_a_step_costs_the_hex_the_side_and_a_road_replaces_both():
    ground = board(hexes={"0303": "forest"}, sides={"0302/0303": "river"}, links={"0302/0303": "road main"})
    costs = Costs.of(ground, {"clear": 4, "forest": 8}, {"river": 4}, {"road": 1})
    i, j, k = (GRID.index(name) for name in ("0302", "0303", "0304"))
    assert (costs.cost(i, j), costs.cost(k, j), costs.cost(j, k)) == (1, 8, 4)
    without_road = Costs.of(ground, {"clear": 4, "forest": 8}, {"river": 4})
    assert without_road.cost(i, j) == 12
    closed = Costs.of(ground, {"clear": 4, "forest": None}, {"river": None})
    assert closed.cost(i, j) is closed.cost(k, j) is None


def test_the_price_of_a_step_is_told_rule_by_rule():
    i, j, k = (GRID.index(name) for name in ("0302", "0303", "0304"))
    river, road = sides_named(GRID, ["0302/0303"]), sides_named(GRID, ["0303/0304"])
    costs = CLEAR.enter(at("0303"), 3, "X-forest").add_across(river, 2, "X-river").add(at("0303"), 0, "X-mud")
    assert costs.items(i, j) == [("X-forest", 3), ("X-river", 2), ("X-mud", 0)]
    assert costs.items(k, j) == [("X-forest", 3), ("X-mud", 0)]
    assert costs.along(road, 1, "X-road").items(k, j) == [("X-road", 1)]
    assert costs.along_if_cheaper(road, 2, "X-track").items(k, j) == [("X-track", 2)]
    assert costs.along_if_cheaper(road, 3, "X-track").items(k, j) == [("X-forest", 3), ("X-mud", 0)]
    assert costs.without(["X-forest"]).items(i, j) == [("", 1), ("X-river", 2), ("X-mud", 0)]
    assert costs.close(at("0303"), "X-lake").add_across(river, 1, "X-river").items(i, j) == []


def test_costs_name_a_terrain_that_they_lack():
    with pytest.raises(ValueError, match='No cost is given for the terrain "clear"'):
        Costs.of(PLAIN, {"forest": 2})


@pytest.mark.parametrize(
    "change", [lambda: CLEAR.enter(GRID.all, 0), lambda: CLEAR.add(1, -1), lambda: CLEAR.along_if_cheaper((1,) * 6, 0)]
)  # fmt: skip
def test_a_step_cannot_cost_nothing(change):
    with pytest.raises(ValueError, match="cost"):
        change()


def test_fractions_of_a_point_are_exact():
    road = sides_named(GRID, ["0301/0302", "0302/0303", "0303/0304", "0304/0305", "0305/0306"])
    costs = Costs(GRID).enter(GRID.all, 12).along(road, 4)
    assert names(flood(Move(costs), at("0301"), 12).mask) == ["0201", "0301", "0302", "0303", "0304", "0401"]
    assert names(flood(Move(costs), at("0301"), 11).mask) == ["0301", "0302", "0303"]


def test_a_unit_stops_where_it_must_and_its_start_does_not_hold_it():
    zone = Layer("Z", at("0302", "0303"))
    row = Costs(GRID).enter(at("0301", "0302", "0303", "0304"), 1)
    assert names(flood(Move(row, stop=[zone]), at("0301"), 3).mask) == ["0301", "0302"]
    assert names(flood(Move(row, stop=[zone]), at("0302"), 3).mask) == ["0301", "0302", "0303"]
    assert names(flood(Move(row, leave=[zone]), at("0302"), 3).mask) == ["0302"]
    assert names(flood(Move(row, ban=[zone]), at("0302"), 3).mask) == ["0301", "0302"]


def test_a_unit_may_pass_a_hex_in_which_it_may_not_end():
    row = Costs(GRID).enter(at("0301", "0302", "0303"), 1)
    reach = flood(Move(row, end=[Layer("full", at("0302"))]), at("0301"), 2)
    assert names(reach.mask) == ["0301", "0303"]
    assert names(reach.passed) == ["0301", "0302", "0303"]
    assert hexes(reach.path(GRID.index("0303"))) == ["0301", "0302", "0303"]


def test_no_step_from_a_zone_straight_into_the_same_zone():
    zone = at("0302", "0303", "0202")
    same = Step("Z", zone, zone)
    row = Costs(GRID).enter(at("0301", "0302", "0303", "0202", "0203"), 1)
    reach = flood(Move(row, steps=[same]), at("0302"), 2)
    assert names(reach.mask) == ["0301", "0302"]
    two = [Step("Z1", zone, at("0303")), Step("Z2", at("0302"), at("0301"))]
    assert names(flood(Move(row, steps=two), at("0302"), 1).mask) == ["0202", "0302"]


def test_the_first_step_may_cross_what_later_steps_may_not():
    rivers = sides_named(GRID, ["0301/0302", "0303/0304"])
    row = Costs(GRID).enter(at("0301", "0302", "0303", "0304"), 1)
    dry = row.close_across(rivers)
    assert names(flood(Move(dry, first=row), at("0301"), 9).mask) == ["0301", "0302", "0303"]
    halted = flood(Move(dry, halt=row), at("0301"), 9)
    assert names(halted.mask) == ["0301", "0302"]
    assert hexes(halted.path(GRID.index("0302"))) == ["0301", "0302"]


def test_a_hex_reached_for_good_may_still_be_passed_by_a_longer_way():
    """From 0302 straight into 0303 ends the move; round by 0202 it does not."""
    ground = Costs(GRID).enter(at("0202", "0302", "0303", "0304"), 1)
    river = sides_named(GRID, ["0302/0303"])
    reach = flood(Move(ground.close_across(river), halt=ground), at("0302"), 3)
    assert reach.cost(GRID.index("0303")) == 1
    assert reach.cost(GRID.index("0304")) == 3
    assert hexes(reach.path(GRID.index("0304"))) == ["0302", "0202", "0303", "0304"]


def test_one_hex_is_guaranteed_whatever_it_costs():
    swamp = Costs(GRID).enter(GRID.all, 9).close(at("0304"))
    zone = at("0303", "0302")
    move = Move(swamp, one_hex=True, steps=[Step("Z", zone, zone)], ban=[Layer("E", at("0202"))])
    reach = flood(move, at("0303"), 3)
    assert names(reach.mask) == ["0203", "0303", "0402", "0403"]
    assert reach.cost(GRID.index("0203")) == 3
    assert hexes(reach.path(GRID.index("0203"))) == ["0303", "0203"]
    assert flood(Move(swamp), at("0303"), 3).mask == at("0303")


def test_several_starts_at_several_costs():
    reach = flood(Move(CLEAR), [(at("0101"), 0), (at("0106"), 2), (at("0506"), 9)], 3)
    assert reach.cost(GRID.index("0106")) == 2
    assert reach.cost(GRID.index("0105")) == 3
    assert reach.cost(GRID.index("0104")) == 3
    assert hexes(reach.path(GRID.index("0105"))) == ["0106", "0105"]
    assert not reach.mask & at("0506")


def test_of_equally_cheap_paths_the_one_with_fewer_dearer_steps_is_shown():
    direct = sides_named(GRID, ["0302/0303"])
    costs = Costs(GRID).enter(GRID.all, 1).along(direct, 2)
    reach = flood(Move(costs), at("0302"), 4)
    assert hexes(reach.path(GRID.index("0303"))) == ["0302", "0303"]


def modes(switches: list[Switch], limit: int):
    road = sides_named(GRID, ["0301/0302", "0302/0303", "0303/0304", "0304/0305", "0305/0306"])
    on_foot = Move(Costs(GRID).enter(GRID.all, 10))
    in_column = Move(Costs(GRID).along(road, 1))
    return flood_modes([on_foot, in_column], [(0, at("0301"), 0)], limit, switches)


def test_a_unit_changes_its_mode_for_a_price():
    row = at("0301", "0302", "0303", "0304", "0305", "0306")
    into, out = Switch("in", 0, 1, row, 3), Switch("out", 1, 0, row, 3)
    reaches = modes([into, out], 10)
    foot, column = reaches.modes
    assert names(column.mask) == names(row)
    assert (column.cost(GRID.index("0306")), foot.cost(GRID.index("0305"))) == (8, 10)
    assert foot.cost(GRID.index("0306")) is None
    assert names(reaches.mask) == names(row | at("0201", "0401"))
    assert reaches.cost(GRID.index("0305")) == 7
    assert [(GRID.name(i), mode, cost) for i, mode, cost in foot.stands(GRID.index("0303"))] == [
        ("0301", 0, 0), ("0301", 1, 3), ("0302", 1, 4), ("0303", 1, 5), ("0303", 0, 8),
    ]  # fmt: skip
    assert hexes(foot.path(GRID.index("0303"))) == ["0301", "0302", "0303"]
    assert reaches.stands(GRID.index("0301")) == (Stand(GRID.index("0301"), 0, 0),)
    assert reaches.stands(GRID.index("0506")) == ()
    assert reaches.cost(GRID.index("0506")) is None


def test_a_mode_that_cannot_be_taken_reaches_nothing():
    assert modes([], 50).modes[1].mask == 0
    assert modes([Switch("in", 0, 1, at("0501"), 0)], 9).modes[1].mask == 0


def test_what_makes_a_flood_again_cheap_is_that_costs_do_not_change():
    before = flood(Move(CLEAR), at("0303"), 2).mask
    assert CLEAR.close(at("0302")).add(GRID.all, 1) is not CLEAR
    assert flood(Move(CLEAR), at("0303"), 2).mask == before
