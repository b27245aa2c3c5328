"""Reinforcements (BA-13) and leaving the map (BA-11.4)."""

from __future__ import annotations

import pytest

from ardennes.counters.journeys import points
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

SECOND = ("2Pz-I-3", "2Pz-II-3", "2Pz-Recon", "2Pz-I-304", "2Pz-II-304", "2Pz-I-2", "2Pz-II-2", "2Pz-38")


def came(table: Table) -> list[str]:
    """What each unit that came in has paid."""
    return [event.text.partition(" for ")[2].partition(",")[0] for event in table.events if "comes in by" in event.text]


@rule("BA-13.0.road", "BA-13.0.cost", "BA-R.15", "BA-R.16", "BA-13.0")
def test_the_example_eight_units_of_2nd_panzer_come_in_by_one_road():
    table = at("german movement", "10AD-20 1010", turn=1)
    assert table.state.decision.rule == "BA-4.0.movement"
    for n, unit in enumerate(SECOND):
        table.apply(f"pick {unit}")
        left = points(game().forces.units[game().forces.index[unit]].full.allowance * 2 - n - 1, 2)
        assert table.state.decision.prompt.endswith(f"; {left} points left"), "the only hex of entry is taken at once"
        table.apply(f"go {sorted(table.options('go'))[0]}")
    assert came(table) == ["½", "1", "1½", "2", "2½", "3", "3½", "4"]
    assert set(table.rules("arrival")) == {"BA-13.0.road"}
    first = at("german movement", "10AD-20 1010 / Lehr-130 pool", turn=2).apply("pick Lehr-130", "enter 2910", "stop")
    assert (came(first), first.rules("arrival")) == (["1"], ["BA-13.0.cost"])
    assert at("german combat", "10AD-20 1010 / 2Pz-38 1110").apply("done").texts("BA-13.0")[0].endswith("may come in")


@rule("BA-13.0.queue")
@pytest.mark.parametrize(("place", "paid"), [("2909", ["1", "2", "3"]), ("2910", ["1", "2", "3"])])
def test_one_after_the_other_by_trail_and_by_ground(place: str, paid: list[str]):
    table = at("german movement", "10AD-20 1010", turn=2)
    for unit in ("Lehr-I-901", "Lehr-II-901", "Lehr-I-902"):
        table.apply(f"pick {unit}", f"enter {place}")
        table.apply(f"go {sorted(table.options('go'))[0]}")
    assert came(table) == paid
    ground = at("german movement", "10AD-20 1010", turn=2, more='[markers]\n"entered 2910" = 2')
    ground.apply("pick Lehr-130", "enter 2910", "stop")
    assert ground.rules("arrival") == ["BA-13.0.queue"]


@rule("BA-13.0.queue")
def test_a_hex_by_which_too_many_have_come_is_closed():
    table = at("german movement", "10AD-20 1010 / Lehr-130 pool", turn=2, more='[markers]\n"entered 2910" = 20')
    assert table.apply("pick Lehr-130").refused("enter 2910") == "BA-13.0.queue"


@rule("BA-R.12")
def test_the_woods_penalty_holds_for_the_hex_of_entry():
    table = at("german movement", "10AD-20 1010", turn=10).apply("pick 15PG-115Pz", "enter 2921", "stop")
    assert came(table) == ["1"]
    ground = game().ground
    plain = next(i for i in ground.grid.sorted(ground.entries["east-edge"] & ground.woods) if not ground.link_off(i))
    by_ground = at("german movement", "10AD-20 1010", turn=10).apply(
        "pick 15PG-115Pz", f"enter {ground.grid.name(plain)}"
    )
    assert by_ground.state.top.spent == 12, "BA-R.12"


@rule("BA-13.1")
def test_each_unit_has_its_turn_and_its_hexes():
    table = at("german movement", "10AD-20 1010 / 2Pz-I-3 2010", turn=1)
    reason = table.why("pick Lehr-130")
    assert (reason.rule, reason.text) == ("BA-13.1", "130, Pz Lehr is due on Game-Turn 2.")
    table = at("german movement", "10AD-20 1010", turn=2).apply("pick Lehr-130")
    assert table.refused("enter 2918") == "BA-13.1"


@rule("BA-13.0.mobile")
def test_leg_units_do_not_come_in_with_mobile_movement():
    table = at("german mobile", "10AD-20 1010 / 2Pz-I-3 2010", turn=4)
    assert table.refused("pick 26VG-I-39") == "BA-13.0.mobile"
    assert "26VG-Recon" in table.options("pick")


@rule("BA-R.13", "BA-R.14")
def test_units_wait_and_come_in_between_other_moves():
    table = at("german movement", "2Pz-I-3 2010 / 10AD-20 1010", turn=5)
    table.apply("pick 2Pz-I-3", "go 2009", "pick Lehr-130", "enter 2910", "stop")
    assert table.where("Lehr-130") == "2910"
    assert {"pick 26VG-I-39"} <= set(table.options()), "BA-R.13, BA-R.14: due earlier, still welcome"


@rule("BA-13.0.blocked")
def test_nobody_comes_in_by_a_hex_with_an_enemy_and_waits_for_it():
    table = at("german movement", "10AD-20 2913 / Lehr-130 2005", turn=2)
    assert table.refused("pick 2Pz-I-3") == "BA-13.0.blocked"
    assert table.apply("pick Lehr-I-901").refused("enter 2913") == "BA-13.0.blocked"
    assert "2Pz-I-3" in at("german movement", "10AD-20 1010", turn=3).options("pick")


@rule("BA-13.0.zone", "BA-R.17", "BA-13.0.stack")
def test_in_an_enemy_zone_a_unit_comes_in_and_stops_a_second_cannot():
    table = at("german movement", "10AD-20 2812 / Lehr-130 2005", turn=2)
    table.apply("pick 2Pz-I-3")
    assert table.where("2Pz-I-3") == "2913"
    assert "BA-13.0.zone" in table.rules("arrival")
    assert table.refused("pick 2Pz-II-3") == "BA-R.17"
    walled = "2Pz-I-3 2913 moved / 2Pz-II-3 2912 moved / 2Pz-38 2914 moved / 2Pz-I-2 2812 moved / 2Pz-II-2 2813 moved"
    crowd = at("german movement", f"{walled} / 10AD-20 1010", turn=2, more='[markers]\n"entered 2913" = 27')
    reason = crowd.why("pick 2Pz-Recon")
    assert reason.rule == "BA-13.0.stack"


# ---- leaving the map ----


@rule("BA-11.4.cost", "BA-11.4.road", "BA-11.1.exit")
def test_leaving_costs_the_last_hex_again_or_the_road():
    table = at("german movement", "2Pz-I-3 0110 / 10AD-20 1010").apply("pick 2Pz-I-3", "exit 0110/NW")
    assert table.where("2Pz-I-3") == "west"
    assert "for 1 of 12" in table.texts("BA-11.4.cost")[0]
    assert "counts for victory" in table.texts("BA-11.1.exit")[0]
    road = at("german movement", "2Pz-I-3 0108 / 10AD-20 1010").apply("pick 2Pz-I-3", "exit 0108/NW")
    assert "for ½ of 12" in road.texts("BA-11.4.road")[0]


@rule("BA-R.12", "BA-11.4.cost")
def test_leaving_by_woods_costs_a_panzer_six():
    table = at("german movement", "2Pz-I-3 0104 / 10AD-20 1010").apply("pick 2Pz-I-3", "exit 0104/SW")
    assert "for 6 of 12" in table.texts("BA-11.4.cost")[0], "BA-R.12"
    short = at("german movement", "2Pz-I-3 0204 / 26VG-I-39 0104 / 10AD-20 1010").apply("pick 2Pz-I-3", "step 0104")
    assert short.options("exit"), "twelve points are just enough"
    tired = at("german movement", "2Pz-I-3 0204 / 10AD-20 1010").apply("pick 2Pz-I-3", "step 0203", "step 0104")
    assert tired.where("2Pz-I-3") == "0104", "nothing left"


@rule("BA-11.4.zone", "BA-R.39")
def test_american_zones_reach_beyond_the_edge():
    table = at("german movement", "2Pz-I-3 0110 / 10AD-20 0111").apply("pick 2Pz-I-3")
    assert "0110/NW" in table.options("exit")
    assert "0110/SW" not in table.options("exit")
    reason = table.why("exit 0110/SW")
    assert reason.rule == "BA-11.4.zone", "BA-R.39"
    shut = at("german movement", "2Pz-I-3 0110 / 10AD-20 0111 / 10AD-3 0109 / 2Pz-38 2010")
    assert "pick 2Pz-I-3" not in shut.options() or not shut.apply("pick 2Pz-I-3").options("exit")


@rule("BA-6.1")
def test_a_unit_that_enters_a_zone_at_the_edge_does_not_leave():
    table = at("german movement", "2Pz-I-3 0309 / 10AD-20 0111").apply("pick 2Pz-I-3")
    assert table.refused("exit 0111/NW") == "BA-5.1.enemy"
    assert table.refused("exit 0110/SW") == "BA-6.1"


@rule("BA-11.4", "BA-R.40", "BA-11.4.return")
def test_only_germans_leave_in_movement_and_nobody_returns():
    combat = at("german combat", "2Pz-I-3 0110 / 10AD-20 0111")
    assert combat.refused("exit 0110/NW") == "BA-11.4"
    american = at("allied movement", "10AD-20 0110 / 2Pz-I-3 1010").apply("pick 10AD-20")
    assert american.refused("exit 0110/NW") == "BA-R.40"
    out = at("german movement", "2Pz-I-3 west / 2Pz-38 1010 / 10AD-20 2010")
    assert out.refused("pick 2Pz-I-3") == "BA-11.4.return"


@rule("BA-11.1.exit")
def test_depleted_and_leg_units_leave_and_do_not_count():
    table = at("german movement", "2Pz-I-3 0110 reduced / 26VG-I-39 0112 / 10AD-20 1010")
    table.apply("pick 2Pz-I-3", "exit 0110/NW", "pick 26VG-I-39", "exit 0112/NW")
    assert all("does not count" in text for text in table.texts("BA-11.1.exit"))
    assert table.state.standing()[0].now == 0
