"""The load test: many games at once on one server process, each with two live seats, for a minute.

`python -m bench.load [--games 200] [--seconds 60] [--every 2]`. Traffic stays on loopback and ends by itself. A game
makes one action every so many seconds; what is measured is the time from sending an action to its acknowledgement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

import ardennes

TARGET = 0.250  # seconds, 95th percentile


async def one_game(
    client: httpx.AsyncClient, base: str, game: str, chosen: argparse.Namespace, times: list[float]
) -> int:
    """Play one game until time is up; returns how many errors there were."""
    begun = (await client.post("/api/tables", json={"game": game})).json()
    seats = {seat["side"]: seat["token"] for seat in begun["seats"] if seat["side"] not in ("", "*")}
    rng = random.Random(begun["table"])
    errors = 0
    live = [connect(f"{base.replace('http', 'ws')}/api/seats/{token}/live", max_size=None) for token in seats.values()]
    async with live[0] as one, live[1] as two:
        listeners = [asyncio.create_task(_listen(line)) for line in (one, two)]
        deadline = time.monotonic() + chosen.seconds
        await asyncio.sleep(rng.random() * chosen.every)
        while time.monotonic() < deadline:
            errors += await _act(client, seats, rng, times)
            await asyncio.sleep(chosen.every)
        for task in listeners:
            task.cancel()
    return errors


async def _listen(line: Any) -> None:
    async for _ in line:
        pass


async def _act(client: httpx.AsyncClient, seats: dict[str, str], rng: random.Random, times: list[float]) -> int:
    """One action by whoever is asked; 1 if it was not acknowledged."""
    for token in seats.values():
        shown = (await client.get(f"/api/seats/{token}")).json()
        options = shown["screen"]["options"]
        if not options:
            continue
        body = {"revision": shown["revision"], "actions": [rng.choice(options)["action"]]}
        start = time.perf_counter()
        answer = await client.post(f"/api/seats/{token}/actions", json=body)
        times.append(time.perf_counter() - start)
        return int(answer.status_code != 200)
    return 0


async def run(chosen: argparse.Namespace) -> int:
    """Start a server, load it, print what came of it; the exit status."""
    with tempfile.TemporaryDirectory() as place:
        command = [str(Path(sys.executable).with_name("ardennes")), "serve", "--port", str(chosen.port)]
        server = subprocess.Popen([*command, "--data", f"{place}/load.db"])
        base = f"http://127.0.0.1:{chosen.port}"
        limits = httpx.Limits(max_connections=chosen.games + 10, max_keepalive_connections=chosen.games + 10)
        try:
            async with httpx.AsyncClient(base_url=base, timeout=60, limits=limits) as client:
                await _ready(client)
                times: list[float] = []
                name = chosen.game or ardennes.games()[0]
                games = [one_game(client, base, name, chosen, times) for _ in range(chosen.games)]
                errors = sum(await asyncio.gather(*games))
        finally:
            server.terminate()
            server.wait(20)
    worst = statistics.quantiles(times, n=20)[-1]
    shown = {"actions": len(times), "errors": errors, "median ms": round(1000 * statistics.median(times), 1)}
    print(json.dumps({**shown, "95th percentile ms": round(1000 * worst, 1), "target ms": 1000 * TARGET}))
    return int(errors > 0 or worst > TARGET)


async def _ready(client: httpx.AsyncClient) -> None:
    for _ in range(300):
        try:
            if (await client.get("/health")).status_code == 200:
                return
        except httpx.TransportError:
            await asyncio.sleep(0.1)
    raise SystemExit("The server did not start.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2)
    parser.add_argument("--port", type=int, default=8045)
    parser.add_argument("--game")
    sys.exit(asyncio.run(run(parser.parse_args())))
