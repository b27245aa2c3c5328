"""Findings of the audit, each in the position that showed it."""

from __future__ import annotations

import pytest

from ardennes.games.bulge.game import Bulge
from tests.games.bulge import ground
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import at, game
from tests.rulemark import rule


@rule("BU-R.6")
def test_a_unit_that_made_room_leaves_no_empty_hex_behind():
    """272VG in the corner could make room for 326VG only in 1317, where 277VG has just moved in."""
    packed = {
        "12VG": "1417",
        "12SS": "1217",
        "1SS": "1218",
        "3FJ": "1618",
        "150": "1518",
        "18VG": "1119",
        "62VG": "1418",
    }
    moved = {unit: [hex_, "moved"] for unit, hex_ in packed.items()}
    table = at("german movement", {"272VG": ["1318"], "326VG": ["1317"], "277VG": ["1316"], **moved})
    assert "1318" in table.reach("326VG"), "with 1317 empty behind it the exchange is possible"
    table.do("pick 277VG", "go 1317")
    assert table.asked() == ("german", "move")
    assert table.forbids("go 1318") == "BU-R.6"
    table.do("go 1316")
    assert (table.where("277VG"), table.where("326VG")) == ("1317", "1316")


def test_joining_an_attack_never_brings_the_die_though_nothing_is_left_to_choose():
    """After 276VG joins, vDH must too, with one table and one column: the fight is asked all the same."""
    table = at(
        "german post-combat",
        """
        4Arm  6 at .
        3Arm  7 at E E
        276VG 2 at E
        vDH   1 at W
        """,
        centre=FIELD,
        turn=9,
        options={"airdrop": "on"},
        weather="clear",
    )
    table.do(f"target {FIELD}")
    shown = {option.action: option.commits for option in game().screen(table.state.view("german")).options}
    assert shown == {str(action): table.state.decision.commits(action) for action in table.state.decision.options}
    assert not shown["join 276VG"]
    table.do("join 276VG")
    assert [str(action) for action in table.state.decision.options] == ["fight -3"]
    assert table.state.decision.commits(table.state.decision.options[0])


@pytest.mark.parametrize(("turn", "everywhere"), [(3, True), (4, False)])
def test_the_supply_overlay_shows_the_gift_of_the_first_turns(turn: int, everywhere: bool):
    table = at("german movement", "1SS 7 at .", centre=FIELD, turn=turn)
    (tint,) = next(o for o in game().screen(table.state.view("german")).overlays if o.id == "supply").tints
    assert (set(tint.places) == set(ground.HEXES)) == everywhere


def test_only_the_planner_is_told_how_many_air_points_are_left():
    table = at("air assignment", {"1SS": ["0402"], "28Inf": ["1207"]}, turn=9, weather="clear")
    prompts = {}
    for left in (7, 6, 5):
        assert table.state.decision.prompt.endswith(f"; {left} left")
        prompts[left] = table.state.view("german").decision.prompt
        table.do("assign support")
    assert len(set(prompts.values())) == 1


def test_a_move_is_told_in_two_lines():
    """Where it went and what it paid; the rules behind the costs are for tests and for why_not."""
    table = at("german movement", "1SS 7 at 0402", turn=3)
    far = max(table.reach("1SS"), key=lambda hex_: table.cost("1SS", hex_))
    table.move("1SS", far)
    assert [event.kind for event in table.events() if event.piece == "1SS"] == ["move", "cost"]
    assert table.events("cost")[0].text.startswith("It pays 5 of 5 movement points")


def test_the_log_says_each_thing_once():
    """A loss is two lines, the unit and the count, whatever rulings stand behind them."""
    table = at("german pre-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD, turn=9)
    table.attack(FIELD, ["1SS", "12SS"], "De")
    assert [event.kind for event in table.events() if event.piece == "28Inf"] == ["loss", "points"]
    assert table.events("points")[0].text == "4 more German points: 4 now"


def test_prompts_say_what_to_do():
    table = at("german pre-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD, turn=9)
    table.do(f"target {FIELD}")
    assert table.state.decision.prompt == "Choose an attacker"
    table.do("join 1SS")
    assert table.state.decision.prompt == "Add an attacker, or choose the table"
    refused = table.state.why_not("join 1SS")
    assert refused is not None
    assert refused.text == "1 SS takes part already."
    table.do("join 12SS")
    assert table.state.decision.prompt == "Choose the table"
    played = game()
    assert isinstance(played, Bulge)
    sentences = vars(played.prompts)
    asked = [text for name, texts in sentences.items() if name != "factor" for text in texts]
    assert not [text for text in asked if text.split()[0] not in ("Choose", "Advance")]


@rule("BU-9.0.must")
def test_those_who_must_attack_are_named_before_anybody_joins():
    table = at("german post-combat", "1SS 7 at E\n12SS 7 at W\n28Inf 4 at .", centre=FIELD, turn=9)
    assert table.asked() == ("german", "attack")
    assert {owed.who for owed in table.state.decision.obligations} == {"1SS", "12SS"}
    assert table.offers("choose") == set()
