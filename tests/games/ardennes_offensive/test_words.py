"""What the screens, the log and the refusals of The Ardennes Offensive say."""

from __future__ import annotations

import pytest

from ardennes.engine import Action, screen
from tests.games.ardennes_offensive import ground
from tests.games.ardennes_offensive.scenes import PLAIN, is_supplied
from tests.games.ardennes_offensive.table import Table, at, game

RING = {"1SSPz-1a 9-10": "E", "1SSPz-2 5-10": "W", "1SSPz-1ai 5-10": "NW", "212VG 7-4": "SE"}
PAIR = "1SSPz-1a 9-10 at E\n99ID-395 3-4 at ."


def shown(table: Table, side: str = "german") -> screen.Screen:
    """The screen of a side."""
    return game().screen(table.state.view(side))


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("E", "Choose the enemy hex first, then the attackers; {} can attack {}."),
        ("W W W", "{} cannot attack: every adjacent enemy unit has already been attacked."),
    ],
)
def test_a_click_on_an_own_unit_tells_why_it_attacks_nobody(where: str, text: str):
    table = at("german combat", f"{PAIR}\n1SSPz-2 5-10 at W W W", centre=PLAIN)
    place = table.hex(where)
    unit = "1SSPz-1a" if where == "E" else "1SSPz-2"
    reason = table.state.why_not(f"target {place}")
    assert reason is not None
    assert reason.text == text.format(table.state.game.phrase(Action("pick", unit)).removeprefix("Choose "), PLAIN)


def test_defenders_with_no_way_back_are_eliminated_and_the_chances_say_so():
    ring = "\n".join(f"{unit} at {way}" for unit, way in RING.items())
    table = at("german combat", f"99ID-395 3-4 at .\n{ring}", centre=PLAIN).declare(PLAIN, by=["1SSPz-1a"])
    (sheet,) = shown(table).sheets
    said = {outcome.label[:2]: outcome.text for outcome in sheet.outcomes}
    assert said["Dr"] == "The defenders cannot retreat and are eliminated"


def test_a_fight_that_is_the_only_answer_is_asked_as_such():
    table = at("allied combat", "1SSPz-1a 9-10 at .\n99ID-395 3-4 at E", centre=PLAIN).do(f"target {PLAIN}")
    table.try_("join 99ID-395")
    asked = table.state.decision
    assert [action.verb for action in asked.options] == ["fight"]
    assert asked.prompt == f"Attack at {asked.options[0].thing}"
    assert shown(table, "allied").sheets[0].outcomes


def test_a_hex_where_a_unit_would_stack_says_so_and_its_price():
    table = at("german movement", "1SSPz-2 5-10 at .\n1SSPz-1a 9-10 at E", centre=PLAIN).moving("1SSPz-2")
    onto = next(option for option in shown(table).offered if option.action == f"go {table.hex('E')}")
    assert onto.label == f"Move to {table.hex('E')} and stack there, for 6 extra MPs"


def test_exits_are_marked_until_the_game_turn_ends():
    exit_ = next(h for h in ground.EXITS if ground.SECTION[h] in ("NE", "NW", "W") and is_supplied("1SSPz-1a", h))
    table = at("german movement", f"1SSPz-1a 9-10 at {exit_}", turn=3, allied_losses=2)
    score = shown(table).sides[0].score
    assert score is not None
    assert score.of == f"35, {ground.EXITS[exit_]} if held"
    without = shown(at("german movement", PAIR, centre=PLAIN, turn=3, allied_losses=2)).sides[0].score
    assert without is not None
    assert without.of == "35"
