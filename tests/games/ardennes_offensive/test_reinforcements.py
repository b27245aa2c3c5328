"""The reinforcement lists of The Ardennes Offensive are those of the errata, save for the corrections that say so."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive.datafiles import SCENARIOS, UNITS, Unit, of, strengths

LISTS = {
    ("allied", "historical"): {
        (2, "NE"): "cca7 ccb7 ccr7 39i 47i 26i 517pi",
        (2, "SE"): "caa10 ccb10 ccr10",
        (3, "NE"): "117i 119i 120i",
        (3, "W"): "504pi 506pi 325G 401pi 327pi 502pi 505pi 501pi",
        (4, "NE"): "16i 18i",
        (5, "NE"): "32a 33a 36ai",
        (5, "SE"): "cca4 ccr4 ccb4",
        (5, "WB"): "56Gds 32Gds 129i 130i 214i 152i 153i 154i 71i 158i 160i 33a 29a",
        (6, "NE"): "ccr5 333i 334i 335i",
        (6, "SE"): "2i 10i 11i 101i 104i 238i 317i 318i 391i",
        (7, "NE"): "24i 60i 66a 67a 41ai",
        (7, "SE"): "6ac",
        (8, "NE"): "289i 290i 291i",
        (8, "SE"): "4ac",
        (8, "WB"): "FrLt 1102e 1107e 1111e 1128e 354e 342e",
        (11, "NE"): "329i 330i 331i 401G",
        (11, "SE"): "134i 137i 320i",
        (11, "WB"): "508pi 551pi",
        (12, "SE"): "cca6 ccb6 ccr6",
        (12, "WB"): "34a",
        (14, "SE"): "cca11 ccb11 ccr11",
        (16, "W"): "68i 151i 231i",
        (17, "W"): "513pi 507pi 193G 194G",
    },
    ("allied", "slowed"): {
        (2, "NE"): "cca7 ccb7 ccr7",
        (2, "SE"): "cca10 ccb10 ccr10",
        (3, "NE"): "39i 47i 16i 18i 26i 517pi",
        (4, "NE"): "117i 119i 120i",
        (5, "W"): "327pi 401pi 502pi 501pi 506pi 504pi 505pi 325G",
        (8, "NE"): "32a 33a 36ai",
        (8, "SE"): "cca4 ccb4 ccr4",
        (9, "W"): "129i 130i 214i 152i 153i 154i 56Gds 32Gds",
        (10, "W"): "34a 29a 71i 158i 160i",
        (11, "NE"): "289i 290i 291i",
        (11, "SE"): "6ac",
        (12, "SE"): "2i 10i 11i 101i 104i 328i",
        (12, "NE"): "66a 67a 41ai",
        (13, "SE"): "317i 318i 319i",
        (13, "NE"): "329i 330i 331i",
        (14, "W"): "354e 342e 392e 366e 1308e 1313e FrLt",
        (15, "SE"): "134i 137i 320i",
        (15, "NE"): "24i 60i 401G",
        (16, "W"): "34a",
        (16, "SE"): "cca6 ccb6 ccr6",
        (17, "SE"): "cca11 ccb11 ccr11",
        (18, "W"): "68i 151i 231i",
        (18, "SE"): "513pi 193G 507pi 194G",
    },
    ("german", "historical"): {
        (1, "E"): "1a",
        (2, "E"): "2a",
        (2, "drop"): "vdH",
        (3, "E"): "3a",
        (4, "E"): "4a 2ssa 3ssai 4ssai 9ssa 19ssai 20ssai 8ai 29ai FE",
        (5, "E"): "5a 1130i",
        (6, "E"): "6a",
        (7, "E"): "7a",
        (8, "E"): "8a 33a 10ai 11ai 104ai 115ai FG 79i",
        (10, "E"): "167i",
        (12, "E"): "246i",
        (13, "E"): "9i",
        (18, "E"): "340i",
    },
    ("german", "accelerated"): {
        (1, "E"): "1a",
        (2, "E"): "2a 2ssa 3ssai FE",
        (2, "drop"): "vdH",
        (3, "E"): "3a 4ssai 9ssa 19ssai 20ssai 8ai 29ai 10ssa 21ssai 22ssai 15a 110ai 111ai FG",
        (4, "E"): "4a",
        (5, "E"): "5a 33a 10ai 11ai 104ai 115ai 1130i",
        (6, "E"): "6a 79i",
        (7, "E"): "7a",
        (8, "E"): "8a 167i",
        (9, "E"): "246i",
        (11, "E"): "9i",
        (13, "E"): "340i",
    },
}
ABBREVIATION = {
    "infantry": "i",
    "armor": "a",
    "armored infantry": "ai",
    "armored cavalry": "ac",
    "parachute infantry": "pi",
    "glider infantry": "G",
    "engineer": "e",
}
BY_NAME = ("FE", "FG", "vdH", "FrLt")


def arrivals(side: str, rate: str) -> dict[tuple[int, str], list[str]]:
    return {
        (entry["turn"], entry["section"]): entry["units"]
        for entry in SCENARIOS["arrival"]
        if (entry["side"], entry["rate"]) == (side, rate)
    }


def printed(unit: Unit) -> str:
    """The unit as the errata would print it."""
    if unit["id"] in BY_NAME:
        return unit["id"]
    if unit["id"].startswith("UKGds"):
        return unit["name"] + "Gds"
    if unit["name"].startswith("cc"):
        return unit["name"]
    waffen_ss = "ss" if " SS " in unit["formation"] else ""
    return unit["name"].removesuffix(" a") + waffen_ss + ABBREVIATION[unit["type"]]


def corrected(side: str, rate: str, turn: int, names: list[str]) -> list[str]:
    """The printed names with each misprint of that turn replaced."""
    fixes = {
        entry["printed"].replace(" ", "").replace("GD", "Gds"): printed(UNITS[entry["unit"]])
        for entry in SCENARIOS["correction"]
        if (entry["side"], entry["rate"], entry["turn"]) == (side, rate, turn)
    }
    return [fixes.get(name, name) for name in names]


@pytest.mark.parametrize(("side", "rate"), LISTS)
def test_the_reinforcements_are_those_of_the_errata(side: str, rate: str):
    found = {key: sorted(printed(UNITS[i]) for i in ids) for key, ids in arrivals(side, rate).items()}
    lists = {key: sorted(corrected(side, rate, key[0], names.split())) for key, names in LISTS[side, rate].items()}
    assert found == lists


def test_every_correction_names_something_that_was_printed():
    for entry in SCENARIOS["correction"]:
        lists = LISTS[entry["side"], entry["rate"]]
        names = " ".join(names for (turn, _), names in lists.items() if turn == entry["turn"]).split()
        assert entry["printed"].replace(" ", "").replace("GD", "Gds") in names


@pytest.mark.parametrize(("side", "rate"), LISTS)
def test_units_and_schedule_agree(side: str, rate: str):
    column = "historical" if rate == "historical" else "variant"
    from_units: dict[tuple[int, str], list[str]] = {}
    for unit in of(side, list(UNITS.values())):
        if unit[f"gt_{column}"]:
            from_units.setdefault((int(unit[f"gt_{column}"]), unit[f"entry_{column}"]), []).append(unit["id"])
    assert from_units == arrivals(side, rate)


@pytest.mark.parametrize(("side", "rate"), LISTS)
def test_nobody_arrives_twice_or_stands_on_the_map_already(side: str, rate: str):
    coming = [i for ids in arrivals(side, rate).values() for i in ids]
    assert len(coming) == len(set(coming))
    assert [i for i in coming if UNITS[i]["start_hex"]] == []


def test_the_units_that_never_come_under_the_slowed_rate_are_listed():
    historical = {i for ids in arrivals("allied", "historical").values() for i in ids}
    slowed = {i for ids in arrivals("allied", "slowed").values() for i in ids}
    assert slowed <= historical
    assert SCENARIOS["omission"][0]["units"] == [i for i in UNITS if i in historical - slowed]


@pytest.mark.parametrize(
    ("turn", "section", "multipliers"),
    [
        (2, "NE", {"5-12": 2, "4-12": 1, "4-4": 3, "3-4": 1}),
        (2, "SE", {"5-12": 1, "4-12": 2}),
        (3, "W", {"5-4": 4, "3-4": 4}),
        (4, "NE", {"4-4": 2}),
        (5, "NE", {"7-12": 1, "6-12": 2}),
        (5, "WB", {"8-12": 2, "3-12": 2, "4-4": 9}),
        (6, "NE", {"4-12": 1, "4-4": 3}),
        (6, "SE", {"4-4": 9}),
        (7, "NE", {"3-4": 2, "6-12": 3}),
        (7, "SE", {"4-12": 1}),
        (11, "WB", {"3-4": 2}),
        (14, "SE", {"4-12": 3}),
    ],
)
def test_strengths_are_those_of_the_printed_track(turn: int, section: str, multipliers: dict[str, int]):
    assert strengths(arrivals("allied", "historical")[turn, section]) == multipliers
