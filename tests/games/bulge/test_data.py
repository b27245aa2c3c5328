"""Units, tables, scenario and board of Bulge agree with the rulebook and with each other."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from ardennes.hexmap import Board
from tests.games.bulge.datafiles import AT_START, COLUMNS, DATA, RULES, SCENARIOS, TABLES, UNITS, factor, of, units

SOURCES = {"rulebook", "found", "derived", "reconstruction"}
HEX = re.compile(r"\d{4}$")
WORST_TO_BEST = ("Ae", "Ar", "Ct", "Dr", "Ex", "De")  # for the attacker
MECHANIZED = {"armor", "panzergrenadier", "recon"}
EDGES = {"german": {"E", "drop"}, "allied": {"N", "S", "W"}}

# ---- units ----


def test_units_and_markers_make_a_sheet_of_a_hundred():
    assert len(units()) == len(UNITS) == 74
    missions = sum(number for side in ("german", "allied") for number in TABLES["missions"][side].values())
    game_turn, victory_points = 1, 2
    assert len(UNITS) + game_turn + victory_points + TABLES["movement"]["motorised"] + missions == 100


def test_ids_print_without_blanks_and_are_no_hex_numbers():
    assert [i for i in UNITS if not re.fullmatch(r"[A-Za-z0-9]+", i) or HEX.match(i)] == []


def test_every_unit_starts_or_arrives_by_an_edge_of_its_own_side():
    for unit in UNITS.values():
        assert bool(unit["start_hex"]) != bool(unit["arrival_gt"]), unit["id"]
        assert bool(unit["arrival_gt"]) == bool(unit["edge"]), unit["id"]
        if unit["edge"]:
            assert unit["edge"] in EDGES[unit["side"]], unit["id"]
            assert 1 <= int(unit["arrival_gt"]) <= TABLES["turns"]["count"]


def test_no_two_units_start_in_one_hex():
    assert max(Counter(unit["start_hex"] for unit in AT_START).values()) == 1


def test_2nd_panzer_starts_in_1206():
    assert UNITS["2Pz"]["start_hex"] == "1206"


def test_every_unit_moves_five_points():
    assert {unit["ma"] for unit in UNITS.values()} == {str(TABLES["movement"]["allowance"])} == {"5"}


def test_mechanized_are_armour_panzergrenadiers_and_american_reconnaissance():
    assert [u["id"] for u in UNITS.values() if (u["type"] in MECHANIZED) != (u["mechanized"] == "yes")] == []
    assert {u["type"] for u in UNITS.values()} - MECHANIZED == {"infantry", "airborne"}
    assert {u["side"] for u in UNITS.values() if u["type"] == "panzergrenadier"} == {"german"}
    assert {u["nation"] for u in UNITS.values() if u["type"] == "recon"} == {"US"}


def test_sizes_are_divisions_brigades_and_regiments():
    assert {u["size"] for u in UNITS.values()} == {"XX", "X", "III"}


def test_1_ss_has_seven_factors_and_2_armored_is_stronger_than_7_armored():
    assert factor("1SS") == 7
    assert factor("2Arm") > factor("7Arm")


def test_two_ss_divisions_lose_nothing_in_an_exchange_with_an_allied_infantry_division():
    infantry = [u["id"] for u in of("allied", list(UNITS.values())) if u["type"] in ("infantry", "airborne")]
    assert min(factor("1SS"), factor("12SS")) > max(map(factor, infantry))


def test_only_the_paratroops_are_dropped():
    assert [u["id"] for u in UNITS.values() if u["edge"] == "drop"] == [TABLES["airdrop"]["unit"]] == ["vDH"]
    assert int(UNITS["vDH"]["arrival_gt"]) == TABLES["airdrop"]["game_turn"] == 1


def test_the_british_arrive_in_the_west():
    assert {u["edge"] for u in UNITS.values() if u["nation"] == "UK"} == {"W"}


def test_sources_are_labelled():
    assert {unit["source"] for unit in UNITS.values()} <= SOURCES
    nested = ("crt", "shifts", "terrain")
    tables = [table for name, table in TABLES.items() if name not in nested]
    inner = [table for name in nested for table in TABLES[name].values() if isinstance(table, dict)]
    entries = [*tables, *inner, *SCENARIOS["scenario"], *SCENARIOS["option"]]
    assert {entry["source"] for entry in entries} <= SOURCES


# ---- scenario ----


def test_the_campaign_lasts_eighteen_days():
    (campaign,) = SCENARIOS["scenario"]
    turns = TABLES["turns"]
    assert (campaign["name"], campaign["turns"]) == ("campaign", turns["count"])
    assert turns["first_date"] + timedelta(days=turns["count"] - 1) == date(1945, 1, 2)
    assert [one["name"] for one in SCENARIOS["option"] if one["rule"] not in RULES] == []


def test_options_default_to_historical_weather_and_no_airdrop():
    assert {one["name"]: one["default"] for one in SCENARIOS["option"]} == {"weather": "historical", "airdrop": "off"}


# ---- combat tables ----


@pytest.mark.parametrize("name", ["primary", "secondary"])
def test_combat_tables_have_ten_columns_and_six_rows_of_known_results(name: str):
    table = TABLES["crt"][name]
    assert [key for key in table if key.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    for die in "123456":
        assert len(table[die]) == len(COLUMNS) == 10
        assert set(table[die]) <= set(WORST_TO_BEST)


def test_both_tables_together_use_the_six_results():
    used = {label for name in ("primary", "secondary") for die in "123456" for label in TABLES["crt"][name][die]}
    assert used == set(WORST_TO_BEST) == set(TABLES["crt"]["results"])


def grade(name: str, die: int, column: int) -> int:
    return WORST_TO_BEST.index(TABLES["crt"][name][str(die)][column])


@pytest.mark.parametrize("name", ["primary", "secondary"])
def test_better_odds_and_lower_dice_never_hurt_the_attacker(name: str):
    for die in range(1, 7):
        assert all(grade(name, die, a) <= grade(name, die, b) for a, b in pairwise(range(10)))
    for column in range(10):
        assert all(grade(name, a, column) >= grade(name, b, column) for a, b in pairwise(range(1, 7)))


def column(differential: int) -> int:
    return max(n for n, least in enumerate(TABLES["crt"]["columns"]["least"]) if least <= differential)


@pytest.mark.parametrize(
    ("differential", "label"),
    [(-20, "-3"), (-3, "-3"), (-2, "-2"), (0, "0"), (3, "+2"), (5, "+4"), (8, "+6"), (11, "+9"), (12, "+12")],
)
def test_every_differential_has_its_column(differential: int, label: str):
    assert COLUMNS[column(differential)] == label


def test_two_columns_right_of_plus_seven_is_twelve_or_more():
    assert column(12 - (4 + TABLES["terrain"]["combat"]["rough"])) + 2 == len(COLUMNS) - 1
    assert TABLES["crt"]["columns"]["names"][-1] == "+12 or more"


def test_the_examples_of_movement_costs():
    costs = TABLES["terrain"]["movement"]
    assert costs["heavy-woods"] + costs["westwall"] == 4
    assert max(costs["light-woods"], costs["rough"]) + costs["town"] + costs["river"] == 4
    assert costs["clear"] < costs["rough"] < costs["light-woods"] < costs["heavy-woods"] <= 5


# ---- weather and air ----


def test_weather_and_air_points_are_given_for_every_turn():
    turns = TABLES["turns"]["count"]
    assert len(TABLES["weather"]["historical"]) == len(TABLES["weather"]["drm"]) + 1 == turns
    assert {len(TABLES["air_points"][state]) for state in ("clear", "mist", "overcast")} == {turns}
    assert TABLES["weather"]["historical"][0] == "overcast"


def test_every_modified_weather_die_has_its_weather():
    spans = [TABLES["variable_weather"][state] for state in ("clear", "mist", "overcast")]
    covered = [n for first, last in spans for n in range(first, last + 1)]
    assert covered == list(range(min(covered), max(covered) + 1))
    drm = TABLES["weather"]["drm"]
    assert (1 + min(drm), 6 + max(drm)) == (covered[0], covered[-1])


def test_the_allies_fly_on_a_clear_second_turn():
    assert TABLES["air_points"]["clear"][1][0] >= 1


def test_there_are_markers_for_every_air_point():
    for number, side in enumerate(("allied", "german")):
        most = max(pair[number] for state in ("clear", "mist", "overcast") for pair in TABLES["air_points"][state])
        assert sum(TABLES["missions"][side].values()) >= most
    assert "resupply" not in TABLES["missions"]["german"]


# ---- victory ----


def test_the_differentials_close_on_the_last_turn_only():
    pairs = TABLES["victory"]["differential"]
    assert len(pairs) == TABLES["turns"]["count"]
    assert [turn for turn, (german, allied) in enumerate(pairs, start=1) if german <= allied + 1] == [18]
    assert pairs[-1][0] == pairs[-1][1] + 1


@pytest.mark.parametrize(("turn", "pair"), [(3, [40, 8]), (6, [80, 18])])
def test_the_found_differentials(turn: int, pair: list[int]):
    assert TABLES["victory"]["differential"][turn - 1] == pair
    assert turn in TABLES["victory"]["found"]


# ---- the board ----


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(DATA / "board.toml")


def test_units_start_on_their_own_side_of_the_line(board: Board):
    german = board.regions["german-side"]
    for unit in AT_START:
        assert bool(board.grid.bit(unit["start_hex"]) & german) == (unit["side"] == "german"), unit["id"]


ENTRY = {"N": ("0105", "0125"), "S": ("1902", "1918"), "W": ("0225", "1225"), "E": ("0101", "1901")}


def test_the_entry_edges_of_the_board_are_those_of_the_book(board: Board):
    for edge in "NSWE":
        hexes = board.grid.names(board.regions[edge])
        assert ENTRY[edge] == (hexes[0], hexes[-1])


def test_terrain_of_the_board_is_that_of_the_tables(board: Board):
    known = {"clear", "rough", "light-woods", "heavy-woods"}
    assert {board.terrain_of(i) for i in board} == known
    for table in ("movement", "combat"):
        assert known < set(TABLES["terrain"][table])
