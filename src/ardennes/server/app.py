"""The application: routes, pages, and what lives as long as the process does."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ardennes.engine.errors import ArdennesError
from ardennes.processes import Processes
from ardennes.server.api import Api
from ardennes.server.client_files import client_routes, nothing_here
from ardennes.server.clients import Hosts
from ardennes.server.guard import Guard
from ardennes.server.imports import Imports
from ardennes.server.invitations import SEATS
from ardennes.server.limits import KEPT, LAST_WORDS, Limits
from ardennes.server.lines import Lines
from ardennes.server.live import AGAIN, follow
from ardennes.server.machines import Machines
from ardennes.server.metrics import Metrics
from ardennes.server.openapi import document
from ardennes.server.paths import map_cache
from ardennes.server.pictures import Pictures
from ardennes.server.quotas import Quotas, TooMuch
from ardennes.server.replies import fault
from ardennes.server.starting import prepare, prepare_in_time
from ardennes.server.store import CHANNEL, Missing, Store, Unavailable
from ardennes.server.tables import Tables
from ardennes.server.thinking import Thinkers
from ardennes.server.workbench import Workbench

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
    limits: Limits | None = None,
    hosts: Hosts | None = None,
    proxies: Collection[str] = (),
    metrics: bool = False,
    workers: bool = False,
) -> Starlette:
    """The whole server over a database.

    A machine may think for so many seconds at most; its paces are multiplied with `machine_pace`. Answers are packed,
    which pays wherever a wire is between. Drawn maps are cached in the folder `maps`, or in the user's own cache. Dice
    fall by the operating system's randomness, or by the `luck` of a test. So many tables are `kept` in memory. Thinking
    and drawing are done in `processes`; with `workers`, thinking is left to the workers of the same PostgreSQL. Nobody
    has a quota without `limits`. The server answers under the names of `hosts`, and believes what `proxies` say of whom
    they ask for. Raises ArdennesError where the driver of the database is not installed, or another server uses its
    file.
    """
    processes = processes or Processes()
    store = Store(url)
    made = _workers(store) if workers else Thinkers
    store.claim()
    tables = Tables(store, luck, kept=kept)
    quotas = Quotas(limits or Limits())
    thinkers = made(processes, quotas=quotas, limit=machine_limit)
    imports = Imports(processes)
    lines = Lines()
    workbench = Workbench(processes, quotas)
    api = Api(tables, thinkers, imports, quotas, lines, workbench)
    pictures = Pictures(maps or map_cache(), processes, pages)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        machines = app.state.machines = Machines(tables, thinkers, pace=machine_pace)
        try:
            await asyncio.to_thread(prepare, url)
        except Unavailable:
            store.is_ready = False
        aside = [asyncio.create_task(_begin(store, machines))]
        if store.is_postgres:
            aside.append(asyncio.create_task(_hear_others(store, api)))
        try:
            yield
        finally:
            for task in aside:
                task.cancel()
            await asyncio.gather(*aside, return_exceptions=True)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(machines.close(), LAST_WORDS)
            thinkers.close()
            imports.close()
            workbench.close()
            pictures.close()
            await thinkers.leave()
            await store.close()

    async def live(socket: WebSocket) -> None:
        await _live(socket, tables, lines, quotas)

    async def openapi(_: Request) -> Response:
        return JSONResponse(document())

    routes: list[BaseRoute] = [
        *api.routes(),
        *pictures.routes(),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/api/seats/{token}/live", live),
        *client_routes(pages),
    ]
    packing = Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)  # quick: a screen is packed at every move
    figures = Metrics()
    if metrics:
        routes.insert(0, Route("/metrics", figures.page))
    guard = Middleware(Guard, hosts=hosts or Hosts(), quotas=quotas, metrics=figures, proxies=proxies)
    app = Starlette(routes=routes, lifespan=life, middleware=[guard, *([packing] if packed else [])])
    app.add_exception_handler(404, partial(nothing_here, pages))
    app.state.tables, app.state.thinkers, app.state.pictures = tables, thinkers, pictures
    figures.watch(
        sockets=("Live connections", lambda: quotas.sockets),
        live_tables=("Games in memory", lambda: tables.in_memory),
        thinking_queue=("Decisions waiting for a computer player", lambda: thinkers.turns.length),
        imports_waiting=("Journals waiting to be replayed", lambda: imports.waiting),
        drawings_waiting=("Map tiles waiting or being drawn", lambda: pictures.drawers.length),
        studies_waiting=("Plans and reports waiting to be worked out", lambda: workbench.waiting),
        replays=("Journals replayed since the start", lambda: imports.replays),
        connections=("Connections", lambda: app.state.gate.all if hasattr(app.state, "gate") else 0),
        connections_refused=(
            "Refused connections",
            lambda: app.state.gate.refused if hasattr(app.state, "gate") else 0,
        ),
    )
    return app


def _workers(store: Store) -> Callable[..., Thinkers]:
    """What makes the workers of a database. Raises ArdennesError where there can be none."""
    if not store.is_postgres:
        raise ArdennesError("Workers need a PostgreSQL database shared with the server: name it in DATABASE_URL.")
    try:
        from ardennes.server.workers import Workers
    except ImportError as missing:
        raise ArdennesError(f"Workers need “{missing.name}”: install ardennes[workers].") from None
    return partial(Workers, store.url)


async def _begin(store: Store, machines: Machines) -> None:
    """Let the machines play, as soon as the database is there."""
    if not store.is_ready:
        await prepare_in_time(store)
    machines.begin()


async def _live(socket: WebSocket, tables: Tables, lines: Lines, quotas: Quotas) -> None:
    """Follow a table until the line ends, or the seat's link is replaced; clients and tables have so many lines."""
    token, whose = socket.path_params["token"], [str(getattr(socket.state, "client", ""))]
    try:
        seat = await tables.store.seat(token)
    except Missing:
        await follow(socket, tables)  # which says so
        return
    except Unavailable:
        await socket.accept()
        await socket.close(AGAIN)
        return
    whose.append(f"table {seat.table}")
    try:
        quotas.open_socket(*whose)
    except TooMuch as error:
        await socket.send_denial_response(fault(429, str(error)))
        return
    try:
        await lines.run(seat.table, token, follow(socket, tables))
    finally:
        quotas.close_socket(*whose)


async def _hear_others(store: Store, api: Api) -> None:
    """Several processes share one PostgreSQL and hear of each other through it."""
    import asyncpg  # here, since whoever plays with SQLite need not have it

    reseating: set[asyncio.Task[None]] = set()
    plain = store.url.replace("postgresql+asyncpg://", "postgresql://", 1)
    while True:
        lost = asyncio.Event()

        def reseated(task: asyncio.Task[None], lost: asyncio.Event = lost) -> None:
            reseating.discard(task)
            if not task.cancelled() and task.exception() is not None:
                lost.set()  # then all of them are looked up

        def heard(_c: object, _pid: int, _channel: str, payload: str) -> None:
            table, _, what = payload.partition(" ")
            if what == SEATS:
                reseating.add(task := asyncio.create_task(api.seating.reseat(table)))
                task.add_done_callback(reseated)
            else:
                api.tables.changed_elsewhere(table, int(what))

        try:
            connection = await asyncpg.connect(plain)
            connection.add_termination_listener(lambda _c, lost=lost: lost.set())
            try:
                await connection.add_listener(CHANNEL, heard)
                await api.seating.reseat_all()  # nobody knows what was said before
                await lost.wait()
            finally:
                await connection.close()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, Unavailable):
            await asyncio.sleep(1)
