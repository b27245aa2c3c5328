"""`ardennes worker`: run computer players for servers that share a PostgreSQL database, here or on another machine."""

from __future__ import annotations

import argparse
import asyncio
import os
from typing import Any

from ardennes.engine.errors import ArdennesError


def add_to(commands: Any) -> None:
    """Add the command to the parser."""
    worker = commands.add_parser(
        "worker", help="run computer players for servers that share a PostgreSQL database", description=__doc__
    )
    worker.add_argument("--processes", type=int, metavar="N", help="decisions to work on at once (one per core)")
    worker.add_argument(
        "--limit", type=float, default=60.0, metavar="SECONDS", help="time limit per decision in seconds (60)"
    )
    worker.set_defaults(run=_worker)


def _worker(chosen: argparse.Namespace) -> int:
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        raise ArdennesError("A worker needs the servers’ PostgreSQL database: set DATABASE_URL.")
    if chosen.processes is not None and chosen.processes < 1:
        raise ArdennesError(f"--processes must be at least 1, not {chosen.processes}.")
    try:
        from ardennes.processes import Processes
        from ardennes.server import worker
    except ImportError as missing:
        raise ArdennesError(f"A worker needs “{missing.name}”: install ardennes[server,postgres,workers].") from None
    print("The worker is running (Ctrl-C stops it).", flush=True)
    asyncio.run(worker.work(url, Processes(), slots=chosen.processes, limit=chosen.limit))
    return 0
