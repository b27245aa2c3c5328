"""Questions to machines on their way from server processes to workers: Procrastinate on the PostgreSQL of the games.

A question is a job: game, player, view and seed, and who asks. The queue is named after the edition of the rules, so
that nobody is answered by other rules than his own. The answer comes back as notifications to whoever asked; nothing
of it is stored. Whoever asks holds a lock as long as he lives, by which a worker knows that somebody still waits.
All of it lies in a schema of its own, holds nothing that is worth keeping, and may be dropped when no process runs.
"""

from __future__ import annotations

import base64
import contextlib
import datetime as dt
import json
import logging
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from procrastinate.schema import SchemaManager
from psycopg import Error
from psycopg_pool import AsyncConnectionPool

from ardennes.arena.edition import edition as edition
from ardennes.server.thinking import TRIES

log = logging.getLogger(__name__)

SCHEMA = "thinking"
TASK = "think"
BEAT = 0.5  # seconds between two signs of life of a worker
SILENT = 5.0  # seconds without one after which a worker's questions are put to others
FAILURES = (ConnectorException, Error, OSError, TimeoutError)  # what a database that is away may raise
AT_ONCE = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)  # whatever the clocks of the machines say
PART = 7_500  # characters of a notification: PostgreSQL takes fewer than 8,000 bytes
WAIT = 5.0  # seconds for a connection
SETTINGS: dict[str, Any] = {
    "options": f"-c search_path={SCHEMA} -c synchronous_commit=off",
    "connect_timeout": int(WAIT),
}


def plain(url: str) -> str:
    """The address of a PostgreSQL without the name of a driver."""
    scheme, colon, rest = url.partition("://")
    return f"{scheme.partition('+')[0]}{colon}{rest}"


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[App]:
    """Procrastinate on a database, with its schema made where it is missing. Raises one of FAILURES."""
    pool: dict[str, Any] = {"min_size": 1, "max_size": 4, "timeout": WAIT, "reconnect_timeout": WAIT}
    connector = PsycopgConnector()
    app = App(connector=connector)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it repeats what is logged here already
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL + 1)  # its lines hold whole questions, with secrets
    pooled = AsyncConnectionPool(
        plain(url), kwargs=SETTINGS, open=False, check=AsyncConnectionPool.check_connection, **pool
    )
    try:
        await pooled.open(wait=True, timeout=WAIT)
        await connector.open_async(pooled)
        await _prepare(pooled)
        yield app
    finally:
        with contextlib.suppress(*FAILURES):
            await pooled.close(timeout=1)


async def _prepare(pool: AsyncConnectionPool) -> None:
    """Make the schema, unless it is there; one process at a time."""
    async with pool.connection() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [SCHEMA])
        found = await connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.procrastinate_jobs"])
        if (row := await found.fetchone()) and row[0]:
            return
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        await connection.execute(SchemaManager.get_schema())


def packed(view: str) -> str:
    """A view as a question carries it."""
    return base64.b85encode(zlib.compress(view.encode(), 1)).decode()


def unpacked(view: str) -> str:
    """The view of a question."""
    return zlib.decompress(base64.b85decode(view)).decode()


def channel(asker: int) -> str:
    """Where somebody who asks listens."""
    return f"ardennes_idea_{asker}"


def parts(question: int, answer: dict[str, Any]) -> Iterator[str]:
    """An answer as notifications: which question, how many more follow, and a part of the text."""
    text = json.dumps(answer)
    cuts = [text[n : n + PART] for n in range(0, len(text), PART)]
    for more, cut in zip(range(len(cuts) - 1, -1, -1), cuts, strict=True):
        yield f"{question} {more} {cut}"


async def tell(app: App, asker: int, question: int, answer: dict[str, Any]) -> None:
    """Send an answer to whoever asked. Raises one of FAILURES."""
    await app.connector.execute_query_all_async(
        "SELECT pg_notify(%(channel)s, part) FROM unnest(%(parts)s::text[]) WITH ORDINALITY AS u(part, n) ORDER BY n",
        channel=channel(asker),
        parts=list(parts(question, answer)),
    )


async def is_gone(app: App, asker: int) -> bool:
    """Whether nobody holds the lock of somebody who asked: he has died, or has lost his connection. Raises FAILURES."""
    query = "SELECT pg_try_advisory_xact_lock(%(asker)s) AS free"
    row = await app.connector.execute_query_one_async(query, asker=asker)
    return bool(row["free"])


async def revive(app: App) -> None:
    """Put the questions of workers that have died to others, unless they have killed too many. Raises FAILURES."""
    for job in await app.job_manager.get_stalled_jobs(queue=edition(), seconds_since_heartbeat=SILENT):
        assert job.id is not None
        log.warning("the worker that thought about question %d is gone", job.id)
        with contextlib.suppress(ConnectorException):  # another process was quicker
            if job.attempts + 1 < TRIES:
                await app.job_manager.retry_job_by_id_async(job.id, AT_ONCE)
                continue
            await app.job_manager.finish_job_by_id_async(job.id, Status.FAILED, delete_job=True)
            asked: dict[str, Any] = job.task_kwargs
            error = f"{asked['name']}'s workers died {TRIES} times."
            await tell(app, asked["asker"], asked["question"], {"error": error})


async def served(app: App) -> bool:
    """Whether anybody thinks about a question of this edition just now. Raises one of FAILURES."""
    return any(queue["doing"] for queue in await app.job_manager.list_queues_async(queue=edition()))


async def known(app: App, jobs: list[int]) -> set[int]:
    """Which of some questions wait or are thought about. Raises one of FAILURES."""
    query = "SELECT id FROM procrastinate_jobs WHERE id = ANY(%(jobs)s)"
    return {row["id"] for row in await app.connector.execute_query_all_async(query, jobs=jobs)}
