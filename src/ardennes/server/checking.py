"""Every stored game played again under today's rules, and which of them stop: what to know before an upgrade."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.record import Record
from ardennes.processes import Processes
from ardennes.server.migrate import upgrade
from ardennes.server.store import Store, Stored, TableRow, database_url

AHEAD = 4  # games that wait for each process


class Finding(NamedTuple):
    """A stored game that does not go to its last line under today's rules, or that was written under other ones."""

    table: str
    game: str
    lines: int
    stops: str  # where and why; "" if all lines are legal
    rules: str  # under which it was written, where those are not today's


def replayed(stored: Stored) -> Finding:
    """In a process of its own: a game played again."""
    try:
        game = ardennes.game(stored.game)
        journal = Journal(stored.game, stored.rules, stored.scenario, dict(stored.options), stored.position)
        journal.entries = [Entry.parse(line, n, game.sides) for n, line in enumerate(stored.lines, 1)]
        _, illegal = Record.replay_legal(game, journal)
    except ArdennesError as error:
        return Finding(stored.id, stored.game, len(stored.lines), str(error), stored.rules)
    stops = "" if illegal is None else f"line {illegal.at + 1}, “{illegal.entry}”: {illegal.error} ({illegal.rule})"
    other = stored.rules if stored.rules != game.version else ""
    return Finding(stored.id, stored.game, len(stored.lines), stops, other)


@contextmanager
def copy_of(file: Path) -> Iterator[str]:
    """The address of a copy of a SQLite file, brought to today's schema; games may go on meanwhile."""
    if not file.is_file():
        raise ArdennesError(f"There is no file “{file}”.")
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "games.db"
        source, target = sqlite3.connect(f"file:{file}?mode=ro", uri=True), sqlite3.connect(copied)
        try:
            source.backup(target)
        finally:
            source.close()
            target.close()
        url = database_url(None, str(copied))
        upgrade(url)
        yield url


async def check_all(url: str, *, jobs: int, heard: Callable[[Finding, int], None]) -> None:
    """Play every stored game again; `heard` gets each finding, and how many games there are."""
    store = Store(url)
    pool = Processes().pool(jobs)
    try:
        try:
            async with store.sessions() as session:
                names = list((await session.scalars(select(TableRow.id).order_by(TableRow.created))).all())
        except DBAPIError:
            raise ArdennesError("The database has another schema: check a copy of it, with --migrate.") from None
        running: set[asyncio.Future[Finding]] = set()
        for name in names:
            if len(running) >= AHEAD * jobs:
                running = await _some(running, len(names), heard)
            submitted: Future[Finding] = pool.submit(replayed, await store.load(name))
            running.add(asyncio.wrap_future(submitted))
        while running:
            running = await _some(running, len(names), heard)
    finally:
        pool.kill()
        await store.close()


async def _some(
    running: set[asyncio.Future[Finding]], games: int, heard: Callable[[Finding, int], None]
) -> set[asyncio.Future[Finding]]:
    done, rest = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
    for one in done:
        heard(one.result(), games)
    return rest
