"""Leaving the map (BW-5.5) and returning."""

from __future__ import annotations

from ardennes.games.bitter_woods import movement
from tests.games.bitter_woods.table import at, game, unit
from tests.rulemark import rule

FAR = "1Inf-26 3001 / 212VG-316 0234"


@rule("BW-5.5", "BW-5.5.rate")
def test_german_mechanized_units_leave_by_roads_beyond_the_meuse_at_the_road_rate():
    table = at("german movement", f"PzBde150 5423 / {FAR}", turn=9).do("pick PzBde150")
    assert table.offers("exit") == {"5524/SW", "5520/SW", "5519/SW", "5517/SW"}
    refusal = table.refusal("exit 5511/SW")
    assert refusal.rule == "BW-5.2"
    assert "7 needed, 5 left: road 6 3/4, exiting the map 1/4" in refusal.text
    assert table.refusal("exit 5525/SW").rule == "BW-5.5", "no road"
    assert table.refusal("exit 0135/S").rule == "BW-5.5"
    table.do("exit 5524/SW")
    assert table.where("PzBde150") == "out"
    assert table.has("counted", "PzBde150")
    assert table.texts("BW-5.5")[-1].endswith("exits the map from 5524 by the west edge for 1/4 point (BW-5.5.rate)")
    assert table.texts("BW-5.1")[-1].endswith("from 5423 to 5524 for 1/4 point: road 1/4")


@rule("BW-5.5")
def test_an_exit_from_the_near_bank_is_refused():
    table = at("german movement", f"PzBde150 1901 / {FAR}", turn=9).do("pick PzBde150")
    refusal = table.refusal("exit 1901/N")
    assert refusal.rule == "BW-5.5"
    assert "beyond the Meuse" in refusal.text


@rule("BW-R.56")
def test_german_infantry_and_artillery_do_not_leave():
    for name in ("26VG-39", "A-401", "R-15"):
        table = at("german movement", f"{name} 5524 / {FAR}", turn=9).do(f"pick {name}")
        assert table.forbids("exit 5524/SW") == "BW-R.56"


@rule("BW-R.12", "BW-5.5.rate")
def test_leaving_is_paid_for_and_the_free_hex_is_no_help():
    table = at("german movement", f"PzBde150 5323 / {FAR}", turn=9).do("pick PzBde150", "step 5423")
    spent = table.state.top.spent
    assert spent > 0
    state = table.state
    terms = movement.terms_of(state, unit("PzBde150"))._replace(points=2)
    walk = movement.walk_of(state, unit("PzBde150"), game().ground.grid.index("5524"), terms=terms)
    assert not walk.exits, "2/12 are left, 3/12 needed"
    assert walk.go, "though one hex is always possible"
    from ardennes.games.bitter_woods.refusals import why_not_out

    refusal = why_not_out(state, unit("PzBde150"), walk, "5524/SW")
    assert "(BW-5.5.rate)" in refusal.text
    assert "the free hex does not lead off the map (BW-R.12)" in refusal.text


@rule("BW-7.4")
def test_a_unit_stopped_by_a_zone_does_not_leave_and_one_that_begins_in_it_does():
    stopped = at("german movement", f"PzBde150 5423 / 28Inf-110 5525 / {FAR}", turn=9).do("pick PzBde150")
    assert stopped.forbids("exit 5524/SW") == "BW-7.4"
    assert "5520/SW" in stopped.offers("exit")
    begins = at("german movement", f"PzBde150 5524 / 28Inf-110 5525 / {FAR}", turn=9).do("pick PzBde150")
    assert "5524/SW" in begins.offers("exit")


@rule("BW-5.5")
def test_a_unit_out_of_supply_that_leaves_does_not_count():
    table = at("german movement", f"PzBde150 5524 out-of-supply / {FAR}", turn=9).do("pick PzBde150", "exit 5524/SW")
    assert table.where("PzBde150") == "out"
    assert not table.has("counted", "PzBde150")
    assert table.forbids("pick PzBde150") == "BW-5.5"


def test_a_unit_leaves_in_the_exploitation_phase_too():
    table = at("german exploitation", f"PzBde150 5524 reserve / {FAR}", turn=9).do("pick PzBde150", "exit 5524/SW")
    assert table.where("PzBde150") == "out"
    assert not table.has("reserve", "PzBde150")


# ---- Allied units ----


@rule("BW-5.5.allied", "BW-R.17")
def test_an_allied_unit_out_of_supply_leaves_by_any_hex_of_three_edges_by_road_for_less():
    table = at("allied movement", f"28Inf-110 2001 out-of-supply / {FAR}", turn=9).do("pick 28Inf-110")
    assert table.offers("exit") == {"1901/N", "2001/N", "2101/N"}
    assert "exiting the map 1;" in table.refusal_text("exit 2601/N")
    by_road = table.fork().do("exit 1901/N")
    assert by_road.texts("BW-5.5.allied")[-1].endswith("by the north edge for 1/4 point (BW-R.17)")
    table.do("exit 2001/N")
    assert table.where("28Inf-110") == "north"
    assert table.texts("BW-5.5.allied")[-1].endswith("exits the map from 2001 by the north edge for 1 point (BW-R.17)")
    assert table.state.left[unit("28Inf-110")] == 9
    south = at("allied movement", f"28Inf-110 2435 out-of-supply / {FAR}", turn=9).do("pick 28Inf-110")
    assert "2435/S" in south.offers("exit")


@rule("BW-R.17")
def test_a_supplied_allied_unit_does_not_leave():
    table = at("allied movement", f"28Inf-110 2001 / {FAR}", turn=9).do("pick 28Inf-110")
    assert table.forbids("exit 2001/N") == "BW-R.17"


@rule("BW-5.5.return")
def test_it_stays_away_for_a_whole_game_turn_and_returns_by_a_lettered_road_of_the_same_edge():
    gone = "28Inf-110 north / 1Inf-26 3001 / 212VG-316 0234"
    left = "[markers]\nleft = { 28Inf-110 = 9 }"
    assert at("allied movement", gone, turn=10, more=left).forbids("pick 28Inf-110") == "BW-5.5.return"
    table = at("allied movement", gone, turn=11, more=left).do("pick 28Inf-110")
    letters = game().tables["edges"]["north"].values()
    assert table.offers("enter") == set(letters)
    assert table.forbids("enter 2001") == "BW-5.5.return"
    assert table.forbids("enter 2035") == "BW-5.5.return", "another edge"
    table.do("enter 1901", "stop")
    assert table.where("28Inf-110") == "1901"
    assert table.rules("arrival")[-1] == "BW-5.5.return"
    assert not table.state.left


@rule("BW-5.5.return")
def test_a_unit_that_returns_uses_lettered_roads_only_and_waits_if_enemies_hold_them_all():
    held = "26VG-78 5524 / 26VG-77 5520 / 26VG-39 5517 / 2Pz-2 5511"
    gone = f"28Inf-110 west / {held} / 28Inf-109 4001"
    left = "[markers]\nleft = { 28Inf-110 = 9 }"
    table = at("allied movement", gone, turn=11, more=left)
    refusal = table.refusal("pick 28Inf-110")
    assert refusal.rule == "BW-5.1.enemy"
    assert "only by lettered roads on the edge by which they exited (BW-5.5.return)" in refusal.text
    zone = at("allied movement", gone.replace("5524", "5523"), turn=11, more=left).do("pick 28Inf-110")
    assert {"5524"} == zone.offers("enter") or zone.where("28Inf-110") == "5524"
    assert "BW-7.4" in zone.try_("enter 5524", "stop").rules("arrival"), "it stops in the zone"
