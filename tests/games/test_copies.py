"""A copy of a position carries every declared field and shares no list or dictionary."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.engine.fields import UNDECLARED


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
    for field in state.fields:
        mine, copied = getattr(state, field.name), getattr(new, field.name)
        assert copied == mine, field.name
        assert (copied is mine) == (field.holds == "value"), field.name
    for name_ in UNDECLARED:
        assert getattr(new, name_) == getattr(state, name_), name_
    assert new.listener is None


@pytest.mark.parametrize("name", ardennes.games())
def test_what_a_field_is_declared_to_hold_is_what_it_holds(name: str):
    state = ardennes.game(name).start()
    kinds = {"column": list, "mapping": dict}
    for field in state.fields:
        held = getattr(state, field.name)
        if field.holds in kinds:
            assert type(held) is kinds[field.holds], field.name
        else:
            assert not isinstance(held, list | dict | set), field.name
        assert field.about.strip(), field.name
