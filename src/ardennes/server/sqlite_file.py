"""A SQLite file: one process owns it, one thread of it writes, and whoever reads goes on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import make_url

from ardennes.engine.errors import ArdennesError

PATIENCE = 5.0  # seconds that a change waits for a file that something else has locked


class SqliteFile:
    """The file, as far as it is written to."""

    def __init__(self, url: str) -> None:
        self.path = make_url(url).database or ""
        self._engine = create_engine(url.replace("+aiosqlite", "", 1), hide_parameters=True)
        event.listen(self._engine, "connect", prepare)
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._claim: IO[str] | None = None

    def claim(self) -> None:
        """Own the file until this process ends, however it does. Raises ArdennesError if another process owns it.

        A new file is its owner's alone, and so is its log: it holds the keys to all seats.
        """
        if self._claim is not None or self.path in ("", ":memory:"):
            return
        lock = Path(f"{self.path}.lock").open("a")  # noqa: SIM115 - it stays open as long as the file is owned
        try:
            _lock(lock)
        except OSError:
            lock.close()
            raise ArdennesError(
                f"Another server is using {self.path}. Stop it, choose another file with --data, or let several "
                "servers share a PostgreSQL database (DATABASE_URL)."
            ) from None
        with contextlib.suppress(OSError):  # SQLite says what is wrong with it
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        self._claim = lock

    async def transact(self, work: Callable[[Connection], None], patience: float | None = None) -> None:
        """Do some work in a transaction of its own, in its turn. Gives up when it has waited for so long."""
        latest = time.monotonic() + (PATIENCE if patience is None else patience)
        await asyncio.get_running_loop().run_in_executor(self._writer, self._do, work, latest)

    async def settle(self) -> None:
        """Return when all work that was given before is done, or has failed."""
        await asyncio.get_running_loop().run_in_executor(self._writer, int)

    def _do(self, work: Callable[[Connection], None], latest: float) -> None:
        left = max(0, int(1000 * (latest - time.monotonic())))
        with self._engine.begin() as connection:
            if left < 900 * PATIENCE:  # others waited before it
                connection.exec_driver_sql(f"PRAGMA busy_timeout={left}")
            try:
                work(connection)
            finally:
                if left < 900 * PATIENCE:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * PATIENCE)}")

    def close(self) -> None:
        """Finish what was begun, and give the file back."""
        self._writer.shutdown()
        self._engine.dispose()
        if self._claim is not None:
            self._claim.close()
            self._claim = None


def prepare(connection: Any, _: Any) -> None:
    """Readers and one writer side by side; a committed line survives the death of the process, and a power cut.

    Without FULL the write-ahead log is not on the disk when a commit returns: it costs a third of a millisecond.
    """
    cursor = connection.cursor()
    wait = f"busy_timeout={int(1000 * PATIENCE)}"
    for pragma in (wait, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _lock(file: IO[str]) -> None:
    """Lock a file until it is closed or the process ends. Raises OSError if it is locked."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt  # type: ignore[import-not-found,unused-ignore]

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
