"""Every step keeps a typed frame, and a saved position finds its frames again."""

from __future__ import annotations

import json
import random

from ardennes.games.axis_allies.state import Position
from tests.games.axis_allies.table import game, start


def test_the_frame_of_every_step_is_a_record_that_begins_with_its_name():
    for step in game().steps.values():
        fields = step.frame._fields  # type: ignore[attr-defined]  # a NamedTuple, as this test shows
        assert fields[0] == "step", step.name


def test_frames_are_the_same_after_saving_in_every_step_that_a_random_game_comes_to():
    state, rng, seen = start().raw, random.Random(5), set()
    while not state.over:
        seen.add(state.top.step)
        again = Position.from_json(state.game, json.loads(json.dumps(state.to_json())))
        assert again.frames == state.frames
        assert [type(frame) for frame in again.frames] == [type(frame) for frame in state.frames]
        if state.chance is None:
            state.apply(state.decision.options[rng.randrange(len(state.decision.options))])
        else:
            state.roll(state.chance.sample(rng))
    assert len(seen) > 20
