"""Phase 1: air combat."""

from __future__ import annotations

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, tallied
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
EAST, WEST = ground.beyond(HEX, "E"), ground.beyond(HEX, "W")


def raid(drawing: str, first: str = "axis") -> Table:
    """Air units stand over the hexes of a drawing."""
    return at("air combat", drawing, turn=5, first=first)


@rule("AA-1.0")
@pytest.mark.parametrize(("turn", "first"), [(4, "ground initiative"), (5, "air initiative"), (6, "air initiative")])
def test_a_turn_begins_with_air_combat_from_the_fifth_on(turn: int, first: str):
    table = at("allies reinforcement", f"axis {EAST} inf 1\nallies {WEST} inf 1", turn=turn - 1).do("done")
    assert (table.state.turn, table.due().reason) == (turn, first)
    fly = "Air combat: both sides place their aircraft"
    assert table.told("AA-1.0") == [fly if first == "air initiative" else "No aircraft fly yet"]


# ---- 1.1 initiative ----


@rule("AA-1.1")
def test_the_higher_die_chooses_who_places_first():
    table = at("air initiative", "", turn=5).throw(axis=[3], allies=[9])
    assert table.asked()[0] == "allies"
    assert table.offers("choose") == {"first", "second"}


@rule("AA-1.1")
@pytest.mark.parametrize(("word", "side"), [("first", "allies"), ("second", "axis")])
def test_the_winner_of_the_throw_may_place_first_or_let_the_enemy_begin(word: str, side: str):
    table = at("air initiative", "", turn=5).throw(axis=[3], allies=[9]).do(f"choose {word}")
    assert table.asked() == (side, "air placing")


@rule("AA-1.1")
def test_equal_dice_are_thrown_again():
    table = at("air initiative", "", turn=5).throw(axis=[7], allies=[7])
    assert table.step() == "air initiative"
    assert (table.dice(), table.rule()) == (2, "AA-1.1")
    assert table.told("AA-1.1") == ["Air initiative, Axis 7, Allies 7: tied; roll again"]


# ---- 1.2 placing ----


def place_all(table: Table, hex_: str) -> dict[str, list[str]]:
    """All air units of the side that is asked go to one hex; what it placed, in order."""
    side = table.asked()[0]
    placed: dict[str, list[str]] = {side: []}
    while table.state.chance is None and table.asked() in ((side, "air placing"), (side, "aircraft")):
        if table.may("pick"):
            table.do(f"pick {min(table.offers('pick'))}")
        table.do(f"place {hex_}")
        placed[side].append(hex_)
    return placed


@rule("AA-1.2")
@pytest.mark.parametrize(("first", "mine", "theirs"), [("axis", 4, 12), ("allies", 12, 4)])
def test_one_side_places_all_its_air_units_and_then_the_other(first: str, mine: int, theirs: int):
    table = at("air placing", "", turn=5, first=first)
    assert {side: len(hexes) for side, hexes in place_all(table, HEX).items()} == {first: mine}
    second = table.asked()[0]
    assert second != first
    assert len(place_all(table, EAST)[second]) == theirs


@rule("AA-1.2")
def test_the_axis_has_three_fighters_and_a_bomber_and_the_allies_nine_and_three():
    table = at("air placing", "", turn=5, first="axis")
    place_all(table, HEX)
    place_all(table, EAST)
    assert (table.air("axis", HEX), table.air("allies", EAST)) == ("fighter 3 bomber 1", "fighter 9 bomber 3")


@rule("AA-0.20")
def test_an_air_unit_may_be_put_into_any_hex_whoever_holds_it():
    table = at("air placing", f"axis {EAST} inf 6 tank 6\nallies {WEST} inf 6 tank 6", turn=5, first="axis")
    table.try_("pick fighter-ax")
    assert table.rule() == "AA-0.20"
    assert table.offers("place") == set(ground.HEXES)


def test_air_units_have_no_zone_of_control():
    table = at("air placing", f"axis {EAST} inf 1", turn=5, first="axis")
    before = table.state.zoc("axis")
    place_all(table, WEST)
    assert table.state.zoc("axis") == before


@rule("AA-R.5")
def test_no_air_unit_may_be_kept_back():
    table = at("air placing", "", turn=5, first="axis")
    assert not table.may("done")
    assert table.forbids("done") == "AA-R.5"


# ---- 1.3 hexes in turn ----

FOUR = f"""
    axis   {HEX}   fighter 1
    allies {EAST}  fighter 1
    allies {WEST}  fighter 1
    allies A1      fighter 1
"""


@rule("AA-1.3")
@pytest.mark.parametrize("first", ["axis", "allies"])
def test_the_side_that_placed_first_names_the_first_hex_and_then_they_alternate(first: str):
    table = raid(FOUR, first)
    order = []
    while table.may("resolve"):
        assert table.rule() == "AA-1.3"
        order.append(table.asked()[0])
        table.do(f"resolve {min(table.offers('resolve'))}")
    second = "allies" if first == "axis" else "axis"
    assert order == [first, second, first]  # the fourth hex is the only one left


@rule("AA-R.6")
def test_a_side_names_any_hex_with_air_units_and_must_name_one():
    table = raid(FOUR, "axis")
    assert table.offers("resolve") == {HEX, EAST, WEST, "A1"}
    assert table.forbids("done") == "AA-R.6"
    assert table.do("resolve A1").forbids("pass") == "AA-R.6"


@rule("AA-1.3")
def test_a_hex_without_air_units_cannot_be_named():
    table = raid(FOUR, "axis")
    assert table.forbids("resolve K1") == "AA-1.3"
    assert table.why("resolve K1") == "K1 has no air units over it."


@rule("AA-1.3")
def test_a_hex_that_was_dealt_with_cannot_be_named_again():
    table = raid(FOUR, "axis").do(f"resolve {HEX}")
    assert table.forbids(f"resolve {HEX}") == "AA-1.3"
    assert table.why(f"resolve {HEX}") == f"{HEX} has already been resolved."
    assert raid(FOUR, "axis").do("resolve A1").why("resolve A1") == "A1 has already been resolved."


@rule("AA-1.3")
def test_a_hex_goes_through_all_its_combat_before_the_next_is_named():
    table = raid(f"{FOUR}\nallies {HEX} inf 1 fighter 1", "axis").do(f"resolve {HEX}")
    assert (table.step(), table.rule()) == ("dogfight", "AA-1.3.I")
    table.throw(axis=[1], allies=[12])  # the Allied fighter falls
    assert (table.step(), table.rule()) == ("anti-aircraft", "AA-1.3.II")
    table.do("roll 12")
    assert (table.step(), table.rule()) == ("throw", "AA-1.3.III")
    table.do("roll 12")
    assert (table.asked(), table.rule()) == (("allies", "air combat"), "AA-1.3")


# ---- 1.3.I dogfight ----


@rule("AA-1.3.I")
def test_a_dogfight_goes_on_until_one_side_has_no_air_unit_left():
    table = raid(f"axis {HEX} fighter 1\nallies {HEX} fighter 1")
    for _ in range(3):
        table.throw(axis=[7], allies=[12])
        assert (table.step(), table.rule()) == ("dogfight", "AA-1.3.I")
    table.throw(axis=[6], allies=[7])
    assert table.events("", "AA-1.4")


@rule("AA-1.3.I.a")
def test_a_bomber_throws_one_die_in_a_dogfight():
    table = raid(f"axis {HEX} bomber 1\nallies {HEX} fighter 2 bomber 3")
    labels = [die.label.split()[0] for die in table.due().dice]
    assert (labels.count("axis"), labels.count("allies")) == (1, 5)
    table.throw(axis=[7], allies=[7, 8, 9, 10, 11])
    assert table.told("AA-1.3.I.a") == [f"Dogfight over {HEX}: Axis 7; Allies 7, 8, 9, 10, 11; 6 or less is a hit"]


@rule("AA-1.3.I.a")
def test_an_air_unit_hit_twice_in_a_round_falls_once():
    table = raid(f"axis {HEX} fighter 2\nallies {HEX} fighter 2")
    table.throw(axis=[1, 1], allies=[12, 12])
    assert (table.air("axis", HEX), table.air("allies", HEX)) == ("fighter 2", "fighter 1")


@rule("AA-1.3.I.a")
@pytest.mark.parametrize(("face", "left"), [(6, "fighter 1"), (7, "fighter 2")])
def test_six_or_less_hits(face: int, left: str):
    table = raid(f"axis {HEX} fighter 1\nallies {HEX} fighter 2").throw(axis=[face], allies=[12, 12])
    assert table.air("allies", HEX) == left


@rule("AA-R.7", "AA-1.3.I.a")
def test_both_sides_can_lose_their_last_air_units_in_the_same_round():
    table = raid(f"axis {HEX} fighter 1 inf 1\nallies {HEX} fighter 1\nallies {EAST} fighter 1")
    table.do(f"resolve {HEX}").throw(axis=[6], allies=[6])
    assert (table.air("axis", HEX), table.air("allies", HEX)) == ("", "")
    assert table.told("AA-R.7") == [f"Both sides have lost their last air units over {HEX}"]


@rule("AA-1.3.I.a")
def test_the_strip_is_laid_out_anew_for_every_round():
    table = raid(f"axis {HEX} fighter 1\nallies {HEX} fighter 2 bomber 1")
    assert table.due().reason == f"round 1 of the dogfight over {HEX}"
    table.throw(axis=[1], allies=[12, 12, 12])
    assert table.due().reason == f"round 2 of the dogfight over {HEX}"
    assert table.air("allies", HEX) == "fighter 1 bomber 1"
    table.throw(axis=[2], allies=[12, 12])  # the second box is the bomber's now
    assert table.air("allies", HEX) == "fighter 1"
    assert table.events("loss")[-1].text == f"The Allies lose 1 bomber over {HEX}"
    assert not table.told("AA-R.7")


# ---- 1.3.IV the strip ----


@rule("AA-1.3.IV")
@pytest.mark.parametrize(
    ("face", "left"),
    [
        (1, "fighter 1 bomber 1"),
        (2, "fighter 1 bomber 1"),
        (3, "fighter 2"),
        (4, "fighter 1 bomber 1"),
        (5, "fighter 1 bomber 1"),
        (6, "fighter 2"),
    ],
)
def test_hits_are_counted_along_the_fighters_and_then_the_bombers_and_round_again(face: int, left: str):
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 2 bomber 1")
    table.do(f"roll {face}")
    assert table.air("allies", HEX) == left
    box = (face - 1) % 3 + 1
    assert table.told("AA-1.3.IV") == [f"Hits over {HEX}: {face} on {'bomber 1' if box == 3 else f'fighter {box}'}"]


@rule("AA-R.10")
def test_hits_on_more_than_six_air_units_are_thrown_again_in_anti_aircraft_fire():
    table = raid(f"axis {HEX} inf 1 tank 1\nallies {HEX} fighter 6 bomber 1").do("roll 1 2")
    assert table.dice() == 2
    assert (table.step(), table.rule()) == ("anti-aircraft again", "AA-R.10")
    table.do("roll 7 12")  # the bomber, and the fifth fighter
    assert table.air("allies", HEX) == "fighter 5"


@rule("AA-R.10")
def test_hits_on_more_than_six_air_units_are_thrown_again_in_a_dogfight():
    table = raid(f"axis {HEX} fighter 2\nallies {HEX} fighter 5 bomber 2").throw(axis=[6, 8], allies=[12] * 7)
    table.throw(axis=[7])
    assert table.air("allies", HEX) == "fighter 5 bomber 1"


@rule("AA-1.3.IV")
def test_hits_on_six_air_units_stand_as_they_fell():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 5 bomber 1").do("roll 6")
    assert table.air("allies", HEX) == "fighter 5"
    assert table.told("AA-1.3.IV") == [f"Hits over {HEX}: 6 on bomber 1"]
    assert not table.told("AA-R.10")


# ---- 1.3.II anti-aircraft fire ----


@rule("AA-1.3.II")
@pytest.mark.parametrize(
    ("ground_units", "dice"),
    [("inf 6", 1), ("inf 1 tank 1", 2), ("art 3 supply 5", 2), ("inf 2 tank 3 art 1 supply 1", 4)],
)
def test_each_type_of_ground_unit_fires_one_die(ground_units: str, dice: int):
    table = raid(f"axis {HEX} {ground_units}\nallies {HEX} fighter 3")
    assert (table.dice(), table.rule(), table.due().side) == (dice, "AA-1.3.II", "axis")


@rule("AA-1.3.II")
def test_trucks_and_supply_fire_too_so_that_there_are_five_dice_at_most():
    trucks = f"truck-ax1 {HEX}\ntruck-ax2 {HEX}"
    table = raid(f"axis {HEX} inf 2 tank 2 art 2 supply 9\n{trucks}\nallies {HEX} fighter 3")
    labels = [die.label for die in table.due().dice]
    assert labels == ["axis infantry", "axis tank", "axis artillery", "axis truck", "axis supply"]
    assert table.rule() == "AA-1.3.II"


@rule("AA-1.3.II")
def test_an_air_unit_that_is_shot_down_does_not_attack():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 2 bomber 1").do("roll 3")
    assert table.dice() == 2
    assert table.told("AA-1.3.II")[-1] == f"The Allies lose 1 bomber over {HEX}"


@rule("AA-1.3.II")
def test_where_all_air_units_are_shot_down_nothing_attacks():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 1").do("roll 6")
    assert table.force("axis", HEX) == "inf 1"
    assert table.step() != "throw"


@rule("AA-R.9")
def test_ground_units_do_not_fire_at_their_own_aircraft():
    table = raid(f"axis {HEX} inf 1 fighter 1\naxis {EAST} fighter 1").do(f"resolve {HEX}")
    assert table.step() == "ground initiative"
    assert not table.events("roll")
    assert table.told("AA-R.9")[0] == f"The Axis finds nothing to attack in {HEX}"


@rule("AA-R.8")
def test_captured_trucks_and_tokens_do_not_fire():
    table = raid(f"axis {HEX} inf 1 fighter 1\nallies {HEX} supply 2\ntruck-al1 {HEX}\naxis {EAST} fighter 1")
    table.do(f"resolve {HEX}")
    assert table.step() == "ground initiative"
    assert not table.events("roll")
    assert table.told("AA-R.8") == [f"Captured trucks and tokens in {HEX} neither fire nor can be attacked"]


@rule("AA-1.3.II")
def test_captured_tokens_do_not_fire_for_the_units_that_hold_them():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} supply 2 fighter 1\ntruck-al1 {HEX}")
    assert [die.label for die in table.due().dice] == ["axis infantry"]
    odds = table.odds_now()
    assert tallied(odds) == {"AA-1.3.II": 1}


def test_nobody_fires_when_the_dogfight_leaves_no_enemy_aircraft():
    table = raid(f"axis {HEX} inf 1 fighter 1\nallies {HEX} fighter 1").throw(axis=[1], allies=[12])
    assert table.step() == "ground initiative"


@rule("AA-1.3.I.a", "AA-1.3.II", "AA-1.3.IV", "AA-R.10")
def test_the_log_gives_each_throw_and_loss_to_its_side():
    table = raid(f"axis {HEX} inf 1 fighter 1\nallies {HEX} fighter 7 bomber 1\nallies {EAST} fighter 1")
    table.do(f"resolve {HEX}").throw(axis=[1], allies=[1, *[12] * 7]).throw(axis=[8])
    assert table.due().side == "axis"
    table.do("roll 1").do("roll 3")
    assert [(event.rule, event.side) for event in table.record.events if event.kind in ("roll", "loss", "result")] == [
        ("AA-1.3.I.a", ""),
        ("AA-R.10", "axis"),
        ("AA-1.3.IV", "allies"),  # the Allied die on the Axis fighter
        ("AA-1.3.IV", "axis"),  # and the other way round
        ("AA-1.3.I.a", "axis"),
        ("AA-1.3.I.a", "allies"),
        ("AA-1.3.II", "axis"),  # fire, and its hit thrown again at seven fighters
        ("AA-R.10", "axis"),
        ("AA-1.3.IV", "axis"),
        ("AA-1.3.II", "axis"),
        ("AA-1.3.II", "allies"),
    ]


# ---- 1.3.III air attack ----


@rule("AA-1.3.III")
def test_a_fighter_attacks_with_one_die_and_a_bomber_with_four():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 2 bomber 2").do("roll 12")
    labels = [die.label for die in table.due().dice]
    assert labels == ["allies fighter"] * 2 + ["allies bomber"] * 8
    assert (table.rule(), table.due().side) == ("AA-1.3.III", "allies")
    assert tallied(table.odds_now())["AA-1.3.III"] == 10


@rule("AA-1.3.III")
def test_an_air_attack_costs_no_supply():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 1\nallies {EAST} supply 1").do("roll 12")
    assert table.rule() == "AA-1.3.III"
    table.do("roll 12")
    assert table.force("allies", EAST) == "supply 1"
    assert not table.events("supply")


@rule("AA-1.3.III", "AA-2.6")
def test_the_hits_of_an_air_attack_fall_on_the_ground_strips():
    table = raid(f"axis {HEX} inf 1 tank 1 supply 2\nallies {HEX} bomber 1").do("roll 12 12 12")
    assert table.rule() == "AA-1.3.III"
    table.do("roll 2 2 3 9")
    assert table.force("axis", HEX) == "inf 1 supply 1"
    assert table.told("AA-2.6") == [f"Hits in {HEX}: 2 on tank 1, 2 on tank 1, 3 on supply"]


@rule("AA-2.7.a", "AA-2.7.e")
def test_a_unit_hit_once_from_the_air_retreats():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 1").do("roll 12", "roll 1")
    assert (table.asked()[0], table.rule()) == ("axis", "AA-2.7.e")
    table.do(f"step {EAST}")
    assert (table.force("axis", HEX), table.force("axis", EAST)) == ("", "inf 1")
    assert table.told("AA-2.7.a") == [f"Infantry retreats from {HEX} to {EAST}"]


@rule("AA-1.3.III", "AA-2.11")
def test_hits_from_the_air_on_more_than_six_units_are_thrown_again():
    table = raid(f"axis {HEX} inf 6 tank 1\nallies {HEX} bomber 1").do("roll 12 12")
    assert table.rule() == "AA-1.3.III"
    table.do("roll 1 2 8 8")
    assert (table.dice(), table.rule()) == (2, "AA-2.11")
    table.do("roll 7 7")
    assert table.force("axis", HEX) == "inf 6"


def test_a_unit_may_retreat_into_a_hex_that_is_still_to_be_raided_and_be_hit_again():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 1\nallies {EAST} fighter 2", first="allies")
    table.do(f"resolve {HEX}", "roll 12", "roll 1", f"step {EAST}")
    assert table.dice() == 1  # the infantry fires at the two fighters
    table.do("roll 12", "roll 1 1")
    assert table.forces("axis") == {}


@rule("AA-1.3.III")
def test_no_air_unit_is_held_back_from_its_attack():
    table = raid(f"axis {HEX} inf 1\nallies {HEX} fighter 3").do("roll 12")
    assert (table.step(), table.dice()) == ("throw", 3)
    assert table.rule() == "AA-1.3.III"


@rule("AA-R.9")
def test_air_units_over_an_empty_hex_do_nothing():
    table = raid(f"allies {HEX} fighter 8 bomber 3\nallies {EAST} fighter 1").do(f"resolve {HEX}")
    assert table.step() == "ground initiative"
    assert table.told("AA-R.9") == [f"The Allies find nothing to attack in {hex_}" for hex_ in (HEX, EAST)]


@rule("AA-1.4")
def test_after_the_last_hex_all_air_units_leave_the_board():
    table = raid(FOUR)
    while table.may("resolve"):
        table.do(f"resolve {min(table.offers('resolve'))}")
    assert [
        table.air(side, hex_) for side in ("axis", "allies") for hex_ in ground.HEXES if table.air(side, hex_)
    ] == []
    assert table.told("AA-1.4") == ["Air combat is over; all air units return"]
