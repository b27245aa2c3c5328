"""Army boundaries (BW-5.4) in movement, and units that are out of bounds (BW-R.16)."""

from __future__ import annotations

from ardennes.games.bitter_woods import movement
from tests.games.bitter_woods.table import at, game, hex_, hexes, unit
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED, moving
from tests.rulemark import rule


@rule("BW-5.4", "BW-5.4.six")
def test_mechanized_units_of_sixth_panzer_army_keep_north_of_the_boundary_road():
    table = moving("1SS-1", "0914")
    for place in ("0915", "0815", "1015"):
        refusal = table.refusal(f"go {place}")
        assert refusal.rule == "BW-5.4.six"
        assert "Sixth Panzer Army" in refusal.text
    assert "1013" in table.offers("go")
    assert "0915" in moving("12VG-27", "0914").offers("go"), "infantry is not concerned"
    assert game().rules["BW-5.4"].text.startswith("Through 18PM")


@rule("BW-5.4.five")
def test_mechanized_units_of_fifth_panzer_army_use_the_road_and_do_not_go_north_of_it():
    table = moving("116Pz-60", "0916")
    assert {"0915", "1015"} <= table.offers("go")
    assert table.forbids("go 1014") == "BW-5.4.five"
    assert table.forbids("step 1014") == "BW-5.1"


@rule("BW-5.4.shared")
def test_the_road_from_0613_to_0914_is_open_to_both_armies():
    shared = {"0613", "0714", "0814", "0914"}
    assert hexes(game().board.regions["six-five-shared"]) == shared
    for name in ("1SS-1", "116Pz-60"):
        table = moving(name, "0613")
        assert shared - {"0613"} <= table.offers("go")
    assert not game().ground.bounds["6Pz"].all & game().board.regions["six-five-shared"]
    assert "0613" in game().rules["BW-5.4.shared"].text


@rule("BW-5.4.seven")
def test_fifth_panzer_and_seventh_army_share_the_road_from_1129_and_keep_to_their_sides():
    panzer = moving("2Pz-2", "1429")
    assert "1428" in panzer.offers("step")
    assert panzer.forbids("step 1430") == "BW-5.4.seven"
    guards = moving("FuhGd", "1429")
    assert {"1428", "1330"} <= guards.offers("step")
    guards.do("step 1428")
    assert guards.forbids("step 1427") == "BW-5.4.seven"


@rule("BW-5.4.end")
def test_from_19am_there_are_no_boundaries():
    assert moving("1SS-1", "0914", turn=6).forbids("go 0915") == "BW-5.4.six"
    assert "0915" in moving("1SS-1", "0914", turn=7).offers("go")
    assert game().last_bounded_turn == game().turn_named("18PM")
    assert "19AM" in game().rules["BW-5.4.end"].text


@rule("BW-5.4.point")
def test_a_unit_that_enters_2417_or_1730_is_free_for_the_rest_of_the_game():
    table = moving("2Pz-2", "2216", "2Pz-304 2217").do("step 2317")
    assert table.forbids("step 2316") == "BW-5.4.five"
    assert table.offers("go") >= {"2417", "2416"}, "2416 by way of 2417"
    table.do("step 2417", "step 2416", "stop")
    assert table.has("unbound", "2Pz-2")
    assert "BW-5.4.point" in table.rules("free")
    assert not movement.closed(table.state, unit("2Pz-2"))
    assert movement.closed(table.state, unit("2Pz-304")), "each unit for itself"


@rule("BW-5.4.point")
def test_the_way_to_a_hex_beyond_the_boundary_leads_through_the_point_that_frees():
    table = moving("2Pz-2", "2317").do("go 2415")
    assert table.where("2Pz-2") == "2415"
    assert table.has("unbound", "2Pz-2")
    quiet = at("german movement", f"2Pz-2 2317 / {FAR_ALLIED}").state
    for action in ("pick 2Pz-2", "go 2415"):
        quiet.apply(action)
    assert quiet.unbound >> unit("2Pz-2") & 1, "also where nobody reads the log"
    assert "BW-5.4.point" in table.rules()


@rule("BW-R.15", "BW-5.4.point")
def test_2417_is_open_to_sixth_panzer_army_and_frees_it_while_the_rest_of_the_road_stays_closed():
    table = moving("1SS-1", "2416", turn=4)
    assert "2417" in table.offers("step")
    assert table.forbids("step 2317") == "BW-5.4.six"
    assert {"2417", "2418"} <= table.offers("go"), "2418, south of the boundary, by way of 2417"
    table.do("step 2417", "step 2418", "stop")
    assert table.has("unbound", "1SS-1")
    assert "BW-5.4.point" in table.rules("free")
    attack = at("german combat", "1SS-1 2416 / 1SS-2 2317 unbound / 28Inf-110 2417 / 28Inf-109 2217", turn=4)
    assert "2417" in attack.offers("target"), "where it may go it may attack"
    assert attack.do("target 2217").forbids("join 1SS-1") == "BW-9.1"
    assert "2417" in game().rules["BW-R.15"].text


@rule("BW-R.15")
def test_beyond_their_roads_the_boundaries_run_to_the_edges_and_their_hexes_are_open_to_both():
    bounds = game().ground.bounds
    north, south = bounds["5Pz"].five, bounds["6Pz"].six
    east = [i for i in (hex_(f"01{row:02}") for row in range(1, 36)) if not (north | south) >> i & 1]
    west = [i for i in (hex_(f"55{row:02}") for row in range(1, 36)) if not (north | south) >> i & 1]
    assert len(east) == len(west) == 1, "BW-R.15: one hex of each edge lies on the line"
    assert all("BW-R.15" in game().rules["BW-5.4"].see for _ in (east, west))


# ---- out of bounds ----


@rule("BW-5.4.retreat", "BW-R.16")
def test_a_unit_out_of_bounds_comes_back_if_it_can_and_the_phase_does_not_end_before():
    table = at("german movement", f"116Pz-60 0713 / 26VG-39 1226 / {FAR_ALLIED}")
    refusal = table.refusal("done")
    assert refusal.rule == "BW-5.4.retreat"
    assert "BW-R.16" in refusal.text
    assert [(o.who, o.rule) for o in table.state.decision.obligations] == [("116Pz-60", "BW-R.16")]
    table.do("pick 116Pz-60")
    assert table.forbids("go 0812") == "BW-R.16"
    assert table.offers("go") >= {"0714", "0613", "0715"}
    assert table.forbids("build") == "BW-R.16"
    table.do("step 0812")
    assert table.forbids("stop") == "BW-R.16"
    assert table.forbids("step 0813") == "BW-R.16", "from there it could not come back"
    table.do("step 0713", "step 0714", "stop")
    assert not movement.out_of_bounds(table.state, unit("116Pz-60"))
    assert "done" in table.options()


@rule("BW-R.16")
def test_a_unit_too_far_out_of_bounds_may_only_come_nearer():
    table = at("german movement", f"116Pz-60 0801 / {FAR_ALLIED}")
    assert "done" in table.options(), "nobody has to move"
    table.do("pick 116Pz-60")
    assert table.offers("go")
    assert table.forbids("go 0701") == "BW-R.16"
    grid, own = game().ground.grid, ~game().ground.closed["5Pz"]
    start = min(grid.distance(hex_("0801"), i) for i in grid.bits(own & grid.all))
    for place in table.offers("go"):
        assert min(grid.distance(hex_(place), i) for i in grid.bits(own & grid.all)) < start


@rule("BW-R.16", "BW-5.4.point")
def test_a_unit_out_of_bounds_comes_home_and_is_not_freed_between_two_other_armies():
    table = at("german movement", "1SS-1 1825 / 26VG-78 0203 / 28Inf-109 4030", turn=4).do("pick 1SS-1")
    home = ~game().ground.closed["6Pz"]
    assert "1915" in table.offers("go")
    assert all(home >> hex_(place) & 1 for place in table.offers("go")), "nothing else is an end of its move"
    assert table.forbids("go 1730") == "BW-R.16"
    assert table.forbids("go 2027") == "BW-R.16"
    driven = table.state.copy()
    driven.shift(unit("1SS-1"), hex_("1730"))
    assert not driven.unbound, "a retreat to 1730 does not free it either"
    own = at("german movement", f"116Pz-60 2315 / {FAR_ALLIED}", turn=4).try_("pick 116Pz-60")
    assert {"2417", "2416"} <= own.offers("go"), "2417 is on the ground of Fifth Panzer Army and frees it"
    assert "BW-5.4.point" in own.do("go 2416").rules("free"), "by way of 2417, not straight"


def test_a_unit_that_begins_in_a_freeing_hex_has_not_entered_it():
    table = at("german movement", f"2Pz-2 2417 / {FAR_ALLIED}", turn=4).do("pick 2Pz-2", "step 2517")
    assert table.forbids("step 2516") == "BW-5.4.five"
