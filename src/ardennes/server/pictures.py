"""The maps of the games as tiles, their covers, and the geometry that the client lays its pieces by.

Drawing takes seconds, so whatever was drawn is cached in a folder, under the fingerprint of the board and of the code
that draws: a new version of either is drawn anew. `python -m ardennes.server.pictures` draws ahead what a first page
needs.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import ardennes
from ardennes.processes import Pool, Processes
from ardennes.server import cover, ground, tiles
from ardennes.server.endpoints import ENDPOINTS
from ardennes.server.ground import board_of, geometry, symbols
from ardennes.server.lettering import font_files
from ardennes.server.paths import map_cache
from ardennes.server.replies import fault

PAGES = Path(__file__).parent / "pages"  # what the client's build left here
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


@cache
def _drawing_code() -> bytes:
    """The fingerprint of the code and the data that draw."""
    digest = hashlib.blake2b(digest_size=16)
    for folder in (Path(str(files(f"ardennes.{package}"))) for package in ("draw", "hexmap")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".json") and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    for module in (ground, cover, tiles):  # of this package, only what draws: the rest changes without a new picture
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.digest()


@cache
def fingerprint(game: str) -> str:
    """What the pictures of a game depend on: its board, and how it is drawn."""
    digest = hashlib.blake2b(_drawing_code(), digest_size=12)
    digest.update(repr((geometry(game), board_of(game).hexsides, board_of(game).ways)).encode())
    return digest.hexdigest()


def map_folder(game: str, folder: Path) -> Path:
    """Where the tiles of a map are cached."""
    return folder / f"{game}-map-{fingerprint(game)}"


def cover_path(game: str, folder: Path) -> Path:
    """The file in which a cover is cached, whether it is there or not."""
    return map_folder(game, folder) / "cover.webp"


def draw_cover(game: str, folder: Path, fonts: Iterable[str]) -> None:
    """Draw the cover of a game, at twice the size it is shown in, if it is not there."""
    path = cover_path(game, folder)
    if not path.is_file():
        tiles.write_whole(path, tiles.webp(tiles.rasterised(cover.cover(board_of(game)), fonts, zoom=2)))


class Drawers:
    """A process that draws, as long as there is something to draw, and whoever waits for the same thing waits once."""

    def __init__(self, start: Processes) -> None:
        self._start = start
        self._pool: Pool | None = None
        self._under_way: dict[tuple[object, ...], asyncio.Future[Any]] = {}

    async def draw(self, work: Callable[..., Any], *what: object) -> Any:
        """The result of some drawing."""
        known = self._under_way.get(what)
        if known is None:
            self._pool = self._pool or self._start.pool(1)
            known = asyncio.get_running_loop().run_in_executor(self._pool, work, *what)
            self._under_way[what] = known
            known.add_done_callback(lambda _: self._done(what))
        return await asyncio.shield(known)

    def close(self) -> None:
        """End the process, whatever it draws."""
        if self._pool is not None:
            self._pool.kill()

    def _done(self, what: tuple[object, ...]) -> None:
        del self._under_way[what]
        if not self._under_way and self._pool is not None:
            ProcessPoolExecutor.shutdown(self._pool, wait=False)
            self._pool = None


class Pictures:
    """Maps, covers and symbols, each drawn when first asked for."""

    def __init__(self, folder: Path, start: Processes, pages: Path = PAGES) -> None:
        self.folder = folder
        self.pages = pages
        self._drawers = Drawers(start)
        self._documents: dict[str, bytes] = {}  # boards and labels, as they travel

    def routes(self) -> list[Route]:
        """All routes of pictures."""
        return [Route(one.path, getattr(self, one.name)) for one in ENDPOINTS if one.drawn]

    def close(self) -> None:
        """Draw nothing more."""
        self._drawers.close()

    async def tile(self, request: Request) -> Response:
        """A piece of a map. It never changes under its address, which names the version of the map."""
        asked = request.path_params
        game, theme, level = asked["game"], asked["theme"], tiles.level_of(asked["level"])
        there = game in ardennes.games() and asked["version"] == fingerprint(game) and theme in tiles.THEMES
        if not there or level is None or (at := self._numbered(game, level, asked["tile"])) is None:
            return _missing("There is no such piece of a map; reload the page.")
        folder = map_folder(game, self.folder)
        path = tiles.tile_path(folder, theme, level.id, *at)
        if not path.is_file() and (unlettered := await self._draw(tiles.draw_tile, game, level.id, *at, folder)):
            return unlettered
        return Response(path.read_bytes(), media_type="image/webp", headers=FOREVER)

    def _numbered(self, game: str, level: tiles.Level, name: str) -> tuple[int, int] | None:
        """Column and row of a tile that the map has."""
        size = geometry(game)
        columns, rows = tiles.counted(level, size["width"], size["height"])
        names = ((column, row) for column in range(columns) for row in range(rows))
        return next((at for at in names if name == f"{at[0]}-{at[1]}.webp"), None)

    async def labels(self, request: Request) -> Response:
        """The names of towns and what they are worth, which are lettered over the map."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            return _missing(f"There is no game “{name}”.")
        key = f"labels {name}"
        if key not in self._documents:
            found = await self._drawers.draw(tiles.labels, name, map_folder(name, self.folder))
            self._documents[key] = json.dumps(found).encode()
        return _cacheable(request, self._documents[key], "application/json")

    async def cover(self, request: Request) -> Response:
        """A piece of the map for the game's card."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            return _missing(f"There is no game “{name}”.")
        path = cover_path(name, self.folder)
        if not path.is_file() and (unlettered := await self._draw(draw_cover, name, self.folder)):
            return unlettered
        return _cacheable(request, path.read_bytes(), "image/webp")

    async def _draw(self, work: Callable[..., None], *what: object) -> Response | None:
        """Have something drawn with the maps' fonts; an answer instead where those are missing."""
        try:
            fonts = tuple(font_files(self.pages, self.folder))
        except FileNotFoundError as error:
            return fault(503, str(error))
        await self._drawers.draw(work, *what, fonts)
        return None

    async def board(self, request: Request) -> Response:
        """Hexes, their centres in the picture's units, terrain and names; the chart of terrain effects; the tiles."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            return _missing(f"There is no game “{name}”.")
        if name not in self._documents:
            levels = [{"id": one.id, "fine": one.fine, "scale": one.scale} for one in tiles.LEVELS]
            described = {
                **geometry(name),
                "chart": ardennes.game(name).terrain_chart.to_json(),
                "tiles": {"version": fingerprint(name), "side": tiles.SIDE, "levels": levels},
            }
            self._documents[name] = json.dumps(described).encode()
        return _cacheable(request, self._documents[name], "application/json")

    async def symbols(self, request: Request) -> Response:
        """The shapes that counters are drawn with."""
        return _cacheable(request, symbols(), "application/json")


def _missing(sentence: str) -> Response:
    return fault(404, sentence)


def _cacheable(request: Request, content: bytes, kind: str) -> Response:
    """Content that a browser keeps and asks about: the same is not sent twice."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):  # a proxy that packs it marks the tag as weak
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


def draw_all(folder: Path) -> None:
    """Draw for every game what its first page needs, as far as it is not in the folder yet."""
    fonts = tuple(font_files(PAGES, folder))
    with Processes().pool(os.cpu_count() or 1) as pool:
        maps = {game: map_folder(game, folder) for game in ardennes.games()}
        drawn = [pool.submit(tiles.draw_ahead, game, where, fonts) for game, where in maps.items()]
        drawn += [pool.submit(draw_cover, game, folder, fonts) for game in maps]
        for one in drawn:
            one.result()
    for game, where in maps.items():
        tiles.drop_older(where, game)


if __name__ == "__main__":
    draw_all(map_cache())
