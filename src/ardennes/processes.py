"""Processes that work for this one. They are given what they need, ignore Ctrl-C, and end when this one ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any, Literal

Method = Literal["spawn", "forkserver"]
"""How a process is started. A plain fork would hand it every open connection, so that none would ever seem closed."""


@dataclass(frozen=True, slots=True)
class Processes:
    """How worker processes are started, and what each of them does first."""

    method: Method = "spawn"
    prepare: Callable[[], object] | None = None  # run in the new process, so it must be importable there

    def pool(self, workers: int) -> Pool:
        """A pool of at most so many processes, each started when it is first needed."""
        return Pool(workers, self)


class Pool(ProcessPoolExecutor):
    """A process pool whose processes end with this one, whatever ends it."""

    def __init__(self, workers: int, start: Processes) -> None:
        context = multiprocessing.get_context(start.method)
        super().__init__(workers, context, initializer=_begin, initargs=(start.prepare,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let a process call a function; one that is started for it never hears Ctrl-C."""
        with interrupts_held():
            return super().submit(fn, *args, **kwargs)

    @property
    def pids(self) -> list[int]:
        """The processes that were started and not yet joined."""
        return list(self._processes or {})

    def kill(self) -> None:
        """End every process at once; whoever waits for a result is told that the pool is broken."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.shutdown(cancel_futures=True)  # and wait, so that no lock is left behind if this process is ended next


def _begin(prepare: Callable[[], object] | None) -> None:
    """In a new process of a pool, before its first task."""
    end_with_parent()
    if prepare is not None:
        prepare()


def end_with_parent() -> None:
    """In a new process: end at once when the process that started it has ended, or if it has ended already.

    The operating system closes the pipe between the two, whatever the parent died of and whoever adopts the child.
    """
    threading.Thread(target=_wait_for_parent, name="end-with-parent", daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:  # None: this process was not started by another's multiprocessing
        parent.join()
        os._exit(0)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C takes effect here only afterwards, and never in a process that is started meanwhile."""
    resource_tracker.ensure_running()  # which would lift the mask below if it had to be started under it
    pending: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: pending.append(number)) if main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the process inherits
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if main:
            signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if pending:
            signal.raise_signal(signal.SIGINT)
