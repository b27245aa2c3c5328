"""Who plays the matches: this process, all cores of the machine, or a Dask cluster. The results are the same.

They come in the order in which they are ready. A process or machine that dies takes nothing with it: what it played is
played again elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import Any

from ardennes.arena.edition import edition
from ardennes.arena.match import Match, Played
from ardennes.arena.playing import play
from ardennes.arena.workers import Task, Workers
from ardennes.engine.errors import ArdennesError

AHEAD = 4  # matches that wait for each worker of a cluster

Crew = Callable[[Sequence[Match]], Iterator[Played]]
"""Plays matches and gives the results as they come."""


def alone(matches: Sequence[Match]) -> Iterator[Played]:
    """All matches in this process, one after the other."""
    return map(play, matches)


@contextmanager
def cores(jobs: int, task: Task = play) -> Iterator[Crew]:
    """As many processes as wanted. What is still being played when they are no longer needed is dropped at once."""
    if jobs == 1:
        yield alone
        return
    workers = Workers(jobs, task)
    try:
        yield workers.played
    finally:
        workers.close()


@contextmanager
def cluster(address: str, task: Task = play) -> Iterator[Crew]:
    """The workers of a Dask cluster, by the address of its scheduler.

    Raises ArdennesError where Dask is not installed, nobody answers there, or a worker is of another edition.
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
        workers = _checked(client.run(edition))
        yield lambda matches: _clustered(client, matches, AHEAD * workers, task)
    finally:
        client.close()


def _checked(editions: dict[str, str]) -> int:
    """How many workers there are. Raises ArdennesError if there are none, or one is of another edition."""
    if not editions:
        raise ArdennesError("The cluster has no workers yet.")
    ours = edition()
    for worker, theirs in editions.items():
        if theirs != ours:
            raise ArdennesError(
                f"Worker {worker} runs version {theirs} of the rules and players; this machine runs {ours}."
            )
    return len(editions)


def _clustered(client: Any, matches: Sequence[Match], ahead: int, task: Task) -> Iterator[Played]:
    """Results as they come, with no more than so many matches given out ahead.

    Dask itself plays a match again whose worker is gone, until it was there when too many died. It may have done
    nothing but wait beside the one that killed them: such matches are played at the end, each alone, and lost only if
    the same comes of it. Raises ArdennesError if the scheduler is gone.
    """
    from distributed import KilledWorker, as_completed

    todo, suspects = iter(matches), []
    given = {client.submit(task, match, pure=False): match for match in islice(todo, ahead)}
    ready: Any = as_completed(given, loop=client.loop)  # type: ignore[no-untyped-call]  # theirs
    try:
        for future in ready:
            match = given.pop(future)
            try:
                yield _result(future)
            except KilledWorker:
                suspects.append(match)
            for more in islice(todo, 1):
                future = client.submit(task, more, pure=False)
                given[future] = more
                ready.add(future)
    finally:
        client.cancel(list(given))
    for match in suspects:
        try:
            yield _result(client.submit(task, match, pure=False))
        except KilledWorker:
            yield Played.lost_to(match, "The cluster gave up on it: every worker that played it died.")


def _result(future: Any) -> Played:
    """What came of a match. Raises ArdennesError if there is nobody left who knows."""
    try:
        played: Played = future.result()
    except CancelledError:
        raise ArdennesError("The connection to the cluster’s scheduler was lost.") from None
    return played


def crew(jobs: int, address: str | None) -> AbstractContextManager[Crew]:
    """The crew that a command line asks for."""
    return cluster(address) if address else cores(jobs)
