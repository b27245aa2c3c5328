"""Every hex that the rulebook of Bulge names, and what its tables list of the map."""

from __future__ import annotations

import pytest

from tests.geo.maps import Map

MAP = Map("bulge")


def test_2_3_1_2nd_panzer_sets_up_in_1206_behind_the_front() -> None:
    assert "1206" in MAP.region("german-side")
    assert MAP.place("Dasburg") == "1206"


@pytest.mark.parametrize(("edge", "first", "last", "number"), [("N", "0105", "0125", 21), ("S", "1902", "1918", 17)])
def test_2_3_1_north_and_south_entry_hexes(edge: str, first: str, last: str, number: int) -> None:
    assert {first, last} <= MAP.region(edge)
    assert len(MAP.region(edge)) == number
    assert {name[:2] for name in MAP.region(edge)} == {first[:2]}


def test_2_3_1_west_entry_hexes() -> None:
    assert MAP.region("W") == {f"{row:02d}25" for row in range(2, 13)}


@pytest.mark.parametrize("edge", ["N", "S", "W", "E"])
def test_2_3_1_and_13_roads_enter_by_every_edge(edge: str) -> None:
    assert sum(bool(MAP.leaves(name)) for name in MAP.region(edge)) >= 3


@pytest.mark.parametrize(("inside", "outside"), [("0105", "0104"), ("1902", "1901")])
def test_2_3_1_the_front_meets_the_edges_where_allied_entry_ends(inside: str, outside: str) -> None:
    assert inside not in MAP.region("german-side")
    assert outside in MAP.region("german-side")


@pytest.mark.parametrize("name", ["1319", "1919", "1925", "1325"])
def test_2_3_1_the_south_west_corner_is_no_part_of_the_map(name: str) -> None:
    assert name not in MAP.grid


@pytest.mark.parametrize("word", ["clear", "rough", "light-woods", "heavy-woods"])
def test_2_1_every_kind_of_terrain_lies_on_the_map(word: str) -> None:
    assert MAP.board.terrain(word)


@pytest.mark.parametrize("factor", [1, 2, 3, 4])
def test_3_1_exits_of_every_factor_are_roads_over_the_north_and_west_edges(factor: int) -> None:
    exits = [side for side, words in MAP.board.hexsides.items() if f"exit:{factor}" in words]
    assert exits
    for side in exits:
        assert side in MAP.board.ways
        assert side.partition("/")[0] in MAP.region("N") | MAP.region("W")


def test_3_1_every_road_over_those_edges_is_an_exit_with_one_factor_but_beside_the_start_line() -> None:
    beside = ("0105/NE", "0106/NW", "0107/NW")
    assert not any(word.startswith("exit:") for side in beside for word in MAP.board.side_features(side))
    for name in (MAP.region("N") | MAP.region("W")) - {side[:4] for side in beside}:
        for way in MAP.leaves(name):
            exits = [word for word in MAP.board.side_features(f"{name}/{way}") if word.startswith("exit:")]
            assert len(exits) == 1, name


def test_3_1_the_best_factor_lies_beyond_huy_and_namur() -> None:
    best = {side[:4] for side, words in MAP.board.hexsides.items() if "exit:4" in words}
    assert best <= {f"01{c:02d}" for c in range(20, 26)} | {"0225", "0325", "0425"}


def test_10_1_a_hex_of_the_west_wall_lies_in_heavy_woods() -> None:
    """The first worked example of the costs can be set on the map."""
    assert MAP.board.terrain("heavy-woods") & MAP.board.feature("westwall")


def test_10_1_a_town_in_light_woods_lies_on_a_river() -> None:
    """The second worked example of the costs can be set on the map."""
    towns = MAP.grid.names(MAP.board.terrain("light-woods") & MAP.board.feature("town"))
    assert any(MAP.touches(name, "river") for name in towns)


def test_11_0_bridges_lie_within_three_hexes_of_0407() -> None:
    near = MAP.within({"0407"}, 3)
    bridges = [side for side, words in MAP.board.hexsides.items() if "bridge" in words]
    assert sum(set(side.split("/")) <= near for side in bridges) >= 4


@pytest.mark.parametrize("name", ["0125", "0425", "1225"])
def test_13_0_british_reinforcements_enter_beyond_the_meuse(name: str) -> None:
    assert name in MAP.region("west-bank")


def test_13_0_the_meuse_can_be_crossed_by_road() -> None:
    crossings = [words for words in MAP.board.hexsides.values() if {"meuse", "bridge"} <= set(words)]
    assert len(crossings) >= 4
    assert MAP.place("Bastogne") not in MAP.region("west-bank")


@pytest.mark.parametrize("town", ["St. Hubert", "Bastogne"])
def test_16_both_famous_towns_are_road_centres(town: str) -> None:
    assert len(MAP.roads(MAP.place(town))) >= 4
    assert "town" in MAP.features(MAP.place(town))


GERMAN = [
    "0104", "0204", "0303", "0403", "0302", "0402", "0503", "0502", "0703", "0904",
    "1005", "1105", "1206", "1306", "1305", "1505", "1504", "1603", "1702",
]  # fmt: skip
ALLIED = ["0105", "0205", "0304", "0406", "0504", "0704", "1207", "1108", "1604", "1703"]


@pytest.mark.parametrize("name", GERMAN)
def test_german_units_start_behind_their_front(name: str) -> None:
    assert name in MAP.region("german-side")


@pytest.mark.parametrize("name", ALLIED)
def test_allied_units_start_before_it(name: str) -> None:
    assert name not in MAP.region("german-side")


def test_the_west_wall_stands_on_german_ground() -> None:
    wall = set(MAP.grid.names(MAP.board.feature("westwall")))
    assert len(wall) >= 10
    assert wall <= MAP.region("german-side")
