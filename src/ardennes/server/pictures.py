"""The ground of each game as a picture, drawn once and kept, and the geometry that the client lays its pieces by."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import ardennes
from ardennes.server.ground import drawn, geometry, symbols


class Pictures:
    """Pictures by game and detail, each drawn when first asked for."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], bytes] = {}
        self._drawing: dict[tuple[str, str], asyncio.Lock] = {}
        self._geometry: dict[str, dict[str, Any]] = {}

    def routes(self) -> list[Route]:
        """All routes of pictures."""
        return [
            Route("/api/games/{game}/ground.svg", self.ground),
            Route("/api/games/{game}/board", self.board),
            Route("/api/symbols", self.symbols),
        ]

    async def ground(self, request: Request) -> Response:
        """The map as SVG; `?detail=far` or `near`."""
        name, detail = request.path_params["game"], request.query_params.get("detail", "near")
        if name not in ardennes.games() or detail not in ("far", "near"):
            return JSONResponse({"error": f"There is no map “{name}” in detail “{detail}”.", "rule": ""}, 404)
        key = (name, detail)
        async with self._drawing.setdefault(key, asyncio.Lock()):
            if key not in self._drawn:
                self._drawn[key] = await asyncio.to_thread(drawn, name, detail)
        return _kept(request, self._drawn[key], "image/svg+xml")

    async def board(self, request: Request) -> Response:
        """Hexes, their centres in the picture's units, terrain and names."""
        name = request.path_params["game"]
        if name not in ardennes.games():
            return JSONResponse({"error": f"There is no game “{name}”.", "rule": ""}, 404)
        if name not in self._geometry:
            self._geometry[name] = geometry(name)
        return JSONResponse(self._geometry[name], headers={"Cache-Control": "no-cache"})

    async def symbols(self, request: Request) -> Response:
        """The shapes that counters are drawn with."""
        return _kept(request, symbols(), "application/json")


def _kept(request: Request, content: bytes, kind: str) -> Response:
    """Content that a browser keeps until it changes."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
