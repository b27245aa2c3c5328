"""Lasting effects: they count from a Game-Turn to a Game-Turn, end with a line, and survive saving."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.counters.effects import Effect, Effects
from ardennes.engine import Event
from tests.counters.skirmish import Position, Skirmish, skirmish

FOG = Effect("fog", "SK-1", 2, 3)
FEVER = Effect("fever", "SK-1", 1, 0, units=0b1, place="0101", amount=2)


class Weather(Effects, Position):
    """A position that knows what events have caused."""

    def refresh(self) -> None:
        """Find out again who is where."""
        super().refresh()
        self.revive_effects()


class Weathered(Skirmish):
    """A skirmish with events."""

    state_class = Weather


@pytest.fixture
def state(tmp_path: Path) -> Weather:
    skirmish(tmp_path)
    found = Weathered(tmp_path).start("meeting")
    assert isinstance(found, Weather)
    return found


def heard(state: Weather) -> list[Event]:
    events: list[Event] = []
    state.listener = events.append
    return events


def test_an_effect_counts_from_its_first_turn_to_its_last(state: Weather):
    state.cause(FOG, "Fog falls")
    found = []
    for turn in range(1, 5):
        state.turn = turn
        found.append(state.effect("fog") is not None)
    assert found == [False, True, True, False]


def test_an_effect_without_an_end_counts_for_the_rest_of_the_game(state: Weather):
    state.cause(FEVER, "Fever spreads")
    state.turn = 99
    state.expire()
    assert state.effect("fever") == FEVER


def test_an_effect_is_told_when_it_arises_and_when_it_expires(state: Weather):
    events = heard(state)
    state.cause(FOG, "Fog falls")
    state.turn = 3
    state.expire()
    assert state.effects == (FOG,)
    state.turn = 4
    state.expire()
    assert not state.effects
    assert [(event.kind, event.rule, event.text) for event in events] == [
        ("effect", "SK-1", "Fog falls"),
        ("effect", "SK-1", "Fog is over"),
    ]


def test_an_effect_that_is_used_in_part_keeps_the_rest(state: Weather):
    state.cause(FEVER, "Fever spreads")
    found = state.effect("fever")
    assert found is not None
    left = state.change_effect(found, amount=found.amount - 1)
    assert state.effect("fever") == left == FEVER._replace(amount=1)
    state.end_effect(left, "The fever is cured")
    assert state.effect("fever") is None


def test_effects_survive_saving_as_records(state: Weather):
    state.cause(FEVER, "Fever spreads")
    again = state.game.from_json(state.to_json())
    assert isinstance(again, Weather)
    assert again.effects == (FEVER,)
    assert isinstance(again.effects[0], Effect)
    assert again.key() == state.key()
