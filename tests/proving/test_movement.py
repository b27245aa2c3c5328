"""PG-5 and PG-6: moving, stacking, what is owed."""

import pytest

from ardennes.engine import Action, Kind, Refused
from tests.proving.table import ground, offered, play, rule_of, table
from tests.rulemark import rule


@rule("PG-5.1")
def test_a_unit_moves_once_a_phase():
    record = play(table("red movement", {"R1": "0503", "B1": "0507"}), "pick R1", "go 0502")
    assert rule_of(record, "pick R1") == "PG-5.1"
    assert rule_of(record, "pick B1") == "PG-5.1"


@rule("PG-5.2")
def test_a_hex_is_entered_only_if_its_cost_can_be_paid():
    record = play(table("red movement", {"R2": "0404", "B1": "0507"}), "pick R2", "step 0403", "step 0402", "step 0302")
    assert record.state.decision.facts == {"left": 2}
    assert rule_of(record, "step 0303") == "PG-5.2"  # woods cost 2
    assert "0402" in offered(record, "step")


@rule("PG-5.3")
def test_nobody_enters_an_enemy_hex():
    record = play(table("red movement", {"R1": "0506", "B1": "0507"}), "pick R1")
    assert rule_of(record, "step 0507") == "PG-5.3"


@rule("PG-5.4")
def test_an_enemy_zone_costs_a_point_more_and_takes_a_step():
    record = play(table("red movement", {"R1": "0602", "B1": "0604"}), "pick R1")
    assert rule_of(record, "go 0603") == "PG-5.4"
    play(record, "step 0603", "choose hold")
    assert record.state.decision.facts == {"left": 12 - 4}
    assert [event.rule for event in record.events if event.kind == "zone"] == ["PG-5.4"]


@rule("PG-5.5")
def test_a_unit_changes_its_mode_in_mid_move_and_pays_for_it():
    record = play(table("red movement", {"R2": "0601"}), "pick R2", "step 0502", "mode road", "step 0503", "step 0504")
    assert record.state.decision.facts == {"left": 8 - 2 - 1 - 2}
    assert rule_of(record, "step 0404") == "PG-5.5"
    play(record, "mode foot", "step 0404")
    assert ground(record).at["R2"] == "0404"


def test_go_finds_the_way_over_the_road_by_itself():
    record = play(table("red movement", {"R2": "0502"}), "pick R2")
    assert "0509" in offered(record, "go")
    assert record.state.reach("R2").costs["0509"] == 1 + 7


@rule("PG-5.6")
def test_nobody_is_in_road_mode_in_an_enemy_zone():
    record = play(table("red movement", {"R1": "0502", "B1": "0505"}), "pick R1", "mode road", "step 0503")
    assert rule_of(record, "step 0504") == "PG-5.6"
    play(record, "mode foot", "step 0504", "choose hold")
    assert rule_of(record, "mode road") == "PG-5.6"


@rule("PG-5.7")
def test_the_river_costs_two_points_more_without_a_bridge():
    pieces = {"R3": "0404", "B1": "0109"}
    record = play(table("red movement", pieces), "pick R3", "step 0405")
    assert record.state.decision.facts == {"left": 8 - 6}
    record = play(table("red movement", pieces), "pick R3", "step 0403", "step 0404")
    assert rule_of(record, "step 0405") == "PG-5.7"


@rule("PG-5.8")
@pytest.mark.parametrize(("face", "blown"), [(3, ("0504/0505",)), (4, ())])
def test_infantry_blows_a_bridge_on_one_to_three(face: int, blown: tuple[str, ...]):
    record = play(table("red movement", {"R2": "0504"}), "pick R2", "blow 0504/0505")
    assert record.state.chance is not None
    assert record.state.chance.rule == "PG-5.8"
    play(record, f"roll {face}")
    assert ground(record).blown == blown


def test_where_the_bridge_is_blown_there_is_only_the_river():
    record = table("red movement", {"R2": "0504"}, markers='blown = ["0504/0505"]')
    assert record.state.reach("R2").costs["0505"] == 6


@rule("PG-5.9")
def test_each_unit_of_a_column_pays_a_point_more_to_enter():
    record = table("red movement", {"C1": "column", "C2": "column", "C3": "column"}, turn=2)
    for piece, left in (("C1", 10), ("C2", 4), ("C3", 2)):
        play(record, f"pick {piece}", "step 0501")
        assert record.state.decision.facts == {"left": left}
        play(record, "go 0401" if piece == "C1" else "stop")
    assert next(event.rule for event in record.events if event.kind == "move") == "PG-5.9"


@rule("PG-5.9")
def test_a_column_waits_for_its_turn():
    record = table("red movement", {"C1": "column"})
    assert rule_of(record, "pick C1") == "PG-5.9"


@rule("PG-5.10")
def test_a_red_unit_leaves_by_the_eastern_road_for_a_point():
    record = play(table("red movement", {"R1": "0508"}), "pick R1", "step 0509", "step exit")
    assert ground(record).at["R1"] == "exit"
    assert ground(record).exited == 1


def test_a_blue_unit_does_not_leave_the_board():
    record = play(table("blue movement", {"B1": "0509"}), "pick B1")
    assert "exit" not in offered(record, "step") + offered(record, "go")


@rule("PG-5.11")
def test_a_truck_carries_infantry_and_the_cargo_has_moved():
    record = play(table("red movement", {"RT": "0502", "R2": "0503"}), "pick RT", "step 0503", "load R2")
    assert ground(record).at["R2"] == "RT"
    play(record, "mode road", "step 0504", "step 0505", "mode foot", "unload R2")
    assert ground(record).at["R2"] == "0505"
    play(record, "stop")
    assert rule_of(record, "pick R2") == "PG-5.1"


@rule("PG-5.11")
def test_cargo_dies_with_its_truck():
    record = table("red movement", {"RT": "0502", "R2": "RT"})
    ground(record).eliminate("RT", "PG-5.11")
    assert ground(record).at["R2"] == "dead"


@rule("PG-5.12")
def test_two_brigades_form_their_division_and_it_has_moved():
    record = play(table("red movement", {"R5a": "0302", "R5b": "0302"}), "form R5")
    state = ground(record)
    assert (state.at["R5"], state.at["R5a"], state.steps[state.unit("R5").number]) == ("0302", "R5", 2)
    assert "R5" not in offered(record, "pick") + offered(record, "split")


@rule("PG-5.12")
def test_a_reduced_division_splits_into_the_one_brigade_that_is_left():
    record = play(table("red movement", {"R5": "0302 reduced"}), "split R5")
    state = ground(record)
    assert (state.at["R5"], state.at["R5a"], state.at["R5b"]) == ("unformed", "0302", "dead")


def test_a_division_does_not_split_where_there_is_no_room_for_two():
    record = table("red movement", {"R5": "0302", "R1": "0302"})
    assert offered(record, "split") == []


@rule("PG-5.13")
def test_part_of_a_lot_marches_and_joins_the_lot_there():
    record = table("red movement", {"inf@0303": "5", "inf@0302": "2"})
    play(record, "pick inf@0303", "take 3", "step 0302")
    assert ground(record).lots == {"inf@0303": 2, "inf@0302": 5}
    play(record, "pick inf@0302")
    assert offered(record, "take") == ["1", "2"]  # three of them have marched


@rule("PG-5.13")
def test_lots_keep_to_their_bank_and_out_of_enemy_zones():
    record = play(table("red movement", {"inf@0404": "1", "B1": "0505"}), "pick inf@0404")
    assert offered(record, "step") == ["0304", "0403"]
    assert record.state.decision.rule == "PG-5.13"


@rule("PG-5.14")
@pytest.mark.parametrize(("face", "steps", "owed"), [(3, 1, 1), (4, 2, 0)])
def test_a_sprung_ambush_stops_the_unit_and_may_shake_it(face: int, steps: int, owed: int):
    record = table("red movement", {"R1": "0503", "B1": "0505"}, hidden="alarm = 5")
    play(record, "pick R1", "step 0504", "choose spring", f"roll {face}")
    state = ground(record)
    assert state.steps[state.unit("R1").number] == steps
    assert len(state.duties("red", "withdraw")) == owed
    assert rule_of(record, "pick R1") == "PG-5.1"


@rule("PG-5.14", "PG-4.2")
def test_blue_is_asked_about_an_ambush_even_if_he_has_none():
    record = play(table("red movement", {"R1": "0503", "B1": "0505"}, hidden="alarm = 4"), "pick R1", "step 0504")
    assert (record.state.decision.side, record.state.decision.rule) == ("blue", "PG-5.14")
    assert offered(record, "choose") == ["hold"]
    assert rule_of(record, "choose spring") == "PG-4.2"


@rule("PG-4.3")
def test_with_the_wide_alarm_a_four_is_enough():
    record = table("red movement", {"R1": "0503", "B1": "0505"}, options="wide = true", hidden="alarm = 4")
    play(record, "pick R1", "step 0504", "choose spring")
    assert record.state.chance is not None


@rule("PG-6.1")
def test_a_full_hex_that_nobody_can_leave_is_no_place_to_stop():
    pieces = {"R1": "0502", "R2": "0503", "C1": "0503", "B1": "0507"}
    record = play(table("red movement", pieces), "pick R2", "stop", "pick C1", "stop", "pick R1", "step 0503")
    assert rule_of(record, "stop") == "PG-6.1"
    assert "0503" not in offered(play(record, "step 0504", "stop"), "go")
    assert "PG-6.1" in [event.rule for event in play(record, "done").events]


@rule("PG-6.2")
def test_two_units_change_places_between_full_hexes():
    pieces = {"R1": "0502", "R2": "0503", "C1": "0503", "C2": "0502"}
    record = play(table("red movement", pieces), "pick R1", "go 0503")
    assert [duty.rule for duty in record.state.decision.obligations] == ["PG-6.2"]
    assert offered(record, "pick") == ["R2", "C1"]
    assert rule_of(record, "done") == "PG-6.2"
    assert rule_of(record, "pick C2") == "PG-6.2"
    play(record, "pick R2", "go 0502")
    assert [ground(record).at[name] for name in ("R1", "R2", "C1", "C2")] == ["0503", "0502", "0503", "0502"]
    assert Action("done") in record.state.decision.options


@rule("PG-6.3")
def test_what_is_too_many_in_a_hex_is_lost_by_the_owners_choice():
    pieces = {"R1": "0503", "R2": "0504", "C1": "0504", "B1": "0505"}
    record = play(table("red movement", pieces, hidden="alarm = 6"), "pick R2", "stop", "pick C1", "stop")
    play(record, "pick R1", "step 0504", "choose spring", "roll 6", "done")
    assert record.state.decision.kind is Kind.LOSS
    assert offered(record, "lose") == ["R1", "R2", "C1"]
    play(record, "lose C1")
    assert ground(record).at["C1"] == "dead"


@rule("PG-6.4")
def test_a_shaken_unit_must_get_out_of_the_enemys_zones():
    pieces = {"R1": "0504", "B1": "0505"}
    record = table("red movement", pieces, obligations='R1 = "withdraw"')
    assert rule_of(record, "done") == "PG-6.4"
    play(record, "pick R1")
    assert rule_of(record, "stop") == "PG-6.4"
    play(record, "step 0503", "stop")
    assert ground(record).owed == ()
    play(record, "done")


@rule("PG-6.4")
def test_a_withdrawal_that_cannot_be_made_lapses():
    ring = {"B1": "0507", "R1": "0506", "B2": "0505", "B3": "0406", "B4": "0606", "BA": "0605"}
    ring |= {"B5": "0405"}
    record = table("red movement", {**ring, "R2": "0901"}, obligations='R1 = "withdraw"')
    play(record, "done")
    assert "lapse" in [event.kind for event in record.events]


@rule("PG-6.4")
def test_the_duty_of_a_unit_shaken_in_its_own_phase_waits_for_the_next_turn():
    record = table("red movement", {"R1": "0503", "B1": "0505"}, hidden="alarm = 6")
    play(record, "pick R1", "step 0504", "choose spring", "roll 1", "done")
    assert [duty.by for duty in ground(record).duties("red", "withdraw")] == ["movement of turn 2"]


def test_a_refusal_names_the_rule():
    record = play(table("red movement", {"R1": "0506", "B1": "0507"}), "pick R1")
    with pytest.raises(Refused) as caught:
        record.apply("step 0507")
    assert caught.value.rule == "PG-5.3"
