"""The sequence of play as a stack of frames: saved and read back in the middle of whatever is being done."""

from __future__ import annotations

import json
import random

import pytest

import ardennes
from ardennes.engine import Game, State
from ardennes.engine.step import Bare
from tests import proving

GAMES = (*map(ardennes.game, ardennes.games()), proving.load())
# Steps that these random games must come to, so that they save more than the easy moments.
SEEN = {
    "ardennes-offensive": {"move", "attack", "place", "retreat"},
    "bulge": {"move", "attack", "differential", "air assignment"},
}
OPTIONS = {"bulge": {"airdrop": "on", "weather": "variable"}}


def names(game: Game) -> str:
    return game.name


def saved(state: State) -> State:
    """A position that was written to a file and read again."""
    return state.game.from_json(json.loads(json.dumps(state.to_json())))


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_every_step_has_a_frame_of_its_own_that_begins_with_its_name(game: Game):
    for step in game.steps.values():
        fields = step.frame._fields  # type: ignore[attr-defined]  # a NamedTuple, as this test shows
        assert step.frame is Bare or (fields[0] == "step" and len(fields) > 1), step.name


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_a_game_that_is_saved_at_every_choice_goes_on_in_the_same_way(game: Game):
    seen: set[str] = set()
    for scenario in (next(iter(game.scenarios)), next(reversed(game.scenarios))):
        rng, state = random.Random(scenario), game.start(scenario, **OPTIONS.get(game.name, {}))
        for _ in range(700):
            if state.over:
                break
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
    assert SEEN.get(game.name, set()) <= seen
