"""How a table comes into memory and what is made of its journal: replays in slices, never in one go."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.game import Game
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.record import Record
from ardennes.engine.screen import Plot
from ardennes.server.changes import BRANCHES
from ardennes.server.history import History
from ardennes.server.invitations import Invitations
from ardennes.server.plots import plots
from ardennes.server.repeats import Sent, noted
from ardennes.server.reports import Report
from ardennes.server.slices import Slices
from ardennes.server.stopped import Stopped
from ardennes.server.store import Branch, Change, Store, Stored
from ardennes.server.table import Table, machine_asked

Plots = dict[str | None, list[Plot]]


class Loader:
    """Reads tables from a store."""

    def __init__(self, store: Store, slices: Slices) -> None:
        self.store = store
        self.slices = slices
        self._drawing = asyncio.Lock()  # figures are made one after the other, in a thread

    async def load(self, table: str) -> Table:
        """A table as it is stored. Raises Missing and Unavailable."""
        stored = await self.store.load(table)
        game = ardennes.game(stored.game)
        journal = _journal(stored, game)
        record, illegal = await self.slices.run(Record.replay_steps(game, journal))
        lines = len(record.journal.entries)
        head = stored.head
        loaded = Table(table, record, head.revision, await self.store.seats(table))
        loaded.sequence, loaded.stored, loaded.proposal = head.sequence, head.lines, head.proposal
        loaded.done = head.done
        loaded.reports = [report for report in await self.store.reports(table) if report.first < lines]
        loaded.archived, loaded.branches, loaded.number = stored.originals, stored.branches, stored.number
        loaded.invited = await Invitations(self.store).open_sides(table)
        if illegal is not None:
            loaded.stopped = Stopped(illegal, record.state.turn, journal)
        elif stored.due is None:
            await self.store.note_due(table, machine_asked(record, loaded.seats))
        loaded.plots = await self.figures(loaded, record)
        return loaded

    async def replay(self, game: Game, journal: Journal) -> Record:
        """A journal played again, legal to its last line. Raises JournalError."""
        record, illegal = await self.slices.run(Record.replay_steps(game, journal))
        if illegal is not None:
            raise illegal.fault_in(journal)
        return record

    async def catch_up(self, live: Table) -> None:
        """Bring a table to where the database has it; lines that were added are added, else all is read anew."""
        head = await self.store.head(live.id)
        grown = head.cut <= live.sequence and live.stopped is None
        if head.sequence != live.sequence and not (grown and await self._add(live)):
            await self._reload(live)
        live.doubt = False

    async def _add(self, live: Table) -> bool:
        """Take lines over that another process has added; whether that was possible."""
        had = len(live.record.journal.entries)
        stored = await self.store.load(live.id, had)
        if stored.head.cut > live.sequence or stored.head.lines != had + len(stored.lines):
            return False
        draft = live.record.copy()
        try:
            draft.follow(_entries(stored.lines, had, draft.game))
        except ArdennesError:  # another version of the rules plays there
            return False
        reports = await self.store.reports(live.id)
        figures = await self.figures(live, draft)
        live.record, live.reports, live.plots = draft, reports, figures
        live.revision, live.sequence = stored.head.revision, stored.head.sequence
        live.stored, live.proposal, live.done = stored.head.lines, stored.head.proposal, stored.head.done
        return True

    async def _reload(self, live: Table) -> None:
        fresh = await self.load(live.id)
        live.record, live.revision, live.plots = fresh.record, fresh.revision, fresh.plots
        live.sequence, live.stored, live.proposal = fresh.sequence, fresh.stored, fresh.proposal
        live.reports, live.stopped, live.archived = fresh.reports, fresh.stopped, fresh.archived
        live.seats, live.invited, live.done = fresh.seats, fresh.invited, fresh.done
        live.branches = fresh.branches
        live.recount()

    async def branch(self, table: Table, number: int) -> list[Entry]:
        """The whole journal of a line of play that somebody went back from. Raises Missing."""
        return _entries(await self.store.branch(table.id, number), 0, table.record.game)

    async def history(self, table: Table, record: Record) -> History:
        """The past of a record, from its first line to its present one, begun with what is known of the table's."""
        known = table.history
        if known is None or not known.is_of(record):
            known = await self.slices.run(History(record).walk_steps(known))
        return known

    async def figures(self, table: Table, record: Record) -> Plots:
        """The figures of a game that is over, for every viewer; none of another."""
        if not record.state.over:
            return {}
        history = await self.history(table, record)
        found: Plots = {}
        async with self._drawing:
            for viewer in (*record.game.sides, None):
                found[viewer] = await asyncio.to_thread(plots, history, viewer)
        return found


def _journal(stored: Stored, game: Game) -> Journal:
    journal = Journal(stored.game, stored.rules, stored.scenario, dict(stored.options), stored.position)
    journal.entries = _entries(stored.lines, 0, game)
    return journal


def _entries(lines: Sequence[str], first: int, game: Game) -> list[Entry]:
    return [Entry.parse(line, n, game.sides) for n, line in enumerate(lines, first + 1)]


def score_of(record: Record) -> dict[str, Any] | None:
    """What a game that is over adds to the record of its series, None if it keeps none."""
    found = record.game.score(record.state)
    return None if found is None else found._asdict()


def made_change(
    table: Table,
    draft: Record,
    dice: Sequence[tuple[int, int]] = (),
    report: Report | None = None,
    sent: Sent | None = None,
    branch: int | None = None,
) -> Change | None:
    """What is to be stored where a copy of the table's record was changed; None if it was not.

    Where a `branch` is given, somebody goes back, or to the line of play of that number: what he leaves is kept.
    """
    before, lines = table.record.journal.entries, draft.journal.entries
    keep = _common(before, lines)
    stopped = table.stopped  # whoever changes a game that was stopped plays on
    if keep == len(lines) == len(before) and stopped is None:
        return None
    state = draft.state
    return Change(
        had=table.stored,
        keep=keep,
        cut=keep < len(before) or stopped is not None,
        add=tuple(str(entry) for entry in lines[keep:]),
        turn=state.turn,
        rules=draft.journal.rules,
        raises=stopped is not None or any(entry.kind != "order" for entry in (*before[keep:], *lines[keep:])),
        over=state.result.level if state.result else "",
        was_over=table.record.state.over,
        due=machine_asked(draft, table.seats),
        score=score_of(draft),
        dice=tuple(dice),
        report=replace(report, first=keep) if report else None,
        original=stopped.original if stopped else None,
        done=noted(table.done, sent) if sent and sent.id else None,
        left=_left(table, keep) if branch is not None and stopped is None else None,
        taken_up=branch or 0,
    )


def _left(table: Table, keep: int) -> Branch | None:
    """The line of play that is left; none where nothing is lost."""
    if all(entry.kind == "order" for entry in table.record.journal.entries[keep:]):
        return None
    return Branch(table.sequence + 1, table.record.state.turn, dt.datetime.now(dt.UTC).replace(microsecond=0))


def _common(before: Sequence[Entry], lines: Sequence[Entry]) -> int:
    """How many entries both begin with. An entry never moves up, so where the last is in its place all are."""
    if len(lines) >= len(before) and (not before or lines[len(before) - 1] is before[-1]):
        return len(before)
    both = zip(before, lines, strict=False)
    return next((n for n, (a, b) in enumerate(both) if a is not b and a != b), min(len(before), len(lines)))


def taken(table: Table, draft: Record, change: Change, sequence: int) -> None:
    """Put a copy of the record that has been stored in the record's place."""
    table.record, table.sequence, table.stored = draft, sequence, change.lines
    report = [change.report] if change.report else []
    table.reports = [known for known in table.reports if known.first < change.keep] + report
    if change.original is not None:
        table.stopped, table.archived = None, table.archived + 1
    if change.done is not None:
        table.done = change.done
    kept = tuple(one for one in table.branches if one.number != change.taken_up)
    table.branches = (*kept, change.left)[-BRANCHES:] if change.left else kept
    if change.raises:
        table.revision, table.proposal = table.revision + 1, None
    if change.cut:
        table.recount()
    if not draft.state.over:
        table.plots, table.series = {}, []
    table.doubt = False
