"""A copy of a position, which games write out by hand for speed, carries all that the game names and shares no list."""

from __future__ import annotations

import random

import pytest

import ardennes


@pytest.mark.parametrize("name", ardennes.games())
def test_a_copy_carries_every_field_and_shares_nothing_that_changes(name: str):
    state, luck = ardennes.game(name).start(), random.Random(8)
    for _ in range(300):
        if state.over:
            break
        if state.chance is not None:
            state.roll(state.chance.sample(luck))
        else:
            state.apply(luck.choice(state.decision.options))
    new = state.copy()
    for field in (*state.SCALARS, *state.CACHES, "game", "viewer", "epoch", "_asked", "_side"):
        assert getattr(new, field) == getattr(state, field), field
    for field in (*state.COLUMNS, *state.MAPS):
        assert getattr(new, field) == getattr(state, field), field
        assert getattr(new, field) is not getattr(state, field), field
    assert new.listener is None
