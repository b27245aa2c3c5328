"""What Bulge tells a planner: goals that hang on exits, units still to come, and how to fly."""

from __future__ import annotations

from ardennes.engine import State
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE
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


def best(state: State) -> str:
    """The mission for the next point."""
    return str(game().brief.rank["air assignment"](state)[0])


def test_the_allies_close_a_road_first_and_support_with_the_second_point():
    state = at("air assignment", "1Inf 5 at 0612\n1SS 7 at 0609", turn=9, weather="clear").state
    while state.decision.side != "allied":
        state.apply(state.decision.options[0])
    assert best(state) == "assign interdiction"
    state.apply("assign interdiction")
    assert best(state) == "assign support"


def test_whoever_is_cut_off_is_resupplied_first():
    state = at("air assignment", CUT_OFF, centre=FIELD, turn=LATE, weather="clear").state
    assert state.decision.side == "allied"
    assert best(state) == "assign resupply"


def test_the_german_supports_before_he_patrols():
    state = at("air assignment", "1Inf 5 at 0612\n1SS 7 at 0609", turn=2, weather="clear").state
    while state.decision.side == "allied":
        state.apply(state.decision.options[0])
    assert best(state) == "assign support"
    state.apply("assign support")
    assert best(state) == "assign cap"
