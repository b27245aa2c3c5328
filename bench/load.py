"""The load test: many games at once on one server process, each with two live seats, for a minute.

`python -m bench.load [--games 200] [--seconds 60] [--every 2]`; the promise is kept by `--games 1000 --every 10`: 2,000
live lines and 100 actions a second. Traffic stays on loopback and ends by itself. The games on the list take turns;
every game makes one action every so many seconds, by chance, at whichever seat is asked. What counts is the time from
sending an action to its acknowledgement with the new screen; beside it stands the time until the other seat's live line
has shown it, the processor time of the server (all of its threads), and the bytes of an action: its answer and what
both live lines bring. The seats know what to do from their live lines alone, as a browser does; they read no more of a
message than that. `--source FOLDER` loads the server of another copy of the code, `--packed` lets it pack.
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

import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import ardennes

LINE = "load"  # every seat has one page
TARGET, WATCHED = 0.150, 0.500  # seconds, 95th percentile: for the player who acts, for those who watch


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
    """What a process did: seconds on a processor, seconds in which its main thread waited for one, and on the clock."""

    processor: float
    waited: float
    clock: float

    def since(self, before: Work) -> Work:
        """What was done between two readings."""
        return Work(*(now - then for now, then in zip(self, before, strict=True)))


class Order(msgspec.Struct):
    """The order of the maps: all actions that may be chosen stand in it."""

    options: list[str] | msgspec.UnsetType | None = msgspec.UNSET


class Range(msgspec.Struct):
    """Actions that are offered alike."""

    verb: str
    things: list[str]


class Part(msgspec.Struct):
    """As much of a screen, or of a patch, as a player by chance needs. A list of options was sent by older servers."""

    order: Order | msgspec.UnsetType | None = msgspec.UNSET
    ranges: list[Range] | msgspec.UnsetType | None = msgspec.UNSET
    options: msgspec.Raw = msgspec.Raw()


class Inside(msgspec.Struct):
    """As much of a patch."""

    screen: Part = msgspec.field(default_factory=Part)


class Message(msgspec.Struct):
    """As much of a message: a whole document, or a patch."""

    revision: int = -1
    hash: int = -1
    base: int = -1
    screen: Part | None = None
    patch: Inside | None = None


READ = msgspec.json.Decoder(Message).decode
LISTED = msgspec.json.Decoder(list[dict[str, Any]]).decode


class Seat:
    """One end of a live line: what it knows from the last message, and when that came."""

    def __init__(self, token: str, line: ClientConnection, tally: Tally) -> None:
        self.token = token
        self.line = line
        self.tally = tally
        self.revision = -1
        self.hash = -1
        self.single: list[str] = []
        self.ranged: list[str] = []
        self.at = 0.0
        self.woken = asyncio.Event()

    async def listen(self) -> None:
        """Take whatever comes."""
        try:
            while True:
                message = await self.line.recv(decode=False)
                self.tally.bytes += len(message)
                if len(message) > 100:  # not the word that the line still holds
                    self.take(message)
                    self.at = time.perf_counter()
                    self.woken.set()
        except ConnectionClosed as closed:
            self.tally.errors.append(f"live line lost: {closed}")

    def take(self, message: bytes) -> None:
        """Learn what may be chosen now, unless it is known."""
        told = READ(message)
        if told.revision < self.revision or (told.hash >= 0 and told.hash == self.hash):
            return
        if told.patch is not None and told.base != self.hash:
            self.tally.errors.append("a patch does not fit")
        part = told.patch.screen if told.patch else told.screen
        assert part is not None
        self.revision, self.hash = told.revision, told.hash
        if told.screen is not None:
            self.single, self.ranged = [], []
        if part.ranges is not msgspec.UNSET:
            self.ranged = [f"{one.verb} {thing}" for one in part.ranges or () for thing in one.things]
        if bytes(part.options)[:1] == b"[":
            self.single = [option["action"] for option in LISTED(part.options)]
        elif part.order is None:
            self.single = []
        elif part.order is not msgspec.UNSET and part.order.options is not msgspec.UNSET:
            self.single = part.order.options or []

    @property
    def options(self) -> list[str]:
        """Every action that may be chosen."""
        return [*self.single, *self.ranged]


class Wire:
    """A connection that is kept, for requests one after the other: no more than a load test needs of HTTP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def post(self, path: str, body: dict[str, Any], base: int = -1) -> tuple[int, bytes]:
        """Status and content of the answer."""
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        if base >= 0:
            head += f"Ardennes-Base: {base}\r\nArdennes-Line: {LINE}\r\n"
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
        self.port = port
        wire = await self._wire()
        _, begun = await wire.post("/api/tables", {"game": self.name})
        wire.writer.close()  # until all are open it would be idle for longer than the server allows
        for token in (seat["token"] for seat in json.loads(begun)["seats"] if seat["side"] not in ("", "*")):
            line = await connect(f"ws://127.0.0.1:{port}/api/seats/{token}/live?line={LINE}", max_size=None)
            seat = Seat(token, line, self.tally)
            self.seats.append(seat)
            self.tasks.append(asyncio.create_task(seat.listen()))
            await asyncio.wait_for(seat.woken.wait(), 60)

    async def _wire(self) -> Wire:
        return Wire(*await asyncio.open_connection("127.0.0.1", self.port))

    async def play(self, every: float, until: float) -> None:
        """One action every so many seconds."""
        await asyncio.sleep(self.rng.random() * every)
        self.wire = await self._wire()  # not earlier: the server hangs up on whoever asks nothing for ten seconds
        while (start := time.monotonic()) < until:
            try:
                await self._act()
            except (OSError, EOFError, ValueError) as error:
                self.tally.errors.append(f"{type(error).__name__}: {error}")
            await asyncio.sleep(max(0.0, start + every - time.monotonic()))

    async def _act(self) -> None:
        """An action by whoever is asked."""
        for seat, other in (self.seats, self.seats[::-1]):
            if not seat.options:
                continue
            revision = seat.revision
            body = {"revision": revision, "actions": [self.rng.choice(seat.options)]}
            start = time.perf_counter()
            status, answer = await self.wire.post(f"/api/seats/{seat.token}/actions", body, seat.hash)
            self.tally.acknowledged.append(time.perf_counter() - start)
            self.tally.bytes += len(answer)
            if status != 200:
                self.tally.errors.append(answer.decode())
                return
            seat.take(answer)
            while other.revision <= revision:
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
        source = Path(chosen.source).resolve() / "src" if chosen.source else Path(ardennes.__file__).parents[1]
        main = "import sys; from ardennes.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", main, "serve", "--port", str(chosen.port), "--data", f"{place}/load.db"]
        command += ["--packed"] if chosen.packed else []
        server = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(source)}, cwd=place
        )
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
    for game in games:
        game.tally.bytes = 0
    before = [_work(server), _work(os.getpid())]
    began = time.monotonic()
    await asyncio.gather(*(game.play(chosen.every, began + chosen.seconds) for game in games))
    work = [_work(pid).since(then) for pid, then in zip((server, os.getpid()), before, strict=True)]
    await asyncio.gather(*(game.close() for game in games))
    return _report(games, names, work)


def _work(pid: int) -> Work:
    """What a process has done so far."""
    _, waited, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]
    ran = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return Work(ran, int(waited) / 1e9, time.monotonic())


def _report(games: Sequence[Game], names: Sequence[str], work: Sequence[Work]) -> int:
    """Print the figures; 1 if there was an error or the target was missed."""
    heads = ("median", "95 %", "99 %", "other: median", "95 %", "kB an action")
    table = Table("game", "tables", "actions", "errors", *heads)
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
    missed = _part(whole.acknowledged, 95) > TARGET or _part(whole.seen, 95) > WATCHED
    console.print(
        f"{_share('server', work[0])}, {1000 * work[0].processor / max(1, len(whole.acknowledged)):.2f} ms an action; "
        f"{_share('client', work[1])}. "
        f"95 % of the actions must be acknowledged within {TARGET * 1000:.0f} ms and shown to the other seat within "
        f"{WATCHED * 1000:.0f} ms, without error: "
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
    each = tally.bytes / max(1, len(times)) / 1000
    seen = [f"{1000 * _part(tally.seen, p):.0f} ms" for p in (50, 95)]
    return [str(tables), str(len(times)), str(len(tally.errors)), *shown, *seen, f"{each:.1f}"]


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
    parser.add_argument("--source", help="a folder with another copy of the code, whose server is loaded")
    parser.add_argument("--packed", action="store_true", help="let the server pack what it sends")
    parser.add_argument("--game", help="one game only (default: all of them in turn)")
    sys.exit(asyncio.run(run(parser.parse_args())))
