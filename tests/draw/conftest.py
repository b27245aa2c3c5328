"""The boards that the drawing is tested on: a small sample of either orientation, and every board of the games."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from ardennes.draw import Picture
from ardennes.hexmap import Board

from .sample import sample_board


def board_files() -> dict[str, Path]:
    """The board file of each game that has one."""
    games = Path(str(files("ardennes"))) / "games"
    return {path.parent.parent.name: path for path in sorted(games.glob("*/data/board.toml"))}


@cache
def picture_of(name: str, hex_px: float = 54) -> Picture:
    """A board drawn once for all tests."""
    if name.startswith("sample-"):
        board = sample_board(name.partition("-")[2])
    else:
        board = Board.load(board_files()[name])
    return Picture(board, hex_px)


@pytest.fixture(scope="session", params=["sample-pointy", "sample-flat", *board_files()])
def picture(request: pytest.FixtureRequest) -> Picture:
    return picture_of(request.param)
