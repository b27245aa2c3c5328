"""Frames of every kind, small boards written as text, and random ones."""

from __future__ import annotations

import random
from itertools import product

from ardennes.hexmap import Board, Grid, GridSpec

SCHEMES = [
    (numbering, orientation, side, shifted, shift)
    for numbering, (orientation, shifts), side, shifted in product(
        ("RRCC", "CCRR", "letter"),
        (("pointy", ("east", "west")), ("flat", ("north", "south"))),
        ("east", "west"),
        ("even", "odd"),
    )
    for shift in shifts
]


def spec(scheme: tuple[str, str, str, str, str], rows: int, columns: int, absent: frozenset[str]) -> GridSpec:
    numbering, orientation, side, shifted, shift = scheme
    return GridSpec(rows, columns, numbering, orientation, side, shifted, shift, 1.0, absent)


def grid_of(scheme: tuple[str, str, str, str, str], rows: int = 7, columns: int = 6, holes: int = 0) -> Grid:
    """A grid of this scheme with so many hexes missing."""
    names = [cell.name for cell in spec(scheme, rows, columns, frozenset()).cells()]
    absent = frozenset(random.Random(holes).sample(names, holes))
    return Grid(spec(scheme, rows, columns, absent))


def board_text(
    hexes: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
    links: dict[str, str] | None = None,
    rows: int = 5,
    columns: int = 6,
    more: str = "",
) -> str:
    """A pointy RRCC board, clear where nothing else is said; even rows are shifted east."""
    grid = Grid(GridSpec(rows, columns))
    terrain = {grid.name(i): "clear" for i in grid} | (hexes or {})
    return "\n".join([
        'schema = 1\ngame = "none"\ntitle = "Nowhere"',
        f'[grid]\nnumbering = "RRCC"\norientation = "pointy"\nrows = {rows}\ncolumns = {columns}',
        'columns_from = "west"\nshifted = "even"\nshift_to = "east"\nkm = 2.0',
        "[geo]\nlon = [5.0, 0.04, 0.0]\nlat = [50.5, 0.0, -0.03]",
        "[hexes]",
        *(f'{name} = "{words}"' for name, words in terrain.items()),
        "[sides]",
        *(f'"{side}" = "{words}"' for side, words in (sides or {}).items()),
        "[links]",
        *(f'"{side}" = "{words}"' for side, words in (links or {}).items()),
        more,
    ])  # fmt: skip


def board(
    hexes: dict[str, str] | None = None,
    sides: dict[str, str] | None = None,
    links: dict[str, str] | None = None,
    rows: int = 5,
    columns: int = 6,
    more: str = "",
) -> Board:
    return Board.load(board_text(hexes, sides, links, rows, columns, more))
