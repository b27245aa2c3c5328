"""Units, scenarios, tables and board of The Ardennes Offensive agree with the rulebook and with each other."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from ardennes.hexmap import Board
from tests.games.ardennes_offensive.datafiles import (
    AT_START,
    DATA,
    MAP,
    RULES,
    SCENARIOS,
    TABLES,
    UNITS,
    of,
    strengths,
    units,
)

SOURCES = {"rulebook", "found", "derived", "reconstruction"}
HEX = re.compile(r"\d{4}$")
WORST_TO_BEST = ("Ar3", "Ar2", "Ar1", "Dr1", "Dr2", "Dr3", "Ex", "De")  # for the attacker

# ---- units ----


def test_there_are_199_units():
    assert len(units()) == len(UNITS) == 199


def test_ids_print_without_blanks_and_are_no_hex_numbers():
    assert [i for i in UNITS if not re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)?", i) or HEX.match(i)] == []


def test_24_american_and_44_german_units_stand_on_the_map_at_the_start():
    assert len(of("allied", AT_START)) == 24
    assert {unit["nation"] for unit in of("allied", AT_START)} == {"US"}
    assert len(of("german", AT_START)) == 44
    for entry in SCENARIOS["setup"]:
        chosen = of(entry["side"], AT_START)
        front = sum(unit["front_line"] == "yes" for unit in chosen)
        assert (len(chosen), front) == (entry["units"], entry["front_line"])


def test_no_two_units_start_in_one_hex():
    assert max(Counter(unit["start_hex"] for unit in AT_START).values()) == 1


def test_every_unit_starts_or_arrives():
    for unit in UNITS.values():
        assert bool(unit["start_hex"]) != bool(unit["gt_historical"] or unit["gt_variant"]), unit["id"]


def test_movement_allowance_tells_mechanized_units():
    expected = {("allied", "yes"): "12", ("german", "yes"): "10", ("allied", "no"): "4", ("german", "no"): "4"}
    assert [u["id"] for u in UNITS.values() if u["ma"] != expected[u["side"], u["mechanized"]]] == []
    mechanized = {"armor", "armored infantry", "armored cavalry"}
    assert [u["id"] for u in UNITS.values() if (u["type"] in mechanized) != (u["mechanized"] == "yes")] == []


def test_divisions_are_german_infantry():
    divisions = [u for u in UNITS.values() if u["size"] == "XX"]
    assert {(u["side"], u["type"]) for u in divisions} == {("german", "infantry")}
    assert Counter(u["strength"] for u in divisions) == {"7": 2, "6": 2, "5": 6}


@pytest.mark.parametrize(
    ("nation", "counters"),
    [
        ("US", {"7-12": 1, "6-12": 5, "5-12": 6, "4-12": 17, "5-4": 6, "4-4": 33, "3-4": 20, "2-4": 3, "1-4": 10}),
        ("UK", {"4-4": 12, "8-12": 2, "3-12": 2, "2-12": 1}),
        ("FR", {"2-4": 1}),
    ],
)
def test_the_allied_counter_mix(nation: str, counters: dict[str, int]):
    assert strengths([i for i, unit in UNITS.items() if unit["nation"] == nation]) == counters


def test_the_american_initial_forces_box():
    """4-12 x3, 3-4 x5, 5-4 x1 and 1-4 x4 can be read on the printed box."""
    found = strengths([unit["id"] for unit in of("allied", AT_START)])
    assert (found["4-12"], found["3-4"], found["5-4"], found["1-4"]) == (3, 5, 1, 4)


def test_sources_are_labelled():
    assert {unit["source"] for unit in UNITS.values()} <= SOURCES
    tables = [*TABLES["exits"], *TABLES["crt"].values(), *TABLES["terrain"].values()]
    tables += [table for name, table in TABLES.items() if name not in ("exits", "crt", "terrain")]
    tables += MAP.values()
    entries = [*SCENARIOS["scenario"], *SCENARIOS["setup"], *SCENARIOS["arrival"], *SCENARIOS["omission"]]
    assert {entry["source"] for entry in [*tables, *entries]} <= SOURCES


# ---- scenarios ----

SCENARIO_TABLE = """
1 historical historical historical historical
2 historical historical historical accelerated
3 historical historical free historical
4 free slowed historical historical
5 free slowed free historical
6 free slowed free accelerated
7 historical slowed historical accelerated
8 historical slowed free accelerated
9 historical historical free accelerated
10 free historical free accelerated
"""


def test_the_ten_scenarios_are_those_of_the_table_with_the_second_corrected():
    keys = ("name", "allied_setup", "allied_reinforcements", "german_setup", "german_reinforcements")
    found = [" ".join(scenario[key] for key in keys) for scenario in SCENARIOS["scenario"]]
    assert found == SCENARIO_TABLE.strip().splitlines()


def test_every_scenario_names_its_rule_and_lasts_eighteen_turns():
    assert {scenario["turns"] for scenario in SCENARIOS["scenario"]} == {TABLES["turns"]["count"]} == {18}
    assert [scenario["name"] for scenario in SCENARIOS["scenario"] if scenario["rule"] not in RULES] == []


def test_the_last_game_turn_is_the_second_of_january():
    turns = TABLES["turns"]
    assert turns["first_date"] + timedelta(days=turns["count"] - 1) == date(1945, 1, 2)


# ---- tables ----


@pytest.mark.parametrize("name", ["initial", "standard"])
def test_combat_tables_have_ten_columns_and_six_rows_of_known_results(name: str):
    table = TABLES["crt"][name]
    assert table["columns"] == ["1-2", *(f"{n}-1" for n in range(1, 10))]
    assert [key for key in table if key.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    for die in "123456":
        assert len(table[die]) == 10
        assert set(table[die]) <= set(WORST_TO_BEST)
    assert set(TABLES["results"]) - {"source"} == set(WORST_TO_BEST)


def grade(name: str, die: int, column: int) -> int:
    return WORST_TO_BEST.index(TABLES["crt"][name][str(die)][column])


@pytest.mark.parametrize("name", ["initial", "standard"])
def test_better_odds_and_lower_dice_never_hurt_the_attacker(name: str):
    for die in range(1, 7):
        assert all(grade(name, die, a) <= grade(name, die, b) for a, b in pairwise(range(10)))
    for column in range(10):
        assert all(grade(name, a, column) >= grade(name, b, column) for a, b in pairwise(range(1, 7)))


def test_the_initial_table_is_nowhere_worse_for_the_attacker():
    cells = [(die, column) for die in range(1, 7) for column in range(10)]
    assert [cell for cell in cells if grade("initial", *cell) < grade("standard", *cell)] == []


def test_no_unit_can_stack_and_unstack_in_one_phase():
    cost = TABLES["stacking"]["cost"]
    for unit in UNITS.values():
        kind = "mechanized" if unit["mechanized"] == "yes" else "other"
        assert 2 * (cost[kind] + TABLES["terrain"]["hex"]["clear"][kind]) > int(unit["ma"])


def test_only_an_allowance_of_twelve_lets_an_unsupplied_unit_leave_road_mode():
    change = TABLES["road_mode"]["change"]
    for unit in UNITS.values():
        kind = "mechanized" if unit["mechanized"] == "yes" else "other"
        assert (int(unit["ma"]) // 2 >= change[kind]) == (int(unit["ma"]) >= 12)


def test_allied_armour_pays_six_for_a_rough_west_wall_hex():
    costs = TABLES["terrain"]["hex"]
    assert costs["rough"]["mechanized"] + costs["west_wall_allied_extra"] == 6


# ---- the board ----


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(DATA / "board.toml")


def test_units_start_on_live_hexes_of_their_own_side(board: Board):
    live = board.terrain("clear") | board.terrain("rough")
    german = board.regions["german-side"]
    for side, ground in (("german", live & german), ("allied", live & ~german)):
        misplaced = [u["id"] for u in of(side, AT_START) if not board.grid.bit(u["start_hex"]) & ground]
        assert misplaced == []


def test_front_line_units_are_those_with_a_side_on_the_start_line(board: Board):
    (start,) = [line for line in board.lines if line.name == "start"]
    on_line = {hex_ for side in start.sides for hex_ in side.split("/")}
    flagged = {u["start_hex"] for u in AT_START if u["front_line"] == "yes"}
    assert flagged == {u["start_hex"] for u in AT_START} & on_line


def test_free_set_ups_have_room_on_the_front_line(board: Board):
    (start,) = [line for line in board.lines if line.name == "start"]
    live = board.terrain("clear") | board.terrain("rough")
    on_line = board.grid.mask({hex_ for side in start.sides for hex_ in side.split("/")}) & live
    german = on_line & board.regions["german-side"]
    for side, ground in (("german", german), ("allied", on_line & ~german)):
        assert ground.bit_count() >= sum(u["front_line"] == "yes" for u in of(side, AT_START))


def test_the_start_line_of_the_board_is_that_of_the_table(board: Board):
    rows = enumerate(MAP["start_line"]["last_german"], start=1)
    behind = {f"{row:02}{column:02}" for row, last in rows for column in range(1, last + 1)}
    assert set(board.grid.names(board.regions["german-side"])) == behind


@pytest.mark.parametrize("town", ["Monschau", "St. Vith"])
def test_an_american_unit_stands_in_the_town(town: str):
    assert MAP["towns"][town] in {u["start_hex"] for u in of("allied", AT_START)}


def test_towns_and_west_wall_of_the_board_are_those_of_the_tables(board: Board):
    towns = {hex_ for name, hex_ in MAP["towns"].items() if name != "source"}
    assert set(board.grid.names(board.feature("town"))) == towns
    assert board.grid.names(board.feature("westwall")) == MAP["west_wall"]["hexes"]
    assert board.grid.names(board.feature("cleared-westwall")) == MAP["west_wall"]["cleared"]


def section(name: str) -> set[str]:
    """The map-edge hexes of a section, from the table's spans."""
    hexes = set()
    for span in MAP["sections"][name]:
        if "row" in span:
            first, last = span["columns"]
            hexes |= {f"{span['row']:02}{column:02}" for column in range(first, last + 1)}
        else:
            first, last = span["rows"]
            hexes |= {f"{row:02}{span['column']:02}" for row in range(first, last + 1)}
    return hexes


def test_the_five_sections_divide_the_allied_map_edge(board: Board):
    names = MAP["sections"]["order"]
    assert sum(len(section(name)) for name in names) == board.terrain("edge").bit_count()
    assert set().union(*map(section, names)) == set(board.grid.names(board.terrain("edge")))
    for name in names:
        assert set(board.grid.names(board.regions[name])) == section(name)


def test_exits_of_the_board_are_those_of_the_table(board: Board):
    by_section = {entry["section"]: entry["hexes"] for entry in TABLES["exits"]}
    assert by_section == {name: MAP["exits"][name] for name in MAP["sections"]["order"]}
    worth = {hex_: points for hexes in by_section.values() for hex_, points in hexes.items()}
    exits = board.grid.bits(board.feature("exit"))
    assert {board.grid.name(i): int(board.value(i, "vp") or 0) for i in exits} == worth
    assert (len(worth), sum(worth.values())) == (14, 45)


def test_every_exit_hex_has_a_road_into_its_section(board: Board):
    roads = board.links("road")
    for entry in TABLES["exits"]:
        edge = board.regions[entry["section"]]
        for hex_ in entry["hexes"]:
            i = board.grid.index(hex_)
            leaving = [n for d, n in enumerate(board.grid.neighbours(i)) if roads[d] >> i & 1 and edge >> n & 1]
            assert len(leaving) == 1, hex_


def test_german_reinforcements_have_roads_on_the_east_edge(board: Board):
    entries = [(board.grid.name(i), board.grid.directions[d]) for i, d in board.edge_links("road")]
    assert entries
    assert {direction for _, direction in entries} == {"E"}
    assert {name[2:] for name, _ in entries} == {"01"}


FIRST_ATTACKS = """
326VG                       : 102Cav 99ID-395
277VG-989 277VG-990         : 2ID-38
277VG-991                   : 99ID-393
12VG-89 12VG-27             : 99ID-394
3FJ-9 3FJ-5 12VG-48         : 14Cav
18VG-293 18VG-294 18VG-295  : 106ID-422
62VG-183                    : 106ID-423
62VG-190 560VG-1128 116Pz-16: 106ID-424
116Pz-60 560VG-1129         : 28ID-112
2Pz-304 26VG-77             : 28ID-110
352VG 5FJ-15                : 28ID-109
276VG                       : 9AD-CCA
212VG                       : 4ID-12
"""


def test_the_compulsory_attacks_of_game_turn_1_can_all_be_made_at_two_to_one(board: Board):
    here = {u["id"]: board.grid.bit(u["start_hex"]) for u in AT_START}
    round_ = {i: board.grid.around(bit) for i, bit in here.items()}
    attacks = [tuple(part.split() for part in line.split(":")) for line in FIRST_ATTACKS.strip().splitlines()]
    for attackers, targets in attacks:
        assert all(round_[a] & here[t] for a in attackers for t in targets)
        attack = sum(3 * int(UNITS[a]["strength"]) for a in attackers)
        assert attack >= 2 * sum(int(UNITS[t]["strength"]) for t in targets)
    germans = [u["id"] for u in of("german", AT_START)]
    americans = [u["id"] for u in of("allied", AT_START)]
    assert {i for attackers, _ in attacks for i in attackers} == {
        g for g in germans if any(round_[g] & here[a] for a in americans)
    }
    assert {i for _, targets in attacks for i in targets} == {
        a for a in americans if any(round_[a] & here[g] for g in germans)
    }
