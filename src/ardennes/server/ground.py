"""The ground of a game for the client: its hexes in the picture's units, the shapes of the counters."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import ardennes
import ardennes.draw as draw
from ardennes.draw.atlas import atlas
from ardennes.hexmap import Board

UNIT = 54.0  # pixels between neighbouring centres in the picture


def board_of(game: str) -> Board:
    """The board of a game."""
    board: Board = ardennes.game(game).board
    return board


def geometry(game: str) -> dict[str, Any]:
    """Every hex with its centre in the picture, its terrain and its town; the picture's size; the boxes."""
    board = board_of(game)
    grid = board.grid
    area = draw.frame(board, UNIT)
    names = {place.hex: place.name for place in sorted(board.places, key=lambda place: place.rank)}
    hexes = {}
    for i in grid:
        x, y = grid.centre(i)
        name = grid.name(i)
        hexes[name] = {
            "x": round((x - area.x0) * UNIT, 2),
            "y": round((y - area.y0) * UNIT, 2),
            "terrain": board.terrain_of(i),
            "features": list(board.features_of(i)),
            **({"town": names[i]} if i in names else {}),
        }
    corners = [[round(px * UNIT, 2), round(py * UNIT, 2)] for px, py in _outline(board)]
    return {
        "game": game,
        "width": round(area.width, 2),
        "height": round(area.height, 2),
        "unit": UNIT,
        "x0": area.x0,
        "y0": area.y0,
        "orientation": grid.spec.orientation,
        "corners": corners,
        "hexes": hexes,
        "neighbours": {grid.name(i): [grid.name(j) if j >= 0 else "" for j in grid.neighbours(i)] for i in grid},
        "earth": {"lon": list(board.earth.lon), "lat": list(board.earth.lat)},
        "boxes": [
            {"id": box.id, "label": box.label, "at": list(box.at or ()), "near": list(box.neighbours)}
            for box in board.boxes.values()
        ],
    }


def _outline(board: Board) -> list[tuple[float, float]]:
    """The six corners of a hex around its centre."""
    grid = board.grid
    i = next(iter(grid))
    cx, cy = grid.centre(i)
    return [(x - cx, y - cy) for x, y in grid.corners(i)]


def symbols() -> bytes:
    """The shapes of the counters, as the build left them."""
    return (files("ardennes.draw") / "data" / "symbols.json").read_bytes()


def front_of(day: str) -> list[list[tuple[float, float]]]:
    """The true front of a day (year-month-day) with its pockets, in degrees; empty if the day is not known."""
    try:
        lines = atlas().front(day)
    except ValueError:
        return []
    return [[(round(point.real, 4), round(point.imag, 4)) for point in line] for line in lines]
