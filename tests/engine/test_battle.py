"""The tally explains itself, and expectations follow from exact chances."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine import Battle, Column, Effect, Measure, Odds, Outcome, Strength
from ardennes.engine.touch import touches
from tests.proving.barrage import FACES, chances_of_hits
from tests.proving.table import play, table

LABELS = ["1-2", "1-1", "2-1", "3-1"]


def test_a_strength_remembers_every_change():
    strength = Strength("attack").add(9, "X-1", "panzers").add(-2, "X-2", "mud").times(2, "X-3", "surprise")
    assert strength.value == 14
    assert [(line.rule, line.before, line.after) for line in strength.lines] == [
        ("X-1", 0, 9),
        ("X-2", 9, 7),
        ("X-3", 7, 14),
    ]
    assert {line.about for line in strength.lines} == {"attack"}


@given(st.integers(0, 999))
def test_halves_are_rounded_up_or_down_as_said(points: int):
    assert Strength("a").add(points, "X", "").halve("X", "").value == -(-points // 2)
    assert Strength("a").add(points, "X", "").halve_down("X", "").value == points // 2


def test_a_minimum_that_changes_nothing_leaves_no_line():
    strength = Strength("a").add(3, "X-1", "").at_least(1, "X-2", "")
    assert [line.rule for line in strength.lines] == ["X-1"]
    assert strength.at_least(5, "X-2", "").value == 5
    assert strength.nothing("X-4", "").value == 0


def test_two_strengths_may_write_one_tally():
    attack = Strength("attack").add(4, "X-1", "")
    Strength("defence", attack.lines).add(2, "X-2", "")
    assert [line.about for line in attack.lines] == ["attack", "defence"]


def test_a_column_is_shifted_in_order_and_the_end_of_the_table_counts_where_it_is_asked():
    early = Column(LABELS, 3, "X", "").right(1, "X", "").top("X").left(1, "X", "")
    late = Column(LABELS, 3, "X", "").right(1, "X", "").left(1, "X", "").top("X")
    assert (early.label, late.label) == ("2-1", "3-1")


def test_a_column_beyond_the_table_is_read_at_its_end():
    assert Column(LABELS, 9, "X", "").label == "3-1"
    assert Column(LABELS, -4, "X", "").label == "1-2"
    assert Column(LABELS, -4, "X", "").bottom("X").at == 0


def test_a_shift_by_nothing_leaves_no_line():
    assert len(Column(LABELS, 1, "X", "").right(0, "X", "").top("X").lines) == 1


def test_a_line_of_a_tally_touches_its_rule():
    with touches() as acted:
        Strength("a").add(1, "X-1", "")
        Column(LABELS, 1, "X-2", "")
    assert acted == {"X-1", "X-2"}


def test_an_expectation_weighs_each_result_by_its_chance():
    odds = Odds((), 6, 2, "3-1", (
        Outcome(0.25, "AE", attacker=Effect(steps=2)),
        Outcome(0.5, "DR", defender=Effect(retreat=2)),
        Outcome(0.25, "EX", attacker=Effect(steps=1), defender=Effect(steps=3, losses=1)),
    ))  # fmt: skip
    assert odds.expect("attacker", "steps") == pytest.approx(0.75)
    assert odds.expect("defender", "steps") == pytest.approx(0.75)
    assert odds.expect("defender", "retreat") == pytest.approx(1)


def test_a_battle_knows_the_words_that_were_chosen():
    battle = Battle("assault", "red", ("0101",), ("R1",), words=(("crt", "primary"),))
    assert (battle.word("crt"), battle.word("lower", "0"), battle.word("lower")) == ("primary", "0", "")


# Exact measures


@given(st.lists(st.integers(0, FACES), max_size=4))
def test_exact_chances_of_hits_are_those_of_counting_every_roll(dice: list[int]):
    counted = [0] * (len(dice) + 1)
    for roll in itertools.product(range(1, FACES + 1), repeat=len(dice)):
        counted[sum(face <= best for face, best in zip(roll, dice, strict=True))] += 1
    assert chances_of_hits(dice) == pytest.approx([n / FACES ** len(dice) for n in counted])


def test_twenty_seven_dice_have_exact_measures_instead_of_a_list():
    record = table("barrage", {"inf@0404": "9", "tank@0404": "9", "gun@0404": "9", "B1": "0505", "B4": "0505"})
    play(record, "target 0505", "join gun@0404", "join inf@0404", "join tank@0404", "done")
    battle = record.state.battle()
    assert battle is not None
    odds = record.state.odds(battle)
    hits, lost, cleared = odds.measures
    assert odds.outcomes == ()
    assert hits.mean == pytest.approx(9 * (2 + 3 + 4) / 12)
    assert len(hits.chances) == 28
    for measure in odds.measures:
        assert sum(measure.chances) == pytest.approx(1)
    assert cleared.mean == pytest.approx(sum(hits.chances[4:]))
    assert lost.mean == pytest.approx(sum(min(n, 4) * p for n, p in enumerate(hits.chances)))


def test_measures_of_a_kind_are_added_by_what_they_declare_and_not_by_their_names():
    measures = (
        Measure("guns silenced", 1.5, kind="destroyed"),
        Measure("men lost", 2.0, kind="destroyed"),
        Measure("own men lost", 4.0, kind="destroyed", whose="attacker"),
        Measure("bridges destroyed", 8.0),
    )
    odds = Odds((), 1, 1, "", measures=measures)
    assert odds.measured("destroyed") == 3.5
    assert odds.measured("destroyed", "attacker") == 4.0
    assert odds.measured("cleared") == 0
