"""The database: tables, their seats and their journals, in SQLite or PostgreSQL by the same code.

Every change of a table raises its revision in the transaction that stores it, and only if nobody else raised it first.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Connection,
    DateTime,
    Engine,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from ardennes.engine.errors import ArdennesError
from ardennes.engine.journal import Journal
from ardennes.server.reports import Report

CHANNEL = "ardennes"
REMEMBERED = 10_000  # seats that need not be looked up again


class Conflict(ArdennesError):
    """Somebody else changed the table first."""


class Missing(ArdennesError):
    """There is no such table or seat."""


class Base(DeclarativeBase):
    """All tables of the database."""


class TableRow(Base):
    """A game that is being played, or was."""

    __tablename__ = "tables"
    __table_args__ = (Index("ix_tables_series", "series", "number", unique=True),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(60))
    rules: Mapped[str] = mapped_column(String(40))
    scenario: Mapped[str] = mapped_column(String(60))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    position: Mapped[str] = mapped_column(Text, default="")
    revision: Mapped[int] = mapped_column(Integer, default=0)
    lines: Mapped[int] = mapped_column(Integer, default=0)
    over: Mapped[str] = mapped_column(String(200), default="")
    turn: Mapped[int] = mapped_column(Integer, default=0)
    series: Mapped[str | None] = mapped_column(String(24))  # the first table of the series, of a rematch
    number: Mapped[int] = mapped_column(Integer, default=1)  # which game of the series it is
    score: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # of a game that keeps one: Score
    created: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), index=True)


class SeatRow(Base):
    """A place at a table; whoever holds the token sits there."""

    __tablename__ = "seats"

    token: Mapped[str] = mapped_column(String(60), primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    side: Mapped[str] = mapped_column(String(40))  # "" for observers, "*" for a screen that all sides share
    player: Mapped[str] = mapped_column(String(40))  # human, observer, or the name of a machine player


class LineRow(Base):
    """One line of a journal."""

    __tablename__ = "lines"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    line: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class SnapshotRow(Base):
    """The state after so many lines, written at hand-over, so that a long game is not replayed from its start."""

    __tablename__ = "snapshots"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    state: Mapped[dict[str, Any]] = mapped_column(JSON)


class ReportRow(Base):
    """What a machine says of the lines from one number on."""

    __tablename__ = "reports"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    side: Mapped[str] = mapped_column(String(40))
    player: Mapped[str] = mapped_column(String(40))
    remarks: Mapped[list[dict[str, Any]]] = mapped_column(JSON)


class OriginalRow(Base):
    """A journal as it was stored, with lines that a corrected rule forbids, before somebody played on."""

    __tablename__ = "originals"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True)  # the last of the game with this journal
    journal: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class DieRow(Base):
    """How often each face fell, of dice with so many sides, over all games here."""

    __tablename__ = "dice"

    sides: Mapped[int] = mapped_column(Integer, primary_key=True)
    face: Mapped[int] = mapped_column(Integer, primary_key=True)
    times: Mapped[int] = mapped_column(BigInteger, default=0)


RAISE = update(TableRow).where(TableRow.id == bindparam("this"), TableRow.revision == bindparam("last"))
"""Raises the revision of a table, if it is still the last that was seen."""

ADD = insert(LineRow)
"""Adds lines to a journal."""


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


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored."""

    id: str
    game: str
    rules: str
    scenario: str
    options: dict[str, str]
    position: str
    revision: int
    lines: tuple[str, ...]
    originals: int  # journals that corrected rules have cut
    number: int  # which game of its series it is


@dataclass(frozen=True, slots=True)
class Change:
    """What a change does to a table's journal: keep so many lines, `cut` whatever was behind them, add these.

    `rules` is the version under which all of them are legal. An `original` is stored as it is.
    """

    keep: int
    add: tuple[str, ...]
    turn: int
    rules: str
    cut: bool = True
    over: str = ""
    score: dict[str, Any] | None = None
    snapshot: dict[str, Any] | None = None
    dice: tuple[tuple[int, int], ...] = ()  # (sides, face)
    report: Report | None = None
    original: Journal | None = None  # with lines that a corrected rule forbids


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


class Store:
    """What the server keeps. Raises ArdennesError where the driver of its database is not installed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_postgres = url.startswith("postgresql")
        try:
            self.engine: AsyncEngine = create_async_engine(url, pool_pre_ping=self.is_postgres)
        except ModuleNotFoundError as missing:
            extra = "postgres" if self.is_postgres else "server"
            raise ArdennesError(f"This database needs “{missing.name}”: install ardennes[{extra}].") from None
        if not self.is_postgres:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
        self._sessions = async_sessionmaker(self.engine, expire_on_commit=False)
        self._file: Engine | None = None  # what writes to SQLite: a write takes less time than asking a thread for it
        if not self.is_postgres:
            self._file = create_engine(url.replace("+aiosqlite", "", 1))
            event.listen(self._file, "connect", _prepare_sqlite)
        self._known: dict[str, Seat] = {}  # a seat never changes

    async def close(self) -> None:
        """Give all connections back."""
        await self.engine.dispose()
        if self._file is not None:
            self._file.dispose()

    async def _transact(self, work: Callable[[Connection], None]) -> None:
        """Do some work in a transaction of its own."""
        if self._file is not None:
            with self._file.begin() as connection:
                work(connection)
            return
        async with self.engine.begin() as connection:
            await connection.run_sync(work)

    async def ping(self) -> None:
        """Raise if the database does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

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
                session.add_all(LineRow(table=table.id, number=n, line=line, at=now) for n, line in enumerate(lines))
                session.flush()

        await self._transact(work)

    async def seat(self, token: str) -> Seat:
        """The seat that a token opens. Raises Missing."""
        known = self._known.get(token)
        if known is not None:
            return known
        async with self._sessions() as session:
            row = await session.get(SeatRow, token)
        if row is None:
            raise Missing("There is no seat under this link.")
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[token] = seat = Seat(row.token, row.table, row.side, row.player)
        return seat

    async def seats(self, table: str) -> list[Seat]:
        """All seats of a table."""
        async with self._sessions() as session:
            rows = (await session.scalars(select(SeatRow).where(SeatRow.table == table))).all()
        return [Seat(row.token, row.table, row.side, row.player) for row in rows]

    async def load(self, table: str) -> Stored:
        """A table with its whole journal. Raises Missing."""
        async with self._sessions() as session, session.begin():
            row = await session.get(TableRow, table)
            if row is None:
                raise Missing("There is no such table.")
            query = select(LineRow.line).where(LineRow.table == table).order_by(LineRow.number)
            lines = tuple((await session.scalars(query)).all())
            counting = select(func.count()).select_from(OriginalRow).where(OriginalRow.table == table)
            originals = await session.scalar(counting) or 0
        head = (row.game, row.rules, row.scenario, row.options, row.position)
        return Stored(row.id, *head, row.revision, lines, originals, row.number)

    async def series(self, table: str) -> list[Played]:
        """The games of the series that a table belongs to, in their order. Raises Missing."""
        async with self._sessions() as session:
            row = await session.get(TableRow, table)
            if row is None:
                raise Missing("There is no such table.")
            first = row.series or row.id
            query = (
                select(TableRow).where(or_(TableRow.id == first, TableRow.series == first)).order_by(TableRow.number)
            )
            rows = (await session.scalars(query)).all()
            sat = (await session.scalars(select(SeatRow).where(SeatRow.table.in_([one.id for one in rows])))).all()
        seats = [Seat(one.token, one.table, one.side, one.player) for one in sat]
        return [
            Played(one.id, one.number, one.score, tuple(seat for seat in seats if seat.table == one.id)) for one in rows
        ]

    async def original(self, table: str, number: int) -> str:
        """A journal as it was before a corrected rule cut it, the oldest is number 1. Raises Missing."""
        query = select(OriginalRow.journal).where(OriginalRow.table == table).order_by(OriginalRow.revision)
        async with self._sessions() as session:
            found = await session.scalar(query.offset(number - 1).limit(1))
        if found is None:
            raise Missing("There is no such journal.")
        return found

    async def reports(self, table: str) -> list[Report]:
        """What machines said at a table, in the order of its lines."""
        async with self._sessions() as session:
            query = select(ReportRow).where(ReportRow.table == table).order_by(ReportRow.number)
            rows = (await session.scalars(query)).all()
        return [Report(row.number, row.side, row.player, tuple(row.remarks)) for row in rows]

    async def revision(self, table: str) -> int:
        """How often a table was changed. Raises Missing."""
        async with self._sessions() as session:
            found = await session.scalar(select(TableRow.revision).where(TableRow.id == table))
        if found is None:
            raise Missing("There is no such table.")
        return found

    async def change(self, table: str, revision: int, change: Change) -> int:
        """Store a change that was made to a revision; returns the new one. Raises Conflict if it is not the last."""
        await self._transact(lambda connection: self._change(connection, table, revision, change))
        return revision + 1

    def _change(self, connection: Connection, table: str, revision: int, change: Change) -> None:
        now, lines = _now(), change.keep + len(change.add)
        fresh = {"revision": revision + 1, "lines": lines, "over": change.over, "turn": change.turn, "changed": now}
        fresh |= {"rules": change.rules, "score": change.score}
        if connection.execute(RAISE, {"this": table, "last": revision, **fresh}).rowcount != 1:
            raise Conflict("The table has changed since; look again.")
        if change.original is not None:
            row = {"table": table, "revision": revision, "journal": str(change.original), "at": now}
            connection.execute(insert(OriginalRow), row)
        if change.cut:
            connection.execute(delete(LineRow).where(LineRow.table == table, LineRow.number >= change.keep))
            connection.execute(delete(SnapshotRow).where(SnapshotRow.table == table, SnapshotRow.number > change.keep))
            connection.execute(delete(ReportRow).where(ReportRow.table == table, ReportRow.number >= change.keep))
        added = enumerate(change.add, change.keep)
        rows = [{"table": table, "number": n, "line": line, "at": now} for n, line in added]
        if rows:
            connection.execute(ADD, rows)
        if change.snapshot is not None:
            there = (SnapshotRow.table == table, SnapshotRow.number == lines)
            connection.execute(delete(SnapshotRow).where(*there))
            connection.execute(insert(SnapshotRow), {"table": table, "number": lines, "state": change.snapshot})
        if change.report is not None:
            said = change.report
            about = {"number": said.first, "side": said.side, "player": said.player, "remarks": list(said.remarks)}
            connection.execute(insert(ReportRow), {"table": table, **about})
        self._count_dice(connection, change.dice)
        if self.is_postgres:
            connection.execute(select(func.pg_notify(CHANNEL, f"{table} {revision + 1}")))

    def _count_dice(self, connection: Connection, dice: Sequence[tuple[int, int]]) -> None:
        upsert = postgresql.insert if self.is_postgres else sqlite.insert
        for sides, face in sorted(set(dice)):
            times = dice.count((sides, face))
            counted = upsert(DieRow).values(sides=sides, face=face, times=times)
            more = {"times": DieRow.times + times}
            connection.execute(counted.on_conflict_do_update(index_elements=["sides", "face"], set_=more))

    async def dice(self) -> dict[int, dict[int, int]]:
        """How often each face fell, by the number of sides."""
        async with self._sessions() as session:
            rows = (await session.scalars(select(DieRow).order_by(DieRow.sides, DieRow.face))).all()
        found: dict[int, dict[int, int]] = {}
        for row in rows:
            found.setdefault(row.sides, {})[row.face] = row.times
        return found

    async def count(self) -> dict[str, int]:
        """How many tables there are, and how many of them are over."""
        async with self._sessions() as session:
            tables = await session.scalar(select(func.count()).select_from(TableRow))
            over = await session.scalar(select(func.count()).select_from(TableRow).where(TableRow.over != ""))
        return {"tables": tables or 0, "over": over or 0}


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Readers and one writer side by side; a committed line survives the death of the process."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
