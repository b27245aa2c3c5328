"""Movement (BW-5.1 to 5.3): allowances, what each kind of ground costs, roads, forests, mud, frost, the free hex."""

from __future__ import annotations

import random
from typing import cast

import pytest

from ardennes.counters import bits
from ardennes.games.bitter_woods import movement
from ardennes.games.bitter_woods.forces import GERMAN
from ardennes.games.bitter_woods.queries import Situation
from tests.games.bitter_woods.table import Table, at, begin, game, unit
from tests.rulemark import rule

FAR_GERMAN, FAR_ALLIED = "212VG-316 0234", "1Inf-26 5001"  # somebody of each side, out of everybody's way


def moving(name: str, where: str, others: str = "", *, turn: int = 3, more: str = "") -> Table:
    """A unit that has been picked up."""
    side = game().sides[game().forces.side[unit(name)]]
    far = " / ".join(each for each in (FAR_GERMAN, FAR_ALLIED) if each.split()[0] not in others)
    pieces = " / ".join(filter(None, (f"{name} {where}", others, far)))
    return at(f"{side} movement", pieces, turn=turn, more=more).do(f"pick {name}")


def paid(name: str, start: str, *steps: str, turn: int = 3) -> str:
    """What the log says that some steps have cost."""
    table = moving(name, start, turn=turn).do(*(f"step {step}" for step in steps))
    table.try_("stop")
    return table.texts("BW-5.1")[-1].partition(" for ")[2]


# ---- moving (BW-5.1) ----


@rule("BW-5.1")
def test_a_player_moves_as_many_of_his_units_as_he_likes_each_from_hex_to_adjacent_hex():
    table = at("german movement", f"26VG-39 1226 / 26VG-77 1225 / {FAR_ALLIED}")
    assert {"26VG-39", "26VG-77"} <= table.offers("pick")
    assert "done" in table.options(), "nobody has to move"
    table.do("pick 26VG-39", "step 1126")
    assert table.refusal("step 1024").rule == "BW-5.1"
    table.do("step 1026", "stop")
    assert table.where("26VG-39") == "1026"
    assert "26VG-77" in table.offers("pick")
    assert "26VG-39" not in table.offers("pick")


@rule("BW-5.1.enemy", "BW-6.3")
def test_a_unit_never_enters_a_hex_with_an_enemy_nor_passes_through_it():
    table = moving("26VG-39", "0912", "A-174 0812")
    assert table.refusal("go 0812").rule == "BW-5.1.enemy"
    assert "an enemy unit is there" in table.refusal_text("step 0812")
    behind = moving("2Pz-3", "1124", "A-174 1023").refusal("go 1022")
    assert behind.rule == "BW-6.3"
    assert "may not move through enemy units" in behind.text


@rule("BW-5.2")
def test_a_unit_spends_no_more_points_than_its_allowance():
    table = moving("26VG-39", "1224")
    refusal = table.refusal("go 1027")
    assert refusal.rule == "BW-5.2"
    assert "4 needed, 3 left: clear 3, light woods 1" in refusal.text
    assert "1026" in table.offers("go")


@rule("BW-5.2.saved")
def test_points_left_over_are_lost():
    table = moving("26VG-39", "1224", "26VG-77 1225").do("step 1124", "stop")
    refusal = table.refusal("pick 26VG-39")
    assert refusal.rule == "BW-5.2.saved"
    assert movement.allowance(table.state, unit("26VG-77")) == 36, "and pass to nobody else"


@rule("BW-12.4.move", "BW-R.11")
def test_an_allowance_is_lowered_first_and_then_halved_fractions_up():
    pieces = "2Inf-23 2426 out-of-supply / 9Arm-CCR 2626 out-of-supply / 1Inf-16 2202"
    table = at("allied movement", f"{pieces} / {FAR_GERMAN}", turn=1)
    state = table.state
    assert movement.allowance(state, unit("2Inf-23")) == 24, "3 on 16AM, half of it, fractions up"
    assert movement.allowance(state, unit("9Arm-CCR")) == 12, "2 on 16AM, halved"
    assert movement.allowance(state, unit("1Inf-16")) == 24
    refusal = table.do("pick 2Inf-23").refusal("go 2420")
    assert "(BW-R.11)" in refusal.text
    assert "on 16AM its allowance is 3, not 4 (BW-15.2.veterans)" in refusal.text
    assert "out of supply it has half of 3, fractions up (BW-12.4.move)" in refusal.text


# ---- what each kind of ground costs (BW-5.3) ----


@rule("BW-5.3.clear")
def test_a_clear_hex_costs_one_point():
    assert paid("26VG-77", "1225", "1224") == "1 point: clear 1"
    assert paid("2Pz-2", "1225", "1224") == "1 point: clear 1"
    assert paid("A-401", "1225", "1224") == "1 point: clear 1"


@rule("BW-5.3.woods")
def test_light_woods_cost_infantry_one_point_and_others_two():
    assert paid("26VG-77", "1123", "1222") == "1 point: light woods 1"
    assert paid("2Pz-2", "1123", "1222") == "2 points: light woods 2"
    assert paid("A-401", "1123", "1222") == "2 points: light woods 2"


@rule("BW-5.3.broken")
def test_a_broken_hex_costs_two_points():
    assert paid("26VG-77", "1225", "1226") == "2 points: broken 2"
    assert paid("2Pz-2", "1225", "1226") == "2 points: broken 2"


@rule("BW-5.3.forest")
def test_a_forest_hex_costs_two_points():
    assert paid("26VG-77", "1124", "1123") == "2 points: forest 2"
    assert paid("2Pz-2", "1124", "1123") == "2 points: forest 2"


@rule("BW-5.3.town")
def test_a_town_hex_costs_one_point():
    assert paid("99Inf-395", "0905", "1005") == "1 point: town 1"
    assert paid("102Cav", "0905", "1005") == "1 point: town 1"


@rule("BW-5.3.road")
def test_a_hex_along_a_road_costs_a_quarter_whatever_lies_in_it():
    assert paid("2Pz-2", "1324", "1223") == "1/4 point: road 1/4"
    assert paid("2Pz-3", "1124", "1023") == "1/4 point: road 1/4", "a forest"
    assert paid("28Inf-110", "1324", "1223") == "1/4 point: road 1/4"
    assert paid("A-174", "1324", "1223", "1124") == "½ point: road ½"
    assert paid("102Cav", "1006", "1005") == "1/4 point: road 1/4", "a bridge, and a town"


@rule("BW-5.3.foot", "BW-R.13")
def test_german_infantry_paratroops_and_rockets_pay_a_third_by_road():
    for name in ("26VG-77", "3FJ-5", "R-15"):
        assert paid(name, "1324", "1223") == "1/3 point: road 1/3"
    assert game().forces.units[unit("3FJ-5")].type == "parachute"
    assert "BW-5.3.foot" in game().rules["BW-R.13"].see


@rule("BW-5.3.horse")
def test_german_corps_artillery_pays_half_a_point_by_road():
    assert paid("A-401", "1324", "1223") == "½ point: road ½"
    assert paid("R-15", "1324", "1223") == "1/3 point: road 1/3"


@rule("BW-5.3.armor")
def test_armor_enters_and_leaves_forests_only_along_roads():
    table = moving("1SS-Peiper", "0812")
    assert table.offers("step") == {"0912"}, "the example of the rulebook"
    assert table.refusal("step 0813").rule == "BW-5.3.armor"
    assert "0813" in moving("1SS-1", "0812").offers("step"), "armored infantry has no silhouette"
    into = moving("2Pz-3", "1124")
    assert into.refusal("step 1123").rule == "BW-5.3.armor"
    assert "1123" in into.offers("go"), "round by the road"
    assert "1023" in into.offers("step"), "a forest, along the road"
    out = moving("PzLehr-130", "1023")
    assert "1124" in out.offers("step")
    assert out.forbids("step 1024") == "BW-5.3.armor"


@rule("BW-5.3.mud")
def test_from_18am_to_19pm_clear_hexes_cost_mechanized_units_and_artillery_two_points():
    assert paid("2Pz-2", "1225", "1224", turn=5) == "2 points: mud 2"
    assert paid("A-401", "1225", "1224", turn=8) == "2 points: mud 2"
    assert paid("26VG-77", "1225", "1224", turn=5).startswith("1 point")
    assert paid("2Pz-2", "1225", "1224", turn=4) == "1 point: clear 1"
    assert paid("2Pz-2", "1225", "1224", turn=9) == "1 point: clear 1"
    table = moving("2Pz-2", "1225", turn=5)
    refusal = table.refusal("go 1023")
    assert refusal.rule == "BW-5.3.mud"
    assert "mud 4" in refusal.text


@rule("BW-5.3.freeze")
def test_from_23am_light_woods_cost_everybody_one_point():
    assert paid("2Pz-2", "1123", "1222", turn=15) == "1 point: frozen woods 1"
    assert paid("A-401", "1123", "1222", turn=22) == "1 point: frozen woods 1"
    assert paid("2Pz-2", "1123", "1222", turn=14) == "2 points: light woods 2"


@rule("BW-5.3.cliff")
def test_nobody_moves_across_a_cliff():
    table = moving("28Inf-110", "1627")
    assert table.forbids("step 1628") == "BW-5.3.cliff"
    assert "1628" not in table.offers("step")


# ---- one hex is always possible (BW-5.2.one) ----


@rule("BW-5.2.one")
def test_a_unit_may_always_move_one_hex_whatever_it_costs():
    table = at("german movement", f"A-401 1123 out-of-supply / {FAR_ALLIED}", turn=9).do("pick A-401")
    assert movement.allowance(table.state, unit("A-401")) == 12
    assert "1222" in table.offers("go"), "light woods cost two points"
    assert "1224" not in table.offers("go")
    table.do("go 1222")
    assert table.texts("BW-5.1")[-1].endswith("for 2 points: light woods 2; one hex is always possible (BW-5.2.one)")


def test_the_free_hex_is_no_way_into_closed_ground_nor_within_a_zone():
    pieces = f"PzBde150 1124 out-of-supply / 28Inf-110 1224 / {FAR_ALLIED}"
    table = at("german movement", pieces, turn=7).do("pick PzBde150")
    assert table.forbids("step 1123") == "BW-5.3.armor"
    assert table.forbids("step 1125") == "BW-7.4.same"


@rule("BW-R.12")
def test_the_free_hex_is_the_whole_of_a_move():
    table = at("german movement", f"A-401 1124 out-of-supply / {FAR_ALLIED}", turn=9).do("pick A-401", "step 1223")
    refusal = table.refusal("step 1222")
    assert refusal.rule == "BW-5.2"
    assert "2 needed, ½ left: light woods 2" in refusal.text
    assert "(BW-R.12)" in refusal.text


# ---- interdiction (BW-11.3) ----


@rule("BW-11.3")
def test_an_interdicted_hex_costs_german_mechanized_units_two_points_more_and_others_one():
    more = '[markers]\ninterdicted = ["1223"]'
    for name, cost in (("2Pz-2", "2 1/4 points"), ("26VG-77", "1 1/3 points"), ("A-401", "1½ points")):
        table = moving(name, "1324", more=more).do("step 1223").try_("stop")
        assert table.texts("BW-5.1")[-1].partition(" for ")[2].startswith(f"{cost}: road")
    refusal = moving("26VG-77", "1324", more=more).refusal("go 1120")
    assert refusal.rule == "BW-11.3"
    assert "3 2/3 needed, 3 left" in refusal.text, "round the hex; through it, as much"


# ---- nothing else ----


def test_what_is_offered_is_what_the_flood_reaches_and_every_step_can_be_completed():
    table = begin()
    while table.asked()[1] != "german movement":
        table.do("done")
    state = table.state
    for number in list(bits(state.playing[GERMAN]))[::4]:
        walk = movement.walk_of(state, number)
        for step in game().ground.grid.bits(walk.steps):
            spent = walk.price(step)
            assert spent is not None
            on = movement.walk_of(state, number, step, spent, begun=True)
            assert on.may_stop or on.able


@pytest.mark.parametrize("seed", range(3))
def test_who_can_move_is_found_by_masks_as_by_floods(seed: int):
    rng, state = random.Random(seed), cast(Situation, game().start("six-turn"))
    judged = 0
    for n in range(900):
        if state.over:
            break
        if state.chance:
            state.roll(state.chance.sample(rng))
            continue
        state.apply(state.decision.options[rng.randrange(len(state.decision.options))])
        if n % 30 or state.over or state.chance:
            continue
        for units in state.playing:
            found = movement.able(state, units)
            for number in bits(units):
                walk = movement.walk_of(state, number)
                assert walk.able == bool(walk.go or walk.exits) == bool(found >> number & 1)
                judged += 1
    assert judged > 1000


@rule("BW-4.0.movement")
def test_an_enemy_unit_is_not_moved_and_nothing_of_another_phase_is_done():
    table = at("german movement", f"26VG-39 1226 / {FAR_ALLIED}")
    assert table.forbids("pick 1Inf-26") == "BW-4.0.movement"
    assert table.forbids("target 1226") == "BW-4.0.combat"
    assert table.forbids("go 1225") == "BW-5.1"
    table.do("pick 26VG-39")
    assert table.forbids("pick 26VG-39") == "BW-5.1"
    assert table.forbids("done") == "BW-5.1"
    assert table.forbids("stop") == "BW-5.1"


# ---- exploitation (BW-14.2) ----


@rule("BW-14.2", "BW-4.0.exploitation")
def test_in_the_exploitation_phase_units_in_reserve_move_with_their_full_allowance():
    pieces = f"2Pz-2 1324 reserve / 2Pz-304 1223 / 26VG-77 1225 / {FAR_ALLIED}"
    table = at("german exploitation", pieces)
    assert table.offers("pick") == {"2Pz-2"}
    assert table.forbids("pick 2Pz-304") == "BW-14.2"
    assert table.forbids("pick 1Inf-26") == "BW-4.0.exploitation"
    table.do("pick 2Pz-2")
    assert movement.allowance(table.state, unit("2Pz-2")) == 48
    assert table.forbids("build") == "BW-4.0.movement"
    table.do("go 1124")
    assert table.rules("move") == ["BW-14.2"]
    assert not table.has("reserve", "2Pz-2")
    assert not table.has("marched", "2Pz-2")


@rule("BW-14.1")
def test_a_unit_in_reserve_does_not_move_in_the_movement_phase():
    table = at("german movement", f"2Pz-2 1324 reserve / 26VG-77 1225 / {FAR_ALLIED}").do("pick 2Pz-2")
    assert table.forbids("go 1124") == "BW-14.1"
    assert table.forbids("step 1223") == "BW-14.1"


@rule("BW-R.22")
def test_a_unit_that_has_built_does_not_exploit():
    table = at("german exploitation", f"2Pz-2 1324 reserve busy / 2Pz-304 1223 reserve / {FAR_ALLIED}")
    assert table.forbids("pick 2Pz-2") == "BW-R.22"


# ---- engaged units and withdrawals (BW-9.5) ----


@rule("BW-9.5.ENG.stay")
def test_engaged_infantry_does_not_move_and_armor_does():
    engaged = '[obligations]\n"1324 engagement" = { by = ["28Inf-110", "9Arm-CCB"], against = ["26VG-77"] }'
    pieces = f"28Inf-110 1424 / 9Arm-CCB 1424 / 26VG-77 1324 / {FAR_ALLIED}"
    table = at("allied movement", pieces, more=engaged)
    assert table.forbids("pick 28Inf-110") == "BW-9.5.ENG.stay"
    assert "9Arm-CCB" in table.offers("pick")


@rule("BW-9.5.CA.withdraw")
def test_who_withdraws_takes_the_others_along_and_nobody_comes_back_in_this_game_turn():
    owed = '[obligations]\n"1424 counterattack" = { by = ["28Inf-110", "9Arm-CCB"], against = ["26VG-77"] }'
    pieces = f"28Inf-110 1424 / 9Arm-CCB 1424 / 28Inf-109 1524 / 26VG-77 1324 / {FAR_ALLIED}"
    table = at("allied movement", pieces, more=owed)
    assert "done" in table.options()
    table.do("pick 28Inf-110", "go 1525")
    refusal = table.refusal("done")
    assert refusal.rule == "BW-9.5.CA.withdraw"
    assert "BW-R.28" in refusal.text
    entering = table.fork().do("pick 28Inf-109")
    assert entering.forbids("go 1424") == "BW-9.5.CA.withdraw"
    table.do("pick 9Arm-CCB", "go 1526")
    assert "done" in table.options()
