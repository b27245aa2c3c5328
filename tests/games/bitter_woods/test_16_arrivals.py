"""Reinforcements (BW-16): when and where they come in, what it costs, and what they wait for."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import arrivals, movement, refusals
from tests.games.bitter_woods.table import Table, at, begin, game, hexes, unit
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED, FAR_GERMAN
from tests.rulemark import rule


def german(pieces: str = "", *, turn: int, more: str = "") -> Table:
    return at("german movement", " / ".join(filter(None, (pieces, "26VG-39 1226", FAR_ALLIED))), turn=turn, more=more)


def allied(pieces: str = "", *, turn: int, more: str = "") -> Table:
    return at("allied movement", " / ".join(filter(None, (pieces, "28Inf-110 2426", FAR_GERMAN))), turn=turn, more=more)


@rule("BW-16.1")
def test_a_reinforcement_comes_in_from_its_turn_on_by_a_road_of_its_letters():
    early = german(turn=4)
    refusal = early.refusal("pick FuhEs")
    assert refusal.rule == "BW-16.1"
    assert refusal.text.endswith("is due on 18AM.")
    table = allied(turn=4).do("pick 7Arm-CCA")
    assert table.offers("enter") == {"2701", "1901", "1401"}, "N, O, P"
    assert table.refusal("enter 1201").rule == "BW-16.1"
    assert "N (2701), O (1901) or P (1401)" in table.refusal_text("enter 1201")
    assert table.refusal("enter 2001").rule == "BW-16.1"
    table.do("enter 1901", "stop")
    assert table.where("7Arm-CCA") == "1901"
    assert table.rules("arrival")[-1] == "BW-16.1"
    assert table.has("marched", "7Arm-CCA")


@rule("BW-16.4", "BW-R.49")
def test_the_first_hex_costs_a_point_and_the_move_goes_on():
    table = allied(turn=4).do("pick 7Arm-CCA", "enter 1901")
    assert table.state.top.spent == 12
    assert table.refusal("enter 1401").rule == "BW-5.1"
    table.do("step 1902", "stop")
    assert table.texts("BW-16.1")[-1].endswith("enters at 1901 for 1 point: first hex 1")
    assert "moves on from 1901 to 1902" in table.texts("BW-5.1")[-1]
    again = table.do("pick 7Arm-CCR", "enter 1901", "stop")
    assert again.where("7Arm-CCR") == "1901", "several come in by one hex"
    assert "BW-R.49" in game().rules["BW-16.4"].see


@rule("BW-R.49")
def test_interdiction_is_added_and_who_cannot_pay_does_not_come_in():
    more = '[markers]\ninterdicted = ["0118"]'
    table = german(turn=5, more=more).do("pick FuhEs")
    assert table.state.top.spent == 36
    assert table.do("stop").texts("BW-16.1")[-1].endswith("enters at 0118 for 3 points: first hex 1, interdiction 2")
    poor = german(turn=6).state
    poor.interdicted = game().ground.grid.mask({"0106", "0111"})
    assert hexes(arrivals.hexes(poor, unit("3PzG-8"))) == {"0106", "0111"}, "three points of four"
    poor.unsupplied |= 1 << unit("3PzG-8")
    assert arrivals.hexes(poor, unit("3PzG-8")) == 0, "three points of two"
    refusal = refusals.why_waits(poor, unit("3PzG-8"))
    assert refusal.rule == "BW-R.49"
    assert "3 needed, 2 left: first hex 1, interdiction 2" in refusal.text


@rule("BW-16.2", "BW-R.51")
def test_if_all_its_roads_are_blocked_it_waits_or_comes_in_by_the_nearest_free_hex_of_the_map_edge():
    table = german("28Inf-110 0118", turn=5).do("pick FuhEs")
    assert table.offers("enter") == {"0116", "0120"}, "0118 is held, 0117 and 0119 in its zone"
    refusal = table.refusal("enter 0121")
    assert refusal.rule == "BW-16.2"
    assert "BW-R.51" in refusal.text
    table.do("enter 0120").try_("stop")
    assert table.rules("arrival")[-1] == "BW-16.2"
    assert "done" in german("28Inf-110 0118", turn=5).options(), "it may wait"


@rule("BW-R.51")
def test_the_nearest_hex_is_one_that_the_unit_may_enter():
    enemies = "26VG-39 0735 / 26VG-77 1335 / 26VG-78 2035"

    def nearest(name: str, turn: int) -> set[str]:
        state = allied(enemies, turn=turn).state
        return hexes(arrivals.nearest(state, unit(name), movement.terms_of(state, unit(name))))

    assert game().board.terrain_of(game().ground.grid.index("1135")) == "forest"
    assert nearest("80Inf-317", 11) == {"1135", "1535"}
    assert "1535" in nearest("10Arm-CCA", 4)
    assert "1135" not in nearest("10Arm-CCA", 4), "no tank comes in by a forest"
    assert "may enter" in game().rules["BW-R.51"].text


XYZ_HELD = "28Inf-110 0128 / 28Inf-109 0130 / 28Inf-112 0134"


@rule("BW-16.2", "BW-R.51")
def test_the_nearest_hex_may_lie_on_another_edge():
    table = german(XYZ_HELD, turn=13).do("pick 79VG-208")
    east, south = {"0126", "0132"}, {"0235", "0335"}
    assert table.offers("enter") == east | south, "two hexes from a letter"
    refusal = table.refusal("enter 0125")
    assert refusal.rule == "BW-16.2"
    assert "the nearest hexes are 0126, 0132, 0235 and 0335" in refusal.text
    assert "BW-R.51" in refusal.text


@rule("BW-16.4", "BW-R.49")
def test_a_lettered_hex_costs_a_point_whoever_enters_by_it():
    table = german(XYZ_HELD, turn=12).do("pick FuhGd", "enter 0126", "stop")
    assert table.texts("BW-16.2")[-1].endswith("enters at 0126 for 1 point: first hex 1"), "V is broken terrain"
    assert "whatever unit enters" in game().rules["BW-R.49"].text


@rule("BW-R.51")
def test_armor_comes_in_by_a_forest_where_a_road_leads_off_the_map():
    forests = game().ground.roadless_forests
    assert hexes(forests) >= {"1135", "2635"}
    assert not hexes(forests) & {"2735", "3435", "4035"}, "roads lead off the map there"
    held = " / ".join(f"{name} {at_}" for name, at_ in zip(
        ("26VG-39", "26VG-77", "26VG-78", "2Pz-2", "2Pz-304"), ("2235", "2035", "2435", "1835", "1635"), strict=True
    ))  # fmt: skip
    state = allied(held, turn=10).state
    found = {
        name: hexes(arrivals.nearest(state, unit(name), movement.terms_of(state, unit(name))))
        for name in ("4Arm-CCA", "A-193")
    }
    assert found == {"4Arm-CCA": {"2735"}, "A-193": {"2635"}}
    assert "BW-R.51" in game().rules["BW-16.2"].see


@rule("BW-16.2.zone")
def test_it_may_come_in_into_an_enemy_zone_and_stops_there():
    table = german("28Inf-110 0117", turn=5).do("pick FuhEs")
    assert table.offers("enter") == {"0118", "0119"}
    table.do("enter 0118")
    assert table.where("FuhEs") == "0118"
    assert "BW-16.2.zone" in table.rules("arrival")


@rule("BW-16.2")
def test_one_open_road_is_enough_to_keep_it_to_its_roads():
    table = german("28Inf-110 0111", turn=7)
    assert hexes(arrivals.hexes(table.state, unit("2SS-3"))) == {"0113"}, "S is held, T is open"
    both = german("28Inf-110 0111 / 28Inf-109 0113", turn=7).do("pick 2SS-3")
    assert both.offers("enter") == {"0109", "0115"}
    assert both.forbids("enter 0101") == "BW-16.2"


@rule("BW-16.3")
def test_a_unit_held_back_comes_in_by_any_lettered_road_of_its_edge():
    table = allied("7Arm-CCA pool", turn=5).do("pick 7Arm-CCA")
    assert table.offers("enter") == set(game().tables["edges"]["north"].values())
    assert table.forbids("enter 2035") == "BW-16.3", "another edge"
    table.do("enter 1201", "stop")
    assert table.rules("arrival")[-1] == "BW-16.3"


@rule("BW-16.1.meuse", "BW-R.50")
def test_the_british_wait_until_germans_are_near_the_meuse_and_are_then_free_for_good():
    table = allied(turn=13)
    refusal = table.refusal("pick 43Inf-129")
    assert refusal.rule == "BW-16.1.meuse"
    assert "BW-R.50" in refusal.text
    near = at("allied reserve", "2Pz-2 4418 / 28Inf-110 2426 / 9Arm-CCB 2001", turn=13).do("done")
    assert "43Inf-129" in near.offers("pick")
    assert "BW-16.1.meuse" in near.rules("arrival")
    gone = allied("43Inf-129 pool", turn=14, more="[tracks]\nmeuse-reached = true")
    assert "43Inf-129" in gone.offers("pick")


@rule("BW-16.1.herve", "BW-R.50")
def test_1_16_waits_at_herve_until_17pm_or_until_germans_come_near():
    table = allied("1Inf-16 2202", turn=3)
    refusal = table.refusal("pick 1Inf-16")
    assert refusal.rule == "BW-16.1.herve"
    assert "BW-R.50" in refusal.text
    assert "2203" in allied("1Inf-16 2202", turn=4).do("pick 1Inf-16").offers("step")
    near = allied("1Inf-16 2202 / 2Pz-2 1904", turn=3)
    assert near.offers("pick")
    assert near.state.herve
    assert "2203" in near.do("pick 1Inf-16").offers("step")


def test_653_does_not_come_in_by_itself():
    table = begin()
    while table.state.phase != "german movement":
        table.do("done")
    refusal = table.refusal("pick 653JPz")
    assert (refusal.rule, refusal.text.endswith("has no Game-Turn of arrival.")) == ("BW-16.1", True)


@rule("BW-16.1")
def test_a_unit_that_a_position_leaves_out_takes_no_part():
    for turn, name in ((14, "43Inf-129"), (22, "10Arm-CCA")):
        refusal = allied(turn=turn).refusal(f"pick {name}")
        assert refusal.rule == "BW-16.1"
        assert refusal.text.endswith("takes no part in this position.")


@rule("BW-5.4.six")
def test_boundaries_hold_for_those_who_come_in():
    table = german(turn=6).do("pick 3PzG-8")
    assert table.offers("enter") == {"0106", "0111"}
    assert table.do("enter 0111").forbids("go 0118") == "BW-5.4.six"


@rule("BW-6.1")
def test_a_full_hex_of_entry_can_be_passed_and_not_ended_in():
    full = "7Arm-CCB 1901 / 9Inf-39 1901 / 1Inf-16 1901"
    table = allied(full, turn=4).do("pick 7Arm-CCA", "enter 1901")
    assert table.forbids("stop") == "BW-6.1"
    assert table.offers("go")


@pytest.mark.parametrize("name", ["7Arm-CCA", "9Inf-47", "30Inf-117", "10Arm-CCA", "A-422"])
def test_every_unit_of_a_turn_can_come_in(name: str):
    table = allied(turn=4)
    assert name in table.offers("pick")
    assert hexes(arrivals.hexes(table.state, unit(name)))
