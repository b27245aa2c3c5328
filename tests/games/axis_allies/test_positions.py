"""Position files of Axis & Allies: each fault with its line, and what set-ups by hand, tokens and markers come to."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.engine import PositionError
from ardennes.games.axis_allies.state import Position

GAME: Any = ardennes.game("axis-allies")
NAMES = GAME.terrain.names
TRUCK = next(iter(GAME.forces.truck_number))
FORMATION = next(iter(GAME.forces.number))
START = GAME.start()
AXIS = NAMES[GAME.terrain.grid.bits(START.held[0])[0]]
ALLIES = NAMES[GAME.terrain.grid.bits(START.held[1])[0]]


def toml(step: str, pieces: str = "", turn: int = 4, more: str = "") -> str:
    """A position: pieces as `KEY = WORDS / …`."""
    parts = [line.split("=") for line in pieces.split("/") if line.strip()]
    lines = [f'"{key.strip()}" = "{words.strip()}"' for key, words in parts]
    body = "\n".join(lines)
    return f'game = "axis-allies"\nturn = {turn}\nstep = "{step}"\n[pieces]\n{body}\n{more}\n'


def read(text: str) -> Position:
    """The position of a file."""
    found: Position = GAME.position(text)
    return found


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (toml("lunch"), 3, "there is no step “lunch”"),
        (toml("axis attack", turn=99), 2, "the game has 8 turns"),
        (toml("axis attack", "swiss G6 = inf 1"), 5, "is not a side with a hex"),
        (toml("axis attack", "axis Z99 = inf 1"), 5, "“Z99” is not a full hex of the board"),
        (toml("axis attack", f"axis {AXIS} = horse 1"), 5, "“horse 1” is not a type with a number"),
        (toml("axis attack", f"axis {AXIS} = inf many"), 5, "“inf many” is not a type with a number"),
        (toml("axis attack", f"axis {AXIS} = inf 1 tank"), 5, "“tank” has no number"),
        (toml("axis attack", f"axis {AXIS} = fighter 1"), 5, "“fighter 1” is not a type with a number"),
        (toml("air combat", f"axis {AXIS} = fighter 99"), 5, "axis does not have that many fighters"),
        (
            toml("axis attack", f"axis {AXIS} = inf 1 / allies {AXIS} = inf 1"),
            6,
            f"combat units of both sides are in {AXIS}",
        ),
        (toml("axis attack", f"axis {AXIS} = inf 30"), 5, "the hex holds more than it may"),
        (toml("axis attack", f"{TRUCK} = {AXIS} loaded inf 9"), 5, "a truck has six spaces"),
        (toml("axis attack", f"{TRUCK} = {AXIS} on fire"), 5, "“on fire” does not describe a truck"),
        (toml("axis attack", f"{FORMATION} = inf"), 5, "“inf” has no number"),
        (toml("axis attack", more='[markers]\nfirst = "swiss"'), 7, "“swiss” is not a side"),
        (toml("axis attack", more="[markers]\nburning = []"), 7, "“burning” is not a marker"),
        (toml("axis attack", more='[markers]\nattacked = "G6"'), 7, "“attacked” takes a list of hexes"),
        (toml("axis attack", more='[markers]\nattacked = ["Z99"]'), 7, "“Z99” is not a full hex"),
        (toml("axis attack", more="[hidden]\naxis = 1"), 7, "this game has no hidden"),
        (toml("air placing", turn=1), 2, "aircraft fly from turn"),
        (toml("allies attack", turn=1), 2, "on the first turn the Axis begins"),
        (toml("axis setup", f"axis {ALLIES} = inf 1", turn=1), 5, "is not on the axis side of the front line"),
        (toml("axis setup", f"axis {AXIS} = tank 40", turn=1), 5, "the printed set-up does not have that much tank"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, line: int, message: str):
    with pytest.raises(PositionError, match=f"line {line}\\b.*{message}"):
        read(text)


def test_a_truck_has_what_its_line_says():
    state = read(toml("axis movement", f"{TRUCK} = {AXIS} loaded inf 2 supply 1 axis"))
    number = GAME.forces.truck_number[TRUCK]
    assert NAMES[state.trucks[number]] == AXIS
    assert sum(state.load_of(number)) > 0
    assert state.owners[number] == 0


@pytest.mark.parametrize("place", ["off", "dead"])
def test_a_truck_may_be_off_the_board_or_lost(place: str):
    state = read(toml("axis movement", f"{TRUCK} = {place}"))
    assert state.trucks[GAME.forces.truck_number[TRUCK]] < 0


def test_who_has_attacked_is_not_ready_and_who_was_activated_is():
    pieces = f"axis {AXIS} = inf 3 supply 3 / allies {ALLIES} = inf 2"
    fresh, done = (read(toml("axis attack", pieces, more=more)) for more in ("", f'[markers]\nattacked = ["{AXIS}"]'))
    at = GAME.terrain.bit[AXIS]
    assert [state.ready.get(at, 0) for state in (fresh, done)] == [3, 0]


def test_what_stands_on_the_board_by_hand_is_no_longer_in_hand():
    without, with_one = (read(toml("axis setup", pieces, turn=1)) for pieces in ("", f"axis {AXIS} = inf 1"))
    assert sum(with_one.hand) == sum(without.hand) - 1


def test_a_formation_that_is_gone_has_nobody_left():
    state = read(toml("axis movement", f"{FORMATION} = gone", turn=1))
    n, number = len(GAME.forces.formations), GAME.forces.number[FORMATION]
    assert [state.charts[kind * n + number] for kind in range(3)] == [0, 0, 0]
