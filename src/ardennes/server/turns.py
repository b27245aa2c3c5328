"""Who is thought for next where only so many can be at a time: the most urgent first, and every client in turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum

Waiting = OrderedDict[str, deque[asyncio.Future[None]]]
"""Those who wait, by client; the client whose turn is next stands first."""


class Urgency(IntEnum):
    """For whom something is done; the first is served first."""

    PERSON = 0  # who waits at the screen: for a hint, or for a machine that he watches
    GAME = 1  # a person's game, in which a machine is to move
    SHOW = 2  # a game between machines that nobody watches
    SPENT = 3  # a client who has used up his share


class Turns:
    """So many at a time; of those who wait the most urgent is next, and of equally urgent ones each client in turn."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: dict[Urgency, Waiting] = {urgency: OrderedDict() for urgency in Urgency}

    @property
    def length(self) -> int:
        """How many wait."""
        return sum(len(row) for level in self._waiting.values() for row in level.values())

    @asynccontextmanager
    async def taken(self, urgency: Urgency, client: str = "") -> AsyncIterator[None]:
        """Hold a turn inside the block."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(self._waiting[urgency], client)
        try:
            yield
        finally:
            self._give()

    async def _wait(self, level: Waiting, client: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        row = level.setdefault(client, deque())
        row.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called at the very moment
                self._give()
            elif called in row:
                row.remove(called)
                if not row and level.get(client) is row:
                    del level[client]
            raise

    def _give(self) -> None:
        """Give a turn that is free now to whoever is next."""
        for level in self._waiting.values():
            while level:
                client, row = level.popitem(last=False)
                called = row.popleft()
                if row:
                    level[client] = row  # behind all the others
                if not called.done():
                    called.set_result(None)
                    return
        self._free += 1
