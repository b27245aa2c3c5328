"""Journals that are brought here: replayed in a process of its own, within bounds of size, time and memory."""

from __future__ import annotations

import asyncio
import logging
import resource
import signal
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NoReturn

import ardennes
from ardennes.engine.errors import ArdennesError, JournalError
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.processes import Pool, Processes

log = logging.getLogger(__name__)

LINES = 10_000  # of a journal; the longest game that was ever played here has 5,000
ORDERS = 2_000  # standing orders among them
POSITION = 100_000  # characters of the position that a game begins from
TIME = 8.0  # seconds of processor time for a replay
ON_THE_CLOCK = 60.0  # seconds that it may take on a busy machine, the start of a new process included
MEMORY = 600_000_000  # bytes that it may add to its process
WAITING = 8  # journals that wait for their turn

TOO_LONG = f"The journal could not be replayed within {TIME:g} s."
UNFORESEEN = "The journal cannot be replayed: it causes an error in the game"
TOO_LARGE = "The journal needs more memory than any game should"


class Busy(ArdennesError):
    """Too many journals are being replayed just now."""


class TimeUp(Exception):
    """A replay took too long."""


def fault_of(text: str) -> str:
    """In a process of its own: what is wrong with a journal, with its line; "" if it is legal to its last one."""
    for name in ardennes.games():
        ardennes.game(name)  # which takes its time in a new process
    signal.signal(signal.SIGPROF, _time_up)
    signal.setitimer(signal.ITIMER_PROF, TIME)
    try:
        journal = read(text)
        _bound_memory()
        Record.replay(ardennes.game(journal.game), journal)
    except ArdennesError as error:
        return str(error)
    except TimeUp:
        return TOO_LONG
    except (MemoryError, RecursionError):
        return TOO_LARGE
    except Exception as error:  # whatever a stranger's file sets off is his fault first; the log tells ours
        return f"{UNFORESEEN} ({type(error).__name__})."
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


def read(text: str) -> Journal:
    """A journal of a size that a game can have. Raises JournalError with the first line beyond it."""
    sides = {name: ardennes.game(name).sides for name in ardennes.games()}
    if text.count("\n") > 2 * LINES:
        raise JournalError(2 * LINES, f"a journal has at most {LINES} lines")
    journal = Journal.parse(text, sides)
    if len(journal.entries) > LINES:
        raise JournalError(journal.line_of(LINES), f"a game has at most {LINES} lines")
    if len(journal.position) > POSITION:
        raise JournalError(2, f"a position has at most {POSITION} characters")
    orders = [at for at, entry in enumerate(journal.entries) if entry.kind == "order"]
    if len(orders) > ORDERS:
        raise JournalError(journal.line_of(orders[ORDERS]), f"a game has at most {ORDERS} standing orders")
    return journal


def _bound_memory() -> None:
    """Let this process grow by so much and no more."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    if pages:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))


def _time_up(_number: int, _frame: object) -> NoReturn:
    raise TimeUp


class Imports:
    """The process that replays journals, one after the other."""

    def __init__(self, start: Processes) -> None:
        self._start = start
        self._pool: Pool | None = None
        self._free = asyncio.Semaphore(1)
        self.waiting = 0
        self.replays = 0

    async def read(self, text: str) -> Journal:
        """A journal that is legal to its last line. Raises ArdennesError with the line and the rule, or Busy."""
        if self.waiting >= WAITING:
            raise Busy("Other games are being imported just now; try again in a minute.")
        self.waiting += 1
        try:
            async with self._free:
                fault = await self._fault(text)
        finally:
            self.waiting -= 1
        if fault:
            raise ArdennesError(fault)
        return await asyncio.to_thread(read, text)

    async def _fault(self, text: str) -> str:
        self.replays += 1
        pool = self._pool = self._pool or self._start.pool(1)
        working = asyncio.get_running_loop().run_in_executor(pool, fault_of, text)
        try:
            found = await asyncio.wait_for(working, ON_THE_CLOCK)
        except BrokenProcessPool:
            found = TOO_LARGE
        except TimeoutError:
            found = TOO_LONG
        if found in (TOO_LARGE, TOO_LONG):
            self._drop(pool)  # a fresh process has nothing left of it
        elif found.startswith(UNFORESEEN):
            log.warning("an imported journal: %s", found)
        return found

    def _drop(self, pool: Pool) -> None:
        if self._pool is pool:
            self._pool = None
        pool.kill()

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._drop(self._pool)
