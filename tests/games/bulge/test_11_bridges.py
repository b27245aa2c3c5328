"""11: Allied units interdict bridges to the German."""

from __future__ import annotations

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import LATE, bridge_cut
from tests.games.bulge.table import Table, at, game
from tests.games.bulge.textbook import COST, Map
from tests.rulemark import rule

GUN = "1Inf"


def crossing(distance: int, terrain: str = "clear") -> tuple[str, str, str]:
    """Both hexes of a bridge, and a hex so far from the nearer one whose unit leaves the crossing itself free."""
    for a, b in ground.BRIDGES:
        for here, there in ((a, b), (b, a)):
            if ground.terrain(there) != terrain:
                continue
            for gun in ground.HEXES:
                if min(ground.distance(gun, here), ground.distance(gun, there)) != distance:
                    continue
                found = Map(3, {"12VG": here, GUN: gun})
                dear = 5 * (COST[terrain] + 1) if distance <= 3 else 5
                if found.reach("12VG").get(there) == dear:
                    return here, there, gun
    raise LookupError("no bridge of the map fits")


def standing(here: str, gun: str, unit: str = "12VG", step: str = "german movement") -> Table:
    return at(step, {unit: [here], GUN: [gun]})


@rule("BU-11.0.cost")
@pytest.mark.parametrize("terrain", ["clear", "rough"])
def test_a_bridge_within_three_hexes_costs_terrain_and_river(terrain: str):
    here, there, gun = crossing(3, terrain)
    table = standing(here, gun)
    assert table.items("12VG", there).items() >= {"BU-10.1": COST[terrain], "BU-11.0.cost": 1}.items()
    assert table.cost("12VG", there) == COST[terrain] + 1
    table.move("12VG", there)
    assert table.events("cost")[0].text.endswith(": a bridge is interdicted")


def test_a_bridge_four_hexes_off_is_free():
    here, there, gun = crossing(4)
    assert standing(here, gun).cost("12VG", there) == 1


@rule("BU-R.15", "BU-11.0")
@pytest.mark.parametrize("gun", ["0407", "0719", "1210", "1516"])
def test_the_map_shows_every_bridge_with_a_hex_within_three_hexes_and_no_other(gun: str):
    table = at("german movement", {"12VG": ["0901"], GUN: [gun]})
    overlay = next(one for one in game().screen(table.state.view("german")).overlays if one.id == "bridges")
    near = {pair for pair in ground.BRIDGES if min(ground.distance(gun, end) for end in pair) <= 3}
    assert overlay.rule == "BU-11.0"
    assert {frozenset(ends(marker.at)) for marker in overlay.markers} == {frozenset(pair) for pair in near}
    assert {marker.rule for marker in overlay.markers} <= {"BU-R.15"}


def ends(side: str) -> tuple[str, str]:
    """Both hexes of a hexside."""
    hex_, _, way = side.partition("/")
    return hex_, way if way in ground.HEXES else ground.beyond(hex_, way)


def test_one_of_its_two_hexes_is_enough():
    for a, b in ground.BRIDGES:
        for gun in ground.HEXES:
            if sorted((ground.distance(gun, a), ground.distance(gun, b))) == [3, 4]:
                here, there = (a, b)
                dear = 5 * (COST[ground.terrain(there)] + 1)
                if Map(3, {"12VG": here, GUN: gun}).reach("12VG").get(there) == dear > 5:
                    table = standing(here, gun)
                    assert table.cost("12VG", there) * 5 == dear
                    table.move("12VG", there)
                    return
    raise LookupError("no bridge of the map fits")


def test_allied_units_use_all_bridges():
    here, there, gun = crossing(3)
    table = at("allied movement", {"28Inf": [here], GUN: [gun], "12VG": ["0901"]}).march()
    assert table.cost("28Inf", there) == 1


@rule("BU-11.0.cost")
def test_a_mechanized_run_ends_before_an_interdicted_bridge():
    for a, b in ground.BRIDGES:
        for gun in ground.ring(a, 3):
            found = Map(3, {"1SS": a, GUN: gun})
            if found.reach("1SS").get(b) == 5 * (COST[ground.terrain(b)] + 1):
                table = standing(a, gun, "1SS")
                assert table.reach("1SS") == set(found.reach("1SS"))
                assert table.items("1SS", b)["BU-11.0.cost"] == 1
                return
    raise LookupError("no bridge of the map fits")


def test_example_1st_infantry_in_0407_interdicts_every_bridge_around():
    """The diagram of 11.0: every bridge with a hex within three of 0407, and no other."""
    found = Map(3, {GUN: "0407"})
    near = [set(bridge) for bridge in ground.BRIDGES if any(ground.distance("0407", end) <= 3 for end in bridge)]
    assert len(near) >= 4
    assert [set(bridge) for bridge in found.interdicted if set(bridge) not in near] == []
    for bridge in ground.BRIDGES:
        for here, there in (bridge, bridge[::-1]):
            found = Map(3, {"12VG": here, GUN: "0407"})
            if here == "0407" or there not in found.reach("12VG"):
                continue
            assert standing(here, "0407").cost("12VG", there) * 5 == found.reach("12VG")[there]


def test_enemy_units_on_the_way_make_no_difference():
    here, there, gun = crossing(3)
    between = [h for h in ground.neighbours(gun) if h not in (here, there) and ground.distance(h, here) > 1]
    table = at("german movement", {"12VG": [here], GUN: [gun], "1SS": [between[0]], "12SS": [between[1]]})
    assert table.textbook().reach("12VG").get(there) == table.cost("12VG", there) * 5


@rule("BU-R.16")
def test_interdicted_bridges_cut_the_supply_road():
    hex_, gun = bridge_cut()
    assert not at("german movement", {"12VG": [hex_], GUN: [gun]}, turn=LATE).supplied("12VG")
