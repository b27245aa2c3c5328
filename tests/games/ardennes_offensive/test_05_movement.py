"""5: movement, its limits, and the Allied map edge."""

from __future__ import annotations

import pytest

from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.datafiles import MAP
from tests.games.ardennes_offensive.scenes import PLAIN, dear_step, draw, post, ring
from tests.games.ardennes_offensive.table import at
from tests.games.ardennes_offensive.textbook import Map
from tests.rulemark import rule


def alone(unit: str, figures: str, hex_: str, step: str, turn: int = 3):
    """One unit on an empty map."""
    return at(step, f"{unit} {figures} at {hex_}", turn=turn)


# How units move


@rule("AO-5.0")
def test_a_unit_that_has_moved_may_not_move_again_in_the_phase():
    table = at("german movement", "1SSPz-1a 9-10 at .\n2Pz-3 6-10 at W W", centre=PLAIN)
    table.move("1SSPz-1a", "go", table.hex("E"))
    assert table.where("1SSPz-1a") == table.hex("E")
    assert "1SSPz-1a" not in table.offers("pick")
    assert table.forbids("pick 1SSPz-1a") == "AO-5.0"


@rule("AO-5.1.C")
def test_a_unit_spends_no_more_than_its_allowance():
    table = at("allied movement", "99ID-395 3-4 at .", centre=PLAIN)
    expected = table.textbook().reach("99ID-395")
    assert table.reach("99ID-395") == {h for (h, column) in expected if not column} - {PLAIN}
    too_far = next(h for h in sorted(ground.ring(PLAIN, 5)) if ground.live(h))
    assert table.bars("99ID-395", "go", too_far) == "AO-5.1.C"


@rule("AO-5.1.C")
def test_points_left_over_are_lost():
    """Four hexes off, a unit that moved one hex last phase still has its four points, no more."""
    table = at("allied movement", "99ID-395 3-4 at .", centre=PLAIN, turn=9, standard_crt=True)
    table.move("99ID-395", "go", table.hex("E")).until("german movement").until("allied movement")
    far = [h for h in ground.ring(table.hex("E"), 5) if ground.live(h)]
    assert not table.reach("99ID-395") & set(far)
    assert table.bars("99ID-395", "go", sorted(far)[0]) == "AO-5.1.C"


@rule("AO-5.1.D", "AO-11.0.westwall", "AO-11.0.rough")
def test_allied_armour_pays_six_for_a_rough_west_wall_hex_off_the_road():
    here, wall = dear_step(
        "9AD-CCB", 6,
        lambda a, b: ground.west_wall(b) and ground.terrain(b) == "rough" and not ground.road(a, b)
        and not ground.side(a, b),
    )  # fmt: skip
    table = alone("9AD-CCB", "5-12", here, "allied movement")
    assert table.cost("9AD-CCB", wall) == 6
    assert table.bill("9AD-CCB", wall) == [("AO-11.0.rough", 4), ("AO-11.0.westwall", 2)]
    table.move("9AD-CCB", "go", wall)
    (cost,) = table.events("cost")
    assert cost.text == "It pays 6 of 12 movement points: rough 4 and West Wall 2 are cumulative"


@rule("AO-11.0.road", "AO-R.27")
def test_allied_armour_pays_one_for_a_rough_west_wall_hex_along_the_road():
    here, wall = dear_step("9AD-CCB", 1, lambda a, b: ground.west_wall(b) and ground.road(a, b))
    table = alone("9AD-CCB", "5-12", here, "allied movement")
    assert table.cost("9AD-CCB", wall) == 1
    assert {rule for rule, _ in table.bill("9AD-CCB", wall)} >= {"AO-11.0.road", "AO-R.27"}
    assert dict(table.bill("9AD-CCB", wall))["AO-R.27"] == 0
    table.move("9AD-CCB", "go", wall)
    assert table.where("9AD-CCB") == wall


@rule("AO-5.1.E")
def test_units_of_a_stack_move_singly():
    table = at("allied movement", "99ID-395 3-4 at .\n99ID-393 3-4 at .", centre=PLAIN)
    table.do("pick 99ID-395")
    assert table.forbids("pick 99ID-393") == "AO-5.1.E"
    table.do(f"go {table.hex('E')}")
    assert table.where("99ID-395") == table.hex("E")
    assert table.where("99ID-393") == PLAIN
    assert "99ID-393" in table.offers("pick")


# What they may not do


@rule("AO-5.2.F")
def test_no_unit_enters_an_enemy_hex():
    table = at("german movement", "1SSPz-1a 9-10 at W W\n99ID-395 3-4 at .", centre=PLAIN)
    assert PLAIN not in table.reach("1SSPz-1a")
    assert table.bars("1SSPz-1a", "go", PLAIN) == "AO-5.2.F"


@rule("AO-5.2.G")
def test_a_unit_alone_does_not_leave_an_enemy_zone():
    table = at("german movement", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN)
    assert table.reach("1SSPz-1a") == set()
    assert table.bars("1SSPz-1a", "go", table.hex("E E")) == "AO-5.2.G"


@rule("AO-5.2.G")
def test_a_unit_leaves_an_enemy_zone_if_another_stays_behind():
    table = at("allied movement", "99ID-395 3-4 at E\n99ID-393 3-4 at E\n1SSPz-1a 9-10 at .", centre=PLAIN)
    assert table.hex("E E") in table.reach("99ID-395")
    table.move("99ID-395", "go", table.hex("E E"))
    assert "99ID-393" not in table.offers("pick")
    assert table.bars("99ID-393", "go", table.hex("E E NE")) == "AO-5.2.G"


@rule("AO-5.2.J")
def test_there_is_no_right_to_one_hex():
    """Half an allowance of ten does not pay for a river."""
    here, there, pieces = _ashore()
    table = at("german movement", draw(pieces))
    assert table.supply("1SSPz-1a") != "supplied"
    assert table.where("1SSPz-1a") == here
    assert there not in table.reach("1SSPz-1a")
    assert table.bars("1SSPz-1a", "go", there) in ("AO-5.2.J", "AO-12.6.movement")


def _ashore() -> tuple[str, str, dict[str, str]]:
    """A tank cut off at a river that it cannot pay for, there being no way round, though nothing else bars it."""
    foes = ["99ID-395", "99ID-393", "99ID-394", "2ID-38", "2ID-9", "2ID-23"]
    for here, there in ground.steps(lambda a, b: "river" in ground.side(a, b) and not ground.bridge(a, b)):
        if ground.german_ground(here) or not all(map(ground.live, ground.disc(here, 4))):
            continue
        pieces = {"1SSPz-1a": here, **ring(here, foes, "E E E,NE NE NE,NW NW NW,W W W,SW SW SW,SE SE SE")}
        around = Map(3, pieces)
        if around.supply("1SSPz-1a") == "supplied" or around.controlled("german", there):
            continue
        free = Map(3, pieces, fixed={"german": frozenset()}).reach("1SSPz-1a", 5)
        if (there, False) not in free and len(free) > 1:
            return here, there, pieces
    raise LookupError("no river on the map fits")


@rule("AO-5.0", "AO-7.1.A")
def test_the_cost_of_every_hex_is_that_of_the_cheapest_way_round_enemies_and_zones():
    """Each hex that a unit reaches, with the points it pays there: round zones, not through them, onto friends last."""
    pieces = {
        "1SSPz-1a": PLAIN, "99ID-395": ground.walk(PLAIN, "W W W"), "99ID-393": ground.walk(PLAIN, "NE NE NE"),
        "2Pz-3": ground.walk(PLAIN, "SE"), "12VG-27": ground.walk(PLAIN, "E E"),
    }  # fmt: skip
    table = at("german movement", draw(pieces))
    expected: dict[str, int] = {}
    for (hex_, _), tenths in Map(3, pieces).reach("1SSPz-1a").items():
        expected[hex_] = min(tenths, expected.get(hex_, tenths))
    found = table.state.reach("1SSPz-1a")
    costs = {hex_: cost * 10 // found.whole for hex_, cost in found.costs.items()}
    assert costs == {hex_: tenths for hex_, tenths in expected.items() if hex_ != PLAIN}
    behind = max(set(costs) & table.state.zoc("allied"), key=lambda h: (costs[h], h))
    table.move("1SSPz-1a", "go", behind)
    (cost,) = table.events("cost")
    assert cost.text.endswith("it stops in an enemy ZOC")


@rule("AO-5.2.G")
def test_a_unit_held_in_a_zone_is_free_when_a_friend_from_afar_joins_it():
    drawing = "1SSPz-1a 9-10 at E\n2Pz-3 6-10 at E E E E\n99ID-395 3-4 at ."
    table = at("german movement", drawing, centre=PLAIN)
    assert table.offers("pick") == {"2Pz-3"}
    assert table.forbids("pick 1SSPz-1a") == "AO-5.2.G"
    table.move("2Pz-3", "go", table.hex("E"))
    assert table.offers("pick") == {"1SSPz-1a"}
    table.move("1SSPz-1a", "go", table.hex("E E"))
    assert table.offers("pick") == set()


@rule("AO-5.2.K")
def test_only_mechanized_units_move_in_the_mechanized_movement_phase():
    table = at("german mechanized", "1SSPz-1a 9-10 at .\n12VG-27 4-4 at W W", centre=PLAIN)
    assert table.offers("pick") == {"1SSPz-1a"}
    assert table.forbids("pick 12VG-27") == "AO-5.2.K"


@rule("AO-5.2.K")
def test_a_mechanized_unit_that_attacked_does_not_move_again():
    table = at("german mechanized", "1SSPz-1a 9-10 at . fought\n2Pz-3 6-10 at W W", centre=PLAIN)
    assert table.offers("pick") == {"2Pz-3"}
    assert table.forbids("pick 1SSPz-1a") == "AO-5.2.K"


@rule("AO-R.48")
def test_an_attack_that_failed_bars_from_the_mechanized_movement_phase_as_well():
    table = at("german combat", "12SSPz-25 5-10 at E\n4ID-12 5-4 at .", centre=PLAIN)
    table.attack(PLAIN, by=["12SSPz-25"], die=4).lead().until("german mechanized")
    assert table.where("12SSPz-25") != table.hex("E")
    refusal = table.refusal("pick 12SSPz-25")
    assert refusal.rule == "AO-5.2.K"
    assert refusal.text.endswith("attacked in this Player-Turn, whatever the result (AO-R.48).")
    assert "AO-R.48" in refusal.text


@rule("AO-10.1.Dr")
def test_a_mechanized_unit_that_defended_in_the_enemys_turn_may_move_in_its_own():
    table = at("german combat", "1SSPz-1a 9-10 at E\n9AD-CCB 5-12 at .", centre=PLAIN, turn=9, standard_crt=True)
    table.attack(PLAIN, by=["1SSPz-1a"], die=1)  # 1-1, Dr1
    table.until("allied mechanized")
    assert "9AD-CCB" in table.offers("pick")


# The map edge


@rule("AO-5.3.L")
@pytest.mark.parametrize(("side", "unit", "figures"), [("german", "1SSPz-1a", "9-10"), ("allied", "9AD-CCB", "5-12")])
def test_nobody_moves_onto_a_map_edge_hex(side: str, unit: str, figures: str):
    here = post(unit, lambda h: any(map(ground.edge, ground.neighbours(h))))
    edge = next(filter(ground.edge, ground.neighbours(here)))
    table = alone(unit, figures, here, f"{side} movement")
    assert edge not in table.reach(unit) | table.reach(unit, "march")
    assert table.bars(unit, "go", edge) == "AO-5.3.L"


@rule("AO-E.map.1")
@pytest.mark.parametrize(("side", "unit", "figures"), [("german", "1SSPz-1a", "9-10"), ("allied", "9AD-CCB", "5-12")])
def test_nobody_enters_the_ten_barred_hexes(side: str, unit: str, figures: str):
    barred = MAP["map"]["barred"]
    here = post(unit, lambda h: any(n in barred for n in ground.neighbours(h)))
    table = alone(unit, figures, here, f"{side} movement")
    assert not table.reach(unit) & set(barred)
    assert table.bars(unit, "go", next(n for n in ground.neighbours(here) if n in barred)) == "AO-E.map.1"


def edge_pair() -> tuple[str, str, str]:
    """A map-edge hex, and two live hexes next to it and to each other."""
    for edge in filter(ground.edge, ground.HEXES):
        live = [h for h in ground.neighbours(edge) if ground.open_ground(h)]
        if len(live) == 2 and ground.distance(*live) == 1:
            return edge, live[0], live[1]
    raise LookupError("no map-edge hex fits")


EDGE, LIVE, BESIDE = edge_pair()


@rule("AO-5.3.M")
def test_a_dormant_unit_neither_moves_nor_controls_nor_attacks():
    foe = next(h for h in ground.neighbours(LIVE) if ground.live(h) and EDGE not in ground.neighbours(h))
    drawing = f"99ID-395 3-4 at {EDGE}\n1SSPz-1a 9-10 at {foe}\n99ID-393 3-4 at {PLAIN}"
    table = at("allied movement", drawing)
    assert "99ID-395" not in table.offers("pick")
    assert table.forbids("pick 99ID-395") == "AO-5.3.M"
    assert LIVE not in table.state.zoc("allied")
    near = at("allied combat", f"99ID-395 3-4 at {EDGE}\n1SSPz-1a 9-10 at {LIVE}")
    assert near.offers("target") == set()


@rule("AO-11.0.edge")
def test_a_dormant_unit_is_not_lost():
    table = at("german combat", f"99ID-395 3-4 at {EDGE}\n1SSPz-1a 9-10 at {LIVE}")
    assert table.offers("target") == set()
    assert table.points("german") == 0
    assert table.where("99ID-395") == EDGE
    assert table.forbids(f"target {EDGE}") == "AO-11.0.edge"


@rule("AO-5.3.M", "AO-R.8")
def test_a_relieved_dormant_unit_may_return_and_moves_as_any_other():
    table = at("allied movement", f"99ID-395 3-4 at {EDGE}\n99ID-393 3-4 at {LIVE}")
    assert "99ID-395" in table.offers("pick")
    assert BESIDE in table.reach("99ID-395")
    table.move("99ID-395", "go", BESIDE)
    assert table.where("99ID-395") == BESIDE
    assert LIVE in table.state.zoc("allied")
    assert "back in play from the map edge" in table.events("cost")[-1].text


@rule("AO-R.8")
def test_a_dormant_unit_pays_the_usual_cost_for_its_first_hex():
    """Four points, one of them for the first hex: it ends at most four hexes from the map-edge hex."""
    table = at("allied movement", f"99ID-395 3-4 at {EDGE}\n99ID-393 3-4 at {LIVE}")
    far = {h for h in table.reach("99ID-395") if not ground.on_road(h)}
    onward = Map(3, {"99ID-393": LIVE, "99ID-395": BESIDE}).reach("99ID-395", 3)
    assert {h for h, column in onward if not column} - {LIVE} <= table.reach("99ID-395") | {BESIDE}
    assert max(ground.distance(EDGE, h) for h in far) == 4
    table.move("99ID-395", "go", BESIDE)
    assert table.where("99ID-395") == BESIDE


@rule("AO-5.3.M")
def test_relief_counts_from_the_beginning_of_the_phase():
    """Who comes beside a dormant unit in this phase wakes it for the next only."""
    away = next(h for h in ground.neighbours(LIVE) if ground.live(h) and EDGE not in ground.neighbours(h))
    table = at("allied movement", f"99ID-395 3-4 at {EDGE}\n9AD-CCB 5-12 at {away}")
    table.move("9AD-CCB", "go", LIVE)
    assert "99ID-395" not in table.offers("pick")
    assert table.forbids("pick 99ID-395") in ("AO-R.8", "AO-5.3.M")


@rule("AO-R.8")
def test_only_mechanized_dormant_units_return_in_the_mechanized_movement_phase():
    drawing = f"99ID-395 3-4 at {EDGE}\n9AD-CCB 5-12 at {EDGE}\n99ID-393 3-4 at {LIVE}"
    table = at("allied mechanized", drawing)
    assert "9AD-CCB" in table.offers("pick")
    assert "99ID-395" not in table.offers("pick")
    table.move("9AD-CCB", "go", BESIDE)
    assert table.where("9AD-CCB") == BESIDE


@rule("AO-R.8", "AO-8.1.A")
def test_a_dormant_unit_is_not_held_by_a_german_zone_and_may_return_onto_a_friend():
    """The German beside the map-edge hex has it in his zone; the unit there pays for the hex and for stacking."""
    table = at("allied movement", f"99ID-395 3-4 at {EDGE}\n99ID-393 3-4 at {LIVE}\n1SSPz-1a 9-10 at {BESIDE}")
    assert EDGE in table.state.zoc("german")
    assert LIVE in table.reach("99ID-395")
    assert dict(table.bill("99ID-395", LIVE)) == {"AO-11.0.clear": 1, "AO-8.1.A": 2}
    table.move("99ID-395", "go", LIVE)
    assert table.where("99ID-395") == LIVE


@rule("AO-R.8")
def test_a_dormant_unit_pays_nothing_for_leaving_others_on_the_map_edge():
    table = at("allied movement", f"99ID-395 3-4 at {EDGE}\n99ID-394 3-4 at {EDGE}\n99ID-393 3-4 at {LIVE}")
    assert dict(table.bill("99ID-395", BESIDE)) == {"AO-11.0.clear": 1}
    table.move("99ID-395", "go", BESIDE)
    assert table.events("cost")[-1].text == "It pays 1 of 4 movement points: back in play from the map edge"


@rule("AO-5.0")
def test_what_was_moved_forced_or_awake_is_so_for_one_phase_only():
    drawing = f"9AD-CCB 5-12 at {PLAIN}\n9AD-CCA 5-12 at {EDGE}\n99ID-393 3-4 at {LIVE}"
    table = at("allied movement", drawing)
    table.move("9AD-CCB", "go", ground.walk(PLAIN, "E"))
    assert table.forbids("pick 9AD-CCB") == "AO-5.0"
    table.do("done")
    position = table.position
    assert (position.moved, position.forced, position.awake, position.staged) == (0, 0, 0, {})
    table.do("done")
    assert table.asked()[1] == "allied mechanized"
    assert table.offers("pick") == {"9AD-CCA", "9AD-CCB"}


@rule("AO-8.0")
def test_a_dormant_unit_cannot_return_once_friends_have_filled_the_hexes_beside_it():
    filled = ["99ID-393", "99ID-394", "106ID-422"]
    drawing = "\n".join(f"{unit} 3-4 at {LIVE}" for unit in filled)
    away = next(h for h in ground.neighbours(BESIDE) if ground.live(h) and h != LIVE and not ground.side(h, BESIDE))
    drawing += f"\n106ID-423 3-4 at {BESIDE}\n2ID-9 4-4 at {BESIDE}\n2ID-38 4-4 at {away}"
    table = at("allied movement", f"99ID-395 3-4 at {EDGE}\n{drawing}")
    assert table.reach("99ID-395") == {BESIDE}
    table.move("2ID-38", "go", BESIDE)
    assert "99ID-395" not in table.offers("pick")
    assert table.forbids("pick 99ID-395") == "AO-8.0"
