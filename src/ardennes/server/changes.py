"""How a change of a table is written: all of it in one transaction, and only onto what its maker has seen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from ardennes.engine.errors import ArdennesError, EngineFault
from ardennes.engine.journal import Journal
from ardennes.server.packing import Dated, pack, unpack
from ardennes.server.repeats import Done
from ardennes.server.reports import Report
from ardennes.server.rows import BranchRow, DieRow, LineRow, OriginalRow, PackedRow, ReportRow, TableRow

CHANNEL = "ardennes"
BRANCHES = 20  # lines of play that are kept of a game

RAISE = (
    update(TableRow)
    .where(TableRow.id == bindparam("this"), TableRow.sequence == bindparam("last"), TableRow.lines == bindparam("had"))
    .values(revision=TableRow.revision + bindparam("raised"))
)
"""Raises the sequence of a table, if it is still the last that was seen, and so are its lines."""

ADD = insert(LineRow)
"""Adds lines to a journal."""


class Proposal(NamedTuple):
    """What the other side must agree to: to go back to so many lines or to a line of play that was left, or a draw."""

    side: str
    kept: int
    branch: int = 0  # the number of that line of play; 0: none
    draw: bool = False  # whether it is a draw that is offered

    @property
    def rewinds(self) -> bool:
        """Whether it is to go back to an earlier line of this game."""
        return not self.branch and not self.draw


class Branch(NamedTuple):
    """A line of play that somebody went back from: the sequence by which it was left, the turn, and when."""

    number: int
    turn: int
    at: dt.datetime


class Conflict(ArdennesError):
    """Somebody else changed the table first."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a change does to a table's journal of `had` lines: keep so many, `cut` those behind them, add these.

    `rules` is the version under which all of them are legal. An `original` is stored as it is. Where `raises` is
    false, the change is nobody's business but its maker's: the revision that seats see stays.
    """

    had: int
    keep: int
    add: tuple[str, ...]
    turn: int
    rules: str
    cut: bool = True
    raises: bool = True
    over: str = ""
    was_over: bool = False
    due: str = ""
    score: dict[str, Any] | None = None
    dice: tuple[tuple[int, int], ...] = ()  # (sides, face)
    report: Report | None = None
    original: Journal | None = None  # with lines that a corrected rule forbids
    done: Done | None = None  # the ids of the last changes, if this one has an id
    left: Branch | None = None  # the journal as it was stays as a line of play
    taken_up: int = 0  # the line of play that is played on again

    @property
    def lines(self) -> int:
        """How many lines there are afterwards."""
        return self.keep + len(self.add)


def write(connection: Connection, table: str, sequence: int, change: Change) -> None:
    """Write a change that was made to a sequence number. Raises Conflict if that is not the last."""
    if not 0 <= change.keep <= change.had or (not change.cut and change.keep != change.had):
        raise EngineFault(f"line {change.keep} does not follow the {change.had} lines of table {table}")
    now = dt.datetime.now(dt.UTC)
    fresh = {"sequence": sequence + 1, "lines": change.lines, "over": change.over, "turn": change.turn, "changed": now}
    fresh |= {"rules": change.rules, "score": change.score, "due": change.due}
    fresh |= {"cut": sequence + 1} if change.cut else {}
    fresh |= {"proposal": None} if change.raises else {}
    fresh |= {"done": dict(change.done)} if change.done is not None else {}
    seen = {"this": table, "last": sequence, "had": change.had, "raised": int(change.raises)}
    if connection.execute(RAISE, {**seen, **fresh}).rowcount != 1:
        raise Conflict("The game has changed since; look again.")
    if change.was_over:
        _unpack(connection, table)
    if change.original is not None:
        row = {"table": table, "revision": sequence, "journal": str(change.original), "at": now}
        connection.execute(insert(OriginalRow), row)
    _keep_branches(connection, table, change)
    if change.cut:
        connection.execute(delete(LineRow).where(LineRow.table == table, LineRow.number >= change.keep))
        connection.execute(delete(ReportRow).where(ReportRow.table == table, ReportRow.number >= change.keep))
    add_lines(connection, table, change.keep, [(line, now) for line in change.add])
    if change.over:
        pack_lines(connection, table)
    if change.report is not None:
        said = change.report
        about = {"number": said.first, "side": said.side, "player": said.player, "remarks": list(said.remarks)}
        connection.execute(insert(ReportRow), {"table": table, **about})
    _count_dice(connection, change.dice)
    notify(connection, table, sequence + 1)


def notify(connection: Connection, table: str, sequence: int) -> None:
    """Let other processes know, where there may be any."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{table} {sequence}")))


def add_lines(connection: Connection, table: str, first: int, lines: Sequence[Dated]) -> None:
    """Add lines to a journal, from a number on."""
    if lines:
        rows = [{"table": table, "number": n, "line": line, "at": at} for n, (line, at) in enumerate(lines, first)]
        connection.execute(ADD, rows)


def _keep_branches(connection: Connection, table: str, change: Change) -> None:
    """Keep the journal that somebody goes back from, the last so many; the one that is taken up is none any more."""
    mine = BranchRow.table == table
    if change.taken_up:
        connection.execute(delete(BranchRow).where(mine, BranchRow.number == change.taken_up))
    if change.left is not None:
        row = {"table": table, **change.left._asdict(), "journal": _packed(connection, table)}
        connection.execute(insert(BranchRow), row)
        numbers = select(BranchRow.number).where(mine).order_by(BranchRow.number.desc()).offset(BRANCHES)
        old = connection.scalars(numbers.limit(1)).first()
        if old is not None:
            connection.execute(delete(BranchRow).where(mine, BranchRow.number <= old))


def _packed(connection: Connection, table: str) -> bytes:
    """The whole journal of a game, packed."""
    query = select(LineRow.line, LineRow.at).where(LineRow.table == table).order_by(LineRow.number)
    return pack([(line, at) for line, at in connection.execute(query)])


def pack_lines(connection: Connection, table: str) -> None:
    """Put the whole journal of a game that is over into one row."""
    packed = _packed(connection, table)
    connection.execute(delete(PackedRow).where(PackedRow.table == table))
    connection.execute(insert(PackedRow), {"table": table, "journal": packed})
    connection.execute(delete(LineRow).where(LineRow.table == table))


def _unpack(connection: Connection, table: str) -> None:
    """Put the lines of a packed journal back, so that it can be changed."""
    packed = connection.scalar(select(PackedRow.journal).where(PackedRow.table == table))
    if packed is not None:
        connection.execute(delete(PackedRow).where(PackedRow.table == table))
        add_lines(connection, table, 0, unpack(packed))


def _count_dice(connection: Connection, dice: Sequence[tuple[int, int]]) -> None:
    upsert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for sides, face in sorted(set(dice)):
        times = dice.count((sides, face))
        counted = upsert(DieRow).values(sides=sides, face=face, times=times)
        more = {"times": DieRow.times + times}
        connection.execute(counted.on_conflict_do_update(index_elements=["sides", "face"], set_=more))
