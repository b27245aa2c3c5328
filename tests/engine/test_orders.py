"""Standing orders answer in advance, for one side, in secret."""

import tracemalloc

import pytest

from ardennes.engine import ArdennesError, Record
from ardennes.engine.journal import Entry
from ardennes.engine.orders import MOST
from tests.engine.toy import Ask, Cast, Toy
from tests.proving.table import play, table

AB, ABC = "say a, say b", "say a, say b, say c"


def record_of(*script: Ask | Cast | str) -> Record:
    return Record.start(Toy([*script, "over"]))


def lines(record: Record) -> list[str]:
    return [str(entry) for entry in record.journal.entries]


def test_an_order_answers_as_soon_as_its_question_comes():
    record = record_of(Ask("red", AB), Ask("blue", AB), Ask("red", AB))
    record.order("blue", "when talk: say b")
    record.apply("say a")
    assert lines(record) == ["blue order !blue when talk: say b", "red say a", "blue answer say b"]
    assert record.state.decision.side == "red"


def test_an_order_answers_the_question_that_is_due_already():
    record = record_of(Ask("red", AB), Ask("blue", AB))
    record.order("red", "when choose: say a")
    assert lines(record)[1:] == ["red answer say a"]


@pytest.mark.parametrize(
    ("condition", "answered"),
    [
        ("odds<3", True), ("odds<=2", True), ("odds=2", True), ("odds!=2", False), ("odds>2", False),
        ("odds>=3", False),
        ("hex=0504", True), ("hex!=0504", False), ("odds<3 hex=0504", True), ("odds<3 hex=0505", False),
        ("weather=mud", False), ("odds=high", False), ("hex>3", False),
    ],
)  # fmt: skip
def test_an_order_compares_the_facts_of_the_decision(condition: str, answered: bool):
    record = record_of(Ask("red", AB), Ask("blue", AB, facts={"odds": 2, "hex": "0504"}), Ask("red", AB))
    record.order("blue", f"when talk {condition}: say b")
    record.apply("say a")
    assert (record.state.decision.side == "red") == answered


def test_an_order_whose_action_is_not_offered_waits():
    record = record_of(Ask("red", AB), Ask("blue", AB), Ask("red", AB))
    record.order("blue", "when talk: say c")
    record.apply("say a")
    assert record.state.decision.side == "blue"


def test_the_first_order_that_fits_answers():
    record = record_of(Ask("red", AB), Ask("blue", AB, facts={"odds": 5}), Ask("red", AB))
    record.order("blue", "when talk odds<3: say a")
    record.order("blue", "when talk: say b")
    record.apply("say a")
    assert lines(record)[-1] == "blue answer say b"


def test_orders_are_withdrawn_with_none():
    record = record_of(Ask("red", AB), Ask("blue", AB), Ask("red", AB))
    record.order("blue", "when talk: say b")
    record.order("blue", "none")
    record.apply("say a")
    assert record.state.decision.side == "blue"


@pytest.mark.parametrize(
    ("side", "text", "sentence"),
    [
        ("blue", "say b", "“say b” is not a standing order; write: when STEP [FACT<VALUE]: ACTION"),
        ("blue", "when: say b", "is not a standing order"),
        ("blue", "when talk:", "is not a standing order"),
        ("blue", "when talk odds: say b", "“odds” is not a condition; write a fact, one of"),
        ("blue", "when talk: say d", "“say” takes one of a, b, c, end, not “d”"),
        ("blue", "when walk: say a", "“walk” is neither a step of this game nor a kind of decision."),
        ("green", "when talk: say a", "There is no side “green”; there are red, blue."),
    ],
)
def test_an_order_that_could_never_answer_is_refused(side: str, text: str, sentence: str):
    record = record_of(Ask("red", AB))
    with pytest.raises(ArdennesError) as caught:
        record.order(side, text)
    assert sentence in str(caught.value)
    assert lines(record) == []


def test_an_order_of_the_other_side_does_not_close_undo_or_show_in_it():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("blue", AB))
    record.apply("say a")
    record.order("blue", "when talk: say b")
    assert record.cannot_undo() is None
    record.undo()
    assert lines(record) == ["blue order !blue when talk: say b"]
    record.redo()
    record.apply("say b")
    assert lines(record)[-1] == "blue answer say b"


def test_an_order_stays_where_a_choice_is_clicked_out():
    record = record_of(*[Ask("red", ABC)] * 3, Ask("blue", AB))
    record.apply("say a")
    record.order("blue", "when talk: say b")
    record.apply("say b")
    record.retract("say a")
    assert lines(record) == ["blue order !blue when talk: say b", "red say b"]


def test_an_order_that_springs_an_ambush_on_tanks_only():
    for piece, sprung in (("R1", True), ("R2", False)):
        record = table("red movement", {"R1": "0503", "R2": "0503", "B1": "0505"}, hidden="alarm = 6")
        record.order("blue", "when ambush kind=tank: choose spring")
        play(record, f"pick {piece}", "step 0504")
        assert (record.state.chance is not None) == sprung


# Bounds


def test_a_side_has_only_so_many_orders_at_a_time():
    record = record_of(Ask("red", AB), Ask("blue", AB))
    for n in range(MOST):
        record.order("blue", f"when talk odds<{n}: say b")
    with pytest.raises(ArdennesError, match="at most 50 standing orders at a time"):
        record.order("blue", "when talk odds<99: say b")
    assert len(record.orders["blue"]) == MOST


def test_a_journal_with_more_orders_than_may_be_is_not_legal():
    record = record_of(Ask("red", AB), Ask("blue", AB))
    record.journal.entries += [Entry("order", "blue", f"when talk odds<{n}: say b", ("blue",)) for n in range(20_000)]
    tracemalloc.start()
    _, illegal = Record.replay_legal(record.game, record.journal)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert illegal is not None
    assert illegal.at == MOST
    assert peak < 1_000_000


def test_orders_of_a_journal_share_one_state_between_the_points_of_undo():
    record = record_of(Ask("red", AB), Ask("blue", AB))
    for n in range(20):
        record.order("blue", f"when talk odds<{n}: say b")
    assert len({id(moment.state) for moment in record._moments}) == 1


def test_an_order_is_at_most_so_long():
    record = record_of(Ask("red", AB))
    with pytest.raises(ArdennesError, match="at most 200 characters"):
        record.order("blue", f"when talk {'odds<1 ' * 40}: say b")


def test_an_order_left_twice_is_one():
    record = record_of(Ask("red", AB), Ask("blue", AB))
    record.order("blue", "when talk: say b")
    record.order("blue", "when talk: say b")
    assert len(lines(record)) == 1


def test_what_is_withdrawn_before_anything_followed_leaves_no_line():
    record = record_of(Ask("red", AB), Ask("red", AB), Ask("blue", AB))
    record.order("blue", "when talk: say a")
    record.apply("say a")
    record.order("blue", "when talk odds<3: say b")
    record.order("red", "when talk odds<3: say b")
    record.order("blue", "none")
    assert lines(record)[1:] == ["red say a", "red order !red when talk odds<3: say b", "blue order !blue none"]
    assert record.orders == {"blue": (), "red": record.orders["red"]}
    record.undo()
    assert lines(record)[1:] == ["red order !red when talk odds<3: say b", "blue order !blue none"]
