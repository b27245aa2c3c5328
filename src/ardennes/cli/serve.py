"""`ardennes serve`: the games in the browser."""

from __future__ import annotations

import argparse
import gc
import os
import threading
import webbrowser
from pathlib import Path
from typing import Any

from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    serve = commands.add_parser("serve", help="play in the browser", description=__doc__)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen at (127.0.0.1: this machine only)")
    serve.add_argument("--port", type=int, default=8044)
    serve.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        help="the SQLite file (ardennes.db in the working directory if it is there, else in your data directory)",
    )
    serve.add_argument(
        "--packed", action="store_true", help="pack what is sent, for a proxy on this machine (always for other hosts)"
    )
    serve.add_argument(
        "--workers", action="store_true", help="let “ardennes worker” processes on the same PostgreSQL think"
    )
    serve.add_argument("--open", action="store_true", help="open a browser")
    serve.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace) -> int:
    try:
        import uvicorn

        from ardennes.server.app import create_app
    except ImportError as missing:
        raise ArdennesError(f"The server needs “{missing.name}”: install ardennes[server].") from None
    chosen.packed |= chosen.host not in ("127.0.0.1", "localhost", "::1")
    address = f"http://{chosen.host}:{chosen.port}/"
    url, where = _database(chosen.data)
    app = create_app(url, machine_pace=1, packed=chosen.packed, workers=chosen.workers)
    app.state.thinkers.warm_up()
    _collect_rarely()
    print(f"Games are saved in {where}.")
    print(f"Ardennes is at {address} (Ctrl-C ends it).", flush=True)
    if chosen.open:
        threading.Timer(1.5, webbrowser.open, [address]).start()
    uvicorn.run(
        app,
        host=chosen.host,
        port=chosen.port,
        log_level="warning",
        ws_per_message_deflate=chosen.packed,
        timeout_keep_alive=60,  # a player thinks for longer than the usual five seconds
    )
    return 0


def _database(chosen: Path | None) -> tuple[str, str]:
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
