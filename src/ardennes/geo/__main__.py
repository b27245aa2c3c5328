"""Compile every board: `python -m ardennes.geo [GAME …]`."""

from __future__ import annotations

import sys

from .compile import Atlas, board_path, compile_board


def main(games: list[str]) -> None:
    """Write the board files of these games, or of all."""
    atlas = Atlas()
    for game in games or list(atlas.specs):
        path = board_path(game)
        path.write_text(compile_board(atlas, game), encoding="utf-8")
        sys.stdout.write(f"{game}: {path.name} compiled\n")


if __name__ == "__main__":
    main(sys.argv[1:])
