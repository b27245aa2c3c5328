"""What the screens, the log and the refusals of Axis & Allies say."""

from __future__ import annotations

import pytest

from tests.games.axis_allies.table import at
from tests.rulemark import rule


@rule("AA-3.1")
def test_what_no_truck_is_cannot_be_sent_home_and_the_answer_says_so():
    table = at("trucks home", "axis B8 inf 2\nallies D8 inf 1\ntruck-al1 D8\ntruck-al2 D8", axis=["B8"])
    reason = table.state.why_not("return inf@D8")
    assert reason is not None
    assert (reason.rule, reason.text) == ("AA-3.1", "Only trucks can be taken off the board.")


@rule("AA-R.12")
def test_units_that_have_acted_are_said_to_have_acted():
    table = at("axis movement", "axis B8 inf 2 supply 1\nallies D8 inf 1", axis=["B8"]).pay_for("B8")
    reason = table.state.why_not("pick spent-inf@B8")
    assert reason is not None
    assert (reason.rule, reason.text) == ("AA-R.12", "These units have attacked, moved or arrived already.")


@rule("AA-3.3.d", "AA-R.30")
def test_a_refusal_tells_what_is_in_the_hex_apart_from_what_is_on_the_way():
    """From D8 the road to B10 leads past Axis units; in B10 itself is nothing but a truck of theirs."""
    drawing = "allies D8 inf 1 supply 1\ntruck-al1 D8\naxis C8 inf 1\naxis C9 inf 1\ntruck-ax1 B10"
    table = at("allies movement", drawing, axis=["C8", "C9", "B10"]).pay_for("D8").do("pick truck-al1")
    there, way = table.state.why_not("go C9"), table.state.why_not("go B10")
    assert there is not None
    assert way is not None
    assert there.rule == "AA-3.3.d"
    assert "enemy combat units are there" in there.text
    assert way.rule == "AA-R.30"
    captured = "that no friendly combat unit has captured"
    assert way.text.startswith(f"B10 cannot be reached: enemy trucks or tokens {captured} are there")
    assert "combat units are there" not in way.text
    assert not any(part[:1].isupper() for part in way.text.split("; ")[1:])


def test_the_chances_of_a_surrounded_hex_list_no_retreat():
    ring = ["D6", "D8", "C7", "C8", "E7", "E8", "C6", "E6"]
    drawing = "axis D7 tank 2\n" + "\n".join(f"allies {hex_} inf 3 supply 1" for hex_ in ring)
    table = at("allies attack", drawing, axis=["D7"], turn=2).do("attack D8").try_("target D7", "done", "pay D8")
    sheet = table.state.game.screen(table.state.view("allies")).sheets[0]
    said = [outcome.text for outcome in sheet.outcomes]
    assert said
    assert not any("retreat" in text for text in said)
    assert sum(outcome.chance for outcome in sheet.outcomes) == pytest.approx(1)
    assert len(set(said)) == len(said)
    assert next(one.value for one in sheet.measures if "every combat unit" in one.label).endswith(" %")


def test_a_single_unit_is_asked_to_throw_its_dice_and_no_more():
    table = at("axis attack", "axis C8 art 1 supply 1\nallies D8 inf 1", axis=["C8"]).do("attack C8")
    table.try_("target D8", "done", "pay C8")
    shown = table.state.game.screen(table.state.view("axis"))
    assert [option.action for option in shown.offered] == ["fight"]
    assert shown.prompt.title == "Roll the dice for the attack from C8 on D8"
    assert shown.sheets[0].outcomes


def test_trucks_keep_their_number_whoever_has_them():
    said = [truck.display_name for truck in at("axis movement", "axis C8 inf 1", axis=["C8"]).raw.game.forces.trucks]
    assert len(set(said)) == len(said)
    assert not any("Axis" in name or "Allied" in name for name in said)


@rule("AA-R.10", "AA-1.3.II")
def test_hits_on_more_than_six_air_units_are_told_twice_and_those_on_one_unit_are_told():
    drawing = "axis C8 inf 1 tank 1 art 1\nallies C8 fighter 6 bomber 2"
    table = at("air combat", drawing, axis=["C8"], turn=5, first="allies")
    table.try_("resolve C8").throw(axis=(2, 4, 7)).throw(axis=(3, 3))
    said = [event.text for event in table.record.events]
    assert any(text.endswith("6 or less is a hit: 2 hits") for text in said)
    assert "Against more than six air units the hits are rolled again: 3, 3" in said
    assert "Over C8: 1 fighter shot down; one hit on air units already hit" in said


def test_the_last_turn_is_counted_when_it_is_over_and_one_point_is_one_point():
    table = at("upkeep", "allies C3 inf 1\naxis F11 inf 1", axis=["F11"], turn=8)
    shown = table.state.game.screen(table.state.view("allies"))
    assert shown.result is not None
    assert "1 victory points" not in shown.result.text
    assert next(one.now for one in shown.standing if one.side == "allies") == "8"
