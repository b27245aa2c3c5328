"""Machine seats: each thought is carried out step by step, at a pace that a person can follow, hurry or skip."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.record import Record
from ardennes.server.reports import Report
from ardennes.server.store import Conflict
from ardennes.server.tables import SKIP, Table, Tables
from ardennes.server.thinking import Idea, NoIdea, Thinkers

log = logging.getLogger(__name__)

PACES = {"slow": 1.6, "normal": 0.6, "fast": 0.12, SKIP: 0.0}
"""Seconds between two steps of a machine that somebody watches."""

SEEN = frozenset({Kind.LOSS, Kind.RETREAT, Kind.ADVANCE})
"""After the answer to such a question there is something to see, as there is wherever a place was named."""

SHORT = 0.3  # seconds of thinking that are not worth mentioning
LATE = 3.0  # seconds that the page of a new game may take to open
GLANCE = 0.1  # seconds after which a game without an audience looks for one again


class Machines:
    """Who plays at which table. All paces are multiplied with `pace`; with 0 nobody waits for anything."""

    def __init__(self, tables: Tables, thinkers: Thinkers, *, pace: float = 1.0) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.pace = pace
        self._busy: dict[str, asyncio.Task[None]] = {}
        tables.on_change.append(self.wake)

    def wake(self, table: Table) -> None:
        """Play on at a table where a machine is asked, unless it is played at already."""
        if table.machine and table.id not in self._busy:
            task = asyncio.get_running_loop().create_task(self._play(table))
            self._busy[table.id] = task

    async def _play(self, table: Table) -> None:
        """Decide as long as a machine is asked."""
        try:
            while name := table.machine:
                await self._audience(table)
                await self._stretch(table, name)
        except Exception:
            log.exception("the machine at table %s gave up", table.id)
        finally:
            del self._busy[table.id]
            table.working, table.carried = "", None
            if table.pace == SKIP:
                table.pace = table.usual
            table.wake()

    async def _stretch(self, table: Table, name: str) -> None:
        """One thought, carried out step by step; abandoned where somebody changes the table meanwhile."""
        revision, side = table.revision, table.record.state.decision.side
        idea = await self._idea(table, name)
        if table.revision != revision:
            return
        first = len(table.record.journal.entries)
        report: Report | None = Report(first, side, name, tuple(idea.remarks)) if idea.remarks else None
        table.carried = first
        actions = deque(idea.actions)
        while actions:
            _show(table, "playing")
            try:
                async with self.tables.changing(table, revision, report) as record:
                    step(record, actions, at_once=table.pace == SKIP or not self.pace)
            except Conflict:
                return
            revision, report = table.revision, None
            await self._pause(table)

    async def _idea(self, table: Table, name: str) -> Idea:
        """What the machine would do; where it comes to no end, the plainest answer, so that a game never hangs."""
        state = table.record.state
        asked = state.decision
        seed = self.tables.dice.getrandbits(60)  # of its own numbers: it never sees the game's
        view = state.view(asked.side)
        thought = asyncio.ensure_future(
            self.thinkers.ask(name, view, seed, client=table.client, urgent=table.has_audience)
        )
        try:
            done, _ = await asyncio.wait({thought}, timeout=SHORT)
            if not done:
                _show(table, "thinking")
            return await thought
        except NoIdea as error:
            log.error("at table %s: %s", table.id, error)
            return Idea([str(plainest(asked))], [])
        finally:
            thought.cancel()

    async def _audience(self, table: Table) -> None:
        """Wait a moment for whoever has just begun a game; a game between machines waits as long as nobody watches."""
        clock = asyncio.get_running_loop().time
        latest = clock() + LATE
        alone = not any(seat.player == "human" for seat in table.seats)
        while self.pace and not table.listeners and table.pace != SKIP:
            if not alone and (table.watched or clock() > latest):
                return
            await asyncio.sleep(GLANCE)

    async def _pause(self, table: Table) -> None:
        """Let those who watch see what was done, for as long as the pace says, which they may change meanwhile."""
        clock = asyncio.get_running_loop().time
        began = clock()
        while table.listeners and (left := began + PACES[table.pace] * self.pace - clock()) > 0:
            table.hurried.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(table.hurried.wait(), left)

    async def close(self) -> None:
        """Stop playing and thinking."""
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()


def step(record: Record, actions: deque[str], *, at_once: bool) -> None:
    """Carry out actions until there is something to see, or, with `at_once`, as far as they go.

    What follows a die, a hand-over or a refusal is dropped. If the first is refused, the plainest answer is given.
    """
    side, first = record.state.decision.side, True
    while actions:
        asked, action = record.state.decision, actions.popleft()
        try:
            record.apply(action)
        except ArdennesError as error:
            actions.clear()
            if first:
                log.error("a machine was refused: %s", error)
                record.apply(plainest(asked))
            return
        first, state = False, record.state
        if state.over or state.chance is not None or state.decision.side != side:
            actions.clear()
        elif not at_once and (asked.kind in SEEN or _names_place(record, action)):
            return


def _names_place(record: Record, action: str) -> bool:
    return record.game.universe.verbs[action.split()[0]].takes == "place"


def plainest(asked: Decision) -> Action:
    """The answer that asks for no thought: to have done, else the usual one, else the first."""
    return asked.ending or asked.default or asked.options[0]


def _show(table: Table, word: str) -> None:
    """Let those who watch know what the machine does."""
    if table.working != word:
        table.working = word
        table.wake()
