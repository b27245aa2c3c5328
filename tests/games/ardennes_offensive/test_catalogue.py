"""The rule catalogue of The Ardennes Offensive holds every case of the rulebook and every erratum."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ardennes.games.ardennes_offensive.retreat import PRIORITIES
from tests.games.ardennes_offensive.datafiles import RULES, toml

ID = re.compile(r"AO-(R\.[1-9]\d*|E\.(map\.\d|track|\d+\.\d)|\d{1,2}\.\d{1,2}(\.([A-Z]|[1-6]|[A-Za-z]{2,}))?)$")


def test_ids_are_chapter_case_and_letter_or_word():
    assert [case.id for case in RULES if not ID.match(case.id)] == []


def test_no_id_stands_twice():
    raw = [case["id"] for case in toml("rules.toml")["case"]]
    assert [i for i, count in Counter(raw).items() if count > 1] == []


@pytest.mark.parametrize(
    ("case", "letters"),
    [
        ("5.1", "ABCDE"), ("5.2", "FGHJK"), ("5.3", "LMNP"), ("6.2", "AB"), ("6.3", "C"), ("6.4", "DE"), ("6.5", "FGH"),
        ("6.6", "JK"), ("6.7", "LMN"), ("7.1", "A"), ("7.2", "B"), ("7.3", "CD"), ("7.4", "E"), ("7.5", "E"),
        ("8.1", "AB"), ("8.2", "CD"), ("8.3", "EF"), ("9.1", "ABC"), ("9.2", "DEFGH"), ("9.3", "JK"), ("9.4", "L"),
        ("9.5", "M"), ("9.6", "N"), ("9.7", "P"), ("12.1", "ABC"), ("12.2", "DF"), ("12.3", "GHJ"), ("12.4", "K"),
        ("12.5", "L"), ("13.1", "A"), ("13.2", "BC"), ("13.3", "D"), ("13.4", "E"), ("13.5", "F"), ("14.1", "A"),
        ("14.2", "B"), ("14.3", "C"), ("16.0", "ABCDEFGH"),
    ],
)  # fmt: skip
def test_every_lettered_case_is_in_the_catalogue(case: str, letters: str):
    assert [letter for letter in letters if f"AO-{case}.{letter}" not in RULES] == []


@pytest.mark.parametrize(
    "case",
    [
        *("2.0", "2.1", "2.2", "3.1", "3.2", "3.3", "3.31", "3.32", "3.33", "3.34", "3.4", "4.0", "4.2", "6.1"),
        *(f"{chapter}.0" for chapter in range(5, 19)),
        *("10.2", "10.3", "12.6", "16.1", "16.2", "16.3"),
        *(f"4.1.{phase}" for phase in range(1, 7)),
        *(f"10.1.{result}" for result in ("odds", "Ar", "Dr", "Ex", "De")),
        *(f"E.map.{number}" for number in range(1, 8)),
        *("E.4.2", "E.5.0", "E.6.7", "E.9.2", "E.9.4", "E.10.2", "E.11.0", "E.12.1", "E.12.2", "E.18.0", "E.track"),
        *(f"E.13.{number}" for number in range(1, 5)),
    ],
)
def test_every_other_case_and_erratum_is_in_the_catalogue(case: str):
    assert f"AO-{case}" in RULES


def test_rulings_are_numbered_without_gaps_and_give_their_reason():
    rulings = [case for case in RULES if case.kind == "ruling"]
    assert [case.id for case in rulings] == [f"AO-R.{n}" for n in range(1, len(rulings) + 1)]
    assert [case.id for case in rulings if not case.reason.endswith(".")] == []


def test_texts_are_sentences():
    assert [case.id for case in RULES if not case.text[0].isupper() or case.text[-1] not in ".)"] == []


def test_every_retreat_priority_has_its_case_in_the_order_of_the_book():
    kinds = ("road", "clear", "rough", "interdicted", "friends")
    assert ("AO-E.10.2", *(f"AO-10.2.{kind}" for kind in kinds)) == PRIORITIES
    assert [rule for rule in PRIORITIES if rule not in RULES] == []
