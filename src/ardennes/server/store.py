"""The database: tables, their seats and their journals, in SQLite or PostgreSQL by the same code.

Every change of a table raises its sequence number in the transaction that stores it, and only if nobody else raised
it first. Whatever the database or the way to it may raise, whoever calls is told `Unavailable`.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, event, exists, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import Session

from ardennes.engine.errors import ArdennesError
from ardennes.server.changes import CHANNEL as CHANNEL
from ardennes.server.changes import Branch as Branch
from ardennes.server.changes import Change as Change
from ardennes.server.changes import Conflict as Conflict
from ardennes.server.changes import Proposal as Proposal
from ardennes.server.changes import add_lines, notify, pack_lines, write
from ardennes.server.packing import unpack
from ardennes.server.repeats import Done, from_json
from ardennes.server.reports import Report
from ardennes.server.rows import BranchRow, DieRow, LineRow, OriginalRow, PackedRow, PulseRow, ReportRow, SeatRow
from ardennes.server.rows import TableRow as TableRow
from ardennes.server.sqlite_file import SqliteFile, prepare

log = logging.getLogger(__name__)

REMEMBERED = 10_000  # seats that need not be looked up again
SURE = 2.0  # seconds for which it is taken as known whether anything can be stored
FAILURES = (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError)  # and whatever asyncpg raises, if it is installed
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,60}")  # what a token or a code is made of; nothing else is looked for


class Missing(ArdennesError):
    """There is no such table or seat."""


class Unavailable(ArdennesError):
    """The database does not answer, or stores nothing, just now."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, and the table it stands at."""

    token: str
    table: str
    side: str
    player: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a series: which it is, who sat at it, and what it adds to the record."""

    table: str
    number: int
    score: dict[str, Any] | None
    seats: tuple[Seat, ...]
    series: str  # the table of the first game, which may be deleted


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table stands: how often it was changed, when lines were last taken away, and what is proposed."""

    sequence: int
    revision: int
    cut: int
    lines: int
    proposal: Proposal | None
    done: Done


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored."""

    id: str
    game: str
    rules: str
    scenario: str
    options: dict[str, str]
    position: str
    head: Head
    lines: tuple[str, ...]
    originals: int  # journals that corrected rules have cut
    branches: tuple[Branch, ...]  # lines of play that somebody went back from
    number: int  # which game of its series it is
    due: str | None  # the machine that is asked


def database_url(url: str | None, default_file: str) -> str:
    """The address as the asynchronous drivers want it; without one, a SQLite file."""
    if not url:
        return f"sqlite+aiosqlite:///{default_file}"
    for plain, driven in (("postgresql://", "postgresql+asyncpg://"), ("postgres://", "postgresql+asyncpg://")):
        if url.startswith(plain):
            return driven + url.removeprefix(plain)
    if url.startswith("sqlite:///"):
        return url.replace("sqlite:///", "sqlite+aiosqlite:///", 1)
    return url


@contextmanager
def reaching() -> Iterator[None]:
    """Whatever ails the database or the way to it is one error. The log names no value that was asked for."""
    try:
        yield
    except IntegrityError:
        raise
    except Exception as error:
        if not isinstance(error, FAILURES) and not type(error).__module__.startswith("asyncpg"):
            raise
        log.warning("the database failed: %s", type(error).__name__)
        raise Unavailable("The games cannot be reached just now; nothing is lost. Try again in a moment.") from error


class Store:
    """What the server keeps. Raises ArdennesError where the driver of its database is not installed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_postgres = url.startswith("postgresql")
        more: dict[str, Any] = {}
        if self.is_postgres:
            more = {"pool_pre_ping": True, "connect_args": {"timeout": 5, "command_timeout": 15}}
        try:
            self.engine: AsyncEngine = create_async_engine(url, hide_parameters=True, **more)
        except ModuleNotFoundError as missing:
            extra = "postgres" if self.is_postgres else "server"
            raise ArdennesError(f"This database needs “{missing.name}”: install ardennes[{extra}].") from None
        self.sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self.is_ready = True  # whether the database has today's schema; until then nobody is let in
        event.listen(self.engine.sync_engine, "do_connect", self._let_in)
        self._file: SqliteFile | None = None
        if not self.is_postgres:
            event.listen(self.engine.sync_engine, "connect", prepare)
            self._file = SqliteFile(url)
        self._known: dict[str, Seat] = {}  # until seats of its table change hands
        self._changed = 0  # how often some did
        self._tried = (0.0, True)  # when something was last written, and whether it could be

    def _let_in(self, *_: object) -> None:
        """Whether a connection may be made."""
        if not self.is_ready:
            raise ConnectionError("the database was not there yet")

    def claim(self) -> None:
        """Own a SQLite file until this process ends. Raises ArdennesError if another process does."""
        if self._file is not None:
            self._file.claim()

    async def close(self) -> None:
        """Give all connections back."""
        await self.engine.dispose()
        if self._file is not None:
            self._file.close()

    # ---- writing ----

    async def transact(self, work: Callable[[Connection], None], patience: float | None = None) -> None:
        """Do some work in a transaction of its own."""
        try:
            with reaching():
                if self._file is not None:
                    await self._file.transact(work, patience)
                else:
                    async with asyncio.timeout(patience), self.engine.begin() as connection:
                        await connection.run_sync(work)
        except Unavailable:
            self._tried = (time.monotonic(), False)
            raise
        self._tried = (time.monotonic(), True)

    async def ping(self) -> None:
        """Raise Unavailable if the database does not answer."""
        with reaching():
            async with self.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))

    async def writable(self) -> bool:
        """Whether anything can be stored: by what was stored last, or by trying it."""
        at, well = self._tried
        if time.monotonic() - at < SURE:
            return well

        def beat(connection: Connection) -> None:
            now = _now()
            if not connection.execute(update(PulseRow).where(PulseRow.id == 1).values(at=now)).rowcount:
                connection.execute(insert(PulseRow), {"id": 1, "at": now})

        try:
            await self.transact(beat, SURE)
        except IntegrityError:  # another process wrote the first one
            pass
        except Unavailable:
            return False
        return True

    async def create(self, table: TableRow, seats: Sequence[Seat], lines: Sequence[str] = ()) -> None:
        """Store a new table with its seats."""
        now = _now()
        table.created = table.changed = now
        table.revision, table.lines = 0, len(lines)

        def work(connection: Connection) -> None:
            with Session(connection, expire_on_commit=False) as session:
                session.add(table)
                session.flush()
                session.add_all(SeatRow(token=s.token, table=s.table, side=s.side, player=s.player) for s in seats)
                session.flush()
            add_lines(connection, table.id, 0, [(line, now) for line in lines])
            if table.over:
                pack_lines(connection, table.id)

        await self.transact(work)

    async def change(self, table: str, sequence: int, change: Change) -> int:
        """Store a change that was made to a sequence number; returns the new one. Raises Conflict if there is a later.

        Where Unavailable is raised it may be stored all the same: `settle`, and read.
        """
        await self.transact(lambda connection: write(connection, table, sequence, change))
        return sequence + 1

    async def propose(self, table: str, sequence: int, proposal: Proposal | None, done: Done) -> int:
        """Store a proposal to rewind, or that there is none; returns the new sequence number. Raises Conflict."""
        values = {"proposal": list(proposal) if proposal else None, "done": dict(done) or None}

        def work(connection: Connection) -> None:
            this = update(TableRow).where(TableRow.id == table, TableRow.sequence == sequence)
            fresh = this.values(sequence=sequence + 1, **values)
            if connection.execute(fresh).rowcount != 1:
                raise Conflict("The game has changed since; look again.")
            notify(connection, table, sequence + 1)

        await self.transact(work)
        return sequence + 1

    async def settle(self, table: str) -> None:
        """Return once no change of a table is on its way any more, be it stored or not. Raises Unavailable."""
        with reaching():
            if self._file is not None:
                await self._file.settle()
                return
            async with self.engine.begin() as connection:  # whoever changes a table has locked its row
                await connection.execute(text("SET LOCAL lock_timeout = '5s'"))
                await connection.execute(select(TableRow.id).where(TableRow.id == table).with_for_update())

    # ---- reading ----

    async def seat(self, token: str) -> Seat:
        """The seat that a token opens. Raises Missing."""
        known = self._known.get(token)
        if known is not None:
            return known
        row: SeatRow | None = None
        changed = self._changed
        if TOKEN.fullmatch(token):
            with reaching():
                async with self.sessions() as session:
                    row = await session.get(SeatRow, token)
        if row is None:
            raise Missing("There is no game at this link.")
        seat = Seat(row.token, row.table, row.side, row.player)
        if changed == self._changed:  # else it may have been replaced while it was looked up
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[token] = seat
        return seat

    def forget_seats(self, table: str | None = None) -> None:
        """Look the seats of a table, or of all, up again: some may have changed hands."""
        self._changed += 1
        for token in [token for token, seat in self._known.items() if table in (seat.table, None)]:
            del self._known[token]

    async def seats(self, table: str) -> list[Seat]:
        """All seats of a table."""
        with reaching():
            async with self.sessions() as session:
                rows = (await session.scalars(select(SeatRow).where(SeatRow.table == table))).all()
        return [Seat(row.token, row.table, row.side, row.player) for row in rows]

    async def head(self, table: str) -> Head:
        """Where a table stands. Raises Missing."""
        columns = (TableRow.sequence, TableRow.revision, TableRow.cut, TableRow.lines, TableRow.proposal, TableRow.done)
        with reaching():
            async with self.sessions() as session:
                row = (await session.execute(select(*columns).where(TableRow.id == table))).one_or_none()
        if row is None:
            raise Missing("There is no such game.")
        return _head(*row)

    async def load(self, table: str, first: int = 0) -> Stored:
        """A table with its journal, whole or from a line on, all of one moment. Raises Missing."""
        with reaching():
            async with self.sessions() as session, session.begin():
                if self.is_postgres:
                    await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
                return await _load(session, table, first)

    async def lines(self, table: str, first: int) -> tuple[str, ...]:
        """The lines of a journal from a number on. Raises Missing."""
        return (await self.load(table, first)).lines

    async def series(self, table: str) -> list[Played]:
        """The games of the series that a table belongs to, in their order. Raises Missing."""
        with reaching():
            async with self.sessions() as session:
                row = await session.get(TableRow, table)
                if row is None:
                    raise Missing("There is no such game.")
                first = row.series or row.id
                mine = or_(TableRow.id == first, TableRow.series == first)
                rows = (await session.scalars(select(TableRow).where(mine).order_by(TableRow.number))).all()
                sat = (await session.scalars(select(SeatRow).where(SeatRow.table.in_([one.id for one in rows])))).all()
        seats = [Seat(one.token, one.table, one.side, one.player) for one in sat]
        return [
            Played(one.id, one.number, one.score, tuple(seat for seat in seats if seat.table == one.id), first)
            for one in rows
        ]

    async def original(self, table: str, number: int) -> str:
        """A journal as it was before a corrected rule cut it, the oldest is number 1. Raises Missing."""
        query = select(OriginalRow.journal).where(OriginalRow.table == table).order_by(OriginalRow.revision)
        with reaching():
            async with self.sessions() as session:
                found = await session.scalar(query.offset(number - 1).limit(1))
        if found is None:
            raise Missing("There is no such journal.")
        return found

    async def branch(self, table: str, number: int) -> list[str]:
        """The whole journal of a line of play that somebody went back from. Raises Missing."""
        query = select(BranchRow.journal).where(BranchRow.table == table, BranchRow.number == number)
        with reaching():
            async with self.sessions() as session:
                packed = await session.scalar(query)
        if packed is None:
            raise Missing("There is no such line of play.")
        return [line for line, _ in unpack(packed)]

    async def reports(self, table: str) -> list[Report]:
        """What machines said at a table, in the order of its lines."""
        with reaching():
            async with self.sessions() as session:
                query = select(ReportRow).where(ReportRow.table == table).order_by(ReportRow.number)
                rows = (await session.scalars(query)).all()
        return [Report(row.number, row.side, row.player, tuple(row.remarks)) for row in rows]

    async def dice(self) -> dict[int, dict[int, int]]:
        """How often each face fell, by the number of sides."""
        with reaching():
            async with self.sessions() as session:
                rows = (await session.scalars(select(DieRow).order_by(DieRow.sides, DieRow.face))).all()
        found: dict[int, dict[int, int]] = {}
        for row in rows:
            found.setdefault(row.sides, {})[row.face] = row.times
        return found

    async def count(self) -> dict[str, int]:
        """How many tables there are, and how many of them are over."""
        with reaching():
            async with self.sessions() as session:
                tables = await session.scalar(select(func.count()).select_from(TableRow))
                over = await session.scalar(select(func.count()).select_from(TableRow).where(TableRow.over != ""))
        return {"tables": tables or 0, "over": over or 0}

    # ---- machines ----

    async def unfinished(self) -> list[str]:
        """The tables where a person waits for a machine, or may, and no living process plays it."""
        asked = or_(TableRow.due.is_(None), TableRow.due != "")
        free = or_(TableRow.held.is_(None), TableRow.held < func.now())
        human = exists().where(SeatRow.table == TableRow.id, SeatRow.player == "human")
        machine = exists().where(SeatRow.table == TableRow.id, SeatRow.player.not_in(["human", "observer"]))
        query = select(TableRow.id).where(TableRow.over == "", asked, free, human, machine).order_by(TableRow.changed)
        with reaching():
            async with self.sessions() as session:
                return list((await session.scalars(query)).all())

    async def note_due(self, table: str, due: str) -> None:
        """Store which machine is asked, of a table from the time before this was stored."""
        unknown = update(TableRow).where(TableRow.id == table, TableRow.due.is_(None)).values(due=due)

        def work(connection: Connection) -> None:
            connection.execute(unknown)

        await self.transact(work)


async def _load(session: AsyncSession, table: str, first: int) -> Stored:
    row = await session.get(TableRow, table)
    if row is None:
        raise Missing("There is no such game.")
    packed = await session.scalar(select(PackedRow.journal).where(PackedRow.table == table)) if row.over else None
    if packed is not None:
        lines = tuple(line for line, _ in unpack(packed)[first:])
    else:
        mine = (LineRow.table == table, LineRow.number >= first)
        lines = tuple((await session.scalars(select(LineRow.line).where(*mine).order_by(LineRow.number))).all())
    counting = select(func.count()).select_from(OriginalRow).where(OriginalRow.table == table)
    originals = await session.scalar(counting) or 0
    left = select(BranchRow.number, BranchRow.turn, BranchRow.at).where(BranchRow.table == table)
    found = (await session.execute(left.order_by(BranchRow.number))).all()
    branches = tuple(Branch(number, turn, _aware(at)) for number, turn, at in found)
    about = (row.game, row.rules, row.scenario, row.options, row.position)
    head = _head(row.sequence, row.revision, row.cut, row.lines, row.proposal, row.done)
    return Stored(row.id, *about, head, lines, originals, branches, row.number, row.due)


def _head(sequence: int, revision: int, cut: int, lines: int, proposal: Sequence[Any] | None, done: Any) -> Head:
    return Head(sequence, revision, cut, lines, Proposal(*proposal) if proposal else None, from_json(done))


def _aware(at: dt.datetime) -> dt.datetime:
    """SQLite knows no time zone; what it gives back is UTC."""
    return at if at.tzinfo else at.replace(tzinfo=dt.UTC)


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
