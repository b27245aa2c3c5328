"""Machine seats: each thought is carried out step by step, at a pace that a person can follow, hurry or skip.

A machine plays when it is told to: that a table changed, that somebody came to watch, or that the pace was set. A game
with a person at it is played on at once, watched or not, and after a restart of the server too; one between machines
waits until somebody watches, and costs nothing meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from ardennes.engine.action import Action
from ardennes.engine.decision import Decision, Kind
from ardennes.engine.errors import ArdennesError
from ardennes.engine.record import Record
from ardennes.server import leases
from ardennes.server.reports import Report
from ardennes.server.store import Conflict, Missing, Unavailable
from ardennes.server.tables import SKIP, Table, Tables
from ardennes.server.thinking import Closed, Idea, NoIdea, Thinkers
from ardennes.server.turns import Urgency

log = logging.getLogger(__name__)

PACES = {"slow": 1.6, "normal": 0.6, "fast": 0.12, SKIP: 0.0}
"""Seconds between two steps of a machine that somebody watches."""

SEEN = frozenset({Kind.LOSS, Kind.RETREAT, Kind.ADVANCE})
"""After the answer to such a question there is something to see, as there is wherever a place was named."""

SHORT = 0.3  # seconds of thinking that are not worth mentioning
LATE = 3.0  # seconds that the page of a new game may take to open
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds until what failed is tried again: doubled each time, up to the longest


class Machines:
    """Who plays at which table. All paces are multiplied with `pace`; with 0 nobody waits for anything."""

    def __init__(self, tables: Tables, thinkers: Thinkers, *, pace: float = 1.0) -> None:
        self.tables = tables
        self.thinkers = thinkers
        self.pace = pace
        self._busy: dict[str, asyncio.Task[None]] = {}
        self.leases = leases.Leases(tables.store)
        self._tending: asyncio.Task[None] | None = None
        tables.on_change.append(self.wake)
        tables.on_audience = self.wake

    @property
    def busy(self) -> int:
        """At how many tables a machine plays just now."""
        return len(self._busy)

    def wake(self, table: Table) -> None:
        """Play on at a table where a machine is asked and may play, unless it is played at already."""
        if table.id not in self._busy and table.machine and self._may_play(table):
            self._busy[table.id] = asyncio.get_running_loop().create_task(self._play(table))

    def _may_play(self, table: Table) -> bool:
        """Whether anybody is there for whom a machine would play."""
        return not self.pace or table.has_human or bool(table.listeners) or table.pace == SKIP

    def begin(self) -> None:
        """Play on wherever a person waits for a machine since before this process began, or another process died."""
        self._tending = asyncio.get_running_loop().create_task(self._tend())

    async def _tend(self) -> None:
        """Resume what nobody plays; where there are other processes, again and again, and keep hold of what is ours."""
        pause = FIRST_PAUSE
        while True:
            try:
                await self._resume()
                if not self.leases.needed:
                    return
                for _ in range(3):
                    await asyncio.sleep(leases.LEASE / 3)
                    await self.leases.renew(self._busy)
                pause = FIRST_PAUSE
            except Unavailable:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _resume(self) -> None:
        """Wake the machines at all tables where a person waits for one. Raises Unavailable."""
        for table in await self.tables.store.unfinished():
            try:
                self.wake(await self.tables.at(table))
            except Unavailable:
                raise
            except Exception:  # whatever ails one game, the others go on
                log.exception("table %s cannot be resumed", table)

    async def _play(self, table: Table) -> None:
        """Decide as long as a machine is asked and somebody is there for it; what fails is tried again."""
        pause = FIRST_PAUSE
        try:
            while (name := table.machine) and self._may_play(table):
                try:
                    if await self.leases.take(table.id):
                        await self._audience(table)
                        await self._stretch(table, name)
                        pause = FIRST_PAUSE
                    else:  # another process plays here: look again, should it die
                        await asyncio.sleep(leases.LEASE / 3)
                        await self.tables.at(table.id)
                except (Closed, Missing):
                    raise
                except Exception as error:
                    _complain(table, error, pause)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                    with contextlib.suppress(Unavailable):
                        await self.tables.at(table.id)  # read anew where it is in doubt
            with contextlib.suppress(Unavailable):
                await self.leases.give([table.id])
        except (Closed, Missing) as error:
            log.error("the machine at table %s gave up: %s", table.id, error)
        finally:
            self._rest(table)

    def _rest(self, table: Table) -> None:
        """No machine plays at a table any more."""
        del self._busy[table.id]
        table.working, table.carried = "", None
        if table.pace == SKIP:
            table.pace = table.usual
        table.wake()

    async def _stretch(self, table: Table, name: str) -> None:
        """One thought, carried out step by step; abandoned where somebody changes the table meanwhile."""
        if table.machine != name:  # while the table was taken hold of, another process played on at it
            return
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
        whose = {"client": table.client, "table": table.id}
        asking = self.thinkers.ask(name, state.view(asked.side), seed, **whose, urgency=_urgency(table))
        thought = asyncio.ensure_future(asking)
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
        """Wait a moment for the page of whoever has just begun a game."""
        if self.pace and not table.watched and table.pace != SKIP:
            table.hurried.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(table.hurried.wait(), LATE)
            table.watched = True

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
        held, tasks = list(self._busy), list(self._busy.values())
        if self._tending is not None:
            tasks.append(self._tending)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Unavailable):
            await self.leases.give(held)
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


def _complain(table: Table, error: Exception, pause: float) -> None:
    """Log that a move failed: as a line where the database is away, else with where it happened."""
    known = isinstance(error, Unavailable)
    text = "the machine at table %s tries again in %g s: %s"
    log.warning(text, table.id, pause, error, exc_info=None if known else error)


def _urgency(table: Table) -> Urgency:
    """Who waits for the machine at a table."""
    if table.has_audience:
        return Urgency.PERSON
    return Urgency.GAME if table.has_human else Urgency.SHOW


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
