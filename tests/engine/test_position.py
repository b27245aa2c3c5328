"""Position files: a start anywhere, and a sentence with the line for whatever is wrong."""

import pytest

from ardennes.engine import PositionError
from ardennes.engine.position import Position, public
from tests.proving.table import proving, table

GOOD = """\
game = "proving"
scenario = "storm"
turn = 2
step = "red movement"

[options]
wide = true

[pieces]
R1 = "0503"
"R2" = "0402 reduced"
B1 = "0505"
"inf@0303" = "4"

[markers]
blown = ["0504/0505"]

[tracks]
exited = 1

[obligations]
R1 = "withdraw"

[hidden]
alarm = 4
chit-1 = "smoke"
"""


def test_a_position_is_set_up_as_it_says():
    state = proving().position(GOOD)
    assert state.turn == 2
    assert state.on("wide")
    assert state.decision.step == "movement"
    position = state.position()
    assert (position["at"]["R1"], position["lots"], position["alarm"]) == ("0503", {"inf@0303": 4}, 4)
    assert (position["blown"], position["exited"], position["hand"]) == (("0504/0505",), 1, {"chit-1": "smoke"})
    assert [duty.who for duty in state.decision.obligations] == ["R1"]


def with_(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (with_('R1 = "0503"', 'R1 = "0599"'), 10, "“R1” stands in “0599”, and there is no such place on this board"),
        (with_('"R2" = ', '"R9" = '), 11, "there is no piece “R9” in The proving ground"),
        (with_('"0402 reduced"', '"0402 tired"'), 11, "“tired” is no status; there are moved, shaken, reduced"),
        (with_('"inf@0303" = "4"', '"inf@0303" = "many"'), 13, "how many are inf@0303? “many” is no number"),
        (with_("inf@0303", "inf@9999"), 13, "there is no lot “inf@9999”; write a kind and a hex, as inf@0204"),
        (with_('"red movement"', '"red lunch"'), 4, "there is no step “red lunch”; there are red plan, blue plan"),
        (with_('"proving"', '"chess"'), 1, "this is a position of “chess”, not of The proving ground"),
        (with_('"storm"', '"gale"'), 2, "The proving ground has no scenario “gale”; it has meeting, storm."),
        (with_("wide = true", "quiet = true"), 6, "“Quiet night” cannot be played with “Ambush” (PG-4.4)."),
        (with_("turn = 2", "turn = 0"), 3, "turn must be a whole number, 1 or more"),
        (with_("turn = 2", "turn = true"), 3, "turn must be a whole number, 1 or more"),
        (with_("turn = 2", "turn = two"), 3, "this is not valid TOML: "),
        (with_("[markers]", "[weather]"), 15, "“weather” does not belong in a position file"),
        (with_('step = "red movement"', ""), 1, 'step = "…" is missing'),
        (with_('R1 = "0503"', "R1 = 503"), 10, "the place of “R1” must be text"),
        (with_('R1 = "withdraw"', 'R1 = "dance"'), 22, "“R1 = dance” is no obligation; write a unit and “withdraw”"),
        (with_("exited", "escaped"), 19, "there is no track “escaped”"),
        (with_("blown", "burnt"), 16, "there is no marker “burnt”; there are blown, flown, town"),
        (with_("alarm = 4", "alibi = 4"), 25, "“alibi” is nothing that can be hidden here"),
        (with_("[options]\nwide = true", "options = 3"), 6, "[options] must be a table"),
    ],
)
def test_what_is_wrong_with_a_position_is_said_with_its_line(text: str, line: int, sentence: str):
    with pytest.raises(PositionError) as caught:
        proving().position(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: {sentence}")


def test_a_position_without_a_scenario_or_a_turn_takes_the_first():
    position = Position.parse('game = "proving"\nstep = "alarm"\n')
    assert (position.scenario, position.turn, position.pieces) == ("", 1, {})
    assert table("alarm", scenario="meeting").state.scenario == "meeting"


# What may be shown of it


def test_the_public_part_has_everything_but_the_hidden_table():
    shown = public(GOOD)
    assert "alarm" not in shown
    assert "smoke" not in shown
    assert Position.parse(shown).pieces == Position.parse(GOOD).pieces


def test_tables_after_the_hidden_one_stay():
    text = 'game = "x"\n[hidden]\na = 1\n[hidden.more]\nb = 2\n[tracks]\nc = 3\n'
    assert public(text) == 'game = "x"\n[tracks]\nc = 3'


@pytest.mark.parametrize(
    "text",
    [
        'game = "x"\nhidden = { alarm = 6 }\n',
        'game = "x"\nhidden.alarm = 6\n',
        'game = "x"\n[hidden]\na = """\n[tracks]\nalarm = 6"""\n',
    ],
)
def test_where_the_hidden_part_cannot_be_cut_out_nothing_is_shown(text: str):
    assert public(text) == ""
