"""7: air power. What both sides plan is secret until both have planned."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import CUT_OFF, FIELD
from tests.games.bulge.table import Table, at
from tests.rulemark import rule

APART = """
    1SS   7 at E E
    28Inf 4 at W W
"""


def assignment(turn: int = 8, weather: str = "clear", drawing: str = APART, **more: Any) -> Table:
    """The moment when missions are assigned: turn 8, clear, is six Allied points against two."""
    return at("air assignment", drawing, centre=FIELD, turn=turn, weather=weather, victory_points=50, **more)


def plan(table: Table, missions: str) -> Table:
    """Assign points, one word a mission, and be done."""
    for word in missions.split():
        table.do(f"assign {word}")
    return table.try_("done")


# ---- assigning


@rule("BU-7.0.one")
def test_no_more_missions_than_points():
    table = assignment(2, "mist")
    table.do("assign cap")
    assert table.asked() == ("allied", "air assignment")
    assert table.forbids("assign cap") == "BU-7.0.one"


@rule("BU-R.2")
def test_all_points_are_assigned():
    table = assignment().do("assign cap")
    assert table.forbids("done") == "BU-R.2"


@rule("BU-2.3.2.limit")
def test_no_more_missions_of_a_kind_than_markers():
    table = assignment()
    table.do("assign resupply", "assign resupply")
    assert table.forbids("assign resupply") == "BU-2.3.2.limit"
    assert table.offers("assign") == {"cap", "interdiction", "support"}


@rule("BU-7.0.resupply")
def test_only_the_allies_fly_resupply():
    table = plan(assignment(), "cap cap cap interdiction interdiction interdiction")
    assert table.asked()[0] == "german"
    assert table.forbids("assign resupply") == "BU-7.0.resupply"


@rule("BU-R.1")
def test_the_allied_player_chooses_first_and_a_side_without_points_is_not_asked():
    assert assignment().asked()[0] == "allied"
    assert assignment(1, "overcast").asked()[0] == "german"
    table = at("allied movement", APART, centre=FIELD, turn=14, victory_points=50).until("german movement", turn=15)
    none = [(event.side, event.text) for event in table.events("air", "BU-R.1")]
    assert none == [(who, f"{who.capitalize()}: no air points in overcast weather") for who in ("allied", "german")]
    assert not table.events("air", "BU-7.0")


@rule("BU-7.0.secret")
def test_plans_are_shown_when_both_have_chosen():
    table = plan(assignment(), "support support support support support cap")
    assert [e for e in table.record.events_for("german") if "support" in e.text] == []
    plan(table, "cap interdiction")
    shown = table.events(rule="BU-7.0.secret")
    assert shown
    assert all(event.seen_by is None for event in shown)


@pytest.mark.parametrize("done", range(6))
def test_the_other_side_cannot_tell_plans_apart_nor_how_far_they_are(done: int):
    words = ("cap", "support", "interdiction", "resupply")
    views = []
    for missions in itertools.islice(itertools.product(words, repeat=done), 0, None, 7):
        if max((missions.count(word) for word in words), default=0) <= 2:
            table = assignment()
            for word in missions:
                table.do(f"assign {word}")
            views.append(table.state.view("german"))
    views.append(assignment().state.view("german"))
    assert all(view == views[0] for view in views)
    assert {str(view.decision) for view in views} == {str(views[0].decision)}


def test_the_german_does_not_see_the_finished_allied_plan_while_he_chooses():
    plans = ["support support support support support cap", "cap cap cap interdiction resupply resupply"]
    views = [plan(assignment(), missions).state.view("german") for missions in plans]
    assert views[0] == views[1]
    assert views[0].decision.options == views[1].decision.options


# ---- patrols


@rule("BU-7.1")
@pytest.mark.parametrize(
    ("allied", "german", "left"),
    [
        ("support support support support support cap", "cap cap", (3, 0)),
        ("support interdiction interdiction interdiction interdiction resupply", "cap cap", (0, 0)),
        ("cap cap cap interdiction interdiction interdiction", "support support", (0, 0)),
        ("cap interdiction interdiction interdiction interdiction resupply", "support support", (0, 1)),
    ],
)
def test_each_patrol_eliminates_one_ground_support_mission(allied: str, german: str, left: tuple[int, int]):
    table = plan(plan(assignment(drawing="1SS 7 at E\n28Inf 4 at ."), allied), german)
    assert support_of(table.until("german pre-combat"), "german") == left[1]
    table.do("done", "done").attack(FIELD, ["1SS"], "Ct", column="0")
    assert support_of(table.until("allied pre-combat"), "allied") == left[0]


def support_of(table: Table, side: str) -> int:
    """How many ground support missions the phasing side can put to its one attack."""
    trial = table.fork()
    attacker, target = ("1SS", FIELD) if side == "german" else ("28Inf", trial.hex("E"))
    trial.declare(target, [attacker], "primary")
    count = 0
    while "support" in trial.verbs:
        trial.do("support")
        count += 1
    return count


@rule("BU-7.1.lost")
def test_patrols_without_a_prey_are_lost():
    table = plan(plan(assignment(), "cap cap cap interdiction interdiction interdiction"), "cap support")
    lost = table.events(rule="BU-7.1.lost")
    assert {event.side for event in lost} == {"allied", "german"}


def test_patrols_do_not_stop_interdiction():
    table = plan(plan(assignment(), "interdiction interdiction support support support support"), "cap cap")
    assert table.asked() == ("allied", "interdiction")


# ---- interdiction


def interdicting(allied: int = 1, german: int = 1, drawing: str = APART) -> Table:
    tracks = {"allied_interdiction": allied, "german_interdiction": german}
    return at("interdiction", drawing, centre=FIELD, turn=8, victory_points=50, **tracks)


@rule("BU-7.2", "BU-5.0.interdiction")
def test_the_allies_place_first_and_then_the_german():
    table = interdicting(2, 1)
    roads = sorted(table.offers("interdict"))
    assert table.asked()[0] == "allied"
    table.do(f"interdict {roads[0]}", f"interdict {roads[5]}")
    assert table.asked() == ("german", "interdiction")
    table.do(f"interdict {roads[9]}")
    assert table.asked()[1] != "interdiction"
    assert [event.side for event in table.events(rule="BU-7.2")] == ["allied", "allied", "german"]


@rule("BU-7.2.road")
def test_interdiction_needs_a_road():
    off = ground.first(lambda h: not ground.on_road(h))
    table = interdicting()
    assert table.forbids(f"interdict {off}") == "BU-7.2.road"
    occupied = {table.where("1SS"), table.where("28Inf")}
    assert table.offers("interdict") == set(ground.where(ground.on_road)) - occupied


@rule("BU-7.2.unoccupied")
def test_interdiction_needs_an_empty_hex():
    spot, other = list(ground.where(ground.on_road))[40:42]
    table = interdicting(drawing=f"1SS 7 at {spot}\n28Inf 4 at {other}")
    assert table.forbids(f"interdict {spot}") == table.forbids(f"interdict {other}") == "BU-7.2.unoccupied"


@rule("BU-R.3")
def test_one_marker_of_a_side_in_a_hex_but_both_sides_may_have_theirs():
    table = interdicting(2, 1)
    spot = sorted(table.offers("interdict"))[7]
    table.do(f"interdict {spot}")
    assert table.forbids(f"interdict {spot}") == "BU-R.3"
    assert table.forbids("done").startswith("BU-")
    table.do(f"interdict {sorted(table.offers('interdict'))[0]}")
    assert spot in table.offers("interdict")


# ---- ground support


TOUCHING = """
    1SS   7 at E
    28Inf 4 at .
"""


@rule("BU-7.3")
@pytest.mark.parametrize(("missions", "column"), [(1, "+4"), (2, "+6")])
def test_each_mission_shifts_the_attack_a_column(missions: int, column: str):
    table = at("german pre-combat", TOUCHING, centre=FIELD, german_support=2)
    assert table.odds(FIELD, ["1SS"], support=missions).column == column
    table.declare(FIELD, ["1SS"], "primary")
    for _ in range(missions):
        table.do("support")
    table.try_("done")
    assert str(table.state.decision.options[0]) == f"fight {column}"


@rule("BU-7.3.once")
def test_a_mission_is_used_once_a_turn():
    drawing = "1SS 7 at E\n28Inf 4 at .\n12SS 7 at W W\n4Inf 4 at W W W"
    table = at("german pre-combat", drawing, centre=FIELD, german_support=1)
    table.attack(FIELD, ["1SS"], "De", support=1).try_("done")
    table.declare(table.hex("W W W"), ["12SS"], "primary")
    assert "support" not in table.verbs
    assert table.forbids("support") == "BU-7.3.once"


@rule("BU-R.12")
def test_support_is_added_before_the_column_is_chosen_not_after():
    table = at("german pre-combat", TOUCHING, centre=FIELD, german_support=1).declare(FIELD, ["1SS"], "primary")
    assert table.forbids("fight +2") == "BU-R.12"
    table.do("done")
    assert table.forbids("support") == "BU-R.12"


def test_support_that_is_left_helps_after_movement_too():
    table = at("german pre-combat", TOUCHING, centre=FIELD, german_support=1, weather="clear")
    table.do("done", "done")
    table.declare(FIELD, ["1SS"], "primary")
    assert "support" in table.verbs


def test_ground_support_helps_attackers_only():
    table = at("german pre-combat", TOUCHING, centre=FIELD, allied_support=3).declare(FIELD, ["1SS"], "primary")
    assert "support" not in table.verbs
    assert table.odds(FIELD, ["1SS"]).may_change == ()


# ---- resupply

def cut_off(step: str, drawing: str = CUT_OFF, **tracks: int) -> Table:
    table = at(step, drawing, centre=FIELD, turn=9, victory_points=50, **tracks)
    assert not table.textbook().supplied("28Inf")
    return table


@rule("BU-7.4")
def test_resupply_goes_to_units_out_of_supply():
    table = cut_off("allied resupply", CUT_OFF + "2Inf 5 at 0115\n", allied_resupply=2)
    assert table.offers("resupply") == {"28Inf"}
    assert table.forbids("resupply 2Inf") == "BU-7.4"
    table.do("resupply 28Inf")
    assert table.events(rule="BU-7.4")


@rule("BU-R.5")
def test_a_unit_is_given_one_mission_and_a_mission_may_stay_unused():
    ring = CUT_OFF + "4Inf 4 at W\n"
    table = cut_off("allied resupply", ring, allied_resupply=2)
    assert {"28Inf", "4Inf"} == table.offers("resupply")
    table.do("resupply 28Inf")
    assert table.forbids("resupply 28Inf") == "BU-R.5"
    assert "done" in table.verbs


@rule("BU-7.4.move")
def test_a_resupplied_unit_moves_with_its_whole_allowance_and_loses_the_marker():
    table = cut_off("allied movement", CUT_OFF.replace("28Inf 4 at .", "28Inf 4 at . resupplied")).march()
    assert "28Inf" in table.offers("pick")
    target = table.hex("E")
    assert table.reach("28Inf") == {h for h in table.textbook().reach("28Inf") if h not in table.textbook().here}
    table.move("28Inf", target)
    assert table.events(rule="BU-7.4.move")
    assert not table.supplied("28Inf")


@rule("BU-7.4.combat")
@pytest.mark.parametrize("phase", ["pre", "post"])
def test_a_resupplied_unit_attacks_as_if_in_supply(phase: str):
    drawing = CUT_OFF.replace("E E", "E")
    bare = cut_off(f"allied {phase}-combat", drawing)
    bare.declare(bare.hex("E"), ["28Inf"])
    assert bare.table_used() == "secondary"
    fed = cut_off(f"allied {phase}-combat", drawing.replace("28Inf 4 at .", "28Inf 4 at . resupplied"))
    fed.declare(fed.hex("E"), ["28Inf"])
    assert "primary" in fed.offers("choose")
    fed.do("choose primary")


@rule("BU-7.4.combat")
def test_a_marker_does_not_outlive_its_unit():
    drawing = CUT_OFF.replace("E E", "E").replace("28Inf 4 at .", "28Inf 4 at . resupplied")
    table = cut_off("allied pre-combat", drawing)
    table.attack(table.hex("E"), ["28Inf"], "Ae", column="-3").try_("done")
    assert table.where("28Inf") == "eliminated"
    assert table.marks("28Inf") == frozenset()
    assert [event.piece for event in table.events(rule="BU-7.4.combat")] == ["28Inf"]
    table.until("german pre-combat", "german movement", turn=10)
    assert not table.events(rule="BU-7.4.end")


@rule("BU-7.4.end")
def test_markers_that_are_left_come_off_after_the_last_allied_combat():
    table = cut_off("allied movement", CUT_OFF.replace("28Inf 4 at .", "28Inf 4 at . resupplied"))
    assert table.supplied("28Inf")
    table.until("german movement", "german pre-combat", turn=10)
    assert table.events(rule="BU-7.4.end")
    assert not table.supplied("28Inf")
