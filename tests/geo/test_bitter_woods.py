"""Every hex that the rulebook of Bitter Woods names, in its rules and in its five examples of play."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.geo.maps import Map

MAP = Map("bitter-woods")

# ---- movement (5) ----


def test_5_3_0812_is_forest_and_its_only_road_leads_to_0912() -> None:
    assert MAP.terrain("0812") == "forest"
    assert MAP.roads("0812") == ["0912"]


def test_5_3_cliffs_stand_on_the_meuse_and_on_another_river() -> None:
    cliffs = [words for words in MAP.board.hexsides.values() if "cliff" in words]
    assert any("meuse" in words for words in cliffs)
    assert any("meuse" not in words for words in cliffs)
    assert not any("bridge" in words for words in cliffs)


@pytest.mark.parametrize(
    ("region", "first", "last"),
    [("six-five-shared", "0613", "0914"), ("six-five-road", "0915", "2417"), ("five-seven-road", "1129", "1730")],
)
def test_5_4_a_road_runs_along_the_army_boundary(region: str, first: str, last: str) -> None:
    road = next(r for r in MAP.board.roads if {first, last} <= {MAP.grid.name(i) for i in r.path})
    path = [MAP.grid.name(i) for i in road.path]
    part = path[path.index(first) : path.index(last) + 1]
    assert set(part) == MAP.region(region)
    assert all(MAP.joined(a, b) for a, b in pairwise(part))


def test_5_4_the_shared_road_goes_on_as_the_boundary() -> None:
    assert MAP.joined("0914", "0915")


@pytest.mark.parametrize("boundary", ["six-five", "five-seven"])
def test_5_4_the_boundary_parts_north_from_south(boundary: str) -> None:
    north, south = MAP.region(f"north-of-{boundary}"), MAP.region(f"south-of-{boundary}")
    road = MAP.region(f"{boundary}-road")
    assert not north & south
    assert not road & (north | south)
    assert not any(MAP.next_to(a, b) for a in MAP.within(road, 1) & north for b in MAP.within(road, 1) & south)


def test_5_4_armies_start_on_their_side_of_the_boundary() -> None:
    assert {"0308", "0412", "0512"} <= MAP.region("north-of-six-five")
    assert {"1021", "1324", "1226"} <= MAP.region("south-of-six-five") & MAP.region("north-of-five-seven")
    assert {"0930", "0731", "0432"} <= MAP.region("south-of-five-seven")


def test_5_5_a_town_at_the_edge_has_a_road_off_the_map() -> None:
    edge = [i for i in MAP.grid if any(j < 0 for j in MAP.grid.neighbours(i))]
    towns = [MAP.grid.name(i) for i in edge if MAP.board.terrain_of(i) == "town"]
    assert {MAP.place("Mersch"), MAP.place("Consdorf")} <= set(towns)
    assert [name for name in towns if not MAP.leaves(name)] == []


def test_38_2_malmedy_lies_north_of_the_boundary_of_the_6th_panzer_army() -> None:
    assert MAP.place("Malmédy") in MAP.region("north-of-six-five")


# ---- fortifications (8), supply (12), bridges (13) ----


@pytest.mark.parametrize("town", ["Clervaux", "Dinant", "Namur", "Liège"])
def test_8_2_permanent_fortifications(town: str) -> None:
    assert MAP.terrain(MAP.place(town)) == "town"
    assert "fort" in MAP.features(MAP.place(town))


def test_8_2_liege_has_more_than_one_hex() -> None:
    assert MAP.place("Liège") in MAP.region("liege")
    assert len(MAP.region("liege")) > 1
    assert all("fort" in MAP.features(name) and MAP.terrain(name) == "town" for name in MAP.region("liege"))


@pytest.mark.parametrize("town", ["St. Vith", "Bastogne", "Marche"])
def test_8_2_and_17_road_hubs_are_towns(town: str) -> None:
    assert MAP.terrain(MAP.place(town)) == "town"
    assert len(MAP.roads(MAP.place(town))) >= 4


@pytest.mark.parametrize("town", ["Houffalize", "Monschau", "Malmédy", "Mersch", "Consdorf", "Francorchamps", "Vireux"])
def test_other_towns_that_the_rules_name(town: str) -> None:
    assert MAP.terrain(MAP.place(town)) == "town"


def test_12_3_allied_supply_comes_by_north_roads_west_of_column_13_only() -> None:
    sides = MAP.board.side_regions["allied-supply"]
    north = [side for side in sides if side.endswith("/N")]
    assert "1401/N" in north
    assert "1201/N" in MAP.board.ways
    assert all(int(side[:2]) > 13 for side in north)
    assert {side.partition("/")[2] for side in sides} == {"N", "S", "SW"}


def test_15_5_peiper_starts_on_a_road_outside_the_forest() -> None:
    """Its counter bears a Tiger, which stands in a forest only on a road."""
    assert MAP.terrain("0212") != "forest"
    assert MAP.roads("0212")
    assert "0212" in MAP.region("german-side")


def test_12_3_german_supply_comes_by_east_roads() -> None:
    sides = MAP.board.side_regions["german-supply"]
    assert len(sides) == 9
    assert {side[:2] for side in sides} == {"01"}


@pytest.mark.parametrize(("west", "east"), [("1424", "1324"), ("1129", "1028"), ("0533", "0432")])
def test_13_2_bridges_blown_at_the_start(west: str, east: str) -> None:
    assert {"river", "bridge", "blown"} <= MAP.on_side(west, east)
    assert MAP.joined(west, east)
    assert west not in MAP.region("east-of-our")
    assert east in MAP.region("east-of-our")


def test_13_2_no_other_bridge_is_blown() -> None:
    assert sum("blown" in words for words in MAP.board.hexsides.values()) == 3


# ---- victory (17), fuel (25), special units (27 to 38) ----


def test_17_2_vireux_lies_on_the_meuse_in_5223() -> None:
    assert MAP.place("Vireux") == "5223"
    assert MAP.touches("5223", "meuse")


def test_17_3_ramet_lies_on_the_meuse_in_3204() -> None:
    assert MAP.place("Ramet") == "3204"
    assert MAP.touches("3204", "meuse")


@pytest.mark.parametrize("edge", ["5511", "5517", "5520", "3701"])
def test_17_1_roads_beyond_the_meuse_leave_by_the_west_and_north_edges(edge: str) -> None:
    assert edge in MAP.region("west-bank")
    assert MAP.leaves(edge)


@pytest.mark.parametrize(("name", "town"), [("1809", "Francorchamps"), ("2719", "Samrée")])
def test_25_1_fuel_dumps_lie_round_a_named_hex(name: str, town: str) -> None:
    assert MAP.place(town) == name
    assert all(j >= 0 for j in MAP.grid.neighbours(MAP.grid.index(name)))


def test_25_1_a_dump_of_1809_may_lie_in_1909_to_the_north_west() -> None:
    around = MAP.grid.neighbours(MAP.grid.index("1809"))
    assert MAP.grid.name(around[MAP.grid.directions.index("NW")]) == "1909"


def test_27_1_peiper_goes_on_from_1311_for_eight_road_hexes() -> None:
    assert MAP.next_to("1211", "1311")
    path = ["1211", "1311"]
    seen = set(path)
    reach, steps = {"1311"}, 0
    while reach and steps < 8:
        reach = {other for name in reach for other in MAP.roads(name)} - seen
        seen |= reach
        steps += 1
    assert steps == 8
    assert reach


@pytest.mark.parametrize(("a", "b"), [("1211", "1311"), ("1311", "1411"), ("1411", "1511"), ("1411", "1512")])
def test_27_1_and_example_2_tanks_pass_where_the_rulebook_sends_them(a: str, b: str) -> None:
    """No unbridged river, which Tigers never cross, and no forest but by road."""
    assert not MAP.wet(a, b) or "bridge" in MAP.on_side(a, b)
    assert MAP.terrain(b) != "forest" or MAP.joined(a, b)


@pytest.mark.parametrize("name", ["0616", "0717"])
def test_30_and_38_1_the_schnee_eifel_regiments_stand_east_of_the_our(name: str) -> None:
    assert name in MAP.region("east-of-our")
    assert MAP.terrain(name) in ("forest", "broken")


@pytest.mark.parametrize("name", ["1134", "0335"])
def test_35_garrison_hexes(name: str) -> None:
    assert "garrison" in MAP.features(name)


@pytest.mark.parametrize("town", ["Mersch", "Consdorf"])
def test_35_garrison_towns(town: str) -> None:
    assert "garrison" in MAP.features(MAP.place(town))
    assert MAP.terrain(MAP.place(town)) == "town"


def test_38_1_the_heiderscheid_bridge_is_in_1630() -> None:
    assert {"river", "bridge"} <= MAP.on_side("1630", "1730")
    assert MAP.joined("1630", "1730")


# ---- the five examples of play ----


def test_example_1_a_retreat_of_two_hexes_from_eupen() -> None:
    assert MAP.place("Eupen") == "1503"
    assert MAP.terrain("1503") == "town"
    assert MAP.touches("1503", "river")
    assert MAP.apart("1503", "1501") == MAP.apart("1503", "1601") == 2


@pytest.mark.parametrize("attacker", ["1403", "1504", "1603"])
def test_example_1_eupen_is_attacked_from_three_hexes_all_across_the_river(attacker: str) -> None:
    assert MAP.next_to("1503", attacker)
    assert MAP.wet("1503", attacker)


def test_example_1_the_supply_road_leaves_by_1402_and_1401() -> None:
    assert MAP.leaves("1401") == ["N"]
    assert MAP.roads("1401") == ["1402"]
    assert MAP.joined("1402", "1503")
    assert not MAP.roads("1502")


def test_example_1_a_regiment_in_1302_and_the_attackers_leave_1502_as_the_only_first_hex() -> None:
    zones = MAP.within({"1302", "1403", "1504", "1603"}, 1)
    assert MAP.within({"1503"}, 1) - zones - {"1503"} == {"1502"}
    assert "1401" in zones


def test_example_1_the_supply_road_in_1401_is_nearer_to_1501_than_to_1601() -> None:
    free = MAP.network("1401") - MAP.within({"1302", "1403", "1504", "1603"}, 1) | {"1401"}
    assert min(MAP.apart("1501", name) for name in free) == MAP.apart("1501", "1401") == 1
    assert min(MAP.apart("1601", name) for name in free) == MAP.apart("1601", "1401") == 2


@pytest.mark.parametrize(("a", "b"), [("1311", "1411"), ("1411", "1512"), ("1411", "1511")])
def test_example_2_a_sneak_from_1311_to_1411_between_ligneuville_and_baugnez(a: str, b: str) -> None:
    assert MAP.next_to(a, b)
    assert (MAP.place("Baugnez"), MAP.place("Ligneuville")) == ("1511", "1512")


def test_example_3_the_road_of_4_12_leaves_the_map_in_2035() -> None:
    assert MAP.leaves("2035") == ["S"]
    assert not {"2036", "2136"} & {MAP.grid.name(i) for i in MAP.grid}
    assert MAP.terrain("1834") == "broken"
    assert MAP.joined("1834", "1935")
    assert MAP.joined("1935", "2035")


@pytest.mark.parametrize("last", ["2034", "2135"])
def test_example_3_three_hexes_end_in_2034_or_2135(last: str) -> None:
    assert MAP.next_to("2035", last)
    assert MAP.apart("1834", last) <= 3
    assert not MAP.roads(last)


def test_example_3_the_attackers_close_every_road_but_the_one_to_2035() -> None:
    zones = MAP.within({"1833", "1734"}, 1)
    assert {"1733", "1934", "1735"} <= zones
    assert not {"1935", "2034", "2035"} & zones
    assert [name for name in MAP.roads("1834") if name not in zones] == ["1935"]
    assert MAP.network("1935", without=zones) & {"2035", "1335", "2235"} == {"2035"}


def test_example_3_the_hexes_of_a_fourth_step_are_those_two_hexes_from_2035() -> None:
    zones = MAP.within({"1833", "1734"}, 1)
    way = {"1834", "1935", "2035"}
    third = MAP.within({"2035"}, 1) - way - zones
    assert third == {"2034", "2135"}
    fourth = {last for hex_ in third for last in MAP.within({hex_}, 1) - {hex_}} - way - zones
    assert fourth == {"2033", "2034", "2134", "2135", "2234", "2235"}


@pytest.mark.parametrize("last", ["2033", "2034", "2134", "2135", "2234", "2235"])
def test_example_3_four_hexes_end_within_one_hex_of_a_supply_road(last: str) -> None:
    supply = MAP.network("2035")
    assert MAP.within({last}, 1) & supply
    assert any(MAP.next_to("2035", way) and MAP.next_to(way, last) for way in ("2034", "2135") if way != last)


def test_example_4_armour_in_1812_may_not_cross_to_1912_nor_enter_1913() -> None:
    assert MAP.next_to("1812", "1912")
    assert MAP.next_to("1812", "1913")
    assert "river" in MAP.on_side("1812", "1912")
    assert "bridge" not in MAP.on_side("1812", "1912")
    assert MAP.terrain("1913") == "forest"
    assert not MAP.joined("1812", "1913")


def test_example_4_armour_may_stand_in_1812() -> None:
    assert MAP.terrain("1812") != "forest"
    assert MAP.touches("1812", "river")


def test_example_4_francorchamps_is_entered_by_1810() -> None:
    assert MAP.next_to("1810", "1809")
    assert not MAP.wet("1810", "1809")


def test_example_5_28_110_stands_in_broken_ground_across_the_river_from_1324() -> None:
    assert MAP.terrain("1424") == "broken"
    assert MAP.wet("1424", "1324")


def test_example_5_whoever_attacks_28_110_attacks_across_the_river() -> None:
    front = MAP.within({"1424"}, 1) & MAP.region("german-side")
    assert front == {"1324", "1325"}
    assert front <= MAP.region("east-of-our")
    assert all(MAP.wet("1424", name) for name in front)


@pytest.mark.parametrize(
    ("a", "b"), [("1224", "1324"), ("1223", "1224"), ("1224", "1325"), ("1125", "1224"), ("1225", "1325")]
)
def test_example_5_no_river_lies_on_the_way_of_the_attackers(a: str, b: str) -> None:
    assert MAP.next_to(a, b)
    assert not MAP.wet(a, b)


def test_example_5_the_bridge_of_1424_leads_to_1324_alone() -> None:
    assert {"bridge", "blown"} <= MAP.on_side("1424", "1324")
    assert "bridge" not in MAP.on_side("1424", "1325")


def test_example_5_a_retreat_of_four_hexes_by_road_ends_in_1824() -> None:
    path = ["1424", "1524", "1624", "1724", "1824"]
    assert MAP.apart("1424", "1824") == 4
    assert all(MAP.joined(a, b) for a, b in pairwise(path))
    assert MAP.place("Clervaux") == "1624"


def test_example_5_no_other_supply_road_is_open_before_1824() -> None:
    """28/110 must end there: units in 1324 and 1325 close the crossroads of Marnach, and no road forks beyond it."""
    zones = MAP.within({"1324", "1325"}, 1)
    open_ = [name for name in MAP.roads("1524") if name not in zones]
    assert open_ == ["1624", "1525"]
    assert [name for name in MAP.roads("1525") if name not in zones] == ["1524"]
    assert sorted(MAP.roads("1624")) == ["1524", "1724"]
    assert sorted(MAP.roads("1724")) == ["1624", "1824"]


# ---- entry letters and the set-up ----

EDGE = {"N": "KLMNOPQ", "S": "ABCDEF", "SW": "GHIJ", "SE": "RSTUVWXYZ"}


@pytest.mark.parametrize(("way", "letter"), [(way, letter) for way, letters in EDGE.items() for letter in letters])
def test_a_lettered_road_enters_by_its_edge_and_joins_the_network(way: str, letter: str) -> None:
    (name,) = MAP.region(letter)
    assert way in MAP.leaves(name)
    assert "2426" in MAP.network(name)


@pytest.mark.parametrize("name", ["0235", "1035", "3435", "4035", "5519"])
def test_supply_roads_without_a_letter(name: str) -> None:
    assert MAP.leaves(name)
    assert "2426" in MAP.network(name)


def test_no_road_leaves_the_map_elsewhere() -> None:
    lettered = {name for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for name in MAP.region(letter)}
    leaving = {MAP.grid.name(i) for i, _ in MAP.board.edge_links("road")}
    assert leaving == lettered | {"0235", "1035", "3435", "4035", "5519"}
