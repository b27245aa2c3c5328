"""Units of two steps: turned over, then eliminated; the figures of the side that is up count."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from ardennes.counters import GONE, bits, printed
from ardennes.counters.steps import Figures, Stepped, SteppedRoster, Steps, both_sides
from ardennes.engine import Event
from tests.counters.skirmish import SIDES, Skirmish, skirmish
from tests.counters.skirmish import Position as Field

HEAD = ("id", "side", "nation", "formation", "name", "type", "size", "start_hex", "notes")
FIGURES = ("attack", "defence", "ma", "attack_reduced", "defence_reduced", "ma_reduced")
PANZER = dict(zip(FIGURES, ("6", "4", "12", "3", "2", "12"), strict=True))
SCOUTS = dict(zip(FIGURES, ("1", "2", "8", "", "", ""), strict=True))


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Unit(Stepped):
    allowance: int = 2


class Worn(Field, Steps):
    """A position of the small game whose units have steps."""


def unit(number: int, name: str, figures: dict[str, str]) -> Unit:
    row = dict.fromkeys(HEAD, "") | {"id": name, "side": SIDES[number // 2], "name": name}
    return Unit(**printed(number, row, SIDES), **both_sides(figures))


@pytest.fixture
def worn(tmp_path: Path) -> Worn:
    game: Skirmish = skirmish(tmp_path)
    forces = SteppedRoster((unit(0, "R1", PANZER), unit(1, "R2", SCOUTS), unit(2, "B1", PANZER), unit(3, "B2", PANZER)))
    game.forces = forces  # type: ignore[assignment]  # the same counters with steps
    state = Worn(game, "meeting", {})
    for number, where in enumerate(("0102", "0103", "0402", "0403")):
        state.stand(number, game.ground.grid.index(where))
    return state


def test_figures_are_those_of_the_side_that_is_up(worn: Worn):
    assert worn.figures(0) == Figures(6, 4, 12)
    assert worn.attack(0b0011) == 7
    worn.reduce(0, "SK-2", "a test")
    assert worn.figures(0) == Figures(3, 2, 12)
    assert str(worn.figures(0)) == "3-2-12"
    assert worn.attack(0b0011) == 4
    assert list(bits(worn.reduced)) == [0]


def test_a_unit_loses_one_step_then_the_other_and_says_so(worn: Worn):
    heard: list[Event] = []
    worn.listener = heard.append
    assert worn.steps(0) == 2
    assert not worn.reduce(0, "SK-2", "it was hit")
    assert worn.steps(0) == 1
    assert worn.reduce(0, "SK-2", "it was hit again")
    assert (worn.steps(0), worn.at[0]) == (0, GONE)
    assert [event.text for event in heard] == [
        "R1 loses a step in 0102: it was hit",
        "R1 is eliminated in 0102: it was hit again",
    ]
    assert {event.rule for event in heard} == {"SK-2"}


def test_a_unit_of_one_step_is_eliminated_at_once(worn: Worn):
    assert worn.steps(1) == 1
    assert worn.reduce(1, "SK-2", "a test")
    assert worn.at[1] == GONE
    assert worn.reduced == 0


def test_the_mask_is_part_of_the_position_and_has_its_status(worn: Worn):
    worn.reduce(2, "SK-2", "a test")
    new = worn.copy()
    new.reduce(3, "SK-2", "a test")
    assert worn.reduced == 0b0100
    assert new.position()["reduced"] == 0b1100
    assert [field.name for field in Worn.fields if field.status == "reduced"] == ["reduced"]
