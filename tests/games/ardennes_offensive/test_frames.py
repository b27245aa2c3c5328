"""The sequence of play as a stack of frames: saved and read back in the middle of whatever is being done."""

from __future__ import annotations

import json
import random

import pytest

from ardennes.engine import State
from ardennes.engine.step import Bare
from ardennes.games.ardennes_offensive.battle import Clash
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import at, game, start


def saved(state: State) -> State:
    """A position that was written to a file and read again."""
    return game().from_json(json.loads(json.dumps(state.to_json())))


def test_every_step_has_a_frame_of_its_own_that_begins_with_its_name():
    for step in game().steps.values():
        fields = step.frame._fields  # type: ignore[attr-defined]  # a NamedTuple, as this test shows
        assert step.frame is Bare or (fields[0] == "step" and len(fields) > 1), step.name


@pytest.mark.parametrize("scenario", ["1", "10"])
def test_a_game_that_is_saved_at_every_choice_goes_on_in_the_same_way(scenario: str):
    rng, state = random.Random(scenario), start(scenario).state
    seen = set()
    for _ in range(700):
        again = saved(state)
        assert again == state
        assert [type(frame) for frame in again.frames] == [type(frame) for frame in state.frames]
        seen |= {frame.step for frame in state.frames}
        if state.chance is not None:
            roll = state.chance.sample(rng)
            state.roll(roll)
            again.roll(roll)
        else:
            action = rng.choice(list(state.decision.options))
            state.apply(action)
            again.apply(action)
        assert again == state
        state = again
    assert {"move", "attack", "place", "retreat"} <= seen


def test_a_battle_is_read_back_as_it_was_declared():
    table = at("german combat", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN).declare(PLAIN, by=["1SSPz-1a"])
    table.do("fight 3-1")
    again = saved(table.state)
    assert isinstance(again.top.clash, Clash)
    assert again.top == table.state.top
    assert again.battle() == table.state.battle()
