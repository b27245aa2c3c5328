"""Retreat (BW-9.7): one unit after the other, what it may never do, who is lost, who leaves the map."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import retreat
from ardennes.games.bitter_woods.guidelines import Rank, Ways
from tests.games.bitter_woods.scenes import Fall, fall, led, refusal, retreating, steps, why
from tests.games.bitter_woods.table import at, game, hex_, unit
from tests.rulemark import rule

__all__ = ["fall"]

OUR = "28Inf-110 1424 / 28Inf-109 1424 / 2Pz-304 1324"


# ---- one after the other ----


@rule("BW-9.7", "BW-R.31", "BW-9.5.D")
def test_the_owner_says_in_which_order_his_units_retreat(fall: Fall):
    table = fall("D2", "1424", f"{OUR} / 28Inf-112 1523")
    assert (table.asked(), table.state.decision.rule) == (("allied", "retreat"), "BW-R.31")
    assert table.offers("pick") == {"28Inf-110", "28Inf-109"}
    assert table.forbids("pick 28Inf-112") == "BW-9.7"
    assert table.forbids("target 1424") == "BW-9.1.declare"
    led(table.do("pick 28Inf-109"))
    first, second = table.events("retreat")
    assert (first.piece, second.piece) == ("28Inf-109", "28Inf-110")
    assert first.rule == "BW-9.7"


@rule("BW-9.7", "BW-9.5.A")
def test_attackers_retreat_too_and_a_gun_that_did_not_fight_does_not(fall: Fall):
    table = led(fall("A2", "1424", "28Inf-110 1424 / 2Pz-304 1324 / A-766 1125"))
    assert game().ground.grid.distance(hex_("1324"), table.state.at[unit("2Pz-304")]) == 2
    assert table.where("A-766") == "1125"
    assert [event.rule for event in table.events("retreat")] == ["BW-9.7"]


def test_a_german_infantry_unit_retreats_through_two_broken_hexes_and_farther_than_it_could_move(fall: Fall):
    table = fall("D2", "0124", "26VG-77 0124 / 28Inf-110 0223", step="allied combat").try_("step 0126")
    assert table.texts("BW-9.7") == ["26VG/77 retreats from 0124 to 0126 via 0125"]
    assert {game().board.terrain_of(hex_(name)) for name in ("0125", "0126")} == {"broken"}
    assert game().forces.units[unit("26VG-77")].full.allowance == 3


# ---- what it may never do ----


@rule("BW-9.7.zone", "BW-R.20")
def test_a_retreat_enters_no_enemy_zone_and_no_hex_with_enemy_guns():
    for blocker in ("26VG-77 1624", "A-401 1524"):
        table = at("german combat", f"28Inf-110 1424 / 2Pz-304 1324 / {blocker} / 28Inf-112 1625", turn=9)
        moment = retreating(table, "28Inf-110", 2)
        assert "1524" not in steps(moment)
        reason = refusal(moment, "step 1524")
        assert reason.rule == "BW-9.7.zone"
        assert ("an enemy artillery unit is in 1524 (BW-R.20)" in reason.text) == blocker.startswith("A-")


@rule("BW-9.7.zone")
def test_a_friend_does_not_open_a_hex_in_an_enemy_zone():
    table = at("german combat", "28Inf-110 1424 / 2Pz-304 1324 / 26VG-77 1624 / 28Inf-112 1524", turn=9)
    assert why(retreating(table, "28Inf-110", 2), "step 1524") == "BW-9.7.zone"


@rule("BW-9.7.twice")
def test_no_hex_is_entered_twice_and_the_first_one_not_again():
    table = at("german combat", "4Inf-12 1834 / 212VG-320 1833 / 352VG-914 1734", turn=9)
    moment = retreating(table, "4Inf-12", 4, "1935", "2035", "2034")
    assert "2035" not in steps(moment)
    assert why(moment, "step 2035") == "BW-9.7.twice"
    assert why(retreating(table, "4Inf-12", 4, "1935"), "step 1834") == "BW-9.7.twice"


@rule("BW-9.7.stack", "BW-R.19")
def test_a_retreat_does_not_end_in_a_full_hex_but_may_pass_it():
    full = "101Abn-501 1524 / 101Abn-502 1524 / 101Abn-506 1524"
    one = at("german combat", f"28Inf-110 1424 / 2Pz-304 1324 / {full}", turn=9)
    assert why(retreating(one, "28Inf-110", 1), "step 1524") == "BW-9.7.stack"
    assert "1524" in steps(retreating(one, "28Inf-110", 2))


@rule("BW-9.7.stack", "BW-R.19")
def test_the_first_to_retreat_takes_the_last_room(fall: Fall):
    table = fall("D2", "1424", f"{OUR} / 101Abn-501 1624 / 101Abn-502 1624").do("pick 28Inf-110").try_("step 1624")
    assert table.where("28Inf-110") == "1624"
    assert "1624" not in steps(retreating(table, "28Inf-109", 2, "1524"))
    assert why(retreating(table, "28Inf-109", 2, "1524"), "step 1624") == "BW-9.7.stack"


@rule("BW-9.7.exact")
def test_no_hex_is_offered_from_which_the_whole_number_cannot_be_completed():
    table = at("german combat", "28Inf-110 1117 / 26VG-77 0916 / 26VG-78 1316 / 26VG-39 1014", turn=9)
    moment = retreating(table, "28Inf-110", 2)
    assert "1116" not in steps(moment)
    assert why(moment, "step 1116") == "BW-9.7.exact"
    assert why(retreating(table, "28Inf-110", 1), "step 1116") != "BW-9.7.exact", "one hex could be completed there"


@rule("BW-9.5.CA.withdraw")
def test_a_hex_from_which_friends_have_withdrawn_is_closed_to_a_retreat():
    more = '[markers]\nallied-vacated = ["1524"]'
    table = at("german combat", "28Inf-110 1424 / 2Pz-304 1324", turn=9, more=more)
    assert why(retreating(table, "28Inf-110", 2), "step 1524") == "BW-9.5.CA.withdraw"


def test_a_hex_that_is_not_next_to_the_unit_is_no_step():
    table = at("german combat", "28Inf-110 1424 / 2Pz-304 1324", turn=9)
    assert why(retreating(table, "28Inf-110", 2), "step 1824") == "BW-9.7"


# ---- rivers, cliffs, forests ----

NO_WAY_BUT_EAST = "28Inf-110 0212"  # of 0113 it leaves 0114, across the river, only


@rule("BW-9.7.heavy")
def test_a_heavy_tank_that_has_no_way_but_across_a_river_is_lost(fall: Fall):
    table = fall("D2", "0113", f"2Pz-3 0113 / {NO_WAY_BUT_EAST}", step="allied combat")
    assert table.where("2Pz-3") == "eliminated"
    assert table.rules("loss") == ["BW-9.7.heavy"]
    others = fall("D2", "0113", f"PzLehr-130 0113 / {NO_WAY_BUT_EAST}", step="allied combat")
    assert led(others).where("PzLehr-130") != "eliminated", "a Mk IV crosses"


@rule("BW-9.7.heavy")
def test_a_heavy_tank_does_not_step_across_a_river():
    table = at("allied combat", "2Pz-3 0113 / 28Inf-110 0212", turn=9)
    state = retreating(table, "2Pz-3", 1)
    assert game().steps["way"].ask(state) is None, "there is no way at all"
    free = at("allied combat", "2Pz-3 0113 / 28Inf-110 0311", turn=9)
    assert why(retreating(free, "2Pz-3", 2), "step 0114") == "BW-9.7.heavy"


@rule("BW-9.7.meuse")
@pytest.mark.parametrize(("name", "lost"), [("9Arm-CCB", True), ("14Cav", True), ("A-174", True), ("28Inf-110", False)])
def test_armor_cavalry_and_guns_that_have_no_way_but_across_the_meuse_are_lost(fall: Fall, name: str, lost: bool):
    table = led(fall("D2", "4510", f"{name} 4510 / 26VG-77 4410 / 26VG-78 4710"))
    assert (table.where(name) == "eliminated") == lost
    assert table.rules("loss") == (["BW-9.7.meuse"] if lost else [])


@rule("BW-9.7.cliff")
def test_nobody_retreats_across_a_cliff(fall: Fall):
    table = fall("A1", "1527", "26VG-77 1627 / 28Inf-110 1527 / 28Inf-109 1827", "26VG-77")
    assert table.where("26VG-77") == "eliminated"
    assert table.rules("loss") == ["BW-9.7.cliff"]
    free = at("german combat", "28Inf-110 1627 / 26VG-77 1527", turn=9)
    assert why(retreating(free, "28Inf-110", 1), "step 1628") == "BW-9.7.cliff"


@rule("BW-9.7.bridge")
@pytest.mark.parametrize("name", ["9Arm-CCB", "PzLehr-130"])
def test_light_tanks_retreat_across_a_blown_bridge_into_a_forest_on_its_road(fall: Fall, name: str):
    """0814 is clear and 0914 forest; the road between them crosses a river, and no other hex is open."""
    allied = name == "9Arm-CCB"
    near, far = ("26VG-77", "26VG-78") if allied else ("28Inf-110", "28Inf-109")
    step, more = f"{'allied' if allied else 'german'} combat", '[markers]\nblown = ["0814/0914"]'
    table = fall("A1", "0714", f"{name} 0814 / {near} 0714 / {far} 0916", step=step, more=more)
    assert table.where(name) == "0914"
    assert table.texts("BW-9.7.bridge")[0].endswith("retreats across the blown bridge 0814/0914")


@rule("BW-9.7.heavy", "BW-5.3.armor")
def test_a_heavy_tank_does_not_and_nobody_leaves_a_forest_by_a_blown_bridge():
    more = '[markers]\nblown = ["0814/0914"]'
    heavy = at("allied combat", "2Pz-3 0814 / 28Inf-110 0713", turn=9, more=more)
    assert why(retreating(heavy, "2Pz-3", 1), "step 0914") == "BW-9.7.heavy"
    out = at("german combat", "9Arm-CCB 0914 / 26VG-77 1013", turn=9, more=more)
    assert why(retreating(out, "9Arm-CCB", 1), "step 0814") == "BW-5.3.armor"


@rule("BW-5.3.armor")
def test_armor_retreats_into_no_forest_without_a_road():
    table = at("german combat", "9Arm-CCB 0913 / 26VG-77 0912", turn=9)
    assert why(retreating(table, "9Arm-CCB", 1), "step 0914") == "BW-5.3.armor"


# ---- no way ----


@rule("BW-9.7.none", "BW-7.5")
def test_a_unit_that_could_only_retreat_into_enemy_zones_is_lost(fall: Fall):
    ring = "26VG-77 1323 / 26VG-78 1425 / 26VG-39 1624"
    table = fall("D2", "1424", f"28Inf-110 1424 / 2Pz-304 1324 / {ring}")
    assert table.where("28Inf-110") == "eliminated"
    assert table.rules("loss") == ["BW-9.7.none"]
    assert table.texts("BW-9.7.none") == [
        "28/110 is eliminated in 1424: it cannot retreat two hexes without entering an enemy ZOC (BW-7.5)"
    ]


@pytest.mark.parametrize(
    ("pieces", "name", "hexes", "lost"),
    [
        ("28Inf-110 1424 / 2Pz-304 1324", "28Inf-110", 4, False),
        ("28Inf-110 1424 / 2Pz-304 1324 / 26VG-77 1323 / 26VG-78 1425 / 26VG-39 1624", "28Inf-110", 1, True),
        ("2Pz-3 0113 / 28Inf-110 0212", "2Pz-3", 2, True),
        ("28Inf-110 5535 / 26VG-77 5435 / 26VG-78 5533", "28Inf-110", 1, False),  # it leaves the map
        ("28Inf-110 2001 / 26VG-77 2101 / 26VG-78 1801 / 26VG-39 2003", "28Inf-110", 2, True),
    ],
)
def test_who_would_be_lost_in_a_retreat_is_known_before_the_die(pieces: str, name: str, hexes: int, lost: bool):
    table = at("german combat", pieces, turn=9)
    assert retreat.trapped(table.state, unit(name), hexes) is lost
    assert (Ways(table.state, unit(name), hexes).rank is Rank.NONE) is lost


@rule("BW-R.1")
def test_a_unit_that_has_retreated_owes_nothing(fall: Fall):
    more = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110"], against = ["2Pz-304"] }'
    table = fall("D2", "1424", "28Inf-110 1424 / 2Pz-304 1324", more=more)
    assert led(table).state.duties == ()
    assert table.rules("duty")[-1] == "BW-R.1"


# ---- across a boundary ----


@rule("BW-5.4.retreat")
def test_a_mechanized_unit_may_retreat_across_an_army_boundary_and_must_come_back(fall: Fall):
    table = fall("A1", "0128", "2Pz-304 0129 / 28Inf-110 0128", turn=5)
    assert game().ground.closed["5Pz"] >> hex_("0130") & 1
    assert table.where("2Pz-304") == "0130"
    assert table.texts("BW-5.4.retreat") == ["2Pz/304 is out of bounds and must return as soon as it can"]


# ---- off the map ----

RING = "26VG-77 2201 / 26VG-78 1801 / 26VG-39 2003"  # leaves to a unit in 2002 only 2001, at the edge


@rule("BW-9.7.off", "BW-R.18")
def test_an_allied_unit_that_cannot_complete_its_retreat_on_the_map_leaves_it(fall: Fall):
    table = fall("D4", "2002", f"28Inf-110 2002 / {RING}", "26VG-39")
    assert table.where("28Inf-110") == "north"
    assert table.state.left == {unit("28Inf-110"): 9}
    assert table.texts("BW-9.7.off") == [
        "28/110 cannot complete its retreat on the map and exits by 2001/N (BW-R.18)"
    ]
    assert table.asked() == ("german", "advance")


@rule("BW-R.18", "BW-5.5.zones")
def test_it_leaves_from_a_hex_of_the_edge_and_no_other_and_not_into_a_german_zone():
    table = at("german combat", f"28Inf-110 2002 / {RING}", turn=9)
    assert steps(retreating(table, "28Inf-110", 2)) == {"2001"}
    assert why(retreating(table, "28Inf-110", 2), "exit 2001/N") == "BW-R.18"
    moment = retreating(table, "28Inf-110", 2, "2001")
    assert steps(moment) == {"2001/N"}
    assert why(moment, "exit 1901/N") == "BW-R.18"
    corner = at("german combat", "28Inf-110 5535 / 26VG-77 5435 / 26VG-78 5533", turn=9)
    assert steps(retreating(corner, "28Inf-110", 1)) == {"5535/SW"}
    assert why(retreating(corner, "28Inf-110", 1), "exit 5535/S") == "BW-5.5.zones"


@rule("BW-5.5.zones")
def test_a_unit_whose_only_way_off_the_map_leads_into_a_german_zone_is_lost(fall: Fall):
    table = fall("D2", "2001", "28Inf-110 2001 / 26VG-77 2101 / 26VG-78 1801 / 26VG-39 2003", "26VG-77")
    assert table.where("28Inf-110") == "eliminated"
    assert table.rules("loss") == ["BW-5.5.zones"]


@rule("BW-R.18")
def test_germans_never_retreat_off_the_map():
    table = at("allied combat", "26VG-77 3701 / 28Inf-110 3703", turn=9)
    assert why(retreating(table, "26VG-77", 1), "exit 3701/N") == "BW-R.18"


@rule("BW-9.7.off")
def test_a_unit_that_can_complete_its_retreat_on_the_map_does_not_leave_it():
    table = at("german combat", "28Inf-110 3701 / 26VG-77 3703", turn=9)
    assert why(retreating(table, "28Inf-110", 1), "exit 3701/N") == "BW-9.7.off"
