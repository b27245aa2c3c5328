"""The journal: a game as text, read back line by line, and what of it a side may read."""

import random

import pytest

from ardennes.engine import Journal, JournalError, Record
from tests.engine.toy import Ask, Cast, Toy
from tests.proving.table import play, proving, table

SIDES = {"proving": ("red", "blue"), "toy": ("red", "blue")}
AB = "say a, say b"
HEAD = "ardennes journal 1\ngame toy\nrules 3\nscenario one\n\n"


def toy(*script: Ask | Cast | str) -> Toy:
    return Toy([*script, "over"])


def replay(text: str, game: Toy) -> Record:
    return Record.replay(game, Journal.parse(text, SIDES))


def fault(text: str, game: Toy | None = None) -> str:
    """The sentence with which a journal is refused."""
    with pytest.raises(JournalError) as caught:
        replay(text, game or toy(Ask("red", AB), Cast(), Ask("blue", AB), Ask("red", AB)))
    return str(caught.value)


# Round trips


@pytest.mark.parametrize(("scenario", "seed"), [("meeting", 1), ("storm", 2), ("storm", 5)])
def test_a_whole_game_is_read_back_from_its_journal(scenario: str, seed: int):
    rng = random.Random(seed)
    record = Record.start(proving(), scenario, wide=True)
    record.order("blue", "when ambush: choose hold")
    while not record.state.over:
        record.roll_all(rng)
        if not record.state.over:
            record.apply(rng.choice(record.state.decision.options))
    text = str(record.journal)
    journal = Journal.parse(text, SIDES)
    again = Record.replay(proving(), journal)
    assert again.state == record.state
    assert again.events == record.events
    assert str(again.journal) == text


def test_a_journal_that_begins_with_a_position_is_read_back():
    record = play(table("red movement", {"R1": "0503"}, hidden="alarm = 3"), "pick R1", "go 0502")
    again = Record.replay(proving(), Journal.parse(str(record.journal), SIDES))
    assert again.state == record.state
    assert again.journal.position == record.journal.position.rstrip("\n")


def test_the_text_is_what_a_person_would_write():
    record = Record.start(toy(Ask("red", AB), Cast(), Ask("blue", AB, secret=True), Ask("red", AB)))
    record.apply("say a")
    record.roll([4])
    record.order("blue", "when talk: say b")
    assert str(record.journal) == (
        HEAD + "red say a\nroll 4\nblue order !blue when talk: say b\nblue answer !blue say b\n"
    )


def test_only_the_first_entries_are_replayed_if_so_asked():
    game = toy(Ask("red", AB), Cast(), Ask("blue", AB))
    journal = Journal.parse(HEAD + "red say a\nroll 4\nblue say b\n", SIDES)
    assert len(Record.replay(game, journal, entries=2).journal.entries) == 2


# Faults, each with its line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: a journal begins with “ardennes journal 1”"),
        ("hello\n", "line 1: a journal begins with “ardennes journal 1”"),
        ("ardennes journal 1\ngame toy\nrules 3\n", "line 3: the header is incomplete: it must end with an empty line"),
        ("ardennes journal 1\ngame toy\nrules 3\n\n", "line 4: the header does not name the scenario"),
        ("ardennes journal 1\nweather mud\n\n", "line 2: “weather” does not belong in a journal's header"),
        (HEAD.replace("game toy\nrules 3", "rules 3\ngame go"), "line 3: there is no game “go”; there are proving,"),
        (HEAD + "green say a\n", "line 6: “green” is neither a side nor “roll”"),
        (HEAD + "red say a\nroll\n", "line 7: the line “roll” is incomplete"),
        (HEAD + "red say a\nroll 4\nblue answer\n", "line 8: the line “blue answer” is incomplete"),
    ],
)
def test_what_is_no_journal_is_refused_with_its_line(text: str, sentence: str):
    assert fault(text).startswith(sentence)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("red say c", "line 6: “red say c”: “say c” is not possible now. Red player: Say something. (ZZ-1)"),
        ("red sa", "line 6: “red sa”: “sa” is not an action in this game; use one of done, say. (engine-universe)"),
        ("blue say a", "line 6: “blue say a”: it is the Red player’s decision, not the Blue player’s"),
        ("red say a\nroll 7", "line 7: “roll 7”: a die: 7 is not possible; it takes 1 dice (x 1-6…)."),
        ("red say a\nred say a", "line 7: “red say a”: it is not the Red player’s decision"),
        ("roll 3", "line 6: “roll 3”: No die roll is due now."),
        ("red say a\n\n\nroll 9", "line 9: “roll 9”: a die: 9 is not possible; it takes 1 dice (x 1-6…)."),
        ("red order when x: say a", "line 6: “red order when x: say a”: “x” is neither a step of this"),
        ("red say a\nroll ?", "line 7: “roll ?”: this line was blanked for the side that exported the journal"),
    ],
)
def test_the_first_line_that_is_not_legal_is_named(lines: str, sentence: str):
    assert fault(HEAD + lines + "\n").startswith(sentence)


def test_a_journal_of_another_game_is_refused():
    journal = Journal.parse(HEAD, SIDES)
    with pytest.raises(JournalError, match="this is a journal of “toy”, not of The proving ground"):
        Record.replay(proving(), journal)


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("scenario three\n", "the game cannot be set up: Toy has no scenario “three”; it has one, two."),
        ("scenario one\noption mud on\n", "the game cannot be set up: Toy has no rule option “mud”; it has none."),
    ],
)
def test_a_journal_that_cannot_begin_says_why(head: str, sentence: str):
    assert sentence in fault(HEAD.replace("scenario one\n", head))


def test_a_record_that_was_never_a_file_still_names_the_line():
    game = toy(Ask("red", AB), Ask("red", AB))
    record = Record.start(game)
    record.apply("say b")
    game.script = (Ask("red", "say a, say c"), "over")
    with pytest.raises(JournalError) as caught:
        Record.replay(game, record.journal)
    assert caught.value.line == 6


# What a side may read


def test_what_a_side_may_not_know_is_blank():
    record = Record.start(toy(Ask("red", AB, secret=True), Cast(seen_by=("blue",)), Ask("blue", AB)))
    record.apply("say a")
    record.roll([5])
    record.apply("say b")
    assert _lines(record.journal.view("red")) == ["red !red say a", "roll !blue ?", "blue say b"]
    assert _lines(record.journal.view("blue")) == ["red !red ?", "roll !blue 5", "blue say b"]
    assert _lines(record.journal.view("observer")) == ["red !red ?", "roll !blue ?", "blue say b"]


def test_the_number_of_secret_choices_is_secret():
    one = Record.start(toy(Ask("red", AB, secret=True), Ask("blue", AB)))
    one.apply("say a")
    two = Record.start(toy(Ask("red", AB, secret=True), Ask("red", AB, secret=True), Ask("blue", AB)))
    two.apply_all(["say a", "say b"])
    assert _lines(one.journal.view("blue")) == _lines(two.journal.view("blue")) == ["red !red ?"]


def test_orders_of_the_other_side_are_left_out_and_their_answers_look_like_any_other():
    record = Record.start(toy(Ask("red", AB), Ask("blue", AB), Ask("red", AB)))
    record.order("blue", "when talk: say b")
    record.apply("say a")
    assert _lines(record.journal.view("red")) == ["red say a", "blue say b"]
    assert _lines(record.journal.view("blue")) == [str(entry) for entry in record.journal.entries]


def test_what_was_hidden_in_the_position_is_left_out():
    record = table("red movement", {"R1": "0503"}, hidden='alarm = 6; chit-1 = "smoke"', obligations='R1 = "withdraw"')
    seen = record.journal.view("red").position
    assert "alarm" not in seen
    assert "smoke" not in seen
    assert 'R1 = "withdraw"' in seen


def test_a_view_of_a_journal_does_not_change_the_journal():
    record = Record.start(toy(Ask("red", AB, secret=True), Ask("blue", AB)))
    record.apply("say a")
    before = str(record.journal)
    record.journal.view("blue").entries.clear()
    assert str(record.journal) == before


def _lines(journal: Journal) -> list[str]:
    return [str(entry) for entry in journal.entries]
