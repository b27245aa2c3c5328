"""`ardennes serve`: play in the browser."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import os
import threading
import webbrowser
from pathlib import Path
from typing import Any

from ardennes.engine.errors import ArdennesError
from ardennes.server.limits import CONNECTIONS, KEPT, PER_CLIENT, SOCKETS, Limits, quota


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    serve = commands.add_parser("serve", help="play in the browser", description=__doc__)
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)")
    serve.add_argument("--port", type=int, default=8044)
    serve.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        help="the SQLite file (ardennes.db in the working directory if there is one, else in your data directory)",
    )
    serve.add_argument(
        "--packed",
        action="store_true",
        help="compress responses to this machine too, for a local proxy (other hosts always get them compressed)",
    )
    serve.add_argument(
        "--workers",
        action="store_true",
        help="leave the thinking to “ardennes worker” processes on the same PostgreSQL database",
    )
    serve.add_argument("--open", action="store_true", help="open a browser")
    serve.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which players reach the server, such as games.example.org (repeatable)",
    )
    serve.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address of a reverse proxy trusted to report client addresses (repeatable)",
    )
    serve.add_argument(
        "--quota",
        action="append",
        default=[],
        metavar="NAME=RATE",
        help="a limit per client or game: hints=30/min, imports=off (repeatable; see docs/server.md)",
    )
    for name, usual, words in (
        ("--connections", CONNECTIONS, "connections in total"),
        ("--per-client", PER_CLIENT, "connections per address"),
        ("--sockets", SOCKETS, "live connections per address"),
        ("--kept", KEPT, "idle games kept in memory"),
    ):
        serve.add_argument(name, type=int, metavar="N", help=f"{words} ({usual})")
    serve.add_argument("--log", choices=("text", "json"), default="text", help="log format (text)")
    serve.add_argument(
        "--metrics", action="store_true", help="serve /metrics to other hosts too (this machine always may)"
    )
    serve.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace) -> int:
    try:
        import uvicorn

        from ardennes.server import logs
        from ardennes.server.app import create_app
        from ardennes.server.clients import LOOPBACK, Hosts
        from ardennes.server.serving import configured
        from ardennes.server.starting import prepare
        from ardennes.server.store import Unavailable
    except ImportError as missing:
        raise ArdennesError(f"The server needs “{missing.name}”: install ardennes[server].") from None
    alone = chosen.host in LOOPBACK and not chosen.proxy
    chosen.packed |= chosen.host not in LOOPBACK
    limits = _limits(chosen, alone=alone)
    address = f"http://{chosen.host}:{chosen.port}/"
    url, where = database(chosen.data)
    logs.set_up(chosen.log, logging.INFO if chosen.log == "json" else logging.WARNING)
    app = create_app(
        url,
        machine_pace=1,
        packed=chosen.packed,
        kept=chosen.kept or KEPT,
        limits=limits,
        hosts=Hosts(chosen.host, chosen.host_name),
        proxies=chosen.proxy,
        metrics=chosen.metrics or alone,
        workers=chosen.workers,
    )
    with contextlib.suppress(Unavailable):  # the server waits for it, and says so
        prepare(url)
    app.state.thinkers.warm_up()
    _collect_rarely()
    print(f"Games are saved in {where}.")
    print(f"Ardennes is at {address} (Ctrl-C stops it).", flush=True)
    if chosen.open:
        threading.Timer(1.5, webbrowser.open, [address]).start()
    given = {"host": chosen.host, "port": chosen.port, "packed": chosen.packed}
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(configured(app, limits=limits, proxies=chosen.proxy, **given)).run()
    return 0


def _limits(chosen: argparse.Namespace, *, alone: bool) -> Limits:
    """What strangers may ask for; on this machine's own address nothing is counted unless it is asked for."""
    from ardennes.server.serving import room_for

    quotas = {} if alone else Limits.open_server()
    for text in chosen.quota:
        name, rate = quota(text)
        if rate is None:
            quotas.pop(name, None)
        else:
            quotas[name] = rate
    wanted = chosen.connections or CONNECTIONS
    most = room_for(wanted)
    if most < wanted:
        print(f"Only {most} connections fit: this process may open no more files (ulimit -n, LimitNOFILE).")
    return Limits(
        quotas,
        connections=most,
        per_client=chosen.per_client or (most if alone else PER_CLIENT),
        sockets=chosen.sockets or (most if alone else SOCKETS),
    )


def database(chosen: Path | None) -> tuple[str, str]:
    """The address of the database, and how to speak of it: what is chosen, else DATABASE_URL, else the usual file.

    Raises ArdennesError if the chosen file lies in no folder, or DATABASE_URL is no address.
    """
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from ardennes.server.paths import database_file
    from ardennes.server.store import database_url

    named = os.environ.get("DATABASE_URL")
    if chosen is None and named:
        try:
            return database_url(named, ""), make_url(named).render_as_string(hide_password=True)
        except ArgumentError:
            raise ArdennesError("DATABASE_URL is not the address of a database.") from None
    file = chosen.resolve() if chosen is not None else database_file()
    if not file.parent.is_dir():
        raise ArdennesError(f"There is no folder “{file.parent}” for the file {file.name}.")
    found = chosen is None and file.parent == Path.cwd()
    return database_url(None, str(file)), f"{file} (found in the working directory)" if found else str(file)


def _collect_rarely() -> None:
    """Look for garbage in cycles less often: what is loaded stays, and hundreds of games are slow to sweep."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 1_000)
