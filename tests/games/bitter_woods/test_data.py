"""Tables, scenarios and board of Bitter Woods agree with the rulebook, the components and each other.

What is expected is written out here by hand, never read from the file that it is compared with.
"""

from __future__ import annotations

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
)

SOURCES = {"rulebook", "found", "derived", "reconstruction"}
GRID = BOARD.grid

TURNS = [f"{day}{part}" for day in range(16, 27) for part in ("AM", "PM")]


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
    group = {"1SS-Peiper", "1SS-PA-1Pz", "1SS-PA-501"}
    assert heavy == {"12SS-12", "116Pz-16", "2Pz-3", "653JPz", "2SS-2", "9SS-9", "FuhGd", "9Pz-33"} | group


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
    alternative = {"1SS-PA-1Pz", "1SS-PA-501", "1SS-PA-3PzG", "L-Peiper"}
    assert set(opening["frozen"]) == frozen | alternative
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
