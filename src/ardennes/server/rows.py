"""The schema of the database: what is stored in which table and column."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables of the database."""


class TableRow(Base):
    """A game that is being played, or was."""

    __tablename__ = "tables"
    __table_args__ = (Index("ix_tables_series", "series", "number", unique=True), Index("ix_tables_due", "due"))

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(60))
    rules: Mapped[str] = mapped_column(String(40))
    scenario: Mapped[str] = mapped_column(String(60))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    position: Mapped[str] = mapped_column(Text, default="")
    revision: Mapped[int] = mapped_column(Integer, default=0)  # of the game, as every seat sees it
    sequence: Mapped[int] = mapped_column(Integer, default=0)  # how often anything was stored here, secret orders too
    cut: Mapped[int] = mapped_column(Integer, default=0)  # the sequence at which lines were last taken away
    lines: Mapped[int] = mapped_column(Integer, default=0)
    over: Mapped[str] = mapped_column(String(200), default="")
    turn: Mapped[int] = mapped_column(Integer, default=0)
    due: Mapped[str | None] = mapped_column(String(40), default="")  # the machine that is asked; None: not known
    proposal: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))  # a rewind: Proposal
    done: Mapped[dict[str, list[str]] | None] = mapped_column(JSON(none_as_null=True))  # last changes by seat
    holder: Mapped[str | None] = mapped_column(String(40))  # the process that plays the machines at this table
    held: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))  # until when it does, unless it says more
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
    """One line of the journal of a game that is not over."""

    __tablename__ = "lines"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    line: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class PackedRow(Base):
    """The whole journal of a game that is over, compressed, in place of its lines."""

    __tablename__ = "packed"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    journal: Mapped[bytes] = mapped_column(LargeBinary)


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
    revision: Mapped[int] = mapped_column(Integer, primary_key=True)  # the sequence at which it was cut; they rise
    journal: Mapped[str] = mapped_column(Text)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class BranchRow(Base):
    """A whole journal that somebody went back from, so that it can be taken up again."""

    __tablename__ = "branches"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)  # the sequence by which it was left; they rise
    turn: Mapped[int] = mapped_column(Integer)  # which was being played then
    journal: Mapped[bytes] = mapped_column(LargeBinary)  # packed
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))


class InvitationRow(Base):
    """A seat that is offered, or was."""

    __tablename__ = "invitations"

    code: Mapped[str] = mapped_column(String(60), primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    side: Mapped[str] = mapped_column(String(40))
    accepted: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))


class DeletionRow(Base):
    """Somebody at the table wants the game deleted."""

    __tablename__ = "deletions"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(String(40), primary_key=True)


class DieRow(Base):
    """How often each face fell, of dice with so many sides, over all games here."""

    __tablename__ = "dice"

    sides: Mapped[int] = mapped_column(Integer, primary_key=True)
    face: Mapped[int] = mapped_column(Integer, primary_key=True)
    times: Mapped[int] = mapped_column(BigInteger, default=0)


class PulseRow(Base):
    """A row that is written to find out whether anything can be."""

    __tablename__ = "pulse"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
