"""A worker: takes the questions of server processes, wherever they run, and answers them from processes of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from typing import Any

from procrastinate import App
from procrastinate.worker import Worker

from ardennes.processes import Processes
from ardennes.server import questions
from ardennes.server.questions import BEAT, FAILURES, TASK, edition, opened
from ardennes.server.thinking import Closed, NoIdea, Thinkers

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds until a database that is away is tried again
LOOK = 1.0  # seconds after which the queue is looked at, should a notification be missed
OLD = 3600.0  # seconds after which what a worker has left in the database is cleared away


class Answers(Thinkers):
    """The processes of a worker, which are given a question as it came."""

    async def to(self, app: App, asker: int, question: int, game: str, name: str, view: str, seed: int) -> None:
        """Answer a question, unless nobody waits for it any more. Whoever asked is told if there is no answer."""
        try:
            if await questions.is_gone(app, asker):
                return
            try:
                idea = await self._answer(name, game, name, questions.unpacked(view), seed)
                answer: dict[str, Any] = idea._asdict()
            except NoIdea as error:
                answer = {"error": str(error)}
            await questions.tell(app, asker, question, answer)
        except (*FAILURES, Closed) as error:  # whoever asked finds the question gone, and asks again
            log.warning("question %d is not answered: %s", question, type(error).__name__)
        except Exception:
            log.exception("question %d is not answered", question)


async def work(url: str, start: Processes, *, slots: int | None = None, limit: float = 60.0) -> None:
    """Answer questions until SIGTERM or Ctrl-C; what is begun is thought to its end.

    So many are thought about at a time, as many as there are processors unless told; none takes longer than `limit`.
    """
    slots = slots or os.cpu_count() or 1
    answers = Answers(start, workers=slots, limit=limit)
    answers.warm_up()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    try:
        while not stop.is_set():
            try:
                async with opened(url) as app:
                    await _serve(app, answers, slots, stop)
            except FAILURES as error:
                log.warning("the database is away: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), PAUSE)
    finally:
        answers.close()


async def _serve(app: App, answers: Answers, slots: int, stop: asyncio.Event) -> None:
    """Answer questions until told to stop, or the database is lost, which may raise one of FAILURES."""

    async def think(**question: Any) -> None:
        await answers.to(app, **question)

    app.task(name=TASK)(think)
    worker = Worker(
        app, [edition()], concurrency=slots, fetch_job_polling_interval=LOOK, delete_jobs="always",
        install_signal_handlers=False, update_heartbeat_interval=BEAT, stalled_worker_timeout=OLD,
    )  # fmt: skip
    running = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]  # theirs
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        worker.stop()  # type: ignore[no-untyped-call]  # theirs
        while not (await asyncio.wait({running}, timeout=BEAT))[0]:
            if worker.worker_id is not None:  # it is heard of as long as it thinks
                await app.job_manager.update_heartbeat(worker.worker_id)
        await running
    finally:
        running.cancel()
        stopping.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)
