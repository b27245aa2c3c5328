"""The sequence of play (BA-4, 10.3), set-up (BA-12), the draw (BA-7.1, 10.6) and the end of a turn."""

from __future__ import annotations

import pytest

from tests.games.bastogne.table import at, begin, game, set_up
from tests.rulemark import rule

UNITS = ("9AD-811", "9AD-52", "9AD-19", "10AD-20", "10AD-3", "10AD-90")


@rule("BA-12.0", "BA-R.42")
def test_six_units_are_set_up_in_any_order():
    table = begin()
    assert table.asked == ("allied", "allied setup")
    assert table.state.decision.rule == "BA-12.0"
    assert sorted(table.options("pick")) == sorted(UNITS)
    assert "BA-R.42" in table.advice("allied")
    reason = table.why("pick 705TD")
    assert (reason.rule, reason.text) == ("BA-12.0", "705 TD is not one of the units to set up.")
    assert table.refused("done") == "BA-12.0"


@rule("BA-12.0.ninth")
def test_the_ninth_is_set_up_west_of_column_28():
    table = begin().apply("pick 9AD-811")
    assert {"2733", "0101"} <= set(table.options("place"))
    assert table.refused("place 2801") == "BA-12.0.ninth"


@rule("BA-12.0.tenth", "BA-5.3")
def test_the_tenth_is_set_up_within_two_hexes_of_bastogne_one_unit_in_a_hex():
    table = begin().apply("pick 10AD-20")
    assert {"1317", "1416", "1118", "1116"} <= set(table.options("place"))
    assert table.refused("place 1017") == "BA-12.0.tenth"
    reason = table.apply("place 1317", "pick 10AD-3").why("place 1317")
    assert reason.rule == "BA-5.3"
    assert reason.text == "3 Tank (10 AD) cannot be set up in 1317: 20 Mech (10 AD) is already there."
    assert table.why("pick 10AD-90").text == "Place 3 Tank (10 AD) first."
    assert table.why("target 1317").text == "Finish the set-up first."


def test_a_placement_is_taken_back_and_the_others_stand():
    table = begin()
    for unit, where in (("10AD-20", "1317"), ("10AD-3", "1416"), ("9AD-19", "2010")):
        table.apply(f"pick {unit}", f"place {where}")
    table.record.retract("place 1416")
    assert [table.where(unit) for unit in ("10AD-20", "10AD-3", "9AD-19")] == ["1317", "pool", "2010"]


@rule("BA-12.0.german", "BA-4.0", "BA-4.0.support", "BA-7.1", "BA-10.6")
def test_the_first_turn_begins_with_the_german_draw_and_no_german_on_the_map():
    table = set_up()
    assert table.texts("BA-12.0.german")
    assert table.texts("BA-4.0") == ["Game-Turn 1 begins"]
    chance = table.state.chance
    assert chance is not None
    assert (chance.rule, chance.side, chance.draws, chance.seen_by) == ("BA-7.1", "german", 3, ("german",))
    assert not table.state.held[0]
    table.roll("2", "3", "5")
    chance = table.state.chance
    assert chance is not None
    assert (chance.side, chance.draws) == ("allied", 2)
    table.roll("3", "6")
    assert table.texts("BA-10.6") == ["The German player draws 3 markers", "The Allied player draws 2 markers"]
    assert table.texts("BA-4.0.support") == ["Support Fire Marker Phase"]
    assert table.state.holding == (3, 2)
    assert table.asked == ("german", "german movement")


@rule("BA-4.0", "BA-4.0.movement", "BA-4.0.combat", "BA-4.0.mobile", "BA-4.0.end", "BA-7.1.return")
def test_the_phases_follow_each_other_the_german_first():
    table = at("german movement", "2Pz-I-3 1009 / 10AD-20 1010", german=[5])
    seen = []
    for _ in range(9):
        if table.state.chance is not None:
            break
        seen.append((*table.asked, table.state.decision.rule))
        table.apply("done")
    assert seen == [
        ("german", "german movement", "BA-4.0.movement"),
        ("german", "bombardment", "BA-8.1"),
        ("german", "german combat", "BA-8.2"),
        ("german", "german mobile", "BA-4.0.mobile"),
        ("allied", "allied movement", "BA-4.0.movement"),
        ("allied", "allied combat", "BA-8.2"),
        ("allied", "allied mobile", "BA-4.0.mobile"),
    ]
    phases = [event.text for event in table.events if event.kind == "phase"]
    assert "German Combat Phase" in phases
    assert "BA-4.0.combat" in table.rules("phase")
    assert table.texts("BA-7.1.return") == ["All support fire markers go back into their pools"]
    assert table.texts("BA-4.0.end") == ["Game-Turn 3 ends"]
    assert (table.state.turn, table.state.holding) == (4, (0, 0))


@rule("BA-4.0", "BA-10.3")
def test_nothing_is_done_out_of_order():
    table = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010")
    assert table.refused("go 1008") == "BA-4.0"
    moving = at("german movement", "2Pz-I-3 1009 / 10AD-20 1010")
    other = moving.why("pick 10AD-20")
    assert (other.rule, other.text) == ("BA-10.3", "20 Mech (10 AD) is Allied; it is the German player's turn.")
    for action in ("target 1010", "bombard 1010", "fire 5", "join 2Pz-I-3", "choose stand", "lose 2Pz-I-3"):
        reason = moving.why(action)
        assert (reason.rule, reason.text) == ("BA-4.0", "Attacks are made in the Combat Phase.")
    assert moving.refused("place 1010") == "BA-12.0"
    assert moving.refused("go 1008") == moving.refused("exit 0110/NW") == "BA-5.1"
    assert moving.apply("pick 2Pz-I-3").refused("target 1010") == "BA-4.0"
    for action, by, text in (
        ("go 1009", "BA-5.1", "I/3 Pz (2 Pz) is in 1009."),
        ("step 1009", "BA-5.1", "I/3 Pz (2 Pz) is in 1009."),
        ("step 1011", "BA-5.1", "1011 is not next to 1009."),
        ("stop", "BA-5.1", "I/3 Pz (2 Pz) has not moved yet; undo the choice instead."),
        ("pick 2Pz-38", "BA-5.1.once", "Finish the move of I/3 Pz (2 Pz) first."),
        ("done", "BA-5.1.once", "Finish the move of I/3 Pz (2 Pz) first."),
        ("place 1010", "BA-12.0", "The set-up is over."),
    ):
        assert (moving.why(action).rule, moving.why(action).text) == (by, text)
    entering = at("german movement", "10AD-20 1010", turn=2).apply("pick Lehr-130")
    for action, by in (("pick Lehr-I-901", "BA-5.1.once"), ("target 1010", "BA-4.0"), ("done", "BA-5.1.once")):
        assert entering.refused(action) == by
    stiff = at("german combat", "2Pz-I-3 1009 / 10AD-20 1010", german=[5]).apply("done", "target 1010")
    stiff.apply("done", "fire 5", "done").roll(2)
    assert stiff.asked == ("allied", "stiff")
    for action, by, text in (
        ("fire 5", "BA-8.2.1", "Support fire is added to an attack before the die roll."),
        ("join 2Pz-38", "BA-8.2", "The attacking units have already been chosen."),
        ("target 1010", "BA-R.28", "Finish this attack before declaring the next."),
        ("bombard 1010", "BA-8.1.first", "Bombardments come before ground attacks; it is too late for one now."),
        ("go 1010", "BA-4.0", "Units do not move in the Combat Phase."),
        ("exit 0110/NW", "BA-11.4", "Units exit the map only in a movement phase."),
        ("lose 10AD-20", "BA-8.3", "That follows from a combat result."),
        ("place 1010", "BA-12.0", "The set-up is over."),
    ):
        assert (stiff.why(action).rule, stiff.why(action).text) == (by, text), action


@rule("BA-5.1.once", "BA-8.2", "BA-8.1")
def test_every_unit_moves_and_fights_anew_in_the_next_phase():
    """The first unit of the order of battle among them."""
    first = "9AD-811"
    table = at("allied movement", f"{first} 1010 / 10AD-20 2010 / 2Pz-I-3 1013", allied=[5])
    table.apply(f"pick {first}", "go 1012")
    assert table.refused(f"pick {first}") == "BA-5.1.once"
    table.apply("done")
    assert (table.state.decision.rule, table.options("bombard")) == ("BA-8.1", ["1013"])
    table.apply("done")
    assert (table.state.decision.rule, table.options("target")) == ("BA-8.2", ["1013"])
    table.apply("target 1013", "done", "done").roll(3)
    while table.asked[1] != "allied mobile":
        table.apply("done" if "done" in table.options() else table.options()[0])
    assert first in table.options("pick"), "in the Mobile Movement Phase again"
    enemy = at("allied mobile", f"{first} 1010 / 2Pz-I-3 1011").apply("done").roll("5", "4", "3")
    enemy.roll("3", "3", "4", "6").apply("done")
    assert (enemy.state.decision.rule, enemy.options("bombard")) == ("BA-8.1", ["1010"])
    assert enemy.apply("done").options("target") == ["1010"]


@rule("BA-12.0")
def test_a_unit_of_the_set_up_does_not_arrive_as_a_reinforcement():
    table = begin()
    assert table.state.decision.rule == "BA-12.0"
    assert dict(table.state.reach("9AD-811").costs) == {}
    assert table.state.reach("2Pz-I-3").costs, "which comes in on the first turn"


# Markers by Game-Turn, German and Allied, as on the track.
TRACK = [(3, 2)] * 3 + [(3, 4)] * 5 + [(2, 5)] * 11


@rule("BA-7.1", "BA-10.6")
@pytest.mark.parametrize("turn", range(1, 20))
def test_the_track_says_how_many_markers_are_drawn(turn: int):
    german, allied = TRACK[turn - 1]
    table = at("support fire", "10AD-20 1010", turn=turn)
    chance = table.state.chance
    assert chance is not None
    assert (chance.rule, chance.draws) == ("BA-7.1", german)
    assert list(chance.pool) == ["2", "2", "3", "3", "3", "4", "4", "5"]
    assert abs(sum(p for _, p in chance.outcomes()) - 1) < 1e-9
    table.roll(*["2", "3", "4"][:german])
    chance = table.state.chance
    assert chance is not None
    assert chance.draws == allied
    assert list(chance.pool) == [*"3333333", *"444", *"55", "6"]
    assert table.texts("BA-10.6") == [f"The German player draws {german} markers"]


@rule("BA-10.6.2", "BA-R.20")
def test_german_units_in_bastogne_cost_markers_the_last_occupant_does_not():
    both = at("support fire", "2Pz-I-3 1317 / 2Pz-38 1416", turn=4).roll("2", "3", "4").roll("3", "3")
    assert both.texts("BA-10.6.2") == [
        "A German unit is in 1317: the Allied player draws one marker fewer",
        "A German unit is in 1416: the Allied player draws one marker fewer",
    ]
    last = at("support fire", "2Pz-I-3 1010", turn=4, more='[tracks]\n"1317" = "german"').roll("2", "3", "4")
    chance = last.state.chance
    assert chance is not None
    assert chance.draws == 4
    last.roll("3", "3", "4", "6")
    assert last.texts("BA-10.6.2") == []
    for beside in ("1216", "1318", "1516", "2420"):
        near = at("support fire", f"2Pz-I-3 {beside}", turn=4).roll("2", "3", "4").roll("3", "3", "4", "6")
        assert near.texts("BA-10.6.2") == near.texts("BA-R.20") == [], "a German near Bastogne is not in it"
    assert last.texts("BA-R.20") == [
        "The Germans were last in 1317, but no German unit is there now: no marker is lost"
    ]


@rule("BA-R.18", "BA-10.6.2")
def test_nobody_draws_less_than_nothing():
    table = at("support fire", "2Pz-I-3 1317 / 2Pz-38 1416", turn=1).roll("2", "3", "4")
    assert table.texts("BA-R.18") == ["The Allied player draws no marker"]
    assert table.asked == ("german", "german movement")
    one = at("support fire", "2Pz-I-3 1317", turn=1).roll("2", "3", "4").roll("6")
    assert one.texts("BA-10.6") == ["The German player draws 3 markers", "The Allied player draws 1 marker"]


@rule("BA-R.18")
def test_nobody_draws_more_than_his_pool_holds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(game().tables["support_fire"], "german_draw", [20] * 19)
    chance = at("support fire", "10AD-20 1010", turn=4).state.chance
    assert chance is not None
    assert (chance.side, chance.draws) == ("german", 8)
    monkeypatch.setitem(game().tables["support_fire"], "german_draw", [0] * 19)
    nothing = at("support fire", "10AD-20 1010", turn=4)
    chance = nothing.state.chance
    assert chance is not None
    assert chance.side == "allied", "the German draw is passed over"
    both = at("allied mobile", "10AD-20 1010", turn=4).apply("done")
    assert both.texts("BA-R.18") == ["The German player draws no marker"]


@rule("BA-10.4")
def test_every_unit_is_in_supply():
    table = at("german movement", "2Pz-I-3 1009 / 10AD-20 1010")
    assert table.state.supply("2Pz-I-3") == table.state.supply("10AD-20")
    assert (table.state.supply("10AD-20").state, table.state.supply("10AD-20").rule) == ("supplied", "BA-10.4")
