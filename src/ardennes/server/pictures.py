"""The ground of each game as a picture, drawn once and cached, and the geometry that the client lays its pieces by.

A map takes seconds to draw, so it is cached in a folder too, under the fingerprint of its board and of the code that
draws: a new version of either is drawn anew. `python -m ardennes.server.pictures` draws all of them ahead.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import ardennes
from ardennes.processes import Processes
from ardennes.server import cover, ground
from ardennes.server.ground import DETAILS, board_of, drawn, geometry, symbols
from ardennes.server.paths import map_cache


@cache
def _drawing_code() -> bytes:
    """The fingerprint of the code and the data that draw."""
    digest = hashlib.blake2b(digest_size=16)
    for folder in (Path(str(files(f"ardennes.{package}"))) for package in ("draw", "hexmap")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".json") and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    for module in (ground, cover):  # of this package, only what draws: the rest changes without a new picture
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.digest()


def fingerprint(game: str, detail: str) -> str:
    """What a picture depends on: the board, and how it is drawn."""
    digest = hashlib.blake2b(_drawing_code(), digest_size=12)
    digest.update(repr((geometry(game), board_of(game).hexsides, board_of(game).ways, detail)).encode())
    return digest.hexdigest()


def cached(game: str, detail: str, folder: Path) -> Path:
    """The file in which a picture is cached, whether it is there or not."""
    return folder / f"{game}-{detail}-{fingerprint(game, detail)}.svg.gz"


def packed(game: str, detail: str, folder: Path) -> bytes:
    """A picture, gzipped: from the folder, or drawn now and cached there."""
    path = cached(game, detail, folder)
    if path.is_file():
        return path.read_bytes()
    content = gzip.compress(drawn(game, detail), 6, mtime=0)
    with contextlib.suppress(OSError):  # where nothing may be written, it is drawn again next time
        _write(path, content)
    return content


class Pictures:
    """Pictures by game and detail, each drawn when first asked for, packed as it travels."""

    def __init__(self, folder: Path, start: Processes) -> None:
        self.folder = folder
        self._start = start
        self._packed: dict[tuple[str, str], bytes] = {}
        self._drawing: dict[tuple[str, str], asyncio.Lock] = {}
        self._geometry: dict[str, dict[str, Any]] = {}

    def routes(self) -> list[Route]:
        """All routes of pictures."""
        return [
            Route("/api/games/{game}/ground.svg", self.ground),
            Route("/api/games/{game}/cover.svg", self.cover),
            Route("/api/games/{game}/board", self.board),
            Route("/api/symbols", self.symbols),
        ]

    async def _ready(self, game: str, detail: str) -> bytes:
        """A picture, gzipped: cached, or from a process of its own, since drawing takes all of one for seconds."""
        key = (game, detail)
        async with self._drawing.setdefault(key, asyncio.Lock()):
            if key not in self._packed:
                path = cached(game, detail, self.folder)
                self._packed[key] = path.read_bytes() if path.is_file() else await self._draw(game, detail)
        return self._packed[key]

    async def _draw(self, game: str, detail: str) -> bytes:
        pool = self._start.pool(1)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, packed, game, detail, self.folder)
        finally:
            pool.shutdown(wait=False)

    async def _picture(self, request: Request, detail: str) -> Response:
        name = request.path_params["game"]
        if name not in ardennes.games() or detail not in DETAILS:
            return JSONResponse({"error": f"There is no map “{name}” in detail “{detail}”.", "rule": ""}, 404)
        return _cacheable(request, await self._ready(name, detail), "image/svg+xml", packed=True)

    async def ground(self, request: Request) -> Response:
        """The map as SVG; `?detail=far` or `near`."""
        detail = request.query_params.get("detail", "near")
        return await self._picture(request, detail if detail != "cover" else "")

    async def cover(self, request: Request) -> Response:
        """A piece of the map for the game's card."""
        return await self._picture(request, "cover")

    async def board(self, request: Request) -> Response:
        """Hexes, their centres in the picture's units, terrain and names; and the chart of terrain effects."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            return JSONResponse({"error": f"There is no game “{name}”.", "rule": ""}, 404)
        if name not in self._geometry:
            self._geometry[name] = {**geometry(name), "chart": ardennes.game(name).terrain_chart.to_json()}
        return JSONResponse(self._geometry[name], headers={"Cache-Control": "no-cache"})

    async def symbols(self, request: Request) -> Response:
        """The shapes that counters are drawn with."""
        return _cacheable(request, symbols(), "application/json")


def _write(path: Path, content: bytes) -> None:
    """Write a picture down whole, and drop older ones of the same map. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(content)
    fresh.replace(path)
    for old in path.parent.glob(f"{path.name.rpartition('-')[0]}-*.svg.gz"):
        if old != path:
            old.unlink()


def _cacheable(request: Request, content: bytes, kind: str, *, packed: bool = False) -> Response:
    """Content that a browser caches until it changes; gzipped content is unpacked for whoever cannot read it."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    elif packed:
        content = gzip.decompress(content)
    return Response(content, media_type=kind, headers=headers)


def draw_all(folder: Path) -> None:
    """Draw every map that is not in the folder yet, so that the first page need not wait."""
    for game in ardennes.games():
        for detail in DETAILS:
            packed(game, detail, folder)


if __name__ == "__main__":
    draw_all(map_cache())
