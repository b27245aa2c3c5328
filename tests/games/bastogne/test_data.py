"""Units, tables, scenario and board of Bastogne agree with the rulebook, with the components and with each other.

What is expected is written out here by hand, never read from the file that it is compared with.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Any

import pytest

from tests.games.bastogne.datafiles import (
    BOARD,
    RULES,
    SCENARIOS,
    TABLES,
    TERRAIN,
    UNITS,
    Unit,
    back,
    front,
    of,
    units,
)

SOURCES = {"rulebook", "found", "derived", "reconstruction"}
GRID = BOARD.grid


def names(region: str) -> set[str]:
    return set(GRID.names(BOARD.regions[region]))


# ---- units ----


def test_there_are_41_american_and_37_german_units():
    assert len(units()) == len(UNITS) == 78
    assert (len(of("allied")), len(of("german"))) == (41, 37)
    assert {(unit["side"], unit["nation"]) for unit in UNITS.values()} == {("allied", "US"), ("german", "DE")}


def test_ids_print_without_blanks_and_are_no_hex_numbers():
    assert [i for i in UNITS if not re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", i) or re.fullmatch(r"\d{4}", i)] == []


def test_every_unit_is_a_battalion_that_is_set_up_or_arrives():
    assert {unit["size"] for unit in UNITS.values()} == {"II"}
    assert {unit["start_hex"] for unit in UNITS.values()} == {""}
    for unit in UNITS.values():
        assert bool(unit["set_up"]) != bool(unit["arrival_gt"]), unit["id"]
        assert bool(unit["arrival_gt"]) == bool(unit["entry"]), unit["id"]


# The lists of 12.0 and 13.1: turn (or set-up zone), formation, hexes of entry, counters by their figures.
FORCES = """
allied 9th-armored  9 AD    -                    5-4-12 1, 4-4-12 1, 4-3-12 1
allied 10th-armored 10 AD   -                    4-4-12 1, 4-3-12 1, 1-3-12 1
german 1            2 Pz    entry-2nd-panzer     6-4-12 2, 2-3-14 1, 4-4-12 2, 5-5-12 3
german 2            Pz Lehr entry-2908-2915      5-5-12 4, 4-4-12 1, 2-3-14 1
german 3            26 VG   entry-2908-2915      3-3-7 6
german 4            26 VG   entry-2908-2915      3-3-7 3, 1-3-12 1
german 4            5 FJ    entry-2918-south     3-3-7 6
german 10           15 PG   east-edge            3-2-12 1
german 12           15 PG   entry-north-of-2918  4-4-12 3
german 16           15 PG   entry-north-of-2915  4-4-12 3
allied 2            101 Abn west-edge            2-4-7 12
allied 3            -       west-edge            5-4-12 1
allied 9            4 AD    south-edge           5-4-12 1, 5-5-12 3, 5-3-12 1
allied 14           4 AD    south-edge           4-3-12 2, 1-3-12 1
allied 16           80 Inf  south-edge           2-3-7 3
allied 16           -       south-edge           1-3-12 1
allied 18           9 AD    south-edge           5-5-12 1, 4-3-12 1
allied 18           35 Inf  south-edge           2-3-7 8
"""
LINE = re.compile(r"(german|allied) (\S+)\s+(-|\w+(?: \w+)?)\s+(\S+)\s+(\d.*)")


def group(unit: Unit) -> tuple[str, str, str, str]:
    when = unit["set_up"] or unit["arrival_gt"]
    return unit["side"], when, unit["formation"] or "-", unit["entry"] or "-"


def test_who_is_set_up_and_who_arrives_when_and_where():
    expected = {}
    for line in FORCES.strip().splitlines():
        found = LINE.fullmatch(line)
        assert found, line
        *key, counters = found.groups()
        pairs = (counter.split() for counter in counters.split(", "))
        expected[tuple(key)] = {figures: int(count) for figures, count in pairs}
    actual: dict[tuple[str, ...], Counter[str]] = {}
    for unit in UNITS.values():
        actual.setdefault(group(unit), Counter())[front(unit)] += 1
    assert actual == expected


def test_the_units_of_the_set_up_are_those_that_the_rulebook_names():
    first = {(u["formation"], u["name"], u["type"]): front(u) for u in UNITS.values() if u["set_up"]}
    assert first == {
        ("9 AD", "811", "td"): "5-4-12",
        ("9 AD", "52", "mech"): "4-4-12",
        ("9 AD", "19", "tank"): "4-3-12",
        ("10 AD", "20", "mech"): "4-4-12",
        ("10 AD", "3", "tank"): "4-3-12",
        ("10 AD", "90", "recon"): "1-3-12",
    }
    assert {u["name_source"] for u in UNITS.values() if u["set_up"]} == {"rulebook"}


def test_the_airborne_division_has_nine_parachute_and_three_glider_battalions():
    assert Counter(u["type"] for u in UNITS.values() if u["formation"] == "101 Abn") == {"parachute": 9, "glider": 3}


def test_the_types_of_units_are_those_of_10_2():
    assert Counter(unit["type"] for unit in of("german")) == {
        "tank": 3, "mech": 16, "recon": 3, "infantry": 9, "parachute": 6,
    }  # fmt: skip
    assert Counter(unit["type"] for unit in of("allied")) == {
        "td": 3, "mech": 6, "tank": 6, "recon": 3, "parachute": 9, "glider": 3, "infantry": 11,
    }  # fmt: skip


def test_the_strengths_add_up_as_the_notes_say_for_the_american_and_as_ruled_for_the_german():
    """14.0: slightly over 260 American points, about a quarter of them on Game-Turn 18; BA-R.2: 271 German ones."""

    def strength(chosen: list[Unit]) -> int:
        return sum(int(unit["attack"]) + int(unit["defence"]) for unit in chosen)

    assert strength(of("allied")) == 265
    assert strength(of("german")) == 271
    assert strength([unit for unit in of("allied") if unit["arrival_gt"] == "18"]) == 57


def test_mobile_units_are_those_with_an_allowance_of_twelve_or_more():
    assert {unit["ma"] for unit in UNITS.values()} == {"7", "12", "14"}
    assert [u["id"] for u in UNITS.values() if (u["mobile"] == "yes") != (u["ma"] in ("12", "14"))] == []
    leg = {"infantry", "parachute", "glider"}
    assert [u["id"] for u in UNITS.values() if (u["mobile"] == "no") != (u["type"] in leg)] == []
    assert sum(unit["mobile"] == "yes" for unit in of("german")) == 22
    assert TABLES["mobile"]["allowance"] == 12


BACKS = {
    "6-4-12": "3-2-12", "5-5-12": "3-3-12", "5-4-12": "3-2-12", "5-3-12": "3-2-12", "4-4-12": "2-2-12",
    "4-3-12": "2-2-12", "3-2-12": "2-1-12", "1-3-12": "1-2-12", "2-3-14": "1-2-14", "3-3-7": "2-2-7",
    "2-4-7": "1-2-7", "2-3-7": "1-2-7",
}  # fmt: skip


def test_a_depleted_unit_has_half_its_strengths_rounded_up_and_moves_as_before():
    assert {front(unit): back(unit) for unit in UNITS.values()} == BACKS
    assert [unit["id"] for unit in UNITS.values() if back(unit) != BACKS[front(unit)]] == []


def test_every_figure_of_a_unit_has_its_source():
    for column in ("source", "name_source", "reduced_source", "place_source"):
        assert {unit[column] for unit in UNITS.values()} <= SOURCES, column
    assert {unit["source"] for unit in UNITS.values()} == {"rulebook"}
    assert {unit["reduced_source"] for unit in UNITS.values()} == {"reconstruction"}
    named = {i for i, unit in UNITS.items() if unit["name_source"] == "rulebook"}
    assert named == {"9AD-811", "9AD-52", "9AD-19", "10AD-20", "10AD-3", "10AD-90", "6Recon"}
    certain = {group(unit)[1] for unit in UNITS.values() if unit["place_source"] == "rulebook"}
    assert certain == {"9th-armored", "10th-armored", "1"}


def test_notes_refer_to_rulings_that_exist():
    found = {rule for unit in UNITS.values() for rule in re.findall(r"BA-[\w.]+", unit["notes"])}
    assert found == {"BA-R.1", "BA-R.4"}
    assert found <= set(RULES.cases)


def test_units_and_markers_make_no_more_than_a_hundred_counters():
    pools = TABLES["support_fire"]
    markers = len(pools["german_pool"]) + len(pools["allied_pool"])
    game_turn = 1
    assert (len(UNITS), markers) == (78, 21)
    assert len(UNITS) + markers + game_turn == 100


# ---- set-up and arrivals on the board ----


def test_there_is_one_scenario_of_nineteen_turns():
    (scenario,) = SCENARIOS["scenario"]
    assert (scenario["name"], scenario["turns"], scenario["rule"]) == ("siege", 19, "BA-12.0")


def zone_hexes(zone: dict[str, Any]) -> set[str]:
    if "except" in zone:
        return set(GRID.names(GRID.all)) - names(zone["except"])
    return set(GRID.names(GRID.grow(BOARD.regions[zone["near"]], zone["within"])))


# Both hexes of Bastogne, the eight next to them, and the fourteen next to those.
NEAR_BASTOGNE = {
    "1317", "1416",
    "1316", "1415", "1516", "1517", "1417", "1318", "1217", "1216",
    "1315", "1414", "1515", "1615", "1616", "1617", "1518", "1418", "1319", "1218", "1118", "1117", "1116", "1215",
}  # fmt: skip


def test_12_0_where_units_are_set_up():
    ninth, tenth = SCENARIOS["zone"]
    assert zone_hexes(ninth) == {f"{column:02}{row:02}" for column in range(1, 28) for row in range(1, 34)}
    assert zone_hexes(tenth) == NEAR_BASTOGNE
    for zone, rule in ((ninth, "BA-12.0.ninth"), (tenth, "BA-12.0.tenth")):
        assert set(zone["units"]) == {i for i, unit in UNITS.items() if unit["set_up"] == zone["name"]}
        assert (zone["side"], zone["rule"], len(zone["units"])) == ("allied", rule, 3)


@pytest.mark.parametrize(
    ("entry", "hexes"),
    [
        ("entry-2nd-panzer", ["2913"]),
        ("entry-2908-2915", [f"29{row:02}" for row in range(8, 16)]),
        ("entry-2918-south", [f"29{row:02}" for row in range(18, 34)]),
        ("entry-north-of-2918", [f"29{row:02}" for row in range(1, 18)]),
        ("entry-north-of-2915", [f"29{row:02}" for row in range(1, 15)]),
        ("east-edge", [f"29{row:02}" for row in range(1, 34)]),
        ("west-edge", [f"01{row:02}" for row in range(1, 34)]),
        ("south-edge", [f"{column:02}33" for column in range(1, 30)]),
    ],
)
def test_13_1_every_hex_of_entry_is_on_the_board(entry: str, hexes: list[str]):
    assert names(entry) == set(hexes)


def test_13_1_every_unit_enters_by_a_region_of_the_board():
    assert {unit["entry"] for unit in UNITS.values()} - {""} == {
        "entry-2nd-panzer", "entry-2908-2915", "entry-2918-south", "entry-north-of-2918", "entry-north-of-2915",
        "east-edge", "west-edge", "south-edge",
    }  # fmt: skip
    assert {unit["entry"] for unit in UNITS.values()} - {""} <= set(BOARD.regions)


def test_13_0_the_roads_and_trails_by_which_columns_enter():
    found = {kind: {f"{GRID.name(i)}/{GRID.directions[d]}" for i, d in BOARD.edge_links(kind)} for kind in WAYS}
    assert found == WAYS


WAYS = {
    "road": {"0108/NW", "0122/SW", "1533/S", "2001/N", "2913/NE", "2921/SE"},
    "trail": {"0801/N", "0833/S", "1233/S", "2909/SE", "2915/SE"},
}


def test_11_4_two_roads_leave_by_the_west_edge():
    western = {side for sides in WAYS.values() for side in sides if side[:4] in names("west-edge")}
    assert western == {"0108/NW", "0122/SW"}
    assert TABLES["exit"]["region"] == "west-edge"


# ---- turns and support fire ----


def test_a_turn_is_half_a_day_from_the_morning_of_18_december():
    turns = TABLES["turns"]
    assert turns["count"] == len(turns["labels"]) == len(turns["dates"]) == 19
    assert (turns["labels"][0], turns["labels"][1], turns["labels"][18]) == ("18 Dec AM", "18 Dec PM", "27 Dec AM")
    for n, (label, day) in enumerate(zip(turns["labels"], turns["dates"], strict=True)):
        assert day == date(1944, 12, 18 + n // 2)
        assert label == f"{18 + n // 2} Dec {'PM' if n % 2 else 'AM'}"


def test_no_unit_arrives_after_the_last_turn():
    assert max(int(unit["arrival_gt"]) for unit in UNITS.values() if unit["arrival_gt"]) == 18


def test_the_number_of_markers_drawn_each_turn():
    fire = TABLES["support_fire"]
    assert fire["german_draw"] == [3] * 8 + [2] * 11
    assert fire["allied_draw"] == [2] * 3 + [4] * 5 + [5] * 11


def test_the_pools():
    fire = TABLES["support_fire"]
    assert Counter(fire["german_pool"]) == {2: 2, 3: 3, 4: 2, 5: 1}
    assert Counter(fire["allied_pool"]) == {3: 7, 4: 3, 5: 2, 6: 1}


def test_no_draw_asks_for_more_than_the_pool_holds():
    fire = TABLES["support_fire"]
    assert max(fire["german_draw"]) <= 8
    assert max(fire["allied_draw"]) <= 13


def test_10_6_ranges_and_reductions():
    assert TABLES["bombardment_range"]["hexes"] == 4
    assert TABLES["bombardment_range"]["short"] == {"side": "allied", "factor": 3, "hexes": 1}
    assert TABLES["support_loss"]["markers"] == 1


def test_8_2_1_how_many_markers_support_an_attack():
    assert TABLES["support_limit"]["per_attacking_unit"] == 1
    assert TABLES["support_limit"]["defender"] == 1


# ---- movement ----


@pytest.mark.parametrize(
    ("terrain", "leg", "mobile"),
    [
        ("clear", 1, 1), ("mixed", 1, 2), ("woods", 2, 3), ("broken", 2, 3), ("rough", 2, 4), ("town", 1, 1),
        ("city", 1, 1), ("marsh", 3, None), ("stream", 1, 1),
    ],
)  # fmt: skip
def test_5_2_what_terrain_costs(terrain: str, leg: int, mobile: int | None):
    cost = TABLES["terrain"]["movement"][terrain]
    assert (cost["leg"], cost.get("mobile")) == (leg, mobile)


def test_every_terrain_and_hexside_of_the_board_has_a_cost():
    known = {"clear", "mixed", "woods", "broken", "town"}
    assert set(BOARD.terrains) == known <= set(TABLES["terrain"]["movement"])
    words = {word for features in BOARD.hexsides.values() for word in features}
    assert words == {"stream", "bridge"}


def test_5_4_and_10_5_roads_trails_and_panzers_in_halves_of_a_point():
    assert (TABLES["road"]["point"], TABLES["road"]["cost"], TABLES["trail"]["cost"]) == (2, 1, 2)
    panzer = TABLES["panzer"]
    assert (panzer["terrain"], panzer["ground"], panzer["road"], panzer["trail"]) == ("woods", 12, 2, 4)
    normal = 2 * TABLES["terrain"]["movement"]["woods"]["mobile"], TABLES["road"]["cost"], TABLES["trail"]["cost"]
    assert tuple(2 * cost for cost in normal) == (12, 2, 4), "the penalty doubles each rate"


# ---- combat ----

CRT = """
   mountain  -1   0    +1   +2,+3 +4,+5 +6,+7 +8,+9 +10
   city      -2   -1   0    +1    +2,+3 +4,+5 +6,+7 +8,+9 +10
   town      -3   -2   -1   0     +1    +2,+3 +4,+5 +6,+7 +8,+9 +10
   woods     -4   -3   -2   -1    0     +1    +2,+3 +4,+5 +6,+7 +8,+9 +10
   clear     -5   -4   -3   -2    -1    0     +1    +2,+3 +4,+5 +6,+7 +8,+9 +10
   1         (A)  A3   A2   •     Ex    Ex    D2    D2    D2    D3    De    De
   2         (A)  (A)  A3   A2    •     Ex    Ex    Ex    D2    D2    D3    De
   3         (A)  (A)  (A)  A3    A2    •     Ex    Ex    Ex    D2    D2    D3
   4         (A)  (A)  (A)  (A)   A3    A2    •     Ex    Ex    Ex    D2    D2
   5         Ae   (A)  (A)  (A)   (A)   A3    A2    •     Ex    Ex    Ex    D2
   6         Ae   Ae   (A)  (A)   (A)   (A)   (A)   A1    •     Ex    Ex    Ex
"""
CELLS = {words[0]: words[1:] for line in CRT.strip().splitlines() if (words := line.split())}


@pytest.mark.parametrize("die", "123456")
def test_every_cell_of_the_combat_results_table(die: str):
    assert TABLES["crt"]["results"][die] == CELLS[die]
    assert len(CELLS[die]) == 12


@pytest.mark.parametrize("row", ["mountain", "city", "town", "woods", "clear"])
def test_every_row_of_differentials(row: str):
    assert TABLES["crt"]["columns"][row] == CELLS[row]


def test_each_row_is_one_column_worse_for_the_attacker_than_the_one_below():
    columns = TABLES["crt"]["columns"]
    at_zero = [columns[row].index("0") + 1 for row in ("clear", "woods", "town", "city", "mountain")]
    assert at_zero == [6, 5, 4, 3, 2]


@pytest.mark.parametrize(
    ("row", "terrains"),
    [
        ("clear", {"clear", "mixed", "desert", "stream"}),
        ("woods", {"woods", "bridge", "canal", "ditch"}),
        ("town", {"marsh", "town", "broken"}),
        ("city", {"city", "rough", "river"}),
        ("mountain", {"mountain"}),
    ],
)
def test_which_terrain_is_in_which_row(row: str, terrains: set[str]):
    assert set(TABLES["crt"]["rows"][row]) == terrains


def test_every_terrain_of_the_board_is_in_exactly_one_row():
    rows = [terrain for row in ("clear", "woods", "town", "city", "mountain") for terrain in TABLES["crt"]["rows"][row]]
    assert {terrain: rows.count(terrain) for terrain in BOARD.terrains} == dict.fromkeys(BOARD.terrains, 1)


GROUND: dict[str, dict[str, Any]] = {
    "•": {},
    "(A)": {"reduced": ["attacker"]},
    "A1": {"retreats": "attacker", "hexes": 1},
    "A2": {"retreats": "attacker", "hexes": 2},
    "A3": {"retreats": "attacker", "hexes": 3},
    "Ae": {"eliminated": "attacker"},
    "Ex": {"reduced": ["attacker", "defender"]},
    "D2": {"retreats": "defender", "hexes": 2},
    "D3": {"retreats": "defender", "hexes": 3},
    "De": {"eliminated": "defender"},
}
SHELLS = GROUND | {"A1": {}, "A2": {}, "A3": {}, "Ae": {}, "Ex": {"reduced": ["defender"]}}


@pytest.mark.parametrize(("table", "expected"), [("results", GROUND), ("bombardment", SHELLS)])
def test_what_each_result_does(table: str, expected: dict[str, dict[str, Any]]):
    effects = {label: dict(effect) for label, effect in TABLES[table].items() if label != "source"}
    assert {effect.pop("rule") for effect in effects.values()} <= set(RULES.cases)
    assert effects == expected


# ---- victory ----


def test_11_1_what_the_german_needs():
    assert TABLES["victory"]["units"] == 12
    assert names("bastogne") == {"1317", "1416"}


def test_13_0_each_unit_before_costs_a_point_off_the_road():
    assert TABLES["arrival"]["more"] == 1


# ---- board, chart, sources ----


def test_the_board_has_29_columns_of_33():
    assert len(GRID) == 29 * 33


def test_the_terrain_chart_speaks_of_all_that_is_on_the_board():
    kinds = [entry["kind"] for entry in TERRAIN["terrain"]]
    assert set(kinds) == {"clear", "mixed", "woods", "broken", "town", "road", "trail", "stream", "bridge"}
    assert len(kinds) == len(set(kinds))
    assert [entry["rule"] for entry in TERRAIN["terrain"] if entry["rule"] not in RULES] == []


def test_the_terrain_chart_says_what_the_tables_say():
    for entry in TERRAIN["terrain"]:
        if not entry.get("along"):
            cost = TABLES["terrain"]["movement"][entry["kind"]]
            assert entry["move"].split(";")[0] == f"{cost['leg']} / {cost['mobile']}", entry["kind"]


def labelled(table: dict[str, Any], where: str) -> list[str]:
    """The tables in a table whose numbers have no source."""
    if "source" in table:
        return [where] if table["source"] not in SOURCES else []
    inner = [(f"{where}.{key}", value) for key, value in table.items() if isinstance(value, dict)]
    return [name for key, value in inner for name in labelled(value, key)] if inner else [where]


def test_every_table_has_its_source():
    assert labelled(TABLES, "tables") == []
    assert {entry["source"] for key in ("scenario", "zone") for entry in SCENARIOS[key]} == {"rulebook"}


@pytest.mark.parametrize(
    ("table", "source"),
    [
        ("turns", "rulebook"), ("support_fire", "reconstruction"), ("support_loss", "rulebook"), ("road", "rulebook"),
        ("trail", "derived"), ("panzer", "rulebook"), ("bombardment", "reconstruction"),
        ("bombardment_range", "rulebook"), ("victory", "rulebook"),
        ("support_limit", "reconstruction"), ("results", "rulebook"), ("arrival", "rulebook"), ("exit", "rulebook"),
    ],
)  # fmt: skip
def test_a_reconstruction_says_that_it_is_one(table: str, source: str):
    assert TABLES[table]["source"] == source
