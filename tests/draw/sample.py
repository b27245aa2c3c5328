"""A small board with one of everything, pointy or flat, for tests of the drawing."""

from __future__ import annotations

from itertools import pairwise

from ardennes.hexmap import Board, Grid, GridSpec

ROWS, COLUMNS = 10, 12


def sample_text(orientation: str = "pointy") -> str:
    """The board file: a river from north to south with a tributary, roads that fork, woods, a wall, exits."""
    shift = "west" if orientation == "pointy" else "south"
    grid = Grid(GridSpec(ROWS, COLUMNS, "RRCC", orientation, "west", "even", shift, 3.0))
    parts = [_head(orientation, shift), _hexes(grid), _sides(grid), _links(grid), _rest(grid)]
    return "\n".join(parts)


def sample_board(orientation: str = "pointy") -> Board:
    """The board itself."""
    return Board.load(sample_text(orientation))


def _head(orientation: str, shift: str) -> str:
    return f"""schema = 1
game = "sample"
title = "A Sample of Ground"
[grid]
numbering = "RRCC"
orientation = "{orientation}"
rows = {ROWS}
columns = {COLUMNS}
columns_from = "west"
shifted = "even"
shift_to = "{shift}"
km = 3.0
[geo]
lon = [5.9, 0.042, 0.0]
lat = [50.4, 0.0, -0.027]
"""


def _hexes(grid: Grid) -> str:
    lines = ["[hexes]"]
    for i in grid:
        row, column = int(grid.name(i)[:2]), int(grid.name(i)[2:])
        lines.append(f'{grid.name(i)} = "{_ground(row, column)}"')
    return "\n".join(lines)


def _ground(row: int, column: int) -> str:
    special = {(1, 1): "edge", (1, 2): "edge", (10, 12): "void", (2, 9): "impassable", (5, 5): "clear town",
               (8, 8): "rough town", (3, 3): "moor", (3, 4): "moor", (9, 1): "clear vp:4", (4, 2): "light-woods",
               (5, 2): "light-woods", (6, 2): "light-woods", (7, 10): "broken", (8, 10): "broken"}
    if (row, column) in special:
        return special[row, column]
    if column == 11 and 2 <= row <= 8:
        return "rough westwall" if row % 2 else "clear westwall"
    if 6 <= row <= 8 and 3 <= column <= 7:
        return "woods"
    return "gorge" if column in (8, 9) and 3 <= row <= 8 else "clear"


def river_chain(grid: Grid, hexes: list[int]) -> list[str]:
    """The hexsides on the right hand of a walk from hex to hex."""
    sides: list[str] = []
    for before, here, after in zip(hexes, hexes[1:], hexes[2:], strict=False):
        back, ahead = grid.direction(here, before), grid.direction(here, after)
        d = (back + 1) % 6
        while d != ahead:
            sides.append(grid.side(here, d))
            d = (d + 1) % 6
    return sides


def _walk(grid: Grid, *names: str) -> list[int]:
    out = [grid.index(names[0])]
    for a, b in pairwise(names):
        out += grid.line(grid.index(a), grid.index(b))[1:]
    return out


def _rivers(grid: Grid) -> dict[str, list[str]]:
    main = river_chain(grid, _walk(grid, "0108", "0608", "1008"))
    small = river_chain(grid, _walk(grid, "0401", "0404", "0407"))
    return {"Long Water": main, "Brook": [side for side in small if side not in main]}


def _sides(grid: Grid) -> str:
    rivers = _rivers(grid)
    lines = ["[sides]"]
    roads = _roads(grid)
    crossed = {grid.side(a, grid.direction(a, b)) for path in roads.values() for a, b in pairwise(path)}
    for name, kind in (("Long Water", "river"), ("Brook", "ford")):
        lines += [f'"{side}" = "{kind}{" bridge" if side in crossed else ""}"' for side in rivers[name]]
    first = grid.index("0601")
    west = next(d for d, j in enumerate(grid.neighbours(first)) if j < 0)
    return "\n".join([*lines, f'"{grid.side(first, west)}" = "exit:3"'])


def _roads(grid: Grid) -> dict[str, list[int]]:
    return {
        "main": _walk(grid, "0502", "0505", "0511"),
        "secondary": _walk(grid, "0105", "0505", "0808", "0910"),
        "trail": _walk(grid, "0802", "0805", "0808"),
    }


def _links(grid: Grid) -> str:
    words = {"main": "road main", "secondary": "road", "trail": "trail"}
    links: dict[str, str] = {}
    for kind, path in _roads(grid).items():
        for a, b in pairwise(path):
            links.setdefault(grid.side(a, grid.direction(a, b)), words[kind])
    north = grid.index("0105")
    links[grid.side(north, next(d for d, j in enumerate(grid.neighbours(north)) if j < 0))] = "road"
    return "\n".join(["[links]", *(f'"{side}" = "{kind}"' for side, kind in links.items())])


def _quote(items: list[str]) -> str:
    return "[" + ", ".join(f'"{item}"' for item in items) + "]"


def _rest(grid: Grid) -> str:
    places = [("Bastogne", "0505", 3), ("Wiltz", "0808", 2), ("Clervaux", "0308", 3), ("Noville", "0405", 1),
              ("Foy", "0405", 1), ("Hosingen", "0709", 2), ("Marvie", "0506", 1), ("Assenois", "0604", 1)]
    parts = ["[regions]", 'A = ["0101", "0102"]', 'north = ["0103"]']
    parts += ["[[box]]", 'id = "beyond"', 'label = "Beyond the edge"', "at = [4.0, -2.0]", 'neighbours = ["0105"]']
    for name, at, rank in places:
        parts += ["[[place]]", f'name = "{name}"', f'hex = "{at}"', f"rank = {rank}"]
    for name, sides in _rivers(grid).items():
        rank = 3 if name == "Long Water" else 2
        parts += ["[[river]]", f'name = "{name}"', f"class = {rank}", f"sides = {_quote(sides)}"]
    front = river_chain(grid, _walk(grid, "0110", "1010"))
    parts += ["[[line]]", 'name = "start"', f"sides = {_quote(front)}"]
    border = river_chain(grid, _walk(grid, "0603", "0607"))
    parts += ["[[line]]", 'name = "army boundary"', f"sides = {_quote(border)}"]
    return "\n".join(parts)
