"""Who is served next where only so many can be at a time: first whoever somebody waits for most."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from itertools import count


class Urgency(IntEnum):
    """For whom something is done; the first is served first."""

    PERSON = 0  # who has asked for it and looks at the screen
    GAME = 1  # a person's game, in which a machine is to move
    SHOW = 2  # a game between machines


class Turns:
    """So many at a time; of those who wait the most urgent is next, and of equally urgent ones whoever came first."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []
        self._number = count()

    @asynccontextmanager
    async def taken(self, urgency: Urgency) -> AsyncIterator[None]:
        """Hold a turn inside the block."""
        await self._take(urgency)
        try:
            yield
        finally:
            self._give()

    async def _take(self, urgency: Urgency) -> None:
        if self._free:
            self._free -= 1
            return
        mine = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._number), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._give()
            raise

    def _give(self) -> None:
        while self._waiting:
            _, _, following = heapq.heappop(self._waiting)
            if not following.done():
                following.set_result(None)
                return
        self._free += 1
