"""The tools of the compiler, each on a small sheet."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import numpy as np
import pytest

from ardennes.geo.corrections import Corrections, row_column
from ardennes.geo.cover import Cover, noise
from ardennes.geo.frame import Frame, kilometres, resampled
from ardennes.geo.ground import Ground, River
from ardennes.geo.lines import between, beyond
from ardennes.geo.net import Net, simple
from ardennes.geo.rivers import Demand, Rivers, in_order
from ardennes.geo.roads import Network, Roads, cheapest, distance
from ardennes.hexmap import BoardError, Grid, GridSpec

SPEC = GridSpec(
    rows=9, columns=9, numbering="RRCC", orientation="pointy", columns_from="west", shifted="even", shift_to="east"
)


def frame() -> Frame:
    """Nine by nine hexes; a degree of longitude is a plane unit, and so is a degree of latitude southward."""
    return Frame(Grid(SPEC), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0))


def river(*course: tuple[float, float], name: str = "R", into: str | None = None, **banks: str) -> River:
    return River(name, 3, into, banks, tuple((x, -y) for x, y in course))


def meets(net: Net, a: str, b: str) -> bool:
    return bool(set(net.ends[a]) & set(net.ends[b]))


# ---- frame ----


def test_a_place_comes_back_from_the_plane() -> None:
    skew = Frame(Grid(SPEC), (5.1, 0.044, -0.0003), (50.6, -0.0003, -0.027))
    lon, lat = skew.lonlat(skew.true((5.3, 50.5)))
    assert lon == pytest.approx(5.3)
    assert lat == pytest.approx(50.5)


def test_a_pinned_place_is_drawn_into_its_hex_and_its_surroundings_follow() -> None:
    sheet = frame()
    centre = sheet.grid.centre(sheet.grid.index("0505"))
    east = (centre[0] + 0.7, -centre[1])
    assert sheet.grid.at(*sheet.plane(east)) == sheet.grid.index("0506")
    sheet.pin({"Town": east}, {"Town": "0505"})
    assert sheet.grid.at(*sheet.plane(east)) == sheet.grid.index("0505")
    near, far = (east[0] + 0.3, east[1]), (east[0] + 6, east[1])
    assert sheet.plane(near)[0] < sheet.true(near)[0]
    assert sheet.plane(far) == pytest.approx(sheet.true(far))


def test_a_place_in_its_hex_is_not_moved() -> None:
    sheet = frame()
    centre = sheet.grid.centre(sheet.grid.index("0505"))
    sheet.pin({"Town": (centre[0], -centre[1])}, {"Town": "0505"})
    assert sheet.plane((centre[0], -centre[1])) == pytest.approx(centre)


def test_resampling_keeps_the_points_and_fills_the_gaps() -> None:
    line = resampled([(0.0, 0.0), (1.0, 0.0), (1.0, 0.05)], 0.25)
    assert {(0.0, 0.0), (1.0, 0.0), (1.0, 0.05)} <= set(line)
    assert max(hypot(c - a, d - b) for (a, b), (c, d) in pairwise(line)) <= 0.26


def test_kilometres_on_the_ground() -> None:
    places = Ground().places
    assert kilometres(places["Bastogne"].at, places["St. Vith"].at) == pytest.approx(42.5, abs=1.0)


# ---- the net of hexsides ----


def test_a_chain_is_put_in_order() -> None:
    net = Net(frame().grid)
    chain = net.chains(between(net.grid, {net.grid.index("0505")}))
    assert len(chain) == 1
    assert len(chain[0]) == 6
    assert all(meets(net, a, b) for a, b in pairwise(chain[0]))


def test_two_lines_make_two_chains() -> None:
    net = Net(frame().grid)
    assert len(net.chains(["0101/0102", "0808/0809"])) == 2


def test_spurs_and_loops_are_cut() -> None:
    assert simple([1, 2, 3, 2, 4]) == [1, 2, 4]
    assert simple([1, 2, 3, 4, 2, 5]) == [1, 2, 5]


def test_a_flood_stops_at_a_line() -> None:
    grid = frame().grid
    north = {grid.index(f"0{r}0{c}") for r in range(1, 5) for c in range(1, 10)}
    assert beyond(grid, between(grid, north), [grid.index("0101")]) == north


# ---- rivers ----


def test_a_river_is_an_unbroken_chain_from_edge_to_edge() -> None:
    sheet = frame()
    rivers = Rivers(sheet, Net(sheet.grid))
    sides = rivers.lay(river((4.3, -2.0), (4.6, 4.0), (3.4, 9.0)), {}, Demand())
    assert all(meets(rivers.net, a, b) for a, b in pairwise(sides))
    assert rivers.paths["R"][0] in rivers.net.rim
    assert rivers.paths["R"][-1] in rivers.net.rim
    assert len(sides) == len(set(sides))


@pytest.mark.parametrize(("bank", "passes_west"), [("left", True), ("right", False)])
def test_a_town_keeps_its_bank(bank: str, passes_west: bool) -> None:
    """The course runs south, straight through the town's hex; a town on the left bank has the river to its west."""
    sheet = frame()
    town = sheet.grid.index("0505")
    x, _ = sheet.grid.centre(town)
    rivers = Rivers(sheet, Net(sheet.grid))
    rivers.lay(river((x, -2.0), (x, 9.0), Town=bank), {"Town": town}, Demand())
    row = [u for u, v in (rivers.net.points[c] for c in rivers.paths["R"]) if abs(v - sheet.grid.centre(town)[1]) < 0.4]
    assert all((u < x) == passes_west for u in row)
    assert row


def test_a_river_runs_through_the_hexsides_demanded_and_shuns_others() -> None:
    sheet = frame()
    rivers = Rivers(sheet, Net(sheet.grid))
    sides = rivers.lay(river((4.0, -2.0), (4.0, 9.0)), {}, Demand(through=["0504/0505"]))
    assert "0504/0505" in sides
    again = Rivers(sheet, Net(sheet.grid)).lay(river((4.0, -2.0), (4.0, 9.0)), {}, Demand(shuns=[sides[3]]))
    assert sides[3] not in again


def test_a_tributary_ends_at_its_river_and_shares_no_hexside_with_it() -> None:
    sheet = frame()
    rivers = Rivers(sheet, Net(sheet.grid))
    main = rivers.lay(river((4.3, -2.0), (4.3, 9.0), name="Main"), {}, Demand())
    side = rivers.lay(river((7.5, 1.0), (6.0, 3.0), (4.3, 4.0), name="Side", into="Main"), {}, Demand())
    assert not set(main) & set(side)
    assert rivers.paths["Side"][-1] in rivers.paths["Main"]
    assert not set(rivers.paths["Side"][:-1]) & set(rivers.paths["Main"])


def test_a_river_that_does_not_touch_the_board_is_left_out() -> None:
    sheet = frame()
    assert Rivers(sheet, Net(sheet.grid)).lay(river((30.0, 0.0), (40.0, 5.0)), {}, Demand()) == []


def test_rivers_wait_for_the_one_that_they_join() -> None:
    named = [river((0, 0), (1, 1), name=n, into=i) for n, i in (("C", "B"), ("B", "A"), ("A", None))]
    assert [r.name for r in in_order(named)] == ["A", "B", "C"]


# ---- roads ----


def test_a_road_follows_its_course_hex_by_hex() -> None:
    sheet = frame()
    roads = Roads(sheet, set(), set())
    start, bend, end = (sheet.grid.index(name) for name in ("0202", "0208", "0808"))
    course = [sheet.grid.centre(i) for i in (start, bend, end)]
    path = roads.lay("main", [(start, []), (end, course)])
    assert min(sheet.grid.distance(bend, i) for i in path) <= 1
    assert all(distance(sheet.grid.centre(i), course) < 1 for i in path)
    assert all(j in sheet.grid.neighbours(i) for i, j in pairwise(path))
    assert len(roads.kinds) == len(path) - 1


def test_a_road_goes_round_what_is_barred_or_shut() -> None:
    sheet = frame()
    grid = sheet.grid
    roads = Roads(sheet, set(), {"0504/0505"})
    start, end = grid.index("0502"), grid.index("0508")
    roads.barred = {grid.index("0506")}
    path = roads.lay("main", [(start, []), (end, [grid.centre(start), grid.centre(end)])])
    assert grid.index("0506") not in path
    assert "0504/0505" not in roads.kinds


def test_a_lesser_road_does_not_make_a_main_road_less() -> None:
    sheet = frame()
    roads = Roads(sheet, set(), set())
    i, j = sheet.grid.index("0505"), sheet.grid.index("0506")
    roads.add(i, j, "main")
    roads.add(j, i, "trail")
    assert roads.kinds == {"0505/0506": "main"}


def test_a_road_leaves_by_the_side_that_faces_its_goal() -> None:
    sheet = frame()
    roads = Roads(sheet, set(), set())
    assert roads.leave(sheet.grid.index("0501"), (-5.0, 3.46), "main") == "0501/W"
    with pytest.raises(ValueError, match="is not on the edge"):
        roads.leave(sheet.grid.index("0505"), (-5.0, 3.46), "main")


def test_the_network_knows_the_way_from_town_to_town() -> None:
    network = Network(Ground())
    way = network.way("Bastogne", "Houffalize")
    noville = network.ground.places["Noville"].at
    assert noville in way


def test_the_cheapest_path_and_none() -> None:
    graph = {1: {2: 1.0, 3: 5.0}, 2: {3: 1.0}, 3: {}, 4: {}}
    assert cheapest(1, 3, lambda n: iter(graph[n].items())) == [1, 2, 3]
    assert cheapest(1, 4, lambda n: iter(graph[n].items())) == []


def test_distance_to_a_line() -> None:
    assert distance((1.0, 1.0), [(0.0, 0.0), (2.0, 0.0)]) == pytest.approx(1.0)
    assert distance((3.0, 0.0), [(0.0, 0.0), (2.0, 0.0)]) == pytest.approx(1.0)


# ---- corrections and cover ----


def test_a_range_of_hexes_is_a_rectangle() -> None:
    corrections = Corrections({}, Grid(SPEC))
    assert corrections.names(["0102..0104", "0909"]) == ["0102", "0103", "0104", "0909"]
    assert corrections.names(["0101..0202"]) == ["0101", "0102", "0201", "0202"]


def test_rows_and_columns_of_every_numbering() -> None:
    assert row_column("0312", SPEC) == (3, 12)
    assert row_column("0312", GridSpec(rows=20, columns=20, numbering="CCRR")) == (12, 3)
    assert row_column("K11", GridSpec(rows=11, columns=11, numbering="letter")) == (11, 11)


@pytest.mark.parametrize(
    "entry", [{"at": ["0101"], "source": "rulebook"}, {"at": ["0101"], "rule": "X-1", "source": "hearsay"}]
)
def test_a_correction_without_rule_or_known_source_is_refused(entry: dict[str, object]) -> None:
    with pytest.raises(BoardError):
        Corrections({"hexes": [entry]}, Grid(SPEC))


def test_a_correction_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BoardError, match="volcanoes"):
        Corrections({"volcanoes": [{"rule": "X-1", "source": "rulebook"}]}, Grid(SPEC))


def test_every_region_gets_its_share_of_woodland() -> None:
    cover = Cover(Ground())
    lon, lat = (axis.ravel() for axis in np.meshgrid(np.arange(5.0, 6.6, 0.011), np.arange(49.7, 50.6, 0.007)))
    sample = cover.at(lon, lat)
    woods = sample.share("forest woods")
    for name, low, high in (("Ardennes", 0.38, 0.52), ("Condroz", 0.05, 0.2), ("Bastogne plateau", 0.08, 0.24)):
        here = sample.region == cover.names.index(name)
        assert low < float(woods[here].mean()) < high, name


def test_trees_keep_clear_of_towns() -> None:
    cover = Cover(Ground())
    lon, lat = cover.ground.places["Houffalize"].at
    assert not cover.at(np.array([lon]), np.array([lat])).share("forest woods").any()


def test_noise_is_smooth_and_always_the_same() -> None:
    x = np.linspace(0, 4, 401)
    values = noise(x, x * 0 + 0.5, 0)
    assert np.abs(np.diff(values)).max() < 0.05
    assert values.min() >= 0
    assert values.max() <= 1
    assert float(noise(np.array([12.25]), np.array([7.5]), 1)[0]) == pytest.approx(0.31973, abs=1e-4)
