"""The rule catalogue of Bastogne holds every case of the exclusive rules and of the system rules' digest."""

from __future__ import annotations

import re

import pytest

from tests.games.bastogne.datafiles import DATA, RULES, SCENARIOS, TABLES, TERRAIN

ID = re.compile(r"BA-(R\.[1-9]\d*|\d{1,2}\.\d(\.[12])?(\.[A-Za-z]+\d?)?)$")


def test_ids_are_chapter_case_and_word():
    assert [case.id for case in RULES if not ID.match(case.id)] == []


@pytest.mark.parametrize(
    "case",
    [
        *(f"{chapter}.0" for chapter in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14)),
        *("2.1", "2.2", "2.3", "5.1", "5.2", "5.3", "5.4", "5.4.1", "5.4.2", "6.1", "6.2", "7.1", "7.2"),
        *("8.1", "8.2", "8.2.1", "8.3", "8.4", "8.5", "8.6"),
        *("10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "10.6.1", "10.6.2"),
        *("11.1", "11.2", "11.3", "11.4", "13.1"),
    ],
)
def test_every_numbered_case_is_in_the_catalogue(case: str):
    assert f"BA-{case}" in RULES


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("2.3", "mobile steps"),
        ("4.0", "support movement combat mobile end"),
        ("5.1", "once enemy friends mobile"),
        ("5.2", "stream"),
        ("6.1", "leave"),
        ("6.2", "advance"),
        ("7.1", "hidden once return"),
        ("8.1", "first target retreat De Ex A bold advance"),
        ("8.2", "once attacked differential row ends"),
        ("8.2.1", "protective"),
        ("8.3", "none A A1 A2 A3 Ae Ex D2 D3 De stiff outright"),
        ("8.4", "away enemy zone map friends eliminated"),
        ("8.5", "defender"),
        ("10.5", "road trail us"),
        ("10.6.1", "three"),
        ("11.1", "exit held zone retreat"),
        ("11.4", "cost road zone return"),
        ("12.0", "ninth tenth german"),
        ("13.0", "mobile cost queue road fight stack blocked zone"),
        ("13.1", "german allied"),
    ],
)
def test_every_bullet_is_in_the_catalogue(case: str, words: str):
    listed = [
        i.removeprefix(f"BA-{case}.") for i in RULES.cases if re.fullmatch(rf"BA-{re.escape(case)}\.[A-Za-z]\w*", i)
    ]
    assert sorted(listed) == sorted(words.split())


def test_every_result_of_the_table_has_its_case():
    labels = {cell for die in "123456" for cell in TABLES["crt"]["results"][die]}
    assert {TABLES["results"][label]["rule"] for label in labels} == {
        "BA-8.3.none", "BA-8.3.A", "BA-8.3.A1", "BA-8.3.A2", "BA-8.3.A3", "BA-8.3.Ae", "BA-8.3.Ex", "BA-8.3.D2",
        "BA-8.3.D3", "BA-8.3.De",
    }  # fmt: skip


def test_rulings_are_numbered_without_gaps_and_give_their_reason():
    rulings = [case for case in RULES if case.kind == "ruling"]
    assert [case.id for case in rulings] == [f"BA-R.{n}" for n in range(1, len(rulings) + 1)]
    assert [case.id for case in rulings if not case.reason.endswith(".")] == []
    assert [case.id for case in rulings if not case.see] == []


def test_texts_are_sentences():
    assert [case.id for case in RULES if not re.match(r"[A-Z0-9]", case.text) or not case.text.endswith(".")] == []


def test_only_rulings_about_data_need_no_proof_in_play():
    assert {case.id for case in RULES if case.exempt} == {"BA-R.2", "BA-R.3", "BA-R.4", "BA-R.7", "BA-R.43"}


def test_rules_that_data_files_and_the_board_name_exist():
    named = {entry["rule"] for entry in (*SCENARIOS["scenario"], *SCENARIOS["zone"], *TERRAIN["terrain"])}
    for name in ("tables.toml", "board.toml", "units.csv"):
        named |= set(re.findall(r"BA-(?:R\.\d+|\d[\w.]*\w)", (DATA / name).read_text(encoding="utf-8")))
    assert sorted(named - set(RULES.cases)) == []
