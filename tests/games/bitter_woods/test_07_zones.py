"""Zones of control (BW-7) and stacking (BW-6) in movement."""

from __future__ import annotations

from ardennes.games.bitter_woods import zones
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from tests.games.bitter_woods.table import at, game, hexes, unit
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED, FAR_GERMAN, moving
from tests.rulemark import rule


@rule("BW-7.4")
def test_a_unit_that_enters_an_enemy_zone_stops():
    table = moving("26VG-39", "1224", "28Inf-110 1024")
    assert {"1124", "1125"} <= table.offers("go")
    refusal = table.refusal("go 0925")
    assert refusal.rule == "BW-7.4"
    table.do("step 1124")
    assert table.where("26VG-39") == "1124", "there is nothing left but to stop"


@rule("BW-7.4.same", "BW-R.21")
def test_a_unit_does_not_step_from_hex_to_hex_of_the_same_enemy_units_zone():
    table = moving("26VG-39", "1124", "28Inf-110 1024")
    assert table.forbids("step 1023") == "BW-7.4.same"
    assert table.forbids("step 1125") == "BW-7.4.same"
    assert "1224" in table.offers("step")
    two = moving("26VG-39", "1124", "28Inf-110 1024 / 28Inf-109 1123")
    refusal = two.refusal("step 1125")
    assert refusal.rule == "BW-7.4.same"
    assert "each enemy unit counts separately (BW-R.21)" in refusal.text


@rule("BW-7.4.same")
def test_from_the_zone_of_one_enemy_a_unit_steps_into_that_of_another_and_stops():
    table = moving("26VG-39", "1224", "28Inf-110 1223 / 28Inf-109 1126")
    assert "1125" in table.offers("step"), "in the zone of 28/109 only"
    assert table.forbids("step 1124") == "BW-7.4.same"
    table.do("step 1125")
    assert table.where("26VG-39") == "1125"


def test_a_unit_leaves_a_zone_and_comes_back_into_it_from_a_hex_outside_it():
    table = moving("26VG-39", "1124", "28Inf-110 1024")
    table.do("step 1224", "step 1125")
    assert table.where("26VG-39") == "1125"


@rule("BW-7.1")
def test_a_zone_reaches_over_rivers_and_not_over_the_meuse():
    state = at("allied movement", f"28Inf-110 4717 / 28Inf-109 1424 / {FAR_GERMAN}").state
    found = hexes(zones.zone(state, ALLIED))
    assert {"1324", "1325"} <= found, "BW-7.1: across the Our"
    assert not {"4816", "4817"} & found, "BW-7.1: the Meuse"
    past = at("german movement", f"PzBde150 4916 / 28Inf-110 4717 / {FAR_ALLIED}", turn=9)
    past.do("pick PzBde150", "step 4816")
    assert "4815" in past.offers("step"), "next to 4717 across the Meuse nobody is stopped"
    assert game().rules["BW-7.1"].title == "ZOCs and terrain"


@rule("BW-R.20")
def test_zones_reach_across_cliffs_and_bridges_and_not_across_a_bridge_of_the_meuse():
    state = at("allied movement", f"28Inf-110 1627 / 28Inf-109 4717 / A-174 1005 / {FAR_GERMAN}").state
    found = hexes(zones.zone(state, ALLIED))
    assert {"1628", "1727", "1728"} <= found
    assert "4817" not in found
    assert "1005" in found, "the hex of artillery itself"
    assert game().rules["BW-R.20"].see == ("BW-7.1", "BW-7.3")


@rule("BW-7.3")
def test_artillery_stops_nobody_beyond_its_own_hex():
    table = moving("26VG-39", "1224", "A-174 1025")
    assert "0924" in table.offers("go")
    table.do("step 1124")
    assert table.where("26VG-39") == "1224", "it is still in motion"
    assert hexes(zones.of_unit(table.state, unit("A-174"))) == {"1025"}
    assert game().rules["BW-7.3"].title == "Artillery has no ZOC"


@rule("BW-7.2")
def test_zones_overlap_and_no_unit_in_a_hex_takes_a_zone_away():
    state = at("german movement", f"26VG-39 1224 / 28Inf-110 1024 / 26VG-77 1124 / {FAR_ALLIED}").state
    both = zones.zone(state, ALLIED) & zones.zone(state, GERMAN)
    assert {"1124", "1125"} <= hexes(both), "BW-7.2"
    table = moving("26VG-39", "1224", "28Inf-110 1024 / 26VG-77 1124")
    assert table.do("step 1124").where("26VG-39") == "1124"
    assert game().rules["BW-7.2"].kind == "definition"


@rule("BW-7.6")
def test_zones_do_not_concern_aircraft():
    table = at("allied interdiction", f"26VG-39 1224 / 28Inf-110 2426 / {FAR_ALLIED}", turn=4)
    assert {"1224", "1124", "1225"} <= table.offers("interdict"), "the hex of a German unit, and its zone"
    assert game().rules["BW-7.6"].title == "Aircraft and ZOCs"


# ---- stacking (BW-6) ----

THREE = "26VG-77 1124 / 26VG-78 1124 / 2Pz-2 1124"


@rule("BW-6.1", "BW-R.19")
def test_no_more_than_three_units_end_their_move_in_a_hex_and_others_pass_through():
    table = moving("26VG-39", "1224", THREE)
    refusal = table.refusal("go 1124")
    assert refusal.rule == "BW-6.1"
    assert "no more than 3 units" in refusal.text
    assert "(BW-R.19)" in refusal.text
    assert "1024" in table.offers("go")
    table.do("step 1124")
    assert table.forbids("stop") == "BW-6.1"
    table.do("step 1024", "stop")
    assert table.where("26VG-39") == "1024"


@rule("BW-6.1")
def test_a_full_hex_in_an_enemy_zone_is_no_way_anywhere():
    table = moving("26VG-39", "1224", f"{THREE} / 28Inf-110 1024")
    assert "1124" not in table.offers("step")
    assert table.forbids("step 1124") == "BW-6.1"


@rule("BW-5.1.enemy")
def test_a_step_into_the_hex_of_an_enemy_is_refused_because_he_is_there():
    table = at("german movement", "26VG-78 2020 / 28Inf-110 2120 / 28Inf-109 4001").do("pick 26VG-78")
    assert table.refusal("step 2120").text == "26VG/78 cannot step to 2120: an enemy unit is there."
    assert table.forbids("step 2120") == "BW-5.1.enemy"


@rule("BW-6.1", "BW-6.1.lehr")
def test_a_hex_that_panzer_lehr_fills_is_refused_in_true_words():
    lehr = " / ".join(f"PzLehr-{name} 2020" for name in ("130", "901", "902", "Recon"))
    table = at("german movement", f"{lehr} / 2Pz-2 2119 / 28Inf-109 4001").do("pick 2Pz-2")
    refusal = table.refusal("go 2020")
    assert refusal.rule == "BW-6.1"
    assert "with units of any other division no more than 3 units may be (BW-6.1.lehr)" in refusal.text


@rule("BW-6.1.lehr")
def test_the_four_units_of_panzer_lehr_share_a_hex():
    lehr = "PzLehr-130 1124 / PzLehr-901 1124 / PzLehr-902 1124"
    assert "1124" in moving("PzLehr-Recon", "1224", lehr).offers("go")
    assert moving("26VG-39", "1224", lehr).forbids("go 1124") == "BW-6.1"
    assert game().rules["BW-6.1.lehr"].title == "Panzer Lehr"


@rule("BW-6.1.free")
def test_653_does_not_count_for_stacking():
    assert "1124" in moving("653JPz", "1224", THREE).offers("go")
    assert "1124" in moving("26VG-39", "1224", "26VG-77 1124 / 26VG-78 1124 / 653JPz 1124").offers("go")
    assert game().rules["BW-6.1.free"].title.startswith("653")


@rule("BW-6.2")
def test_positions_and_other_markers_do_not_count():
    more = '[markers]\nimproved = ["1124"]\ninterdicted = ["1124"]'
    table = moving("26VG-39", "1224", "26VG-77 1124 / 26VG-78 1124", more=more)
    assert "1124" in table.offers("go")
    assert game().rules["BW-6.2"].title == "What does not count"
