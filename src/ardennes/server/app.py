"""The application: routes, pages, and what lives as long as the process does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from ardennes.engine.errors import ArdennesError
from ardennes.processes import Processes
from ardennes.server.api import Api, fault
from ardennes.server.live import follow
from ardennes.server.machines import Machines
from ardennes.server.migrate import upgrade
from ardennes.server.openapi import document
from ardennes.server.paths import map_cache
from ardennes.server.pictures import Pictures
from ardennes.server.store import CHANNEL, Store
from ardennes.server.tables import KEPT, Tables
from ardennes.server.thinking import Thinkers

log = logging.getLogger(__name__)
PAGES = Path(__file__).parent / "pages"  # what the client's build left here


def create_app(
    url: str,
    *,
    machine_limit: float = 60.0,
    machine_pace: float = 0.0,
    pages: Path = PAGES,
    maps: Path | None = None,
    packed: bool = True,
    luck: random.Random | None = None,
    kept: int = KEPT,
    processes: Processes | None = None,
    workers: bool = False,
) -> Starlette:
    """The whole server over a database.

    A machine may think for so many seconds at most; its paces are multiplied with `machine_pace`. Answers are packed,
    which pays wherever a wire is between. Drawn maps are cached in the folder `maps`, or in the user's own cache. Dice
    fall by the operating system's randomness, or by the `luck` of a test. So many tables are `kept` in memory. Thinking
    and drawing are done in `processes`; with `workers`, thinking is left to the workers of the same PostgreSQL. Raises
    ArdennesError where the driver of the database is not installed, or another server uses its file.
    """
    processes = processes or Processes()
    store = Store(url)
    thinkers = _thinkers(store, processes, machine_limit) if workers else Thinkers(processes, limit=machine_limit)
    store.claim()
    tables = Tables(store, luck, kept=kept)
    api = Api(tables, thinkers)
    pictures = Pictures(maps or map_cache(), processes)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(upgrade, url)
        machines = app.state.machines = Machines(tables, thinkers, pace=machine_pace)
        machines.begin()
        hearing = asyncio.create_task(_hear_others(store, tables)) if store.is_postgres else None
        try:
            yield
        finally:
            if hearing:
                hearing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await hearing
            await machines.close()
            await thinkers.leave()
            await store.close()

    async def live(socket: WebSocket) -> None:
        await follow(socket, tables)

    async def openapi(_: Request) -> Response:
        return JSONResponse(document())

    routes: list[BaseRoute] = [
        *api.routes(),
        *pictures.routes(),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/api/seats/{token}/live", live),
        *_pages(pages),
    ]
    packing = Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)  # quick: a screen is packed at every move
    app = Starlette(routes=routes, lifespan=life, middleware=[packing] if packed else [])
    app.add_exception_handler(404, _nothing_here)
    app.add_exception_handler(Exception, _our_fault)
    app.state.tables = tables
    app.state.thinkers = thinkers
    return app


def _thinkers(store: Store, processes: Processes, limit: float) -> Thinkers:
    """The workers of a database. Raises ArdennesError where there can be none."""
    if not store.is_postgres:
        raise ArdennesError("Workers need a PostgreSQL that they share with the server: name it in DATABASE_URL.")
    try:
        from ardennes.server.workers import Workers
    except ImportError as missing:
        raise ArdennesError(f"Workers need “{missing.name}”: install ardennes[workers].") from None
    return Workers(store.url, processes, limit=limit)


def _pages(pages: Path) -> list[BaseRoute]:
    """The client: its files, and one page for every address that is not the interface's."""
    index = pages / "index.html"

    async def page(_: Request) -> Response:
        if not index.is_file():
            return PlainTextResponse("The client is not built yet: run “make web”.", 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    routes: list[BaseRoute] = [Route("/", page), Route("/seat/{token}", page), Route("/new/{game}", page)]
    routes += [Route("/rules/{game}", page), Route("/dice", page), Route("/import", page)]
    if (pages / "assets").is_dir():
        routes.append(Mount("/assets", StaticFiles(directory=pages / "assets")))
    return routes


async def _nothing_here(request: Request, _: Exception) -> Response:
    return fault(404, f"There is nothing at {request.url.path}.")


async def _our_fault(request: Request, error: Exception) -> Response:
    log.error("%s failed", request.url.path, exc_info=error)
    return fault(500, "The server made a mistake; nothing was changed.")


async def _hear_others(store: Store, tables: Tables) -> None:
    """Several processes share one PostgreSQL and hear of each other through it."""
    import asyncpg  # here, since whoever plays with SQLite need not have it

    plain = store.url.replace("postgresql+asyncpg://", "postgresql://", 1)
    while True:
        try:
            connection = await asyncpg.connect(plain)
        except (OSError, asyncpg.PostgresError):
            await asyncio.sleep(1)
            continue
        lost = asyncio.Event()

        def heard(_c: object, _pid: int, _channel: str, payload: str) -> None:
            table, _, sequence = payload.partition(" ")
            tables.changed_elsewhere(table, int(sequence))

        connection.add_termination_listener(lambda _c, lost=lost: lost.set())
        await connection.add_listener(CHANNEL, heard)
        try:
            await lost.wait()
        finally:
            await connection.close()
