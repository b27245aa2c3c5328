"""Movement (BA-5), zones (BA-6) and panzers in the woods (BA-10.5)."""

from __future__ import annotations

import pytest

from ardennes.games.bastogne.forces import LEG, MOBILE, PANZER
from ardennes.hexmap import Six
from tests.games.bastogne.table import at, game
from tests.rulemark import rule


def step_cost(kind: int, start: str, end: str) -> int | None:
    grid = game().ground.grid
    return game().ground.costs[kind].cost(grid.index(start), grid.index(end))


def step_rule(kind: int, start: str, end: str) -> str:
    """The rule by which a step is paid, whatever a stream adds."""
    grid = game().ground.grid
    return game().ground.costs[kind].items(grid.index(start), grid.index(end))[0][0]


def crosses(six: Six, i: int, j: int) -> bool:
    return bool(six[game().ground.grid.direction(j, i)] >> j & 1)


def some_step(terrain: str, link: str, stream: bool) -> tuple[str, str] | None:
    """A step into a kind of terrain by a road, a trail or neither, over a stream or not; None if the map has none."""
    ground = game().ground
    grid, streams = ground.grid, game().board.sides("stream")
    for i in grid:
        for j in grid.neighbours(i):
            if j < 0 or ground.board.terrain_of(j) != terrain or crosses(streams, i, j) != stream:
                continue
            by = "road" if crosses(ground.roads, i, j) else "trail" if crosses(ground.trails, i, j) else ""
            if by == link:
                return grid.name(i), grid.name(j)
    return None


GROUND = {  # halves of a point off the road: leg, American mobile, German mobile
    "clear": (2, 2, 2), "mixed": (2, 4, 4), "woods": (4, 6, 12), "broken": (4, 6, 6), "town": (2, 2, 2),
}  # fmt: skip
ALONG = {("road", False): (1, 1, 1), ("trail", False): (2, 2, 2), ("road", True): (1, 1, 2), ("trail", True): (2, 2, 4)}


@rule("BA-5.2", "BA-5.4.1", "BA-5.4.2", "BA-10.5", "BA-10.5.us", "BA-10.5.road", "BA-10.5.trail")
@pytest.mark.parametrize("terrain", GROUND)
@pytest.mark.parametrize("link", ["", "road", "trail"])
@pytest.mark.parametrize("stream", [False, True])
def test_the_price_of_every_kind_of_step(terrain: str, link: str, stream: bool):
    found = some_step(terrain, link, stream)
    if found is None:
        assert (terrain, link, stream) in MISSING, "the map has no such step"
        return
    for kind in (LEG, MOBILE, PANZER):
        expected = GROUND[terrain][kind] + (2 if stream else 0)
        if link:
            expected = ALONG[link, terrain == "woods"][kind]
        assert step_cost(kind, *found) == expected, (kind, found)
        assert step_rule(kind, *found) in {
            "": ("BA-5.2", "BA-10.5", "BA-10.5.us"),
            "road": ("BA-5.4.1", "BA-10.5.road"),
            "trail": ("BA-5.4.2", "BA-10.5.trail"),
        }[link]


MISSING = {
    ("clear", "trail", True), ("mixed", "road", True), ("woods", "road", True), ("broken", "road", True),
    ("broken", "trail", False), ("broken", "trail", True), ("town", "", True), ("town", "road", True),
    ("town", "trail", True),
}  # fmt: skip


@rule("BA-5.2", "BA-10.5", "BA-10.5.us")
@pytest.mark.parametrize(
    ("unit", "side", "paid", "ruled"),
    [
        ("26VG-I-39", "german", "2 points: woods 2", "BA-5.2"),
        ("2Pz-I-3", "german", "6 points: woods 6", "BA-10.5"),
        ("10AD-3", "allied", "3 points: woods 3", "BA-10.5.us"),
    ],
)
def test_woods_are_dear_to_panzers_and_not_to_americans(unit: str, side: str, paid: str, ruled: str):
    other = "10AD-20" if side == "german" else "2Pz-38"
    table = at(f"{side} movement", f"{unit} 0302 / {other} 1010").apply(f"pick {unit}", "step 0303", "stop")
    assert table.texts("BA-5.1")[-1].endswith(f"moves from 0302 to 0303 for {paid}")
    grid = game().ground.grid
    kind = game().forces.kind[game().forces.index[unit]]
    rules = [name for name, _ in game().ground.costs[kind].items(grid.index("0302"), grid.index("0303"))]
    assert rules == [ruled]
    assert {LEG: "BA-5.2", PANZER: "BA-10.5", MOBILE: "BA-10.5.us"}[kind] == rules[0]


@rule("BA-5.2.stream")
def test_a_stream_costs_a_point_more():
    table = at("german movement", "26VG-I-39 0113 / 10AD-20 1010").apply("pick 26VG-I-39", "step 0114", "stop")
    assert table.texts("BA-5.1")[-1].endswith("for 2 points: clear 1, stream 1")
    woods = at("german movement", "2Pz-I-3 0105 / 10AD-20 1010").apply("pick 2Pz-I-3", "step 0205")
    assert woods.texts("BA-5.1")[-1].endswith("for 7 points: woods 6, stream 1")


@rule("BA-5.4.1", "BA-5.4.2", "BA-10.5.road", "BA-10.5.trail")
def test_a_move_by_roads_and_trails_says_what_each_has_cost():
    paid = {}
    for link, terrain in (("road", "clear"), ("trail", "clear"), ("road", "woods"), ("trail", "woods")):
        found = some_step(terrain, link, False)
        assert found is not None
        table = at("german movement", f"2Pz-I-3 {found[0]} / 10AD-20 1010 / 26VG-I-39 2020")
        table.apply("pick 2Pz-I-3", f"step {found[1]}", "stop")
        paid[link, terrain] = table.texts("BA-5.1")[-1].partition(" for ")[2]
    assert paid == {
        ("road", "clear"): "½ point: road ½", ("trail", "clear"): "1 point: trail 1",
        ("road", "woods"): "1 point: road into woods 1", ("trail", "woods"): "2 points: trail into woods 2",
    }  # fmt: skip


@rule("BA-5.1", "BA-R.9")
def test_no_more_points_than_the_allowance_and_no_free_hex():
    table = at("german movement", "26VG-I-39 1010 / 10AD-20 2010").apply("pick 26VG-I-39")
    assert "1003" not in table.options("go")
    far = table.why("go 2005")
    assert far.rule == "BA-5.1"
    assert far.text.endswith("it does not have the movement points, 9½ needed, 7 left: trail 1, clear 8, road ½.")
    slow = at("german movement", "26VG-I-39 0302 / 10AD-20 1010").apply("pick 26VG-I-39")
    slow.apply(*("step 0301", "step 0302") * 3)
    stuck = slow.why("step 0303")
    assert (stuck.rule, "2 needed, 1 left: woods 2" in stuck.text) == ("BA-5.1", True)
    assert "a unit that cannot pay for a hex may not enter it (BA-R.9)" in stuck.text
    panzer = at("german movement", "2Pz-I-3 0302 / 10AD-20 1010").apply("pick 2Pz-I-3")
    panzer.apply(*("step 0301", "step 0302") * 4)
    dear = panzer.why("step 0303")
    assert (dear.rule, "six points, 6 needed, 4 left: woods 6" in dear.text) == ("BA-10.5", True)


@rule("BA-5.1.once")
def test_a_unit_moves_once_in_a_phase():
    table = at("german movement", "2Pz-I-3 1010 / 2Pz-38 1011 / 10AD-20 2010").apply("pick 2Pz-I-3", "go 1009")
    assert table.refused("pick 2Pz-I-3") == "BA-5.1.once"
    table.apply("pick 2Pz-38")
    assert table.refused("pick 2Pz-I-3") == "BA-5.1.once"


@rule("BA-5.1.enemy")
def test_nobody_enters_a_hex_with_an_enemy():
    table = at("german movement", "2Pz-I-3 1010 / 10AD-20 1012").apply("pick 2Pz-I-3")
    assert table.refused("go 1012") == "BA-5.1.enemy"


@rule("BA-5.3", "BA-R.8")
def test_friends_are_passed_and_no_place_to_end():
    table = at("german movement", "2Pz-I-3 1010 / 2Pz-38 1009 / 10AD-20 2010").apply("pick 2Pz-I-3")
    reason = table.why("go 1009")
    assert (reason.rule, "a friendly unit is there" in reason.text) == ("BA-5.3", True)
    assert reason.text.endswith("it would have to move away first (BA-R.8).")
    table.apply("step 1009")
    assert "stop" not in table.options()
    assert table.refused("stop") == "BA-5.3"
    swap = at("german movement", "2Pz-I-3 1010 / 2Pz-38 1009 / 10AD-20 2010").apply("pick 2Pz-38", "go 1008")
    assert "1009" in swap.apply("pick 2Pz-I-3").options("go"), "the other has moved away"
    table.apply("go 1008")
    assert table.where("2Pz-I-3") == "1008"


@rule("BA-6.1", "BA-R.10")
def test_a_move_ends_in_an_enemy_zone_friends_or_not():
    table = at("german movement", "2Pz-I-3 1010 / 10AD-20 1012").apply("pick 2Pz-I-3", "step 1011")
    assert table.where("2Pz-I-3") == "1011", "the only thing left was to stop"
    assert "BA-5.1" in table.rules("move")
    through = at("german movement", "2Pz-I-3 1009 / 2Pz-38 1010 / 10AD-20 1011").apply("pick 2Pz-I-3")
    reason = through.why("step 1010")
    assert reason.rule == "BA-6.1"
    assert "friendly units do not cancel enemy ZOCs (BA-R.10)" in reason.text
    far = "2Pz-I-3 1010 / 10AD-20 1013 / 2Pz-38 2010 / 10AD-3 2011"
    nobody = at("german movement", far).apply("pick 2Pz-I-3").why("go 1013")
    assert "BA-R.10" not in nobody.text, "no friend has anything to do with that move"


@rule("BA-6.1.leave")
def test_from_zone_to_zone_is_no_step():
    table = at("german movement", "2Pz-I-3 1011 / 10AD-20 1012").apply("pick 2Pz-I-3")
    assert table.refused("step 1112") == "BA-6.1.leave"
    table.apply("step 1010", "step 1011")
    assert table.where("2Pz-I-3") == "1011"
    closed = "2Pz-I-3 1011 / 10AD-20 1012 / 10AD-3 1009 / 9AD-19 0810 / 9AD-52 1210"
    assert at("german movement", f"{closed} / 2Pz-38 2010").refused("pick 2Pz-I-3") == "BA-6.1.leave"


@rule("BA-5.1.mobile", "BA-4.0.mobile", "BA-5.1.once")
def test_mobile_units_alone_move_in_the_mobile_movement_phase():
    table = at("german mobile", "2Pz-I-3 1010 / 2Pz-38 0510 / 26VG-I-39 1007 / 10AD-20 2010")
    assert table.refused("pick 26VG-I-39") == "BA-5.1.mobile"
    assert (table.asked[1], table.state.decision.rule) == ("german mobile", "BA-4.0.mobile")
    assert "2Pz-I-3" in table.options("pick")
    table.apply("pick 2Pz-I-3", "go 1011")
    assert table.refused("pick 2Pz-I-3") == "BA-5.1.once", "it is mobile, and has moved"
    assert table.refused("pick 26VG-I-39") == "BA-5.1.mobile"
    assert not {"26VG-I-39", "26VG-II-39"} & set(table.options("pick"))


@rule("BA-R.11")
def test_a_mobile_unit_moves_again_whatever_it_has_done():
    """It has come in or moved, attacked, and advanced; it goes on with all twelve points."""
    table = at("german movement", "2Pz-I-3 1007 / 10AD-20 1010 reduced", german=[5])
    table.apply("pick 2Pz-I-3", "go 1009", "done", "target 1010", "done", "fire 5", "done").roll(2)
    assert table.asked == ("allied", "stiff")
    table.apply("choose stand", "advance 2Pz-I-3")
    assert (table.where("2Pz-I-3"), table.asked[1]) == ("1010", "german mobile")
    assert "BA-R.11" in table.advice("german")
    table.apply("pick 2Pz-I-3")
    assert table.state.decision.prompt == "Choose where I/3 Pz (2 Pz) goes; 12 of 12 points left"


@rule("BA-R.11")
def test_a_mobile_unit_that_has_come_in_or_retreated_moves_again():
    arrived = at("german movement", "10AD-20 1010", turn=2).apply("pick Lehr-130", "enter 2910", "stop", "done")
    assert arrived.asked[1] == "german mobile"
    assert "Lehr-130" in arrived.options("pick")
    beaten = at("german combat", "Lehr-130 1009 / 10AD-20 1010").apply("target 1010", "done").roll(5)
    beaten.apply("choose retreat")
    while beaten.asked[1] == "way":
        beaten.apply(beaten.options()[0])
    assert "BA-R.11" in beaten.advice("german")
    assert "Lehr-130" in beaten.options("pick")


@rule("BA-2.3.steps")
def test_a_depleted_mobile_unit_is_still_mobile_and_the_eliminated_are_gone():
    table = at("german mobile", "2Pz-I-3 1010 reduced / 2Pz-38 eliminated / 10AD-20 2010")
    assert "2Pz-I-3" in table.options("pick")
    assert table.refused("pick 2Pz-38") == "BA-2.3.steps"


def test_a_step_is_taken_where_passing_matters():
    table = at("german movement", "2Pz-I-3 1316 / 9AD-19 2010")
    table.apply("pick 2Pz-I-3", "step 1317", "step 1318", "stop")
    assert (table.state.town[0], table.where("2Pz-I-3")) == ("german", "1318")
