"""Movement (BA-5), zones (BA-6) and panzers in the woods (BA-10.5)."""

from __future__ import annotations

import pytest

from ardennes.games.bastogne.forces import LEG, MOBILE, PANZER
from tests.games.bastogne.table import Table, at, game
from tests.rulemark import rule

COSTS = {  # halves of a point: leg, American mobile, German mobile
    "clear": (2, 2, 2), "broken": (4, 6, 6), "mixed": (2, 4, 4), "woods": (4, 6, 12), "town": (2, 2, 2),
}  # fmt: skip


def step_cost(kind: int, start: str, end: str) -> int | None:
    grid = game().ground.grid
    return game().ground.costs[kind].cost(grid.index(start), grid.index(end))


@rule("BA-5.2", "BA-10.5", "BA-10.5.us")
def test_terrain_costs_by_kind_of_unit():
    ground = game().ground
    grid, seen = ground.grid, set()
    for i in grid:
        for j in grid.neighbours(i):
            if j < 0:
                continue
            for kind in (LEG, MOBILE, PANZER):
                by = ground.rule_of_step(kind, i, j)
                if by in ("BA-5.2", "BA-10.5", "BA-10.5.us") and not crosses_stream(i, j):
                    terrain = ground.board.terrain_of(j)
                    seen.add((terrain, kind))
                    assert ground.costs[kind].cost(i, j) == COSTS[terrain][kind], (terrain, kind)
    assert {("woods", PANZER), ("woods", MOBILE), ("woods", LEG), ("mixed", PANZER), ("clear", LEG)} <= seen
    table = at("german movement", "2Pz-I-3 0909 / 10AD-20 1010")
    go(table, "2Pz-I-3", 0)
    american = at("allied movement", "10AD-20 0302 / 2Pz-I-3 1010").apply("pick 10AD-20", "step 0303", "stop")
    assert "into woods at the ordinary cost" in american.texts("BA-5.1")[-1], "BA-10.5.us"
    panzer = at("german movement", "2Pz-I-3 0302 / 10AD-20 1010").apply("pick 2Pz-I-3", "step 0303", "stop")
    assert "for 6 of 12 points: 1 into woods at six points" in panzer.texts("BA-5.1")[-1], "BA-10.5"
    leg = at("german movement", "26VG-I-39 0302 / 10AD-20 1010").apply("pick 26VG-I-39", "step 0303", "stop")
    assert "for 2 of 7 points: 1 across country" in leg.texts("BA-5.1")[-1], "BA-5.2"


def crosses_stream(i: int, j: int) -> bool:
    return bool(game().board.sides("stream")[game().ground.grid.direction(i, j)] >> i & 1)


def go(table: Table, unit: str, number: int) -> Table:
    table.apply(f"pick {unit}")
    return table.apply(f"go {table.options('go')[number]}")


@rule("BA-5.2.stream")
def test_a_stream_costs_a_point_more():
    assert (step_cost(LEG, "0113", "0114"), step_cost(MOBILE, "0113", "0114")) == (4, 4)
    table = at("german movement", "26VG-I-39 0113 / 10AD-20 1010").apply("pick 26VG-I-39", "step 0114", "stop")
    assert "for 2 of 7 points: 1 across a stream" in table.texts("BA-5.1")[-1], "BA-5.2.stream"


def along(six: object, woods: bool) -> tuple[str, str]:
    """A step along a road or trail into woods, or into other ground."""
    ground = game().ground
    grid = ground.grid
    for d, mask in enumerate(six):  # type: ignore[arg-type,var-annotated]  # six masks
        for j in grid.bits(mask):
            i = grid.neighbours(j)[d]
            if i >= 0 and bool(ground.woods >> j & 1) == woods:
                return grid.name(i), grid.name(j)
    raise LookupError


@rule("BA-5.4.1", "BA-5.4.2", "BA-10.5.road", "BA-10.5.trail")
@pytest.mark.parametrize(
    ("link", "woods", "costs", "ruled"),
    [
        ("roads", False, (1, 1, 1), "BA-5.4.1"),
        ("trails", False, (2, 2, 2), "BA-5.4.2"),
        ("roads", True, (1, 1, 2), "BA-10.5.road"),
        ("trails", True, (2, 2, 4), "BA-10.5.trail"),
    ],
)
def test_roads_and_trails(link: str, woods: bool, costs: tuple[int, int, int], ruled: str):
    start, end = along(getattr(game().ground, link), woods)
    assert tuple(step_cost(kind, start, end) for kind in (LEG, MOBILE, PANZER)) == costs
    grid = game().ground.grid
    assert game().ground.rule_of_step(PANZER, grid.index(start), grid.index(end)) == ruled
    for one in ("BA-5.4.1", "BA-5.4.2", "BA-10.5.road", "BA-10.5.trail"):
        six, into = ("roads", "trails")["2" in one or "trail" in one], "10.5" in one
        begin, stop = along(getattr(game().ground, six), into)
        table = at("german movement", f"2Pz-I-3 {begin} / 10AD-20 1010").apply("pick 2Pz-I-3", f"step {stop}", "stop")
        assert {"roads": "by road", "trails": "by trail"}[six] in table.texts("BA-5.1")[-1]


@rule("BA-5.1", "BA-R.9")
def test_no_more_points_than_the_allowance_and_no_free_hex():
    table = at("german movement", "26VG-I-39 1010 / 10AD-20 2010").apply("pick 26VG-I-39")
    assert "1003" not in table.options("go")
    far = table.why("go 2005")
    assert far.rule == "BA-5.1"
    assert "and has 7 left" in far.text
    slow = at("german movement", "26VG-I-39 0302 / 10AD-20 1010").apply("pick 26VG-I-39")
    slow.apply(*("step 0301", "step 0302") * 3)
    stuck = slow.why("step 0303")
    assert (stuck.rule, "it needs 2 points and has 1 left" in stuck.text) == ("BA-5.1", True)
    assert "(BA-R.9)" in stuck.text


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
    table.apply("step 1009")
    assert "stop" not in table.options(), "BA-R.8"
    assert table.refused("stop") == "BA-5.3"
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
    assert "(BA-R.10)" in reason.text


@rule("BA-6.1.leave")
def test_from_zone_to_zone_is_no_step():
    table = at("german movement", "2Pz-I-3 1011 / 10AD-20 1012").apply("pick 2Pz-I-3")
    assert table.refused("step 1112") == "BA-6.1.leave"
    table.apply("step 1010", "step 1011")
    assert table.where("2Pz-I-3") == "1011"
    closed = "2Pz-I-3 1011 / 10AD-20 1012 / 10AD-3 1009 / 9AD-19 0810 / 9AD-52 1210"
    assert at("german movement", f"{closed} / 2Pz-38 2010").refused("pick 2Pz-I-3") == "BA-6.1.leave"


@rule("BA-5.1.mobile", "BA-R.11", "BA-4.0.mobile")
def test_mobile_units_alone_move_in_their_phase_whatever_they_did():
    table = at("german mobile", "2Pz-I-3 1010 fought / 26VG-I-39 1007 / 10AD-20 2010")
    assert table.refused("pick 26VG-I-39") == "BA-5.1.mobile"
    table.apply("pick 2Pz-I-3")
    assert "1004" in table.options("go"), "BA-R.11: the full allowance again"
    assert table.state.frames[0].step == "german mobile"
    assert at("german mobile", "2Pz-I-3 1010 / 10AD-20 2010").state.decision.rule == "BA-4.0.mobile"


@rule("BA-2.3.steps")
def test_a_depleted_mobile_unit_is_still_mobile_and_the_eliminated_are_gone():
    table = at("german mobile", "2Pz-I-3 1010 reduced / 2Pz-38 eliminated / 10AD-20 2010")
    assert "2Pz-I-3" in table.options("pick")
    assert table.refused("pick 2Pz-38") == "BA-2.3.steps"


def test_a_step_is_taken_where_passing_matters():
    table = at("german movement", "2Pz-I-3 1316 / 9AD-19 2010")
    table.apply("pick 2Pz-I-3", "step 1317", "step 1318", "stop")
    assert (table.state.town[0], table.where("2Pz-I-3")) == ("german", "1318")
