"""Units, tables, scenarios and board of Bitter Woods agree with the rulebook, the components and each other.

What is expected is written out here by hand, never read from the file that it is compared with.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Any

import pytest

from ardennes.counters import bits
from ardennes.games.bitter_woods.forces import ARMOR, FOOT, GERMAN_FOOT, HORSE, ROCKET, WHEELS
from ardennes.games.bitter_woods.terrain import DRY, FREEZE, MUD, Crosser
from tests.games.bitter_woods.datafiles import (
    BOARD,
    FORCES,
    GROUND,
    RULES,
    SCENARIOS,
    TABLES,
    TERRAIN,
    UNITS,
    front,
    of,
    units,
)

SOURCES = {"rulebook", "found", "derived", "reconstruction"}
GRID = BOARD.grid

TURNS = [f"{day}{part}" for day in range(16, 27) for part in ("AM", "PM")]


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


# ---- turns ----


def test_a_turn_is_half_a_day_from_the_morning_of_16_december():
    turns = TABLES["turns"]
    assert turns["names"] == TURNS
    assert turns["count"] == len(turns["labels"]) == len(turns["dates"]) == 22
    for n, (label, day) in enumerate(zip(turns["labels"], turns["dates"], strict=True)):
        assert day == date(1944, 12, 16 + n // 2)
        assert label == f"{16 + n // 2} Dec {'PM' if n % 2 else 'AM'}"


def test_4_the_phases():
    sequence = TABLES["sequence"]
    assert sequence["first_player"] == "german"
    assert sequence["german"] == [
        "Mutual Supply", "Allied Interdiction", "Reserve", "Movement", "Combat and Demolition",
        "Mechanized Exploitation", "Bridge Construction",
    ]  # fmt: skip
    assert sequence["allied"] == [phase for phase in sequence["german"] if phase != "Allied Interdiction"]


def test_5_3_mud_and_freeze():
    seasons = {turn: GROUND.season(turn) for turn in TURNS}
    assert {turn for turn, season in seasons.items() if season == MUD} == {"18AM", "18PM", "19AM", "19PM"}
    assert [turn for turn, season in seasons.items() if season == FREEZE] == TURNS[TURNS.index("23AM") :]
    assert seasons["16AM"] == seasons["20AM"] == seasons["22PM"] == DRY


AIR = """
16AM 0/0  16PM 1/0  17AM 2/1  17PM 2/2  18AM 3/1  18PM 2/1  19AM 1/1  19PM 1/0  20AM 1/0  20PM 0/0  21AM 0/0
21PM 0/0  22AM 0/0  22PM 0/0  23AM 2/3  23PM 1/3  24AM 3/5  24PM 2/4  25AM 2/5  25PM 1/4  26AM 1/5  26PM 1/4
"""


def test_11_1_aircraft_by_turn():
    words = AIR.split()
    assert words[::2] == TURNS
    pairs = list(zip(TABLES["air"]["german"], TABLES["air"]["allied"], strict=True))
    assert [f"{german}/{allied}" for german, allied in pairs] == words[1::2]


# ---- movement ----


@pytest.mark.parametrize(
    ("terrain", "foot", "mechanized", "artillery"),
    [("clear", 1, 1, 1), ("light-woods", 1, 2, 2), ("broken", 2, 2, 2), ("forest", 2, 2, 2), ("town", 1, 1, 1)],
)
def test_5_3_what_terrain_costs(terrain: str, foot: int, mechanized: int, artillery: int):
    cost = TABLES["terrain"]["movement"][terrain]
    assert cost == {"non_mechanized": foot, "mechanized": mechanized, "artillery": artillery}


def test_every_terrain_and_hexside_of_the_board_has_a_cost():
    assert set(BOARD.terrains) == {"clear", "light-woods", "broken", "forest", "town"}
    assert {w for words in BOARD.hexsides.values() for w in words} == {"river", "meuse", "cliff", "bridge", "blown"}


BLOWN = GROUND.bridges.mask(["1324/1424", "1028/1129", "0432/0533"])


@pytest.mark.parametrize(
    ("start", "end", "costs"),  # in twelfths, for FOOT, GERMAN_FOOT, WHEELS, ARMOR, ROCKET, HORSE
    [
        ("1125", "1224", (12, 12, 12, 12, 12, 12)),  # clear
        ("1224", "1223", (12, 12, 24, 24, 24, 24)),  # light woods
        ("1224", "1325", (24, 24, 24, 24, 24, 24)),  # broken
        ("0813", "0812", (24, 24, 24, None, 24, 24)),  # forest
        ("0812", "0912", (3, 4, 3, 3, 4, 6)),  # by road out of the forest
        ("0812", "0813", (12, 12, 24, None, 24, 24)),  # without a road out of it
        ("1502", "1503", (12, 12, 12, 12, 12, 12)),  # town
        ("1424", "1524", (3, 4, 3, 3, 4, 6)),  # road
        ("1503", "1504", (3, 4, 3, 3, 4, 6)),  # road over a bridge, into forest
        ("1503", "1603", (None,) * 6),  # river
        ("1324", "1424", (None,) * 6),  # blown bridge
        ("4718", "4818", (None,) * 6),  # cliff
    ],
)
def test_5_3_what_a_step_costs_each_kind_of_unit(start: str, end: str, costs: tuple[int | None, ...]):
    found = tuple(
        GROUND.costs(Crosser(pays, False, False), DRY, BLOWN).cost(GRID.index(start), GRID.index(end))
        for pays in (FOOT, GERMAN_FOOT, WHEELS, ARMOR, ROCKET, HORSE)
    )
    assert found == costs


@pytest.mark.parametrize(
    ("season", "start", "end", "foot", "wheels"),
    [
        (MUD, "1125", "1224", 12, 24), (MUD, "1224", "1223", 12, 24), (MUD, "1424", "1524", 3, 3),
        (FREEZE, "1125", "1224", 12, 12), (FREEZE, "1224", "1223", 12, 12), (FREEZE, "1224", "1325", 24, 24),
    ],
)  # fmt: skip
def test_5_3_mud_is_in_clear_hexes_and_the_freeze_opens_light_woods(
    season: int, start: str, end: str, foot: int, wheels: int
):
    i, j = GRID.index(start), GRID.index(end)
    assert GROUND.costs(Crosser(FOOT, True, False), season, BLOWN).cost(i, j) == foot
    assert GROUND.costs(Crosser(WHEELS, True, False), season, BLOWN).cost(i, j) == wheels


def test_13_2_a_bridge_that_stands_is_crossed_by_road():
    for heavy in (False, True):
        assert GROUND.costs(Crosser(ARMOR, False, heavy), DRY, 0).cost(GRID.index("1324"), GRID.index("1424")) == 3


@pytest.mark.parametrize(
    ("start", "end", "infantry", "panzergrenadier", "armor"),
    [
        ("1325", "1425", 12, 12, 12),  # clear
        ("1603", "1602", 12, 12, 12),  # clear
        ("1403", "1402", 12, 24, 24),  # light woods
        ("1324", "1424", 36, 36, 24),  # broken ground, over a blown bridge
        ("1125", "1224", 12, 12, None),  # no river: a step like any other, which ends nobody's move
    ],
)
def test_5_3_what_crossing_a_river_costs(start: str, end: str, infantry: int, panzergrenadier: int, armor: int | None):
    i, j = GRID.index(start), GRID.index(end)
    foot = GROUND.crossings(Crosser(GERMAN_FOOT, True, False), DRY, BLOWN)
    wheels = GROUND.crossings(Crosser(WHEELS, True, False), DRY, BLOWN)
    tanks = GROUND.crossings(Crosser(ARMOR, False, False), DRY, BLOWN)
    assert foot.first is not None
    assert wheels.first is not None
    assert tanks.halt is not None
    assert (foot.first.cost(i, j), wheels.first.cost(i, j)) == (infantry, panzergrenadier)
    assert tanks.halt.cost(i, j) == armor
    assert tanks.first is None
    heavy = GROUND.crossings(Crosser(ARMOR, False, True), DRY, BLOWN)
    assert (heavy.first, heavy.halt) == (None, None)


def test_5_3_the_meuse_is_crossed_by_those_who_wade_and_ends_their_move():
    i, j = GRID.index("2601"), GRID.index("2701")
    foot = GROUND.crossings(Crosser(FOOT, True, False), DRY, BLOWN)
    tanks = GROUND.crossings(Crosser(ARMOR, False, False), DRY, BLOWN)
    assert foot.first is not None
    assert foot.halt is not None
    assert tanks.halt is not None
    assert (foot.first.cost(i, j), foot.halt.cost(i, j), tanks.halt.cost(i, j)) == (None, 12, None)


def test_5_3_who_pays_how():
    pays = {i: FORCES.pays[FORCES.index[i]] for i in UNITS}
    assert (pays["28Inf-110"], pays["82Abn-325"], pays["26VG-78"], pays["5FJ-13"]) == (
        FOOT,
        FOOT,
        GERMAN_FOOT,
        GERMAN_FOOT,
    )
    assert (pays["2Pz-2"], pays["14Cav"], pays["A-174"], pays["PzLehr-Recon"]) == (WHEELS,) * 4
    assert (pays["9Arm-CCA"], pays["1SS-Peiper"], pays["PzBde150"]) == (ARMOR,) * 3
    assert (pays["R-9"], pays["A-388"]) == (ROCKET, HORSE)


def test_5_3_who_crosses_rivers_how():
    river = TABLES["river"]
    assert set(river["wades"]) == {"infantry", "parachute", "glider", "armored_infantry"} == set(river["meuse_stops"])
    assert set(river["stops"]) == {"armor", "armored_cavalry", "corps_artillery", "rocket"}
    assert set(river["never"]) == {"Panther", "Tiger", "Jagdtiger"}
    assert river["more"] == {"forest": 1, "broken": 1}
    heavy = {FORCES.names[unit] for unit in bits(FORCES.heavy)}
    assert heavy == {"12SS-12", "1SS-Peiper", "116Pz-16", "2Pz-3", "653JPz", "2SS-2", "9SS-9", "FuhGd", "9Pz-33"}


def test_5_4_army_boundaries():
    boundaries = TABLES["boundaries"]
    assert (boundaries["last"], boundaries["no_attack"]) == ("18PM", ["6Pz"])
    assert boundaries["free"] == {"6Pz": ["2417"], "5Pz": ["2417", "1730"], "7": ["1730"]}
    closed = {army: set(GRID.names(mask)) for army, mask in GROUND.closed.items()}
    assert {"0915", "2317", "1316", "1324"} <= closed["6Pz"]
    assert "2417" not in closed["6Pz"]
    assert not {"0613", "0714", "0814", "0914", "1511"} & closed["6Pz"]
    assert {"1511", "1809", "1230", "0731"} <= closed["5Pz"]
    assert not {"0613", "0914", "0915", "2417", "1129", "1730", "1424"} & closed["5Pz"]
    assert {"1128", "1424", "0308"} <= closed["7"]
    assert not {"1129", "1730", "1231"} & closed["7"]


def test_6_1_stacking():
    stacking = TABLES["stacking"]
    assert (stacking["units"], stacking["division"], stacking["free"]) == (
        3,
        {"name": "PzLehr", "units": 4},
        ["653JPz"],
    )
    assert {FORCES.names[unit] for unit in bits(FORCES.of_division["PzLehr"])} == {
        "PzLehr-130", "PzLehr-901", "PzLehr-902", "PzLehr-Recon",
    }  # fmt: skip


def test_8_2_fortifications_are_towns():
    assert TABLES["fortifications"]["permanent"] == ["1624", "4717", "4809", "2903", "2803"]
    assert TABLES["fortifications"]["buildable"] == {"St. Vith": "1316", "Bastogne": "2426", "Marche": "3518"}
    assert (GROUND.forts | GROUND.fort_sites) & ~GROUND.town == 0
    assert GROUND.forts == BOARD.feature("fort")
    assert GRID.name(GROUND.bottleneck) == "1624"


# ---- combat ----

CRT = """
     1-3  1-2  1-1  2-1  3-1   4-1  5-1  6-1  7-1
  1  SU   CA   D2   1D2  D4    1D3  1D4  DE   DE
  2  A1   SU   D2   D3   D3    D4   1D3  1D4  DE
  3  A1   ENG  CA   D2   D3*   D4*  D4   1D3  1D4
  4  A2   A1   ENG  CA*  D2*   D3   D4*  D4   1D3
  5  1A2  A2   FF   ENG  CA*   D2*  D3*  D4*  D4
  6  AE   1A2  A2   FF*  ENG*  SU*  D2*  D3*  D3*
"""
HEAD, *CELLS = [line.split() for line in CRT.strip().splitlines()]


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_every_cell_of_the_combat_results_table(die: int):
    row = CELLS[die - 1]
    assert row[0] == str(die)
    assert TABLES["crt"]["results"][str(die)] == row[1:]
    assert TABLES["crt"]["columns"] == HEAD
    assert len(row[1:]) == len(HEAD) == 9


@pytest.mark.parametrize(
    ("column", "labels"),  # what the rulebook and public reports name
    [("1-1", {"D2"}), ("2-1", {"ENG"}), ("3-1", {"D3"}), ("4-1", {"D3", "D4"}), ("6-1", {"DE", "1D4", "D4"})],
)
def test_the_results_that_the_rulebook_names_are_in_their_column(column: str, labels: set[str]):
    at = HEAD.index(column)
    assert labels <= {row[1 + at].rstrip("*") for row in CELLS}


def test_de_is_a_matter_of_the_highest_columns():
    assert {HEAD[n - 1] for row in CELLS for n, cell in enumerate(row) if cell == "DE"} == {"6-1", "7-1"}


EFFECTS: dict[str, dict[str, Any]] = {
    "DE": {"rule": "BW-9.5.DE", "side": "defender", "eliminated": True, "advance": 1},
    "AE": {"rule": "BW-9.5.AE", "side": "attacker", "eliminated": True, "advance": 1},
    "D2": {"rule": "BW-9.5.D", "side": "defender", "retreat": 2, "advance": 2},
    "D3": {"rule": "BW-9.5.D", "side": "defender", "retreat": 3, "advance": 3},
    "D4": {"rule": "BW-9.5.D", "side": "defender", "retreat": 4, "advance": 4},
    "A1": {"rule": "BW-9.5.A", "side": "attacker", "retreat": 1, "advance": 1},
    "A2": {"rule": "BW-9.5.A", "side": "attacker", "retreat": 2, "advance": 1},
    "1D2": {"rule": "BW-9.5.1D", "side": "defender", "loss": 1, "retreat": 2, "advance": 2},
    "1D3": {"rule": "BW-9.5.1D", "side": "defender", "loss": 1, "retreat": 3, "advance": 3},
    "1D4": {"rule": "BW-9.5.1D", "side": "defender", "loss": 1, "retreat": 4, "advance": 4},
    "1A2": {"rule": "BW-9.5.1A", "side": "attacker", "loss": 1, "retreat": 2, "advance": 1},
    "CA": {"rule": "BW-9.5.CA"},
    "SU": {"rule": "BW-9.5.SU"},
    "ENG": {"rule": "BW-9.5.ENG"},
    "FF": {"rule": "BW-9.5.FF", "side": "both", "loss": 1, "advance": 1},
}


def test_what_each_result_does():
    results = {label: effect for label, effect in TABLES["results"].items() if label != "source"}
    passing = {label: results.pop(label) for label in list(results) if label.startswith("Adv")}
    assert results == EFFECTS
    assert passing == {f"Adv {n}": {"rule": "BW-23.3", "side": "neither", "advance": n} for n in range(1, 5)}
    assert {cell.rstrip("*") for row in CELLS for cell in row[1:]} == set(EFFECTS)
    assert {effect["rule"] for effect in EFFECTS.values()} <= set(RULES.cases)


def test_9_limits_and_modifiers():
    limits = TABLES["limits"]
    assert (limits["modifier"], limits["shifts"], limits["die"]) == (2, 2, [1, 6])
    assert (TABLES["endurance"]["attacker"], TABLES["endurance"]["defender"]) == (-1, 1)
    combat = TABLES["terrain"]["combat"]
    assert combat["forest"] == combat["broken"] == {"left": 1}
    assert combat["town"] == {"doubled": True, "left_across_river": 1}
    assert combat["river"] == {"doubled": True}
    assert (TABLES["surprise"]["turn"], TABLES["surprise"]["right"]) == ("16AM", 1)
    assert TABLES["air_support"]["attacker"] == {"right": 1}
    assert TABLES["air_support"]["defender"] == {"left": 1}
    assert TABLES["advance"]["road_bonus"] == [3, 2]


def test_10_artillery():
    guns = TABLES["artillery"]
    assert (guns["range"], guns["rocket_range"], guns["rocket_defence"]) == (4, 1, 1)
    assert (guns["german_uses"], guns["allied_uses"]) == (1, 2)


def test_11_3_interdiction():
    assert (TABLES["interdiction"]["mechanized"], TABLES["interdiction"]["others"]) == (2, 1)


# ---- supply, bridges, opening ----


def test_12_supply():
    supply = TABLES["supply"]
    assert supply["hexes"] == 4
    assert supply["german"] == {"roads": "german-supply", "hexes": "liege"}
    assert supply["allied"] == {"roads": "allied-supply", "hexes": "liege"}
    assert (supply["automatic"]["side"], supply["automatic"]["last"]) == ("german", "17PM")
    german, allied = (set(GRID.names(mask)) for mask in GROUND.sources)
    assert german == {"0106", "0111", "0113", "0118", "0126", "0127", "0128", "0130", "0134"}
    assert allied == {
        *("0235", "0735", "1035", "1335", "2035", "2235", "2735", "3435", "4035", "4435"),
        *("5524", "5520", "5519", "5517", "5511"),
        *("5101", "3701", "3001", "2701", "1901", "1401"),
    }


def test_12_6_supply_shortage():
    shortage = TABLES["shortage"]
    assert (shortage["first"], shortage["none"]) == ("20AM", [1, 2])
    table = {die: shortage["table"][die] for die in "123456"}
    assert table == {"1": "6Pz", "2": "6Pz", "3": "6Pz", "4": "5Pz", "5": "5Pz", "6": "5Pz"}


def test_13_bridges():
    assert (TABLES["demolition"]["across"], TABLES["demolition"]["near"]) == (3, 4)
    assert TABLES["bridges"]["blown"] == ["1324/1424", "1028/1129", "0432/0533"]
    assert TABLES["bridges"]["german_limit"] == 8
    blown = [side for side, words in BOARD.hexsides.items() if "blown" in words]
    assert GROUND.bridges.mask(blown) == GROUND.blown == BLOWN
    assert len(GROUND.bridges) == 146


def test_15_the_opening():
    opening = TABLES["opening"]
    assert opening["turn"] == "16AM"
    assert opening["no_demolition"] == ["16AM", "16PM"]
    frozen = {"12SS-12", "12SS-25", "12SS-26", "1SS-Peiper", "1SS-1", "1SS-2", "PzBde150"}
    assert set(opening["frozen"]) == frozen
    assert (opening["artillery_allowance"], opening["others_allowance"], opening["traffic"]) == (1, 2, -1)
    assert opening["veterans"] == {"division": "2Inf", "allowance": 3}


def test_15_7_who_may_be_attacked_on_the_first_turn():
    sectors = TABLES["opening"]["sectors"]
    assert (sectors["6Pz"], sectors["5Pz"], sectors["7"]) == (
        ["102Cav", "14Cav"], ["14Cav", "28Inf-110"], ["28Inf-109", "4Inf-12"],
    )  # fmt: skip
    rows = [int(UNITS[i]["start_hex"][2:]) for i in sectors["order"]]
    assert [sectors["order"][n] for n, row in enumerate(rows[1:]) if row < rows[n]] == []
    assert {sectors["order"][0], sectors["order"][-1]} == {"102Cav", "4Inf-12"}


# ---- victory ----


def test_17_victory():
    victory = TABLES["victory"]
    assert victory["towns"] == {"Bastogne": "2426", "St. Vith": "1316", "Marche": "3518"}
    assert victory["allied_strategic"] == {"Bastogne": "2426", "Marche": "3518", "Houffalize": "2221"}
    assert victory["strategic"] == {"towns": 3, "mechanized": 6, "armor": 2}
    assert victory["tactical"] == {"towns": 2, "mechanized": 3, "armor": 1}
    assert victory["draw"] == {"towns": 2, "mechanized": 1}
    assert victory["near_meuse"] == 1
    assert (victory["allied_losses"], victory["german_losses"], victory["panzer"]) == (48, 12, 2)
    assert len(victory["levels"]) == 5


def test_17_the_places_are_where_the_board_has_them():
    places = {place.name: GRID.name(place.hex) for place in BOARD.places}
    towns = TABLES["victory"]["towns"] | TABLES["victory"]["allied_strategic"]
    assert {name: places[name] for name in towns} == towns


def test_17_2_the_far_bank_north_of_vireux():
    north = set(GRID.names(GROUND.north_of_vireux))
    assert {"5517", "5511", "4809", "3204", "2903", "5222"} <= north
    assert not {"5223", "5524", "4717", "2803", "3305"} & north


def test_17_3_the_reach_of_the_meuse_from_vireux_to_ramet():
    near = set(GRID.names(GROUND.near_meuse))
    assert {"5122", "3204", "4717", "4809", "4817", "4616", "3806"} <= near
    assert not {"5223", "5225", "3003", "2903", "2803", "4418", "3518"} & near


def test_16_1_where_a_german_brings_the_british():
    assert TABLES["conditions"]["meuse"]["within"] == 5
    watched = set(GRID.names(GROUND.watched))
    assert {"4717", "4216", "3204", "2903", "2501"} <= watched
    assert not {"4016", "3518", "2008", "5230"} & watched
    herve = TABLES["conditions"]["herve"]
    assert (herve["hex"], herve["free_from"], herve["within"]) == ("2202", "17PM", 4)


# ---- scenarios ----


def test_there_are_four_scenarios_of_22_6_8_and_8_turns():
    assert {one["name"]: (one["turns"], one["rule"]) for one in SCENARIOS["scenario"]} == {
        "campaign": (22, "BW-17.0"), "six-turn": (6, "BW-2.9.six"), "eight-turn": (8, "BW-2.9.eight"),
        "southern-shoulder": (8, "BW-2.9.southern"),
    }  # fmt: skip


def test_what_counts_in_the_short_scenarios():
    assert SCENARIOS["points"]["six-turn"] == {"source": "found", "needed": 3, "allied_losses": 12}
    assert SCENARIOS["points"]["eight-turn"] == {"source": "reconstruction", "needed": 3, "allied_losses": 16}
    points = {one["name"]: one for one in SCENARIOS["point"] if "six-turn" in one["scenarios"]}
    assert set(points) == {"losses", "mechanized", "dump", "towns"}
    assert {one["points"] for one in points.values()} == {1}
    assert points["mechanized"]["fewer_than"] == 4
    assert points["towns"]["each"] == {
        "Stavelot": "1912", "Trois-Ponts": "2012", "Stoumont": "2211", "Spa": "2008", "Eupen": "1503",
        "Bastogne": "2426", "Neufchâteau": "3232", "Parker's Crossroads": "2417", "the Ourthe bridgehead": "2924",
    }  # fmt: skip
    assert all(one["scenarios"][:2] == ["six-turn", "eight-turn"] for one in points.values())


# ---- board, chart, sources ----


def test_the_board_has_55_columns_of_35():
    assert (TABLES["map"]["columns"], TABLES["map"]["rows"], len(GRID)) == (55, 35, 55 * 35)


def test_the_terrain_chart_speaks_of_all_that_is_on_the_board():
    kinds = [entry["kind"] for entry in TERRAIN["terrain"]]
    assert kinds == ["clear", "light-woods", "broken", "forest", "town", "road", "river", "bridge", "meuse", "cliff"]
    assert [entry["rule"] for entry in TERRAIN["terrain"] if entry["rule"] not in RULES] == []


def test_the_terrain_chart_says_what_the_tables_say():
    for entry in TERRAIN["terrain"]:
        if not entry.get("along"):
            cost = TABLES["terrain"]["movement"][entry["kind"]]
            assert entry["move"].split(";")[0] == f"{cost['non_mechanized']} / {cost['mechanized']}", entry["kind"]


def labelled(table: dict[str, Any], where: str) -> list[str]:
    """The tables in a table whose numbers have no source."""
    if "source" in table:
        return [where] if table["source"] not in SOURCES else []
    inner = [(f"{where}.{key}", value) for key, value in table.items() if isinstance(value, dict)]
    return [name for key, value in inner for name in labelled(value, key)] if inner else [where]


def test_every_table_has_its_source():
    assert labelled(TABLES, "tables") == []
    assert {entry["source"] for key in ("scenario", "point") for entry in SCENARIOS[key]} <= SOURCES


@pytest.mark.parametrize(
    ("table", "source"),
    [
        ("turns", "rulebook"), ("crt", "reconstruction"), ("results", "rulebook"), ("air", "reconstruction"),
        ("interdiction", "rulebook"), ("demolition", "rulebook"), ("supply", "rulebook"), ("road", "rulebook"),
        ("edges", "reconstruction"), ("exit", "derived"), ("improved", "reconstruction"), ("victory", "rulebook"),
        ("opening", "rulebook"), ("boundaries", "rulebook"), ("meuse", "derived"), ("map", "derived"),
        ("movement", "derived"), ("leave", "reconstruction"),
    ],
)  # fmt: skip
def test_a_reconstruction_says_that_it_is_one(table: str, source: str):
    assert TABLES[table]["source"] == source


def test_reconstructed_parts_of_a_table_say_so():
    assert TABLES["shortage"]["table"]["source"] == TABLES["crt"]["results"]["source"] == "reconstruction"
    assert {TABLES["conditions"][name]["source"] for name in ("meuse", "herve")} == {"reconstruction"}
