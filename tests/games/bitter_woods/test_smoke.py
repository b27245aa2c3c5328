"""Random games to the end, and the engine's promises."""

from __future__ import annotations

import random

import pytest

from ardennes.engine import Record
from ardennes.engine.conformance import conform
from tests.games.bitter_woods.table import game


@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize(
    ("scenario", "turns", "games"),
    [("campaign", 22, 2), ("six-turn", 6, 4), ("eight-turn", 8, 4), ("southern-shoulder", 8, 8)],
)
def test_random_games_end_soundly(scenario: str, turns: int, games: int, block: int):
    for seed in range(games):
        rng = random.Random(f"{scenario}/{block}/{seed}")
        state = game().start(scenario)
        count = 0
        while not state.over:
            if state.chance is not None:
                state.roll(state.chance.sample(rng))
            else:
                state.apply(rng.choice(state.decision.options))
            count += 1
            assert count < 30_000
            if not count % 50:
                assert list(game().invariants(state)) == []
        assert state.turn <= turns
        assert list(game().invariants(state)) == []


def test_a_game_that_nobody_hears_is_the_same_game():
    """Without a listener paths are not traced where they do not matter; the position must not know."""
    rng, loud, silent = random.Random(11), Record.start(game(), "six-turn").state, game().start("six-turn")
    loud.listener = lambda event: None
    while not silent.over:
        if silent.chance is not None:
            roll = silent.chance.sample(rng)
            silent.roll(roll)
            loud.roll(roll)
        else:
            action = rng.choice(silent.decision.options)
            silent.apply(action)
            loud.apply(action)
        assert silent.to_json() == loud.to_json()


@pytest.mark.parametrize(
    ("scenario", "seed", "every"), [("six-turn", 1, 25), ("campaign", 2, 90), ("southern-shoulder", 3, 25)]
)
def test_the_promises_are_kept(scenario: str, seed: int, every: int):
    report = conform(game(), scenario, games=1, every=every, sample=8, seed=seed)
    assert report.sound, str(report)


def test_a_game_is_journalled_and_replays():
    rng = random.Random(4)
    record = Record.start(game(), "campaign")
    for _ in range(300):
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(rng))
        else:
            record.apply(rng.choice(record.state.decision.options))
    again = Record.replay(game(), record.journal)
    assert again.state == record.state
