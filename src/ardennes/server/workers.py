"""Thinking on other machines: the questions of this server process go to whatever workers there are."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from procrastinate import App
from psycopg import AsyncConnection

from ardennes.engine.state import State
from ardennes.processes import Processes
from ardennes.server import questions
from ardennes.server.questions import BEAT, FAILURES, SETTINGS, TASK, channel, edition, opened, plain
from ardennes.server.quotas import Quotas
from ardennes.server.store import Unavailable
from ardennes.server.thinking import Closed, Idea, NoIdea, Thinkers
from ardennes.server.turns import Urgency

log = logging.getLogger(__name__)

ALONE = 5.0  # seconds in which no worker does anything, after which this process thinks itself
LEVEL = 1_000  # priorities between two urgencies, which keep clients apart


Answer = asyncio.Future[dict[str, Any] | None]


class Link:
    """A connection to the workers, as long as it holds. When it is lost, whoever waits is told Unavailable."""

    def __init__(self, url: str) -> None:
        self.me = secrets.randbits(62)
        self._url = url
        self._app: App | None = None
        self._waiting: dict[int, Answer] = {}
        self._jobs: dict[int, int] = {}  # what Procrastinate calls the questions that wait
        self._numbers = count(1)
        self._moved = 0.0  # when anything was last seen to happen in the queue
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._life = asyncio.create_task(self._live())
        self._life.add_done_callback(self._end)
        self._withdrawals: set[asyncio.Task[None]] = set()

    @property
    def holds(self) -> bool:
        """Whether it is not lost."""
        return not self._life.done()

    async def ask(self, priority: int, **question: Any) -> dict[str, Any] | None:
        """The answer to a question; None if nobody is there to answer. Raises Unavailable."""
        await asyncio.shield(self._ready)
        assert self._app is not None
        number = next(self._numbers)
        if not self._waiting:
            self._moved = time.monotonic()
        answer: Answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            task = self._app.configure_task(TASK, allow_unknown=True, queue=edition(), priority=priority)
            self._jobs[number] = await task.defer_async(asker=self.me, question=number, **question)
            return await answer
        except FAILURES as error:
            raise _unavailable() from error
        finally:
            del self._waiting[number]
            job = self._jobs.pop(number, None)
            if job is not None and (not answer.done() or answer.cancelled()) and self.holds:
                self._withdraw(job)

    def _withdraw(self, job: int) -> None:
        """Take back a question that nobody has begun to think about; what is begun is thought to its end."""
        task = asyncio.create_task(self._withdrawn(job))
        self._withdrawals.add(task)
        task.add_done_callback(self._withdrawals.discard)

    async def _withdrawn(self, job: int) -> None:
        assert self._app is not None
        with contextlib.suppress(*FAILURES):
            await self._app.job_manager.cancel_job_by_id_async(job, delete_job=True)

    async def _live(self) -> None:
        """Hear answers until the connection is lost, which raises one of FAILURES."""
        async with (
            opened(self._url) as app,
            await AsyncConnection.connect(
                plain(self._url), autocommit=True, connect_timeout=SETTINGS["connect_timeout"]
            ) as connection,
        ):
            await connection.execute(f"LISTEN {channel(self.me)}")
            await connection.execute("SELECT pg_advisory_lock(%s)", [self.me])  # by which workers know that we live
            self._app = app
            self._ready.set_result(None)
            both = [asyncio.create_task(self._hear(connection)), asyncio.create_task(self._tend(app))]
            try:
                for task in (await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED))[0]:
                    task.result()
            finally:
                await _cancelled(*both, again=0.5)

    async def _hear(self, connection: AsyncConnection) -> None:
        text: dict[str, str] = {}
        async for heard in connection.notifies():
            number, more, part = heard.payload.split(" ", 2)
            text[number] = text.get(number, "") + part
            if more != "0":
                continue
            self._moved = time.monotonic()
            waiting = self._waiting.get(int(number))
            answer = json.loads(text.pop(number))
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
        raise OSError("the connection to the workers is lost")

    async def _tend(self, app: App) -> None:
        """As long as somebody waits: put to others what dead workers were asked, and see whether there are any."""
        lost: set[int] = set()
        while True:
            await asyncio.sleep(BEAT)
            if not self._waiting:
                continue
            async with asyncio.timeout(questions.WAIT):
                await questions.revive(app)
                if await questions.served(app):
                    self._moved = time.monotonic()
                lost = await self._look_for_lost(app, lost)
            if time.monotonic() - self._moved > ALONE:
                log.warning("no worker answers: %d questions are thought about here", len(self._waiting))
                for number, waiting in self._waiting.items():
                    if not waiting.done() and number in self._jobs:
                        self._withdraw(self._jobs[number])
                        waiting.set_result(None)

    async def _look_for_lost(self, app: App, before: set[int]) -> set[int]:
        """The questions that are not in the queue any more. If they were not before either, no answer is coming."""
        asked = dict(self._jobs)
        known = await questions.known(app, list(asked.values()))
        lost = {number for number, job in asked.items() if job not in known}
        for number in lost & before:
            waiting = self._waiting.get(number)
            if waiting is not None and not waiting.done():
                waiting.set_exception(_unavailable())
        return lost

    def _end(self, life: asyncio.Task[None]) -> None:
        """Tell all who wait that the connection is lost."""
        error = None if life.cancelled() else life.exception()
        if error is not None:
            log.warning("the connection to the workers is lost: %s", type(error).__name__)
        everybody: list[asyncio.Future[Any]] = [self._ready, *self._waiting.values()]
        for waiting in everybody:
            if not waiting.done():
                waiting.set_exception(_unavailable() if error is not None else _closed())
                waiting.exception()  # nobody need ask for it

    def close(self) -> None:
        """Give it up; whoever waits is told Closed."""
        self._life.cancel()

    async def closed(self) -> None:
        """Return once it is given up."""
        await _cancelled(self._life, *self._withdrawals, again=5.0)


class Workers(Thinkers):
    """The workers of a PostgreSQL. Where there are none, this process thinks as it does without.

    Which question is next is Procrastinate's choice by priority: the more urgent, and of equally urgent ones the one
    whose client has the fewest others under way. Two clients with a hundred questions and one are served in turn.
    """

    def __init__(self, url: str, start: Processes, *, quotas: Quotas | None = None, limit: float = 60.0) -> None:
        super().__init__(start, quotas=quotas, limit=limit)
        self._url = url
        self._link: Link | None = None
        self._asked: Counter[str] = Counter()  # questions under way of each client
        self._closed = False

    def warm_up(self) -> None:
        """Nothing is started here ahead: the workers think."""

    async def ask(
        self, name: str, view: State, seed: int, *, client: str = "", table: str = "", urgency: Urgency = Urgency.PERSON
    ) -> Idea:
        """What a machine player would do where a view is asked. Raises NoIdea with the reason, Closed, Unavailable.

        The time is charged to the client and to the table; those who have used up their share are served when nobody
        else waits.
        """
        if self._closed:
            raise _closed()
        if self._link is None or not self._link.holds:
            self._link = Link(self._url)
        text = questions.packed(json.dumps(view.to_json()))
        urgency = self.urgency(urgency, client, table)
        with self._counted(client) as others:
            priority, began = -(LEVEL * urgency + min(others, LEVEL - 1)), time.monotonic()
            answer = await self._link.ask(priority, game=view.game.name, name=name, view=text, seed=seed)
        if answer is None:
            return await super().ask(name, view, seed, client=client, table=table, urgency=urgency)
        self.charge(time.monotonic() - began, client, table)
        if "error" in answer:
            raise NoIdea(answer["error"])
        return Idea(answer["actions"], answer["remarks"])

    @contextmanager
    def _counted(self, client: str) -> Iterator[int]:
        """How many other questions of a client are under way; inside the block this one is too."""
        others = self._asked[client] if client else 0
        self._asked[client] += 1
        try:
            yield others
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]

    def close(self) -> None:
        """Stop all thinking."""
        self._closed = True
        if self._link is not None:
            self._link.close()
        super().close()

    async def leave(self) -> None:
        """After `close`: return once the connections are given back."""
        if self._link is not None:
            await self._link.closed()


def _unavailable() -> Unavailable:
    return Unavailable("The computer players cannot be reached just now; nothing is lost. Try again in a moment.")


def _closed() -> Closed:
    return Closed("The server is shutting down.")


async def _cancelled(*tasks: asyncio.Task[None], again: float) -> None:
    """Cancel tasks until they end: before Python 3.12 a cancellation may be lost inside asyncio.wait_for."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=again)
