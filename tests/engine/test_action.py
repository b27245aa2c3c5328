"""Actions print and parse back; the universe of a game knows what can be said in it, and says what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine import Action, Refused, Table, Universe, Verb

VERBS = [
    Verb("go", "place"),
    Verb("pick", "piece"),
    Verb("blow", "place", among=("0101/0102",)),
    Verb("choose", "word", ("keep", "waive")),
    Verb("done"),
]
UNIVERSE = Universe(VERBS, pieces=["2Pz", "inf@0101"], places=["0101", "0102", "exit"])

words = st.text("abcXYZ019/@-.", min_size=1)


@given(words, st.one_of(st.just(""), words))
def test_an_action_is_read_back_from_its_line(verb: str, thing: str):
    action = Action(verb, thing)
    assert Action.parse(str(action)) == action


def test_spaces_around_a_line_do_not_matter():
    assert Action.parse("  go   0101 ") == Action("go", "0101")


def test_the_universe_holds_every_verb_with_every_thing_it_takes():
    assert [str(action) for action in UNIVERSE] == [
        "go 0101", "go 0102", "go exit", "pick 2Pz", "pick inf@0101", "blow 0101/0102", "choose keep", "choose waive",
        "done",
    ]  # fmt: skip
    assert len(UNIVERSE) == 9


@pytest.mark.parametrize("line", ["go 0101", "pick inf@0101", "blow 0101/0102", "choose waive", "done"])
def test_what_is_in_the_universe_has_no_fault(line: str):
    action = Action.parse(line)
    assert action in UNIVERSE
    assert UNIVERSE.fault(action) is None
    assert UNIVERSE.parse(line) == action


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fly 0101", "“fly” is not an action in this game; use one of blow, choose, done, go, pick."),
        ("done 0101", "“done” stands alone: leave out “0101”."),
        ("go", "“go” needs a place after it."),
        ("pick", "“pick” needs a piece after it."),
        ("choose", "“choose” needs a word after it."),
        ("choose maybe", "“choose” takes one of keep, waive, not “maybe”."),
        ("go 9999", "There is no place “9999” for “go”."),
        ("blow 0101", "There is no place “0101” for “blow”."),
        ("pick 9Pz", "There is no piece “9Pz” for “pick”."),
        ("", "“” is not an action in this game; use one of blow, choose, done, go, pick."),
    ],
)
def test_what_is_not_in_the_universe_is_refused_with_a_sentence(line: str, sentence: str):
    assert Action.parse(line) not in UNIVERSE
    assert UNIVERSE.fault(Action.parse(line)) == sentence
    with pytest.raises(Refused) as caught:
        UNIVERSE.parse(line)
    assert (caught.value.rule, caught.value.reason) == ("engine-universe", sentence)


@pytest.mark.parametrize("stranger", ["go 0101", ("go",), None, 7, ("go", "0101", "x")])
def test_only_an_action_is_a_member_of_the_universe(stranger: object):
    assert stranger not in UNIVERSE


def test_a_table_makes_the_actions_of_a_row_once():
    table = Table("go", ["", "0101", "0102"])
    assert table[1] == Action("go", "0101")
    assert table[1] is table[1]
    assert len(table) == 3
    assert Action("go") not in table.index  # the gap is nobody's place
