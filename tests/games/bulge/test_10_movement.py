"""10: movement, terrain, roads."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE, dear_step, highway, stretches
from tests.games.bulge.table import Table, at
from tests.games.bulge.textbook import COST, Map
from tests.rulemark import rule


def alone(unit: str, hex_: str, step: str = "german movement", **more: Any) -> Table:
    """A unit that is alone on the map."""
    return at(step, {unit: [hex_]}, **more)


def no_bridge(way: tuple[str, ...]) -> bool:
    return not any("bridge" in ground.side(a, b) for a, b in pairwise(way))


# ---- moving


@rule("BU-10.0.enemy")
def test_no_unit_enters_an_enemy_hex():
    table = at("german movement", "12VG 4 at E E\n28Inf 4 at .", centre=FIELD)
    assert table.bars("12VG", FIELD) == "BU-10.0.enemy"


@rule("BU-10.0.limit")
def test_no_unit_spends_more_than_five_points():
    table = alone("12VG", FIELD)
    expected = table.textbook().reach("12VG")
    assert table.reach("12VG") == set(expected)
    too_far = next(h for h in sorted(ground.ring(FIELD, 6)) if h not in expected)
    assert table.bars("12VG", too_far) == "BU-10.0.limit"


def test_a_unit_without_the_whole_cost_of_a_step_does_not_take_it():
    """With one point left after the die nothing but clear ground and roads can be entered."""
    table = at("allied movement", CUT_OFF, centre=FIELD, turn=LATE).march().do("test 28Inf").roll(1)
    assert table.offers("go")
    assert {h for h in table.offers("go") if ground.terrain(h) != "clear" and not ground.road(FIELD, h)} == set()


@rule("BU-10.0.once")
def test_a_unit_moves_once_a_phase():
    table = at("german movement", "12VG 4 at .\n26VG 4 at W W", centre=FIELD).move("12VG", ground.beyond(FIELD, "E"))
    assert table.movers() == {"26VG"}
    assert table.forbids("pick 12VG") == "BU-10.0.once"


@rule("BU-10.0.single")
def test_a_move_is_finished_before_the_next_begins():
    table = at("german movement", "12VG 4 at .\n26VG 4 at W W", centre=FIELD).do("pick 12VG")
    assert table.forbids("pick 26VG") == "BU-10.0.single"


# Friends who have moved are all round, and in enemy zones of control, so that nobody passes.
HEMMED = """
    12VG  4 at .
    26VG  4 at E moved
    18VG  4 at W moved
    3FJ   4 at NE moved
    62VG  3 at NW moved
    272VG 3 at SE moved
    326VG 3 at SW moved
    28Inf 4 at E E
    4Inf  4 at W W
    2Inf  5 at NE NE
    99Inf 4 at NW NW
    1Inf  5 at SE SE
    9Inf  4 at SW SW
"""


@rule("BU-10.0.limit")
def test_a_unit_that_is_hemmed_in_has_nowhere_to_go():
    table = at("german movement", HEMMED, centre=FIELD)
    assert table.forbids("pick 12VG") == "BU-10.0.limit"
    assert table.refusal_text("pick 12VG") == "12 VG has nowhere to go."
    gap = at("german movement", HEMMED.replace("326VG 3 at SW moved", ""), centre=FIELD)
    assert gap.do("pick 12VG").where("12VG") == gap.hex("SW"), "its only way"


@rule("BU-3.1.only")
def test_a_unit_that_is_hemmed_in_beside_an_exit_can_leave():
    """In 0123 it is friends in enemy zones that shut it in."""
    ring = dict(zip(("26VG", "18VG", "3FJ", "62VG"), ground.neighbours("0123"), strict=True))
    foes = {"28Inf": "0121", "4Inf": "0125", "2Inf": "0322", "99Inf": "0324"}
    pieces = {"1SS": ["0123"], **{u: [h, "moved"] for u, h in ring.items()}, **{u: [h] for u, h in foes.items()}}
    table = at("german movement", pieces)
    table.do("pick 1SS").try_("exit 0123/NW")
    assert table.where("1SS") == "0123/NW", "its only way"
    assert table.events("exit", "BU-3.1.only")


def test_nobody_has_to_move():
    assert "done" in alone("12VG", FIELD).verbs


@rule("BU-10.0.exit")
def test_only_germans_leave_the_map():
    table = at("allied movement", {"3Arm": ["0118"]}).march().do("pick 3Arm")
    assert table.offers("exit") == set()
    assert table.forbids("exit 0118/NE") == "BU-10.0.exit"


# ---- terrain


@rule("BU-10.1")
@pytest.mark.parametrize("terrain", ["clear", "rough", "light-woods", "heavy-woods"])
def test_terrain_costs(terrain: str):
    def fits(a: str, b: str) -> bool:
        return ground.terrain(b) == terrain and not ground.side(a, b) and not ground.road(a, b)

    here, there = dear_step("12VG", COST[terrain], fits)
    table = alone("12VG", here)
    assert table.items("12VG", there)["BU-10.1"] == table.cost("12VG", there) == COST[terrain]
    table.move("12VG", there)
    assert table.where("12VG") == there


@rule("BU-10.1.costliest")
def test_example_heavy_and_light_woods_with_a_west_wall_cost_four():
    def fits(a: str, b: str) -> bool:
        wall = ground.terrain(b) == "heavy-woods" and "westwall" in ground.features(b)
        return wall and not ground.side(a, b) and not ground.road(a, b)

    here, there = dear_step("12VG", 4, fits)
    table = alone("12VG", here)
    assert table.items("12VG", there) == {"BU-10.1": 4, "BU-10.1.costliest": 0}
    assert table.cost("12VG", there) == 4


@rule("BU-10.1.plus")
def test_example_light_woods_across_a_river_cost_four():
    def fits(a: str, b: str) -> bool:
        return ground.terrain(b) == "light-woods" and ground.side(a, b) == {"river"}

    here, there = dear_step("12VG", 4, fits)
    table = alone("12VG", here)
    assert table.items("12VG", there) == {"BU-10.1": 3, "BU-10.1.plus": 1}
    table.move("12VG", there)


@rule("BU-10.1.costliest")
def test_a_town_costs_nothing_of_its_own():
    def fits(a: str, b: str) -> bool:
        return "town" in ground.features(b) and not ground.road(a, b) and ground.terrain(b) != "clear"

    here, there = next(
        step for step in ground.steps(fits) if Map(3, {"12VG": step[0]}).reach("12VG").get(step[1]) == 5 * _dry(*step)
    )
    table = alone("12VG", here)
    assert table.cost("12VG", there) == _dry(here, there)
    assert table.items("12VG", there)["BU-10.1.costliest"] == 0


def _dry(a: str, b: str) -> int:
    return COST[ground.terrain(b)] + (ground.side(a, b) == {"river"})


# ---- roads


@rule("BU-10.2.road2")
def test_a_road_hex_costs_one_point_whatever_the_ground():
    here, there = ground.first_step(lambda a, b: ground.road(a, b) and ground.terrain(b) == "heavy-woods")
    table = alone("12VG", here)
    assert table.items("12VG", there) == {"BU-10.2.road2": 1}


def test_road_and_other_movement_mix():
    way = highway(3, lambda w: no_bridge(w) and any(ground.terrain(h) == "heavy-woods" for h in w[1:]))
    table = alone("12VG", way[0])
    reach = table.textbook().reach("12VG")
    mixed = [h for h in reach if h not in ground.joined(way[0]) and not ground.on_road(h)]
    assert mixed
    assert {h: table.cost("12VG", h) * 5 for h in mixed} == {h: reach[h] for h in mixed}


def beside_a_marker(leaving: bool) -> tuple[Table, str, int]:
    """Infantry about to enter or to leave an interdicted hex by road, its goal, and what the way costs."""

    def fits(a: str, b: str) -> bool:
        return ground.road(a, b) and ground.terrain(b) == "heavy-woods" and not ground.side(a, b)

    for here, there in ground.steps(fits):
        marker = here if leaving else there
        cost = Map(3, {"12VG": here}, {"allied": frozenset([marker])}).reach("12VG").get(there, 0)
        if cost == 5 * COST["heavy-woods"]:
            return alone("12VG", here, markers={"allied-interdiction": [marker]}), there, cost
    raise LookupError("no road of the map fits")


@rule("BU-10.2.road3")
def test_no_road_leads_into_an_interdicted_hex():
    table, there, cost = beside_a_marker(leaving=False)
    assert table.items("12VG", there).items() >= {"BU-10.1": 4, "BU-10.2.road3": 0}.items()
    assert table.cost("12VG", there) * 5 == cost
    table.move("12VG", there)
    assert table.events("cost")[0].text == "It pays 4 of 5 movement points: a road is interdicted by air"


@rule("BU-R.4")
def test_no_road_leads_out_of_an_interdicted_hex():
    table, there, cost = beside_a_marker(leaving=True)
    assert table.items("12VG", there).items() >= {"BU-10.1": 4, "BU-R.4": 0}.items()
    assert table.cost("12VG", there) * 5 == cost
    table.move("12VG", there)
    assert table.events("cost")[0].text == "It pays 4 of 5 movement points: a road is interdicted by air"


@rule("BU-7.2")
def test_a_road_that_is_interdicted_is_the_reason_why_a_unit_does_not_get_there():
    start, marker, far = next(
        (here, marker, far)
        for here in ground.where(ground.on_road)
        for marker in ground.joined(here)
        for far in sorted(Map(3, {"12VG": here}).reach("12VG"))
        if far not in Map(3, {"12VG": here}, {"allied": frozenset([marker])}).reach("12VG")
    )
    table = alone("12VG", start, markers={"allied-interdiction": [marker]}).moving("12VG")
    assert table.forbids(f"go {far}") == "BU-7.2"
    assert table.refusal_text(f"go {far}") == f"12 VG cannot go to {far}: the road is interdicted by air."
    assert far in alone("12VG", start).reach("12VG")


@rule("BU-10.2.road3")
def test_interdiction_does_not_break_the_bridge():
    """The terrain is paid for, not the river."""
    here, there = next(
        (a, b)
        for a, b in ground.steps(lambda a, b: "bridge" in ground.side(a, b) and ground.terrain(b) == "clear")
        if Map(3, {"12VG": a}, {"allied": frozenset([b])}).reach("12VG").get(b) == 5
    )
    table = alone("12VG", here, markers={"allied-interdiction": [there]})
    assert table.items("12VG", there).items() >= {"BU-10.1": 1, "BU-10.2.road3": 0}.items()
    assert table.cost("12VG", there) == 1


def test_own_markers_do_no_harm():
    here, there = ground.first_step(lambda a, b: ground.road(a, b) and ground.terrain(b) == "heavy-woods")
    table = alone("12VG", here, markers={"german-interdiction": [there]})
    assert table.cost("12VG", there) == 1


# ---- mechanized road movement


@rule("BU-10.2.mech3")
def test_a_mechanized_unit_pays_a_fifth_of_a_point_a_road_hex():
    way = highway(8)
    table = alone("1SS", way[0])
    reach = table.textbook().reach("1SS")
    assert [reach[h] for h in way[1:6]] == [1, 2, 3, 4, 5]
    assert [table.cost("1SS", h) for h in way[1:6]] == [Fraction(n, 5) for n in range(1, 6)]
    assert table.items("1SS", way[7]) == {"BU-10.2.mech3": Fraction(7, 5)}
    table.move("1SS", way[7])
    assert table.where("1SS") == way[7]


@rule("BU-10.2.mech")
def test_infantry_does_not_run_along_roads():
    way = highway(8, lambda w: w[7] not in Map(3, {"12VG": w[0]}).reach("12VG"))
    table = alone("12VG", way[0])
    assert way[7] not in table.reach("12VG")
    assert table.bars("12VG", way[7]) == "BU-10.2.mech"


@rule("BU-10.2.mech1")
def test_the_run_begins_on_a_road():
    start = ground.first(lambda h: not ground.on_road(h) and any(map(ground.on_road, ground.neighbours(h))))
    table = alone("1SS", start)
    reach = table.textbook().reach("1SS")
    assert table.reach("1SS") == set(reach)
    assert not any(cost % 5 for cost in reach.values())
    table.move("1SS", sorted(reach)[0])
    assert table.events("cost")[0].text.endswith(": no mechanized road movement, since it did not begin on a road")


def after_a_run(hexes: int, terrain: str) -> tuple[str, str]:
    """A road hex and a hex of woods that a panzer reaches after a run of so many hexes."""
    wanted = 5 * (hexes // 5) + 5 * COST[terrain]
    for start in ground.where(ground.on_road):
        found = Map(3, {"1SS": start})
        reach = found.reach("1SS")
        for hex_, cost in reach.items():
            if cost != wanted or ground.terrain(hex_) != terrain or ground.on_road(hex_):
                continue
            near = [reach.get(h, 99) for h in ground.neighbours(hex_) if not ground.side(h, hex_)]
            if hexes in near and all(c >= hexes for c in near):
                return start, hex_
    raise LookupError("no such run on the map")


@rule("BU-R.9")
@pytest.mark.parametrize("hexes", [1, 4, 5, 9])
def test_after_the_run_the_fraction_is_dropped(hexes: int):
    start, hex_ = after_a_run(hexes, "heavy-woods")
    table = alone("1SS", start)
    assert table.cost("1SS", hex_) == hexes // 5 + 4
    items = table.items("1SS", hex_)
    assert items["BU-R.9"] == -(items["BU-10.2.mech3"] % 1)
    table.move("1SS", hex_)
    assert table.where("1SS") == hex_


def test_a_run_is_twenty_five_hexes_at_most():
    table = alone("1SS", "0901")
    reach = table.textbook().reach("1SS")
    assert max(reach.values()) == 25
    assert table.reach("1SS") == set(reach)


@rule("BU-9.1.stop")
def test_the_run_ends_in_an_enemy_zone():
    way, spot = guarded()
    found = Map(3, {"1SS": way[0], "28Inf": spot})
    table = at("german movement", {"1SS": [way[0]], "28Inf": [spot]})
    assert table.reach("1SS") == set(found.reach("1SS"))
    table.move("1SS", way[4])


def guarded() -> tuple[tuple[str, ...], str]:
    """A stretch of road whose fourth hex a panzer reaches by its run alone, and a hex whose zone ends it there."""
    for start in ground.where(ground.on_road):
        for way in stretches(start, 6):
            for spot in set(ground.neighbours(way[4])) - set(way):
                reach = Map(3, {"1SS": way[0], "28Inf": spot}).reach("1SS")
                if reach.get(way[4]) == 4 and reach.get(way[5], 99) > 5:
                    return way, spot
    raise LookupError("no stretch of road fits")


@rule("BU-10.2.mech4")
def test_the_run_does_not_enter_an_interdicted_hex():
    way = highway(8, no_bridge)
    markers = {"allied": frozenset([way[3]])}
    found = Map(3, {"1SS": way[0]}, markers)
    table = alone("1SS", way[0], markers={"allied-interdiction": [way[3]]})
    reach = found.reach("1SS")
    assert reach[way[3]] == 5 * COST[ground.terrain(way[3])]
    assert table.cost("1SS", way[3]) == COST[ground.terrain(way[3])]
    assert table.reach("1SS") == set(reach)
    table.move("1SS", way[3])


# ---- motorised Allied units


ROAD = highway(8, lambda w: no_bridge(w) and all(Map(9, {"28Inf": h}).supplied("28Inf") for h in w))


def motorising(*pieces: str, step: str = "allied movement") -> Table:
    spots = [h for h in ground.where(ground.on_road) if ground.distance(h, ROAD[0]) > 3]
    places = {unit: [ROAD[0] if n == 0 else spots[5 * n]] for n, unit in enumerate(pieces)}
    return at(step, places, turn=9, victory_points=50)


@rule("BU-10.2.mech5")
def test_up_to_four_units_are_motorised():
    table = motorising("28Inf", "4Inf", "2Inf", "99Inf", "101Abn")
    assert table.offers("motorise") == {"28Inf", "4Inf", "2Inf", "99Inf", "101Abn"}
    table.do("motorise 28Inf", "motorise 4Inf", "motorise 101Abn", "motorise 2Inf")
    assert table.forbids("motorise 99Inf") in ("BU-10.2.mech5", "BU-R.11")
    assert [table.cost("28Inf", hex_) for hex_ in ROAD[1:5]] == [Fraction(n, 5) for n in range(1, 5)]
    table.move("28Inf", ROAD[6])


@rule("BU-R.11")
def test_only_allied_infantry_and_airborne_units_are_motorised_before_anybody_moves():
    table = motorising("28Inf", "3Arm", "102Cav", "51Inf")
    assert table.offers("motorise") == {"28Inf", "51Inf"}
    assert table.forbids("motorise 3Arm") == "BU-10.2.mech5"
    table.do("done")
    assert table.forbids("motorise 28Inf") == "BU-R.11"


def test_motorisation_ends_with_the_phase():
    table = motorising("28Inf").do("motorise 28Inf").until("allied movement", turn=10)
    assert "28Inf" in table.offers("motorise")
    assert table.do("done").cost("28Inf", ROAD[4]) == 4


def test_nobody_is_motorised_by_default():
    table = motorising("28Inf").do("done")
    assert table.cost("28Inf", ROAD[4]) == 4
