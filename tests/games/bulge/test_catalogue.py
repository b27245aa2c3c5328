"""The rule catalogue of Bulge holds every case of the rulebook."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.games.bulge.datafiles import DATA, RULES, SCENARIOS, toml

ID = re.compile(r"BU-(R\.[1-9]\d*|\d{1,2}\.\d(\.[12])?(\.[A-Za-z]+(-[a-z]+)?\d?)?)$")


def test_ids_are_chapter_case_and_word():
    assert [case.id for case in RULES if not ID.match(case.id)] == []


def test_no_id_stands_twice():
    raw = [case["id"] for case in toml("rules.toml")["case"]]
    assert [i for i, count in Counter(raw).items() if count > 1] == []


@pytest.mark.parametrize(
    "case",
    [
        *(f"{chapter}.0" for chapter in range(1, 17)),
        *("1.1", "2.1", "2.2", "2.3", "2.3.1", "2.3.2", "3.1", "6.1", "7.1", "7.2", "7.3", "7.4", "9.1"),
        *("10.1", "10.2", "12.1", "12.2", "12.3", "12.4", "14.1"),
    ],
)
def test_every_numbered_case_is_in_the_catalogue(case: str):
    assert f"BU-{case}" in RULES


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("3.0", "german allied continue last"),
        ("3.1", "losses award cost unsupplied kept regained only"),
        ("5.0", "weather assignment patrol interdiction surprise-pre surprise-post supply pre movement post resupply"),
        ("5.0", "victory turn"),
        ("6.0", "historical variable first"),
        ("6.1", "overcast mist clear both"),
        ("7.0", "one secret resupply again"),
        ("7.2", "unoccupied road removed zone friendly"),
        ("7.3", "when several once"),
        ("7.4", "move combat end"),
        ("9.0", "must supply same both edge"),
        ("9.1", "stop locked retreat advance supply"),
        ("10.0", "enemy any single cost limit saved once exit"),
        ("10.1", "plus costliest"),
        ("10.2", "road1 road2 road3 mech mech1 mech2 mech3 mech4 mech5"),
        ("11.0", "count regardless cost"),
        ("12.0", "pre post choice twice adjacent combine one whole once attacked order"),
        ("12.1", "step1 step2 step3 step4 step5 step6 step7 committed secondary ties supply terrain end lower"),
        ("12.2", "Ae Ar Ex Dr De Ct"),
        ("12.3", "zone occupied eliminated"),
        ("12.4", "zone defender before"),
        ("13.0", "cost queue blocked meuse leash release exited hold later"),
        ("14.0", "move attack interdicted occupied zone friend"),
        ("14.1", "movement six combat defence"),
        ("15.0", "where survive target scatter occupied move"),
    ],
)
def test_every_bullet_has_its_case(case: str, words: str):
    assert [word for word in words.split() if f"BU-{case}.{word}" not in RULES] == []


def test_cases_stand_in_the_order_of_the_book():
    chapters = [int(case.id[3:].split(".")[0]) for case in RULES if case.kind != "ruling"]
    assert chapters == sorted(chapters)
    kinds = [case.kind == "ruling" for case in RULES]
    assert kinds == sorted(kinds)


def test_rulings_are_numbered_without_gaps_and_give_their_reason():
    rulings = [case for case in RULES if case.kind == "ruling"]
    assert [case.id for case in rulings] == [f"BU-R.{n}" for n in range(1, len(rulings) + 1)]
    assert [case.id for case in rulings if not case.reason.endswith(".")] == []


def test_texts_are_sentences():
    assert [case.id for case in RULES if not case.text[0].isupper() or case.text[-1] not in ".)"] == []


def test_the_data_files_name_only_cases_that_exist():
    named = {option["rule"] for option in SCENARIOS["option"]} | {one["rule"] for one in SCENARIOS["scenario"]}
    for name in ("tables.toml", "board.toml"):
        named |= set(re.findall(r"BU-[\w.-]*\w", (DATA / name).read_text(encoding="utf-8")))
    assert sorted(rule for rule in named if rule not in RULES) == []
