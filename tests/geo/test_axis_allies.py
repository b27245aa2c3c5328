"""The hexes that the worked examples of Axis & Allies imply, and the board exactly as its tables list it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ardennes.geo.compile import board_path
from tests.geo.maps import Map

MAP = Map("axis-allies")
TABLES: dict[str, Any] = tomllib.loads(board_path("axis-allies").with_name("tables.toml").read_text(encoding="utf-8"))


def beside(name: str, way: str) -> str:
    return MAP.grid.name(MAP.grid.neighbours(MAP.grid.index(name))[MAP.grid.directions.index(way)])


def test_martelange_is_attacked_from_the_east_and_another_allied_hex_lies_north_west_of_the_attacker() -> None:
    attacker = beside(MAP.place("Martelange"), "E")
    other = beside(attacker, "NW")
    assert other not in MAP.region("axis-side")
    assert other != MAP.place("Martelange")


def test_an_allied_town_lies_north_east_of_bastogne() -> None:
    other = beside(MAP.place("Bastogne"), "NE")
    assert "town" in MAP.features(other)
    assert other not in MAP.region("axis-side")


def test_a_plain_hex_lies_south_east_of_bastogne() -> None:
    assert "town" not in MAP.features(beside(MAP.place("Bastogne"), "SE"))


def test_a_road_runs_westward_through_bastogne_to_ortheuville() -> None:
    bastogne, ortheuville = MAP.place("Bastogne"), MAP.place("Ortheuville")
    assert MAP.joined(bastogne, ortheuville)
    assert MAP.joined(bastogne, beside(bastogne, "E"))
    assert MAP.board.lonlat(MAP.grid.index(ortheuville))[0] < MAP.board.lonlat(MAP.grid.index(bastogne))[0]


def test_a_truck_in_ortheuville_can_drive_to_an_allied_edge() -> None:
    leaving = {name for name in MAP.network(MAP.place("Ortheuville")) if MAP.leaves(name)}
    assert leaving - MAP.region("east-edge")


def test_only_towns_west_of_the_german_front_count() -> None:
    held = MAP.board.feature("town") & MAP.board.regions["axis-side"]
    assert held
    assert not any(word.startswith("vp") for name in MAP.grid.names(held) for word in MAP.features(name))


def test_vielsalm_is_a_town() -> None:
    assert "town" in MAP.features(MAP.place("Vielsalm"))


def test_prum_is_an_axis_town_without_victory_points() -> None:
    prum = MAP.place("Prüm")
    assert prum in MAP.region("axis-side")
    assert "town" in MAP.features(prum)
    assert not any(word.startswith("vp") for word in MAP.features(prum))


TOWNS = {name: facts for name, facts in TABLES["towns"].items() if name != "source"}


@pytest.mark.parametrize("name", list(TOWNS))
def test_towns_and_their_points_are_the_tables(name: str) -> None:
    points = TOWNS[name]["vp"]
    assert "town" in MAP.features(name)
    assert (f"vp:{points}" in MAP.features(name)) == (points > 0)


def test_there_are_no_other_towns() -> None:
    assert set(MAP.grid.names(MAP.board.feature("town"))) == set(TOWNS)


def test_the_towns_of_the_historical_bulge_come_to_23_points() -> None:
    assert sum(TOWNS[name]["vp"] for name in MAP.region("bulge")) == 23


ROADS = """
    A10-A11 A4-A5 A4-B3 A5-B5 A7-B6 A8-B7 A9-A10 A9-B8 B1-B2 B1-C2 B10-B11 B2-B3 B3-C3 B5-C5 B5-C6 B6-C7
    B7-C8 B8-C9 B9-B10 B9-C9 C10-C11 C2-D2 C3-D3 C5-D4 C6-D5 C7-D7 C8-C9 C8-D8 C9-C10 D1-E2 D10-D11
    D10-E10 D2-D3 D3-E4 D4-E4 D5-E6 D7-D8 D7-E7 D8-D9 D8-E8 D9-E10 E10-E11 E2-E3 E3-E4 E3-F2 E3-F3 E4-E5
    E4-F4 E5-E6 E5-F5 E6-F6 E7-F6 E8-F7 F1-F2 F10-F11 F3-G4 F4-F5 F4-G4 F5-G6 F6-G6 F7-F8 F7-G7 F8-F9
    F9-F10 G10-G11 G4-H4 G6-G7 G6-H5 G6-H6 G7-G8 G8-G9 G8-H8 G9-G10 H10-H11 H4-H5 H4-I4 H6-I6 H8-H9
    H8-I8 H9-H10 I10-I11 I10-J9 I4-J4 I6-J6 I8-I9 I8-J8 I9-I10 J10-J11 J4-K4 J6-K6 J8-K8 J9-J10 J9-K9
    K10-K11 K8-K9 K9-K10
"""
BARRIERS = """
    A3-B2 B2-C3 C1-D1 C2-D1 C7-D6 D1-E1 D4-E5 D5-E5 D6-D7 D6-E7 E6-F5 E9-F8 F8-G8 G9-H8 H10-I10 H6-I7
    H7-I7 H9-I9
"""
OFF = {
    "north": "A5 A7 A8",
    "south": "K4 K6 K8",
    "west": "B1 D1 F1",
    "east": " ".join(f"{row}11" for row in "ABCDEFGHIJK"),
}


def pairs(text: str) -> set[frozenset[str]]:
    return {frozenset(pair.split("-")) for pair in text.split()}


def test_roads_are_those_listed_and_no_others() -> None:
    laid = {frozenset(side.split("/")) for side in MAP.board.ways if side.partition("/")[2] not in MAP.grid.directions}
    assert laid == pairs(ROADS)


@pytest.mark.parametrize("edge", ["north", "south", "west", "east"])
def test_roads_leave_the_board_by_their_edge_hexes(edge: str) -> None:
    ways = {"north": {"NE", "NW"}, "south": {"SE", "SW"}, "west": {"W"}, "east": {"E"}}[edge]
    leaving = {MAP.grid.name(i) for i, d in MAP.board.edge_links("road") if MAP.grid.directions[d] in ways}
    assert leaving == set(OFF[edge].split())


def test_barriers_are_those_listed_and_no_road_crosses_one() -> None:
    barriers = {side for side, words in MAP.board.hexsides.items() if "barrier" in words}
    assert {frozenset(side.split("/")) for side in barriers} == pairs(BARRIERS)
    assert not barriers & set(MAP.board.ways)


@pytest.mark.parametrize("row", list("ABCDEFGHIJK"))
def test_the_start_line_is_the_tables(row: str) -> None:
    first = TABLES["start_line"][row]
    assert {name for name in MAP.region("axis-side") if name[0] == row} == {f"{row}{c}" for c in range(first, 12)}


@pytest.mark.parametrize(
    ("region", "rows"), [("6th-panzer-army", "ABCD"), ("5th-panzer-army", "EFG"), ("7th-army", "HIJK")]
)
def test_armies_arrive_at_their_part_of_the_east_edge(region: str, rows: str) -> None:
    assert MAP.region(region) == {f"{row}11" for row in rows}
    assert MAP.region(f"{region}-start") == {name for name in MAP.region("axis-side") if name[0] in rows}


@pytest.mark.parametrize("box", ["northern", "western", "southern", "eastern"])
def test_off_board_areas_touch_their_edge(box: str) -> None:
    edge = {"northern": "north", "western": "west", "southern": "south", "eastern": "east"}[box]
    assert MAP.board.boxes[box].hexes == MAP.board.regions[f"{edge}-edge"]
