"""The sequence of play as a stack of frames: saved and read back in the middle of whatever is being done."""

from __future__ import annotations

import json
import random

import pytest

from ardennes.engine import State
from ardennes.engine.step import Bare
from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import at, game, start

TOUCHING = """
    1SS   7 at E
    28Inf 4 at .
"""


def saved(state: State) -> State:
    """A position that was written to a file and read again."""
    return game().from_json(json.loads(json.dumps(state.to_json())))


def test_every_step_has_a_frame_of_its_own_that_begins_with_its_name():
    for step in game().steps.values():
        fields = step.frame._fields  # type: ignore[attr-defined]  # a NamedTuple, as this test shows
        assert step.frame is Bare or (fields[0] == "step" and len(fields) > 1), step.name


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_is_saved_at_every_choice_goes_on_in_the_same_way(seed: int):
    rng, state = random.Random(seed), start(airdrop="on", weather="variable").state
    seen = set()
    while not state.over:
        again = saved(state)
        assert [type(frame) for frame in again.frames] == [type(frame) for frame in state.frames]
        assert again == state
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
    assert {"move", "attack", "differential", "air assignment"} <= seen


def test_the_frame_of_a_battle_holds_the_attack():
    table = at("german pre-combat", TOUCHING, centre=FIELD, german_support=1).declare(FIELD, ["1SS"], "primary")
    again = saved(table.do("support").state)
    assert again.top.step == "differential"
    assert (again.top.clash.table, again.top.clash.support) == ("primary", 1)
    assert again.battle() == table.state.battle()


@pytest.mark.parametrize("data", [[], ["open"]])
def test_a_frame_without_its_last_data_still_reads(data: list[str]):
    written = at("german pre-combat", TOUCHING, centre=FIELD).state.to_json()
    written["position"]["frames"] = {"tuple": [{"tuple": ["german pre-combat", *data]}]}
    read = game().from_json(written).begin()
    assert tuple(read.top) == ("german pre-combat", "open")
    assert read.decision.step == "german pre-combat"
