"""Every hex that the rulebook of The Ardennes Offensive and its errata name is as they say."""

import pytest

from ardennes.geo.compile import board_path
from ardennes.hexmap import Board

BOARD = Board.load(board_path("ardennes-offensive"))
GRID = BOARD.grid


def terrain(name: str) -> str:
    return BOARD.terrain_of(GRID.index(name))


def features(side: str) -> tuple[str, ...]:
    return BOARD.side_features(side)


@pytest.mark.parametrize("name", [f"010{k}" for k in range(1, 9)] + ["3701", "3702"])
def test_nobody_may_enter_the_hexes_beyond_the_front(name: str) -> None:
    """AO-E.map.1."""
    assert terrain(name) == "void"


def test_no_river_between_2211_and_2311() -> None:
    """AO-E.map.2."""
    assert GRID.index("2211") in GRID.neighbours(GRID.index("2311"))
    assert not {"river", "ford"} & set(features("2211/2311"))
