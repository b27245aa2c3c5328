"""The units of Bitter Woods agree with the rulebook, the components and each other.

What is expected is written out here by hand, never read from the file that it is compared with.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.games.bitter_woods.datafiles import (
    BOARD,
    GROUND,
    RULES,
    TABLES,
    UNITS,
    front,
    of,
    units,
)

SOURCES = {"rulebook", "found", "derived", "reconstruction"}
GRID = BOARD.grid


def names(region: str) -> set[str]:
    return set(GRID.names(BOARD.regions[region]))


# ---- units ----


def test_there_are_96_german_and_106_allied_units():
    assert len([unit for unit in units() if not unit["option"]]) == len(UNITS) == 202
    assert (len(of("german")), len(of("allied"))) == (96, 106)


def test_ids_print_without_blanks_and_are_no_hex_numbers():
    assert [i for i in UNITS if not re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", i) or re.fullmatch(r"\d{4}", i)] == []
    assert len({unit["name"] for unit in UNITS.values()}) == len(UNITS)


# Division or corps, counters with their figures, and the hexes in which they start.
SET_UP = """
326VG   751 4-3-3 0804, 752 4-3-3 0805, 753 4-3-3 0806
277VG   989 4-3-3 0608, 990 4-3-3 0609, 991 4-3-3 0610
12VG    27 5-4-3 0611, 48 5-4-3 0612, 89 5-4-3 0512
3FJ     5 5-4-3 0513, 9 5-4-3 0514
12SS    12 12-5-4 0308, 25 6-5-4 0309, 26 6-5-4 0310
1SS     Peiper 15-6-5 0212, 1 6-5-4 0311, 2 6-5-4 0312
18VG    293 4-4-3 0515, 294 4-4-3 0514, 295 4-4-3 0617
62VG    164 4-3-3 0719, 183 4-3-3 0718, 190 4-3-3 0819
116Pz   16 7-5-4 1021, 60 5-5-4 1021, 156 5-5-4 1020
560VG   1128 4-3-3 1121, 1129 4-3-3 1222
2Pz     3 9-5-4 1224, 2 5-5-4 1324, 304 5-5-4 1223
26VG    39 5-4-3 1226, 77 5-4-3 1225, 78 5-4-3 1324
PzLehr  130 6-5-4 0824, 901 5-5-4 0825, 902 5-5-4 0825, Recon 2-5-5 1125
5FJ     13 4-3-3 1029, 14 4-3-3 1028, 15 4-3-3 0928
352VG   914 4-3-3 0930, 915 4-3-3 0831, 916 4-3-3 0830
276VG   986 3-3-3 0731, 987 3-3-3 0732, 988 3-3-3 0730
212VG   320 5-4-3 0432, 423 5-4-3 0632, 316 5-4-3 0431
-       PzBde150 4-4-5 0412
-       A-388 7-4-2 0509, A-402 7-4-2 0411, A-405 7-4-2 0606, A-410 6-4-2 0416, A-401 7-4-2 1022, A-766 7-4-2 1125
-       A-406 5-4-2 0829, A-408 5-4-2 0631
-       R-4 5-4-3 0510, R-9 5-4-3 0511, R-17 5-4-3 0706, R-16 5-4-3 0517, R-7 5-4-3 1122, R-15 5-4-3 1225
-       R-18 5-4-3 0929, R-8 5-4-3 0532
-       102Cav 3-4-5 1005, 14Cav 3-4-5 0715
99Inf   395 5-4-4 1006, 393 5-4-4 0808, 394 5-4-4 0711
2Inf    9 6-5-4 0907, 38 6-5-4 0908, 23 6-5-4 1109
106Inf  422 5-3-4 0616, 423 5-3-4 0717, 424 5-3-4 1019
28Inf   112 5-4-4 1221, 110 5-4-4 1424, 109 5-4-4 1130
9Arm    CCB 6-4-5 1311, CCR 5-4-5 1722, CCA 5-4-5 0932
4Inf    12 5-4-4 0634
1Inf    16 6-5-4 2202
-       A-406US 6-4-4 1209, A-174 4-4-4 1116, A-402US 5-4-4 1625
"""

# Turn, letters, division or corps, counters with their figures.
ARRIVALS = """
17AM T     3FJ     8 5-4-3
18AM U     -       FuhEs 8-5-5
18PM RS    3PzG    103 3-4-4, 8 5-4-4, 29 5-4-4
19AM ST    2SS     2 9-5-4, 3 6-5-4, 4 6-5-4
19PM ST    9SS     9 8-5-4, 19 5-5-4, 20 5-5-4
19PM R     246VG   352 4-3-3, 404 4-3-3
20AM R     246VG   689 4-3-3
20AM UV    560VG   1130 4-3-3
21PM XYZ   -       FuhGd 7-5-5
22AM XYZ   79VG    208 4-3-3, 212 4-3-3, 226 4-3-3
23AM UVW   9Pz     33 7-5-4, 10 5-4-4, 11 5-4-4
23PM VWX   15PzG   115Pz 3-4-4, 104 5-4-4, 115 5-4-4
25AM VWX   167VG   331 4-4-3, 339 4-4-3
25PM VWX   167VG   387 4-4-3
16PM PQ    1Inf    26 6-5-4
17AM NOP   7Arm    CCB 7-4-5
17AM PQ    9Inf    39 5-5-4
17PM NOP   7Arm    CCA 6-4-5, CCR 6-4-5
17PM PQ    9Inf    47 5-5-4
17PM MNO   30Inf   117 5-5-4, 119 5-5-4, 120 5-5-4
17PM ABC   10Arm   CCA 6-4-5, CCB 6-4-5
17PM BCD   4Inf    8-22 7-4-4
17PM BCD   -       A-422 5-4-4
18AM OPQ   1Inf    18 6-5-4
18AM ABC   10Arm   CCR 5-4-5
18AM NOPQ  -       A-190 5-4-4
18PM HIJ   82Abn   504 5-5-4, 505 5-5-4, 508 5-5-4, 325 4-5-4
18PM FG    101Abn  501 5-5-4, 502 5-5-4, 506 5-5-4, 327 4-5-4
19PM LM    3Arm    CCA 8-5-4, CCB 8-5-4, CCR 6-5-4
19PM LM    -       A-211 5-4-4
20AM J     11Arm   29 5-5-5
20AM L     -       517PIR 4-5-4
20PM CD    4Arm    CCA 7-5-5, CCB 7-5-5, CCR 4-5-5
21AM L     84Inf   333 5-4-4, 334 5-4-4, 335 5-4-4
21AM Q     5Arm    CCR 5-4-5
21AM C     26Inf   101 5-4-4, 104 5-4-4, 328 5-4-4
21AM B     80Inf   317 5-4-4, 318 5-4-4, 319 5-4-4
21AM A     5Inf    2 5-5-4, 10 5-5-4, 11 5-5-4
21AM CD    -       A-193 5-4-4, A-203 5-4-4
21AM AB    -       A-183 5-4-4
22AM C     -       6Cav 3-4-5
22AM A     -       2Cav 3-4-5
22AM AB    -       A-177 5-4-4, A-182 5-4-4, A-404 5-4-4
22AM IJK   43Inf   129 5-5-4, 130 5-5-4, 214 5-5-4
22AM IJK   51Inf   152 5-5-4, 153 5-5-4, 154 5-5-4
22AM IJK   53Inf   71 5-5-4, 158 5-5-4, 160 5-5-4
22AM IJK   GdsArm  5 7-5-4, 32 5-5-4
22AM IJK   -       33ArmBde 4-4-5
22PM KL    2Arm    CCA 8-5-4, CCB 8-5-4, CCR 6-5-4
22PM Q     9Inf    60 5-5-4
22PM KL    -       A-142 5-4-4
23AM LM    75Inf   289 5-3-4, 290 5-3-4, 291 5-3-4
23AM LM    -       4Cav 3-4-5
26AM ABC   6Arm    CCA 6-4-5, CCB 6-4-5, CCR 5-4-5
26AM L     83Inf   329 5-4-4, 330 5-4-4, 331 5-4-4
26AM CD    35Inf   134 5-4-4, 137 5-4-4, 320 5-4-4
"""


def handle(division: str, name: str) -> str:
    return name if division == "-" else f"{division}-{name}"


def test_who_stands_where_at_the_start():
    expected = {}
    for line in SET_UP.strip().splitlines():
        division, counters = line.split(maxsplit=1)
        for counter in counters.split(", "):
            name, figures, hex_ = counter.split()
            expected[handle(division, name)] = (figures, hex_)
    assert {i: (front(u), u["start_hex"]) for i, u in UNITS.items() if u["start_hex"]} == expected


def test_who_arrives_when_by_which_letters():
    expected = {}
    for line in ARRIVALS.strip().splitlines():
        turn, letters, division, counters = line.split(maxsplit=3)
        for counter in counters.split(", "):
            name, figures = counter.split()
            expected[handle(division, name)] = (figures, turn, letters)
    assert {i: (front(u), u["arrival"], u["entry"]) for i, u in UNITS.items() if u["arrival"]} == expected


def test_only_the_jagdtigers_neither_start_nor_arrive():
    assert [i for i, u in UNITS.items() if not u["start_hex"] and not u["arrival"]] == ["653JPz"]
    assert (front(UNITS["653JPz"]), UNITS["653JPz"]["entry"]) == ("6-5-4", "RSTUVWXYZ")


def test_the_types_of_units_are_those_of_2_5():
    assert Counter(unit["type"] for unit in of("german")) == {
        "infantry": 39, "parachute": 6, "armor": 14, "armored_infantry": 20, "armored_cavalry": 1,
        "corps_artillery": 8, "rocket": 8,
    }  # fmt: skip
    assert Counter(unit["type"] for unit in of("allied")) == {
        "infantry": 53, "parachute": 7, "glider": 2, "armor": 25, "armored_infantry": 1, "armored_cavalry": 5,
        "corps_artillery": 13,
    }  # fmt: skip


def test_armor_is_what_bears_a_silhouette():
    assert [i for i, u in UNITS.items() if bool(u["silhouette"]) != (u["type"] == "armor")] == []
    german = {u["id"]: u["silhouette"] for u in of("german") if u["silhouette"]}
    assert german == {
        "12SS-12": "Panther", "1SS-Peiper": "Tiger", "PzBde150": "Mk IV", "116Pz-16": "Panther", "2Pz-3": "Panther",
        "PzLehr-130": "Mk IV", "FuhEs": "Mk IV", "653JPz": "Jagdtiger", "3PzG-103": "Mk IV", "2SS-2": "Panther",
        "9SS-9": "Panther", "FuhGd": "Panther", "9Pz-33": "Panther", "15PzG-115Pz": "Mk IV",
    }  # fmt: skip
    assert {u["silhouette"] for u in of("allied")} == {"", "Sherman"}


def test_a_reduced_unit_has_half_its_strength_rounded_up():
    halves = {15: 8, 12: 6, 9: 5, 8: 4, 7: 4, 6: 3, 5: 3, 4: 2, 3: 2, 2: 1}
    for unit in UNITS.values():
        if unit["strength_reduced"]:
            assert int(unit["strength_reduced"]) == halves[int(unit["strength"])], unit["id"]


def test_artillery_has_one_step_and_a_range():
    guns = {i for i, u in UNITS.items() if u["type"] in ("corps_artillery", "rocket")}
    assert {i for i, u in UNITS.items() if not u["strength_reduced"]} == guns
    assert {i for i, u in UNITS.items() if u["range"]} == guns
    odd = {i: UNITS[i]["range"] for i in guns if UNITS[i]["range"] not in ("1", "4")}
    assert odd == {"A-766": "5", "A-190": "5", "A-193": "5"}
    assert {i for i in guns if UNITS[i]["range"] == "1"} == {i for i in guns if UNITS[i]["type"] == "rocket"}


def test_the_armies_of_the_german():
    assert Counter(unit["army"] for unit in of("german")) == {"6Pz": 37, "5Pz": 38, "7": 20, "": 1}


def test_conditions_of_arrival_and_of_the_first_move():
    assert {i for i, u in UNITS.items() if u["condition"] == "herve"} == {"1Inf-16"}
    british = {i for i, u in UNITS.items() if u["nation"] == "UK"}
    assert {i for i, u in UNITS.items() if u["condition"] == "meuse"} == british - {"11Arm-29"}
    assert len(british) == 13
    assert {u["condition"] for u in UNITS.values()} == {"", "meuse", "herve"}


def test_who_starts_in_an_improved_position():
    hexes = {"1006", "0808", "0711", "0616", "0717", "1019", "1221", "1424", "1130", "0634"}
    assert {u["start_hex"] for u in UNITS.values() if u["improved"] == "yes"} == hexes
    assert set(TABLES["improved"]["hexes"]) == hexes
    assert not any(GROUND.town >> GRID.index(name) & 1 for name in hexes)


def test_every_figure_of_a_unit_has_its_source():
    for column in ("source", "reduced_source", "place_source"):
        assert {unit[column] for unit in UNITS.values()} <= SOURCES, column
    assert {i for i, u in UNITS.items() if u["source"] == "rulebook"} == {"1SS-Peiper", "28Inf-110"}
    assert {i for i, u in UNITS.items() if u["place_source"] == "rulebook"} == {"2Pz-2", "28Inf-110", "653JPz"}


def test_notes_refer_to_cases_that_exist():
    found = {rule for unit in UNITS.values() for rule in re.findall(r"BW-[\w.]*\w", unit["notes"])}
    assert found
    assert found <= set(RULES.cases)


# ---- what the rulebook's figures and examples demand of the counters ----


def strength(*handles: str) -> int:
    return sum(int(UNITS[i]["strength"]) for i in handles)


def test_9_4_and_10_4_and_the_examples_can_be_made():
    assert strength("12SS-12", "R-9", "A-388") == 24
    assert strength("A-174") + (strength("A-422") + 1) // 2 + strength("28Inf-110") == 12
    assert strength("2Pz-3", "2Pz-2", "2Pz-304", "26VG-77", "PzLehr-Recon", "A-401", "A-766") == 40
    assert 2 * strength("28Inf-110") == 10
    assert strength("12SS-12", "12SS-25", "12SS-26") == 24 == 2 * 2 * strength("2Inf-9")
    assert front(UNITS["82Abn-325"]) == front(UNITS["101Abn-327"]) == "4-5-4"


def test_the_guns_of_the_opening_example_are_in_range():
    for gun in ("A-401", "A-766"):
        apart = GRID.distance(GRID.index(UNITS[gun]["start_hex"]), GRID.index("1424"))
        assert apart <= int(UNITS[gun]["range"]), gun


# ---- units on the board ----


def test_every_unit_starts_on_its_side_of_the_line():
    german = names("german-side")
    wrong = [i for i, u in UNITS.items() if u["start_hex"] and (u["start_hex"] in german) != (u["side"] == "german")]
    assert wrong == []


def test_no_tank_starts_in_a_forest_and_no_gun_beside_an_enemy():
    started = {i: GRID.index(u["start_hex"]) for i, u in UNITS.items() if u["start_hex"]}
    assert [i for i, hex_ in started.items() if UNITS[i]["silhouette"] and GROUND.forest >> hex_ & 1] == []
    for gun in (i for i in started if UNITS[i]["type"] == "corps_artillery"):
        near = GROUND.ring[started[gun]]
        foes = [i for i, hex_ in started.items() if UNITS[i]["side"] != UNITS[gun]["side"] and near >> hex_ & 1]
        assert foes == [], gun


def test_no_hex_holds_more_than_three_at_the_start():
    stacks = Counter(unit["start_hex"] for unit in UNITS.values() if unit["start_hex"])
    assert max(stacks.values()) == 2


def test_mechanized_units_start_inside_their_armys_boundaries():
    for army, mask in GROUND.closed.items():
        mech = [u for u in of("german") if u["army"] == army and u["mechanized"] == "yes" and u["start_hex"]]
        assert [u["id"] for u in mech if mask >> GRID.index(u["start_hex"]) & 1] == []


@pytest.mark.parametrize(
    ("edge", "letters"),
    [
        ("south", "A 0735 B 1335 C 2035 D 2235 E 2735 F 4435"),
        ("west", "G 5524 H 5520 I 5517 J 5511"),
        ("north", "K 5101 L 3701 M 3001 N 2701 O 1901 P 1401 Q 1201"),
        ("east", "R 0106 S 0111 T 0113 U 0118 V 0126 W 0127 X 0128 Y 0130 Z 0134"),
    ],
)
def test_16_1_the_letters_of_an_edge_are_on_the_board(edge: str, letters: str):
    words = letters.split()
    expected = dict(zip(words[::2], words[1::2], strict=True))
    assert TABLES["edges"][edge] == expected
    for letter, hex_ in expected.items():
        assert names(letter) == {hex_}
        assert GROUND.letters[letter] == GRID.index(hex_)
        assert GROUND.edge_of[letter] == edge


def test_16_1_germans_come_from_the_east_and_allies_from_elsewhere():
    for unit in UNITS.values():
        east = {GROUND.edge_of[letter] == "east" for letter in unit["entry"]}
        assert east <= {unit["side"] == "german"}, unit["id"]


def test_5_5_german_units_leave_by_road_beyond_the_meuse():
    sides = ["5524/SW", "5520/SW", "5519/SW", "5517/SW", "5511/SW", "5101/N", "3701/N", "3001/N", "2701/N"]
    assert TABLES["exit"]["sides"] == sides
    far = names("west-bank")
    off = {f"{GRID.name(i)}/{GRID.directions[d]}" for i, d in BOARD.edge_links("road") if GRID.name(i) in far}
    assert off - {side for side in off if side.endswith("/S")} == set(sides)
    assert [exit_.name for exit_ in GROUND.exits] == sides


@pytest.mark.parametrize(
    ("hex_", "beyond"),
    [
        ("1501", {("north", "1501"), ("north", "1501 1601 1701"), ("north", "1301 1401 1501")}),
        ("2035", {("south", "2035"), ("south", "2035 2135 2235"), ("south", "1835 1935 2035")}),
        ("1401", {("north", "1301 1401 1501")}),
        ("5517", {("west", "5516 5517"), ("west", "5517 5518")}),
        ("5501", {("north", "5501"), ("north", "5301 5401 5501"), ("west", "5501"), ("west", "5501 5502")}),
    ],
)
def test_5_5_the_imaginary_hexes_beyond_the_edge(hex_: str, beyond: set[tuple[str, str]]):
    found = {(one.edge, " ".join(sorted(GRID.names(one.near)))) for one in GROUND.beyond[GRID.index(hex_)]}
    assert found == beyond
