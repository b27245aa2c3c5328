"""6: Road Mode: how columns form, march, fight, fall back and keep their distance."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN, highway, is_supplied, no_bridges, ring
from tests.games.ardennes_offensive.table import Table, at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

# Nine road hexes in a row without a bridge, away from works and towns, where tanks of both sides are supplied.
ROAD = highway(
    9,
    lambda way: no_bridges(way)
    and not any(ground.features(h) & {"westwall", "cleared-westwall", "town"} for h in way)
    and is_supplied("1SSPz-1a", way[4])
    and is_supplied("9AD-CCB", way[4]),
)
START, MIDDLE = ROAD[0], ROAD[4]
COLUMN = frozenset(["1SSPz-1a"])


def draw(*lines: str) -> str:
    """A drawing from words like "1SSPz-1a 1034 road-mode", figures looked up."""
    drawn = []
    for line in lines:
        name, *rest = line.split()
        drawn.append(f"{name} {UNITS[name]['strength']}-{UNITS[name]['ma']} at {' '.join(rest)}")
    return "\n".join(drawn)


def road(step: str, *lines: str, turn: int = 3) -> Table:
    return at(step, draw(*lines), turn=turn)


# When


@rule("AO-6.2.A")
def test_infantry_uses_road_mode_in_its_initial_movement_phase_only():
    assert ROAD[8] in road("allied movement", f"99ID-395 {START} road-mode").reach("99ID-395", "march")
    table = road("allied mechanized", f"99ID-395 {START} road-mode")
    assert table.offers("pick") == set()
    assert table.forbids("pick 99ID-395") == "AO-6.2.A"


@rule("AO-6.2.B")
@pytest.mark.parametrize("phase", ["movement", "mechanized"])
def test_mechanized_units_use_road_mode_in_both_movement_phases(phase: str):
    table = road(f"german {phase}", f"1SSPz-1a {START} road-mode")
    assert ROAD[8] in table.reach("1SSPz-1a", "march")
    table.move("1SSPz-1a", "march", ROAD[8])


@rule("AO-5.2.K")
def test_a_column_that_attacked_stays_where_it_is_in_the_mechanized_movement_phase():
    table = road("german mechanized", f"1SSPz-1a {START} road-mode fought")
    assert table.offers("pick") == set()
    assert table.forbids("pick 1SSPz-1a") == "AO-5.2.K"


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


@rule("AO-6.5.F")
def test_a_column_ignores_all_terrain_but_the_road():
    way = highway(3, lambda w: all(ground.terrain(h) == "rough" for h in w) and is_supplied("1SSPz-1a", w[0]))
    table = road("german movement", f"1SSPz-1a {way[0]} road-mode")
    assert table.cost("1SSPz-1a", way[2]) == 1
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


def test_a_column_stands_beside_a_friend_that_no_road_joins():
    beside = next(
        h for h in ground.neighbours(ROAD[6])
        if ground.live(h) and not ground.on_road(h) and not ground.distance(h, START) < 3
    )  # fmt: skip
    table = road("german movement", f"1SSPz-1a {START} road-mode", f"2Pz-3 {beside}")
    assert ROAD[6] in table.reach("1SSPz-1a", "march")
    assert table.bars("2Pz-3", "go", START) in ("AO-6.5.G", "AO-R.20")


def nose_to_nose() -> tuple[str, str]:
    """Two road hexes joined by a road: a German column is supplied in the first, an American stands in the second."""
    return ground.first_step(
        lambda a, b: ground.road(a, b) and not ground.german_ground(a) and not ground.features(b) & {"town"}
        and any(not ground.bridge(h, a) and ground.distance(h, b) > 1 for h in ground.joined(a))
        and Map(3, {"1SSPz-1a": a, "99ID-395": b}, COLUMN).supply("1SSPz-1a") == "supplied"
    )  # fmt: skip


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
    table = road(f"{side} movement", f"{unit} {START} road-mode")
    assert table.cost(unit, ROAD[1]) * hexes == 1
    reach = table.reach(unit, "march")
    expected = Map(3, {unit: START}, frozenset([unit])).reach(unit)
    assert reach == {h for h, column in expected if column} - {START}
    table.move(unit, "march", ROAD[1])


@rule("AO-6.5.H")
def test_german_infantry_marches_eight_hexes_and_no_more():
    table = road("german movement", f"12VG-27 {START} road-mode")
    assert ROAD[8] in table.reach("12VG-27", "march")
    farther = [h for h in ground.joined(ROAD[8]) if h not in (ROAD[7], *ground.joined(ROAD[7]))]
    beyond = [h for h in farther if ground.distance(START, h) == 9]
    for hex_ in beyond:
        assert table.bars("12VG-27", "march", hex_) == "AO-5.1.C"
    table.move("12VG-27", "march", ROAD[8])


@rule("AO-6.5.H")
def test_a_started_point_is_lost_when_the_unit_leaves_road_mode():
    """One road hex is half a point, but costs a whole one before six for leaving: three of ten are left."""
    table = road("german movement", f"1SSPz-1a {START} road-mode")
    table.move("1SSPz-1a", "go", ROAD[1])
    assert "road-mode" not in table.statuses("1SSPz-1a")
    fresh = road("german movement", f"1SSPz-1a {START} road-mode").reach("1SSPz-1a")
    expected = Map(3, {"1SSPz-1a": START}, frozenset(["1SSPz-1a"])).reach("1SSPz-1a")
    assert fresh == {h for h, column in expected if not column}


# Combat


@rule("AO-6.6.J")
def test_a_column_controls_only_its_own_hex():
    table = road("allied movement", f"1SSPz-1a {MIDDLE} road-mode", f"99ID-395 {PLAIN}")
    assert table.state.zoc("german") <= {MIDDLE}
    assert road("allied movement", f"1SSPz-1a {MIDDLE}").state.zoc("german") >= set(ground.neighbours(MIDDLE))


@rule("AO-6.6.J")
def test_enemies_move_past_a_column():
    """In open country an American walks round a German column as if it were not there."""
    for column in ground.where(lambda h: ground.on_road(h) and ground.field(h, 1)):
        around = list(ground.neighbours(column))
        start = next((h for h in around if not ground.on_road(h)), None)
        if start is None or not is_supplied("99ID-395", start):
            continue
        table = road("allied movement", f"1SSPz-1a {column} road-mode", f"99ID-395 {start}")
        expected = Map(3, {"1SSPz-1a": column, "99ID-395": start}, COLUMN).reach("99ID-395")
        assert table.reach("99ID-395") == {h for h, mode in expected if not mode} - {start}
        onward = max(set(around) & table.reach("99ID-395"), key=lambda h: ground.distance(start, h))
        table.move("99ID-395", "go", onward)
        assert ground.distance(start, onward) == 2
        return
    raise AssertionError("no road hex of the map fits")


@rule("AO-6.6.K")
def test_half_of_nine_is_five():
    german = ROAD[3]
    table = road("german combat", f"1SSPz-1a {german} road-mode", f"99ID-395 {ROAD[4]}")
    assert table.odds(ROAD[4], by=["1SSPz-1a"]).attack == 5
    attacked = road("allied combat", f"1SSPz-1a {german} road-mode", f"99ID-395 {ROAD[4]}")
    assert attacked.odds(german, by=["99ID-395"]).defence == 5


FOUGHT = "must-leave-road"


@rule("AO-6.7.L", "AO-R.23")
def test_a_column_that_fought_leaves_road_mode_first_thing_and_pays():
    table = road("german movement", f"1SSPz-1a {MIDDLE} road-mode {FOUGHT}")
    assert "road-mode" not in table.statuses("1SSPz-1a")
    expected = Map(3, {"1SSPz-1a": MIDDLE}).reach("1SSPz-1a", 4)
    assert table.reach("1SSPz-1a") == {h for h, column in expected if not column} - {MIDDLE}


@rule("AO-6.7.L")
@pytest.mark.parametrize("attacker", ["german", "allied"])
def test_both_an_attacking_and_an_attacked_column_owe_it(attacker: str):
    drawing = (f"1SSPz-1a {ROAD[3]} road-mode", f"9AD-CCB {ROAD[4]} road-mode")
    table = road(f"{attacker} combat", *drawing, turn=9)
    by, target = ("1SSPz-1a", ROAD[4]) if attacker == "german" else ("9AD-CCB", ROAD[3])
    table.attack(target, by=[by], die=1)
    table.try_("done")
    for unit in ("1SSPz-1a", "9AD-CCB"):
        if table.where(unit) != "eliminated":
            assert "must-leave-road" in table.statuses(unit)
    assert "eliminated" not in {table.where(by)}


@rule("AO-6.7.L")
def test_a_column_that_attacked_keeps_road_mode_through_the_mechanized_movement_phase():
    table = road("german mechanized", f"1SSPz-1a {MIDDLE} road-mode fought {FOUGHT}", f"99ID-395 {PLAIN}", turn=9)
    assert "road-mode" in table.statuses("1SSPz-1a")
    table.do("done").until("german movement")
    assert "road-mode" not in table.statuses("1SSPz-1a")


def cut_off_column(unit: str) -> Table:
    """A column that must leave Road Mode, its road cut on all sides by four enemies two hexes off."""
    side = UNITS[unit]["side"]
    foes = ["14Cav", "99ID-393", "99ID-394", "106ID-422"]
    if side == "allied":
        foes = ["26VG-77", "26VG-39", "26VG-78", "5FJ-14"]
    for here in ground.where(lambda h: ground.on_road(h) and all(map(ground.live, ground.disc(h, 3)))):
        pieces = {unit: here, **ring(here, foes, "E E,NW NW,W W,SE SE")}
        if Map(3, pieces, frozenset([unit])).supply(unit) != "supplied":
            marked = [f"{u} {h} road-mode {FOUGHT}" if u == unit else f"{u} {h}" for u, h in pieces.items()]
            return road(f"{side} movement", *marked)
    raise LookupError("no road hex of the map can be cut off by four units")


@rule("AO-E.6.7", "AO-R.49")
def test_an_unsupplied_panzer_that_must_leave_road_mode_is_eliminated_first_thing():
    table = cut_off_column("1SSPz-1a")
    assert table.where("1SSPz-1a") == "eliminated"
    assert table.points("allied") == 1


@rule("AO-6.7.L")
def test_an_unsupplied_allied_tank_unit_leaves_road_mode_with_nothing_left():
    table = cut_off_column("9AD-CCB")
    assert table.supply("9AD-CCB") != "supplied"
    assert "road-mode" not in table.statuses("9AD-CCB")
    assert "9AD-CCB" not in table.offers("pick")
    assert table.points("german") == 0


@rule("AO-E.6.7")
@pytest.mark.parametrize("unit", ["12VG-27", "99ID-395"])
def test_unsupplied_infantry_cannot_pay_three_of_two_points(unit: str):
    assert cut_off_column(unit).where(unit) == "eliminated"


# Falling back along the road


def retreating_column(hexes: int) -> tuple[str, str, tuple[str, ...]]:
    """A German's hex, an American column's beside it, and the one way by which it may fall back along the road."""
    for column in ground.where(lambda h: ground.on_road(h) and not ground.town(h) and not ground.german_ground(h)):
        for german in ground.neighbours(column):
            if not ground.live(german) or ground.west_wall(german) or ground.town(german):
                continue
            here = Map(3, {"1SSPz-1a": german, "99ID-395": column}, frozenset(["99ID-395"]))
            found = here.retreats("99ID-395", hexes)
            if len(found) == 1 and here.supply("1SSPz-1a") == "supplied" and ground.live(min(found)[-1]):
                return german, column, min(found)
    raise LookupError("no road of the map fits")


def strike(german: str, column: str, hexes: int, *friends: str) -> Table:
    """Nine against half of three: 4-1, and the column is driven back."""
    table = road("german combat", f"1SSPz-1a {german}", f"99ID-395 {column} road-mode", *friends)
    assert table.odds(column, by=["1SSPz-1a"]).column == "4-1"
    return table.attack(column, by=["1SSPz-1a"], die=die_for("initial", "4-1", f"Dr{hexes}"))


@rule("AO-6.7.M")
def test_a_column_falls_back_along_the_road():
    german, column, path = retreating_column(2)
    table = strike(german, column, 2)
    assert table.where("99ID-395") == path[-1]
    assert "road-mode" in table.statuses("99ID-395")
    assert ground.road(column, path[0])
    assert ground.road(path[0], path[1])


@rule("AO-6.7.M")
def test_a_column_that_would_have_to_stack_is_eliminated():
    german, column, _ = retreating_column(1)
    open_roads = [h for h in ground.joined(column) if h not in (german, *ground.neighbours(german))]
    friends = dict(zip(["99ID-393", "99ID-394", "106ID-422", "106ID-423"], open_roads, strict=False))
    table = strike(german, column, 1, *(f"{unit} {hex_}" for unit, hex_ in friends.items()))
    assert table.where("99ID-395") == "eliminated"
    assert {unit: table.where(unit) for unit in friends} == friends


@rule("AO-6.7.N", "AO-R.21")
def test_a_column_that_falls_back_beside_a_friend_must_be_sorted_out_next_movement_phase():
    drawing = (f"9AD-CCB {ROAD[3]} road-mode", f"9AD-CCR {ROAD[4]}", f"99ID-395 {PLAIN}")
    table = road("allied movement", *drawing)
    assert table.offers("pick") == {"9AD-CCB", "9AD-CCR"}
    assert table.forbids("pick 99ID-395") == "AO-R.21"
    assert table.forbids("done") in ("AO-6.7.N", "AO-R.21")
    table.move("9AD-CCR", "go", next(iter(sorted(table.reach("9AD-CCR")))))
    assert "99ID-395" in table.offers("pick")


@rule("AO-6.7.N")
def test_a_retreat_may_end_beside_a_friend_on_the_road():
    german, column, path = retreating_column(1)
    beside = next(h for h in ground.joined(path[0]) if h != column and ground.distance(h, german) > 2)
    table = strike(german, column, 1, f"99ID-393 {beside}")
    assert table.where("99ID-395") == path[0]
    assert "road-mode" in table.statuses("99ID-395")


@rule("AO-R.21")
def test_the_column_may_leave_road_mode_instead_of_moving():
    table = road("allied movement", f"9AD-CCB {ROAD[3]} road-mode", f"9AD-CCR {ROAD[4]}")
    table.move("9AD-CCB", "go", ROAD[3])
    assert "road-mode" not in table.statuses("9AD-CCB")
    assert "" in table.offers("done")


@rule("AO-R.22")
def test_a_column_held_in_an_enemy_zone_may_still_leave_road_mode():
    here, foe = nose_to_nose()
    table = road("german movement", f"1SSPz-1a {here} road-mode", f"99ID-395 {foe}")
    assert table.reach("1SSPz-1a", "march") == set()
    assert table.reach("1SSPz-1a") == {here}
    table.move("1SSPz-1a", "go", here)
    assert "road-mode" not in table.statuses("1SSPz-1a")


@rule("AO-R.23")
def test_who_was_forced_out_of_road_mode_goes_on_with_the_points_left():
    table = road("allied movement", f"99ID-395 {MIDDLE} road-mode {FOUGHT}")
    expected = Map(3, {"99ID-395": MIDDLE}).reach("99ID-395", 1)
    assert table.reach("99ID-395") == {h for h, column in expected if not column} - {MIDDLE}


@rule("AO-R.23")
def test_the_duty_to_leave_road_mode_waits_for_the_first_initial_movement_phase():
    table = road("allied combat", f"99ID-395 {MIDDLE} road-mode {FOUGHT}", f"1SSPz-1a {PLAIN}", turn=1)
    assert "road-mode" in table.statuses("99ID-395")
    table.until("allied movement")
    assert table.state.turn == 2
    assert "road-mode" not in table.statuses("99ID-395")


@rule("AO-R.24")
def test_allied_columns_neither_enter_the_west_wall_nor_form_there():
    here, wall = ground.first_step(
        lambda a, b: ground.road(a, b) and ground.west_wall(b) and not ground.west_wall(a) and is_supplied("9AD-CCB", a)
        and not ground.bridge(a, b)
    )  # fmt: skip
    table = road("allied movement", f"9AD-CCB {here} road-mode")
    assert wall not in table.reach("9AD-CCB", "march")
    assert table.bars("9AD-CCB", "march", wall) == "AO-R.24"
    inside = road("allied movement", f"9AD-CCB {wall}")
    assert wall not in inside.reach("9AD-CCB", "march")
    german = road("german movement", f"1SSPz-1a {here} road-mode")
    assert wall in german.reach("1SSPz-1a", "march")
