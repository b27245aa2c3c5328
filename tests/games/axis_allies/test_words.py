"""What the screens, the log and the refusals of Axis & Allies say."""

from __future__ import annotations

from tests.games.axis_allies.table import at


def test_what_no_truck_is_cannot_be_sent_home_and_the_answer_says_so():
    table = at("trucks home", "axis B8 inf 2\nallies D8 inf 1\ntruck-al1 D8\ntruck-al2 D8", axis=["B8"])
    reason = table.state.why_not("return inf@D8")
    assert reason is not None
    assert (reason.rule, reason.text) == ("AA-3.1", "Only trucks can be taken off the board.")


def test_units_that_have_acted_are_said_to_have_acted():
    table = at("axis movement", "axis B8 inf 2 supply 1\nallies D8 inf 1", axis=["B8"]).pay_for("B8")
    reason = table.state.why_not("pick spent-inf@B8")
    assert reason is not None
    assert (reason.rule, reason.text) == ("AA-R.12", "These units have attacked, moved or arrived already.")
