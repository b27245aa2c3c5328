"""Who plays the matches: this process, all cores of the machine, or a Dask cluster. The results are the same."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any

from ardennes.arena.match import Match, Played
from ardennes.arena.playing import play
from ardennes.engine.errors import ArdennesError

AHEAD = 4  # matches that wait for each worker

Crew = Callable[[Iterable[Match], Callable[[], None]], Iterator[Played]]
"""Plays matches and gives the results in the order of the matches; the second argument is called after each game."""


def alone(matches: Iterable[Match], done: Callable[[], None]) -> Iterator[Played]:
    """All matches in this process, one after the other."""
    for match in matches:
        played = play(match)
        done()
        yield played


@contextmanager
def cores(jobs: int) -> Iterator[Crew]:
    """As many processes as wanted. What is still being played when they are no longer needed is dropped at once."""
    if jobs == 1:
        yield alone
        return
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_hold_on)
    try:
        yield lambda matches, done: _streamed(pool, matches, done, AHEAD * jobs)
    except BrokenProcessPool:
        raise ArdennesError("A process that played was killed; if memory is short, try fewer --jobs.") from None
    finally:
        workers = set(multiprocessing.active_children()) - before
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
            worker.join()


def _hold_on() -> None:
    """Ctrl-C is answered by the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of a Dask cluster, by the address of its scheduler.

    Raises ArdennesError where Dask is not installed, nobody answers there, or a worker has another version.
    """
    try:
        from distributed import Client
    except ImportError as missing:
        raise ArdennesError(f"A cluster needs “{missing.name}”: install ardennes[cluster].") from None
    try:
        client: Any = Client(address, timeout="20s", set_as_default=False)  # type: ignore[no-untyped-call]  # theirs
    except (OSError, ValueError) as error:
        raise ArdennesError(f"There is no Dask scheduler at “{address}”: {error}.") from None
    try:
        workers = _checked(client.run(_version))
        executor: Executor = client.get_executor(pure=False)
        yield lambda matches, done: _streamed(executor, matches, done, AHEAD * workers)
    finally:
        client.close()


def _version() -> str:
    """On a worker: the version of what plays there."""
    from importlib.metadata import version

    return version("ardennes")


def _checked(versions: dict[str, str]) -> int:
    """How many workers there are. Raises ArdennesError if there are none, or one has another version."""
    if not versions:
        raise ArdennesError("The cluster has no workers yet.")
    ours = _version()
    for worker, theirs in versions.items():
        if theirs != ours:
            raise ArdennesError(f"The worker {worker} has version {theirs}; this is version {ours}.")
    return len(versions)


def _streamed(
    executor: Executor, matches: Iterable[Match], done: Callable[[], None], ahead: int
) -> Iterator[Played]:  # fmt: skip
    """Results in the order of the matches, with no more than so many matches given out ahead."""
    todo = iter(matches)
    waiting: deque[Future[Played]] = deque()

    def give(n: int) -> None:
        for match in islice(todo, n):
            future = executor.submit(play, match)
            future.add_done_callback(lambda one: None if one.cancelled() or one.exception() else done())
            waiting.append(future)

    give(ahead)
    try:
        while waiting:
            yield waiting.popleft().result()
            give(1)
    finally:
        for future in waiting:
            future.cancel()


def crew(jobs: int, address: str | None) -> AbstractContextManager[Crew]:
    """The crew that a command line asks for."""
    return cluster(address) if address else cores(jobs)
