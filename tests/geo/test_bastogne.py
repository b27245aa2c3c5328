"""Every hex that the rulebook of Bastogne names, and the villages, roads and trails that were rebuilt."""

from __future__ import annotations

import pytest

from tests.geo.maps import Map

MAP = Map("bastogne")


@pytest.mark.parametrize("name", ["1317", "1416"])
def test_11_1_bastogne_has_two_town_hexes(name: str) -> None:
    assert MAP.terrain(name) == "town"
    assert name in MAP.region("bastogne")


def test_11_1_the_town_hexes_touch() -> None:
    assert MAP.next_to("1317", "1416")
    assert MAP.region("bastogne") == {"1317", "1416"}


def test_13_0_a_road_joins_2913_to_the_edge_of_the_map() -> None:
    assert MAP.leaves("2913")
    assert MAP.board.ways[f"2913/{MAP.leaves('2913')[0]}"].startswith("road")
    assert {"1317", "1416"} <= MAP.network("2913")


@pytest.mark.parametrize(
    ("region", "inside", "outside"),
    [
        ("entry-2nd-panzer", ["2913"], ["2912", "2914"]),
        ("entry-2908-2915", ["2908", "2915"], ["2907", "2916"]),
        ("entry-2918-south", ["2918", "2933"], ["2917"]),
        ("entry-north-of-2918", ["2901", "2917"], ["2918"]),
        ("entry-north-of-2915", ["2901", "2914"], ["2915"]),
    ],
)
def test_13_1_where_the_german_divisions_arrive(region: str, inside: list[str], outside: list[str]) -> None:
    assert set(inside) <= MAP.region(region) <= MAP.region("east-edge")
    assert not set(outside) & MAP.region(region)


@pytest.mark.parametrize(("region", "number"), [("west-edge", 33), ("south-edge", 29), ("east-edge", 33)])
def test_13_1_and_11_1_the_edges(region: str, number: int) -> None:
    assert len(MAP.region(region)) == number


def test_12_0_nobody_sets_up_in_columns_28_and_29() -> None:
    assert MAP.region("no-set-up") == {f"{c}{r:02d}" for c in (28, 29) for r in range(1, 34)}


def test_11_4_roads_and_trails_lead_off_the_west_edge_or_can_be_reached_from_it() -> None:
    assert [name for name in MAP.region("west-edge") if MAP.leaves(name)]


def test_10_5_woods_can_be_entered_by_road_and_by_trail() -> None:
    woods = set(MAP.grid.names(MAP.board.terrain("woods")))
    kinds = {MAP.board.ways[MAP.side(name, other)].split()[0] for name in woods for other in MAP.roads(name)}
    assert kinds == {"road", "trail"}


ROADS = {
    "Houffalize road": ["1416", "1711", "1808"],
    "Marche highway": ["1416", "1015", "0713", "0311"],
    "Arlon highway": ["1317", "1520", "1725", "1532"],
    "Neufchâteau road": ["1317", "0919", "0620"],
    "Wiltz road": ["1416", "1618", "2118", "2620"],
    "Longvilly road": ["2913", "2513", "2115", "1816", "1416"],
}


@pytest.mark.parametrize("stops", list(ROADS.values()), ids=list(ROADS))
def test_the_highways_pass_through_their_villages(stops: list[str]) -> None:
    paths = [[MAP.grid.name(i) for i in road.path] for road in MAP.board.roads if road.rank == "main"]
    assert any([name for name in path if name in stops] == stops for path in paths)


@pytest.mark.parametrize(
    "stops",
    [["1121", "1022", "0826"], ["1114", "0911", "1109", "0906"], ["1808", "2509"], ["2115", "2416", "2715"],
     ["0713", "0906"], ["1224", "1229"], ["1821", "1922", "2025", "2223"]],
)  # fmt: skip
def test_the_trails_join_their_villages(stops: list[str]) -> None:
    paths = [[MAP.grid.name(i) for i in road.path] for road in MAP.board.roads if road.rank == "trail"]
    assert any([name for name in path if name in stops] == stops for path in paths)


@pytest.mark.parametrize("town", ["Noville", "Longvilly", "Sibret", "Bertogne"])
def test_the_larger_villages_are_towns(town: str) -> None:
    assert MAP.terrain(MAP.place(town)) == "town"
