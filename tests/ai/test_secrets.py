"""No player cheats: hidden facts do not move it, and it never touches the dice (test_dice: nor do they move it)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import pytest

import ardennes
from ardennes.ai import Budget, players
from ardennes.ai import player as named
from ardennes.engine.chance import Chance, Roll
from ardennes.engine.state import State
from tests.ai.lookalikes import BUDGET, differing, positions

SECRETIVE = [name for name in ardennes.games() if ardennes.game(name).hides]


@pytest.mark.parametrize("name", SECRETIVE)
def test_hidden_facts_do_not_move_recruit(name: str):
    assert differing(name, 40, seed=8) == []


@pytest.mark.parametrize("name", SECRETIVE)
def test_lookalikes_differ_and_are_seen_alike(name: str):
    for state, lookalike in islice(positions(name, seed=3), 3):
        assert state != lookalike
        assert state.view(state.decision.side) == lookalike.view(lookalike.decision.side)


@pytest.mark.parametrize("name", SECRETIVE)
def test_hidden_facts_do_not_move_officer(name: str):
    assert differing(name, 3, seed=9, level="officer", budget=Budget(nodes=12_000)) == []


@pytest.mark.parametrize("level", [name for name in players() if named(name).level <= 2])
@pytest.mark.parametrize("name", ardennes.games())
def test_no_player_throws_the_dice_of_the_game_or_asks_how_they_would_fall(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
):
    state = _some_way_in(name)

    def caught(*_: object) -> None:
        raise AssertionError("a player has touched the dice")

    side = state.decision.side
    before = named(level).orders(state.view(side), random.Random(5), BUDGET)
    for method in ("sample", "keyed"):
        monkeypatch.setattr(Chance, method, caught)
    monkeypatch.setattr(State, "roll", caught)
    assert named(level).orders(state.view(side), random.Random(5), BUDGET) == before


@pytest.mark.parametrize("name", ardennes.games())
def test_a_player_that_looks_ahead_throws_dice_of_its_own_on_guesses_alone(name: str, monkeypatch: pytest.MonkeyPatch):
    state = _some_way_in(name)
    side, budget, seeds = state.decision.side, Budget(nodes=9_000), list[int | str]()
    view = state.view(side)
    before = named("officer").orders(view, random.Random(5), budget)
    roll, keyed = State.roll, Chance.keyed

    def rolled(one: State, outcome: Sequence[int] | Sequence[str]) -> None:
        assert one is not state
        assert one is not view
        assert one.viewer is None
        roll(one, outcome)

    def drawn(chance: Chance, seed: int | str) -> Roll:
        seeds.append(seed)
        return keyed(chance, seed)

    monkeypatch.setattr(State, "roll", rolled)
    monkeypatch.setattr(Chance, "keyed", drawn)
    assert named("officer").orders(view, random.Random(5), budget) == before
    assert 7 not in seeds  # the game's


def _some_way_in(name: str, dice: int = 7) -> State:
    """The second turn of a random game."""
    rng = random.Random(dice)
    state = ardennes.game(name).start()
    while state.turn < 2 or state.chance is not None or len(state.decision.options) < 3:
        if state.chance is not None:
            state.roll(state.chance.keyed(dice))
        else:
            state.apply(rng.choice(state.decision.options))
        assert not state.over
    return state
