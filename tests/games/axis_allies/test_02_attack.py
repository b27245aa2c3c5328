"""Phase 2, steps 1 to 5 and 8: who attacks from where, what it costs, and whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.engine import Supplied
from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, start, tallied
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
WEST, NORTH_WEST, SOUTH_WEST = (ground.beyond(HEX, way) for way in ("W", "NW", "SW"))
EAST, SOUTH_EAST, NORTH_EAST = (ground.beyond(HEX, way) for way in ("E", "SE", "NE"))
FAR = ground.find(lambda hex_: hex_ not in ground.disc(ground.disc({HEX})), ground.deep)


ELSEWHERE = f"axis {FAR} inf 1 supply 1\nallies {ground.beyond(FAR, 'W')} supply 1"  # something to be asked about


def axis(drawing: str, **more: Any) -> Table:
    """The Axis is about to attack."""
    return at("axis attack", drawing, **more)


def allies(drawing: str, **more: Any) -> Table:
    """The Allies are about to attack."""
    return at("allies attack", drawing, **more)


# ---- 2.0 initiative ----

DUEL = f"axis {HEX} inf 2 supply 3\nallies {WEST} inf 2 supply 3"


@rule("AA-2.0")
@pytest.mark.parametrize(("dice", "side"), [((9, 2), "axis"), ((2, 9), "allies")])
def test_the_higher_die_attacks_first(dice: tuple[int, int], side: str):
    table = at("ground initiative", DUEL, turn=2).throw(axis=dice[:1], allies=dice[1:])
    assert table.asked() == (side, f"{side} attack")


@rule("AA-2.0")
def test_equal_dice_are_thrown_again():
    table = at("ground initiative", DUEL, turn=2).throw(axis=[4], allies=[4])
    assert (table.step(), table.rule()) == ("ground initiative", "AA-2.0")
    assert table.told("AA-2.0") == ["Ground initiative, Axis 4, Allies 4: tied; roll again"]


@rule("AA-2.8", "AA-2.1")
def test_the_sides_attack_in_turn():
    table = allies(f"{DUEL}\nallies {NORTH_WEST} inf 1 supply 1").attack(WEST, HEX, "12 12")
    assert (table.asked(), table.rule()) == (("axis", "axis attack"), "AA-2.1")
    table.do("pass")
    assert table.told("AA-2.8") == ["The Axis passes: no attack for now"]
    assert (table.asked(), table.rule()) == (("allies", "allies attack"), "AA-2.1")


@rule("AA-2.0.a")
def test_on_the_first_turn_the_axis_begins_without_a_throw():
    table = start()
    assert table.asked() == ("axis", "axis attack")
    assert table.here_now("allies")["AA-2.0.a"] == "The Allies do not attack on this turn."


@rule("AA-2.0.a")
def test_on_the_first_turn_the_axis_attacks_again_and_again():
    drawing = f"axis {HEX} inf 1 supply 1\naxis {SOUTH_WEST} inf 1 supply 1\nallies {WEST} inf 6 supply 3"
    table = axis(drawing, turn=1).attack(HEX, WEST, "12")
    assert table.asked() == ("axis", "axis attack")
    assert "AA-2.0.a" in table.here_now("axis")


@rule("AA-2.0.a", "AA-2.9")
def test_on_the_first_turn_an_axis_pass_ends_ground_combat():
    table = axis(f"{DUEL}\ntruck-ax1 F11", turn=1)
    assert "AA-2.0.a" in table.here_now("allies")
    assert table.do("pass").step() == "trucks home"
    assert table.told("AA-2.9") == ["Ground combat is over; the tokens spent go back to the tray"]


@rule("AA-2.8")
def test_from_the_second_turn_on_the_allies_have_their_turn_after_an_axis_pass():
    table = axis(DUEL, turn=2)
    assert "AA-2.0.a" not in table.here_now("allies")
    assert table.do("pass").asked() == ("allies", "allies attack")
    assert table.told("AA-2.8") == ["The Axis passes: no attack for now"]


# ---- 2.1 the attacking hex ----


@rule("AA-2.1")
def test_a_hex_attacks_once_a_turn():
    table = axis(f"{DUEL}\naxis {SOUTH_WEST} inf 1 supply 2").attack(HEX, WEST, "12 12").do("pass")
    assert table.asked()[0] == "axis"
    assert table.forbids(f"attack {HEX}") == "AA-2.1"


@rule("AA-R.11")
def test_trucks_and_supply_do_not_attack():
    table = axis(f"{DUEL}\naxis {SOUTH_WEST} supply 1")
    assert table.forbids(f"attack {SOUTH_WEST}") == "AA-R.11"


@rule("AA-R.11")
def test_the_enemys_hex_cannot_be_attacked_from():
    assert axis(DUEL).forbids(f"attack {WEST}") == "AA-R.11"


@rule("AA-R.11", "AA-2.2")
def test_a_hex_behind_the_enemys_line_may_attack_if_it_has_a_unit_a_target_and_a_token():
    assert HEX not in ground.AXIS_SIDE
    table = axis(f"{DUEL}\naxis {FAR} inf 1 supply 1")
    assert table.offers("attack") == {HEX}
    assert table.forbids(f"attack {EAST}") == "AA-R.11"
    assert table.why(f"attack {EAST}") == f"You have no combat unit in {EAST}."
    assert table.forbids(f"attack {FAR}") == "AA-2.2"
    assert table.why(f"attack {FAR}") == f"{FAR} has no enemy unit next to it."


@rule("AA-R.12")
def test_a_unit_that_attacked_and_retreated_does_not_attack_from_its_new_hex():
    table = axis(
        f"""
        axis   {HEX}         inf 1 supply 1
        axis   {EAST}        supply 9
        axis   {FAR}         inf 1 supply 1
        allies {WEST}        inf 1 supply 1
        allies {NORTH_EAST}  supply 1
        allies {ground.beyond(FAR, "W")}  supply 1
        """
    )
    table.attack(HEX, WEST, "12").attack(WEST, HEX, "1").do(f"step {EAST}")
    assert table.offers("attack") == {FAR}
    assert table.forbids(f"attack {EAST}") == "AA-R.12"
    assert table.why(f"attack {EAST}") == f"{EAST} has no unit left that may attack this turn."


@rule("AA-R.12")
def test_a_unit_held_back_does_not_attack_later():
    table = axis(
        f"""
        axis   {HEX}         inf 1 tank 1 supply 5
        axis   {EAST}        supply 3
        axis   {FAR}         inf 1 supply 1
        allies {WEST}        art 1 supply 1
        allies {NORTH_EAST}  supply 9
        allies {ground.beyond(FAR, "W")}  supply 9
        """
    )
    table.declare(HEX, WEST, hold=["inf"]).try_("fight").do("roll 12 12").attack(WEST, HEX, "1 7 7")
    table.try_(f"retreat inf@{HEX}").do(f"step {EAST}")
    assert table.force("axis", EAST) == "inf 1 supply 3"
    assert table.forbids(f"attack {EAST}") == "AA-R.12"


@rule("AA-2.1")
def test_a_fresh_unit_that_retreats_into_a_hex_that_has_attacked_cannot_attack_from_there():
    table = axis(
        f"""
        axis   {HEX}         inf 1
        axis   {EAST}        inf 1 supply 5
        axis   {FAR}         inf 1 supply 1
        allies {WEST}        inf 1 supply 1
        allies {NORTH_EAST}  supply 9
        allies {ground.beyond(FAR, "W")}  supply 9
        """
    )
    table.attack(EAST, NORTH_EAST, "12").attack(WEST, HEX, "1").do(f"step {EAST}")
    assert table.offers("attack") == {FAR}
    assert table.forbids(f"attack {EAST}") == "AA-2.1"


@rule("AA-0.15")
def test_a_fresh_unit_that_retreats_into_a_fresh_hex_attacks_with_it():
    table = allies(
        f"""
        axis   {HEX}         inf 1
        axis   {EAST}        inf 1 supply 5
        allies {WEST}        inf 1 supply 1
        allies {NORTH_EAST}  supply 9
        """
    )
    table.attack(WEST, HEX, "1").do(f"step {EAST}").declare(EAST, NORTH_EAST)
    assert tallied(table.odds_now())["AA-0.15"] == 2
    assert table.do("fight").dice() == 2


# ---- 2.2 targets ----


@rule("AA-2.2")
def test_only_neighbours_are_targets():
    table = axis(f"{DUEL}\nallies {NORTH_WEST} inf 1\nallies {FAR} inf 1").do(f"attack {HEX}")
    assert table.offers("target") == {WEST, NORTH_WEST}
    assert table.forbids(f"target {FAR}") == "AA-2.2"
    assert table.why(f"target {FAR}") == f"{FAR} is not next to {HEX}."


@rule("AA-2.2")
def test_a_hex_is_a_target_once():
    table = axis(f"{DUEL}\nallies {NORTH_WEST} inf 1").do(f"attack {HEX}", f"target {WEST}")
    assert table.offers("target") == {NORTH_WEST}
    assert table.forbids(f"target {WEST}") == "AA-2.2"
    assert table.why(f"target {WEST}") == f"{WEST} is already a target."


@rule("AA-2.2")
def test_an_empty_hex_is_no_target():
    table = axis(f"{DUEL}\nallies {NORTH_WEST} inf 1").do(f"attack {HEX}")
    assert table.forbids(f"target {EAST}") == "AA-2.2"
    assert table.why(f"target {EAST}") == f"No enemy unit is in {EAST}."


@rule("AA-2.2")
@pytest.mark.parametrize("piece", [f"allies {NORTH_WEST} supply 1", f"truck-al1 {NORTH_WEST}"])
def test_trucks_or_tokens_alone_are_target_enough(piece: str):
    table = axis(f"{DUEL}\n{piece}").do(f"attack {HEX}")
    assert table.offers("target") == {WEST, NORTH_WEST}
    table.do(f"target {NORTH_WEST}")
    assert table.told("AA-2.2") == [f"The Axis attacks {ground.titled(NORTH_WEST)} from {HEX}"]


@rule("AA-2.2")
def test_those_attacked_do_not_fire_back():
    table = axis(DUEL).attack(HEX, WEST, "12 12")
    assert table.force("axis", HEX) == "inf 2 supply 2"
    assert table.state.chance is None


@rule("AA-R.13")
def test_every_target_needs_a_unit_of_its_own():
    table = axis(f"axis {HEX} inf 2 supply 9\nallies {WEST} inf 1\nallies {NORTH_WEST} inf 1\nallies {EAST} inf 1")
    table.do(f"attack {HEX}", f"target {WEST}", f"target {NORTH_WEST}")
    assert [str(one) for one in table.state.decision.options] == ["fight"]
    assert table.forbids("send inf") == "AA-R.13"
    assert table.why("send inf") == "No infantry is left to send; each unit attacks one target at most."
    assert table.do("fight").step() == "attacks"
    assert EAST not in table.offers("target")


@rule("AA-R.13")
def test_the_last_unit_of_a_target_cannot_be_held_back():
    table = axis(DUEL).declare(HEX, WEST, hold=["inf"])
    assert [str(one) for one in table.state.decision.options] == ["fight"]  # the other infantry must attack
    assert table.forbids("hold inf") == "AA-R.13"
    assert table.why("hold inf") == "The target is paid for; at least one unit must attack it."
    assert table.do("fight").dice() == 1
    table = axis(f"axis {HEX} inf 1 tank 1 supply 1\nallies {WEST} inf 1").declare(HEX, WEST)
    assert table.fork().do("hold tank", "fight").dice() == 1


@rule("AA-R.13", "AA-R.17")
def test_with_two_targets_each_is_sent_somebody():
    drawing = f"axis {HEX} inf 2 tank 1 supply 9\nallies {WEST} inf 1\nallies {NORTH_WEST} inf 1"
    table = axis(drawing).declare(HEX, WEST, NORTH_WEST)
    for verb in ("done", "fight"):
        assert table.forbids(verb) == "AA-R.13"
        assert table.why(verb) == f"{WEST} is paid for; at least one unit must attack it."
    table.do("send inf")
    assert table.forbids("fight") == "AA-R.17"
    assert table.forbids("send art") == "AA-R.13"
    table.do("send tank")  # the last infantry is kept for the second target
    assert [str(one) for one in table.state.decision.options] == ["fight"]
    table.do("fight", f"target {WEST}")
    assert table.dice() == 3


@rule("AA-R.13")
def test_as_many_units_as_further_targets_are_kept_for_them():
    drawing = f"axis {HEX} inf 3 supply 9\nallies {WEST} inf 1\nallies {NORTH_WEST} inf 1\nallies {SOUTH_WEST} inf 1"
    table = axis(drawing).declare(HEX, WEST, NORTH_WEST, SOUTH_WEST)
    assert table.step() == "split"
    assert [str(one) for one in table.state.decision.options] == ["fight"]  # one each, there was no choice
    fourth = axis(drawing.replace("inf 3", "inf 4")).declare(HEX, WEST, NORTH_WEST, SOUTH_WEST)
    assert {str(one) for one in fourth.state.decision.options} == {"send inf", "done"}
    fourth.do("done", "done")
    assert [str(one) for one in fourth.state.decision.options] == ["send inf", "fight"]
    assert fourth.forbids("send tank") == "AA-R.13"


@rule("AA-R.14")
def test_captured_pieces_are_no_target():
    table = axis(f"{DUEL}\nallies {EAST} supply 2\naxis {EAST} inf 1\nallies {NORTH_WEST} inf 1").do(f"attack {HEX}")
    assert table.forbids(f"target {EAST}") == "AA-R.14"
    assert table.why(f"target {EAST}") == f"The pieces in {EAST} are captured and may not be attacked."


@rule("AA-R.14")
def test_a_hex_beside_captured_pieces_alone_does_not_attack():
    captured = f"axis {WEST} inf 1 supply 1\nallies {WEST} supply 1\naxis {HEX} inf 1 supply 1"
    table = axis(f"{captured}\n{ELSEWHERE}")
    assert table.offers("attack") == {FAR}
    assert table.forbids(f"attack {HEX}") == "AA-R.14"
    assert table.why(f"attack {HEX}") == f"{HEX} is next to captured pieces only, which may not be attacked."


@rule("AA-2.4")
def test_captured_pieces_are_not_on_the_strips_of_their_captor():
    table = axis(f"axis {HEX} art 3 supply 1\nallies {WEST} inf 1\naxis {WEST} supply 9\ntruck-ax1 {WEST}")
    assert tallied(table.odds("axis", WEST, f"art@{HEX}"))["AA-2.4"] == 1
    table.attack(HEX, WEST, "2 3 4 5 6 12 12 12 12")
    assert (table.force("allies", WEST), table.force("axis", WEST)) == ("", "truck 1 supply 9")


# ---- 2.3 payment ----


@rule("AA-2.3.a")
def test_an_attack_without_a_token_is_not_possible():
    table = axis(f"axis {HEX} inf 1\nallies {WEST} inf 1\n{ELSEWHERE}")
    assert table.forbids(f"attack {HEX}") == "AA-2.3.a"
    assert table.why(f"attack {HEX}") == f"No supply token in {HEX} or next to it can pay."


@rule("AA-2.3")
def test_a_second_target_without_a_second_token_is_not_possible():
    table = axis(f"axis {HEX} inf 4 supply 1\nallies {WEST} inf 1\nallies {NORTH_WEST} inf 1")
    table.do(f"attack {HEX}", f"target {WEST}")
    assert not table.may("target")
    assert table.step() in ("hold", "throw")


@rule("AA-2.3", "AA-R.16")
def test_the_token_may_lie_beside_the_attacking_hex_on_the_own_side_of_the_line():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1\nallies {WEST} inf 1", gained=[EAST])
    table.declare(HEX, WEST)
    assert table.force("axis", EAST) == ""
    assert table.told("AA-2.3") == [f"The Axis spends a supply token in {EAST} for the attack from {HEX}"]


@rule("AA-2.3.a")
def test_the_attacker_chooses_where_the_token_comes_from():
    table = axis(f"axis {HEX} inf 1 supply 2\naxis {EAST} supply 2\nallies {WEST} inf 1", gained=[EAST])
    table.do(f"attack {HEX}").try_(f"target {WEST}")
    assert table.offers("pay") == {HEX, EAST}
    assert (table.asked(), table.rule()) == (("axis", "payment"), "AA-2.3.a")
    assert table.forbids(f"pay {WEST}") == "AA-2.3.a"
    assert table.why(f"pay {WEST}") == f"You have no supply token in {WEST}."
    assert table.why(f"pay {FAR}") == f"{FAR} is not next to {HEX}."
    table.do(f"pay {EAST}")
    assert (table.force("axis", HEX), table.force("axis", EAST)) == ("inf 1 supply 2", "supply 1")


@rule("AA-2.3.a")
def test_a_token_beside_the_hex_but_behind_the_enemys_line_does_not_pay():
    table = axis(f"axis {HEX} inf 1\naxis {EAST} supply 1\nallies {WEST} inf 1\n{ELSEWHERE}")
    assert table.forbids(f"attack {HEX}") == "AA-2.3.a"
    assert table.why(f"attack {HEX}") == f"{EAST} is not on your side of the front line."


@rule("AA-2.3.a")
def test_a_token_beside_the_hex_that_shares_its_place_with_enemy_pieces_does_not_pay():
    drawing = f"axis {HEX} inf 1\naxis {EAST} supply 1\nallies {EAST} supply 1\nallies {WEST} inf 1\n{ELSEWHERE}"
    table = axis(drawing, gained=[EAST])
    assert table.forbids(f"attack {HEX}") == "AA-2.3.a"
    assert table.why(f"attack {HEX}") == f"{EAST} holds enemy units."


@rule("AA-2.3.a")
def test_a_token_two_hexes_away_does_not_pay():
    far = ground.beyond(EAST, "E")
    drawing = f"axis {HEX} inf 1\naxis {far} supply 1\nallies {WEST} inf 1\n{ELSEWHERE}"
    assert axis(drawing, gained=[EAST, far]).forbids(f"attack {HEX}") == "AA-2.3.a"


@rule("AA-2.3", "AA-3.2.a")
def test_supply_is_drawn_across_a_river():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a) and ground.interior(b))
    target = next(hex_ for hex_ in ground.around(here) if hex_ != there)
    table = axis(f"axis {here} inf 1\naxis {there} supply 1\nallies {target} inf 1", gained=[there])
    assert table.state.supply(f"inf@{here}") == Supplied("supplied", "AA-3.2.a", (here, there))
    table.declare(here, target)
    assert table.force("axis", there) == ""
    assert table.told("AA-2.3") == [f"The Axis spends a supply token in {there} for the attack from {here}"]


@rule("AA-R.15")
def test_the_attacking_hex_itself_pays_behind_the_enemys_line_too():
    table = axis(DUEL)
    assert table.state.supply(f"inf@{HEX}") == Supplied("supplied", "AA-R.15", (HEX,))
    assert table.declare(HEX, WEST).force("axis", HEX) == "inf 2 supply 2"


@rule("AA-R.15")
def test_captured_tokens_pay_for_nobody():
    drawing = f"axis {HEX} inf 1\nallies {HEX} supply 3\nallies {WEST} inf 1\n{ELSEWHERE}"
    assert axis(drawing).forbids(f"attack {HEX}") == "AA-2.3.a"
    captured = f"allies {HEX} inf 1\nallies {EAST} supply 3\naxis {EAST} inf 1\naxis {WEST} inf 1 supply 1"
    table = allies(f"{captured}\nallies {FAR} inf 1 supply 1\naxis {ground.beyond(FAR, 'W')} supply 1")
    assert table.forbids(f"attack {HEX}") == "AA-R.15"
    assert table.why(f"attack {HEX}") == f"{EAST} holds captured tokens."


@rule("AA-R.16", "AA-2.3", "AA-2.4")
def test_a_spent_token_cannot_be_hit():
    table = axis(f"{DUEL}\naxis {EAST} inf 1 supply 1\nallies {NORTH_EAST} inf 1 supply 1", gained=[EAST])
    boxes = tallied(table.odds("allies", EAST, f"inf@{NORTH_EAST}"))["AA-2.4"]
    table.declare(HEX, WEST, pay=[EAST]).do("fight", "roll 12 12")
    assert table.force("axis", EAST) == "inf 1"
    assert table.told("AA-R.16") == [f"{EAST} has no tokens left"]
    assert (boxes, tallied(table.odds("allies", EAST, f"inf@{NORTH_EAST}"))["AA-2.4"]) == (2, 1)


# ---- 2.3.b splitting, 2.5.a holding back ----

FORK = f"""
    axis   {HEX}         inf 2 tank 1 art 1 supply 9
    allies {WEST}        inf 2
    allies {NORTH_WEST}  inf 2 supply 1
"""


@rule("AA-2.3.b", "AA-0.15")
def test_each_part_of_a_split_attack_throws_its_own_dice():
    table = axis(FORK).declare(HEX, WEST, NORTH_WEST)
    assert (table.asked(), table.rule()) == (("axis", "split"), "AA-2.3.b")
    table.do("send inf", "send tank", "done", "send inf", "send art")
    assert tallied(table.odds_now())["AA-0.15"] == 4
    assert table.do("fight", f"target {NORTH_WEST}").dice() == 4


@rule("AA-2.3.b", "AA-R.17")
def test_the_attacker_chooses_the_order_of_split_attacks():
    table = axis(FORK).split(HEX, {WEST: "inf tank", NORTH_WEST: "inf art"})
    assert table.rule() == "AA-2.3.b"
    assert table.offers("target") == {WEST, NORTH_WEST}
    assert table.forbids(f"target {EAST}") == "AA-R.17"
    assert table.why(f"target {EAST}") == f"No attack on {EAST} was announced, or it is over."


@rule("AA-2.3.b")
def test_all_parts_are_resolved_before_the_other_side_attacks():
    table = axis(FORK).split(HEX, {WEST: "inf tank", NORTH_WEST: "inf art"})
    assert table.rule() == "AA-2.3.b"
    table.do(f"target {WEST}", "roll 12 12 12")
    assert (table.step(), table.dice(), table.due().side) == ("throw", 4, "axis")


@rule("AA-2.5.a")
def test_after_the_first_die_nobody_can_be_held_back_or_sent_elsewhere():
    table = axis(FORK).split(HEX, {WEST: "inf tank", NORTH_WEST: "inf"})
    for line, rule_ in (("hold inf", "AA-2.5.a"), ("send inf", "AA-2.3.b")):
        assert table.forbids(line) == rule_
    table.do(f"target {WEST}", "roll 12 12 12")
    assert (table.step(), table.dice()) == ("throw", 1)  # no further question
    assert table.told("AA-2.5.a") == [f"1 unit in {HEX} held back"]


@rule("AA-2.5.a")
def test_a_unit_held_back_adds_no_dice():
    table = axis(FORK).declare(HEX, WEST, hold=["art", "inf"]).do("fight")
    assert table.dice() == 3
    assert table.told("AA-2.5.a") == [f"2 units in {HEX} held back"]
    assert axis(FORK).declare(HEX, WEST).do("fight").told("AA-2.5.a") == []


@rule("AA-2.5.a")
def test_a_unit_that_is_not_there_cannot_be_held_back():
    table = axis(f"axis {HEX} inf 2 tank 1 supply 1\nallies {WEST} inf 1").declare(HEX, WEST)
    assert table.forbids("hold art") == "AA-2.5.a"


@rule("AA-2.5.a", "AA-2.1")
def test_a_hex_that_held_units_back_does_not_attack_again():
    table = axis(f"{FORK}\n{ELSEWHERE}").declare(HEX, WEST, hold=["art"]).do("fight", "roll 12 12 12 12")
    assert table.do("pass").offers("attack") == {FAR}
    assert table.forbids(f"attack {HEX}") == "AA-2.1"


@rule("AA-0.15", "AA-2.5")
@pytest.mark.parametrize(("units", "dice"), [("inf 3", 3), ("tank 2", 4), ("art 2", 6), ("inf 4 tank 4 art 3", 21)])
def test_an_infantry_throws_one_die_a_tank_two_and_an_artillery_three(units: str, dice: int):
    table = axis(f"axis {HEX} {units} supply 1\nallies {WEST} inf 1").declare(HEX, WEST)
    assert tallied(table.odds_now())["AA-0.15"] == dice
    table.do("fight")
    assert (table.dice(), table.rule(), table.due().side) == (dice, "AA-2.5", "axis")


@rule("AA-0.15")
def test_trucks_and_tokens_add_no_dice():
    table = axis(f"axis {HEX} inf 1 supply 5\ntruck-ax1 {HEX}\nallies {WEST} inf 1").declare(HEX, WEST)
    odds = table.odds_now()
    assert [line.text for line in odds.tally if line.rule == "AA-0.15"] == ["1 infantry with 1 die each"]
    assert table.do("fight").dice() == 1


# ---- 2.8 the other side's turn ----


@rule("AA-2.8")
def test_who_passed_may_attack_again_when_the_enemy_has_attacked():
    table = axis(f"{DUEL}\nallies {NORTH_WEST} inf 1 supply 1").do("pass").attack(WEST, HEX, "12 12")
    assert table.asked() == ("axis", "axis attack")
    assert HEX in table.offers("attack")
    table.do("pass")  # and the Allies, who have a hex left, may attack after that
    assert table.asked() == ("allies", "allies attack")
    assert table.told("AA-2.8") == ["The Axis passes: no attack for now"] * 2


@rule("AA-2.8", "AA-2.9")
def test_two_passes_in_a_row_end_ground_combat():
    table = axis(f"{DUEL}\ntruck-ax1 F11").do("pass", "pass")
    assert table.step() == "trucks home"
    assert table.told("AA-2.8") == ["The Axis passes: no attack for now", "The Allies pass: no attack for now"]
    assert table.told("AA-2.9") == ["Ground combat is over; the tokens spent go back to the tray"]


@rule("AA-2.8")
def test_one_pass_does_not():
    assert axis(DUEL).do("pass").asked() == ("allies", "allies attack")


@rule("AA-R.22")
def test_a_side_that_cannot_attack_passes_unasked():
    table = axis(f"axis {HEX} inf 1 supply 1\naxis {SOUTH_WEST} inf 1 supply 1\nallies {WEST} inf 6")
    table.attack(HEX, WEST, "12")
    assert table.asked() == ("axis", "axis attack")
    assert table.told("AA-R.22") == ["The Allies pass: no hex can attack"]


@rule("AA-2.9")
def test_spent_tokens_are_gone_when_ground_combat_ends():
    table = axis(f"{DUEL}\ntruck-ax1 F11").attack(HEX, WEST, "12 12").do("pass").until("trucks home")
    assert table.force("axis", HEX) == "inf 2 supply 2"
    assert table.told("AA-2.9") == ["Ground combat is over; the tokens spent go back to the tray"]
