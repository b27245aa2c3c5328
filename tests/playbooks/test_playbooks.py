"""Playbooks: found by the name of the game, and done without where there is none."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import ardennes
from ardennes.ai import Budget, player, taste
from ardennes.ai.recruit import stretch
from ardennes.playbooks import Playbook, playbook
from tests.proving.table import proving


@pytest.mark.parametrize("name", ardennes.games())
def test_a_playbook_ranks_steps_of_its_game_and_weighs_for_its_sides(name: str):
    game, book = ardennes.game(name), playbook(name)
    assert book.rank.keys() <= game.steps.keys()
    assert book.tastes.keys() <= set(game.sides)
    for changes in book.tastes.values():
        taste.PLAIN.changed(changes)


def test_a_playbook_is_found_by_the_name_of_its_game():
    assert "air assignment" in playbook("bulge").rank
    assert playbook("ardennes-offensive").tastes["german"]
    assert playbook("axis-allies").rank


def test_a_game_without_a_playbook_has_an_empty_one():
    assert playbook(proving().name) == Playbook()


@pytest.mark.parametrize("name", ardennes.games())
def test_an_opponent_does_without_a_playbook(name: str, monkeypatch: pytest.MonkeyPatch):
    for module in (stretch, taste):
        monkeypatch.setattr(module, "playbook", lambda game: Playbook())
    monkeypatch.setattr(taste, "taste_of", taste.taste_of.__wrapped__)
    state, rng = ardennes.game(name).start(), random.Random(1)
    for _ in range(4):
        while state.chance is not None:
            state.roll(state.chance.sample(rng))
        for action in player("recruit").orders(state.view(state.decision.side), rng, Budget(nodes=50)):
            state.apply(action)


@pytest.mark.parametrize("name", ardennes.games())
def test_a_game_is_loaded_and_played_without_its_playbook(name: str):
    """In a process of its own, in which nobody may import a playbook."""
    code = f"""
import random, sys
class Nobody:
    def find_spec(self, name, path=None, target=None):
        assert not name.startswith("ardennes.playbooks"), name
sys.meta_path.insert(0, Nobody())
import ardennes
state, rng = ardennes.game({name!r}).start(), random.Random(1)
while not state.over and state.turn < 3:
    if state.chance is not None:
        state.roll(state.chance.sample(rng))
    else:
        state.apply(rng.choice(state.decision.options))
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
