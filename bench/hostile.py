"""What a stranger can cost: a list of attacks against a server on loopback, one after the other.

`python -m bench.hostile [--only WORD]`. Each attack is bounded in number and time, comes from 127.0.0.1, and must be
answered in bounded time and memory; meanwhile somebody at 127.0.0.2 asks for `/health`. For each line: the answers, the
slowest of them, the most memory that the server's processes held, and the slowest `/health`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ardennes
from ardennes.engine.record import Record

ATTACKER, VICTIM = "127.0.0.1", "127.0.0.2"
LONGEST = 25.0  # seconds that one attack may go on
HEALTHY = 2.0  # seconds within which somebody else must be answered
ROOM = 700_000_000  # bytes that the server's processes may hold beyond what they held before
HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)
JSON = {"Content-Type": "application/json"}


@dataclass
class Server:
    """The server under attack, and who talks to it."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path
    attacker: httpx.AsyncClient
    victim: httpx.AsyncClient

    async def begin(self, **players: str) -> dict[str, str]:
        """A table of the attacker's; the tokens by side."""
        answer = await self.attacker.post("/api/tables", json={"game": "bulge", "players": players})
        answer.raise_for_status()
        return {seat["side"]: seat["token"] for seat in answer.json()["seats"]}

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection of the attacker's."""
        return await asyncio.open_connection(ATTACKER, self.port, local_addr=(ATTACKER, 0))

    def memory(self) -> int:
        """What its processes hold now, in bytes."""
        return sum(_resident(pid) for pid in _family(self.process.pid))


@dataclass
class Outcome:
    """What an attack brought about."""

    answers: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    async def of(self, asking: Awaitable[httpx.Response]) -> httpx.Response | None:
        """Wait for an answer and count it."""
        began = time.monotonic()
        try:
            found = await asking
        except (httpx.TransportError, OSError):
            self.answers["cut off"] += 1
            return None
        finally:
            self.slowest = max(self.slowest, time.monotonic() - began)
        self.answers[str(found.status_code)] += 1
        return found


Attack = Callable[[Server, Outcome], Awaitable[None]]


# ---- bodies ----


async def bomb_of_orders(server: Server, out: Outcome) -> None:
    """435 kB of standing orders in a journal."""
    text = "ardennes journal 1\ngame bulge\nrules 1\nscenario campaign\n\n"
    text += "german order when retreat: done\n" * 13_500
    await out.of(server.attacker.post("/api/journals", json={"journal": text}))


async def bomb_of_bytes(server: Server, out: Outcome) -> None:
    """1.9 MB of journal."""
    await out.of(server.attacker.post("/api/journals", json={"journal": "x" * 1_900_000}))


async def long_games(server: Server, out: Outcome) -> None:
    """Ten long legal games imported at once, then each rewound to its start."""
    record = Record.start(ardennes.game("bulge"), "campaign")
    luck = random.Random(1)
    while not record.state.over and len(record.journal.entries) < 2_000:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(luck))
        else:
            record.apply(luck.choice(record.state.decision.options))
    text = str(record.journal)
    asked = (out.of(server.attacker.post("/api/journals", json={"journal": text})) for _ in range(10))
    for answer in await asyncio.gather(*asked):
        if answer is not None and answer.status_code == 201:
            token = next(seat["token"] for seat in answer.json()["seats"] if seat["side"] == "*")
            await out.of(server.attacker.post(f"/api/seats/{token}/rewind", json={"line": 0}))


async def large_batches(server: Server, out: Outcome) -> None:
    """Batches of 500 actions and 500 more."""
    seats = await server.begin()
    for _ in range(5):
        shown = (await server.attacker.get(f"/api/seats/{seats['*']}")).json()
        action = next(iter(shown["screen"]["options"]))
        body = {"revision": shown["revision"], "actions": [action] * 500, "also": [[action]] * 500}
        await out.of(server.attacker.post(f"/api/seats/{seats['*']}/actions", json=body))
        body["actions"] = [action]
        await out.of(server.attacker.post(f"/api/seats/{seats['*']}/actions", json=body))


async def strange_words(server: Server, out: Outcome) -> None:
    """Half characters, NULs, options named like arguments, endless numbers, other sites' pages."""
    token = (await server.begin())["*"]
    half = b'{"game": "bulge", "scenario": "\\ud800"}'
    await out.of(server.attacker.post("/api/tables", content=half, headers=JSON))
    for name in ("game", "self", "scenario", "cls"):
        await out.of(server.attacker.post("/api/tables", json={"game": "bulge", "options": {name: "on"}}))
    await out.of(server.attacker.post("/api/tables", json={"game": "bu\x00lge"}))
    await out.of(server.attacker.get(f"/api/seats/{token}/frames/{'9' * 5000}"))
    await out.of(server.attacker.get("/api/seats/%00" + "x" * 30))
    await out.of(server.attacker.post("/api/tables", json={"game": "bulge"}, headers={"Origin": "http://evil.example"}))
    await out.of(server.attacker.get("/health", headers={"Host": "evil.example"}))
    await out.of(server.attacker.post("/api/tables", content=b"{}", headers={"Content-Type": "text/plain"}))


# ---- many ----


async def flood_of_orders(server: Server, out: Outcome) -> None:
    """2,000 standing orders of a seat that is not on turn."""
    token = (await server.begin())["allied"]
    order = {"order": "when retreat: done"}
    for _ in range(40):
        asked = (out.of(server.attacker.post(f"/api/seats/{token}/orders", json=order)) for _ in range(50))
        await asyncio.gather(*asked)


async def skipped_games(server: Server, out: Outcome) -> None:
    """As many machine games as one may begin, all skipped; what counts is how long another player's hint takes."""
    for _ in range(150):
        body = {"game": "bulge", "players": {"german": "recruit", "allied": "recruit"}}
        answer = await server.attacker.post("/api/tables", json=body)
        if answer.status_code != 201:
            out.answers[str(answer.status_code)] += 1
            break
        token = answer.json()["seats"][0]["token"]
        await server.attacker.post(f"/api/seats/{token}/pace", json={"pace": "skip"})
    begun = (await server.victim.post("/api/tables", json={"game": "bulge"})).json()
    token = next(seat["token"] for seat in begun["seats"] if seat["side"] == "*")
    await asyncio.sleep(1)
    await out.of(server.victim.get(f"/api/seats/{token}/hint"))


async def flood_of_requests(server: Server, out: Outcome) -> None:
    """5,000 requests as fast as they go."""
    for _ in range(100):
        await asyncio.gather(*(out.of(server.attacker.get("/api/games")) for _ in range(50)))


# ---- connections ----


async def endless_heads(server: Server, out: Outcome) -> None:
    """Ten heads of 30 MB and ten addresses of 20 MB."""

    async def one(begin: bytes, more: bytes, times: int) -> None:
        began = time.monotonic()
        reader, writer = await server.line()
        try:
            writer.write(begin)
            for _ in range(times):
                writer.write(more)
                await writer.drain()
            out.answers[(await reader.read(12))[9:].decode() or "cut off"] += 1
        except OSError:
            out.answers["cut off"] += 1
        finally:
            out.slowest = max(out.slowest, time.monotonic() - began)
            writer.close()

    head, address = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"GET /"
    field_ = b"x: " + b"y" * 60_000 + b"\r\n"
    await asyncio.gather(
        *(one(head, field_, 500) for _ in range(10)), *(one(address, b"z" * 60_000, 330) for _ in range(10))
    )


async def half_requests(server: Server, out: Outcome) -> None:
    """1,000 connections that send half a head or half a body and wait."""
    halves = (
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        HALF_A_BODY,
        b"",
    )

    async def one(number: int) -> None:
        began = time.monotonic()
        try:
            reader, writer = await server.line()
            writer.write(halves[number % 3])
            said = await asyncio.wait_for(reader.read(12), LONGEST)
            out.answers[said[9:].decode() or "cut off"] += 1
            writer.close()
        except OSError:
            out.answers["cut off"] += 1
        except TimeoutError:
            out.answers["still open"] += 1
        out.slowest = max(out.slowest, time.monotonic() - began)

    await asyncio.gather(*(one(number) for number in range(1_000)))


async def nonsense(server: Server, out: Outcome) -> None:
    """3,000 connections that speak no HTTP; each must cost no line in the log."""
    before = server.log.stat().st_size

    async def one() -> None:
        with contextlib.suppress(OSError):
            reader, writer = await server.line()
            writer.write(b"\x16\x03\x01 nonsense\r\n\r\n")
            out.answers[(await reader.read(12))[9:].decode() or "cut off"] += 1
            writer.close()

    for _ in range(60):
        await asyncio.gather(*(one() for _ in range(50)))
    out.answers[f"{server.log.stat().st_size - before} bytes of log"] += 1


async def talkative_sockets(server: Server, out: Outcome) -> None:
    """150 sockets at one seat; each sends a message of 4 MB."""
    token = (await server.begin())["*"]

    async def one() -> None:
        address = f"ws://{ATTACKER}:{server.port}/api/seats/{token}/live"
        try:
            async with connect(address, max_size=None, local_addr=(ATTACKER, 0)) as live:
                await live.send("x" * 4_000_000)
                async for _ in live:
                    pass
                out.answers[f"closed {live.close_code}"] += 1
        except (WebSocketException, OSError) as error:
            status = getattr(getattr(error, "response", None), "status_code", "")
            out.answers[f"refused {status}" if status else "cut off"] += 1

    await asyncio.gather(*(one() for _ in range(150)))


ATTACKS: list[Attack] = [
    strange_words,
    bomb_of_orders,
    bomb_of_bytes,
    long_games,
    large_batches,
    flood_of_orders,
    endless_heads,
    half_requests,
    nonsense,
    talkative_sockets,
    skipped_games,
    flood_of_requests,
]


# ---- watching ----


@dataclass
class Watch:
    """The server from outside while it is attacked."""

    server: Server
    health: float = 0.0
    memory: int = 0
    ill: int = 0

    async def look(self) -> None:
        """Ask how it is, again and again."""
        while True:
            began = time.monotonic()
            try:
                answer = await self.server.victim.get("/health")
                self.ill += answer.status_code != 200
            except httpx.TransportError:
                self.ill += 1
            self.health = max(self.health, time.monotonic() - began)
            self.memory = max(self.memory, self.server.memory())
            await asyncio.sleep(0.05)


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    found = children.read_text().split() if children.exists() else []
    return [pid, *(one for child in found for one in _family(int(child)))]


def _resident(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    return 0


async def run(chosen: argparse.Namespace) -> int:
    """Attack a server of one's own, print what came of it; the exit status."""
    with socket.create_server((ATTACKER, 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "log"
        quotas = ("tables=80/h", "imports=40/h", "orders=60/min", "hints=30/min", "machine=600/h", "requests=3000/min")
        command = [sys.executable, "-c", "from ardennes.cli import main; main()", "serve", "--port", str(port)]
        command += ["--data", f"{place}/games.db", "--per-client", "200", "--sockets", "100"]
        command += [word for quota in quotas for word in ("--quota", quota)]
        with log.open("wb") as written:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=written)
        try:
            return await _attack(chosen, port, process, log)
        finally:
            process.kill()
            process.wait()


def _client(port: int, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=100))
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60)


async def _attack(chosen: argparse.Namespace, port: int, process: subprocess.Popen[bytes], log: Path) -> int:
    console, table = Console(width=150), Table("attack", "answers", "slowest", "memory", "/health")
    wrong: list[str] = []
    async with _client(port, ATTACKER) as attacker, _client(port, VICTIM) as victim:
        server = Server(port, process, log, attacker, victim)
        await _ready(victim)
        usual = server.memory()
        for attack in ATTACKS:
            if chosen.only and chosen.only not in attack.__name__:
                continue
            watch, out = Watch(server), Outcome()
            looking = asyncio.create_task(watch.look())
            try:
                await asyncio.wait_for(attack(server, out), 2 * LONGEST)
            except TimeoutError:
                out.answers["gave up"] += 1
            looking.cancel()
            name = attack.__name__.replace("_", " ")
            answers = ", ".join(f"{count} × {what}" for what, count in out.answers.most_common())
            figures = f"{out.slowest:.2f} s", f"{watch.memory / 1e6:.0f} MB", f"{1000 * watch.health:.0f} ms"
            table.add_row(name, answers, *figures)
            if (
                watch.health > HEALTHY
                or watch.ill
                or watch.memory > usual + ROOM
                or any(what.startswith("5") and what != "503" for what in out.answers)
            ):
                wrong.append(name)
        ended = await _ended(server)
    table.add_row("SIGTERM with 50 half requests", "", f"{ended:.2f} s", "", "")
    console.print(table)
    console.print(f"Before: {usual / 1e6:.0f} MB in all processes. Beyond the bounds: {', '.join(wrong) or 'none'}.")
    return 1 if wrong or ended > 8 else 0


async def _ended(server: Server) -> float:
    """How long the server takes to end while much is half-sent."""
    lines = [await server.line() for _ in range(50)]
    for _, writer in lines:
        writer.write(HALF_A_BODY)
    await asyncio.sleep(0.3)
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    while server.process.poll() is None and time.monotonic() - began < 30:
        await asyncio.sleep(0.05)
    return time.monotonic() - began


async def _ready(client: httpx.AsyncClient) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.TransportError):
            if (await client.get("/health")).status_code == 200:
                return
        await asyncio.sleep(0.1)
    raise SystemExit("The server did not start.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="WORD", help="only attacks with this word in their name")
    sys.exit(asyncio.run(run(parser.parse_args())))
