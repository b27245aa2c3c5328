"""A record drives a game and can take back what nobody could have learnt from."""

import random

import pytest

from ardennes.engine import BadRoll, Event, Record, Refused
from ardennes.engine.journal import VisibleLines
from tests.engine.toy import Ask, Cast, Toy, said
from tests.proving.table import play, proving, table

AB, ABC = "say a, say b", "say a, say b, say c"


def record_of(*script: Ask | Cast | str) -> Record:
    return Record.start(Toy([*script, "over"]))


def lines(record: Record) -> list[str]:
    return [str(entry) for entry in record.journal.entries]


# Driving


def test_what_was_done_is_on_record():
    record = record_of(Ask("red", AB), Cast(), Ask("blue", AB, secret=True), Ask("red", AB))
    record.apply("say a")
    record.roll([3])
    record.apply("say b")
    assert lines(record) == ["red say a", "roll 3", "blue !blue say b"]


def test_a_refused_action_leaves_no_trace():
    record = record_of(Ask("red", AB), Ask("red", AB))
    key = record.state.key()
    with pytest.raises(Refused):
        record.apply("say c")
    with pytest.raises(Refused):
        record.apply("shout")
    assert (lines(record), record.state.key(), record.events) == ([], key, [])
    assert record.cannot_undo() == "Nothing has been done yet."


def test_a_bad_roll_leaves_no_trace():
    record = record_of(Cast(), Ask("red", AB))
    for outcome in ([7], [], [1, 2]):
        with pytest.raises(BadRoll):
            record.roll(outcome)
    assert lines(record) == []


def test_a_roll_that_nobody_asked_for_leaves_no_trace():
    record = record_of(Ask("red", AB), Ask("red", AB))
    with pytest.raises(BadRoll):
        record.roll([3])
    record.apply("say a")
    record.undo()
    assert lines(record) == []


def test_roll_all_supplies_dice_up_to_the_next_question():
    record = record_of(Cast(), Cast(), Ask("red", AB), Cast())
    record.roll_all(random.Random(1))
    assert len(lines(record)) == 2
    assert record.state.chance is None


# Batches


def test_a_batch_is_carried_out_as_a_whole():
    record = record_of(Ask("red", AB), Ask("red", ABC), Ask("red", AB))
    record.apply_all(["say a", "say c"])
    assert lines(record) == ["red say a", "red say c"]


def test_a_batch_with_an_illegal_action_is_not_carried_out_at_all():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("red", ABC))
    record.apply("say b")
    key, events = record.state.key(), list(record.events)
    with pytest.raises(Refused):
        record.apply_all(["say a", "say b", "say nothing"])
    assert (lines(record), record.state.key(), record.events) == (["red say b"], key, events)


def test_a_failed_batch_leaves_what_was_undone_to_be_done_again():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("red", ABC))
    record.apply("say b")
    record.undo()
    with pytest.raises(Refused):
        record.apply_all(["say a", "say c"])
    record.redo()
    assert lines(record) == ["red say b"]


@pytest.mark.parametrize("between", [Cast(), Ask("blue", AB), "over"])
def test_a_batch_does_not_run_on_over_dice_a_hand_over_or_the_end(between: Ask | Cast | str):
    record = record_of(Ask("red", AB), between, Ask("red", AB))
    with pytest.raises(
        Refused,
        match="These actions cannot be sent together: a die roll or another side’s decision comes before “say b”",
    ) as caught:
        record.apply_all(["say a", "say b"])
    assert caught.value.rule == "engine-batch"
    assert lines(record) == []


def test_a_batch_may_name_what_the_engine_answers_itself():
    record = record_of(Ask("red", AB), Ask("red", "say c"), Ask("red", AB), Ask("red", AB))
    record.apply_all(["say a", "say c", "say b"])
    assert lines(record) == ["red say a", "red say b"]
    once = record_of(Ask("red", AB), Ask("red", "say c"), Ask("red", AB))
    with pytest.raises(Refused):
        once.apply_all(["say a", "say c", "say c"])
    assert lines(once) == []


def test_a_batch_may_end_with_an_action_that_commits():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("blue", AB))
    record.apply_all(["say a", "say b"])
    assert len(lines(record)) == 2


def test_nobody_hears_of_a_batch_that_failed():
    record = record_of(Ask("red", AB, learn=True), Ask("red", AB))
    heard: list[Event] = []
    record.subscribe(heard.append)
    with pytest.raises(Refused):
        record.apply_all(["say a", "say b"])
    assert heard == []


# Undo and redo


def test_undo_is_as_if_never_done():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("red", AB))
    record.apply("say a")
    key, options = record.state.key(), record.state.decision.options
    record.apply("say b")
    record.undo()
    assert (record.state.key(), record.state.decision.options) == (key, options)
    assert lines(record) == ["red say a"]
    assert [event.text for event in record.events] == ["say a"]


def test_redo_does_it_again_until_something_else_is_done():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("red", AB))
    record.apply_all(["say a", "say b"])
    record.undo()
    record.undo()
    record.redo()
    record.redo()
    assert lines(record) == ["red say a", "red say b"]
    record.undo()
    record.apply("say a")
    with pytest.raises(Refused, match="There is nothing to redo"):
        record.redo()


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([Ask("red", AB), Ask("blue", AB)], "The other side has decided, or something was revealed."),
        ([Ask("red", AB, learn=True), Ask("red", AB)], "The other side has decided, or something was revealed."),
        ([Ask("red", AB)], "The game is over."),
    ],
)
def test_undo_is_closed_by_a_hand_over_a_reveal_or_the_end(script: list[Ask], reason: str):
    record = record_of(*script)
    record.apply("say a")
    assert record.cannot_undo() == reason
    with pytest.raises(Refused) as caught:
        record.undo()
    assert (caught.value.rule, caught.value.reason) == ("engine-undo", reason)


def test_undo_is_closed_by_dice():
    record = record_of(Ask("red", AB), Cast(), Ask("red", AB))
    record.apply("say a")
    assert record.cannot_undo() is None  # they have not fallen
    record.roll([1])
    assert record.cannot_undo() == "The die has been rolled."


def test_undo_reaches_back_to_the_dice_and_no_further():
    record = record_of(Cast(), Ask("red", AB), Ask("red", AB), Ask("red", AB))
    record.roll([1])
    record.apply_all(["say a", "say b"])
    record.undo()
    record.undo()
    assert lines(record) == ["roll 1"]
    assert record.cannot_undo() == "The die has been rolled."


def test_whether_undo_is_open_does_not_tell_red_what_blue_has():
    for alarm in range(1, 7):
        record = table("red movement", {"R1": "0503", "B1": "0505"}, hidden=f"alarm = {alarm}")
        play(record, "pick R1", "step 0504", "choose hold")
        assert record.cannot_undo() == "The other side has decided, or something was revealed."


# Clicking out


def test_retract_takes_one_choice_back_and_keeps_the_later_ones():
    script = [Ask("red", ABC)] * 4
    record = record_of(*script)
    record.apply_all(["say a", "say b", "say c"])
    record.retract("say b")
    assert lines(record) == ["red say a", "red say c"]
    assert said(record.state) == ["red: say a", "red: say c"]


def test_a_choice_that_others_rest_on_is_not_taken_back():
    record = record_of(Ask("red", AB), Ask("red", "say b, say c"), Ask("red", ABC))
    record.apply_all(["say a", "say c"])
    key, events = record.state.key(), list(record.events)
    with pytest.raises(Refused, match="“say a” cannot be taken back"):
        record.retract("say a")
    assert (lines(record), record.state.key(), record.events) == (["red say a", "red say c"], key, events)
    record.undo()
    assert lines(record) == ["red say a"]  # and undo still works


@pytest.mark.parametrize("between", [Ask("blue", ABC), Cast()])
def test_a_choice_is_not_taken_back_if_the_rest_would_then_hand_over_or_roll(between: Ask | Cast):
    """What red said third would be blue's answer now, or come after dice."""
    record = record_of(Ask("red", ABC), Ask("red", ABC), Ask("red", ABC), between)
    record.apply_all(["say a", "say b"])
    toy = record.game
    assert isinstance(toy, Toy)
    toy.script = (Ask("red", ABC), between, Ask("red", ABC), "over")
    with pytest.raises(Refused, match="cannot be taken back"):
        record.retract("say a")
    assert lines(record) == ["red say a", "red say b"]


@pytest.mark.parametrize("wanted", ["say c", "say a"])
def test_what_was_not_chosen_or_is_settled_is_not_taken_back(wanted: str):
    record = record_of(Ask("red", AB), Cast(), Ask("red", ABC), Ask("red", ABC))
    record.apply("say a")
    record.roll([1])
    record.apply("say b")
    with pytest.raises(Refused, match=f"“{wanted}” was not chosen, or can no longer be taken back"):
        record.retract(wanted)


def test_a_unit_is_clicked_out_of_a_battle():
    record = table("red combat", {"R1": "0503", "R2": "0403", "C1": "0603", "BA": "0504"})
    play(record, "join R1", "join C1")
    record.retract("join R1")
    battle = record.state.battle()
    assert battle is not None
    assert battle.attackers == ("C1",)


# Going back by agreement


@pytest.mark.parametrize("entries", [0, 1, 2, 3, 4])
def test_rewind_goes_back_to_any_line(entries: int):
    record = record_of(Ask("red", AB), Cast(), Ask("blue", AB), Ask("blue", AB), Ask("red", AB))
    record.apply("say a")
    record.roll([2])
    record.apply_all(["say a", "say b"])
    wanted = lines(record)[:entries]
    record.rewind(entries)
    assert lines(record) == wanted
    assert len(said(record.state)) == entries


def test_rewind_knows_its_lines():
    record = record_of(Ask("red", AB))
    for entries in (-1, 1):
        with pytest.raises(Refused, match="to go back to"):
            record.rewind(entries)


def test_after_a_rewind_the_game_goes_on_and_listeners_hear_what_is_new():
    record = record_of(Ask("red", AB), Cast(), Ask("blue", AB), Ask("blue", AB))
    record.apply("say a")
    record.roll([2])
    heard: list[str] = []
    record.subscribe(lambda event: heard.append(event.text))
    record.rewind(0)
    record.apply("say b")
    assert heard == ["say b"]


# Events


def test_events_say_what_happened_by_which_rule_and_who_may_read_it():
    record = record_of(Ask("red", AB, secret=True), Ask("blue", AB), Ask("red", AB))
    record.apply("say a")
    record.apply("say b")
    assert [(e.kind, e.rule, e.text, e.side) for e in record.events] == [
        ("said", "ZZ-1", "say a", "red"),
        ("said", "ZZ-1", "say b", "blue"),
    ]
    assert [e.text for e in record.events_for("red")] == ["say a", "say b"]
    assert [e.text for e in record.events_for("blue")] == ["say b"]
    assert [e.text for e in record.events_for(None)] == ["say b"]


def test_listeners_hear_each_event_once():
    record = record_of(Ask("red", AB), Ask("red", AB), Cast(), Ask("blue", AB))
    heard: list[str] = []
    record.subscribe(lambda event: heard.append(event.text))
    record.apply_all(["say a", "say b"])
    record.roll([1])
    record.apply("say a")
    assert heard == ["say a", "say b", "say a", "The game is over: over"]


def test_a_record_from_a_position_begins_there():
    record = table("red movement", {"R1": "0503"})
    assert record.state.decision.step == "movement"
    assert 'step = "red movement"' in record.journal.position
    assert Record.replay(proving(), record.journal).state == record.state


# Copies


def test_what_is_tried_on_a_copy_does_not_touch_the_record():
    record = table("red movement", {"R1": "0503", "R2": "0503", "B1": "0505"}, hidden="alarm = 6")
    record.apply("pick R1")
    assert record.cannot_undo() is None
    before = (str(record.journal), record.state.key(), list(record.events), record.cannot_undo())
    tried = record.copy()
    assert (str(tried.journal), tried.state.key(), tried.events, tried.cannot_undo()) == before
    while tried.cannot_undo() is None:
        tried.undo()
    for _ in range(5):
        tried.apply(tried.state.decision.options[-1])
        tried.roll_all(random.Random(1))
    assert (str(record.journal), record.state.key(), record.events, record.cannot_undo()) == before
    record.undo()
    record.redo()
    assert (str(record.journal), record.state.key()) == before[:2]


def test_lines_are_counted_as_each_side_may_read_them():
    script = [Ask("blue", AB, secret=True), Ask("blue", AB, secret=True), Ask("red", AB), Ask("red", AB)]
    record = record_of(*script)
    record.order("red", "when talk odds<1: say b")
    for _ in range(3):
        record.apply("say a")
    own, other = VisibleLines("blue"), VisibleLines("red")
    assert own.follow(record.journal.entries) == [2, 3, 4]
    assert other.follow(record.journal.entries) == [3, 4], "how many secret choices there were is not told"
    record.apply("say b")
    assert other.follow(record.journal.entries) == [3, 4, 5]
