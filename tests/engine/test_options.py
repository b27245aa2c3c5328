"""Options: lazy, ordered, without surprises."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.engine import Action, Masked, Options, Table
from ardennes.engine.options import nth_bit, options_of, set_bits

TABLE = Table("go", [f"{i:04}" for i in range(200)])


@given(st.integers(0, 2**200 - 1))
def test_set_bits_are_those_of_the_mask_in_rising_order(mask: int):
    bits = set_bits(mask)
    assert sum(1 << bit for bit in bits) == mask
    assert bits == sorted(bits)


@given(st.integers(0, 2**200 - 1))
def test_the_nth_bit_is_the_nth_of_the_set_bits(mask: int):
    assert [nth_bit(mask, n) for n in range(mask.bit_count())] == set_bits(mask)


@given(st.integers(0, 2**200 - 1))
def test_a_masked_part_holds_exactly_the_actions_whose_bit_is_set(mask: int):
    part = Masked(TABLE, mask)
    inside = list(part)
    assert len(part) == len(inside) == len(set(inside))
    for i in range(200):
        assert (TABLE[i] in part) == (TABLE[i] in inside) == bool(mask >> i & 1)


def test_options_are_their_parts_one_after_the_other():
    options = Options(Masked(TABLE, 0b101), [Action("stop")], (Action("done"),))
    assert [str(action) for action in options] == ["go 0000", "go 0002", "stop", "done"]
    assert len(options) == 4
    assert (options[0], options[-1]) == (Action("go", "0000"), Action("done"))
    assert options[1:3] == [Action("go", "0002"), Action("stop")]


@pytest.mark.parametrize("stranger", [Action("go", "0001"), Action("go"), Action("fly"), "stop", None, 3])
def test_what_is_not_offered_is_not_a_member(stranger: object):
    assert stranger not in Options(Masked(TABLE, 0b101), [Action("stop")])


@given(st.lists(st.integers(0, 2**200 - 1), max_size=4))
def test_the_nth_option_is_the_nth_of_the_list(masks: list[int]):
    parts = [part for mask in masks for part in (Masked(TABLE, mask), (), [Action("stop")])]
    fresh, listed = Options(*parts), list(Options(*parts))
    size = len(listed)
    assert [fresh[n] for n in range(size)] == [fresh[n - size] for n in range(size)] == listed
    for outside in (size, -size - 1):
        with pytest.raises(IndexError):
            fresh[outside]


def test_nothing_is_listed_before_somebody_looks():
    class Watched(Masked):
        looked = False

        def __iter__(self):
            Watched.looked = True
            return super().__iter__()

    options = Options(Watched(TABLE, 2**200 - 1))
    assert len(options) == 200
    assert TABLE[7] in options
    assert options[7] == TABLE[7]
    assert random.Random(1).choice(options) in options
    assert not Watched.looked
    assert list(options)[7] == TABLE[7]
    assert Watched.looked


def test_options_are_equal_by_what_they_offer_and_in_which_order():
    masked, listed = Options(Masked(TABLE, 0b11)), options_of(TABLE[0], TABLE[1])
    assert masked == listed == [TABLE[0], TABLE[1]]
    assert hash(masked) == hash(listed)
    assert listed != options_of(TABLE[1], TABLE[0])
    assert listed != 5


def test_options_without_parts_are_empty():
    assert len(Options()) == 0
    assert list(Options()) == []
