"""Artillery (BW-10): range, how often, next to the enemy, rockets, guns that have moved."""

from __future__ import annotations

import pytest

from ardennes.games.bitter_woods import sequence
from ardennes.games.bitter_woods.forces import ALLIED, GERMAN
from tests.games.bitter_woods.battles import declare, die_for, figures, ring, strike, tally, unsupported
from tests.games.bitter_woods.table import Table, at, game, hex_
from tests.rulemark import rule

OPEN = "1519"  # clear, all clear around it
AROUND = ring(OPEN)
NORTH, SOUTH = AROUND[0], AROUND[-1]


def east(n: int) -> str:
    """A hex so far from the battle, for German guns."""
    grid = game().ground.grid
    return grid.name(grid.sorted(grid.ring(hex_(OPEN), n))[0])


def west(n: int) -> str:
    """A hex so far from the battle on the other side, for Allied guns."""
    grid = game().ground.grid
    return grid.name(grid.sorted(grid.ring(hex_(OPEN), n))[-1])


def attack(pieces: str, *, turn: int = 15, more: str = "", by: str = "2Pz-2") -> Table:
    """A German attack on 28/110 in the open, at the question of support; there are aircraft, so that it is asked."""
    table = at("german combat", f"2Pz-2 {NORTH} / 28Inf-110 {OPEN} / {pieces}", turn=turn, more=more)
    return declare(table, OPEN, by)


@rule("BW-10.1.range")
@pytest.mark.parametrize(("gun", "reach"), [("A-401", 4), ("A-766", 5)])
def test_a_gun_reaches_four_hexes_or_what_its_counter_says(gun: str, reach: int):
    near, far = (attack(f"{gun} {east(n)}") for n in (reach, reach + 1))
    assert near.offers("add") == {gun}
    assert far.forbids(f"add {gun}") == "BW-10.1.range"
    assert far.refusal_text(f"add {gun}").endswith(f"is out of range of {OPEN}.")


def test_artillery_fires_across_a_cliff():
    table = at("german combat", "A-766 1827 / 26VG-77 1728 / 28Inf-110 1628 / R-9 1627", turn=15)
    assert game().ground.over_cliffs[hex_("1628")] == 1 << hex_("1627")
    assert declare(table, "1628", "26VG-77").offers("add") >= {"R-9"}


@rule("BW-10.1.german")
def test_a_german_gun_fires_once_in_a_game_turn():
    table = attack(f"A-401 {east(4)} / 2Pz-304 {SOUTH}")
    table.do("add A-401")
    assert table.has("fired", "A-401")
    assert table.forbids("add A-401") == "BW-9.2", "it is in the combat"
    unsupported(table).roll(die_for(table, "ENG"))
    declare(table, OPEN, "2Pz-304")
    assert table.forbids("add A-401") == "BW-10.1.german"
    state = table.state
    sequence.begin_player_turn(state, ALLIED)
    assert table.has("fired", "A-401"), "nor in the Allied turn of the same Game-Turn"
    sequence.begin_turn(state, 16)
    assert not table.has("fired", "A-401")


@rule("BW-10.1.german")
def test_a_german_gun_that_has_fired_gives_no_defensive_support_in_the_allied_turn():
    pieces = f"9Arm-CCB {NORTH} / 2Pz-2 {OPEN} / A-401 {east(4)} fired / A-766 {east(5)}"
    table = declare(at("allied combat", pieces, turn=15), OPEN, "9Arm-CCB").do("done")
    assert (table.asked(), table.offers("add")) == (("german", "defence"), {"A-766"})
    assert table.forbids("add A-401") == "BW-10.1.german"


@rule("BW-10.1.allied")
def test_an_allied_gun_fires_once_in_each_player_turn():
    pieces = f"A-402US {west(3)} fired / 2Pz-304 {SOUTH} / A-174 {west(4)}"
    table = attack(pieces).do("done")
    assert (table.asked(), table.offers("add")) == (("allied", "defence"), {"A-174"})
    assert table.forbids("add A-402US") == "BW-10.1.allied"
    sequence.begin_player_turn(table.state, ALLIED)
    assert not table.has("fired", "A-402US")
    sequence.begin_player_turn(table.state, GERMAN)
    assert not table.has("fired", "A-402US")


@rule("BW-10.2.attack", "BW-10.2.defence")
def test_any_number_of_guns_adds_to_either_side():
    pieces = f"A-401 {east(4)} / A-766 {east(5)} / A-402US {west(3)} / A-174 {west(2)}"
    table = attack(pieces).do("add A-401", "add A-766", "done")
    assert table.texts("BW-10.2.attack") == [f"{gun} Art supports the attack on {OPEN}" for gun in (401, 766)]
    table.do("add A-402US", "add A-174", "done")
    assert table.texts("BW-10.2.defence") == [f"{gun} FA supports the defence of {OPEN}" for gun in (402, 174)]
    assert figures(tally(table, OPEN, "2Pz-2", guns="A-401 A-766", cover="A-402US A-174"))[:2] == (19, 14)
    assert table.state.chance is not None
    assert table.state.chance.reason == f"Attack on {OPEN} at 1-1"


@rule("BW-10.2.with")
def test_artillery_does_not_attack_without_another_unit():
    table = at("german combat", f"R-9 {NORTH} / A-401 {east(4)} / 28Inf-110 {OPEN} / 2Pz-2 2528 / 28Inf-112 2529")
    assert table.offers("target") == {"2529"}
    assert table.forbids(f"target {OPEN}") == "BW-10.2.with"


@rule("BW-10.2.defence")
def test_the_range_of_defensive_support_is_measured_to_the_defender():
    gun = west(4)
    distance = game().ground.grid.distance
    far = max(AROUND, key=lambda place: distance(hex_(place), hex_(gun)))
    assert distance(hex_(far), hex_(gun)) == 5
    table = at("german combat", f"2Pz-2 {far} / 28Inf-110 {OPEN} / A-402US {gun}", turn=15)
    declare(table, OPEN, "2Pz-2").do("done")
    assert table.offers("add") == {"A-402US"}
    table.do("add A-402US")
    assert len(table.texts("BW-10.2.defence")) == 1


@rule("BW-10.2.results", "BW-9.6.choose")
def test_guns_that_support_from_afar_are_not_touched_by_the_result():
    pieces = f"2Pz-3 {NORTH} / A-401 {east(4)} / 102Cav {OPEN} / 9Arm-CCB {OPEN} / A-402US {west(3)}"
    table = declare(at("german combat", pieces, turn=15), OPEN, "2Pz-3")
    table.do("add A-401", "done", "add A-402US", "done")
    assert figures(tally(table, OPEN, "2Pz-3", guns="A-401", cover="A-402US"))[:3] == (16, 14, "1-1")
    table.roll(die_for(table, "FF"))
    assert (table.asked(), table.offers("lose")) == (("allied", "loss"), {"102Cav", "9Arm-CCB"})
    assert table.forbids("lose A-402US") == "BW-10.2.results"
    assert table.forbids("lose 28Inf-110") == "BW-9.6.choose"
    table.do("lose 102Cav")
    assert table.where("2Pz-3") == f"{NORTH} reduced", "the one attacker, and not the gun"
    assert (table.where("A-401"), table.where("A-402US")) == (east(4), west(3))


@rule("BW-10.3")
def test_corps_artillery_next_to_the_enemy_supports_neither_attack_nor_defence():
    beside = next(place for place in AROUND if place not in (NORTH, SOUTH))
    table = attack(f"A-401 {beside} / A-402US {west(2)} / 26VG-39 {west(3)}")
    assert table.forbids("add A-401") == "BW-10.3"
    table.do("done")
    assert (table.asked(), table.forbids("add A-402US")) == (("allied", "defence"), "BW-10.3")


@rule("BW-10.3", "BW-10.3.half", "BW-10.3.always")
def test_a_gun_that_is_attacked_defends_at_half_even_if_it_has_fired():
    pieces = f"9Arm-CCB {NORTH} / 10Arm-CCA {NORTH} / A-401 {OPEN} fired / 26VG-39 {OPEN}"
    table = at("allied combat", pieces, turn=15)
    found = tally(table, OPEN, "9Arm-CCB", side=ALLIED)
    assert found.defence == 5 + 4, "half of 7, fractions up"
    assert "BW-10.3.always" in {line.rule for line in found.lines}
    declare(table, OPEN, "9Arm-CCB", "10Arm-CCA").do("done")
    assert table.forbids("add A-401") == "BW-10.3", "it is there already"
    unsupported(table).roll(die_for(table, "FF"))
    assert "A-401" in table.offers("lose"), "and takes losses like others"


@rule("BW-9.6")
def test_a_gun_that_takes_a_loss_is_eliminated():
    table = strike(at("allied combat", f"9Arm-CCB {NORTH} / A-401 {OPEN}", turn=12), OPEN, "9Arm-CCB")
    assert table.state.top.clash.cover == 0
    table.roll(die_for(table, "FF"))
    assert table.where("A-401") == "eliminated"
    assert [event.rule for event in table.events("loss")] == ["BW-9.6"]


@rule("BW-10.4", "BW-10.4.never")
def test_rockets_support_only_next_to_the_target_and_never_a_defence():
    beside = next(place for place in AROUND if place not in (NORTH, SOUTH))
    table = attack(f"R-9 {NORTH} / R-4 {beside} / R-7 {east(2)}")
    assert table.offers("add") == {"R-9", "R-4"}
    assert table.forbids("add R-7") == "BW-10.4"
    pieces = f"9Arm-CCB {NORTH} / 26VG-39 {OPEN} / R-9 {SOUTH}"
    defence = declare(at("allied combat", pieces, turn=15), OPEN, "9Arm-CCB").do("done")
    assert (defence.asked(), defence.forbids("add R-9")) == (("german", "defence"), "BW-10.4.never")
    enemy = attack(f"R-9 {NORTH} / A-402US {west(3)}").do("done")
    assert (enemy.asked(), enemy.refusal_text("add R-9")) == (("allied", "defence"), "9 Rocket is not on this side.")
    assert enemy.forbids("add R-9") == "BW-9.2", "whose unit it is comes first"


@rule("BW-10.4.move")
def test_german_corps_artillery_that_has_moved_does_not_fire_and_rockets_do():
    table = attack(f"A-401 {east(4)} marched / R-9 {NORTH} marched")
    assert table.offers("add") == {"R-9"}
    assert table.forbids("add A-401") == "BW-10.4.move"
    allied = attack(f"A-402US {west(3)} marched").do("done")
    assert allied.offers("add") == {"A-402US"}, "Allied guns move and fire"


@rule("BW-R.39")
def test_a_gun_that_has_moved_is_silent_in_the_allied_turn_too():
    pieces = f"9Arm-CCB {NORTH} / 26VG-39 {OPEN} / A-401 {west(4)} marched"
    table = declare(at("allied combat", pieces, turn=15), OPEN, "9Arm-CCB").do("done")
    assert table.forbids("add A-401") == "BW-10.4.move"
    assert "BW-R.39" in table.refusal_text("add A-401")


@rule("BW-12.4.guns")
def test_a_gun_out_of_supply_gives_no_offensive_support_but_defends():
    table = attack(f"A-401 {east(4)} out-of-supply / A-402US {west(3)} out-of-supply")
    assert table.forbids("add A-401") == "BW-12.4.guns"
    assert table.do("done").offers("add") == {"A-402US"}


@rule("BW-R.7")
def test_a_rocket_in_an_enemy_zone_retreats_and_takes_losses_with_the_attackers():
    pieces = f"PzLehr-Recon {NORTH} / R-9 {NORTH} / 28Inf-110 {OPEN} / 28Inf-109 {OPEN}"
    table = declare(at("german combat", pieces, turn=12), OPEN, "PzLehr-Recon").do("add R-9", "done")
    found = tally(table, OPEN, "PzLehr-Recon", guns="R-9")
    assert figures(found) == (7, 10, "1-2", -1)
    assert any("BW-R.7" in line.text for line in found.lines)
    table.roll(die_for(table, "A1"))
    assert (table.asked(), table.offers("pick")) == (("german", "retreat"), {"PzLehr-Recon", "R-9"})


@rule("BW-R.7")
def test_a_rocket_outside_enemy_zones_is_not_touched():
    pieces = f"PzLehr-Recon {NORTH} / R-9 {NORTH} / A-402US {OPEN} / A-174 {OPEN}"
    table = declare(at("german combat", pieces, turn=12), OPEN, "PzLehr-Recon").do("add R-9", "done")
    found = tally(table, OPEN, "PzLehr-Recon", guns="R-9")
    assert (figures(found)[:3], any("BW-R.7" in line.text for line in found.lines)) == ((7, 5, "1-1"), True)
    table.roll(die_for(table, "FF")).do("lose A-402US")
    assert (table.where("PzLehr-Recon"), table.where("R-9")) == (f"{NORTH} reduced", NORTH), "guns have no zone"
