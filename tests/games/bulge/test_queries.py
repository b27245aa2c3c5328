"""What Bulge answers to whoever plans: goals that hang on exits, and units still to come."""

from __future__ import annotations

from tests.games.bulge.table import at, game


def test_the_allies_have_a_goal_in_the_hex_by_which_units_have_left():
    state = at("allied movement", "12SS 7 at 0110/NE counted\n1Inf 5 at 0612").state
    hold = [goal for goal in state.goals("allied") if goal.how == "hold"]
    assert [(goal.place, goal.value) for goal in hold] == [("0110", 7.0)]
    assert {goal.how for goal in state.goals("german")} == {"exit"}


def test_units_still_to_come_have_no_place():
    units = {unit.handle: unit for unit in game().start().units()}
    assert units["2Pz"].place == "1206"
    assert units["4Arm"].place == ""
    assert units["4Arm"].speed > units["5Inf"].speed
