"""How the playbook of Bulge flies: small positions in which the right mission is plain."""

from __future__ import annotations

from ardennes.engine import State
from ardennes.playbooks import playbook
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE
from tests.games.bulge.table import at


def best(state: State) -> str:
    """The mission for the next point."""
    return str(playbook("bulge").rank["air assignment"](state)[0].action)


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


def test_without_an_enemy_on_the_map_nobody_is_advised_to_fly_ground_support():
    table = at("air assignment", {"1SS": ["0402"]}, turn=2, weather="clear")
    while table.state.decision.side != "german":
        table.do(str(table.state.decision.options[0]))
    assert best(table.state) != "assign support"
