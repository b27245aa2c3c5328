"""The attacks of `bench.hostile`: each is bounded in number and time, and counts the answers that it gets."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ardennes
from ardennes.engine.record import Record

ATTACKER, VICTIM = "127.0.0.1", "127.0.0.2"
LONGEST = 25.0  # seconds that one attack may go on
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


def long_journal() -> str:
    """A legal game of 2,000 lines at most, played by chance."""
    record = Record.start(ardennes.game("bulge"), "campaign")
    luck = random.Random(1)
    while not record.state.over and len(record.journal.entries) < 2_000:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(luck))
        else:
            record.apply(luck.choice(record.state.decision.options))
    return str(record.journal)


async def long_games(server: Server, out: Outcome) -> None:
    """Ten long legal games imported at once, then each rewound to its start."""
    text = long_journal()
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


# ---- looking closely ----


async def deep_sandboxes(server: Server, out: Outcome) -> None:
    """200 sandboxes of 1,000 moves, each with another guess, so that every move has to be made again."""
    token = (await server.begin())["*"]
    shown = (await server.attacker.get(f"/api/seats/{token}")).json()
    moves = _by_chance(1_000)
    path = f"/api/seats/{token}/sandbox"
    for few in range(20):
        bodies = [{"line": shown["lines"], "guess": 10 * few + n, "moves": moves} for n in range(10)]
        await asyncio.gather(*(out.of(server.attacker.post(path, json=body)) for body in bodies))


async def long_plans(server: Server, out: Outcome) -> None:
    """The odds of a plan of 900 moves, asked for fifty times at once."""
    token = (await server.begin())["*"]
    shown = (await server.attacker.get(f"/api/seats/{token}")).json()
    body = {"line": shown["lines"], "moves": _by_chance(1_000), "since": 100}
    path = f"/api/seats/{token}/sandbox/odds"
    await asyncio.gather(*(out.of(server.attacker.post(path, json=body)) for _ in range(50)))


async def reports_of_a_long_game(server: Server, out: Outcome) -> None:
    """The report of a long game, asked for fifty times at once, and one after the other."""
    answer = await server.attacker.post("/api/journals", json={"journal": long_journal()})
    answer.raise_for_status()
    path = f"/api/seats/{answer.json()['seats'][0]['token']}/analysis"
    await asyncio.gather(*(out.of(server.attacker.get(path)) for _ in range(50)))
    for _ in range(30):
        await out.of(server.attacker.get(path))


async def flood_of_draws(server: Server, out: Outcome) -> None:
    """A draw offered and the offer withdrawn a thousand times; then the game is resigned twenty times at once."""
    path = f"/api/seats/{(await server.begin())['german']}"
    for _ in range(50):
        offers = (out.of(server.attacker.post(f"{path}/end", json={"how": "draw"})) for _ in range(20))
        refusals = (out.of(server.attacker.post(f"{path}/rewind", json={"refuse": True})) for _ in range(20))
        await asyncio.gather(*offers, *refusals)
    await asyncio.gather(*(out.of(server.attacker.post(f"{path}/end", json={"how": "resign"})) for _ in range(20)))


async def guessed_invitations(server: Server, out: Outcome) -> None:
    """2,000 invitations that nobody was sent."""
    for few in range(40):
        paths = (f"/api/invitations/{few:02}{n:020}/accept" for n in range(50))
        await asyncio.gather(*(out.of(server.attacker.post(path, json={})) for path in paths))


def _by_chance(most: int) -> list[str]:
    """Moves of a sandbox that begins with the campaign of Bulge, dice among them, played by chance."""
    luck = random.Random(2)
    record = Record.start(ardennes.game("bulge"), "campaign")
    record.roll_all(luck)
    begun = len(record.journal.entries)
    while not record.state.over and len(record.journal.entries) - begun < most:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(luck))
        else:
            record.apply(luck.choice(record.state.decision.options))
    return [entry.text if entry.kind == "action" else f"roll {entry.text}" for entry in record.journal.entries[begun:]]


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
    deep_sandboxes,
    long_plans,
    reports_of_a_long_game,
    flood_of_draws,
    guessed_invitations,
    flood_of_orders,
    endless_heads,
    half_requests,
    nonsense,
    talkative_sockets,
    skipped_games,
    flood_of_requests,
]
