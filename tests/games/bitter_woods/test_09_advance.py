"""Advance (BW-9.8, 15.7): who, how far, over which ground; the results are forced, what matters is what follows."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.scenes import Fall, advancing, fall, led, quiet, refusal, steps, why
from tests.games.bitter_woods.table import Table, hex_, unit
from tests.rulemark import rule

__all__ = ["fall"]

ROAD = "28Inf-110 1824 / 2Pz-304 1724"  # the road goes on from 1824 to 1823 and 1925


def won(fall: Fall, label: str, place: str, pieces: str, *joining: str, **more: object) -> Table:
    """An attack whose retreats and losses are over."""
    return led(fall(label, place, pieces, *joining, **more))


# ---- who ----


@rule("BW-9.8", "BW-R.37", "BW-9.5.D")
def test_any_units_that_fought_advance_one_after_the_other(fall: Fall):
    table = won(
        fall, "D2", "1824", f"{ROAD} / 26VG-77 1724 / 26VG-78 1725 / 18VG-293 1623", "2Pz-304", "26VG-77", "26VG-78"
    )
    assert table.asked() == ("german", "advance")
    assert table.offers("advance") == {"2Pz-304", "26VG-77", "26VG-78"}
    assert table.forbids("advance 18VG-293") == "BW-R.37"
    assert table.forbids("target 1824") == "BW-9.1.declare", "it is done at once, before the next combat"
    table.do("advance 26VG-78", "stop")
    assert table.forbids("advance 26VG-78") == "BW-R.37"
    table.do("advance 2Pz-304", "stop", "done")
    assert [(event.piece, event.to, event.rule) for event in table.events("advance")] == [
        ("26VG-78", "1824", "BW-9.8"), ("2Pz-304", "1824", "BW-9.8"),
    ]  # fmt: skip


@rule("BW-9.8", "BW-R.37")
def test_nobody_advances_where_a_defender_is_left(fall: Fall):
    table = won(fall, "FF", "1824", ROAD)
    assert table.where("28Inf-110") == "1824 reduced"
    assert table.events("advance") == []
    assert "advance" not in {option.verb for option in table.state.decision.options}
    after = won(fall, "1D2", "1824", f"{ROAD} / 26VG-77 1725", "2Pz-304")
    assert (after.forbids("advance 26VG-77"), after.state.decision.rule) == ("BW-R.37", "BW-9.8")


@rule("BW-R.37")
def test_of_the_units_that_fought_those_advance_that_are_left(fall: Fall):
    pieces = "28Inf-110 1824 reduced / 2Pz-304 1724 reduced / 26VG-77 1724"
    table = fall("FF", "1824", pieces).do("lose 2Pz-304")
    assert table.offers("advance") == {"26VG-77"}
    reason = table.refusal("advance 2Pz-304")
    assert (reason.rule, reason.text) == ("BW-R.37", "2Pz/304 is eliminated.")


@rule("BW-9.8.artillery", "BW-R.37")
def test_guns_never_advance(fall: Fall):
    table = won(fall, "A2", "1824", f"{ROAD} / A-174 1824")
    assert table.offers("advance") == {"28Inf-110"}
    assert table.forbids("advance A-174") == "BW-9.8.artillery"
    assert table.forbids("advance 2Pz-304") == "BW-R.37", "the loser does not advance"


@rule("BW-R.47")
def test_the_ss_that_may_not_move_does_not_advance_either(fall: Fall):
    table = won(
        fall, "A2", "0412", "12SS-12 0412 / 12SS-25 0412 / 18VG-293 0412 / 28Inf-110 0512", turn=1, step="allied combat"
    )
    assert table.offers("advance") == {"18VG-293"}
    assert table.forbids("advance 12SS-12") == "BW-R.47"


@rule("BW-R.22")
def test_a_unit_that_has_built_a_position_does_not_advance(fall: Fall):
    table = won(fall, "D2", "1824", f"{ROAD} / 26VG-77 1725 busy")
    assert table.refusal_text("advance 26VG-77") == "26VG/77 has built this turn and may not advance."
    assert table.forbids("advance 26VG-77") == "BW-R.22"


# ---- how far ----


@rule("BW-9.8.length")
def test_infantry_advances_as_many_hexes_as_the_result_calls_for(fall: Fall):
    table = won(fall, "D2", "1824", "28Inf-110 1824 / 26VG-77 1724").do("advance 26VG-77", "step 1823")
    assert table.where("26VG-77") == "1823"
    moment = advancing(quiet("26VG-77 1724"), "26VG-77", 2, "1824", "1823")
    assert steps(moment) == {""}, "it can only stop"
    assert why(moment, "step 1723") == "BW-9.8.length"


@rule("BW-9.8.length", "BW-9.7.none")
def test_it_is_the_full_number_too_if_the_defender_could_not_retreat(fall: Fall):
    ring = "26VG-78 1925 / 26VG-39 1923 / 18VG-293 1725"
    table = fall("D3", "1824", f"28Inf-110 1824 / 26VG-77 1724 / {ring}", "26VG-77")
    assert table.rules("loss") == ["BW-9.7.none"]
    table.do("advance 26VG-77", "step 1823", "step 1723")
    assert table.where("26VG-77") == "1723"
    there = advancing(quiet("26VG-77 1724"), "26VG-77", 3, "1824", "1823", "1723")
    assert why(there, "step 1722") == "BW-9.8.length"


@rule("BW-9.8.defender", "BW-R.37", "BW-9.8.first")
def test_a_defender_advances_one_hex_into_a_hex_that_attackers_have_left(fall: Fall):
    pieces = "28Inf-110 1824 / 2Pz-304 1724 / 26VG-77 1925 / 101Abn-501 1824"
    table = won(fall, "A2", "1824", pieces)
    assert table.asked() == ("allied", "advance")
    table.do("advance 28Inf-110")
    assert table.offers("step") == {"1724", "1925"}
    assert table.forbids("step 1823") == "BW-9.8.first"
    assert table.forbids("stop") == "BW-9.8.first"
    table.do("step 1724")
    assert table.where("28Inf-110") == "1724", "one hex, and the engine ends the advance"
    assert why(advancing(table, "101Abn-501", 1, "1724", bonus=False), "step 1723") == "BW-9.8.defender"
    assert table.forbids("advance 28Inf-110") == "BW-R.37"


@rule("BW-9.8.road")
def test_a_mechanized_unit_goes_half_as_far_again_along_the_road(fall: Fall):
    table = won(fall, "D2", "1824", f"{ROAD} / PzLehr-901 1725").do("advance 2Pz-304", "step 1823")
    assert table.offers("step") == {"1723", "1824"}, "the third hex is one along the road"
    assert table.forbids("step 1822") == "BW-9.8.road"
    table.do("step 1723")
    assert table.texts("BW-9.8.road") == ["2Pz/304 advances from 1724 to 1723 via 1824, 1823"]
    beside = advancing(quiet("PzLehr-901 1725"), "PzLehr-901", 2, "1824", "1925")
    assert why(beside, "step 2025") == "BW-9.8.road", "from 1725 no road leads to 1824"


@rule("BW-9.8.road", "BW-R.4")
def test_after_de_it_is_two_hexes_by_road(fall: Fall):
    table = won(fall, "DE", "1824", f"{ROAD} / 26VG-77 1724").do("advance 2Pz-304")
    assert table.offers("step") == {"1724", "1823", "1925"}
    table.do("step 1823")
    assert table.where("2Pz-304") == "1823"
    there = advancing(quiet("2Pz-304 1724"), "2Pz-304", 1, "1824", "1823")
    reason = refusal(there, "step 1723")
    assert (reason.rule, reason.text.endswith("no more than 2 hexes (BW-R.4).")) == ("BW-9.8.road", True)
    assert table.do("advance 26VG-77").where("26VG-77") == "1824", "infantry goes one"


@rule("BW-9.5.FF.advance")
def test_after_a_firefight_it_is_the_empty_hex_and_no_other(fall: Fall):
    table = won(fall, "FF", "1824", "28Inf-110 1824 reduced / 2Pz-304 1724").do("advance 2Pz-304")
    assert table.where("2Pz-304") == "1824 reduced"
    there = advancing(quiet("2Pz-304 1724"), "2Pz-304", 1, "1824", bonus=False)
    assert why(there, "step 1823") == "BW-9.5.FF.advance"


@rule("BW-15.7.advance", "BW-15.7")
def test_on_16am_no_road_leads_a_german_unit_farther_than_the_result():
    first, later = (quiet("2Pz-304 1724", turn=turn) for turn in (1, 2))
    assert why(advancing(first, "2Pz-304", 2, "1824", "1823"), "step 1723") == "BW-15.7.advance"
    assert "1723" in steps(advancing(later, "2Pz-304", 2, "1824", "1823"))
    jam = advancing(first, "2Pz-304", 4, "1725", "1825", "1926")
    assert (why(jam, "step 2025"), "BW-15.7") == ("BW-9.8.terrain", "BW-15.7"), "three points are left of four"
    assert "2025" in steps(advancing(later, "2Pz-304", 4, "1725", "1825", "1926"))


@rule("BW-15.2.advance")
def test_on_16am_allied_units_advance_with_their_full_allowance():
    table = quiet("1Inf-16 1724", turn=1, side="allied")
    moment = advancing(table, "1Inf-16", 4, "1824", "1924", "1923")
    found = {"BW-15.2": table.state.game.opening.points["others"], "BW-15.2.advance": len(moment.top.way) - 1}
    assert found == {"BW-15.2": 2, "BW-15.2.advance": 3}
    assert "1922" in steps(moment), "a fourth point for a fourth hex"


# ---- points ----


@rule("BW-9.8.terrain", "BW-R.38")
def test_german_infantry_does_not_advance_into_two_broken_hexes():
    table = quiet("26VG-77 1226")
    moment = advancing(table, "26VG-77", 3, "1225")
    reason = refusal(moment, "step 1325")
    assert reason.rule == "BW-9.8.terrain"
    assert reason.text.endswith("it does not have the movement points for 1325 (BW-R.38).")
    assert "1224" in steps(moment)


@rule("BW-R.38", "BW-9.8.terrain")
def test_the_first_hex_is_always_possible_and_interdiction_does_not_count(fall: Fall):
    more = '[markers]\ninterdicted = ["{}"]'
    poor = "26VG-77 1324 out-of-supply / 28Inf-110 1424"
    table = won(fall, "D2", "1424", poor, turn=15, more=more.format("1424")).do("advance 26VG-77")
    assert table.where("26VG-77") == "1424", "three points, of which it has two"
    there = advancing(quiet("26VG-77 1324 out-of-supply", turn=9), "26VG-77", 2, "1424")
    assert refusal(there, "step 1524").text.endswith("the movement points for 1524 (BW-R.38).")
    road = won(fall, "D2", "1824", ROAD, turn=15, more=more.format("1824")).do("advance 2Pz-304")
    assert road.state.top.spent == 3, "a quarter of a point for the hex"


# ---- zones ----


@rule("BW-9.8.zones", "BW-R.3")
def test_the_zone_in_the_first_hex_is_ignored_and_the_next_one_stops(fall: Fall):
    table = won(fall, "D3", "1824", f"{ROAD} / 101Abn-501 1825", "2Pz-304").do("advance 2Pz-304")
    assert {"1823", "1925"} <= table.offers("step"), "1824 is in the zone of 1825"
    assert table.fork().do("step 1925").where("2Pz-304") == "1925", "and so is 1925, where it stops"
    assert table.fork().do("step 1823").offers("step"), "1823 is not"
    there = advancing(quiet("2Pz-304 1724 / 101Abn-501 1825"), "2Pz-304", 3, "1824", "1925")
    reason = refusal(there, "step 2025")
    assert (reason.rule, "BW-R.3" in reason.text) == ("BW-9.8.zones", True)


@rule("BW-5.1.enemy")
def test_no_enemy_hex_is_entered(fall: Fall):
    table = won(fall, "D3", "1824", f"{ROAD} / 101Abn-501 1825", "2Pz-304").do("advance 2Pz-304")
    assert table.forbids("step 1825") == "BW-5.1.enemy"
    assert table.forbids("step 2025") == "BW-9.8", "not next to it"
    assert table.forbids("advance 2Pz-304") == "BW-9.5"


# ---- rivers ----

OUR = "28Inf-110 1424 / 2Pz-304 1324{} / PzLehr-Recon 1324"


@rule("BW-9.8.river", "BW-9.8.ford")
def test_infantry_that_did_not_move_goes_on_after_crossing_a_river_and_others_do_not(fall: Fall):
    table = won(fall, "D3", "1424", OUR.format(""))
    assert table.fork().do("advance 2Pz-304").offers("step"), "three points for river and hills, one is left"
    assert table.fork().do("advance PzLehr-Recon").where("PzLehr-Recon") == "1424"
    assert why(advancing(table, "PzLehr-Recon", 3, "1424"), "step 1524") == "BW-9.8.river"
    moved = won(fall, "D3", "1424", OUR.format(" marched"))
    assert moved.do("advance 2Pz-304").where("2Pz-304") == "1424"
    assert (
        why(advancing(won(fall, "D3", "1424", OUR.format(" marched")), "2Pz-304", 3, "1424"), "step 1524")
        == "BW-9.8.ford"
    )


@rule("BW-9.8.ford")
def test_nobody_goes_on_after_wading_the_meuse(fall: Fall):
    table = won(fall, "D3", "4509", "28Inf-110 4509 / 26VG-77 4510")
    assert table.fork().do("advance 26VG-77").where("26VG-77") == "4509"
    assert why(advancing(table, "26VG-77", 3, "4509"), "step 4508") == "BW-9.8.ford"


@rule("BW-9.8.river")
def test_a_river_is_crossed_only_into_the_first_hex(fall: Fall):
    table = won(fall, "D3", "1525", "28Inf-110 1525 / 26VG-77 1425").do("advance 26VG-77")
    assert table.forbids("step 1624") == "BW-9.8.river"
    assert "1524" in table.offers("step")


@rule("BW-9.8.heavy")
@pytest.mark.parametrize(
    ("name", "start", "target"),
    [("2Pz-3", "1324", "1424"), ("PzLehr-130", "4510", "4509"), ("PzLehr-Recon", "4510", "4509")],
)
def test_heavy_tanks_cross_rivers_and_all_armor_the_meuse_by_bridge_only(
    fall: Fall, name: str, start: str, target: str
):
    table = won(fall, "D2", target, f"28Inf-110 {target} / {name} {start} / 26VG-77 {start}")
    assert table.offers("advance") == {"26VG-77"}
    assert table.forbids(f"advance {name}") == "BW-9.8.heavy"


@rule("BW-9.8.heavy")
def test_by_a_bridge_that_stands_a_heavy_tank_advances(fall: Fall):
    pieces = "28Inf-110 1424 / 2Pz-3 1324"
    over = won(fall, "D2", "1424", pieces, more='[markers]\nstanding = ["1324/1424"]').do("advance 2Pz-3")
    assert "1524" in over.offers("step")
    assert why(advancing(quiet("2Pz-3 1524"), "2Pz-3", 2, "1525"), "step 1624") == "BW-9.8.river"
    assert won(fall, "D2", "1424", f"{pieces} / 26VG-77 1324").forbids("advance 2Pz-3") == "BW-9.8.heavy"


# ---- closed ground ----


@rule("BW-9.8.forest")
def test_armor_advances_into_and_out_of_a_forest_only_along_a_road(fall: Fall):
    pieces = "28Inf-110 0914 / PzLehr-130 0913 / 26VG-77 0913 / 2Pz-3 0814"
    table = won(fall, "D2", "0914", pieces)
    assert table.offers("advance") == {"26VG-77", "2Pz-3"}
    assert table.forbids("advance PzLehr-130") == "BW-9.8.forest"
    table.do("advance 2Pz-3")
    assert table.forbids("step 1013") == "BW-9.8.forest"
    assert "0915" in table.offers("step")


@rule("BW-9.8.closed", "BW-5.4")
def test_an_advance_keeps_to_army_boundaries():
    table = quiet("1SS-2 0714", turn=5)
    moment = advancing(table, "1SS-2", 2, "0814")
    reason = refusal(moment, "step 0815")
    assert (reason.rule, "BW-5.4" in reason.text) == ("BW-9.8.closed", True)
    assert "0815" in steps(advancing(quiet("1SS-2 0714", turn=7), "1SS-2", 2, "0814"))


@rule("BW-9.8.closed")
def test_a_cliff_is_closed_to_an_advance(fall: Fall):
    table = won(fall, "D3", "1627", "28Inf-110 1627 / 26VG-77 1527").do("advance 26VG-77")
    assert table.forbids("step 1628") == "BW-9.8.closed"


@rule("BW-9.5.CA.withdraw")
def test_a_hex_from_which_friends_have_withdrawn_is_closed_to_an_advance():
    table = quiet("2Pz-304 1724", more='[markers]\ngerman-vacated = ["1823"]')
    assert why(advancing(table, "2Pz-304", 2, "1824"), "step 1823") == "BW-9.5.CA.withdraw"


# ---- stacking ----


@rule("BW-6.1", "BW-R.19")
def test_a_full_hex_may_be_passed_and_is_no_place_to_stop(fall: Fall):
    six = "2Pz-304 1724 / 26VG-77 1724 / 26VG-78 1724 / PzLehr-901 1725 / PzLehr-902 1725"
    table = won(fall, "D2", "1824", f"28Inf-110 1824 / {six}")
    for name in ("26VG-77", "26VG-78", "PzLehr-902"):
        table.do(f"advance {name}", "stop")
    table.do("advance 2Pz-304")
    assert table.forbids("stop") == "BW-6.1"
    table.do("step 1925")
    de = won(fall, "DE", "1824", f"28Inf-110 1824 / {six}")
    for name in ("26VG-77", "26VG-78", "PzLehr-902"):
        de.do(f"advance {name}").try_("stop")
    assert de.asked() == ("german", "advance"), "by road 2 Pz/304 could go through 1824"
    reason = de.refusal("advance PzLehr-901")
    assert reason.rule == "BW-6.1"
    assert reason.text.endswith("1824 is at its stacking limit, and there is no way on (BW-R.19).")


# ---- what it leads to ----


@rule("BW-8.2.remove")
def test_a_german_who_advances_through_a_fortified_town_ends_the_fortification(fall: Fall):
    more = '[markers]\nforts = ["1316"]'
    table = won(fall, "D2", "1316", "28Inf-110 1316 / 18VG-293 1215", more=more).do("advance 18VG-293")
    assert table.state.forts >> hex_("1316") & 1, "it is on its way"
    table.try_("step 1416", "stop")
    assert table.state.forts == 0
    assert table.rules("position") == ["BW-8.2.remove"]
    assert table.state.at[unit("18VG-293")] >= 0
