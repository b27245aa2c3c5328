"""Position files: what they may say, and each fault with its line."""

from __future__ import annotations

import pytest

from ardennes.engine import PositionError
from tests.games.bastogne.table import at, game, toml


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (toml("german combat", "Nobody 1010 reduced"), 5, "there is no piece “Nobody”"),
        (toml("german combat", "2Pz-I-3 1010 / 2Pz-38 1010"), 6, "two units are in 1010: 2Pz-I-3 and 2Pz-38"),
        (toml("german combat", "2Pz-I-3 9999"), 5, "there is no hex or box “9999”"),
        (toml("german combat", "2Pz-I-3 1010 tired"), 5, "“tired” is not a status"),
        (toml("german combat", "2Pz-I-3 pool reduced"), 5, "“reduced” is not a status that “2Pz-I-3” can have there"),
        (toml("german combat", "10AD-20 west"), 5, "“10AD-20” is Allied and cannot leave the map"),
        (toml("german combat", "10AD-20 1010", turn=20), 2, "the game has 19 Game-Turns"),
        (toml("lunch", "10AD-20 1010"), 3, "a position begins with one of"),
        (toml("german combat", "10AD-20 1010", german=[5, 5]), 7, "no more than 1 marker with a factor of 5"),
        (toml("german combat", "10AD-20 1010", allied=[2]), 8, "no marker with a factor of 2"),
        (toml("german combat", "10AD-20 1010", more='[tracks]\n"1317" = "nobody"'), 7, "takes one of german, allied"),
        (toml("german combat", "10AD-20 1317", more='[tracks]\n"1317" = "german"'), 7, "is in 1317 and holds it"),
        (
            toml("german combat", "10AD-20 1010", more='[markers]\n"entered 1010" = 1'),
            7,
            "is not a marker of this game",
        ),
        (toml("german combat", "10AD-20 1010", more='[markers]\n"entered 2913" = -1'), 7, "as a whole number"),
        (
            toml("german combat", "10AD-20 1010", more='[markers]\n"german used" = [9]'),
            7,
            "no marker with a factor of 9",
        ),
        (toml("german combat", "10AD-20 1010", more="[hidden]\nbritish = [3]"), 7, "“british” is not a side"),
        (toml("allied setup", "10AD-20 1317", turn=7), 2, "the set-up comes before Game-Turn 1 (BA-12.0)"),
        (toml("allied setup", "2Pz-38 1010", turn=1), 5, "is not on the map during the set-up (BA-12.0.german)"),
        (toml("allied setup", "705TD 1010", turn=1), 5, "is not on the map during the set-up"),
        (toml("allied setup", "10AD-20 1317", turn=1, german=[5]), 7, "nothing has been drawn and nothing has entered"),
        (
            toml("allied setup", "10AD-20 1317", turn=1, more='[markers]\n"entered 2913" = 1'),
            7,
            "nothing has been drawn and nothing has entered",
        ),
        (toml("support fire", "10AD-20 1317", allied=[3]), 7, "all markers are in the pools when the Game-Turn begins"),
        (
            toml("support fire", "10AD-20 1317", more='[markers]\n"german used" = [5, 4]'),
            7,
            "all markers are in the pools when the Game-Turn begins (BA-7.1.return)",
        ),
        (toml("german movement", "10AD-20 1010 fought"), 5, "“fought” is not a status that “10AD-20” can have there"),
        (toml("german combat", "10AD-20 1010 moved"), 5, "“moved” is not a status that “10AD-20” can have there"),
        (toml("support fire", "10AD-20 1010 moved"), 5, "possible: reduced"),
        (
            toml("german combat", "10AD-20 1010 / 2Pz-38 2020", more='[markers]\n"entered 2913" = 2'),
            8,
            "at most 1 unit can have entered at 2913",
        ),
        (
            toml("german combat", "10AD-20 1010", german=[2, 2], more='[markers]\n"german used" = [2]'),
            9,
            "the pool has no more than 2 markers with a factor of 2, 1 of them used",
        ),
        (toml("german combat", "10AD-20 1010", more='[tracks]\n"1010" = "german"'), 7, "is not a track of this game"),
        (toml("german combat", "10AD-20 pool"), 5, "“10AD-20” was set up before Game-Turn 1 and is not in the pool"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, line: int, message: str):
    with pytest.raises(PositionError) as fault:
        game().position(text)
    assert f"line {line}: " in str(fault.value)
    assert message in str(fault.value)


def test_a_position_is_read_as_it_is_written():
    more = '[tracks]\n"1416" = "german"\n[markers]\n"german used" = [2]\n"entered 2913" = 2'
    table = at("german mobile", "2Pz-I-3 2412 reduced / 2Pz-38 west reduced / 10AD-20 1317", german=[5], more=more)
    state = table.state
    assert (table.where("2Pz-I-3"), table.where("2Pz-38"), table.where("9AD-19")) == (
        "2412 reduced", "west reduced", "eliminated",
    )  # fmt: skip
    assert (state.town, state.holding, state.used[0]) == (("allied", "german"), (1, 0), (1, 0, 0, 0))
    assert state.entered == {game().ground.grid.index("2913"): 2}
    assert list(game().invariants(state)) == []


@pytest.mark.parametrize(
    ("fought", "asked"), [("", ("german", "bombardment")), (" fought", ("german", "german combat"))]
)
def test_after_a_ground_attack_a_position_has_no_bombardments(fought: str, asked: tuple[str, str]):
    pieces = f"9AD-19 2010{fought} / 2Pz-38 2011{fought} / 2Pz-I-3 1009 / 10AD-20 1010"
    assert at("german combat", pieces, german=[5, 3]).asked == asked


def test_invariants_see_what_is_wrong():
    state = at("german combat", "2Pz-I-3 1010 / 10AD-20 1012").state
    state.at[game().forces.index["10AD-20"]] = state.at[game().forces.index["2Pz-I-3"]]
    state.town = ("german", "german")
    state.holding = (2, 0)
    state.reduced |= 1 << game().forces.index["Lehr-130"]
    found = " ".join(game().invariants(state))
    for words in ("two units are in one hex", "the german hand has 0 markers, not 2", "Lehr-130 has not arrived"):
        assert words in found
