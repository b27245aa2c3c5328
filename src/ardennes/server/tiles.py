"""The map in raster tiles: drawn from vectors when first asked for, and cached in a folder, light and dark.

A tile is drawn in a process of its own (`draw_tile`); the folder of a map is named after its board and the code that
draws, so that a new version of either has a new folder and a tile never changes under its address.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import math
import os
import shutil
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import ardennes.draw as draw
from ardennes.server.ground import UNIT, board_of

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 1024  # pixels of a tile: few and large, for each costs the browser something in every frame
QUALITY = 82
THEMES = ("light", "dark")


class Level(NamedTuple):
    """A map at one size: with every detail or for a glance, and how many pixels a pixel of the board becomes."""

    id: str
    fine: bool
    scale: float


LEVELS = (
    Level("far-1", False, 0.5),
    Level("far-2", False, 1.0),
    Level("near-1", True, 1.0),
    Level("near-2", True, 2.0),
    Level("near-4", True, 4.0),
)
AHEAD = ("far-1", "far-2", "near-1")  # what is drawn before anybody asks; the rest takes a second a tile


def level_of(name: str) -> Level | None:
    """The level of a name, if there is one."""
    return next((level for level in LEVELS if level.id == name), None)


def counted(level: Level, width: float, height: float) -> tuple[int, int]:
    """How many columns and rows of tiles a map has at a level."""
    return math.ceil(width * level.scale / SIDE), math.ceil(height * level.scale / SIDE)


def tile_path(folder: Path, theme: str, level: str, column: int, row: int) -> Path:
    """The file of a tile in the folder of its map, whether it is there or not."""
    return folder / theme / level / f"{column}-{row}.webp"


# ---- the vectors and the letters ----


def _ground_path(folder: Path, fine: bool) -> Path:
    return folder / f"{'near' if fine else 'far'}.json.gz"


@lru_cache(maxsize=2)
def ground(game: str, fine: bool, folder: Path) -> dict[str, Any]:
    """The vectors of a map and what is lettered over it: from its folder, or drawn now and cached there."""
    path = _ground_path(folder, fine)
    with contextlib.suppress(OSError, ValueError, EOFError):
        found: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
        return found
    drawn = draw.ground(board_of(game), hex_px=UNIT, fine=fine)
    found = {
        "body": drawn.body,
        "width": drawn.width,
        "height": drawn.height,
        "names": [
            {"words": n.words, "x": _px(n.foot.real), "y": _px(n.foot.imag), "size": _px(n.size), "weight": n.weight}
            for n in drawn.names
        ],
        "values": [
            {"words": v.words, "x": _px(v.at.real), "y": _px(v.at.imag), "r": _px(v.radius)} for v in drawn.values
        ],
    }
    with contextlib.suppress(OSError):  # where nothing may be written, it is drawn again next time
        write_whole(path, gzip.compress(json.dumps(found).encode(), 6, mtime=0))
    return found


def _px(value: float) -> float:
    return round(value, 2)


def labels(game: str, folder: Path) -> dict[str, Any]:
    """The names of towns, for a glance and near, and what towns are worth."""
    far, near = ground(game, False, folder), ground(game, True, folder)
    return {"far": far["names"], "near": near["names"], "values": near["values"]}


# ---- a tile ----


def draw_tile(game: str, name: str, column: int, row: int, folder: Path, fonts: Iterable[str]) -> None:
    """Draw one tile, light and dark, into the folder of its map."""
    level = level_of(name)
    if level is None:
        raise ValueError(f"There is no level “{name}”.")
    found = ground(game, level.fine, folder)
    side = SIDE / level.scale
    x, y = column * side, row * side
    wide, high = min(side, found["width"] - x), min(side, found["height"] - y)
    _store(draw.part_svg(found["body"], x, y, wide, high, level.scale), folder, level.id, column, row, fonts)


def _store(svg: str, folder: Path, level: str, column: int, row: int, fonts: Iterable[str]) -> None:
    light = rasterised(svg, fonts)
    for theme, picture in (("light", light), ("dark", dimmed(light))):
        write_whole(tile_path(folder, theme, level, column, row), webp(picture))


def rasterised(svg: str, fonts: Iterable[str], zoom: int = 1) -> Image:
    """A picture of vectors, lettered with these fonts and no others."""
    import PIL.Image
    import resvg_py  # here, since only the processes that draw need it

    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(fonts), zoom=zoom)
    return PIL.Image.open(io.BytesIO(bytes(png))).convert("RGB")


def webp(picture: Image) -> bytes:
    """A picture as it travels."""
    content = io.BytesIO()
    picture.save(content, "WEBP", quality=QUALITY, method=4)
    return content.getvalue()


def dimmed(light: Image) -> Image:
    """A picture as it looks by night: darker, a little more contrast, paler colours."""
    darker = light.point([min(255, max(0, round((value * 0.76 - 127.5) * 1.03 + 127.5))) for value in range(256)] * 3)
    pale, share = 0.85, (0.213, 0.715, 0.072)
    rows = [[(1 - pale) * weight + (pale if i == j else 0) for j, weight in enumerate(share)] + [0.0] for i in range(3)]
    return darker.convert("RGB", tuple(value for row in rows for value in row))


def draw_ahead(game: str, folder: Path, fonts: Iterable[str]) -> None:
    """Draw what the first page of a game needs, as far as it is not there."""
    fonts = list(fonts)
    for level in LEVELS:
        if level.id not in AHEAD:
            continue
        found = ground(game, level.fine, folder)
        columns, rows = counted(level, found["width"], found["height"])
        for column, row in ((c, r) for c in range(columns) for r in range(rows)):
            if not all(tile_path(folder, theme, level.id, column, row).is_file() for theme in THEMES):
                draw_tile(game, level.id, column, row, folder, fonts)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever reads half of it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.write_bytes(content)
    fresh.replace(path)


def drop_older(folder: Path, game: str) -> None:
    """Remove the folders of earlier versions of a map."""
    for other in folder.parent.glob(f"{game}-map-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
