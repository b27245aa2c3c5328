"""13: reinforcements, and the British."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.bulge import ground
from tests.games.bulge.datafiles import UNITS
from tests.games.bulge.table import Table, at
from tests.games.bulge.textbook import COST, Map
from tests.rulemark import rule

FAR = {"12VG": ["0901"], "28Inf": ["1505"]}


def arriving(unit: str, pieces: dict[str, list[str]] | None = None, **more: Any) -> Table:
    """The Movement Phase of the turn in which a unit is due."""
    side, turn = UNITS[unit]["side"], int(UNITS[unit]["arrival_gt"])
    table = at(f"{side} movement", pieces or FAR, turn=more.pop("turn", turn), victory_points=40, **more)
    return table.march()


@rule("BU-13.0")
@pytest.mark.parametrize("unit", ["7Arm", "10Arm", "101Abn", "2SS"])
def test_units_enter_by_the_road_hexes_of_their_edge(unit: str):
    table = arriving(unit).do(f"pick {unit}")
    assert table.offers("place") == set(ground.ENTRIES[UNITS[unit]["edge"]])
    entry = sorted(table.offers("place"))[1]
    table.do(f"place {entry}", f"go {entry}")
    assert table.where(unit) == entry


@rule("BU-2.3.1.edges")
def test_units_enter_by_no_other_edge():
    table = arriving("7Arm").do("pick 7Arm")
    assert table.forbids("place 1902") == "BU-2.3.1.edges"


@rule("BU-R.18")
def test_units_enter_only_where_a_road_leads_off_the_map():
    bare = next(h for h in sorted(ground.EDGES["N"]) if h not in ground.ENTRIES["N"])
    table = arriving("7Arm").do("pick 7Arm")
    assert table.forbids(f"place {bare}") == "BU-R.18"


@rule("BU-13.0")
def test_nobody_comes_before_his_turn():
    table = arriving("7Arm", turn=1)
    assert "7Arm" not in table.offers("pick")
    assert table.forbids("pick 7Arm") == "BU-13.0"


def test_units_may_be_held_back_and_enter_later_by_the_same_edge():
    table = arriving("7Arm", {**FAR, "7Arm": ["pool"]}, turn=9)
    table.do("pick 7Arm")
    assert table.offers("place") == set(ground.ENTRIES["N"])


def test_nobody_has_to_enter():
    table = at("allied movement", FAR, turn=2, victory_points=20).march()
    assert "7Arm" in table.offers("pick")
    table.do("done").until("allied movement", turn=3).march()
    assert table.where("7Arm") == "pool"
    assert "7Arm" in table.offers("pick")


@rule("BU-13.0.cost")
@pytest.mark.parametrize("unit", ["7Arm", "30Inf", "2SS", "79VG"])
def test_entering_costs_a_road_hex(unit: str):
    table = arriving(unit).do(f"pick {unit}")
    entry = sorted(table.offers("place"))[0]
    table.do(f"place {entry}")
    found = Map(table.state.turn, {u: h[0] for u, h in FAR.items()})
    assert table.offers("go") == found.ends(unit, found.enter(unit, entry))
    price = Fraction(1, 5) if unit in ("7Arm", "2SS") else 1
    assert table.items(unit, entry) == {"BU-13.0.cost": price}


def test_a_mechanized_unit_pays_a_fifth_and_a_motorised_one_too():
    table = at("allied movement", {**FAR}, turn=3, victory_points=20)
    assert {"30Inf", "82Abn"} <= table.offers("motorise")
    table.do("motorise 30Inf", "done", "pick 30Inf", "place 0113")
    found = Map(3, {u: h[0] for u, h in FAR.items()}, motorised=frozenset(["30Inf"]))
    expected = found.enter("30Inf", "0113")
    assert expected["0113"] == 1
    assert table.offers("go") == found.ends("30Inf", expected)
    assert len(expected) > len(Map(3, found.places).enter("30Inf", "0113"))


@rule("BU-R.19")
def test_an_interdicted_entry_hex_costs_its_terrain():
    entry = next(h for h in ground.ENTRIES["N"] if ground.terrain(h) != "clear")
    table = arriving("7Arm", markers={"german-interdiction": [entry]}).do("pick 7Arm", f"place {entry}")
    found = Map(2, {u: h[0] for u, h in FAR.items()}, {"german": frozenset([entry])})
    expected = found.enter("7Arm", entry)
    assert expected[entry] == 5 * COST[ground.terrain(entry)]
    assert table.offers("go") == found.ends("7Arm", expected)
    assert table.items("7Arm", entry) == {"BU-R.19": COST[ground.terrain(entry)]}
    table.do(f"go {entry}")
    assert table.events("cost")[0].text.endswith(f": {COST[ground.terrain(entry)]} to enter the map")


def test_the_second_unit_pays_no_more_than_the_first():
    table = arriving("7Arm").do("pick 7Arm", "place 0113", "go 0113", "pick 9Inf", "place 0113")
    found = Map(2, {"7Arm": "0113", **{u: h[0] for u, h in FAR.items()}})
    assert table.offers("go") == found.ends("9Inf", found.enter("9Inf", "0113"), frozenset(["7Arm"]))


@rule("BU-13.0.blocked")
def test_entry_hexes_held_or_controlled_by_the_enemy_are_closed():
    table = arriving("7Arm", {"12VG": ["0113"], "28Inf": ["1505"]}).do("pick 7Arm")
    assert table.offers("place") == {h for h in ground.ENTRIES["N"] if ground.distance(h, "0113") > 1}
    assert table.forbids("place 0113") == table.forbids("place 0114") == "BU-13.0.blocked"


@rule("BU-13.0.blocked")
def test_if_all_are_closed_the_unit_waits():
    guards = ["12VG", "62VG", "26VG"]
    closed = {unit: [hex_] for unit, hex_ in zip(guards, ground.ENTRIES["W"], strict=True)}
    table = arriving("101Abn", {"28Inf": ["1505"], **closed})
    assert "101Abn" not in table.offers("pick")
    assert table.forbids("pick 101Abn") == "BU-13.0.blocked"
    assert table.where("101Abn") == "pool"


# Germans shut every entry hex of the north but 0107.
SHUT = {"12VG": ["0105"], "26VG": ["0110"], "18VG": ["0114"], "3FJ": ["0118"], "62VG": ["0123"]}
CROWDED = {"28Inf": ["0107", "moved"]}  # heavy woods, and interdicted: four points to enter, and woods all round


@rule("BU-8.0")
def test_a_unit_that_would_find_no_hex_to_end_its_move_in_waits():
    markers = {"german-interdiction": ["0107"]}
    table = at("allied movement", {**SHUT, **CROWDED}, turn=2, victory_points=20, markers=markers)
    assert table.forbids("pick 7Arm") == "BU-8.0"
    assert table.refusal_text("pick 7Arm") == "7 Arm would have no hex in which to end its move."
    assert "10Arm" in table.offers("pick"), "it enters in the south"
    free = at("allied movement", SHUT, turn=2, victory_points=20, markers=markers).march()
    assert free.do("pick 7Arm").offers("place") <= {"0107"}


@rule("BU-8.0")
def test_a_crowded_entry_hex_is_closed_though_others_are_open():
    markers = {"german-interdiction": ["0107"]}
    table = at("allied movement", {"12VG": ["0901"], **CROWDED}, turn=2, victory_points=20, markers=markers).march()
    table.do("pick 7Arm")
    assert table.offers("place") == set(ground.ENTRIES["N"]) - {"0107"}
    assert table.forbids("place 0107") == "BU-8.0"


@rule("BU-13.0.exited")
def test_no_allied_unit_enters_where_a_german_has_left():
    table = arriving("7Arm", {**FAR, "1SS": ["0113/NW", "counted"]}).do("pick 7Arm")
    assert "0113" not in table.offers("place")
    assert table.forbids("place 0113") == "BU-13.0.exited"


@rule("BU-R.19")
def test_units_that_enter_are_in_supply():
    table = arriving("7Arm")
    assert "7Arm" in table.offers("pick")
    assert table.forbids("test 7Arm") == "BU-R.19"


# ---- the British


def british(pieces: dict[str, list[str]], **more: Any) -> Table:
    return at("allied movement", {"12VG": ["0901"], **pieces}, turn=9, victory_points=50, **more).march()


@rule("BU-13.0.meuse")
def test_the_british_do_not_cross_the_meuse():
    here, there = next(
        (a, b)
        for a, b in ground.BRIDGES
        if "meuse" in ground.side(a, b) and ground.distance(a, "0425") <= 4 and ground.distance(b, "0425") <= 5
    )
    bank = ground.BOARD.regions["west-bank"]
    here, there = (here, there) if ground.GRID.bit(here) & bank else (there, here)
    table = british({"GDArm": [here, "entry:0425"]})
    assert there not in table.reach("GDArm")
    assert table.bars("GDArm", there) == "BU-13.0.meuse"
    free = british({"GDArm": [here]}, british_released=True)
    assert there in free.reach("GDArm")


@rule("BU-13.0.leash")
def test_the_british_stay_within_five_hexes_of_their_entry():
    table = british({"GDArm": ["0425", "entry:0425"]})
    found = Map(9, {"GDArm": "0425", "12VG": "0901"}, entered={"GDArm": "0425"})
    reach = table.reach("GDArm")
    assert reach == set(found.reach("GDArm"))
    assert max(ground.distance(h, "0425") for h in reach) == 5
    free = Map(9, {"GDArm": "0425", "12VG": "0901"}).reach("GDArm")
    far = sorted(h for h in free if h not in reach and table.bars("GDArm", h) == "BU-13.0.leash")
    assert far


@rule("BU-13.0.leash")
def test_the_leash_is_measured_from_the_hex_of_entry():
    table = at("allied movement", FAR, turn=5, victory_points=60).march().do("pick 29Arm", "place 0825")
    expected = Map(5, {u: h[0] for u, h in FAR.items()}).enter("29Arm", "0825")
    assert table.offers("go") == set(expected)
    assert all(ground.distance(h, "0825") <= 5 for h in expected)
    table.do(f"go {sorted(expected)[0]}")
    assert table.where("29Arm") == sorted(expected)[0]


@rule("BU-13.0.release")
def test_a_german_within_two_hexes_frees_all_british_for_good():
    pieces = {"GDArm": ["0425", "entry:0425"], "43Inf": ["0925", "entry:0925"], "1SS": ["0322"]}
    assert ground.distance("0322", "0425") > 2
    table = at("german movement", pieces, turn=3, victory_points=20)
    near = next(h for h in sorted(table.reach("1SS")) if ground.distance(h, "0425") == 2)
    assert not table.events("release")
    table.move("1SS", near)
    assert table.events("release")
    again = table.fork().until("german movement", turn=4)
    again.move("1SS", next(h for h in sorted(again.reach("1SS")) if ground.distance(h, "0425") == 2))
    assert not again.events("release"), "once is enough"
    table.until("allied movement", turn=3).march()
    found = Map(3, {"43Inf": "0925", "GDArm": "0425", "1SS": near})
    assert table.reach("43Inf") == found.ends("43Inf")


def test_a_german_three_hexes_away_does_not():
    pieces = {"GDArm": ["0425", "entry:0425"], "1SS": ["0322"]}
    table = at("german movement", pieces, turn=3, victory_points=20)
    near = next(h for h in sorted(table.reach("1SS")) if ground.distance(h, "0425") == 3)
    table.move("1SS", near)
    assert not table.events("release")


@rule("BU-10.0.limit")
def test_a_british_unit_that_may_not_cross_and_cannot_pass_has_nowhere_to_go():
    """Friends who have moved are in every hex beside it on its bank, all of them in German zones."""
    friends = {unit: [hex_, "moved"] for unit, hex_ in zip(HELD, ("0221", "0222", "0323", "0422"), strict=True)}
    pieces = {"GDArm": ["0322", "entry:0425"], **friends, "12VG": ["0423"], "26VG": ["0122"]}
    table = at("allied movement", pieces, turn=9, victory_points=50, british_released=False)
    assert table.forbids("pick GDArm") == "BU-10.0.limit"
    assert table.refusal_text("pick GDArm") == "Guards Arm has nowhere to go."
    free = at("allied movement", pieces, turn=9, victory_points=50, british_released=True)
    assert {"0321", "0421"} <= free.reach("GDArm"), "released it crosses the Meuse"


HELD = ("3Arm", "2Arm", "4Arm", "6Arm")


def test_other_allied_units_are_never_bound():
    table = british({"3Arm": ["0425"]})
    assert table.reach("3Arm") == set(Map(9, {"3Arm": "0425", "12VG": "0901"}).reach("3Arm"))
