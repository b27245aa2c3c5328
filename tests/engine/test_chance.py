"""Chance: dice and draws with exact probabilities, supplied from outside."""

import random
from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine import ArdennesError, BadRoll, Chance, Die

dice = st.lists(st.integers(2, 12), min_size=1, max_size=4)
pools = st.lists(st.sampled_from("abc"), min_size=1, max_size=7)


def rolled(*sides: int, key: tuple[str | int, ...] = (1, "fire", "0101")) -> Chance:
    return Chance(rule="X-1", reason="the battle", key=key, dice=[Die(f"d{i}", n) for i, n in enumerate(sides)])


def drawn(pool: list[str], draws: int) -> Chance:
    return Chance(rule="X-1", reason="the draw", key=(1, "draw"), pool=pool, draws=draws)


@given(dice)
def test_the_outcomes_of_dice_are_equally_likely_and_add_up_to_one(sides: list[int]):
    chance = rolled(*sides)
    outcomes = dict(chance.outcomes())
    assert len(outcomes) == chance.size
    assert sum(outcomes.values()) == pytest.approx(1)
    assert len(set(outcomes.values())) == 1


@given(pools, st.data())
def test_a_draw_from_equal_names_has_the_chance_of_its_ways(pool: list[str], data: st.DataObject):
    draws = data.draw(st.integers(0, len(pool)))
    chance = drawn(pool, draws)
    outcomes = dict(chance.outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    held = Counter(pool)
    for outcome, probability in outcomes.items():
        ways = 1
        for name, n in Counter(outcome).items():
            ways *= comb(held[str(name)], n)
        assert probability == pytest.approx(ways / comb(len(pool), draws))


def test_two_equal_chits_of_three_are_drawn_a_third_of_the_time():
    assert dict(drawn(["smoke", "smoke", "blank"], 2).outcomes()) == {
        ("blank", "smoke"): pytest.approx(2 / 3),
        ("smoke", "smoke"): pytest.approx(1 / 3),
    }


@given(dice, st.integers())
def test_a_sample_of_dice_is_a_possible_outcome(sides: list[int], seed: int):
    chance = rolled(*sides)
    assert chance.probability(chance.sample(random.Random(seed))) > 0


@given(pools, st.integers())
def test_a_sample_of_a_pool_is_a_possible_outcome(pool: list[str], seed: int):
    chance = drawn(pool, len(pool) // 2)
    assert chance.probability(chance.sample(random.Random(seed))) > 0


@pytest.mark.parametrize("outcome", [(), (0,), (7,), (1, 1), ("1",), (True,), (1.0,)])
def test_an_impossible_roll_has_no_chance_and_is_refused(outcome: tuple[int, ...]):
    chance = rolled(6)
    assert chance.probability(outcome) == 0
    with pytest.raises(BadRoll, match=r"^the battle: .* is not possible; it takes 1 dice"):
        chance.check(outcome)


@pytest.mark.parametrize("names", [[], ["c"], ["a", "a"], ["a", "b", "b"]])
def test_an_impossible_draw_is_refused(names: list[str]):
    with pytest.raises(BadRoll, match="it takes 2 of the 3 in the pool"):
        drawn(["a", "b", "b"], 2).check(names)


def test_a_draw_may_be_named_in_any_order():
    assert drawn(["a", "b"], 2).check(["b", "a"]) == ("a", "b")


def test_keyed_dice_depend_on_the_seed_and_the_key_only():
    here = rolled(6, 6, 6, 6, 6, 6)
    assert here.keyed(5) == rolled(6, 6, 6, 6, 6, 6).keyed(5)
    assert here.keyed(5) != here.keyed(6)
    assert here.keyed(5) != rolled(6, 6, 6, 6, 6, 6, key=(2, "fire", "0101")).keyed(5)


def test_twenty_seven_dice_are_not_listed_but_have_their_chance():
    chance = rolled(*[12] * 27)
    assert chance.probability(tuple([1] * 27)) == pytest.approx(12.0**-27)
    with pytest.raises(ArdennesError, match="outcomes are too many to list"):
        next(chance.outcomes())
