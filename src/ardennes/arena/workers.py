"""Processes that play, a match at a time each. One that dies is replaced, and its match played again by the new one."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from ardennes.arena.edition import edition
from ardennes.arena.match import Match, Played
from ardennes.engine.errors import ArdennesError
from ardennes.processes import end_with_parent, interrupts_held

LIVES = 2  # processes that a match may cost before it is given up
STARTS = 3  # processes in a row that may die before they are ready

Task = Callable[[Match], Played]


class Worker:
    """A process, the line to it, and the match that it plays now."""

    def __init__(self, task: Task) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.line, theirs = spawn.Pipe()
        self.process: BaseProcess = spawn.Process(target=_serve, args=(theirs, task), daemon=True)
        with interrupts_held():
            self.process.start()
        theirs.close()
        self.ready = False
        self.match: Match | None = None

    def give(self, match: Match) -> None:
        """Let it play a match. If it is dead its line will say so soon enough."""
        self.match = match
        with suppress(OSError):
            self.line.send(match)

    def end(self) -> str:
        """Stop it, whatever it does; what it died of if it was dead."""
        self.process.join(5)
        status = self.process.exitcode
        self.process.kill()
        self.process.join()
        self.line.close()
        if status is not None and status < 0:
            return f"was killed by {signal.Signals(-status).name}"
        return f"ended with status {status}"


def _serve(line: Connection, task: Task) -> None:
    """In the process: play what comes until the line is closed. A match is not played on when nobody waits for it."""
    end_with_parent()
    with suppress(EOFError, OSError):
        line.send(edition())
        while True:
            line.send(task(line.recv()))


class Workers:
    """As many processes as wanted, for as long as there are matches."""

    def __init__(self, jobs: int, task: Task) -> None:
        self.jobs = jobs
        self.task = task
        self.hands: dict[Connection, Worker] = {}
        self.deaths: Counter[Match] = Counter()
        self.stillborn = 0

    def close(self) -> None:
        """End them all at once; what they are playing is dropped."""
        for worker in self.hands.values():
            worker.process.kill()
        for worker in self.hands.values():
            worker.end()
        self.hands.clear()

    def played(self, matches: Sequence[Match]) -> Iterator[Played]:
        """The results, in the order in which they come.

        A match that costs two processes their lives is a result too: one that is lost. Raises ArdennesError if no
        process can be started, or one has found other rules than this one.
        """
        todo = deque(matches)
        for _ in range(min(self.jobs, len(todo))):
            self._hire()
        while todo or any(worker.match for worker in self.hands.values()):
            for line in wait(list(self.hands)):
                assert isinstance(line, Connection)
                worker = self.hands[line]
                try:
                    said = line.recv()
                except (EOFError, OSError):
                    result = self._bury(worker, todo)
                else:
                    result = self._hear(worker, said)
                    if todo:
                        worker.give(todo.popleft())
                if result is not None:
                    yield result

    def _hire(self) -> None:
        worker = Worker(self.task)
        self.hands[worker.line] = worker

    def _hear(self, worker: Worker, said: str | Played) -> Played | None:
        """A worker says that it is ready, and of which edition; or what it has played."""
        worker.match = None
        if isinstance(said, Played):
            return said
        if said != edition():
            raise ArdennesError("The rules or players on disk have changed since this run began.")
        worker.ready = True
        self.stillborn = 0
        return None

    def _bury(self, worker: Worker, todo: deque[Match]) -> Played | None:
        """Put a new worker in the place of a dead one, and its match back in front; the match, if it is lost."""
        match = worker.match
        del self.hands[worker.line]
        why = worker.end()
        if not worker.ready:
            self.stillborn += 1
            if self.stillborn == STARTS:
                raise ArdennesError(f"Could not start a process to play in: the last one {why}.")
        lost = None
        if match is not None:
            self.deaths[match] += 1
            if self.deaths[match] < LIVES:
                todo.appendleft(match)
            else:
                lost = Played.lost_to(match, f"Two processes died playing it; the last one {why}.")
        if todo:
            self._hire()
        return lost
