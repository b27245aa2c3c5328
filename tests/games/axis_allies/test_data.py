"""The data of Axis & Allies: Battle of the Bulge agree with the rulebook and with each other."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.engine.catalogue import Catalogue
from ardennes.hexmap import Board

DATA = Path(ardennes.__file__).parent / "games" / "axis_allies" / "data"
SOURCES = {"rulebook", "found", "derived", "reconstruction"}
COMBAT = ("infantry", "tank", "artillery")
TYPES = (*COMBAT, "truck", "supply")
ARMIES = ("6th Panzer Army", "5th Panzer Army", "7th Army")
CHARTS = ("Northern", "Western", "Southern")
ID = re.compile(r"AA-(R\.[1-9]\d*|[0-6]\.\d+(\.(I|II|III|IV))?(\.[a-z])?)$")

BOX = {  # the plastic pieces of the box, as the booklet lists them
    "axis": {"infantry": 20, "tank": 16, "artillery": 12, "truck": 6, "fighter": 3, "bomber": 1},
    "us": {"infantry": 23, "tank": 11, "artillery": 11, "truck": 12, "fighter": 6, "bomber": 2},
    "uk": {"infantry": 6, "tank": 3, "artillery": 2, "truck": 0, "fighter": 3, "bomber": 1},
}

Row = dict[str, Any]


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def rows() -> list[Row]:
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        return [{**row, **{kind: int(row[kind]) for kind in (*TYPES, "turn")}} for row in csv.DictReader(file)]


RULES = Catalogue.load(DATA / "rules.toml")
TABLES = toml("tables.toml")
SCENARIOS = toml("scenarios.toml")
UNITS = rows()
SET_UP = [row for row in UNITS if row["turn"] == 0]
CHART = [row for row in UNITS if row["turn"] > 0]


def total(chosen: list[Row]) -> dict[str, int]:
    return {kind: sum(row[kind] for row in chosen) for kind in TYPES}


def of(side: str, chosen: list[Row]) -> list[Row]:
    return [row for row in chosen if row["side"] == side]


# ---- the rule catalogue ----


def test_ids_are_chapter_case_and_letter():
    assert [case.id for case in RULES if not ID.match(case.id)] == []


def test_every_case_says_something():
    for case in RULES:
        assert case.title, case.id
        assert case.text.endswith("."), case.id


@pytest.mark.parametrize(("chapter", "last"), [("1", 4), ("2", 11), ("3", 16), ("4", 5), ("5", 2), ("6", 2)])
def test_no_step_of_a_chapter_is_left_out(chapter: str, last: int):
    found = {int(case.id.split(".")[1]) for case in RULES if case.id.startswith(f"AA-{chapter}.")}
    assert found - {0} == set(range(1, last + 1))


def test_rulings_are_numbered_without_a_gap():
    found = [int(case.id.split(".")[1]) for case in RULES if case.id.startswith("AA-R.")]
    assert found == list(range(1, len(found) + 1))
    assert all((case.kind == "ruling") == case.id.startswith("AA-R.") for case in RULES)


def test_what_is_exempt_is_a_ruling_and_says_why():
    assert [case.id for case in RULES if case.exempt and case.kind != "ruling"] == []


def test_cases_of_one_step_stand_together_and_in_order():
    heads = [".".join(case.id.split(".")[:2]) for case in RULES]
    runs = [head for before, head in zip(["", *heads], heads, strict=False) if head != before]
    assert len(runs) == len(set(runs))


# ---- units.csv ----


def test_ids_of_rows_are_unique_and_have_no_blanks():
    ids = [row["id"] for row in UNITS]
    assert len(set(ids)) == len(ids)
    assert [i for i in ids if not re.fullmatch(r"[A-Za-z0-9-]+", i)] == []


def test_rows_are_labelled():
    assert {row["source"] for row in UNITS} <= SOURCES
    assert {(row["side"], row["nation"]) for row in UNITS} == {("axis", "DE"), ("allies", "US"), ("allies", "UK")}
    assert {row["army_or_chart"] for row in of("axis", UNITS)} == set(ARMIES)
    assert {row["army_or_chart"] for row in of("allies", SET_UP)} == {""}
    assert {row["army_or_chart"] for row in of("allies", CHART)} == set(CHARTS)


def test_a_row_is_a_hex_or_a_formation():
    assert all(row["hex"] and not row["formation"] for row in SET_UP)
    assert all(not row["hex"] and (row["formation"] or row["truck"]) for row in CHART)
    assert all(any(row[kind] for kind in TYPES) for row in UNITS)


def test_pruem_is_as_the_rulebook_prints_it():
    (pruem,) = [row for row in SET_UP if row["hex"] == "E10"]
    assert (pruem["infantry"], pruem["tank"], pruem["artillery"], pruem["truck"]) == (3, 2, 1, 0)
    assert pruem["source"] == "rulebook"


@pytest.mark.parametrize(("side", "expected"), [("axis", (26, 15, 8, 4, 15)), ("allies", (16, 3, 5, 5, 16))])
def test_totals_of_the_set_up(side: str, expected: tuple[int, ...]):
    assert tuple(total(of(side, SET_UP)).values()) == expected


@pytest.mark.parametrize(("side", "expected"), [("axis", (15, 8, 2, 0, 0)), ("allies", (33, 23, 8, 2, 0))])
def test_totals_of_the_charts(side: str, expected: tuple[int, ...]):
    assert tuple(total(of(side, CHART)).values()) == expected


def test_allied_reinforcements_are_better_on_almost_every_turn():
    power = {kind: TABLES["units"][kind]["attack"] for kind in COMBAT}
    strength = Counter[tuple[str, int]]()
    for row in CHART:
        strength[row["side"], row["turn"]] += sum(power[kind] * row[kind] for kind in COMBAT)
    worse = [turn for turn in range(1, 9) if strength["allies", turn] <= strength["axis", turn]]
    assert len(worse) <= 1


def test_every_turn_has_a_row_on_each_sides_charts():
    for side in ("axis", "allies"):
        assert {row["turn"] for row in of(side, CHART)} == set(range(1, 9))


@pytest.mark.parametrize(("pieces", "nation"), [("axis", "DE"), ("us", "US"), ("uk", "UK")])
def test_one_plastic_piece_for_each_stack(pieces: str, nation: str):
    """Chips stand for the further units of a stack, its first unit is a piece out of the box."""
    stacks = {kind: sum(row[kind] > 0 for row in UNITS if row["nation"] == nation) for kind in (*COMBAT, "truck")}
    if nation != "UK":
        side = "axis" if nation == "DE" else "allies"
        stacks["truck"] += TABLES["off_board_start"][side]["truck"]
    assert {kind: n for kind, n in stacks.items() if n > BOX[pieces][kind]} == {}


def test_supply_at_the_start_is_within_the_tray():
    assert total(SET_UP)["supply"] <= 150


@pytest.mark.parametrize("row", SET_UP, ids=lambda row: row["hex"])
def test_set_up_keeps_the_stacking_limit(row: Row):
    limits = TABLES["stacking"]
    assert all(row[kind] <= limits[kind] for kind in COMBAT)
    units = sum(row[kind] for kind in (*COMBAT, "truck")) + (row["supply"] > 0)
    assert units <= limits["total"]


def test_no_hex_is_set_up_twice():
    assert [hex_ for hex_, n in Counter(row["hex"] for row in SET_UP).items() if n > 1] == []


# ---- tables.toml and scenarios.toml ----


def test_every_table_has_a_source():
    assert {name for name, table in TABLES.items() if table.get("source") not in SOURCES} == set()
    for entry in (*SCENARIOS["scenario"], *SCENARIOS["option"]):
        assert entry["source"] in SOURCES


def test_attack_power_and_limits_are_the_rulebooks():
    attack = {kind: unit["attack"] for kind, unit in TABLES["units"].items() if kind != "source"}
    assert attack == {"infantry": 1, "tank": 2, "artillery": 3, "fighter": 1, "bomber": 4}
    assert [TABLES["stacking"][kind] for kind in (*COMBAT, "total")] == [6, 6, 3, 12]


def test_air_units_of_the_box_are_all_off_the_board():
    for side, boxes in (("axis", ("axis",)), ("allies", ("us", "uk"))):
        for kind in ("fighter", "bomber"):
            in_box = sum(BOX[box][kind] for box in boxes)
            assert in_box == TABLES["off_board_start"][side][kind]


def test_history_is_one_point_short_of_victory():
    towns = [town for town in TABLES["towns"].values() if isinstance(town, dict)]
    assert sum(town["vp"] for town in towns if town.get("bulge")) == TABLES["victory"]["history"] == 23
    assert TABLES["victory"]["axis"] == 24
    assert sum(town["vp"] for town in towns) == 82


def test_turns_and_their_colours():
    turns = TABLES["turns"]
    assert turns["names"] == ["Red", "Blue", "Green", "Yellow", "Black", "Gray", "Purple", "White"]
    assert turns["names"][turns["air_from"] - 1] == "Black"


def test_aircraft_fly_from_the_day_on_which_the_weather_cleared():
    days = TABLES["calendar"]["last_dates"]
    assert len(days) == len(TABLES["turns"]["names"])
    assert days == sorted(set(days))
    assert days[TABLES["turns"]["air_from"] - 2] + timedelta(days=1) == date(1944, 12, 23)


def test_scenarios_and_options_name_rules_that_exist():
    for entry in (*SCENARIOS["scenario"], *SCENARIOS["option"]):
        assert entry["rule"] in RULES
    assert {option["rule"] for option in SCENARIOS["option"]} == {"AA-6.1", "AA-6.2"}
    assert all(option["default"] in option["choices"] for option in SCENARIOS["option"])


def test_rules_named_in_the_comments_of_the_tables_exist():
    named = re.findall(r"AA-[\w.]*\w", (DATA / "tables.toml").read_text(encoding="utf-8"))
    assert named
    assert [rule for rule in named if rule not in RULES] == []


# ---- the set-up on the board ----


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(DATA / "board.toml")


def axis_ground(board: Board) -> int:
    """The hexes east of the starting line."""
    first = TABLES["start_line"]
    return board.grid.mask(i for i in board.grid if int(board.grid.name(i)[1:]) >= first[board.grid.name(i)[0]])


def along_the_line(board: Board, ground: int) -> int:
    """The hexes of one side's ground that touch the other's."""
    return ground & board.grid.around(board.grid.all & ~ground)


def roads(board: Board) -> int:
    found = 0
    for hexes in board.links("road"):
        found |= hexes
    return found


def hexes_with(board: Board, side: str, kinds: tuple[str, ...]) -> int:
    return board.grid.mask(row["hex"] for row in of(side, SET_UP) if any(row[kind] for kind in kinds))


def test_board_is_eleven_rows_of_eleven(board: Board):
    assert {board.grid.name(i) for i in board.grid} == {f"{row}{n}" for row in "ABCDEFGHIJK" for n in range(1, 12)}


def test_each_side_begins_on_its_own_side_of_the_line(board: Board):
    axis = axis_ground(board)
    assert hexes_with(board, "axis", TYPES) & ~axis == 0
    assert hexes_with(board, "allies", TYPES) & axis == 0
    assert (axis.bit_count(), (board.grid.all & ~axis).bit_count()) == (26, 95)


def test_each_army_begins_in_its_own_rows():
    assert [
        row["hex"] for row in of("axis", SET_UP) if row["hex"][0] not in TABLES["armies"][row["army_or_chart"]]
    ] == []


def test_start_line_needs_no_more_markers_than_there_are(board: Board):
    axis = axis_ground(board)
    sides = sum((board.grid.shift(axis, d) & board.grid.all & ~axis).bit_count() for d in range(6))
    assert sides == 25
    assert sides <= 36


@pytest.mark.parametrize(("side", "other"), [("axis", "allies"), ("allies", "axis")])
def test_printed_set_up_covers_the_enemys_side_of_the_line(board: Board, side: str, other: str):
    axis = axis_ground(board)
    theirs = axis if other == "axis" else board.grid.all & ~axis
    zone = board.grid.grow(hexes_with(board, side, COMBAT))
    assert board.grid.names(along_the_line(board, theirs) & ~zone) == []


def test_trucks_begin_on_roads(board: Board):
    trucks = hexes_with(board, "axis", ("truck",)) | hexes_with(board, "allies", ("truck",))
    assert board.grid.names(trucks & ~roads(board)) == []


def test_every_axis_stack_has_supply_in_reach(board: Board):
    depots = board.grid.grow(hexes_with(board, "axis", ("supply",)))
    assert board.grid.names(hexes_with(board, "axis", COMBAT) & ~depots) == []


def test_towns_of_the_table_are_the_towns_of_the_board(board: Board):
    towns = {name for name in TABLES["towns"] if name != "source"}
    assert set(board.grid.names(board.feature("town"))) == towns


def test_trucks_come_in_where_a_road_leaves_the_board(board: Board):
    leaving = {board.grid.name(i) for i, _ in board.edge_links("road")}
    listed = {name for chart in TABLES["charts"].values() if isinstance(chart, dict) for name in chart["trucks"]}
    assert leaving == listed


@pytest.mark.parametrize(
    ("start", "direction", "end"),
    [
        ("G6", "NE", "F6"),  # Bastogne: the Allied town that the Axis does not claim
        ("G6", "SE", "H6"),  # and the plain hex that it does
        ("I6", "E", "I7"),  # the attackers of Martelange
        ("I7", "NW", "H6"),  # and their other target
    ],
)
def test_worked_examples_fit_the_board(board: Board, start: str, direction: str, end: str):
    names = ("E", "NE", "NW", "W", "SW", "SE")
    assert board.grid.neighbours(board.grid.index(start))[names.index(direction)] == board.grid.index(end)


def test_road_of_the_movement_example_runs_through_bastogne_to_ortheuville(board: Board):
    assert board.link("G7/G6")
    assert board.link("G6/F5")
    assert "H6" not in TABLES["towns"]


def test_victory_points_of_table_and_board_agree(board: Board):
    towns = {name: town["vp"] for name, town in TABLES["towns"].items() if name != "source"}
    printed = {name: int(board.value(board.grid.index(name), "vp") or 0) for name in towns}
    assert printed == towns
    assert set(board.grid.names(board.regions["bulge"])) == {n for n in towns if TABLES["towns"][n].get("bulge")}


def test_start_line_armies_and_edges_of_table_and_board_agree(board: Board):
    assert board.regions["axis-side"] == axis_ground(board)
    for army in ARMIES:
        name, letters = army.lower().replace(" ", "-"), TABLES["armies"][army]
        area = {h for h in board.grid.names(axis_ground(board)) if h[0] in letters}
        assert set(board.grid.names(board.regions[f"{name}-start"])) == area
        assert set(board.grid.names(board.regions[name])) == {f"{letter}11" for letter in letters}
    for chart in (TABLES["charts"][name] for name in ("axis", *CHARTS)):
        assert board.grid.mask(chart["trucks"]) & ~board.regions[f"{chart['edge']}-edge"] == 0


def test_no_road_crosses_a_river_barrier(board: Board):
    barriers = [side for side, features in board.hexsides.items() if "barrier" in features]
    assert len(barriers) == 18
    assert [side for side in barriers if board.link(side)] == []


def test_pins_of_the_board_name_rules_that_exist(board: Board):
    assert board.pins
    assert [pin.rule for pin in board.pins if pin.rule not in RULES] == []
