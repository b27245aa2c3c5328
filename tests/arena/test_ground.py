"""Whose ground a hex is, the mean front between, and the true front beside it."""

import pytest

import ardennes
from ardennes.arena.fronts import contour, frequencies, softened, true_front, true_ground
from ardennes.arena.ground import Ground
from ardennes.hexmap import Board, Grid, GridSpec

AO = ardennes.game("ardennes-offensive")
BOARD: Board = AO.board
GRID = BOARD.grid


def ground() -> Ground:
    return Ground(BOARD, AO.sides)


def test_before_anybody_moves_the_start_line_parts_the_ground():
    mine = ground().look(AO.start("1"))
    truth = true_ground(BOARD, "1944-12-16")
    assert truth is not None
    assert (mine & truth).bit_count() / truth.bit_count() > 0.85
    assert (mine & ~truth).bit_count() / len(GRID) < 0.06


def test_ground_that_is_held_belongs_to_its_holder_and_other_ground_to_the_nearer():
    near = ground()._nearer((GRID.bit("2013"), GRID.bit("2019")), 0, 40)
    assert near & GRID.bit("2013")
    assert near & GRID.bit("2015")
    assert not near & GRID.bit("2017")


def test_ground_far_from_everybody_stays_whose_it_was():
    one, far = GRID.bit("2013"), GRID.bit("2030")
    held = (one, GRID.bit("0505"))
    for before in (0, GRID.all):
        after = ground()._nearer(held, before, 3)
        assert bool(after & far) == bool(before & far)
        assert after & one


# ---- the mean front ----


def test_frequencies_are_shares_of_the_games():
    often = frequencies(BOARD, [GRID.bit("2013"), GRID.bit("2013") | GRID.bit("2014"), 0, 0])
    assert often[GRID.index("2013")] == 0.5
    assert often[GRID.index("2014")] == 0.25
    assert sum(often.values()) == 0.75


def test_the_contour_runs_half_way_between_two_halves_of_a_board():
    grid = Grid(GridSpec(6, 8))
    halves = {i: 1.0 if grid.centre(i)[0] > 4 else 0.0 for i in grid}
    lines = contour(grid, halves)
    assert len(lines) == 1
    for point in lines[0]:
        near = [i for i in grid if abs(complex(*grid.centre(i)) - point) < 0.51]
        assert {halves[i] for i in near} == {0.0, 1.0}


def test_a_lone_hex_makes_no_dent_in_the_mean_front():
    grid = Grid(GridSpec(6, 8))
    lone = grid.index("0304")
    values = softened(grid, {i: float(i == lone) for i in grid})
    assert values[lone] == 0.5
    assert contour(grid, values) == []
    assert contour(grid, softened(grid, dict.fromkeys(grid, 1.0))) == []


def test_a_pocket_has_a_contour_of_its_own_that_closes():
    grid = Grid(GridSpec(9, 9))
    middle = max(grid, key=lambda i: min(abs(complex(*grid.centre(i)) - complex(*grid.centre(j))) for j in edge(grid)))
    lines = contour(grid, {i: float(i == middle) for i in grid})
    assert len(lines) == 1
    assert lines[0][0] == lines[0][-1]
    assert all(abs(p - complex(*grid.centre(middle))) == pytest.approx(0.5) for p in lines[0])


def edge(grid: Grid) -> list[int]:
    return [i for i in grid if min(grid.neighbours(i)) < 0]


# ---- history ----


def at(place: str) -> int:
    hex_ = next(one.hex for one in BOARD.places if one.name == place)
    return 1 << hex_


@pytest.mark.parametrize(
    ("day", "place", "east"),
    [
        ("1944-12-16", "St. Vith", False),
        ("1944-12-16", "Prüm", True),
        ("1944-12-24", "St. Vith", True),
        ("1944-12-24", "Bastogne", False),  # a pocket belongs to those who do not hold the ground round it
        ("1944-12-24", "Houffalize", True),
        ("1944-12-24", "Namur", False),
    ],
)
def test_the_true_ground_is_that_of_the_day(day: str, place: str, east: bool):
    truth = true_ground(BOARD, day)
    assert truth is not None
    assert bool(truth & at(place)) == east


def test_a_day_without_a_known_front_has_no_true_ground():
    assert true_front("1945-01-02") == []
    assert true_ground(BOARD, "1945-01-02") is None
