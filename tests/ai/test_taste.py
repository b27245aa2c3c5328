"""Tastes: named numbers with ranges, under which one policy plays in several ways."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.ai import player
from ardennes.ai.recruit.stretch import policy
from ardennes.ai.taste import PLAIN, RANGES, taste_of
from ardennes.engine.errors import ArdennesError


def test_every_number_of_a_taste_lies_in_its_range():
    assert all(least <= getattr(PLAIN, name) <= most for name, (least, most) in RANGES.items())


def test_a_number_that_a_taste_has_not_is_refused_in_words():
    with pytest.raises(ArdennesError, match="There is no setting “courage”; there are pull"):
        PLAIN.changed({"courage": 1.0})
    with pytest.raises(ArdennesError, match="“fade” must be between 0 and 1, not 3"):
        PLAIN.changed({"fade": 3.0})


def test_a_varied_taste_keeps_to_the_ranges_and_to_the_names_that_may_vary():
    rng = random.Random(1)
    for _ in range(20):
        taste = PLAIN.varied(rng, 2.0)
        assert all(least <= getattr(taste, name) <= most for name, (least, most) in RANGES.items())
    one = PLAIN.varied(rng, 1.0, ["pull"])
    assert one != PLAIN
    assert one.changed({"pull": PLAIN.pull}) == PLAIN


@pytest.mark.parametrize("name", ardennes.games())
def test_recruit_is_the_policy_under_the_taste_of_its_side(name: str):
    state = ardennes.game(name).start()
    while state.chance is not None:
        state.roll(state.chance.keyed(1))
    side = state.decision.side
    trial = state.view(side).guess(random.Random(3))
    done = policy(trial, random.Random(3), taste_of(name, side))
    assert player("recruit").orders(state.view(side), random.Random(3)) == tuple(done)
    for action in done:
        state.apply(action)
    assert state.key() == trial.key()


def test_another_taste_gives_other_orders():
    found = set()
    for taste in (PLAIN, PLAIN.changed({"pull": 0.0, "danger": 2.0})):
        state = ardennes.game("bulge").start()
        while state.chance is not None or state.phase != "german movement":
            if state.chance is not None:
                state.roll(state.chance.keyed(1))
            else:
                policy(state, random.Random(1))
        found.add(tuple(policy(state, random.Random(1), taste)))
    assert len(found) == 2
