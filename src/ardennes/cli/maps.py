"""`ardennes map`: draw a game's map, with the historical front line of a day if you like."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path
from typing import Any

from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    drawn = commands.add_parser("map", help="draw the map of a game", description=__doc__)
    drawn.add_argument("game", metavar="GAME", help="a game with a map")
    drawn.add_argument("--png", action="store_true", help="as PNG instead of SVG (needs Chromium)")
    drawn.add_argument("--overlay", metavar="DATE", help="show the historical front that evening, such as 1944-12-20")
    drawn.add_argument(
        "--zoom", type=float, metavar="PIXELS", help="hex spacing in pixels (54, or more on a small board)"
    )
    drawn.add_argument("--out", type=Path, metavar="FILE", help="output file (GAME.svg or GAME.png)")
    drawn.set_defaults(run=_map)


def boards() -> dict[str, Path]:
    """Every board that is there, by the name of its game."""
    found = sorted(Path(str(files("ardennes"))).glob("games/*/data/board.toml"))
    return {path.parent.parent.name.replace("_", "-"): path for path in found}


def _map(chosen: argparse.Namespace) -> int:
    from ardennes.draw import write_map
    from ardennes.hexmap import Board

    known = boards()
    if chosen.game not in known:
        raise ArdennesError(f"There is no map of “{chosen.game}”; there are {', '.join(known)}.")
    if chosen.zoom is not None and not 4 <= chosen.zoom <= 400:
        raise ArdennesError("The hex spacing must be between 4 and 400 pixels.")
    path = chosen.out or Path(f"{chosen.game}.{'png' if chosen.png else 'svg'}")
    try:
        write_map(Board.load(known[chosen.game]), path, chosen.overlay, hex_px=chosen.zoom)
    except (ValueError, FileNotFoundError) as error:
        raise ArdennesError(str(error)) from None
    print(f"Map written to {path}.")
    return 0
