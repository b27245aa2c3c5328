"""The boards show the Ardennes: towns where they are, rivers unbroken, roads without gaps, hard going where it was."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import hypot

import numpy as np
import pytest
import shapely

from ardennes.geo.compile import Atlas, Maker
from ardennes.geo.rivers import Demand
from tests.geo.maps import GAMES, LARGE, Map

ATLAS = Atlas()
MAPS = {game: Map(game) for game in GAMES}
NOT_GROUND = ("edge", "void")
OPEN = ("clear", "town", *NOT_GROUND)


@cache
def maker(game: str) -> Maker:
    return Maker(ATLAS, game)


@cache
def natural_regions(game: str) -> dict[str, str]:
    """The natural region that the centre of each hex lies in."""
    board = MAPS[game].board
    lon, lat = np.array([board.lonlat(i) for i in board.grid]).T
    found = zip(board.grid, ATLAS.cover.region(lon, lat), strict=True)
    return {board.grid.name(i): ATLAS.cover.names[k] for i, k in found}


def ground(game: str, *regions: str) -> list[str]:
    """The hexes of these natural regions that are ground to stand on."""
    names = [name for name, region in natural_regions(game).items() if region in regions]
    return [name for name in names if MAPS[game].terrain(name) not in NOT_GROUND]


def hard(game: str, names: list[str]) -> float:
    """The share of hexes that are wooded, rough or closed."""
    return sum(MAPS[game].terrain(name) not in OPEN for name in names) / len(names)


# ---- towns ----


@pytest.mark.parametrize("game", GAMES)
def test_towns_of_importance_lie_within_one_hex_of_their_true_place(game: str) -> None:
    hexes = MAPS[game]
    pinned = set(maker(game).pinned)
    checked = 0
    for name, place in ATLAS.ground.places.items():
        if place.importance == 3 and name not in pinned and any(p.name == place.label for p in hexes.board.places):
            x, y = hexes.grid.centre(hexes.grid.index(hexes.place(place.label)))
            u, v = maker(game).frame.true(place.at)
            assert hypot(x - u, y - v) <= 1.0, name
            checked += 1
    assert checked or game != "bulge"  # elsewhere every such town is pinned


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods", "bulge"])
def test_the_pins_of_such_towns_move_them_by_one_hex_at_most(game: str) -> None:
    hexes, made = MAPS[game], maker(game)
    towns = [name for name, place in ATLAS.ground.places.items() if place.importance == 3 and name in made.towns]
    assert len(towns) > 35
    for name in towns:
        there = hexes.grid.at(*made.frame.true(ATLAS.ground.places[name].at))
        assert there < 0 or hexes.grid.distance(made.towns[name], there) <= 1, name


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods", "bulge", "bastogne"])
def test_even_a_pinned_village_lies_near_its_true_place(game: str) -> None:
    hexes = MAPS[game]
    for place in hexes.board.places:
        if place.lon is not None and place.lat is not None:
            x, y = hexes.grid.centre(place.hex)
            u, v = maker(game).frame.true((place.lon, place.lat))
            assert hypot(x - u, y - v) <= (2.5 if game == "bastogne" else 1.8), place.name


# ---- water ----


@pytest.mark.parametrize("game", LARGE)
def test_every_river_is_one_unbroken_chain(game: str) -> None:
    hexes = MAPS[game]
    names = [river.name for river in hexes.board.rivers]
    assert len(names) == len(set(names))
    for river in hexes.board.rivers:
        ends = [set(hexes.grid.side_corners(*hexes.grid.parse_side(side))) for side in river.sides]
        assert all(a & b for a, b in pairwise(ends)), river.name
        assert len(set(river.sides)) == len(river.sides), river.name


@pytest.mark.parametrize("game", LARGE)
def test_a_river_that_joins_another_on_the_board_reaches_it(game: str) -> None:
    hexes = MAPS[game]
    laid = {river.name: river.sides for river in hexes.board.rivers}

    def corners(sides: tuple[str, ...]) -> set[object]:
        return {end for side in sides for end in hexes.grid.side_corners(*hexes.grid.parse_side(side))}

    for name, sides in laid.items():
        river = ATLAS.ground.rivers[name]
        mouth = maker(game).frame.plane(river.course[-1])
        if river.into in laid and hexes.grid.at(*mouth) >= 0:
            assert corners(sides[-1:]) & corners(laid[river.into]), name


@pytest.mark.parametrize("game", LARGE)
def test_every_course_keeps_within_two_hexes_of_the_true_river(game: str) -> None:
    hexes, made = MAPS[game], maker(game)
    for river in hexes.board.rivers:
        true = made.courses._course(ATLAS.ground.rivers[river.name], Demand())
        middles = [made.net.middle(side) for side in river.sides]
        far = [min(hypot(x - u, y - v) for u, v in true) for x, y in middles]
        assert sum(far) / len(far) < 0.75, river.name
        assert max(far) < 2.6, river.name


FRONT = ("ardennes-offensive", "Gemund (Our)")  # the table of the start line, which the river follows, says otherwise


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods"])
def test_towns_lie_on_their_true_bank(game: str) -> None:
    """A town a kilometre from the water is on the same side of the laid river as of the true one."""
    hexes, made = MAPS[game], maker(game)
    wrong = []
    checked = 0
    for river in hexes.board.rivers:
        line = [made.net.points[v] for v in corner_path(game, river.sides)]
        for town, bank in ATLAS.ground.rivers[river.name].banks.items():
            place = ATLAS.ground.places[town]
            if place.importance >= 2 and town in made.towns:
                x, y = hexes.grid.centre(made.towns[town])
                near = min(range(len(line) - 1), key=lambda k: segment(line[k], line[k + 1], (x, y)))
                at_mouth = near == len(line) - 2
                if segment(line[near], line[near + 1], (x, y)) < 1.0 and not at_mouth and (game, town) != FRONT:
                    (a, b), (c, d) = line[near], line[near + 1]
                    side = "right" if (c - a) * (y - b) - (d - b) * (x - a) > 0 else "left"
                    checked += 1
                    wrong += [(river.name, town)] * (side != bank)
    assert checked > 10
    assert wrong == []


def segment(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def corner_path(game: str, sides: tuple[str, ...]) -> list[int]:
    net = maker(game).net
    ends = [net.ends[side] for side in sides]
    first = next(v for v in ends[0] if len(ends) == 1 or v not in ends[1])
    path = [first]
    for u, v in ends:
        path.append(v if path[-1] == u else u)
    return path


@pytest.mark.parametrize("game", LARGE)
def test_a_road_joins_both_banks_of_every_bridge(game: str) -> None:
    board = MAPS[game].board
    bridges = [side for side, words in board.hexsides.items() if "bridge" in words]
    assert bridges
    assert [side for side in bridges if side not in board.ways] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_road_crosses_water_by_a_bridge_only(game: str) -> None:
    board = MAPS[game].board
    for side in board.ways:
        words = set(board.side_features(side))
        if words & {"river", "ford", "stream"}:
            assert "bridge" in words, side


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods", "bulge"])
def test_the_meuse_is_known_as_such_from_end_to_end(game: str) -> None:
    board = MAPS[game].board
    (meuse,) = (river for river in board.rivers if river.name == "Meuse")
    assert meuse.width == 3
    assert {side for side, words in board.hexsides.items() if "meuse" in words} == set(meuse.sides)
    assert all("river" in board.hexsides[side] for side in meuse.sides)


# ---- roads ----


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_road_is_laid_hex_by_hex_without_a_gap(game: str) -> None:
    hexes = MAPS[game]
    for road in hexes.board.roads:
        for i, j in pairwise(road.path):
            assert hexes.grid.side(i, hexes.grid.direction(i, j)) in hexes.board.ways, road.name


@pytest.mark.parametrize("game", GAMES)
def test_roads_pass_through_the_places_that_their_list_joins(game: str) -> None:
    made = maker(game)
    paths: dict[str, set[int]] = {}
    for road in MAPS[game].board.roads:
        paths.setdefault(road.name, set()).update(road.path)
    for entry in made.corrections.entries("road"):
        if len(entry["nodes"]) == 1:
            continue  # a town at the edge whose road only leads off the board
        stops = {made.towns[node] if node in made.towns else made.grid.index(node) for node in entry["nodes"]}
        assert stops <= paths[entry["name"]], entry["name"]


@pytest.mark.parametrize("game", LARGE)
def test_true_roads_pass_through_their_towns(game: str) -> None:
    made = maker(game)
    paths: dict[str, set[int]] = {}
    for road in MAPS[game].board.roads:
        paths.setdefault(road.name, set()).update(road.path)
    for name, path in paths.items():
        if name in ATLAS.ground.roads:
            nodes = [node for node in ATLAS.ground.roads[name].nodes if isinstance(node, str) and node in made.towns]
            towns = [node for node in nodes if ATLAS.ground.places[node].importance == 3]
            assert {made.towns[node] for node in towns} <= path, name


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods", "bulge"])
def test_all_towns_of_importance_hang_together_by_road(game: str) -> None:
    hexes = MAPS[game]
    network = hexes.network(hexes.place("Bastogne"))
    apart = [p.name for p in hexes.board.places if p.rank == 3 and hexes.grid.name(p.hex) not in network]
    assert apart == []


@pytest.mark.parametrize("game", LARGE)
def test_the_whole_net_hangs_together(game: str) -> None:
    hexes = MAPS[game]
    network = hexes.network(hexes.place("Bastogne"))
    paved = {name for side in hexes.board.ways for name in side.split("/") if name in hexes.grid}
    assert paved - network == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_road_stops_in_a_field(game: str) -> None:
    """A road that ends does so at a place, at a hex that the game names, or beyond the edge."""
    hexes, made = MAPS[game], maker(game)
    known = {hexes.grid.name(place.hex) for place in hexes.board.places} | set(map(hexes.grid.name, made._ends()))
    ends = [name for name in map(hexes.grid.name, hexes.grid) if len(hexes.roads(name)) + len(hexes.leaves(name)) == 1]
    ground = [name for name in ends if hexes.terrain(name) not in NOT_GROUND]
    assert [name for name in ground if name not in known] == []


# ---- ground ----

ARDENNES = ("Ardennes", "Ösling", "Islek", "Bastogne plateau", "St. Vith basin", "Neufchâteau plateau", "Losheim Gap",
            "Büllingen plateau")  # fmt: skip


@pytest.mark.parametrize("game", LARGE)
def test_a_third_of_the_ardennes_is_wooded_or_rough(game: str) -> None:
    assert 1 / 3 <= hard(game, ground(game, *ARDENNES)) <= 0.7


@pytest.mark.parametrize("game", LARGE)
def test_the_plateau_of_bastogne_is_mostly_open(game: str) -> None:
    assert hard(game, ground(game, "Bastogne plateau")) < 0.3


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods", "bulge"])
def test_the_condroz_is_open(game: str) -> None:
    assert hard(game, ground(game, "Condroz")) < 0.25


@pytest.mark.parametrize("game", ["ardennes-offensive", "bitter-woods", "bulge"])
@pytest.mark.parametrize(
    "gorge", ["Our gorge", "Sure gorge (Martelange-Ettelbruck)", "Ambleve gorge (Stavelot-Aywaille)"]
)
def test_the_gorges_are_hard_going(game: str, gorge: str) -> None:
    hexes, frame = MAPS[game], maker(game).frame
    area = shapely.Polygon(next(a.outline for a in ATLAS.ground.relief if a.name == gorge))
    inside = [hexes.grid.name(i) for i in hexes.grid if shapely.contains_xy(area, *frame.lonlat(hexes.grid.centre(i)))]
    inside = [name for name in inside if hexes.terrain(name) != "town" and "town" not in hexes.features(name)]
    assert len(inside) >= (1 if game == "bulge" else 3)
    assert hard(game, inside) >= 0.7
