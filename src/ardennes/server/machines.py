"""Machine seats: played in processes of their own under a budget, so that no thinking ever blocks a page."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import ardennes
from ardennes.ai import Budget, player
from ardennes.engine.errors import ArdennesError
from ardennes.server.store import Conflict
from ardennes.server.tables import Table, Tables

log = logging.getLogger(__name__)


def think(game: str, name: str, view: str, seed: int, seconds: float) -> list[str]:
    """In a process of its own: the actions of a machine player, from the view alone."""
    state = ardennes.game(game).from_json(json.loads(view))
    actions = player(name).orders(state, random.Random(seed), Budget(seconds))
    return [str(action) for action in actions]


class Machines:
    """The processes that think, and who is thinking."""

    def __init__(
        self, tables: Tables, *, processes: int | None = None, seconds: float = 2.0, pace: float = 0.0
    ) -> None:
        self.tables = tables
        self.seconds = seconds
        self.pace = pace  # seconds between two moves of a machine, so that a person can follow
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        tables.on_change.append(self.wake)

    def wake(self, table: Table) -> None:
        """Play on at a table where a machine is asked, unless it is played at already."""
        if table.machine and table.id not in self._busy:
            task = asyncio.get_running_loop().create_task(self._play(table))
            self._busy[table.id] = task
            task.add_done_callback(lambda _: self._busy.pop(table.id, None))

    async def _play(self, table: Table) -> None:
        """Decide as long as a machine is asked; think again where somebody changed the table meanwhile."""
        while name := table.machine:
            state = table.record.state
            revision = table.revision
            view = json.dumps(state.view(state.decision.side).to_json())
            seed = random.SystemRandom().getrandbits(60)
            try:
                actions = await self._thought(table.record.game.name, name, view, seed)
                async with self.tables.changing(table, revision) as record:
                    record.apply_all(actions)
            except Conflict:
                continue
            except ArdennesError:
                log.exception("the machine at table %s was refused", table.id)
                return
            if self.pace:
                await asyncio.sleep(self.pace)

    async def _thought(self, game: str, name: str, view: str, seed: int) -> list[str]:
        loop = asyncio.get_running_loop()
        for again in (True, False):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._processes)
            try:
                return await loop.run_in_executor(self._pool, think, game, name, view, seed, self.seconds)
            except BrokenProcessPool:
                self._pool = None
                if not again:
                    raise
        raise AssertionError

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._busy.values()):
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
