"""PG-1 to 4 and 9: set-up, secrets, the sequence of play, the ways to end."""

import pytest

from ardennes.engine import Kind, Record
from ardennes.engine.errors import BadOption
from tests.proving.table import ground, offered, play, proving, rule_of, table
from tests.rulemark import rule


@rule("PG-1.1")
def test_blue_sets_up_by_hand_two_to_a_hex():
    record = Record.start(proving(), "meeting")
    assert record.state.decision.kind is Kind.SETUP
    play(record, "pick B1", "put 0506", "pick B2", "put 0506", "pick B3")
    assert "0506" not in offered(record, "put")
    assert rule_of(record, "put 0501") == "PG-1.1"


@rule("PG-3.1")
def test_missions_are_planned_one_side_after_the_other_within_the_stock():
    record = Record.start(proving(), "storm")
    assert (record.state.decision.side, record.state.decision.secret) == ("red", True)
    play(record, "assign north")
    assert rule_of(record, "assign south") == "PG-3.1"
    play(record, "done")
    assert record.state.decision.side == "blue"


@rule("PG-3.2")
def test_plans_are_revealed_together():
    record = play(Record.start(proving(), "storm"), "assign north", "done", "assign south")
    assert ground(record).flown == ()
    play(record, "done")
    assert ground(record).flown == ("red-air-north", "blue-air-south")
    assert ground(record).missions == {"red": 0, "blue": 0}


@rule("PG-4.1")
def test_red_draws_a_chit_that_he_alone_sees():
    record = table("draw")
    chance = record.state.chance
    assert chance is not None
    assert (chance.seen_by, sorted(set(chance.pool)), len(chance.pool)) == (("red",), ["blank", "smoke"], 6)
    play(record, "roll smoke")
    assert ground(record).hand == {"chit-1": "smoke"}
    assert [event.text for event in record.events_for("blue") if event.kind == "draw"] == []


@rule("PG-4.2")
def test_blue_rolls_for_alarm_in_secret():
    record = table("alarm")
    assert record.state.chance is not None
    assert record.state.chance.seen_by == ("blue",)
    assert ground(play(record, "roll 5")).alarm == 5


@rule("PG-4.4")
def test_a_quiet_night_has_no_alarm():
    record = table("draw", scenario="meeting", options="ambush = false; quiet = true")
    play(record, "roll blank")
    assert record.state.chance is None
    assert "PG-4.4" in [event.rule for event in record.events]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wide": True, "ambush": False}, "“Wide alarm” needs “Ambush” (PG-4.3)."),
        ({"quiet": True}, "“Quiet night” cannot be played with “Ambush” (PG-4.4)."),
        ({"loser": True, "victor": True}, "“The loser leads retreats” replaces “The victor leads retreats” (PG-7.16)."),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, bool], message: str):
    with pytest.raises(BadOption) as caught:
        proving().start("meeting", **options)
    assert str(caught.value) == message


# The ways to end


def end_of(record: Record) -> tuple[str | None, str, str]:
    result = record.state.result
    assert result is not None
    return result


@rule("PG-9.1")
def test_red_breaks_out_with_two_units():
    record = table("red movement", {"R1": "0509"}, tracks="exited = 1")
    assert end_of(play(record, "pick R1", "step exit")) == ("red", "breakout", "PG-9.1")


@rule("PG-9.2")
def test_red_wins_with_the_town_at_the_end():
    record = table("blue movement", {"R1": "0507"}, turn=2)
    assert end_of(play(record, "done")) == ("red", "the town", "PG-9.2")


@rule("PG-9.3")
def test_a_side_without_fighting_units_has_lost():
    record = table("blue movement", {"R3": "dead", "RT": "0501", "B1": "0507"})
    assert end_of(record) == ("blue", "annihilation", "PG-9.3")


@rule("PG-9.4")
def test_blue_wins_if_no_red_unit_is_over_the_river():
    assert end_of(play(table("blue movement", turn=2), "done")) == ("blue", "the line holds", "PG-9.4")


@rule("PG-9.5")
def test_otherwise_nobody_wins():
    assert end_of(play(table("blue movement", {"R1": "0505"}, turn=2), "done")) == (None, "stalemate", "PG-9.5")
