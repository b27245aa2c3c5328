"""Numbers, masks, directions, distances and the plane, against plain geometry on frames of every kind."""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.hexmap import BoardError, Grid, GridSpec
from tests.hexmap.boards import SCHEMES, grid_of, spec

every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids="-".join)
holes = pytest.mark.parametrize("missing", [0, 9])


@every_scheme
@holes
def test_neighbours_are_the_hexes_one_unit_away_in_their_direction(scheme, missing):
    grid = grid_of(scheme, holes=missing)
    compass = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
    for i in grid:
        here = grid.centre(i)
        near = {j for j in grid if isclose(dist(here, grid.centre(j)), 1)}
        assert {j for j in grid.neighbours(i) if j >= 0} == near
        for d, j in enumerate(grid.neighbours(i)):
            if j < 0:
                continue
            x, y = (b - a for a, b in zip(here, grid.centre(j), strict=True))
            for letter in grid.directions[d]:
                assert x * compass[letter][0] + y * compass[letter][1] > 0.4
            assert grid.direction(i, j) == d
            assert grid.direction(j, i) == (d + 3) % 6
            assert grid.shift(1 << i, d) == 1 << j


@every_scheme
@holes
def test_a_shift_of_many_is_the_shift_of_each(scheme, missing):
    grid = grid_of(scheme, holes=missing)
    some = grid.mask(random.Random(7).sample(list(grid), 15))
    for d in range(6):
        assert grid.shift(some, d) == grid.mask(j for i in grid.bits(some) if (j := grid.neighbours(i)[d]) >= 0)
        assert grid.shift(grid.all, d) & ~grid.all == 0
    assert grid.around(some) == grid.mask(j for i in grid.bits(some) for j in grid.neighbours(i) if j >= 0)


@every_scheme
@holes
def test_distance_disc_and_ring_agree(scheme, missing):
    grid = grid_of(scheme, holes=missing)
    whole = grid_of(scheme)
    for i in list(grid)[::5]:
        steps = {i: 0}
        queue = [i]
        for h in queue:
            for j in whole.neighbours(h):
                if j >= 0 and j not in steps:
                    steps[j] = steps[h] + 1
                    queue.append(j)
        for j in grid:
            assert grid.distance(i, j) == steps[j]
        for r in range(6):
            assert grid.ring(i, r) == grid.mask(j for j in grid if steps[j] == r)
            assert grid.disc(1 << i, r) == grid.mask(j for j in grid if steps[j] <= r)


def test_grow_goes_round_a_hole_and_a_disc_does_not():
    grid = Grid(GridSpec(1, 5, absent=frozenset({"0103"})))
    west = grid.bit("0102")
    assert grid.names(grid.grow(west, 4)) == ["0101", "0102"]
    assert grid.names(grid.disc(west, 2)) == ["0101", "0102", "0104"]


@every_scheme
def test_names_come_in_the_order_of_the_numbers(scheme):
    grid = grid_of(scheme, 4, 12)

    def key(name: str) -> tuple[str, int]:
        return (name[0], int(name[1:])) if scheme[0] == "letter" else (name, 0)

    names = grid.names(grid.all)
    assert names == sorted(names, key=key)
    assert [grid.index(name) for name in names] == list(grid) == grid.sorted(grid.all)
    assert [grid.order(i) for i in grid] == list(range(len(grid)))
    assert all(grid.name(grid.index(name)) == name for name in names)


def test_the_numbering_of_each_scheme():
    east = Grid(GridSpec(3, 4, "RRCC", columns_from="east"))
    assert east.centre(east.index("0101")) == (3.0, 0.0)
    columns_first = Grid(GridSpec(3, 4, "CCRR", "flat", shift_to="south"))
    assert columns_first.centre(columns_first.index("0203")) == pytest.approx((0.866025, 2.5))
    letters = Grid(GridSpec(28, 4, "letter", shift_to="west"))
    assert letters.centre(letters.index("B4")) == pytest.approx((2.5, 0.866025))
    assert "AB4" in letters
    assert "AC1" not in letters


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_bits_lists_a_mask_whatever_its_size(scheme, seed):
    grid = grid_of(scheme, 12, 15, holes=10)
    rng = random.Random(seed)
    hexes = rng.sample(list(grid), rng.randrange(len(grid)))
    assert grid.bits(grid.mask(hexes)) == sorted(hexes)
    assert grid.bits(0) == []


@every_scheme
def test_every_hexside_has_one_name_and_either_order_is_read(scheme):
    grid = grid_of(scheme, holes=4)
    for i in grid:
        for d, j in enumerate(grid.neighbours(i)):
            name = grid.side(i, d)
            if j < 0:
                assert name == f"{grid.name(i)}/{grid.directions[d]}"
                assert grid.parse_side(name) == (i, d)
                continue
            low, high = sorted((i, j), key=grid.order)
            assert name == f"{grid.name(low)}/{grid.name(high)}" == grid.side(j, (d + 3) % 6)
            assert grid.parse_side(name) == (low, grid.direction(low, high))
            assert grid.parse_side("/".join(reversed(name.split("/")))) == grid.parse_side(name)


@every_scheme
def test_a_point_near_a_centre_lies_in_its_hex(scheme):
    grid = grid_of(scheme, holes=6)
    rng = random.Random(3)
    for i in grid:
        x, y = grid.centre(i)
        assert grid.at(x + rng.uniform(-0.3, 0.3), y + rng.uniform(-0.3, 0.3)) == i
    assert grid.at(-5.0, 0.0) == grid.at(99.0, 99.0) == -1
    whole = grid_of(scheme)
    assert all(grid.at(*whole.centre(whole.index(name))) == -1 for name in grid.spec.absent)


@every_scheme
def test_a_hexside_lies_between_its_two_hexes(scheme):
    grid = grid_of(scheme)
    for i in grid:
        for d, j in enumerate(grid.neighbours(i)):
            ends = grid.side_ends(i, d)
            assert dist(*ends) == pytest.approx(1 / 3**0.5)
            if j >= 0:
                middle = tuple(sum(c) / 2 for c in zip(*ends, strict=True))
                between = tuple(sum(c) / 2 for c in zip(grid.centre(i), grid.centre(j), strict=True))
                assert middle == pytest.approx(between)
                assert set(grid.side_corners(i, d)) == set(grid.side_corners(j, (d + 3) % 6))
        assert grid.corners(i)[2] == grid.corner(i, 2) == grid.corner(i, 8)
        assert grid.side_corners(i, 0)[1] == grid.side_corners(i, 1)[0]


@every_scheme
def test_a_straight_line_is_as_short_as_can_be_and_the_same_both_ways(scheme):
    grid = grid_of(scheme)
    rng = random.Random(11)
    for _ in range(60):
        i, j = rng.choice(list(grid)), rng.choice(list(grid))
        line = grid.line(i, j)
        assert line[0] == i
        assert line[-1] == j
        assert set(line) == set(grid.line(j, i))
        assert sum(grid.distance(a, b) for a, b in pairwise(line)) <= grid.distance(i, j)


def test_a_straight_line_along_a_row():
    grid = Grid(GridSpec(3, 6, absent=frozenset({"0204"})))
    hexes = [grid.name(i) for i in grid.line(grid.index("0206"), grid.index("0202"))]
    assert hexes == ["0206", "0205", "0203", "0202"]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (lambda g: g.index("9999"), 'There is no hex "9999" on this board.'),
        (lambda g: g.index("0102"), 'There is no hex "0102" on this board.'),
        (lambda g: g.mask(["0101", "0700"]), 'There is no hex "0700" on this board.'),
        (lambda g: g.name(0), "There is no hex at bit 0 of this board."),
        (lambda g: g.direction(g.index("0101"), g.index("0303")), "0101 and 0303 are not neighbours."),
        (lambda g: g.parse_side("0101/0303"), "0101 and 0303 are not neighbours."),
        (lambda g: g.parse_side("0101/0101"), "0101 and 0101 are not neighbours."),
        (lambda g: g.parse_side("0303/E"), "\"0303/E\" is not on the edge; its name is \"0303/0304\"."),
        (lambda g: g.parse_side("0303"), '"0303" is not a hexside; write two neighbours'),
    ],
)  # fmt: skip
def test_what_is_not_on_the_board_is_refused_with_a_sentence(action, sentence):
    with pytest.raises(BoardError) as refusal:
        action(Grid(GridSpec(5, 6, absent=frozenset({"0102"}))))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"numbering": "XY"}, 'numbering is "XY"'),
        ({"orientation": "round"}, 'orientation is "round"'),
        ({"orientation": "flat", "shift_to": "east"}, 'shift_to is "east", but only north or south'),
        ({"rows": 0}, "rows is 0"),
        ({"columns": 100}, "columns is 100"),
        ({"km": -1.0}, "km is -1.0"),
        ({"absent": frozenset({"0909"})}, 'Hex "0909" is listed as absent'),
        ({"rows": 1, "columns": 1, "absent": frozenset({"0101"})}, "Every hex of the frame"),
    ],
)
def test_a_frame_that_cannot_be_is_refused(words, fault):
    with pytest.raises(BoardError, match=fault):
        Grid(GridSpec(**({"rows": 4, "columns": 4} | words)))


def test_a_grid_of_one_hex():
    grid = Grid(spec(SCHEMES[0], 1, 1, frozenset()))
    only = next(iter(grid))
    assert grid.neighbours(only) == (-1,) * 6
    assert grid.around(grid.all) == 0
    assert grid.line(only, only) == (only,)
