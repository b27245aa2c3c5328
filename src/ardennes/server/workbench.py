"""Where the odds of plans and the reports of games are worked out: in a process of its own, within bounds of time."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from time import monotonic
from typing import Any, NoReturn

from ardennes.engine.errors import ArdennesError
from ardennes.processes import Pool, Processes
from ardennes.server.imports import Busy
from ardennes.server.quotas import Quotas

log = logging.getLogger(__name__)

TIME = 20.0  # seconds of processor time for a question
ON_THE_CLOCK = 90.0  # seconds that it may take on a busy machine, the start of a new process included
WAITING = 8  # questions that wait for their turn

Work = Callable[..., Any]


class Late(Exception):
    """A question took too long."""


def worked(work: Work, *given: Any) -> tuple[Any, str]:
    """In a process of its own: what a function finds, or the sentence with which it fails."""
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, TIME)
    try:
        return work(*given), ""
    except ArdennesError as error:
        return None, str(error)
    except Late:
        return None, f"This could not be worked out within {TIME:g} s."
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _late(_number: int, _frame: object) -> NoReturn:
    raise Late


class Workbench:
    """The process, and those who wait for it: one question of a client at a time."""

    def __init__(self, start: Processes, quotas: Quotas) -> None:
        self._start = start
        self._quotas = quotas
        self._pool: Pool | None = None
        self._free = asyncio.Semaphore(1)
        self._asking: set[str] = set()
        self.waiting = 0

    async def ask(self, client: str, work: Work, *given: Any) -> Any:
        """What a function finds. Raises Busy or TooMuch, and ArdennesError with the sentence with which it fails."""
        if self.waiting >= WAITING:
            raise Busy("Other plans are being worked out just now; try again in a minute.")
        if client and client in self._asking:
            raise Busy("Your last question is still being worked out; wait for its answer.")
        self._quotas.take("studies", client)
        self._quotas.take("machine", client, amount=0)
        self._asking.add(client)
        self.waiting += 1
        try:
            async with self._free:
                began = monotonic()
                try:
                    found, fault = await self._answer(work, *given)
                finally:
                    self._quotas.charge("machine", client, monotonic() - began)
        finally:
            self.waiting -= 1
            self._asking.discard(client)
        if fault:
            raise ArdennesError(fault)
        return found

    async def _answer(self, work: Work, *given: Any) -> tuple[Any, str]:
        pool = self._pool = self._pool or self._start.pool(1)
        working = asyncio.get_running_loop().run_in_executor(pool, worked, work, *given)
        try:
            return await asyncio.wait_for(working, ON_THE_CLOCK)
        except BrokenProcessPool:
            fault = "The calculation failed; try again."
        except TimeoutError:
            fault = f"This could not be worked out within {ON_THE_CLOCK:g} s."
        log.warning("%s: %s", getattr(work, "__name__", "a question"), fault)
        self._drop(pool)
        return None, fault

    def _drop(self, pool: Pool) -> None:
        if self._pool is pool:
            self._pool = None
        pool.kill()

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._drop(self._pool)
