"""Rivers without a bridge (BW-5.3.river to 5.3.wade), bridges and blown bridges in movement."""

from __future__ import annotations

from ardennes.games.bitter_woods import movement
from tests.games.bitter_woods.table import at, game, hex_, hexes, unit
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED, moving, paid
from tests.rulemark import rule

MEUSE = [name for name in game().ground.bridges.names if "meuse" in game().board.side_features(name)]
NO_BRIDGES = f"[markers]\nblown = {MEUSE}"


@rule("BW-5.3.river", "BW-R.14")
def test_a_river_is_crossed_only_as_the_first_step_from_where_the_unit_begins():
    table = moving("26VG-39", "1325")
    assert {"1424", "1425", "1326"} <= table.offers("step")
    later = moving("26VG-39", "1225").do("step 1325")
    refusal = later.refusal("step 1425")
    assert refusal.rule == "BW-5.3.river"
    assert "(BW-R.14)" in refusal.text
    assert moving("26VG-39", "1224").forbids("go 1425") == "BW-5.3.river", "nor in one go"


@rule("BW-R.14")
def test_a_unit_in_reserve_may_cross_as_the_first_step_of_its_exploitation():
    table = at("german exploitation", f"116Pz-60 1325 reserve / {FAR_ALLIED}").do("pick 116Pz-60")
    assert {"1424", "1425"} <= table.offers("step")
    table.do("step 1425")
    refusal = table.refusal("step 1325")
    assert refusal.rule == "BW-5.3.river"
    assert "BW-R.14" in refusal.text


@rule("BW-R.14")
def test_a_bridged_hexside_is_crossed_along_its_road_until_the_bridge_is_blown():
    standing = '[markers]\nstanding = ["1324/1424"]'
    assert paid("26VG-39", "1324", "1223") == "1/3 point: road 1/3"
    whole = moving("26VG-39", "1223", more=standing).do("step 1324", "step 1424").do("stop")
    assert whole.texts("BW-5.1")[-1].endswith("for 2/3 point: road 2/3")
    gone = moving("26VG-39", "1223").do("step 1324")
    assert gone.forbids("step 1424") == "BW-5.3.river"
    assert "(BW-R.14)" in gone.refusal_text("step 1424")


@rule("BW-5.3.ford", "BW-R.13")
def test_infantry_and_armored_infantry_cross_and_go_on_and_pay_more_into_forest_and_broken_ground():
    assert paid("26VG-39", "1325", "1425") == "1 point: clear 1"
    assert paid("26VG-39", "1325", "1424") == "3 points: broken 2, river 1"
    assert paid("2Pz-2", "1325", "1424") == "3 points: broken 2, river 1"
    assert paid("3FJ-5", "1325", "1424") == "3 points: broken 2, river 1"
    assert paid("101Abn-327", "0415", "0516") == "3 points: forest 2, river 1"
    table = moving("2Pz-2", "1324").do("step 1424", "step 1524")
    assert table.state.top.spent == 39, "it goes on along the road"
    assert "BW-5.3.ford" in {table.state.game.rules["BW-R.13"].see[1]}


@rule("BW-5.3.stop")
def test_armor_cavalry_and_artillery_end_their_move_across_a_river():
    for name in ("PzLehr-130", "PzLehr-Recon", "A-401", "R-15", "9Arm-CCB", "A-174"):
        table = moving(name, "1325")
        assert "1425" in table.offers("go")
        table.do("step 1425")
        assert table.where(name) == "1425", "there is nothing left but to stop"
        assert table.has("moved", name)
        assert table.texts("BW-5.1")[-1].endswith("across a river for its whole allowance (BW-5.3.stop)")
    table = moving("PzLehr-130", "1325")
    assert table.forbids("go 1426") == "BW-5.3.stop"


def test_a_way_round_by_road_for_the_same_price_is_not_said_to_take_the_whole_allowance():
    table = moving("A-388", "0912", turn=9)
    assert table.state.reach("A-388").costs["0811"] == 12, "two hexes of road, and the river would cost a point too"
    assert table.fork().do("step 0811").has("moved", "A-388")
    table.do("go 0811")
    assert table.texts("BW-5.1")[-1] == "388 Art moves from 0912 to 0811 for 1 point: road 1"


@rule("BW-5.3.heavy")
def test_panthers_tigers_and_jagdtigers_never_cross_a_river_without_a_bridge():
    for name in ("2Pz-3", "1SS-Peiper", "653JPz"):
        table = moving(name, "1324", turn=7)
        assert table.forbids("step 1424") == "BW-5.3.heavy"
    forest = moving("1SS-Peiper", "0812").refusal("step 0811")
    assert forest.rule == "BW-5.3.heavy"
    assert "BW-5.3.armor" in forest.text, "it would leave a forest without a road, too"
    bridge = moving("2Pz-3", "1324", more='[markers]\nstanding = ["1324/1424"]')
    assert "1424" in bridge.offers("step")


@rule("BW-5.3.heavy", "BW-5.3.meuse", "BW-5.3.cliff")
def test_a_closed_hexside_is_refused_by_the_one_rule_that_closes_it():
    for name, start, end, closing, words in (
        ("2Pz-3", "4409", "4509", "BW-5.3.heavy", "heavy tanks never cross a river without a bridge"),
        ("PzLehr-Recon", "4409", "4509", "BW-5.3.meuse", "it may cross the Meuse only by bridge"),
        ("2Pz-2", "5225", "5326", "BW-5.3.cliff", "no unit may move across a cliff"),
        ("26VG-78", "4609", "4509", "BW-5.3.cliff", "no unit may move across a cliff"),
        ("A-401", "1627", "1628", "BW-5.3.cliff", "no unit may move across a cliff"),
    ):
        refusal = moving(name, start, turn=9).refusal(f"step {end}")
        assert refusal.rule == closing, (name, start, end)
        assert refusal.text.endswith(f"cannot step to {end}: {words}."), refusal.text


@rule("BW-5.3.meuse")
def test_armor_cavalry_and_artillery_cross_the_meuse_by_bridge_only():
    for name in ("9Arm-CCB", "102Cav", "A-174"):
        table = moving(name, "2701")
        assert table.forbids("step 2601") == "BW-5.3.meuse"
        assert "2702" in table.offers("step"), "the bridge"


@rule("BW-5.3.wade")
def test_infantry_crosses_the_meuse_as_its_first_step_and_stops():
    table = moving("1Inf-18", "2701")
    assert "2601" in table.offers("step")
    reach = movement.walk_of(table.state, unit("1Inf-18"))
    assert {"2601", "2501"} <= hexes(reach.go), "2501 by way of the bridge"
    table.do("step 2601")
    assert table.where("1Inf-18") == "2601"
    assert table.texts("BW-5.1")[-1].endswith("across the Meuse for its whole allowance (BW-5.3.wade)")
    assert reach.charge(hex_("2601")) == reach.terms.points
    assert reach.charge(hex_("2702")) < reach.terms.points, "the bridge"
    cut = moving("1Inf-18", "2701", more=NO_BRIDGES)
    assert cut.forbids("go 2501") == "BW-5.3.wade"
