"""Reinforcements (BA-13) and leaving the map (BA-11.4)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ardennes.counters.journeys import points
from ardennes.games.bastogne.forces import PANZER
from ardennes.games.bastogne.terrain import EntryCost
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

SECOND = ("2Pz-I-3", "2Pz-II-3", "2Pz-Recon", "2Pz-I-304", "2Pz-II-304", "2Pz-I-2", "2Pz-II-2", "2Pz-38")


VOLKS = ("26VG-I-39", "26VG-II-39", "26VG-I-77", "26VG-II-77", "26VG-I-78", "26VG-II-78", "26VG-III-39", "26VG-III-77",
         "26VG-III-78")  # fmt: skip


def gone(units: Sequence[str]) -> str:
    """Units that came in before, and are out of the way."""
    return " / ".join(f"{unit} eliminated" for unit in units)


def came(table: Table) -> list[str]:
    """What each unit that came in has paid."""
    texts = [event.text for event in table.events if " enters at " in event.text]
    return [text.partition(" for ")[2].partition(" point")[0] for text in texts]


@rule("BA-13.0.road", "BA-13.0.cost", "BA-R.15", "BA-R.13", "BA-13.0")
def test_the_example_eight_units_of_2nd_panzer_come_in_by_one_road():
    table = at("german movement", "10AD-20 1010", turn=1)
    assert table.state.decision.rule == "BA-4.0.movement"
    for n, unit in enumerate(SECOND):
        table.apply(f"pick {unit}")
        left = points(game().forces.units[game().forces.index[unit]].full.allowance * 2 - n - 1, 2)
        assert table.state.decision.prompt.split("; ")[1].startswith(f"{left} of "), (
            "the only hex of entry is taken at once"
        )
        table.apply(f"go {sorted(table.options('go'))[0]}")
    assert came(table) == ["½", "1", "1½", "2", "2½", "3", "3½", "4"]
    assert set(table.rules("arrival")) == {"BA-13.0.road"}
    assert table.texts("BA-13.0.road")[7] == (
        "38 Mech (2 Pz) enters at 2913 for 4 points: road ½, 7 units ahead of it 3½ (BA-R.15)"
    )
    assert "BA-R.15" in table.texts("BA-13.0.road")[1]
    assert "BA-R.15" not in table.texts("BA-13.0.road")[0]
    first = at("german movement", "10AD-20 1010 / Lehr-130 pool", turn=2).apply("pick Lehr-130", "enter 2910", "stop")
    assert (came(first), first.rules("arrival")) == (["1"], ["BA-13.0.cost"])
    assert first.texts("BA-13.0.cost") == ["130 Mech (Pz Lehr) enters at 2910 for 1 point: clear 1"]
    assert first.rules("move") == [], "a unit that stays where it came in makes no second line"
    mobile = at("german combat", "10AD-20 1010 / 2Pz-38 1110", turn=1).apply("done")
    assert mobile.texts("BA-13.0") == ["7 German reinforcements may enter before other units move (BA-R.13)"]
    assert "BA-R.13" in mobile.texts("BA-13.0")[0]


def by_2913(table: Table, *units: str) -> Table:
    """Units that come in by 2913 and go on, out of each other's way."""
    for unit in units:
        table.apply(f"pick {unit}")
        if table.asked[1] == "enter":
            table.apply("enter 2913")
        table.apply(f"go {sorted(table.options('go'))[0]}")
    return table


@rule("BA-R.15")
def test_those_before_count_over_both_phases_of_the_turn_and_not_of_the_last():
    table = by_2913(at("german movement", "10AD-20 0505", turn=1), *SECOND[:3])
    table.apply("done")
    assert table.asked[1] == "german mobile"
    by_2913(table, SECOND[3])
    assert came(table) == ["½", "1", "1½", "2"]
    assert "3 units ahead of it 1½ (BA-R.15)" in table.texts("BA-13.0.road")[-1]
    assert "BA-R.15" in table.texts("BA-13.0.road")[-1]
    table.apply("done")
    while table.state.turn == 1:
        if table.state.chance is not None:
            break
        table.apply("done")
    table.roll("2", "3", "4").roll("3", "4")
    by_2913(table, SECOND[4])
    assert came(table)[-1] == "½", "a new turn, a new column"


@rule("BA-R.15")
def test_only_friendly_units_count():
    more = '[markers]\n"entered 2933" = 2'
    table = at("german mobile", "10AD-20 0505 / 5FJ-I-14 2830 / 5FJ-II-14 2831 / 2Pz-38 2020", turn=9, more=more)
    table.apply("done")
    assert table.asked == ("allied", "allied movement")
    table.apply("pick 4AD-10", "enter 2933", "stop")
    one = '[markers]\n"entered 2933" = 1'
    second = at("allied movement", "10AD-20 0505 / 2Pz-38 2020 / 4AD-51 2930 arrived moved", turn=9, more=one)
    second.apply("pick 4AD-10", "enter 2933", "stop")
    assert float(came(second)[-1]) - float(came(table)[-1]) == 1
    assert "BA-R.15" in second.texts(second.rules("arrival")[-1])[-1]


@rule("BA-R.16")
def test_a_column_by_trail_is_left_when_the_ground_is_cheaper(monkeypatch: pytest.MonkeyPatch):
    """If 2909 were woods, the sixth panzer would pay 11 across the ground and 12 in column by the trail."""
    ground = game().ground
    i = ground.grid.index("2909")
    woods = EntryCost(12, 4, "woods", "trail")
    monkeypatch.setitem(ground.at_the_edge[PANZER], i, woods)
    more = '[markers]\n"entered 2909" = {}'
    for before, paid, ruled in ((4, "10", "BA-13.0.road"), (5, "11", "BA-R.16")):
        table = at("german movement", f"10AD-20 0505 / {gone(VOLKS[:before])}", turn=4, more=more.format(before))
        table.apply("pick Lehr-130", "enter 2909")
        if table.asked[1] == "motion":
            table.apply("stop")
        assert (came(table), table.rules("arrival")[-1]) == ([paid], ruled)


@pytest.mark.parametrize(
    ("unit", "turn", "place", "paid"),
    [
        ("101-I-501", 2, "0104", ["2", "3"]),  # a leg unit into woods
        ("705TD", 3, "0104", ["3", "4"]),  # an American tank destroyer: no penalty
        ("4AD-10", 9, "1233", ["1", "2"]),  # by trail
        ("101-I-501", 2, "0108", ["½", "1"]),  # by road
    ],
)
def test_american_units_pay_for_their_hex_of_entry(unit: str, turn: int, place: str, paid: list[str]):
    found = []
    for before in (0, 1):
        more = f'[markers]\n"entered {place}" = {before}'
        others = gone(("101-II-501", "4AD-51"))
        table = at("allied movement", f"10AD-20 2020 / 2Pz-38 2525 / {others}", turn=turn, more=more)
        found += came(table.apply(f"pick {unit}", f"enter {place}", "stop"))
    assert found == paid


@rule("BA-13.1")
def test_a_hex_that_is_none_of_its_own_is_refused_with_those_that_are():
    table = at("allied movement", "2Pz-38 0110 / 10AD-20 1010", turn=2).apply("pick 101-I-501")
    reason = table.why("enter 1010")
    assert (reason.rule, reason.text) == (
        "BA-13.1", "I/501 Para (101 Abn) enters at any west edge hex, not at 1010.",
    )  # fmt: skip


@rule("BA-R.14", "BA-13.0.blocked")
def test_a_unit_whose_hex_is_cleared_in_combat_comes_in_after_it():
    table = at("german movement", "10AD-20 2913 reduced / Lehr-130 2813 / Lehr-I-901 2912", turn=2)
    assert table.refused("pick 2Pz-I-3") == "BA-13.0.blocked"
    table.apply("done", "target 2913", "join Lehr-130", "join Lehr-I-901", "done").roll(1)
    while table.asked[1] != "german mobile":
        table.apply(table.options()[0] if table.asked[1] != "advance" else "done")
    table.apply("pick 2Pz-I-3")
    table.apply(f"go {sorted(table.options('go'))[0]}")
    late = [event.text for event in table.events if " enters at " in event.text][-1]
    assert late.endswith("it was due on Game-Turn 1 (BA-R.14)")
    assert "BA-R.14" in late


@rule("BA-13.0.queue")
@pytest.mark.parametrize(("place", "paid"), [("2909", ["1", "2", "3"]), ("2910", ["1", "2", "3"])])
def test_one_after_the_other_by_trail_and_by_ground(place: str, paid: list[str]):
    table = at("german movement", "10AD-20 1010", turn=2)
    for unit in ("Lehr-I-901", "Lehr-II-901", "Lehr-I-902"):
        table.apply(f"pick {unit}", f"enter {place}")
        table.apply(f"go {sorted(table.options('go'))[0]}")
    assert came(table) == paid
    two = '[markers]\n"entered 2910" = 2'
    ground = at("german movement", f"10AD-20 1010 / {gone(VOLKS[:2])}", turn=4, more=two)
    ground.apply("pick Lehr-130", "enter 2910", "stop")
    assert ground.texts("BA-13.0.queue") == [
        "130 Mech (Pz Lehr) enters at 2910 for 3 points: clear 1, 2 units ahead of it 2 (BA-R.15); "
        "it was due on Game-Turn 2 (BA-R.14)"
    ]


@rule("BA-13.0.queue")
def test_a_hex_by_which_too_many_have_come_is_closed():
    many = (*VOLKS, "Lehr-I-901", "Lehr-II-901", "Lehr-I-902")
    more = f'[markers]\n"entered 2910" = {len(many)}'
    table = at("german movement", f"10AD-20 1010 / {gone(many)}", turn=4, more=more)
    reason = table.apply("pick Lehr-130").why("enter 2910")
    assert reason.rule == "BA-13.0.queue"
    assert reason.text.endswith("13 needed, 12 left: clear 1, 12 units ahead of it 12.")


@rule("BA-R.12")
def test_the_woods_penalty_holds_for_the_hex_of_entry():
    table = at("german movement", "10AD-20 1010", turn=10).apply("pick 15PG-115Pz", "enter 2921", "stop")
    assert came(table) == ["1"]
    ground = game().ground
    plain = next(i for i in ground.grid.sorted(ground.entries["east-edge"] & ground.woods) if not ground.link_off(i))
    by_ground = at("german movement", "10AD-20 1010", turn=10).apply(
        "pick 15PG-115Pz", f"enter {ground.grid.name(plain)}"
    )
    assert by_ground.state.top.spent == 12
    by_ground.apply("stop")
    assert "for 6 points: woods 6; woods cost it extra (BA-R.12)" in by_ground.texts("BA-13.0.cost")[0]
    assert "BA-R.12" in by_ground.texts("BA-13.0.cost")[0]


@rule("BA-13.1")
def test_each_unit_has_its_turn_and_its_hexes():
    table = at("german movement", "10AD-20 1010 / 2Pz-I-3 2010", turn=1)
    reason = table.why("pick Lehr-130")
    assert (reason.rule, reason.text) == ("BA-13.1", "130 Mech (Pz Lehr) is due on Game-Turn 2.")
    table = at("german movement", "10AD-20 1010", turn=2).apply("pick Lehr-130")
    assert table.refused("enter 2918") == "BA-13.1"


@rule("BA-13.0.mobile")
def test_leg_units_do_not_come_in_with_mobile_movement():
    table = at("german mobile", "10AD-20 1010 / 2Pz-I-3 2010", turn=4)
    assert table.refused("pick 26VG-I-39") == "BA-13.0.mobile"
    assert "26VG-Recon" in table.options("pick")


@rule("BA-R.14", "BA-R.13", "BA-13.0")
def test_units_may_wait_and_come_in_before_the_units_on_the_map_move():
    table = at("german movement", "2Pz-I-3 2010 / 26VG-III-78 2020 / 10AD-20 1010", turn=5)
    table.apply("pick Lehr-130", "enter 2910", "stop", "pick Lehr-I-901", "enter 2912", "stop")
    assert (table.where("Lehr-130"), table.where("Lehr-I-901")) == ("2910", "2912")
    assert {"26VG-I-39", "2Pz-I-3"} <= set(table.options("pick"))
    first = "Bring in the 26 units that are due first: they wait once a unit on the map has moved (BA-R.13)."
    assert table.advice("german") == first
    table.apply("pick 2Pz-I-3")
    wait = "If it moves, 26 units that are due will wait until the next phase; Undo to bring them in first (BA-R.13)."
    assert table.advice("german") == wait
    table.apply("go 2009")
    assert "BA-R.13" not in table.advice("german")
    late = table.why("pick 26VG-I-39")
    assert late.rule == "BA-13.0"
    assert late.text.endswith("cannot enter any more: a unit on the map has moved in this phase (BA-R.13).")
    assert table.texts("BA-13.0.cost")[0].endswith("it was due on Game-Turn 2 (BA-R.14)")
    assert "BA-R.14" in table.texts("BA-13.0.cost")[0]


@rule("BA-13.0.blocked")
def test_nobody_comes_in_by_a_hex_with_an_enemy_and_waits_for_it():
    table = at("german movement", "10AD-20 2913 / Lehr-130 2005", turn=2)
    assert table.refused("pick 2Pz-I-3") == "BA-13.0.blocked"
    all_of_them = "10AD-20 2908 / 10AD-3 2909 / 10AD-90 2910 / 9AD-19 2911 / 9AD-52 2912 / 9AD-811 2913"
    wall = at("german movement", f"{all_of_them} / 4AD-10 2914 / 4AD-51 2915 / 2Pz-38 2020", turn=2)
    blocked = wall.why("pick Lehr-I-901").text
    assert blocked == "I/901 Mech (Pz Lehr) cannot enter: enemy units are in 2908, 2909, 2910 and 5 more."
    assert table.apply("pick Lehr-I-901").refused("enter 2913") == "BA-13.0.blocked"
    assert "2Pz-I-3" in at("german movement", "10AD-20 1010", turn=3).options("pick")


@rule("BA-13.0.stack", "BA-13.0.queue")
def test_a_unit_that_can_just_pay_for_its_hex_is_kept_out_by_the_friend_who_is_there():
    """The fourteenth by a road pays seven points, all that a leg unit has; the fifteenth could not pay."""
    for before, by in ((13, "BA-13.0.stack"), (14, "BA-13.0.queue")):
        table = at("german movement", "2Pz-38 2913 / 10AD-20 1010", turn=3)
        table.state.entered = {game().ground.grid.index("2913"): before}
        table.apply("pick 26VG-I-39")
        assert table.refused("enter 2913") == by


@rule("BA-13.0.blocked", "BA-R.17")
def test_a_refusal_says_which_hexes_are_taken_and_by_whom():
    one = at("german movement", "10AD-20 2913 / 2Pz-38 1010", turn=1).why("pick 2Pz-I-3")
    assert (one.rule, one.text) == ("BA-13.0.blocked", "I/3 Pz (2 Pz) cannot enter: an enemy unit is in 2913.")
    allied = ("9AD-811", "9AD-52", "9AD-19", "10AD-20", "10AD-3", "10AD-90", "705TD", "6Recon")
    wall = " / ".join(f"{unit} 29{row:02}" for row, unit in enumerate(allied, 8))
    all_ = at("german movement", f"{wall} / 2Pz-I-3 1010", turn=3).why("pick 26VG-I-39")
    assert all_.rule == "BA-13.0.blocked"
    assert all_.text == "I/39 Inf (26 VG) cannot enter: enemy units are in 2908, 2909, 2910 and 5 more."
    own = at("german movement", "2Pz-38 2913 / 10AD-20 2812 / 10AD-3 2814 / 2Pz-Recon 1010", turn=1)
    friend = own.why("pick 2Pz-I-3")
    assert friend.rule == "BA-R.17"
    assert friend.text.endswith("a friendly unit is in 2913, and the enemy ZOC would end the move there.")


@rule("BA-13.0.zone", "BA-R.17", "BA-13.0.stack")
def test_in_an_enemy_zone_a_unit_comes_in_and_stops_a_second_cannot():
    table = at("german movement", "10AD-20 2812 / Lehr-130 2005", turn=2)
    table.apply("pick 2Pz-I-3")
    assert table.where("2Pz-I-3") == "2913"
    assert "BA-13.0.zone" in table.rules("arrival")
    assert table.refused("pick 2Pz-II-3") == "BA-R.17"
    walled = "2Pz-I-3 2913 / 2Pz-II-3 2912 / 2Pz-38 2914 / 2Pz-I-2 2812 / 2Pz-II-2 2813"  # all but 2913 in zones
    crowd = at("german movement", f"{walled} / 10AD-20 2911 / 10AD-3 2915 / 9AD-19 2713", turn=2)
    reason = crowd.why("pick 2Pz-Recon")
    assert reason.rule == "BA-13.0.stack"


# ---- leaving the map ----


@rule("BA-11.4.cost", "BA-11.4.road", "BA-11.1.exit")
def test_leaving_costs_the_last_hex_again_or_the_road():
    table = at("german movement", "2Pz-I-3 0110 / 10AD-20 1010").apply("pick 2Pz-I-3", "exit 0110/NW")
    assert table.where("2Pz-I-3") == "west"
    assert table.texts("BA-11.4.cost") == ["I/3 Pz (2 Pz) exits the map by the north-west side of 0110 for 1 point"]
    assert table.texts("BA-11.1.exit") == ["I/3 Pz (2 Pz) counts for victory: 1 of 12"]
    assert table.rules("move") == [], "no line for a move that was none"
    road = at("german movement", "2Pz-I-3 0108 / 10AD-20 1010").apply("pick 2Pz-I-3", "exit 0108/NW")
    assert road.texts("BA-11.4.road") == ["I/3 Pz (2 Pz) exits the map by the north-west side of 0108 for ½ point"]


@rule("BA-11.4.cost", "BA-11.4.road")
def test_a_road_leaves_by_one_side_of_its_hex():
    for place, halves, by in (
        ("0108/NW", 1, "BA-11.4.road"), ("0108/SW", 2, "BA-11.4.cost"), ("0122/NW", 2, "BA-11.4.cost"),
        ("0122/SW", 1, "BA-11.4.road"), ("0104/SW", 12, "BA-11.4.cost"),
    ):  # fmt: skip
        table = at("german mobile", f"2Pz-I-3 {place[:4]} / 10AD-20 1010").apply("pick 2Pz-I-3")
        option = next(option for option in table.screen("german").options if option.action == f"exit {place}")
        assert option.cost == points(halves, 2)
        table.apply(f"exit {place}")
        assert table.where("2Pz-I-3") == "west", "in the Mobile Movement Phase too"
        assert table.rules("exit") == [by]


@rule("BA-11.4", "BA-11.4.cost")
def test_the_western_sides_of_the_first_column_are_the_only_way_off_the_map():
    sides = [f"01{row:02}/{side}" for row in range(1, 34) for side in ("NW", "SW")]
    assert [verb.among for verb in game().verbs if verb.name == "exit"] == [tuple(sides)]
    corner = at("german movement", "2Pz-I-3 0133 / 10AD-20 1010").apply("pick 2Pz-I-3")
    assert [place for place in corner.options("exit") if place.startswith("0133")] == ["0133/NW", "0133/SW"]
    assert corner.apply("exit 0133/SW").rules("exit") == ["BA-11.4.cost"]
    assert at("german combat", "2Pz-I-3 0133 / 10AD-20 0132").refused("exit 0133/SW") == "BA-11.4"


@rule("BA-11.4.cost", "BA-11.4.road")
def test_an_exit_that_cannot_be_paid_for_is_refused_with_the_sum():
    far = at("german movement", "26VG-I-39 0512 / 10AD-20 2010").apply("pick 26VG-I-39").why("exit 0122/SW")
    assert far.rule == "BA-11.4.road"
    assert "needed, 7 left: " in far.text
    assert far.text.endswith("exiting the map ½.")
    woods = at("german movement", "2Pz-I-3 0502 / 10AD-20 2010").apply("pick 2Pz-I-3").why("exit 0133/SW")
    assert woods.rule == "BA-11.4.cost"


@rule("BA-5.1", "BA-13.1")
def test_a_unit_that_comes_in_is_asked_by_which_hex_then_where_it_goes():
    table = at("german movement", "10AD-20 1010", turn=2).apply("pick Lehr-130")
    assert table.state.decision.rule == "BA-13.1"
    place = table.options("enter")[0]
    table.apply(f"enter {place}")
    name, allowance = game().forces.call("Lehr-130"), 24
    paid = table.state.top.spent
    first = f"Choose where {name} goes from {place}, where it enters for {points(paid, 2)}; "
    assert table.state.decision.prompt == f"{first}{points(allowance - paid, 2)} of 12 points left"
    table.apply(f"step {table.options('step')[0]}")
    left = points(allowance - table.state.top.spent, 2)
    assert table.state.decision.prompt == f"Choose where {name} goes; {left} of 12 points left"
    assert table.state.decision.rule == "BA-5.1"


@rule("BA-13.0.road")
def test_a_road_into_woods_costs_a_leg_unit_no_more_than_any_road():
    leg = at("german movement", "10AD-20 1010", turn=4).apply("pick 5FJ-I-14", "enter 2921")
    assert leg.state.top.spent == 1, "half a point"
    assert leg.apply("stop").texts("BA-13.0.road")[0].startswith("I/14 Para (5 FJ) enters at 2921 for ½ point")
    panzer = at("german movement", "10AD-20 1010", turn=10).apply("pick 15PG-115Pz", "enter 2921")
    assert panzer.state.top.spent == 2, "a point, as woods are dearer for it"


@rule("BA-R.12", "BA-11.4.cost")
def test_leaving_by_woods_costs_a_panzer_six():
    table = at("german movement", "2Pz-I-3 0104 / 10AD-20 1010").apply("pick 2Pz-I-3", "exit 0104/SW")
    assert table.texts("BA-11.4.cost")[0].endswith("of 0104 for 6 points; woods cost it extra (BA-R.12)")
    assert "BA-R.12" in table.texts("BA-11.4.cost")[0]
    leg = at("german movement", "26VG-I-39 0104 / 10AD-20 1010").apply("pick 26VG-I-39", "exit 0104/SW")
    assert leg.texts("BA-11.4.cost")[0].endswith("of 0104 for 2 points")
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
    assert reason.rule == "BA-11.4.zone"
    assert reason.text.endswith("an American unit in column 01 controls both hexes west of its own (BA-R.39).")
    shut = at("german movement", "2Pz-I-3 0110 / 10AD-20 0111 / 10AD-3 0109 / 2Pz-38 2010")
    assert shut.refused("pick 2Pz-I-3") == "BA-6.1.leave", "both hexes behind it are in a zone as well"
    assert "BA-R.39" in reason.text


@rule("BA-11.4.zone")
def test_an_american_two_hexes_off_shuts_nothing_behind_a_unit():
    """0112 is in the zone of 0212; 0110 has 0009 and 0010 in its own, and 0011 and 0012 are behind 0112."""
    table = at("german movement", "2Pz-I-3 0112 / 10AD-20 0212 / 10AD-3 0110").apply("pick 2Pz-I-3")
    assert [place for place in table.options("exit") if place.startswith("0112")] == ["0112/NW", "0112/SW"]
    near = at("german movement", "2Pz-I-3 0112 / 10AD-3 0111").apply("pick 2Pz-I-3")
    assert near.refused("exit 0112/NW") == "BA-11.4.zone"
    assert "0112/SW" in near.options("exit")


@rule("BA-R.39")
def test_a_unit_that_does_not_begin_in_a_zone_leaves_past_an_american():
    """0111 has 0010 and 0011 in its zone; from 0109, in no zone, one may leave into 0009, and from 0113 into 0012."""
    table = at("german movement", "2Pz-I-3 0409 / 10AD-20 0110 / 2Pz-38 0113").apply("pick 2Pz-I-3")
    assert "0108/SW" in table.options("exit"), "0108 is in no zone, and 0008 is behind it"
    assert "0111/NW" not in table.options("exit"), "0111 is in the zone of 0110"
    assert table.refused("exit 0111/NW") == "BA-6.1"
    begins = at("german movement", "2Pz-I-3 0109 / 10AD-20 0110").apply("pick 2Pz-I-3")
    assert begins.options("exit").count("0109/SW") == 0
    assert "BA-R.39" in begins.why("exit 0109/SW").text


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
    assert table.texts("BA-11.1.exit") == [
        "I/3 Pz (2 Pz) does not count for victory: it is depleted",
        "I/39 Inf (26 VG) does not count for victory: it is a leg unit",
    ]
    assert table.state.standing()[0].now == 0
