"""The client: its files, one page for every address that is not the interface's, and which build it is."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ardennes.server.replies import fault

ADDRESSES = (
    "/", "/seat/{token}", "/new/{game}", "/rules/{game}", "/dice", "/import", "/invitation/{code}",
)  # fmt: skip
"""The pages; what they show is the client's business."""

FRESH = {"Cache-Control": "no-cache"}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
MAIN = re.compile(r"/assets/([\w.-]+\.js)")
NOT_BUILT = "The client is not built yet: run “make web”."
SIZES = (180, 192, 512)  # pixels of an icon: for a telephone's home screen, and as the manifest lists them


class HashedFiles(StaticFiles):
    """Files whose names change with their content: a browser never asks for one twice."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """The file, to be kept for ever."""
        response = super().file_response(*args, **more)
        response.headers.update(FOREVER)
        return response


def client_routes(pages: Path) -> list[BaseRoute]:
    """The pages, their files, the service worker, what is needed to install them, and which build they are."""

    async def page(_: Request) -> Response:
        return _page(pages)

    async def worker(_: Request) -> Response:
        return _file(pages / "worker.js", "text/javascript")

    async def manifest(_: Request) -> Response:
        return _file(pages / "manifest.webmanifest", "application/manifest+json")

    async def icon(request: Request) -> Response:
        name, _, size = request.path_params["name"].removesuffix(".png").rpartition("-")
        drawing = pages / f"{name}.svg"
        if name not in ("icon", "maskable") or size not in map(str, SIZES) or not drawing.is_file():
            return fault(404, "There is no such icon.")
        return Response(_drawn(drawing.read_text("utf-8"), int(size)), media_type="image/png", headers=FRESH)

    async def drawing(_: Request) -> Response:
        return _file(pages / "icon.svg", "image/svg+xml")

    routes: list[BaseRoute] = [Route(address, page) for address in ADDRESSES]
    routes += [Route("/icon.svg", drawing), Route("/worker.js", worker), Route("/manifest.webmanifest", manifest)]
    routes += [Route("/icons/{name}", icon)]
    if (pages / "assets").is_dir():
        routes.append(Mount("/assets", HashedFiles(directory=pages / "assets")))
    return routes


def build_of(pages: Path) -> str:
    """The main script of the client, whose name changes with every build; empty where none is built."""
    index = pages / "index.html"
    found = MAIN.search(index.read_text("utf-8")) if index.is_file() else None
    return found.group(1) if found else ""


def _page(pages: Path, status: int = 200) -> Response:
    index = pages / "index.html"
    if not index.is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    return FileResponse(index, status, headers=FRESH)


def _file(path: Path, kind: str) -> Response:
    return FileResponse(path, media_type=kind, headers=FRESH) if path.is_file() else PlainTextResponse(NOT_BUILT, 503)


@lru_cache(maxsize=8)
def _drawn(drawing: str, size: int) -> bytes:
    """An icon of the client, in pixels."""
    import resvg_py  # here, since most processes never draw one

    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size))


async def nothing_here(pages: Path, request: Request, _: Exception) -> Response:
    """A page that says so for whoever reads pages; for programs a sentence as JSON."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if wants_page and request.method in ("GET", "HEAD"):
        return _page(pages, 404)
    return fault(404, f"There is nothing at {request.url.path}.")
