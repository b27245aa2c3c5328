"""The load test: many games at once on one server process, each with two live seats, for a minute.

`python -m bench.load [--games 200] [--seconds 60] [--every 2]`. Traffic stays on loopback and ends by itself. The games
on the list take turns; every game makes one action every so many seconds, by chance, at whichever seat is asked. What
counts is the time from sending an action to its acknowledgement with the new screen; beside it stands the time until
the other seat's live line has shown it. The seats know what to do from their live lines alone, as a browser does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import ardennes

TARGET = 0.250  # seconds, 95th percentile of an action


@dataclass
class Tally:
    """What was measured of one kind of game."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bytes: int = 0

    def add(self, other: Tally) -> None:
        """Count another's figures too."""
        self.acknowledged += other.acknowledged
        self.seen += other.seen
        self.errors += other.errors
        self.bytes += other.bytes


class Work(NamedTuple):
    """What a process did: seconds on a processor, seconds in which it waited for one, and on the clock."""

    processor: float
    waited: float
    clock: float

    def since(self, before: Work) -> Work:
        """What was done between two readings."""
        return Work(*(now - then for now, then in zip(self, before, strict=True)))


class Seat:
    """One end of a live line: the last thing it heard, and when."""

    def __init__(self, token: str, line: ClientConnection, tally: Tally) -> None:
        self.token = token
        self.line = line
        self.tally = tally
        self.heard = b""
        self.at = 0.0
        self.woken = asyncio.Event()

    async def listen(self) -> None:
        """Keep whatever comes, unread."""
        try:
            while True:
                message = await self.line.recv(decode=False)
                if len(message) > 100:  # not the word that the line still holds
                    self.heard, self.at = message, time.perf_counter()
                    self.tally.bytes += len(message)
                    self.woken.set()
        except ConnectionClosed as closed:
            self.tally.errors.append(f"live line lost: {closed}")

    @property
    def revision(self) -> int:
        """The revision that it heard of last: the first thing in a document."""
        return int(self.heard[: self.heard.index(b",")].rpartition(b":")[2])

    def document(self) -> dict[str, Any]:
        """What the seat is shown."""
        found: dict[str, Any] = json.loads(self.heard)
        return found


class Wire:
    """A connection that is kept, for requests one after the other: no more than a load test needs of HTTP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def post(self, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        """Status and content of the answer."""
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        _, _, length = answer.partition(b"content-length: ")
        return int(answer.split(None, 2)[1]), await self.reader.readexactly(int(length.split(None, 1)[0]))


class Game:
    """A table with two seats."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.rng = random.Random(number)
        self.tally = Tally()
        self.seats: list[Seat] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, port: int) -> None:
        """Begin the table and sit down at both sides."""
        self.wire = Wire(*await asyncio.open_connection("127.0.0.1", port))
        _, begun = await self.wire.post("/api/tables", {"game": self.name})
        for token in (seat["token"] for seat in json.loads(begun)["seats"] if seat["side"] not in ("", "*")):
            line = await connect(f"ws://127.0.0.1:{port}/api/seats/{token}/live", max_size=None)
            seat = Seat(token, line, self.tally)
            self.seats.append(seat)
            self.tasks.append(asyncio.create_task(seat.listen()))
            await asyncio.wait_for(seat.woken.wait(), 60)

    async def play(self, every: float, until: float) -> None:
        """One action every so many seconds."""
        await asyncio.sleep(self.rng.random() * every)
        while (start := time.monotonic()) < until:
            try:
                await self._act()
            except (OSError, EOFError, ValueError) as error:
                self.tally.errors.append(f"{type(error).__name__}: {error}")
            await asyncio.sleep(max(0.0, start + every - time.monotonic()))

    async def _act(self) -> None:
        """An action by whoever is asked."""
        for seat, other in (self.seats, self.seats[::-1]):
            shown = seat.document()
            options = shown["screen"]["options"]
            if not options:
                continue
            body = {"revision": shown["revision"], "actions": [self.rng.choice(options)["action"]]}
            start = time.perf_counter()
            status, answer = await self.wire.post(f"/api/seats/{seat.token}/actions", body)
            self.tally.acknowledged.append(time.perf_counter() - start)
            if status != 200:
                self.tally.errors.append(answer.decode())
                return
            seat.heard = answer
            revision = shown["revision"] + 1
            while other.revision < revision:
                other.woken.clear()
                await asyncio.wait_for(other.woken.wait(), 60)
            self.tally.seen.append(other.at - start)
            return
        self.tally.errors.append("nobody was asked")

    async def close(self) -> None:
        """Get up."""
        for task in self.tasks:
            task.cancel()
        self.wire.writer.close()
        await asyncio.gather(*self.tasks, *(seat.line.close() for seat in self.seats), return_exceptions=True)


async def run(chosen: argparse.Namespace) -> int:
    """Start a server, load it, print what came of it; the exit status."""
    with tempfile.TemporaryDirectory() as place:
        command = [str(Path(sys.executable).with_name("ardennes")), "serve", "--port", str(chosen.port)]
        server = subprocess.Popen([*command, "--data", f"{place}/load.db"], stdout=subprocess.DEVNULL)
        try:
            return await _load(chosen, server.pid)
        finally:
            server.terminate()
            server.wait(20)


async def _load(chosen: argparse.Namespace, server: int) -> int:
    names = [chosen.game] if chosen.game else list(ardennes.games())
    await _ready(chosen.port)
    games = [Game(names[n % len(names)], n) for n in range(chosen.games)]
    for few in (games[n : n + 8] for n in range(0, len(games), 8)):
        await asyncio.gather(*(game.open(chosen.port) for game in few))
    before = [_work(server), _work(os.getpid())]
    began = time.monotonic()
    await asyncio.gather(*(game.play(chosen.every, began + chosen.seconds) for game in games))
    work = [_work(pid).since(then) for pid, then in zip((server, os.getpid()), before, strict=True)]
    await asyncio.gather(*(game.close() for game in games))
    return _report(games, names, work)


def _work(pid: int) -> Work:
    """What the main thread of a process has done so far."""
    ran, waited, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    return Work(int(ran) / 1e9, int(waited) / 1e9, time.monotonic())


def _report(games: Sequence[Game], names: Sequence[str], work: Sequence[Work]) -> int:
    """Print the figures; 1 if there was an error or the target was missed."""
    table = Table("game", "tables", "actions", "errors", "median", "95 %", "99 %", "other seat, 95 %", "kB a message")
    whole = Tally()
    for name in names:
        some = Tally()
        for game in games:
            if game.name == name:
                some.add(game.tally)
        whole.add(some)
        table.add_row(name, *_figures(some, sum(game.name == name for game in games)))
    table.add_row("all", *_figures(whole, len(games)), style="bold")
    console = Console(width=120)
    console.print(table)
    missed = _part(whole.acknowledged, 95) > TARGET
    console.print(
        f"{_share('server', work[0])}, {1000 * work[0].processor / max(1, len(whole.acknowledged)):.1f} ms an action; "
        f"{_share('client', work[1])}. "
        f"95 % of the actions must be acknowledged within {TARGET * 1000:.0f} ms, without error: "
        f"{'missed' if missed or whole.errors else 'met'}."
    )
    for error in sorted(set(whole.errors))[:5]:
        console.print(error, markup=False)
    return int(missed or bool(whole.errors))


def _share(name: str, work: Work) -> str:
    used, waited = work.processor / work.clock, work.waited / work.clock
    return f"The {name} used {used:.0%} of one processor and waited for one {waited:.0%} of the time"


def _figures(tally: Tally, tables: int) -> list[str]:
    times = tally.acknowledged
    shown = [f"{1000 * _part(times, p):.0f} ms" for p in (50, 95, 99)]
    each = tally.bytes / max(1, 2 * (len(times) + tables)) / 1000
    seen = f"{1000 * _part(tally.seen, 95):.0f} ms"
    return [str(tables), str(len(times)), str(len(tally.errors)), *shown, seen, f"{each:.1f}"]


def _part(times: Sequence[float], percent: int) -> float:
    return statistics.quantiles(times, n=100)[percent - 1] if len(times) > 1 else float("inf")


async def _ready(port: int) -> None:
    """Wait until the server listens: it does so only once its database is ready."""
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        writer.close()
        return
    raise SystemExit("The server did not start.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2)
    parser.add_argument("--port", type=int, default=8045)
    parser.add_argument("--game", help="one game only (default: all of them in turn)")
    sys.exit(asyncio.run(run(parser.parse_args())))
