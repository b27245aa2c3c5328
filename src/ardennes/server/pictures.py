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
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import ardennes
from ardennes.engine.screen import SCHEMA
from ardennes.processes import Pool, Processes
from ardennes.server import cover, ground, tiles
from ardennes.server.client_files import build_of
from ardennes.server.endpoints import ENDPOINTS
from ardennes.server.ground import board_of, geometry, symbols
from ardennes.server.lettering import font_files
from ardennes.server.paths import map_cache
from ardennes.server.replies import GONE, Gone, answer, cacheable, fault, while_there
from ardennes.server.shapes import answers

PAGES = Path(__file__).parent / "pages"  # what the client's build left here
PROMPT = 1.0  # seconds: a browser has six lines to a server, and a tile that is drawn must not hold one of them
NOT_YET = {"Cache-Control": "no-store", "Retry-After": "1"}
LINGER = 5.0  # seconds that what nobody waits for stays in the queue: a page that was told “not yet” asks again
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


def labels_path(game: str, folder: Path) -> Path:
    """The file in which the labels of a map are cached, whether it is there or not."""
    return map_folder(game, folder) / "labels.json"


def draw_labels(game: str, folder: Path) -> None:
    """Place the names of a map, if its labels are not there."""
    path = labels_path(game, folder)
    if not path.is_file():
        tiles.write_whole(path, json.dumps(tiles.labels(game, map_folder(game, folder))).encode())


class Drawing:
    """Something that is drawn, or waits for its turn, and how many wait for it."""

    __slots__ = ("begun", "task", "waiting")

    def __init__(self) -> None:
        self.waiting = 0
        self.begun = False
        self.task: asyncio.Future[Any]


class Drawers:
    """A process that draws one thing at a time, as long as there is something to draw.

    Who waits for the same thing waits once. What nobody waits for any more falls out of the queue; what is begun is
    drawn to its end, and cached.
    """

    def __init__(self, start: Processes) -> None:
        self._start = start
        self._pool: Pool | None = None
        self._turn = asyncio.Lock()
        self._under_way: dict[tuple[object, ...], Drawing] = {}

    @property
    def length(self) -> int:
        """How many drawings wait or are drawn."""
        return len(self._under_way)

    async def draw(self, work: Callable[..., Any], *what: object) -> Any:
        """The result of some drawing. Whoever is cancelled waits no longer."""
        drawing = self._under_way.get(what)
        if drawing is None:
            drawing = self._under_way[what] = Drawing()
            drawing.task = asyncio.ensure_future(self._drawn(drawing, work, *what))
        drawing.waiting += 1
        try:
            return await asyncio.shield(drawing.task)
        finally:
            drawing.waiting -= 1
            if not drawing.waiting and not drawing.begun:
                asyncio.get_running_loop().call_later(LINGER, self._drop, drawing, what)

    def _drop(self, drawing: Drawing, what: tuple[object, ...]) -> None:
        """Take something out of the queue if nobody waits for it by now."""
        if not drawing.waiting and not drawing.begun:
            drawing.task.cancel()
            self._forget(drawing, what)

    async def _drawn(self, drawing: Drawing, work: Callable[..., Any], *what: object) -> Any:
        try:
            async with self._turn:
                drawing.begun = True
                self._pool = self._pool or self._start.pool(1)
                return await asyncio.get_running_loop().run_in_executor(self._pool, work, *what)
        except BrokenProcessPool:  # the next one is drawn in another
            self._pool = None
            raise
        finally:
            self._forget(drawing, what)

    def _forget(self, drawing: Drawing, what: tuple[object, ...]) -> None:
        """It is drawn, or will not be; without anything to draw the process ends."""
        if self._under_way.get(what) is drawing:
            del self._under_way[what]
        if not self._under_way and self._pool is not None:
            ProcessPoolExecutor.shutdown(self._pool, wait=False)
            self._pool = None

    def close(self) -> None:
        """End the process, whatever it draws."""
        for drawing in self._under_way.values():
            if not drawing.begun:
                drawing.task.cancel()
        if self._pool is not None:
            self._pool.kill()


class Pictures:
    """Maps, covers and symbols, each drawn when first asked for."""

    def __init__(self, folder: Path, start: Processes, pages: Path = PAGES) -> None:
        self.folder = folder
        self.pages = pages
        self.drawers = Drawers(start)
        self._documents: dict[str, bytes] = {}  # boards, as they travel

    def routes(self) -> list[Route]:
        """All routes of pictures."""
        return [Route(one.path, getattr(self, one.name)) for one in ENDPOINTS if one.drawn]

    def close(self) -> None:
        """Draw nothing more."""
        self.drawers.close()

    async def tile(self, request: Request) -> Response:
        """A piece of a map, or “not yet” while it is drawn. It never changes under its address, which names the
        version of the map.
        """
        asked = request.path_params
        game, theme, level = asked["game"], asked["theme"], tiles.level_of(asked["level"])
        there = game in ardennes.games() and asked["version"] == fingerprint(game) and theme in tiles.THEMES
        if not there or level is None or (at := self._numbered(game, level, asked["tile"])) is None:
            return _missing("There is no such piece of a map; reload the page.")
        folder = map_folder(game, self.folder)
        path = tiles.tile_path(folder, theme, level.id, *at)
        if not path.is_file():
            try:
                async with asyncio.timeout(PROMPT):
                    none = await self._draw(request, tiles.draw_tile, game, level.id, *at, folder)
            except TimeoutError:  # it is drawn all the same, unless nobody asks again
                return Response(status_code=202, headers=NOT_YET)
            if none:
                return none
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
        path = labels_path(name, self.folder)
        if not path.is_file():
            try:
                await while_there(request, self.drawers.draw(draw_labels, name, self.folder))
            except Gone:
                return Response(status_code=GONE)
        return cacheable(request, path.read_bytes(), "application/json")

    async def cover(self, request: Request) -> Response:
        """A piece of the map for the game's card."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            return _missing(f"There is no game “{name}”.")
        path = cover_path(name, self.folder)
        if not path.is_file() and (none := await self._draw(request, draw_cover, name, self.folder)):
            return none
        return cacheable(request, path.read_bytes(), "image/webp")

    async def _draw(self, request: Request, work: Callable[..., None], *what: object) -> Response | None:
        """Have something drawn with the maps' fonts; an answer instead where those are missing, or the asker is."""
        try:
            fonts = tuple(font_files(self.pages, self.folder))
        except FileNotFoundError as error:
            return fault(503, str(error))
        try:
            await while_there(request, self.drawers.draw(work, *what, fonts))
        except Gone:
            return Response(status_code=GONE)
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
        return cacheable(request, self._documents[name], "application/json")

    async def version(self, _: Request) -> Response:
        """Which client is served, and which screens are sent."""
        return answer(answers.Version(schema=SCHEMA, build=build_of(self.pages)))

    async def symbols(self, request: Request) -> Response:
        """The shapes that counters are drawn with."""
        return cacheable(request, symbols(), "application/json")


def _missing(sentence: str) -> Response:
    return fault(404, sentence)


def draw_all(folder: Path) -> None:
    """Draw for every game what its first page needs, as far as it is not in the folder yet."""
    fonts = tuple(font_files(PAGES, folder))
    with Processes().pool(os.cpu_count() or 1) as pool:
        maps = {game: map_folder(game, folder) for game in ardennes.games()}
        drawn = [pool.submit(tiles.draw_ahead, game, where, fonts) for game, where in maps.items()]
        drawn += [pool.submit(draw_cover, game, folder, fonts) for game in maps]
        drawn += [pool.submit(draw_labels, game, folder) for game in maps]
        for one in drawn:
            one.result()
    for game, where in maps.items():
        tiles.drop_older(where, game)


if __name__ == "__main__":
    draw_all(map_cache())
