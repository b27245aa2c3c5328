"""What a stranger can cost: a list of attacks against a server on loopback, one after the other.

`python -m bench.hostile [--only WORD,…]`. Each attack is bounded in number and time, comes from 127.0.0.1, and must be
answered in bounded time and memory; meanwhile somebody at 127.0.0.2, in a process of his own, asks for `/health`. For
each line: the answers, the slowest of them, the most memory that the server's processes held, the slowest `/health`,
and for how long of that the server waited for a processor, since others may use the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from bench.attacks import ATTACKER, ATTACKS, HALF_A_BODY, LONGEST, VICTIM, Attack, Outcome, Server

HEALTHY = 2.0  # seconds within which somebody else must be answered, if the server has a processor
ROOM = 700_000_000  # bytes that the server's processes may hold beyond what they held before


# ---- watching ----


@dataclass
class Watch:
    """What was seen of the server from outside while it was attacked."""

    health: float = 0.0
    waited: float = 0.0  # for a processor, meanwhile
    memory: int = 0
    ill: int = 0


@contextlib.contextmanager
def watching(server: Server) -> Iterator[Watch]:
    """Watch the server from another process: the attacker is busy himself."""
    context = multiprocessing.get_context("spawn")
    mine, other = context.Pipe()
    process = context.Process(target=_look, args=(server.port, server.process.pid, other))
    process.start()
    mine.recv()  # it looks
    seen = Watch()
    try:
        yield seen
    finally:
        mine.send("enough")
        seen.health, seen.waited, seen.memory, seen.ill = mine.recv()
        process.join()


def _look(port: int, pid: int, line: Connection) -> None:
    """Ask how the server is, again and again, until somebody has had enough."""
    worst, most, ill = (0.0, 0.0), 0, 0
    asking = http.client.HTTPConnection(ATTACKER, port, timeout=60, source_address=(VICTIM, 0))
    line.send("ready")
    while True:
        began, had = time.monotonic(), _waited(pid)
        try:
            asking.request("GET", "/health")
            answer = asking.getresponse()
            answer.read()
            ill += answer.status != 200
        except (OSError, http.client.HTTPException):
            asking.close()
            ill += 1
        worst = max(worst, (time.monotonic() - began, _waited(pid) - had))
        most = max(most, memory(pid))
        if line.poll(0.05):
            break
    line.send((*worst, most, ill))


def _waited(pid: int) -> float:
    """How long the main thread of a process has waited for a processor, in seconds."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def memory(pid: int) -> int:
    """What a process and those that it has started hold now, in bytes."""
    return sum(_resident(one) for one in _family(pid))


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
        quotas = [
            "tables=80/h", "imports=40/h", "orders=60/min", "hints=30/min", "machine=600/h", "requests=3000/min",
            "sandbox=300/min", "studies=20/min",
        ]  # fmt: skip
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
    console, table = Console(width=150), Table("attack", "answers", "slowest", "memory", "/health", "waited")
    wrong: list[str] = []
    async with _client(port, ATTACKER) as attacker, _client(port, VICTIM) as victim:
        server = Server(port, process, log, attacker, victim)
        await _ready(victim)
        usual = memory(process.pid)
        for attack in ATTACKS:
            if not any(word in attack.__name__ for word in chosen.only.split(",")):
                continue
            out, seen = await _one(attack, server)
            name = attack.__name__.replace("_", " ")
            answers = ", ".join(f"{count} × {what}" for what, count in out.answers.most_common())
            figures = f"{out.slowest:.2f} s", f"{seen.memory / 1e6:.0f} MB"
            table.add_row(name, answers, *figures, f"{1000 * seen.health:.0f} ms", f"{1000 * seen.waited:.0f} ms")
            failed = any(what.startswith("5") and what != "503" for what in out.answers)
            if seen.health - seen.waited > HEALTHY or seen.ill or seen.memory > usual + ROOM or failed:
                wrong.append(name)
        ended = await _ended(server)
    table.add_row("SIGTERM with 50 half requests", "", f"{ended:.2f} s", "", "", "")
    console.print(table)
    load = Path("/proc/loadavg").read_text().split()[0]
    console.print(
        f"Before: {usual / 1e6:.0f} MB in all processes. The machine's load at the end: {load}. "
        f"Beyond the bounds: {', '.join(wrong) or 'none'}."
    )
    return 1 if wrong or ended > 8 else 0


async def _one(attack: Attack, server: Server) -> tuple[Outcome, Watch]:
    """What came of one attack, and what was seen of the server meanwhile."""
    out = Outcome()
    with watching(server) as seen:
        try:
            await asyncio.wait_for(attack(server, out), 2 * LONGEST)
        except TimeoutError:
            out.answers["gave up"] += 1
    return out, seen


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
    parser.add_argument("--only", default="", metavar="WORD,…", help="only attacks with such a word in their name")
    sys.exit(asyncio.run(run(parser.parse_args())))
