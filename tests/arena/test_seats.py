"""Players of another commit, run from their own files."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

import ardennes
from ardennes.ai import Budget
from ardennes.arena.seats import ROOT, PastPlayer, checkout, seat
from ardennes.engine.errors import ArdennesError

needs_git = pytest.mark.skipif(
    subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, check=False).returncode != 0,
    reason="needs the repository",
)


@needs_git
def test_a_player_of_another_commit_answers_from_its_own_files():
    state = ardennes.game("bulge").start()
    while state.chance is not None:
        state.roll(state.chance.keyed(1))
    past = seat("recruit@HEAD")
    assert isinstance(past, PastPlayer)
    assert past.source.is_relative_to(checkout("HEAD"))
    assert not past.source.is_relative_to(Path(ardennes.__file__).parent)
    orders = past.orders(state.view(state.decision.side), random.Random(1), Budget(nodes=4_000))
    assert past.stumbles == 0
    for action in orders:
        state.apply(action)


@needs_git
def test_a_commit_that_there_is_not_is_refused_in_words():
    with pytest.raises(ArdennesError, match="There is no commit “0000000” in a repository"):
        seat("recruit@0000000")
