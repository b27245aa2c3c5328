"""The rule catalogue of Bitter Woods holds every case of the basic game, chapters 1 to 17."""

from __future__ import annotations

import re

import pytest

from tests.games.bitter_woods.datafiles import DATA, RULES, SCENARIOS, TABLES, TERRAIN

ID = re.compile(r"BW-(R\.[1-9]\d*|example\.[1-5]|\d{1,2}\.\d{1,2}(\.(\d?[A-Za-z]+|\d{1,2}))?(\.[a-z]+)?)$")


def test_ids_are_chapter_case_and_word():
    assert [case.id for case in RULES if not ID.match(case.id)] == []


@pytest.mark.parametrize(
    "case",
    [
        *("1.0", "1.1", "1.2", "1.3", "1.4", "1.5"),
        *(f"2.{n}" for n in range(1, 10)),
        *("3.0", "4.0"),
        *(f"5.{n}" for n in range(1, 6)),
        *("6.1", "6.2", "6.3"),
        *(f"7.{n}" for n in range(7)),
        *("8.1", "8.2", "8.3"),
        *(f"9.{n}" for n in range(1, 9)),
        *(f"10.{n}" for n in range(1, 5)),
        *("11.1", "11.2", "11.3"),
        *(f"12.{n}" for n in range(1, 7)),
        *(f"13.{n}" for n in range(1, 5)),
        *("14.1", "14.2", "14.3"),
        *(f"15.{n}" for n in range(1, 8)),
        *(f"16.{n}" for n in range(1, 5)),
        *(f"17.{n}" for n in range(7)),
        *(f"example.{n}" for n in range(1, 6)),
    ],
)
def test_every_numbered_case_is_in_the_catalogue(case: str):
    assert f"BW-{case}" in RULES


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("2.9", "six eight losses mechanized dump towns southern patton erasing extended martin early"),
        ("4.0", "supply interdiction reserve movement combat exploitation construction record"),
        ("5.1", "enemy"),
        ("5.2", "saved one"),
        (
            "5.3",
            "road foot horse forest armor broken town woods freeze clear mud river ford stop heavy meuse wade cliff "
            "guns",
        ),
        ("5.4", "six five shared seven end point retreat"),
        ("5.5", "rate towns allied return zones"),
        ("6.1", "pass lehr free"),
        ("7.3", "others"),
        ("7.4", "other same again"),
        ("8.1", "build near town remove"),
        ("8.2", "ca permanent build remove"),
        ("9.1", "artillery declare once split stack limits least"),
        ("9.2", "odds die apply top"),
        ("9.4", "clear forest tanks broken town townriver river bank once"),
        ("9.5", "DE AE D A 1D 1A CA SU ENG FF"),
        ("9.5.CA", "attack join withdraw held guns"),
        ("9.5.ENG", "reinforce break stay free"),
        ("9.5.FF", "advance"),
        ("9.6", "choose"),
        ("9.7", "road along change leave alive far bridge off exact twice stack zone none heavy meuse cliff"),
        ("9.8", "length defender terrain road closed artillery first zones river ford heavy forest"),
        ("10.1", "range allied german"),
        ("10.2", "attack with defence results"),
        ("10.3", "half always"),
        ("10.4", "one never move"),
        ("11.2", "one alone order"),
        ("11.3", "one lasts"),
        ("12.2", "four zone bridge"),
        ("12.3", "allied"),
        ("12.4", "attack move er guns build"),
        ("12.5", "lasts"),
        ("13.1", "surprise near who supply die"),
        ("13.2", "start"),
        ("13.3", "fight advance zones"),
        ("15.2", "artillery veterans advance"),
        ("15.3", "free"),
        ("15.7", "reserve advance sector"),
        ("16.1", "meuse herve"),
        ("16.2", "zone"),
        ("17.1", "fewer"),
        ("17.6", "german panzer"),
    ],
)
def test_every_bullet_is_in_the_catalogue(case: str, words: str):
    listed = [i.removeprefix(f"BW-{case}.") for i in RULES.cases if re.fullmatch(rf"BW-{re.escape(case)}\.\w+", i)]
    assert sorted(listed) == sorted(words.split())


def test_every_result_of_the_table_has_its_case():
    labels = {cell.rstrip("*") for die in "123456" for cell in TABLES["crt"]["results"][die]}
    assert {TABLES["results"][label]["rule"] for label in labels} == {
        f"BW-9.5.{word}" for word in ("DE", "AE", "D", "A", "1D", "1A", "CA", "SU", "ENG", "FF")
    }


def test_the_five_lost_scenarios_are_named():
    lost = {case.id: case.title for case in RULES if case.title.startswith("Lost: ")}
    assert lost == {
        "BW-2.9.patton": "Lost: Patton's Relief of Bastogne",
        "BW-2.9.erasing": "Lost: Erasing the Bulge",
        "BW-2.9.extended": "Lost: the Extended Campaign",
        "BW-2.9.martin": "Lost: Plan Martin",
        "BW-2.9.early": "Lost: the Early German Offensive",
    }
    assert {RULES[i].kind for i in lost} == {"component"}
    assert "other five" in RULES["BW-2.9"].text


def test_the_southern_shoulder_is_offered_and_said_to_be_a_reconstruction():
    southern = RULES["BW-2.9.southern"]
    assert (southern.title, southern.kind) == ("The Southern Shoulder", "rule")
    assert "reconstruction" in southern.text
    assert "Southern Shoulder" in RULES["BW-2.9"].text


def test_reasons_cover_guns_outside_their_sector_and_reserves_out_of_supply():
    assert "support is not an attack" in RULES["BW-R.7"].reason
    assert "out of supply at the next check" in RULES["BW-R.46"].reason


def test_only_a_supply_road_needs_a_bridge():
    assert "no supply road runs across it" in RULES["BW-13.2"].text


def test_rulings_are_numbered_without_gaps_and_give_their_reason():
    rulings = [case for case in RULES if case.kind == "ruling"]
    assert [case.id for case in rulings] == [f"BW-R.{n}" for n in range(1, len(rulings) + 1)]
    assert [case.id for case in rulings if not case.reason.endswith(".")] == []
    assert [case.id for case in rulings if not case.see] == []


def test_texts_are_sentences():
    assert [case.id for case in RULES if not re.match(r"[A-Z0-9]", case.text) or not case.text.endswith(".")] == []


def test_only_rulings_about_data_and_sets_of_units_need_no_proof_in_play():
    assert {case.id for case in RULES if case.exempt} == {"BW-R.9", "BW-R.58"}


def test_of_the_optional_rules_those_are_listed_that_can_be_chosen():
    chapters = {int(found[1]) for i in RULES.cases if (found := re.match(r"BW-(\d+)\.", i))}
    optional = {int(one["rule"].split("-")[1].split(".")[0]) for one in SCENARIOS["option"]}
    assert optional == {18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38}
    assert chapters == {*range(1, 18), *optional}


def test_rules_that_data_files_and_the_board_name_exist():
    named = {entry["rule"] for entry in (*SCENARIOS["scenario"], *SCENARIOS["point"], *TERRAIN["terrain"])}
    for name in ("tables.toml", "board.toml", "units.csv", "scenarios.toml"):
        text = (DATA / name).read_text(encoding="utf-8")
        named |= set(re.findall(r"BW-(?:R\.\d+|example\.\d|\d[\w.]*\w)", text))
    assert sorted(named - set(RULES.cases)) == [  # headings of tables: whole chapters
        *(f"BW-{n}" for n in (15, 17, 18, 19, 20, 23, 26, 27, 28, 30, 31, 32, 33, 35, 36)),
    ]
