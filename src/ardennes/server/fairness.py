"""Who is thought for next: a person who waits before a game that nobody waits for, and every client in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from ardennes.engine.state import State
from ardennes.processes import Processes
from ardennes.server.quotas import Quotas
from ardennes.server.thinking import Idea, Thinkers

Waiting = OrderedDict[str, deque[asyncio.Future[None]]]
"""Those who wait, by client; the client whose turn is next stands first."""


class FairQueue:
    """So many places, given to whoever is next: urgent questions first, the others, then those beyond their quota."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: tuple[Waiting, ...] = (OrderedDict(), OrderedDict(), OrderedDict())

    @property
    def length(self) -> int:
        """How many wait."""
        return sum(len(row) for level in self._waiting for row in level.values())

    @asynccontextmanager
    async def place(self, client: str, level: int) -> AsyncIterator[None]:
        """Hold a place inside the block; level 0 comes first."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(client, level)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, client: str, level: int) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        row = self._waiting[level].setdefault(client, deque())
        row.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called at the very moment
                self._next()
            elif called in row:
                row.remove(called)
                if not row and self._waiting[level].get(client) is row:
                    del self._waiting[level][client]
            raise

    def _next(self) -> None:
        """Give a place that is free now to whoever is next."""
        for level in self._waiting:
            while level:
                client, row = level.popitem(last=False)
                called = row.popleft()
                if row:
                    level[client] = row  # behind all the others
                if not called.done():
                    called.set_result(None)
                    return
        self._free += 1


class FairThinkers(Thinkers):
    """Thinkers that every client has a fair share of, by time as well as by turns."""

    def __init__(self, start: Processes, *, quotas: Quotas, workers: int | None = None, limit: float = 60.0) -> None:
        super().__init__(start, workers=workers, limit=limit)
        self.quotas = quotas
        self.queue = FairQueue(self._workers)

    async def ask(self, name: str, view: State, seed: int, *, client: str = "", urgent: bool = False) -> Idea:
        """What a machine player would do where a view is asked. Raises NoIdea with the reason, or Closed.

        An urgent question is a person's who waits. The time is charged to the client; one who has used up his share
        is served when nobody else waits.
        """
        spent = bool(client) and self.quotas.left("machine", client) <= 0
        async with self.queue.place(client, 2 if spent else (0 if urgent else 1)):
            began = monotonic()
            try:
                return await super().ask(name, view, seed)
            finally:
                self.quotas.charge("machine", client, monotonic() - began)
