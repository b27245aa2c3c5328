"""Every hex that the rulebook of The Ardennes Offensive and its errata name, and what its tables list."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ardennes.geo.compile import board_path
from tests.geo.maps import Map

MAP = Map("ardennes-offensive")
PRINTED: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "games/ardennes_offensive/map.toml").read_text(encoding="utf-8")
)

# ---- the errata of 31 May 1973, map cases 1 to 7 ----


@pytest.mark.parametrize("name", [*(f"010{k}" for k in range(1, 9)), "3701", "3702"])
def test_e_map_1_nobody_enters_the_hexes_behind_the_german_flanks(name: str) -> None:
    assert MAP.terrain(name) == "void"


def test_e_map_2_no_river_between_2311_and_2211() -> None:
    assert MAP.next_to("2311", "2211")
    assert not MAP.wet("2311", "2211")


def test_e_map_3_a_bridge_between_3111_and_3010() -> None:
    assert MAP.next_to("3111", "3010")
    assert {"river", "bridge"} <= MAP.on_side("3111", "3010")
    assert MAP.joined("3111", "3010")


@pytest.mark.parametrize("name", ["1107", "2819", "1016"])
def test_e_map_4_clear_terrain(name: str) -> None:
    assert MAP.terrain(name) == "clear"


def test_e_map_5_the_start_line_runs_from_0108_to_3702_exclusive() -> None:
    (start,) = (line for line in MAP.board.lines if line.name == "start")
    rows = [side.split("/") for side in start.sides]
    assert not {"0108", "3702"} & {name for pair in rows for name in pair}
    assert MAP.next_to(rows[0][0], "0108") or MAP.next_to(rows[0][1], "0108")
    assert MAP.next_to(rows[-1][0], "3702") or MAP.next_to(rows[-1][1], "3702")


@pytest.mark.parametrize("town", ["Monschau", "St. Vith"])
def test_e_map_6_the_towns_that_hold_an_american_unit(town: str) -> None:
    assert "town" in MAP.features(MAP.place(town))
    assert MAP.place(town) not in MAP.region("german-side")


@pytest.mark.parametrize("name", ["1516", "1506", "3505", "3612"])
def test_e_map_7_impassable_terrain(name: str) -> None:
    assert MAP.terrain(name) == "impassable"
    assert MAP.roads(name) == []


# ---- the rules ----


@pytest.mark.parametrize(("a", "b"), [("3516", "3517"), ("3517", "3518"), ("3518", "3519")])
def test_7_1_the_hexes_of_the_zone_diagram_lie_side_by_side(a: str, b: str) -> None:
    assert MAP.next_to(a, b)


def test_16_0_d_bastogne_is_a_hex_of_the_live_map() -> None:
    assert "town" in MAP.features(MAP.place("Bastogne"))
    assert len(MAP.roads(MAP.place("Bastogne"))) >= 5


@pytest.mark.parametrize(("rows", "columns"), [((1, 1), (9, 40)), ((1, 37), (40, 40)), ((37, 37), (3, 40))])
def test_5_3_l_one_row_of_edge_hexes_north_west_and_south(rows: tuple[int, int], columns: tuple[int, int]) -> None:
    for row in range(rows[0], rows[1] + 1):
        for column in range(columns[0], columns[1] + 1):
            assert MAP.terrain(f"{row:02d}{column:02d}") == "edge"


def test_5_3_l_no_other_hex_belongs_to_the_edge() -> None:
    assert MAP.board.terrain("edge").bit_count() == 32 + 37 + 38 - 2


def test_12_2_german_supply_roads_leave_by_the_east_edge_only() -> None:
    assert {way for name in MAP.region("east-edge") for way in MAP.leaves(name)} == {"E"}
    off = [MAP.grid.name(i) for i, _ in MAP.board.edge_links("road")]
    assert len(off) >= 6
    assert {name[2:] for name in off} == {"01"}


def test_14_1_every_edge_hex_belongs_to_one_section() -> None:
    sections = [MAP.region(name) for name in ("NE", "NW", "W", "SW", "SE")]
    assert sum(map(len, sections)) == len(set().union(*sections))
    assert set().union(*sections) == set(MAP.grid.names(MAP.board.terrain("edge")))


@pytest.mark.parametrize("section", ["NE", "NW", "W", "SW", "SE"])
def test_14_1_a_road_reaches_every_section(section: str) -> None:
    assert any(MAP.roads(name) for name in MAP.region(section))


@pytest.mark.parametrize("name", ["0639", "1539", "2039"])
def test_14_3_c_west_section_arrivals_stand_beyond_the_meuse(name: str) -> None:
    assert name in MAP.region("west-bank")
    assert MAP.touches(name, "meuse")
    assert f"{name[:2]}40" in MAP.roads(name)


def test_14_3_c_the_meuse_parts_the_far_bank_from_the_rest() -> None:
    assert "2521" not in MAP.region("west-bank")
    assert 60 < len(MAP.region("west-bank")) < 300


def test_14_3_c_a_road_of_the_west_bank_joins_the_entries_of_the_west_section() -> None:
    """Units that may not cross the Meuse yet come in and make room for those behind them."""
    east = {MAP.grid.name(i) for i in MAP.grid} - MAP.region("west-bank")
    assert {"0639", "1539", "2039"} <= MAP.network("0639", without=east)


def test_14_3_c_the_meuse_has_west_bank_hexes_from_row_to_row() -> None:
    assert {f"{row:02d}39" for row in range(5, 22)} <= MAP.region("west-bank")


def test_13_0_bridges_are_over_rivers_and_no_road_crosses_a_ford() -> None:
    bridges = {side: words for side, words in MAP.board.hexsides.items() if "bridge" in words}
    assert len(bridges) == 70
    assert [side for side, words in bridges.items() if "river" not in words or "ford" in words] == []
    fords = [side.split("/") for side, words in MAP.board.hexsides.items() if "ford" in words]
    assert fords
    assert [pair for pair in fords if MAP.joined(*pair)] == []


# ---- the tables ----


START_LINE = [(f"{row:02d}", last) for row, last in enumerate(PRINTED["start_line"]["last_german"], 1)]


@pytest.mark.parametrize(("row", "last"), START_LINE)
def test_the_start_line_is_the_tables(row: str, last: int) -> None:
    german = {name for name in MAP.region("german-side") if name[:2] == row}
    assert german == {f"{row}{column:02d}" for column in range(1, last + 1)}


@pytest.mark.parametrize(("town", "name"), [(t, h) for t, h in PRINTED["towns"].items() if t != "source"])
def test_town_hexes_are_the_tables(town: str, name: str) -> None:
    assert "town" in MAP.features(name)


def test_no_other_hex_is_a_town() -> None:
    listed = {h for t, h in PRINTED["towns"].items() if t != "source"}
    assert set(MAP.grid.names(MAP.board.feature("town"))) == listed


def test_the_west_wall_is_the_tables() -> None:
    assert set(MAP.grid.names(MAP.board.feature("westwall"))) == set(PRINTED["west_wall"]["hexes"])
    assert set(MAP.grid.names(MAP.board.feature("cleared-westwall"))) == set(PRINTED["west_wall"]["cleared"])


def exits() -> Iterator[tuple[str, int, str]]:
    for section in PRINTED["sections"]["order"]:
        for name, points in PRINTED["exits"][section].items():
            yield name, points, section


@pytest.mark.parametrize(("name", "points", "section"), list(exits()))
def test_an_exit_is_a_live_hex_with_a_road_into_its_section(name: str, points: int, section: str) -> None:
    assert f"vp:{points}" in MAP.features(name)
    assert set(MAP.roads(name)) & MAP.region(section)
    assert name in MAP.network("2521")


def test_there_are_no_other_exits() -> None:
    assert set(MAP.grid.names(MAP.board.feature("exit"))) == {name for name, _, _ in exits()}


# ---- what the set-up needs ----


ATTACKS = {
    "0309": ["0308"], "0407": ["0308"], "0507": ["0406", "0506"], "0707": ["0706"], "0906": ["0805", "0905"],
    "1106": ["1005", "1105", "1205"], "1405": ["1305", "1404", "1505"], "1607": ["1606"],
    "1708": ["1707", "1807", "1808"], "1911": ["1910", "2010"], "2411": ["2311", "2410"],
    "2909": ["2808", "2908"], "3107": ["3007"], "3305": ["3304"],
}  # fmt: skip


@pytest.mark.parametrize(("target", "attacker"), [(t, a) for t, attackers in ATTACKS.items() for a in attackers])
def test_the_compulsory_attacks_of_the_first_turn_can_be_made(target: str, attacker: str) -> None:
    assert MAP.next_to(target, attacker)
    assert target not in MAP.region("german-side")
    assert attacker in MAP.region("german-side")


@cache
def deployment() -> dict[str, set[str]]:
    """The hexes of the printed set-up, by side."""
    path = board_path("ardennes-offensive").with_name("units.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.get("start_hex")]
    assert len(rows) == 68
    return {side: {row["start_hex"] for row in rows if row["side"] == side} for side in ("german", "allied")}


@pytest.mark.parametrize("side", ["german", "allied"])
def test_units_start_on_their_own_side_in_hexes_that_can_be_entered(side: str) -> None:
    for name in deployment()[side]:
        assert MAP.terrain(name) in ("clear", "rough"), name
        assert (name in MAP.region("german-side")) == (side == "german"), name


def sources(side: str) -> list[str]:
    if side == "german":
        return [MAP.grid.name(i) for i, _ in MAP.board.edge_links("road")]
    return [name for name, _, _ in exits()]


@pytest.mark.parametrize("side", ["german", "allied"])
def test_12_1_every_unit_of_the_set_up_can_trace_supply(side: str) -> None:
    """At most three hexes to a road that leads to the own edge, neither held nor controlled by the enemy."""
    own, other = (deployment()[s] for s in (side, "allied" if side == "german" else "german"))
    closed = other | (MAP.within(other, 1) - own)
    closed |= {MAP.grid.name(i) for i in MAP.grid if MAP.terrain(MAP.grid.name(i)) in ("impassable", "edge", "void")}
    roads = MAP.network(*sources(side), without=closed)
    reached = {name: {name} for name in own}
    for _ in range(3):
        reached = {name: MAP.within(found, 1) - closed | found for name, found in reached.items()}
    assert [name for name, found in sorted(reached.items()) if not found & roads] == []


@pytest.mark.parametrize("name", ["0401", "1101"])
def test_14_0_a_column_at_a_northern_entry_finds_a_road_past_those_who_wait_at_the_front(name: str) -> None:
    held = set().union(*deployment().values())
    assert {"0401", "1101", "1701"} <= MAP.network(name, without=held)


def test_16_0_no_road_runs_into_the_allied_edge_but_from_an_exit() -> None:
    edge = [MAP.grid.name(i) for i in MAP.grid.bits(MAP.board.terrain("edge"))]
    ways = {(name, other) for name in edge for other in MAP.roads(name)}
    assert {other for _, other in ways} == {name for name, _, _ in exits()}
    assert not any(MAP.leaves(name) for name in edge)


@pytest.mark.parametrize("name", ["0406", "1404"])
def test_5_1_d_some_of_the_west_wall_stands_in_rough_ground(name: str) -> None:
    """The worked example of Allied armour in a rough hex of the West Wall can be set on the map."""
    assert MAP.terrain(name) == "rough"
    assert "westwall" in MAP.features(name)


def test_every_river_hexside_is_a_river_or_a_ford_and_not_both() -> None:
    for side, words in MAP.board.hexsides.items():
        assert len({"river", "ford"} & set(words)) == 1, side
