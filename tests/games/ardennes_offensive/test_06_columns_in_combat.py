"""6.6 and 6.7: columns that fight, are forced out of Road Mode and fall back."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.columns import COLUMN, MIDDLE, ROAD, nose_to_nose, road
from tests.games.ardennes_offensive.crt import die_for
from tests.games.ardennes_offensive.datafiles import UNITS
from tests.games.ardennes_offensive.scenes import PLAIN, is_supplied, ring
from tests.games.ardennes_offensive.table import Table
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule

# Strength and zones


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
        assert "the enemy unit in Road Mode next to its route has no ZOC" in table.events("cost")[-1].text
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


@rule("AO-6.7.L")
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
def test_a_column_at_a_german_entry_falls_back_along_the_road_inland_or_is_lost():
    """The road off the map is no way out."""
    ends = set()
    for entry in ground.ENTRIES:
        foes = [h for h in ground.neighbours(entry) if ground.live(h) and not ground.road(entry, h)]
        if not foes or ground.west_wall(entry) or ground.town(entry):
            continue
        tanks = [f"3AD-36 {foes[0]}", f"3AD-32 {foes[0]}"]
        table = road("allied combat", f"1SSPz-1a {entry} road-mode", *tanks, turn=9)
        column = table.odds(entry, by=["3AD-36", "3AD-32"]).column
        table.attack(entry, by=["3AD-36", "3AD-32"], die=die_for("initial", column, "Dr1")).lead()
        shut = set(ground.joined(entry)) <= set(ground.neighbours(foes[0]))
        assert table.where("1SSPz-1a") == ("eliminated" if shut else ground.joined(entry)[0])
        assert table.events("limit", "AO-6.7.M")
        ends.add(shut)
    assert ends == {True, False}


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


@rule("AO-R.21")
def test_only_the_column_and_the_friends_beside_it_make_room():
    """9AD-CCR is beside the column. Whoever is beyond it on the same road, friend or enemy, is not concerned."""
    drawing = (f"9AD-CCB {ROAD[3]} road-mode", f"9AD-CCR {ROAD[4]}")
    table = road("allied movement", *drawing, f"2ID-38 {ROAD[5]}")
    assert {duty.who for duty in table.state.decision.obligations} == {"9AD-CCB", "9AD-CCR"}
    assert table.offers("pick") == {"9AD-CCB", "9AD-CCR"}
    assert table.forbids("pick 2ID-38") == "AO-R.21"
    held = road("allied movement", *drawing, f"1SSPz-1a {ROAD[5]}")
    assert held.asked() == ("allied", "move")  # the column alone can move, so that nobody is asked who does
    assert "CCB" in held.state.decision.prompt


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
    assert table.state.decision.rule == "AO-R.21"
    table.move("9AD-CCB", "go", ROAD[3])
    assert "road-mode" not in table.statuses("9AD-CCB")
    assert "" in table.offers("done")


@rule("AO-R.21", "AO-5.2.G")
def test_after_room_was_made_only_those_are_picked_who_can_move():
    """The tank in an enemy zone far away is no more free to move than before."""
    drawing = (f"9AD-CCB {ROAD[3]} road-mode", f"9AD-CCR {ROAD[4]}", f"99ID-395 {PLAIN}",
               f"1SSPz-1a {ground.walk(PLAIN, 'E')}", f"2ID-38 {ground.walk(PLAIN, 'W W W W')}")  # fmt: skip
    table = road("allied movement", *drawing)
    assert table.state.decision.rule == "AO-R.21"
    table.move("9AD-CCB", "go", ROAD[3])
    assert table.offers("pick") == {"9AD-CCR", "2ID-38"}
    assert table.forbids("pick 99ID-395") == "AO-5.2.G"


@rule("AO-4.1.3")
def test_no_duty_lapses_where_there_was_none():
    table = road("german mechanized", f"9AD-CCB {PLAIN}", f"9AD-CCR {ROAD[4]} road-mode", f"1SSPz-1a {ROAD[0]}")
    table.do("done").until("allied movement")
    assert table.events("lapse") == []


@rule("AO-R.22")
def test_a_unit_held_in_an_enemy_zone_may_still_take_up_road_mode():
    here, foe = nose_to_nose()
    table = road("german movement", f"1SSPz-1a {here}", f"99ID-395 {foe}")
    assert "1SSPz-1a" in table.offers("pick")
    assert (table.reach("1SSPz-1a"), table.reach("1SSPz-1a", "march")) == (set(), {here})
    table.move("1SSPz-1a", "march", here)
    assert "road-mode" in table.statuses("1SSPz-1a")
    assert "the mode may be changed in an enemy ZOC" in table.events("cost")[-1].text


@rule("AO-R.22")
def test_a_column_held_in_an_enemy_zone_may_still_leave_road_mode():
    here, foe = nose_to_nose()
    table = road("german movement", f"1SSPz-1a {here} road-mode", f"99ID-395 {foe}")
    assert table.reach("1SSPz-1a", "march") == set()
    assert table.reach("1SSPz-1a") == {here}
    table.move("1SSPz-1a", "go", here)
    assert "road-mode" not in table.statuses("1SSPz-1a")


@rule("AO-6.7.L")
def test_who_was_forced_out_of_road_mode_goes_on_with_the_points_left():
    table = road("allied movement", f"99ID-395 {MIDDLE} road-mode {FOUGHT}")
    expected = Map(3, {"99ID-395": MIDDLE}).reach("99ID-395", 1)
    assert table.reach("99ID-395") == {h for h, column in expected if not column} - {MIDDLE}
    farther = {h for h, column in Map(3, {"99ID-395": MIDDLE}).reach("99ID-395", 2) if not column}
    assert table.bars("99ID-395", "go", min(farther - {h for h, _ in expected})) == "AO-6.7.L"


@rule("AO-R.23", "AO-6.7.L", "AO-R.21")
def test_columns_are_forced_out_then_the_drop_is_made_then_room_is_made_then_all_else_moves():
    columns = f"1SSPz-1a {MIDDLE} road-mode {FOUGHT}", f"2Pz-3 {ROAD[0]} road-mode", f"2Pz-2 {ROAD[1]}"
    table = road("german movement", *columns, f"99ID-395 {PLAIN}", f"12VG-27 {ground.ENTRIES[0]}", turn=2)
    assert "road-mode" not in table.statuses("1SSPz-1a")
    assert table.asked() == ("german", "paradrop")
    assert table.forbids("pick 12VG-27") == "AO-R.23"
    table.do(f"drop {ground.ENTRIES[1]}").roll(1)
    assert table.state.decision.rule == "AO-R.21"
    assert table.offers("pick") == {"2Pz-3", "2Pz-2"}
    table.move("2Pz-3", "go", ROAD[0])
    assert {"12VG-27", "vdH", "1SSPz-1a"} <= table.offers("pick")


@rule("AO-6.7.L")
def test_the_duty_to_leave_road_mode_waits_for_the_first_initial_movement_phase():
    table = road("allied combat", f"99ID-395 {MIDDLE} road-mode {FOUGHT}", f"1SSPz-1a {PLAIN}", turn=1)
    assert "road-mode" in table.statuses("99ID-395")
    table.until("allied movement")
    assert table.state.turn == 2
    assert "road-mode" not in table.statuses("99ID-395")


@rule("AO-6.7.M")
def test_an_allied_column_does_not_retreat_into_the_west_wall():
    """The road back leads into the West Wall: closed to a column, open to the same unit in standard mode."""
    for column, wall in ground.steps(lambda a, b: ground.road(a, b) and ground.west_wall(b)):
        for german in filter(ground.live, ground.neighbours(column)):
            places = {"1SSPz-1a": german, "99ID-395": column}
            marching = Map(3, places, frozenset(["99ID-395"]))
            roads = {h for h in ground.joined(column) if not marching.controlled("allied", h)}
            if ground.town(column) or ground.west_wall(german) or roads != {wall}:
                continue
            if marching.supply("1SSPz-1a") == "supplied" and not marching.retreats("99ID-395", 1):
                assert strike(german, column, 1).where("99ID-395") == "eliminated"
                return
    raise AssertionError("no road into the West Wall fits")


@rule("AO-R.24")
def test_allied_columns_do_not_enter_the_west_wall_but_may_form_there():
    here, wall = ground.first_step(
        lambda a, b: ground.road(a, b) and ground.west_wall(b) and not ground.west_wall(a) and is_supplied("9AD-CCB", a)
        and not ground.bridge(a, b)
    )  # fmt: skip
    table = road("allied movement", f"9AD-CCB {here} road-mode")
    assert wall not in table.reach("9AD-CCB", "march")
    assert table.bars("9AD-CCB", "march", wall) == "AO-R.24"
    inside = road("allied movement", f"9AD-CCB {wall}")
    assert wall in inside.reach("9AD-CCB", "march")
    german = road("german movement", f"1SSPz-1a {here} road-mode")
    assert wall in german.reach("1SSPz-1a", "march")


@rule("AO-6.3.C", "AO-11.0.road")
def test_a_column_leaves_road_mode_and_walks_on_along_the_road_into_the_west_wall():
    here, wall = ground.first_step(
        lambda a, b: ground.road(a, b) and ground.west_wall(b) and not ground.west_wall(a) and is_supplied("9AD-CCB", a)
        and not ground.bridge(a, b)
    )  # fmt: skip
    table = road("allied movement", f"9AD-CCB {here} road-mode")
    assert wall in table.reach("9AD-CCB")
    bill = {rule: cost for rule, cost in table.bill("9AD-CCB", wall) if cost}
    assert bill == {"AO-6.3.C": 6, "AO-11.0.road": 1}


@rule("AO-10.2")
def test_a_german_column_retreats_along_the_road_into_the_west_wall():
    for column, wall in ground.steps(lambda a, b: ground.road(a, b) and ground.west_wall(b)):
        for foe in filter(ground.live, ground.neighbours(column)):
            found = Map(3, {"12VG-27": column, "3AD-36": foe}, frozenset(["12VG-27"]))
            plain = not ground.town(column) and not ground.west_wall(column) and not ground.cleared_wall(column)
            if plain and found.retreats("12VG-27", 1) == {(wall,)}:
                table = road("allied combat", f"12VG-27 {column} road-mode", f"3AD-36 {foe}")
                label = table.odds(column, by=["3AD-36"]).column
                table.attack(column, by=["3AD-36"], die=die_for("standard", label, "Dr1"))
                assert table.where("12VG-27") == wall
                assert "road-mode" in table.statuses("12VG-27")
                return
    raise AssertionError("no road into the West Wall fits")


@rule("AO-R.20")
def test_tanks_with_points_to_spare_do_not_form_a_column_in_a_stack():
    """Six to unstack and six to form would be the twelve that they have."""
    table = road("allied movement", f"9AD-CCB {MIDDLE}", f"99ID-395 {MIDDLE}")
    assert table.reach("9AD-CCB", "march") == set()
    refusal = table.moving("9AD-CCB").refusal(f"march {MIDDLE}")
    assert (refusal.rule, refusal.text) == ("AO-R.20", "CCB (9 Arm) cannot enter Road Mode in a stack.")
