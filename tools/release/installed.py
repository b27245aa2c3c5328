"""An environment with nothing in it but what a player installs, and a turn played there over HTTP."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 120  # seconds for a start, and for a turn: a bound, not a measure


def empty_environment(place: Path) -> Path:
    """The Python of a new virtual environment in which there is nothing, not even pip."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    return place / "bin" / "python"


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def served(python: Path, home: Path, *words: str) -> Iterator[tuple[httpx.Client, str]]:
    """The installed server at home in a folder, with nothing else on its path; and the first line that it prints.

    Raises AssertionError if it complains: a machine player whose process died would only give the plainest answers.
    """
    port = free_port()
    command = [str(python.with_name("ardennes")), "serve", "--port", str(port), *words]
    environment = {"HOME": str(home), "PATH": str(python.parent), "LANG": "C.UTF-8"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=home, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        printed = process.stdout.readline()
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
                _await(client, process)
                yield client, printed
        finally:
            process.terminate()
            complaints = process.communicate(timeout=60)[1]
    assert complaints == "", complaints


def _await(client: httpx.Client, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            client.get("/health").raise_for_status()
            return
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the server did not start"
            assert process.poll() is None, "the server died at its start"
            time.sleep(0.05)


def begin(client: httpx.Client, game: str, side: str, players: dict[str, str]) -> str:
    """The token of a side's seat at a new table."""
    begun = client.post("/api/tables", json={"game": game, "players": players}).raise_for_status().json()
    token: str = next(seat["token"] for seat in begun["seats"] if seat["side"] == side)
    return token


def play_a_turn(client: httpx.Client, token: str, side: str) -> dict[str, Any]:
    """Answer whatever this side is asked until the first turn is over, and with it perhaps the game."""
    rng, deadline = random.Random(1944), time.monotonic() + PATIENCE
    while True:
        shown: dict[str, Any] = client.get(f"/api/seats/{token}").raise_for_status().json()
        screen = shown["screen"]
        if screen["turn"]["number"] > 1 or "result" in screen:
            return shown
        assert time.monotonic() < deadline, f"the turn has no end; it stands at {screen['prompt']}"
        if screen.get("decides") != side:
            client.post(f"/api/seats/{token}/pace", json={"pace": "skip"})  # nobody watches the machine
            time.sleep(0.02)
            continue
        ranges = screen.get("ranges", ())
        options = [*screen["options"], *(f"{one['verb']} {thing}" for one in ranges for thing in one["things"])]
        chosen = "done" if "done" in options and rng.random() < 0.6 else rng.choice(options)
        body = {"revision": shown["revision"], "actions": [chosen]}
        client.post(f"/api/seats/{token}/actions", json=body).raise_for_status()
