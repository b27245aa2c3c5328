"""PG-7, 8 and 10: battles, what they need, what they cost, what follows."""

import pytest

from ardennes.engine import Action, Battle, Kind, Odds, Record
from tests.proving.table import ground, offered, play, rule_of, table
from tests.proving.tally import ratio
from tests.rulemark import rule

DUEL = {"R1": "0503", "B1": "0504"}  # 4 to 3 on open ground
PAIR = {"R1": "0503", "R2": "0503", "B3": "0504"}  # 7 to 3
CHAIN = {"R1": "0403", "R2": "0503", "B1": "0504", "B2": "0404"}  # R1 is beside both, R2 beside 0504


def fight(pieces: dict[str, str], *lines: str, **more: str) -> Record:
    """A red combat phase, begun with these lines."""
    return play(table("red combat", pieces, turn=1, **more), *lines)


def resolve(record: Record, die: int, ground_die: int = 3) -> Record:
    """From the confirmed declaration to the result, at the full column."""
    if record.state.chance is None and record.state.decision.step == "lower":
        play(record, "lower 0")
    return play(record, f"roll {ground_die}", f"roll {die}")


def odds(record: Record) -> Odds:
    """The odds of the battle that is being fought."""
    battle = record.state.battle()
    assert battle is not None
    return record.state.odds(battle)


# Who must


@rule("PG-7.1")
def test_every_attacker_in_an_enemy_zone_must_attack():
    record = fight({**DUEL, "R2": "0403", "C1": "0603"})
    assert {duty.who for duty in ground(record).duties("red", "attack")} == {"R1", "R2", "C1"}
    play(record, "join R1")
    assert rule_of(record, "done") == "PG-7.1"
    play(record, "join R2")  # whereupon the last one joins as a matter of course
    assert record.state.decision.options == [Action("done")]


@rule("PG-7.2")
def test_every_target_must_be_attacked():
    record = fight(CHAIN)
    assert {duty.who for duty in record.state.decision.obligations} == {"R1", "R2", "0404", "0504"}
    play(record, "target 0504")
    assert rule_of(record, "join R1") == "PG-7.2"  # nobody else could attack 0404


def test_an_enemy_gun_alone_must_be_attacked_but_obliges_no_attacker():
    record = fight({"R1": "0503", "R2": "0403", "BA": "0504"})
    assert [duty.who for duty in ground(record).duties("red", "attack", "be attacked")] == ["0504"]
    assert rule_of(play(record, "join R1"), "done") is None


def test_a_battle_is_declared_by_its_actions():
    record = fight({**DUEL, "R2": "0403", "C1": "0603"}, "join R1", "join C1")
    battle = record.state.battle()
    assert battle is not None
    assert [str(action) for action in battle.actions()] == ["target 0504", "join R1", "join C1", "join R2", "done"]


# Declaring


@rule("PG-7.3")
def test_several_hexes_are_attacked_by_units_beside_all_of_them():
    record = fight({**CHAIN, "B3": "0603"}, "target 0404", "target 0504")
    battle = record.state.battle()
    assert battle is not None
    assert (battle.targets, battle.attackers) == (("0404", "0504"), ("R1",))
    assert rule_of(record, "join R2") == "PG-7.3"


@rule("PG-7.3")
def test_a_unit_attacks_once_a_phase():
    record = resolve(fight({**CHAIN, "C1": "0503"}, "target 0404", "done"), 1)
    assert offered(record, "join") == ["R2", "C1"]
    assert rule_of(record, "join R1") == "PG-7.3"


@rule("PG-7.4")
def test_artillery_of_both_sides_supports_within_two_hexes():
    record = fight({**DUEL, "RA": "0502", "BA": "0506"}, "done", "support RA", "done")
    assert (record.state.decision.side, offered(record, "support")) == ("blue", ["BA"])
    assert record.state.decision.facts == {"odds": 2, "hex": "0504", "column": 2}
    play(record, "support BA", "done")
    assert (odds(record).attack, odds(record).defence) == (4 + 2, 3 + 2)


def test_artillery_further_away_is_not_asked():
    assert fight({**DUEL, "RA": "0501", "BA": "0507"}, "done").state.decision.step == "lower"


def test_what_the_defender_may_still_add_is_shown_apart():
    record = fight({**DUEL, "BA": "0506"})
    assert [(line.rule, line.after) for line in odds(record).may_change] == [("PG-7.4", 2)]
    assert odds(record).defence == 3


@rule("PG-7.5")
def test_a_mission_over_the_battle_shifts_a_column_once():
    record = fight(DUEL, "done", markers='flown = ["red-air-south", "red-air-north"]')
    assert offered(record, "support") == ["red-air-south"]
    play(record, "support red-air-south", "done")
    assert ground(record).flown == ("red-air-north",)
    assert ("PG-7.5", 1, 2) in [(line.rule, line.before, line.after) for line in odds(record).tally]


@rule("PG-7.15")
def test_red_lays_open_a_smoke_chit_and_cannot_take_it_back():
    record = fight(DUEL, "done", hidden='chit-1 = "smoke"; chit-2 = "blank"')
    assert offered(record, "play") == ["chit-1"]
    play(record, "play chit-1")
    assert (ground(record).hand, ground(record).played) == ({"chit-2": "blank"}, ("smoke",))
    assert record.cannot_undo() is not None


def test_whether_red_is_asked_for_chits_depends_on_their_number_only():
    record = fight(DUEL, "done", hidden='chit-1 = "blank"')
    assert record.state.decision.options == [Action("done")]


# The column


@pytest.mark.parametrize(("attack", "defence", "column"), [(26, 9, 2), (9, 9, 1), (8, 9, 0), (27, 9, 3), (99, 9, 4)])
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, column: int):
    assert ratio(attack, defence) == column


@rule("PG-7.6")
def test_woods_shift_a_column_to_the_left():
    record = fight({"R1": "0703", "R2": "0703", "B1": "0602"})
    assert record.state.odds(Battle("assault", "red", ("0602",), ("R1", "R2"))).column == "1-1"


@rule("PG-7.7")
def test_an_attack_wholly_across_the_river_is_a_column_worse():
    record = table("red movement", {"R1": "0504", "R2": "0504", "C1": "0405", "B1": "0505"})
    across = record.state.odds(Battle("assault", "red", ("0505",), ("R1", "R2")))
    mixed = record.state.odds(Battle("assault", "red", ("0505",), ("R1", "R2", "C1")))
    assert across.column == "1-1"
    assert "PG-7.7" not in [line.rule for line in mixed.tally]


@rule("PG-7.8")
def test_the_attacker_may_hold_back_but_not_beyond_the_table():
    record = fight(DUEL, "done")
    assert offered(record, "lower") == ["0", "1"]
    play(record, "lower 1")
    assert odds(record).column == "1-2"


@rule("PG-7.9")
def test_the_die_before_the_die_is_mixed_into_the_odds():
    record = fight(DUEL, "done", "lower 0")
    mixed = {outcome.label: outcome.probability for outcome in odds(record).outcomes}
    assert mixed["AE"] == pytest.approx(1 / 6 * 2 / 6)  # only if the ground shifts to 1-2
    play(record, "roll 1")
    fixed = {outcome.label: outcome.probability for outcome in odds(record).outcomes}
    assert fixed["AE"] == pytest.approx(2 / 6)
    assert "PG-7.9" in [line.rule for line in odds(record).tally]


@rule("PG-8.1")
def test_supply_is_a_path_of_six_hexes_to_the_own_edge():
    record = table("red movement", {"R1": "0507", "R2": "0508"})
    supplied = record.state.supply("R1")
    assert (supplied.state, supplied.path[0], len(supplied.path)) == ("supplied", "0507", 7)
    assert supplied.path[-1][2:] == "01"
    assert record.state.supply("R2").state == "unsupplied"


@rule("PG-8.2")
def test_a_unit_out_of_supply_attacks_at_half_strength_rounded_up():
    record = table("red movement", {"R2": "0508", "B1": "0509"})
    assert record.state.odds(Battle("assault", "red", ("0509",), ("R2",))).attack == 2


# What follows


@rule("PG-7.10")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (5, 2)])
def test_the_die_gives_the_result(die: int, steps: int):
    record = resolve(fight({"R1": "0503", "B1": "0504", "B4": "0504"}, "done"), die)
    state = ground(record)
    assert state.steps[state.unit("R1").number] == steps
    assert [event.label for event in record.events if event.kind == "result"] == ["AE" if die == 1 else "NE"]


@rule("PG-7.17")
def test_the_owner_chooses_who_loses_the_step():
    record = resolve(fight({"R1": "0503", "B1": "0504", "B4": "0504"}, "done"), 6)
    assert (record.state.decision.side, offered(record, "lose")) == ("blue", ["B1", "B4"])
    play(record, "lose B4")
    state = ground(record)
    assert state.steps[state.unit("B4").number] == 1


def drive_back(die: int, **more: str) -> Record:
    """B3 is driven out of 0504 by R1 and R2."""
    return resolve(fight(PAIR, "join R1", "done", **more), die)


@rule("PG-7.11")
def test_the_victor_leads_the_retreat_and_only_where_it_can_be_completed():
    record = drive_back(4)
    decision = record.state.decision
    assert (decision.side, decision.kind, decision.rule) == ("red", Kind.RETREAT, "PG-7.11")
    assert offered(record, "step") == ["0404", "0505", "0604"]
    assert rule_of(record, "step 0403") == "PG-7.11"  # in a red zone
    play(record, "step 0505")
    assert "0504" not in offered(record, "step")
    assert ground(play(record, "step 0506")).at["B3"] == "0506"


@rule("PG-7.16")
def test_with_the_option_the_loser_leads():
    record = drive_back(4, options="loser = true")
    assert (record.state.decision.side, record.state.decision.rule) == ("blue", "PG-7.16")


@rule("PG-7.12")
def test_a_unit_that_cannot_complete_its_retreat_is_eliminated():
    ring = {"R2": "0503", "C1": "0506", "C2": "0304", "R1": "0704", "B3": "0504"}
    record = resolve(fight(ring, "done"), 5)
    assert ground(record).at["B3"] == "dead"
    assert "PG-7.12" in [event.rule for event in record.events]


@rule("PG-7.13")
def test_attackers_may_enter_the_hex_that_became_empty():
    record = play(drive_back(4), "step 0505", "step 0506")
    assert (record.state.decision.kind, offered(record, "advance")) == (Kind.ADVANCE, ["R1", "R2"])
    play(record, "advance R1", "done")
    assert (ground(record).at["R1"], ground(record).at["R2"]) == ("0504", "0503")


@rule("PG-7.14")
def test_a_ds_leaves_an_obligation_for_the_next_movement_phase():
    record = play(drive_back(6), "step 0505", "step 0506", "done")
    assert record.state.decision.step == "movement"
    assert [(d.who, d.by) for d in ground(record).duties("blue", "withdraw")] == [("B3", "movement of turn 1")]


# The barrage

MASS = {"inf@0404": "9", "tank@0404": "9", "gun@0404": "9", "B1": "0505", "B4": "0505"}


@rule("PG-10.1")
def test_twenty_seven_dice_fall_in_one_roll():
    record = play(table("barrage", MASS), "target 0505", "join gun@0404", "join inf@0404", "join tank@0404", "done")
    chance = record.state.chance
    assert chance is not None
    assert (chance.rule, len(chance.dice)) == ("PG-10.1", 27)
    assert {die.label for die in chance.dice} == {"gun@0404", "inf@0404", "tank@0404"}


@rule("PG-10.2")
def test_each_hit_costs_a_step_by_the_owners_choice():
    record = play(table("barrage", {"gun@0404": "3", "B1": "0505", "B4": "0505"}), "target 0505", "done", "roll 4 5 1")
    assert (record.state.decision.side, offered(record, "lose")) == ("blue", ["B1", "B4"])
    play(record, "lose B1", "lose B1")
    assert ground(record).at["B1"] == "dead"


@rule("PG-10.3")
def test_lots_are_no_targets_and_have_no_zones():
    record = table("blue combat", {"R1": "0503", "R2": "0403", "inf@0603": "3", "B1": "0504"})
    assert rule_of(record, "target 0603") == "PG-10.3"
    assert "0703" not in record.state.zoc("red")
