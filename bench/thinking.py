"""Two engines that could bring questions to workers, side by side: Procrastinate on PostgreSQL, and a Dask cluster.

`python -m bench.thinking` starts a PostgreSQL with two workers, then a Dask scheduler with two, each of one process,
and prints for both: how long one small thought takes, how many are thought in a second, how long a question takes whose
worker is killed in the middle (a question of a second, of two workers one survives), and when somebody is served who
comes behind thirty questions of another. The game is the proving game. Traffic stays on loopback.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import ardennes
from ardennes.engine.state import State
from ardennes.processes import Processes
from ardennes.server.thinking import think
from ardennes.server.turns import Urgency
from ardennes.server.workers import LEVEL, Workers
from tests.proving.listing import list_proving_only
from tests.server import postgres

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
Ask = Callable[[int, Urgency, str], Awaitable[object]]
"""Ask something with a seed, an urgency and a client's name, and wait for the answer."""


def position() -> State:
    """What is asked about."""
    state = ardennes.game("proving").start()
    while state.chance is not None:
        state.roll(state.chance.sample(random.Random(1)))
    return state.view(state.decision.side)


@cache
def listed() -> None:
    """In a worker of Dask, once: the proving game."""
    list_proving_only()


def ponder(seconds: float, game: str, name: str, view: str, seed: int) -> object:
    """In a worker of Dask: what a slow worker of ours does."""
    listed()
    time.sleep(seconds)
    return think(game, name, view, seed)


def started(*words: str) -> subprocess.Popen[bytes]:
    """A program of this environment."""
    return subprocess.Popen(
        [sys.executable, *words], cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@asynccontextmanager
async def procrastinate(seconds: float, number: int) -> AsyncIterator[tuple[Ask, Sequence[subprocess.Popen[bytes]]]]:
    """Our workers, which take so many seconds more for a thought."""
    with postgres.running() as url:
        workers = [started("-m", "tests.server.lone_worker", url, "1", str(seconds)) for _ in range(number)]
        asker = Workers(url, Processes(prepare=list_proving_only))
        view = position()
        try:
            yield (
                lambda seed, urgency, client: asker.ask("random", view, seed, client=client, urgency=urgency),
                workers,
            )
        finally:
            asker.close()
            await asker.leave()
            for worker in workers:
                worker.kill()
                worker.wait()


@asynccontextmanager
async def dask(seconds: float, number: int) -> AsyncIterator[tuple[Ask, Sequence[subprocess.Popen[bytes]]]]:
    """A cluster that does the same."""
    from distributed import Client

    from bench import thinking  # what a worker can import

    port = postgres.free_port()
    address = f"tcp://127.0.0.1:{port}"
    here = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = started("-m", "distributed.cli.dask_scheduler", "--port", str(port), *here)
    each = ("--nthreads", "1", "--no-nanny", *here)
    workers = [started("-m", "distributed.cli.dask_worker", address, *each) for _ in range(number)]
    client: Any = await Client(address, asynchronous=True, timeout="30s", set_as_default=False)  # type: ignore[no-untyped-call]  # theirs
    view = position()
    asked: dict[str, int] = {}

    async def ask(seed: int, urgency: Urgency, who: str) -> object:
        text = json.dumps(view.to_json())
        priority = -(LEVEL * urgency + asked.get(who, 0))
        asked[who] = asked.get(who, 0) + 1
        future = client.submit(thinking.ponder, seconds, "proving", "random", text, seed, pure=False, priority=priority)
        return await future

    try:
        await client.wait_for_workers(number)
        yield ask, workers
    finally:
        await client.close()
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


async def quick(engine: Any) -> dict[str, str]:
    """Latency and throughput of small thoughts."""
    async with engine(0.0, 2) as (ask, _):
        await asyncio.gather(*(ask(n, Urgency.GAME, "") for n in range(20)))  # both are awake
        times = []
        for n in range(200):
            start = time.perf_counter()
            await ask(n, Urgency.GAME, "")
            times.append(1000 * (time.perf_counter() - start))
        start = time.perf_counter()
        await asyncio.gather(*(ask(n, Urgency.GAME, "") for n in range(500)))
        rate = 500 / (time.perf_counter() - start)
    parts = statistics.quantiles(times, n=20)
    return {"one thought, median": f"{statistics.median(times):.1f} ms", "one thought, 95 %": f"{parts[18]:.1f} ms",
            "500 at once": f"{rate:.0f} a second"}  # fmt: skip


async def killed(engine: Any) -> dict[str, str]:
    """How long two questions of a second take when one of the two workers is killed after half of it."""
    async with engine(1.0, 2) as (ask, workers):
        await asyncio.gather(*(ask(n, Urgency.GAME, "") for n in range(4)))
        start = time.perf_counter()
        both = asyncio.gather(*(ask(n, Urgency.GAME, "") for n in range(2)))
        await asyncio.sleep(0.5)
        workers[0].send_signal(signal.SIGKILL)
        await both
        return {"a worker killed in mid-thought": f"{time.perf_counter() - start:.1f} s for two questions of 1 s"}


async def in_turn(engine: Any) -> dict[str, str]:
    """Thirty questions of one client on one worker; then another client, then somebody who waits for a hint."""
    order: list[str] = []
    async with engine(0.1, 1) as (ask, _):
        await ask(0, Urgency.GAME, "first")

        async def one(urgency: Urgency, client: str) -> None:
            await ask(1, urgency, client)
            order.append(client)

        many = [asyncio.create_task(one(Urgency.GAME, "many")) for _ in range(30)]
        await asyncio.sleep(0.5)
        late = [asyncio.create_task(one(Urgency.GAME, "other")), asyncio.create_task(one(Urgency.PERSON, "person"))]
        before = len(order)
        await asyncio.gather(*many, *late)
    return {
        "behind 30 of another client": f"{order.index('other') - before} of them before it",
        "a person who waits": f"{order.index('person') - before} before it",
    }


async def main() -> None:
    """Print the comparison."""
    list_proving_only()
    found: dict[str, list[str]] = {}
    for engine in (procrastinate, dask):
        for measure in (quick, killed, in_turn):
            for what, figure in (await measure(engine)).items():
                found.setdefault(what, []).append(figure)
    table = Table("", "Procrastinate", "Dask")
    for what, figures in found.items():
        table.add_row(what, *figures)
    Console(width=120).print(table)


if __name__ == "__main__":
    asyncio.run(main())
