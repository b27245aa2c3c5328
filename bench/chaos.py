"""The chaos test: what was acknowledged is there, whatever dies.

`python -m bench.chaos [--minutes 10] [--games 50] [--seed S]` starts a PostgreSQL, two server processes and a worker.
Scripted people play through both servers, half of them against machines, while processes and the database are killed
at random and started again. Then everything is started once more, and every game is read and played on. Prints the
faults of each kind, the actions acknowledged, those of them that are missing, and the games that cannot be read or do
not go on: those three must be 0, and so is the exit status then. Traffic stays on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import httpx

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.record import Record
from ardennes.server.store import Store, database_url
from bench.chaos_players import Player, foreign, missing
from tests.server import postgres

ROOT = Path(__file__).parents[1]
MAIN = "from ardennes.cli import main; raise SystemExit(main())"
MACHINES = ("random", "recruit")
SHORTEST = 0.5  # seconds between two faults
DOWN = 2.0  # seconds at most until what died is started again
FROZEN = 20.0  # seconds at most for which a server stands still
GOING_ON = 90.0  # seconds in which every game must go on at the end


class Program:
    """One of the processes: a server or the worker."""

    def __init__(self, name: str, words: Sequence[str], url: str, log: IO[bytes]) -> None:
        self.name = name
        self._words = [sys.executable, "-c", MAIN, *words]
        self._log = log
        path = f"{ROOT / 'src'}:{ROOT}"
        self._environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            self._words, cwd=ROOT, env=self._environment, stdout=self._log, stderr=self._log
        )

    def end(self, how: signal.Signals) -> None:
        """End it, if it runs, and wait."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def children(self) -> list[int]:
        """The processes that it has started."""
        assert self.process is not None
        pid = self.process.pid
        try:
            return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:
            return []


@dataclass
class Stage:
    """What the games run on, and what was done to it."""

    database: postgres.Cluster
    servers: Sequence[Program]
    worker: Program
    rng: random.Random
    longest: float  # seconds between two faults
    faults: Counter[str] = field(default_factory=Counter)

    async def break_things(self, until: float) -> None:
        """One fault after the other."""
        kinds: list[tuple[Callable[[], Awaitable[str]], int]] = [
            (self._kill_server, 4), (self._stop_server, 2), (self._kill_worker, 3), (self._kill_thinker, 2),
            (self._kill_database, 2), (self._restart_database, 1), (self._cut_connections, 2),
            (self._power_cut, 1), (self._freeze_server, 1),
        ]  # fmt: skip
        while time.monotonic() < until:
            await asyncio.sleep(self.rng.uniform(SHORTEST, self.longest))
            fault = self.rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
            self.faults[await fault()] += 1

    async def _again(self, program: Program, how: signal.Signals) -> None:
        await asyncio.to_thread(program.end, how)
        await asyncio.sleep(self.rng.uniform(0, DOWN))
        program.start()

    async def _kill_server(self) -> str:
        await self._again(self.rng.choice(self.servers), signal.SIGKILL)
        return "server killed"

    async def _stop_server(self) -> str:
        await self._again(self.rng.choice(self.servers), signal.SIGTERM)
        return "server stopped in order"

    async def _kill_worker(self) -> str:
        await self._again(self.worker, signal.SIGKILL)
        return "worker killed"

    async def _kill_thinker(self) -> str:
        """Kill a process that thinks; the other child of a worker keeps account of resources, and may die too."""
        for pid in self.worker.children()[-1:]:
            os.kill(pid, signal.SIGKILL)
        return "thinking process killed"

    async def _kill_database(self) -> str:
        await asyncio.to_thread(self.database.kill)
        await asyncio.sleep(self.rng.uniform(0, DOWN))
        await asyncio.to_thread(self.database.start, 30)
        return "database killed"

    async def _restart_database(self) -> str:
        await asyncio.to_thread(self.database.stop, self.rng.choice(["fast", "immediate"]))
        await asyncio.sleep(self.rng.uniform(0, DOWN))
        await asyncio.to_thread(self.database.start, 30)
        return "database restarted"

    async def _cut_connections(self) -> str:
        import asyncpg

        connection = await asyncpg.connect(self.database.url)
        try:
            mine = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
            await connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")
        finally:
            await connection.close()
        return "all connections cut"

    async def _power_cut(self) -> str:
        """Everything at once."""
        programs = (*self.servers, self.worker)
        for program in programs:
            await asyncio.to_thread(program.end, signal.SIGKILL)
        await self._kill_database()
        for program in programs:
            program.start()
        return "everything killed"

    async def _freeze_server(self) -> str:
        """A server that stands still for so long that others take its tables over, and then goes on."""
        process = self.rng.choice(self.servers).process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.rng.uniform(2, FROZEN))
        process.send_signal(signal.SIGCONT)
        return "server frozen for a while"

    async def well(self, client: httpx.AsyncClient, ports: Sequence[int]) -> None:
        """Return once both servers answer."""
        deadline = time.monotonic() + 120
        for port in ports:
            while True:
                try:
                    if (await client.get(f"http://127.0.0.1:{port}/health", timeout=5)).status_code == 200:
                        break
                except httpx.TransportError:
                    pass
                if time.monotonic() > deadline:
                    raise SystemExit("A server does not come back.")
                await asyncio.sleep(0.2)


@dataclass
class Verdict:
    """What is left of one game."""

    missing: int = 0
    foreign: int = 0
    unreadable: str = ""


async def judged(store: Store, player: Player) -> Verdict:
    """Read a game from the database, replay it, and compare it with what was acknowledged."""
    stored = await store.load(player.table)
    game = ardennes.game(stored.game)
    entries = [Entry.parse(line, number, game.sides) for number, line in enumerate(stored.lines, 1)]
    mine = [entry.text for entry in entries if entry.kind == "action" and entry.side in player.human]
    verdict = Verdict(missing(player.sent, mine), foreign(player.sent, mine))
    if stored.head.lines != len(stored.lines):
        verdict.unreadable = f"{stored.head.lines} lines were stored, {len(stored.lines)} are there"
    journal = Journal(stored.game, stored.rules, stored.scenario, dict(stored.options), stored.position)
    journal.entries = entries
    try:
        await asyncio.to_thread(Record.replay, game, journal)
    except ArdennesError as error:
        verdict.unreadable = str(error)
    return verdict


async def goes_on(client: httpx.AsyncClient, player: Player, until: float) -> bool:
    """Whether two more actions are acknowledged, so that a machine has had its say, or the game comes to its end."""
    done = 0
    while time.monotonic() < until:
        done += await player.step(client)
        if done >= 2 or player.over:
            return True
        await asyncio.sleep(0.3)
    return False


async def run(chosen: argparse.Namespace) -> int:
    """Play, break, judge, print; the exit status."""
    rng = random.Random(chosen.seed)
    with ExitStack() as stack:
        database = stack.enter_context(postgres.cluster())
        log = stack.enter_context(Path(chosen.log or os.devnull).open("wb"))
        ports = [postgres.free_port(), postgres.free_port()]
        servers = [Program(f"server {n}", ["serve", "--workers", "--port", str(port)], database.url, log)
                   for n, port in enumerate(ports, 1)]  # fmt: skip
        worker = Program("worker", ["worker", "--processes", "2"], database.url, log)
        for program in (*servers, worker):
            program.start()
            stack.callback(program.end, signal.SIGKILL)
        stage = Stage(database, servers, worker, rng, chosen.calm)
        return await _play(chosen, stage, ports)


async def _play(chosen: argparse.Namespace, stage: Stage, ports: Sequence[int]) -> int:
    names = list(ardennes.games())
    players = [
        Player(name := names[n % len(names)], ardennes.game(name).sides, MACHINES[n // 2 % 2] if n % 2 else "",
               random.Random(stage.rng.getrandbits(32)), ports)
        for n in range(chosen.games)
    ]  # fmt: skip
    async with httpx.AsyncClient(limits=httpx.Limits(max_connections=200)) as client:
        await stage.well(client, ports)
        await asyncio.gather(*(player.begin(client) for player in players))
        until = time.monotonic() + 60 * chosen.minutes
        playing = [player.play(client, until, chosen.every) for player in players]
        await asyncio.gather(stage.break_things(until), *playing)
        for program in (*stage.servers, stage.worker):
            program.end(signal.SIGKILL)
            program.start()
        await stage.well(client, ports)
        end = time.monotonic() + GOING_ON
        going = await asyncio.gather(*(goes_on(client, player, end) for player in players))
    store = Store(database_url(stage.database.url, ""))
    try:
        verdicts = [await judged(store, player) for player in players]
    finally:
        await store.close()
    return report(stage.faults, players, verdicts, going)


def report(faults: Counter[str], players: Sequence[Player], verdicts: Sequence[Verdict], going: Sequence[bool]) -> int:
    """Print the figures; 1 if something was lost."""
    answers: Counter[str] = sum((player.answers for player in players), Counter())
    acknowledged = sum(one.acknowledged for player in players for one in player.sent)
    unknown = sum(not one.acknowledged for player in players for one in player.sent)
    lost = sum(verdict.missing for verdict in verdicts) + sum(player.went_back for player in players)
    strange = sum(verdict.foreign for verdict in verdicts)
    unreadable = [verdict.unreadable for verdict in verdicts if verdict.unreadable]
    print(f"faults: {sum(faults.values())} ({', '.join(f'{n} × {kind}' for kind, n in sorted(faults.items()))})")
    print(f"answers: {', '.join(f'{n} × {kind}' for kind, n in sorted(answers.items()))}")
    print(f"actions acknowledged: {acknowledged}; without an answer: {unknown}")
    print(f"acknowledged actions missing: {lost}")
    print(f"actions stored that nobody sent: {strange}")
    print(f"games unreadable: {len(unreadable)}")
    print(f"games that go on at the end: {sum(going)} of {len(players)} ({sum(p.over for p in players)} are over)")
    for player, verdict, goes in zip(players, verdicts, going, strict=True):
        wrong = [f"{verdict.missing} missing"] * bool(verdict.missing)
        wrong += [f"{verdict.foreign} foreign"] * bool(verdict.foreign)
        wrong += ["unreadable"] * bool(verdict.unreadable) + ["stands still"] * (not goes)
        if wrong:
            print(f"{player.game} {player.table} against {player.machine or 'himself'}: {', '.join(wrong)}")
    for sentence in unreadable[:5]:
        print(sentence)
    return int(bool(lost or strange or unreadable or not all(going)))


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--every", type=float, default=1, metavar="SECONDS", help="between two actions of a person (1)")
    parser.add_argument("--calm", type=float, default=6, metavar="SECONDS", help="between two faults, at most (6)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", metavar="FILE", help="for what the processes say")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(asyncio.run(run(arguments())))
