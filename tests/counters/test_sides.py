"""Hexsides as places, and sets of them as one integer."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.counters.sides import Sides
from ardennes.engine import Action
from ardennes.hexmap import Board, BoardError
from tests.hexmap.boards import board_text


@pytest.fixture
def board(tmp_path: Path) -> Board:
    path = tmp_path / "board.toml"
    path.write_text(board_text(), encoding="utf-8")
    return Board.load(path)


def neighbours(board: Board, name: str) -> list[str]:
    grid = board.grid
    return [grid.name(j) for j in grid.neighbours(grid.index(name)) if j >= 0]


@pytest.fixture
def sides(board: Board) -> Sides:
    first, second, *_ = neighbours(board, "0202")
    return Sides(board.grid, [f"0202/{first}", f"{second}/0202"])


def test_a_hexside_has_one_name_whichever_hex_comes_first(board: Board, sides: Sides):
    first, second, *_ = neighbours(board, "0202")
    assert sides.number(f"0202/{first}") == sides.number(f"{first}/0202") == 0
    assert sides.number(f"{second}/0202") == sides.number(f"0202/{second}") == 1
    assert len(sides) == 2


def test_a_set_is_a_mask_by_number(sides: Sides):
    both = sides.mask(sides.names)
    assert both == 0b11
    assert sides.named(0b10) == [sides.names[1]]
    assert sides.mask(()) == 0


def test_a_set_as_the_kernel_takes_it_is_seen_from_both_hexes(board: Board, sides: Sides):
    first, *_ = neighbours(board, "0202")
    grid = board.grid
    six = sides.six(0b01)
    assert grid.across(grid.mask(["0202"]), six) == grid.mask([first])
    assert grid.across(grid.mask([first]), six) == grid.mask(["0202"])


def test_the_ends_and_what_lies_beside_a_hex(board: Board, sides: Sides):
    first, second, *_ = neighbours(board, "0202")
    grid = board.grid
    here = grid.index("0202")
    assert set(sides.ends(0)) == {here, grid.index(first)}
    assert sides.across(1, here) == grid.index(second)
    assert sides.beside(grid.mask(["0202"])) == 0b11
    assert sides.beside(grid.mask([second])) == 0b10
    assert sides.beside(grid.mask(["0101"])) == 0
    with pytest.raises(ValueError, match="not an end of"):
        sides.across(0, grid.index(second))


def test_actions_name_hexsides(sides: Sides):
    table = sides.table("blow")
    assert table[1] == Action("blow", sides.names[1])


def test_a_hexside_off_the_board_or_named_twice_is_refused(board: Board, sides: Sides):
    edge = next(
        board.grid.side(i, d) for i in board.grid for d, j in enumerate(board.grid.neighbours(i)) if j < 0
    )  # fmt: skip
    with pytest.raises(BoardError, match="off the board"):
        Sides(board.grid, [edge])
    with pytest.raises(BoardError, match="twice"):
        Sides(board.grid, [*sides.names, sides.names[0]])


def test_a_hexside_that_is_not_listed_has_no_number(sides: Sides):
    with pytest.raises(KeyError):
        sides.number("0101/0102")
