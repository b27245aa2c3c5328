"""Where machines think: in processes of their own, given a view and nothing else, so that no thinking blocks a page."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
from collections.abc import Collection
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple

import ardennes
from ardennes.ai import player
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State
from ardennes.processes import Pool, Processes
from ardennes.server.limits import Limits
from ardennes.server.quotas import Quotas
from ardennes.server.turns import Turns, Urgency

log = logging.getLogger(__name__)
TRIES = 3  # processes that may die over one question
PATIENCE = 3.0  # seconds after which a player that compares plans takes the best so far

Remarks = list[dict[str, Any]]


class Idea(NamedTuple):
    """What a machine would do until the next die or foreign decision, and its remarks: text, places, pieces."""

    actions: list[str]
    remarks: Remarks


class NoIdea(ArdennesError):
    """A machine did not come to an end, or stumbled."""


class Closed(ArdennesError):
    """The program ends, and nobody thinks any more."""


def think(game: str, name: str, view: str, seed: int) -> Idea:
    """In a process of its own: the idea of a machine player at its full strength, from the view alone."""
    state = ardennes.game(game).from_json(json.loads(view))
    who = player(name)
    thought = who.think(state, random.Random(seed), replace(who.budget, limit=PATIENCE))
    remarks = [{"text": r.text, "places": list(r.places), "pieces": list(r.pieces)} for r in thought.report]
    return Idea([str(action) for action in thought.actions], remarks)


def hinted(idea: Idea, beginning: Collection[str]) -> Idea:
    """An idea with only those remarks that are about its first choice, or about no piece and no place at all.

    `beginning` are the verbs that further answers complete: those belong to the choice as well.
    """
    words = [action.split(" ", 1) for action in idea.actions]
    first = words[0][0]
    later = (n for n, word in enumerate(words) if n and (word[0] == first or len(word) == 1))
    things = {word[1] for word in words[: next(later, len(words)) if first in beginning else 1] if len(word) > 1}
    subjects = [{*one["places"], *one["pieces"]} for one in idea.remarks]
    relevant = [one for one, about in zip(idea.remarks, subjects, strict=True) if things & about or not about]
    return Idea(idea.actions, relevant)


def load_games() -> None:
    """In a process of its own: load every game, so that the first question need not wait for it."""
    for name in ardennes.games():
        ardennes.game(name)


class Thinkers:
    """The processes that think, a fair share for each client. One that takes longer than `limit` seconds is stopped."""

    def __init__(
        self, start: Processes, *, quotas: Quotas | None = None, workers: int | None = None, limit: float = 60.0
    ) -> None:
        self.limit = limit
        self.quotas = quotas or Quotas(Limits())
        self._start = start
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self.turns = Turns(self._workers)  # the limit does not run while a question waits for its turn
        self._pool: Pool | None = None

    def warm_up(self) -> None:
        """Start a first process now and let it load the games; the others are started as they are needed."""
        self._ready_pool().submit(load_games)

    def _ready_pool(self) -> Pool:
        if self._pool is None:
            self._pool = self._start.pool(self._workers)
        return self._pool

    async def ask(
        self, name: str, view: State, seed: int, *, client: str = "", table: str = "", urgency: Urgency = Urgency.PERSON
    ) -> Idea:
        """What a machine player would do where a view is asked. Raises NoIdea with the reason, or Closed.

        The time is charged to the client and to the table; those who have used up their share are served when nobody
        else waits.
        """
        text = json.dumps(view.to_json())
        urgency = self.urgency(urgency, client, table)
        async with self.turns.taken(urgency, client):
            began = monotonic()
            try:
                return await self._answer(name, view.game.name, name, text, seed)
            finally:
                self.charge(monotonic() - began, client, table)

    def urgency(self, asked: Urgency, *whose: str) -> Urgency:
        """How urgent a question is, by the time that its client and its table have left."""
        spent = any(self.quotas.left("machine", one) <= 0 for one in whose if one)
        return Urgency.SPENT if spent else asked

    def charge(self, seconds: float, *whose: str) -> None:
        """Count the time of a thought."""
        for one in whose:
            if one:
                self.quotas.charge("machine", one, seconds)

    async def _answer(self, name: str, *question: Any) -> Idea:
        """The answer of one of the processes; where it dies, of another."""
        for _ in range(TRIES):
            pool = self._ready_pool()
            try:
                return await asyncio.wait_for(self._submit(pool, *question), self.limit)
            except BrokenProcessPool:
                log.warning("a process that thought for %s died", name)
                self._drop(pool)
            except TimeoutError:
                self._drop(pool)
                raise NoIdea(f"{name} did not decide within {self.limit:g} s.") from None
            except Closed:
                raise
            except Exception as error:
                raise NoIdea(f"{name} failed: {error!r}") from error
        raise NoIdea(f"{name}'s processes died {TRIES} times.")

    def _submit(self, pool: Pool, *question: Any) -> asyncio.Future[Idea]:
        try:
            return asyncio.get_running_loop().run_in_executor(pool, think, *question)
        except BrokenProcessPool:
            raise
        except RuntimeError as error:
            raise Closed("The server is shutting down.") from error

    def _drop(self, pool: Pool) -> None:
        """Stop the processes of a pool; whoever else waits for one of them asks again."""
        if self._pool is pool:
            self._pool = None
        pool.kill()

    @property
    def pids(self) -> list[int]:
        """The processes that there are."""
        return [] if self._pool is None else self._pool.pids

    def close(self) -> None:
        """Stop all thinking."""
        if self._pool is not None:
            self._drop(self._pool)

    async def leave(self) -> None:
        """After `close`: give back what takes a moment. Processes of this machine have none of it."""
