"""What a test lets a process of the server draw: it takes until the test says so."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from ardennes.server import tiles


def held(folder: Path, name: str) -> str:
    """Say that it is begun, after what else was, and wait for the file `go`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "order").open("a", encoding="utf-8") as order:
        order.write(f"{name}\n")
    (folder / f"{name}.begun").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
    return name


def held_tile(_: str, level: str, column: int, row: int, folder: Path, __: Iterable[str]) -> None:
    """In the place of `tiles.draw_tile`."""
    held(folder, f"{column}-{row}")
    tiles.write_whole(tiles.tile_path(folder, "light", level, column, row), b"drawn")
