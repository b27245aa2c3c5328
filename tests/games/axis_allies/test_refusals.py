"""What each question answers to an action that it does not take: the rule and the sentence, step by step."""

from __future__ import annotations

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at, start
from tests.rulemark import rule

HEX = ground.find(ground.deep, ground.dry, ground.plain, ground.allied)
EAST, WEST, NORTH_WEST = (ground.beyond(HEX, way) for way in ("E", "W", "NW"))
DUEL = f"axis {HEX} inf 2 tank 1 supply 3\nallies {WEST} inf 2 supply 3\nallies {NORTH_WEST} inf 1"
OUT_OF_PLACE = {  # verbs that have their moment elsewhere, with the rule of that moment
    "choose first": "AA-1.1",
    f"place {HEX}": "AA-3.9",
    f"resolve {HEX}": "AA-1.3",
    f"attack {HEX}": "AA-2.1",
    "pass": "AA-2.8",
    f"target {HEX}": "AA-2.2",
    f"pay {HEX}": "AA-2.3",
    "send inf": "AA-2.3.b",
    "hold inf": "AA-2.5.a",
    "fight": "AA-2.5",
    f"retreat inf@{HEX}": "AA-2.7.e",
    "return truck-ax1": "AA-3.1",
    f"activate {HEX}": "AA-3.2",
    f"blitz {HEX}": "AA-3.2.e",
    f"load supply@{HEX}": "AA-0.22",
    f"shed inf@{HEX}": "AA-4.3",
    f"destroy inf@{HEX}": "AA-3.2.f",
}


def refused(table: Table, *but: str) -> None:
    """Every verb that is out of place is refused by the rule of its own moment; `but` these the step answers itself."""
    for line, place in OUT_OF_PLACE.items():
        if not line.startswith(but):
            assert table.forbids(line) == place, line


def placing() -> Table:
    """The Axis is about to place its air units."""
    return at("air placing", "", turn=5, first="axis")


@rule("AA-1.2", "AA-R.5", "AA-0.20")
def test_air_units_are_placed_one_after_the_other_by_the_side_whose_turn_it_is():
    table = placing()
    assert table.offers("pick") == {"fighter-ax", "bomber-ax"}
    for line, said in (
        ("pick fighter-al", "The other side places now."),
        ("pick bomber-al", "The other side places now."),
        (f"pick inf@{HEX}", "Only air units are placed now."),
    ):
        assert table.forbids(line) == "AA-1.2"
        assert table.why(line) == said
    assert table.why("done") == "All air units must be placed; none may be held back."
    assert table.state.decision.prompt == "Choose the air unit to place next; 4 left"
    table.do("pick bomber-ax")
    assert (table.asked(), table.rule()) == (("axis", "aircraft"), "AA-0.20")
    table.do(f"place {HEX}")
    assert table.told("AA-1.2") == [f"The Axis places a bomber over {HEX}"]
    for _ in range(3):  # only fighters are left, so that the next is in hand already
        assert table.state.decision.prompt == "Choose the hex that the fighter flies to"
        table.do(f"place {HEX}")
    for _ in range(9):
        table.do("pick fighter-al", f"place {EAST}")
    assert table.state.decision.prompt == "Choose the hex that the bomber flies to"


@rule("AA-0.9")
def test_the_printed_set_up_is_not_chosen_once_the_game_has_begun():
    table = at("air initiative", "", turn=5).throw(axis=[9], allies=[3])
    assert table.forbids("choose printed") == "AA-0.9"
    assert table.why("choose printed") == "The game has begun."
    assert table.rule() == "AA-1.1"
    refused(table, "choose")


@rule("AA-1.3")
def test_naming_hexes_of_air_combat_takes_nothing_else():
    table = at("air combat", f"axis {HEX} fighter 1\nallies {EAST} fighter 1", turn=5, first="axis")
    assert table.rule() == "AA-1.3"
    refused(table, "resolve", "pass")


@rule("AA-2.1")
def test_a_turn_to_attack_takes_an_attacking_hex_or_a_pass():
    table = at("axis attack", DUEL)
    assert table.rule() == "AA-2.1"
    refused(table, "attack", "pass")


@rule("AA-2.1", "AA-2.5", "AA-R.17")
def test_a_declared_attack_is_gone_through_with():
    table = at("axis attack", DUEL).do(f"attack {HEX}")
    for line in (f"attack {HEX}", "pass"):
        assert table.forbids(line) == "AA-2.1"
        assert table.why(line) == f"The attack from {HEX} is under way; use Undo to take it back."
    refused(table, "attack", "pass", "target")  # dice, sending and holding back before the first target too
    table.do(f"target {WEST}")
    for line in ("fight", "send inf", "hold inf"):
        assert table.forbids(line) == "AA-R.17"
    assert table.do("done").asked() == ("axis", "hold")
    refused(table, "hold", "fight")


@rule("AA-2.3.a")
def test_the_question_for_the_token_takes_nothing_else():
    table = at("axis attack", f"{DUEL}\naxis {EAST} supply 1", gained=[EAST]).do(f"attack {HEX}", f"target {WEST}")
    assert table.rule() == "AA-2.3.a"
    refused(table, "pay")


@rule("AA-2.3.b")
def test_sending_units_and_choosing_the_next_attack_take_nothing_else():
    table = at("axis attack", DUEL).declare(HEX, WEST, NORTH_WEST)
    assert (table.step(), table.rule()) == ("split", "AA-2.3.b")
    refused(table, "send", "fight")
    table.do("send inf", "done", "send tank", "fight")
    assert (table.step(), table.rule()) == ("attacks", "AA-2.3.b")
    refused(table, "target")


@rule("AA-R.19", "AA-2.7.e")
def test_a_retreat_takes_nothing_else():
    table = at("axis attack", f"axis {EAST} inf 2 supply 1\nallies {HEX} inf 1 tank 1").attack(EAST, HEX, "1 2")
    assert (table.step(), table.rule()) == ("retreats", "AA-R.19")
    refused(table, "retreat")
    table.do(f"retreat tank@{HEX}")
    assert (table.step(), table.rule()) == ("retreat", "AA-2.7.e")
    refused(table)


@rule("AA-3.1")
def test_trucks_going_home_come_before_everything_else():
    table = at("trucks home", "truck-ax1 F11")
    assert table.rule() == "AA-3.1"
    refused(table, "return", "load")


@rule("AA-3.2", "AA-3.2.b")
def test_paying_for_movement_takes_nothing_else():
    table = at("axis movement", DUEL)
    assert table.rule() == "AA-3.2"
    refused(table, "activate", "blitz", "load")
    table.do(f"activate {HEX}", "done")
    assert (table.step(), table.rule()) == ("axis moves", "AA-3.3")
    for line in (f"pay {HEX}", f"blitz {HEX}"):
        assert table.forbids(line) == "AA-3.2.b"
    refused(table, "activate", "blitz", "pay", "return")


@rule("AA-0.16", "AA-0.18", "AA-3.2.b")
def test_a_unit_in_motion_goes_on_before_anything_else():
    table = at("axis movement", DUEL).pay_for(HEX, blitz=[HEX])
    walking = table.fork().do(f"pick inf@{HEX}")
    assert walking.rule() == "AA-0.16"
    assert walking.forbids(f"blitz {HEX}") == "AA-3.2.b"
    refused(walking, "blitz")
    blitzing = table.do(f"pick tank@{HEX}", f"go {EAST}")
    assert blitzing.rule() == "AA-0.18"
    refused(blitzing)


@rule("AA-3.3.d")
def test_a_unit_with_enemies_all_around_cannot_set_out():
    ring = "\n".join(f"allies {near} inf 1" for near in ground.around(HEX))
    table = at("axis movement", f"axis {HEX} inf 1 tank 1 art 1 supply 1\n{ring}\naxis K11 inf 1 supply 1")
    table.pay_for(HEX, "K11")
    assert table.offers("pick") == {"inf@K11"}
    for kind, unit in (("inf", "infantry"), ("tank", "tank"), ("art", "artillery")):
        assert table.forbids(f"pick {kind}@{HEX}") == "AA-3.3.d"
        said = f"The {unit} in {HEX} is blocked: enemy combat units are in every hex it could enter."
        assert table.why(f"pick {kind}@{HEX}") == said


@rule("AA-3.3.d")
def test_a_tank_behind_rivers_and_enemies_cannot_set_out_though_infantry_can():
    here, there = ground.river_pair(by=lambda a, b: ground.deep(a))
    dry = [near for near in ground.around(here) if not ground.barrier(here, near)]
    ring = "\n".join(f"allies {near} inf 1" for near in dry)
    table = at("axis movement", f"axis {here} inf 1 tank 1 supply 1\n{ring}").pay_for(here)
    assert table.offers("pick") == {f"inf@{here}"}
    assert table.forbids(f"pick tank@{here}") == "AA-3.3.d"
    assert table.do(f"pick inf@{here}").force("axis", there) == "inf 1"  # its only way, over the river


@rule("AA-3.9", "AA-3.11", "AA-3.13.b")
def test_bringing_units_in_takes_nothing_else():
    table = at("axis reinforcement", "truck-ax1 off", turn=3)
    assert table.rule() == "AA-3.9"
    refused(table, "blitz", "activate")
    arriving = table.fork().do("pick tank@9SSPz")
    assert arriving.rule() == "AA-3.11"
    refused(arriving, "place")
    arriving.do("place B11")
    assert (arriving.step(), arriving.rule()) == ("onward", "AA-3.13.b")
    refused(arriving)


@rule("AA-3.11.a", "AA-R.28")
def test_a_truck_that_comes_in_takes_nothing_else():
    table = at("axis reinforcement", "truck-ax1 off", turn=3).do("pick truck-ax1")
    assert table.rule() == "AA-3.11.a"
    assert table.forbids("stop") == "AA-R.28"
    assert table.why("done") == "A truck must be loaded and placed on the board in one go."
    refused(table, "place", "load")
    table.do("place B11")
    refused(table, "load")


@rule("AA-0.22.c", "AA-0.22.a", "AA-0.11")
def test_a_truck_that_comes_in_says_what_it_cannot_load():
    table = at("axis reinforcement", f"truck-ax1 off\n9SSPz tank 1\naxis {HEX} inf 1 supply 1", turn=3)
    table.do("pick truck-ax1")
    for line, id_, said in (
        ("load inf@9SSPz", "AA-0.11", "9 SS Pz has no infantry left on the chart."),
        (f"load inf@{HEX}", "AA-0.22.a", f"The truck is not at {HEX}."),
        (f"load supply@{HEX}", "AA-0.22.b", f"The truck is not at {HEX}."),
        ("load supply@K11", "AA-0.22.b", "The truck is not at K11."),
        ("load supply@allied-off-board", "AA-0.22.c", "Those tokens are not yours."),
    ):
        assert table.forbids(line) == id_
        assert table.why(line) == said


@rule("AA-4.3")
def test_putting_stacking_right_takes_nothing_else():
    table = at("allies reinforcement", f"axis {HEX} inf 7 tank 7").do("done")
    assert table.rule() == "AA-4.3"
    refused(table, "shed", "destroy")
    table.do(f"shed inf@{HEX}")
    assert table.step() == "shed"
    refused(table)


@rule("AA-6.2", "AA-1.0", "AA-R.42")
def test_setting_up_takes_nothing_else():
    table = start(custom_setup=True)
    assert table.rule() == "AA-6.2"
    assert table.forbids("choose second") == "AA-1.0"
    refused(table, "choose")
    assert table.forbids(f"pick inf@{HEX}") == "AA-R.42"
    assert table.why(f"pick inf@{HEX}") == f"Not among the pieces still to be set up: infantry in {HEX}."
    table.do("pick inf@allies")
    assert table.forbids("choose second") == "AA-1.0"
    refused(table, "choose", "place")


@pytest.mark.parametrize("line", ["nonsense", "unload supply@G9"])
def test_what_is_no_verb_of_the_game_is_refused_as_such(line: str):
    assert at("axis attack", DUEL).refusal(line)[0] == "engine-universe"
