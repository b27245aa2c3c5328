"""6: Road Mode: how columns form, march and keep their distance."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.columns import COLUMN, MIDDLE, ROAD, START, nose_to_nose, road
from tests.games.ardennes_offensive.scenes import PLAIN, highway, is_supplied
from tests.games.ardennes_offensive.table import at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

# When


@rule("AO-6.2.A")
def test_infantry_uses_road_mode_in_its_initial_movement_phase_only():
    assert ROAD[8] in road("allied movement", f"99ID-395 {START} road-mode").reach("99ID-395", "march")
    table = road("allied mechanized", f"99ID-395 {START} road-mode")
    assert table.offers("pick") == set()
    assert table.forbids("pick 99ID-395") == "AO-6.2.A"


@rule("AO-6.2.B")
def test_a_mechanized_unit_that_attacked_does_not_use_road_mode_again():
    table = road("german mechanized", f"1SSPz-1a {START} road-mode fought", f"2Pz-3 {ROAD[4]} road-mode")
    assert table.offers("pick") == {"2Pz-3"}
    assert table.forbids("pick 1SSPz-1a") == "AO-6.2.B"
    assert ROAD[8] in table.reach("2Pz-3", "march")


@rule("AO-6.5.H")
@pytest.mark.parametrize("phase", ["movement", "mechanized"])
def test_mechanized_units_use_road_mode_in_both_movement_phases(phase: str):
    table = road(f"german {phase}", f"1SSPz-1a {START} road-mode")
    assert ROAD[8] in table.reach("1SSPz-1a", "march")
    assert {cost for rule, cost in table.bill("1SSPz-1a", ROAD[8], "march") if rule == "AO-6.5.H"} == {Fraction(1, 2)}
    table.move("1SSPz-1a", "march", ROAD[8])


# The cost of changing


@rule("AO-6.3.C")
@pytest.mark.parametrize(
    ("side", "unit", "left"), [("german", "1SSPz-1a", 4), ("allied", "9AD-CCB", 6), ("allied", "99ID-395", 1)]
)
def test_taking_up_and_leaving_costs_six_or_three(side: str, unit: str, left: int):
    forming = road(f"{side} movement", f"{unit} {MIDDLE}")
    expected = {h for h, column in Map(3, {unit: MIDDLE}).reach(unit) if column}
    assert forming.reach(unit, "march") == expected
    assert MIDDLE in expected
    leaving = road(f"{side} movement", f"{unit} {MIDDLE} road-mode")
    on_the_spot = leaving.move(unit, "go", MIDDLE)
    assert "road-mode" not in on_the_spot.statuses(unit)
    halfway = road(f"{side} movement", f"{unit} {MIDDLE} road-mode")
    walks = {h for h, column in Map(3, {unit: MIDDLE}, frozenset([unit])).reach(unit) if not column}
    assert halfway.reach(unit) == walks
    assert max(ground.distance(MIDDLE, h) for h in walks) >= left


@rule("AO-6.3.C")
def test_road_mode_is_taken_up_in_a_road_hex_only():
    table = at("allied movement", "99ID-395 3-4 at .", centre=PLAIN)
    assert table.reach("99ID-395", "march") == set()
    assert table.bars("99ID-395", "march", PLAIN) in ("AO-6.3.C", "AO-6.5.F")
    assert "AO-6.3.C" in {table.bars("99ID-395", "march", h) for h in ground.disc(PLAIN, 3) if ground.on_road(h)}


@rule("AO-6.3.C")
def test_german_tanks_form_and_march_eight_hexes():
    """Six of ten points for forming; four are eight road hexes."""
    table = road("german movement", f"1SSPz-1a {START}")
    assert ROAD[8] in table.reach("1SSPz-1a", "march")
    assert all(ground.distance(START, h) <= 8 for h in table.reach("1SSPz-1a", "march"))
    table.move("1SSPz-1a", "march", ROAD[8])
    assert "road-mode" in table.statuses("1SSPz-1a")


# How long


@rule("AO-6.4.D")
def test_a_column_stays_a_column_until_it_leaves_road_mode():
    table = road("german movement", f"1SSPz-1a {START} road-mode", f"99ID-395 {PLAIN}", turn=9)
    table.move("1SSPz-1a", "march", ROAD[2]).until("allied movement").until("german movement")
    assert table.state.turn == 10
    assert "road-mode" in table.statuses("1SSPz-1a")
    rules = [rule for rule, _ in table.bill("1SSPz-1a", ROAD[4], "march")]
    assert rules[:3] == ["AO-6.4.D", "AO-6.5.H", "AO-6.5.H"]  # nothing for forming again
    table.move("1SSPz-1a", "march", ROAD[4])


# Where


@rule("AO-6.5.F")
def test_a_column_keeps_to_the_road():
    table = road("german movement", f"1SSPz-1a {START} road-mode")
    reach = table.reach("1SSPz-1a", "march")
    assert all(map(ground.on_road, reach))
    off = next(h for h in ground.neighbours(START) if ground.live(h) and not ground.on_road(h))
    assert table.bars("1SSPz-1a", "march", off) == "AO-6.5.F"


@rule("AO-6.5.F")
def test_a_column_crosses_a_hexside_only_where_the_road_does():
    """Two road hexes side by side that no road joins are not next to each other for a column."""
    here, there = ground.first_step(
        lambda a, b: ground.on_road(a) and ground.on_road(b) and not ground.road(a, b) and is_supplied("1SSPz-1a", a)
        and Map(3, {"1SSPz-1a": a}, COLUMN).reach("1SSPz-1a").get((b, True), 100) > 10
    )  # fmt: skip
    table = road("german movement", f"1SSPz-1a {here} road-mode")
    expected = Map(3, {"1SSPz-1a": here}, COLUMN).reach("1SSPz-1a")
    assert table.reach("1SSPz-1a", "march") == {h for h, column in expected if column} - {here}
    assert ground.distance(here, there) == 1
    off = next(h for h in ground.neighbours(here) if ground.live(h) and not ground.on_road(h))
    assert table.bars("1SSPz-1a", "march", off) == "AO-6.5.F"


def guarded_bridge() -> tuple[str, str, str]:
    """A bridge, its near hex first, and a hex three from it whence an enemy interdicts but does not stop a column."""
    for a, b in ground.BRIDGES:
        for near, far in ((a, b), (b, a)):
            for gun in sorted(ground.ring(far, 3)):
                if not ground.live(gun) or ground.distance(gun, near) < 3 or not (ground.live(a) and ground.live(b)):
                    continue
                after = Map(3, {"1SSPz-1a": near, "99ID-395": gun}, COLUMN)
                without = Map(3, {"1SSPz-1a": near}, COLUMN, fixed={"german": after.interdicted("german")})
                if after.supply("1SSPz-1a") == "supplied" and (far, True) not in without.reach("1SSPz-1a"):
                    return near, far, gun
    raise LookupError("no bridge of the map fits")


@rule("AO-6.5.F", "AO-13.2.B")
def test_a_column_does_not_cross_an_interdicted_bridge():
    near, far, gun = guarded_bridge()
    table = road("german movement", f"1SSPz-1a {near} road-mode", f"99ID-395 {gun}")
    assert far not in table.reach("1SSPz-1a", "march")
    assert table.bars("1SSPz-1a", "march", far) == "AO-13.2.B"
    assert far in road("german movement", f"1SSPz-1a {near} road-mode").reach("1SSPz-1a", "march")


@rule("AO-6.5.H")
def test_a_column_ignores_all_terrain_but_the_road():
    way = highway(3, lambda w: all(ground.terrain(h) == "rough" for h in w) and is_supplied("1SSPz-1a", w[0]))
    table = road("german movement", f"1SSPz-1a {way[0]} road-mode")
    assert table.cost("1SSPz-1a", way[2]) == 1
    rules = {rule for rule, cost in table.bill("1SSPz-1a", way[2], "march") if cost}
    assert rules == {"AO-6.5.H"}
    table.move("1SSPz-1a", "march", way[2])


# Room


@rule("AO-6.5.G")
def test_a_column_does_not_march_beside_a_friend_on_the_road():
    table = road("german movement", f"1SSPz-1a {START} road-mode", f"2Pz-3 {ROAD[5]}")
    reach = table.reach("1SSPz-1a", "march")
    assert ROAD[3] in reach
    assert not {ROAD[4], ROAD[5], ROAD[6]} & reach
    assert table.bars("1SSPz-1a", "march", ROAD[4]) == "AO-6.5.G"


@rule("AO-6.5.G")
def test_a_column_shares_its_hex_with_nobody():
    table = road("german movement", f"1SSPz-1a {START} road-mode", f"2Pz-3 {ROAD[3]}")
    assert table.bars("1SSPz-1a", "march", ROAD[3]) == "AO-6.5.G"
    assert table.bars("2Pz-3", "go", START) in ("AO-6.5.G", "AO-R.20")


@rule("AO-6.5.G")
def test_a_column_stands_beside_a_friend_that_no_road_joins():
    beside = next(
        h for h in ground.neighbours(ROAD[6])
        if ground.live(h) and not ground.on_road(h) and not ground.distance(h, START) < 3
    )  # fmt: skip
    table = road("german movement", f"1SSPz-1a {START} road-mode", f"2Pz-3 {beside}")
    assert ROAD[6] in table.reach("1SSPz-1a", "march")
    assert table.bars("2Pz-3", "go", START) == "AO-6.5.G"


@rule("AO-R.19")
def test_a_column_may_stand_beside_an_enemy_on_the_road():
    there, foe = nose_to_nose()
    here = next(h for h in ground.joined(there) if not ground.bridge(h, there) and ground.distance(h, foe) > 1)
    table = road("german movement", f"1SSPz-1a {here} road-mode", f"99ID-395 {foe}")
    reach = table.reach("1SSPz-1a", "march")
    assert there in reach
    assert foe not in reach
    table.move("1SSPz-1a", "march", there)
    assert table.where("1SSPz-1a") == there
    assert "it ends next to an enemy unit on the road" in table.events("cost")[-1].text


@rule("AO-R.20")
def test_nobody_comes_beside_a_friendly_column_on_the_road():
    table = road("german movement", f"1SSPz-1a {ROAD[4]} road-mode", f"2Pz-3 {ROAD[0]}")
    reach = table.reach("2Pz-3")
    assert ROAD[2] in reach
    assert not {ROAD[3], ROAD[5]} & reach
    assert table.bars("2Pz-3", "go", ROAD[3]) == "AO-R.20"


@rule("AO-R.20")
def test_nobody_forms_a_column_beside_a_friend_on_the_road_or_in_a_stack():
    beside = road("german movement", f"1SSPz-1a {ROAD[4]}", f"2Pz-3 {ROAD[5]}")
    assert ROAD[4] not in beside.reach("1SSPz-1a", "march")
    assert beside.bars("1SSPz-1a", "march", ROAD[4]) == "AO-R.20"
    stacked = road("german movement", f"1SSPz-1a {ROAD[4]}", f"2Pz-3 {ROAD[4]}")
    assert ROAD[4] not in stacked.reach("1SSPz-1a", "march")


@rule("AO-R.20")
def test_an_interdicted_bridge_still_joins_its_hexes_for_columns():
    near, far, gun = guarded_bridge()
    table = road("german movement", f"1SSPz-1a {near}", f"2Pz-3 {far}", f"99ID-395 {gun}")
    assert near not in table.reach("1SSPz-1a", "march")
    assert table.bars("1SSPz-1a", "march", near) == "AO-R.20"


@rule("AO-6.5.H")
@pytest.mark.parametrize(
    ("side", "unit", "hexes"),
    [("german", "1SSPz-1a", 2), ("allied", "9AD-CCB", 2), ("german", "12VG-27", 2), ("allied", "99ID-395", 10)],
)
def test_road_hexes_for_each_point(side: str, unit: str, hexes: int):
    table = road(f"{side} movement", f"{unit} {START} road-mode", bystanders=False)
    assert ("AO-6.5.H", Fraction(1, hexes)) in table.bill(unit, ROAD[1], "march")
    reach = table.reach(unit, "march")
    expected = Map(3, {unit: START}, frozenset([unit])).reach(unit)
    assert reach == {h for h, column in expected if column} - {START}
    table.move(unit, "march", ROAD[1])


@rule("AO-6.5.H")
def test_german_infantry_marches_eight_hexes_and_no_more():
    table = road("german movement", f"12VG-27 {START} road-mode")
    assert ROAD[8] in table.reach("12VG-27", "march")
    assert table.bill("12VG-27", ROAD[8], "march")[1:] == [("AO-6.5.H", Fraction(1, 2))] * 8
    farther = [h for h in ground.joined(ROAD[8]) if h not in (ROAD[7], *ground.joined(ROAD[7]))]
    beyond = [h for h in farther if ground.distance(START, h) == 9]
    for hex_ in beyond:
        assert table.bars("12VG-27", "march", hex_) == "AO-5.1.C"
    table.move("12VG-27", "march", ROAD[8])


@rule("AO-6.5.H")
def test_a_started_point_is_lost_when_the_unit_leaves_road_mode():
    """One road hex is half a point, but costs a whole one before six for leaving: three of ten are left."""
    table = road("german movement", f"1SSPz-1a {START} road-mode")
    assert table.bill("1SSPz-1a", ROAD[1])[1:3] == [("AO-6.5.H", Fraction(1, 2)), ("AO-6.3.C", 6)]
    table.move("1SSPz-1a", "go", ROAD[1])
    assert "road-mode" not in table.statuses("1SSPz-1a")
    fresh = road("german movement", f"1SSPz-1a {START} road-mode").reach("1SSPz-1a")
    expected = Map(3, {"1SSPz-1a": START}, frozenset(["1SSPz-1a"])).reach("1SSPz-1a")
    assert fresh == {h for h, column in expected if not column}
