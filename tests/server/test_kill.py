"""What was acknowledged is there, however the server ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import httpx
import pytest

from ardennes.processes import Method
from ardennes.server.store import database_url
from tests.server.patience import PATIENCE
from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}


class Lone:
    """A server process, and a client of it."""

    def __init__(self, url: str, method: Method = "spawn", lease: float = 15) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "tests.server.lone", url, str(self.port), method, str(lease)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self.client.get("/health").json()["status"] == "well":
                    return
            except httpx.TransportError:
                assert time.monotonic() < deadline, "the server did not start"
                assert self.process.poll() is None, "the server died at its start"
                time.sleep(0.1)

    def kill(self) -> None:
        """As a power cut would: no warning, no farewell."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        self.client.close()


def descendants(process: int) -> set[int]:
    """The processes that a process has started, and those that they have: a fork server stands between."""
    found = [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return {*found, *(pid for child in found for pid in descendants(child))}


def wait_until_dead(processes: set[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(alive, processes)):
        assert time.monotonic() < deadline, "they outlive whoever started them"
        time.sleep(0.05)


def alive(process: int) -> bool:
    """Whether a process still runs; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


@pytest.mark.parametrize("method", get_args(Method))
def test_processes_that_think_die_with_their_server(tmp_path: Path, method: Method):
    server = Lone(database_url(None, str(tmp_path / "games.db")), method)
    players = {"red": "random", "blue": "random"}
    begun = server.client.post("/api/tables", json={"game": "proving", "players": players}).json()
    token = next(seat["token"] for seat in begun["seats"] if seat["side"] == "")
    deadline = time.monotonic() + PATIENCE
    while not server.client.get(f"/api/seats/{token}").json()["revision"]:
        assert time.monotonic() < deadline, "nobody thinks"
        time.sleep(0.02)
    born = descendants(server.process.pid)
    assert born
    server.kill()
    wait_until_dead(born)


def test_nothing_that_was_acknowledged_is_lost_by_kill_9(url: str):
    server = Lone(url)
    begun = server.client.post("/api/tables", json={"game": "proving"}).json()
    token = next(seat["token"] for seat in begun["seats"] if seat["side"] == "*")
    for _ in range(3):
        shown = server.client.get(f"/api/seats/{token}").json()
        for _ in range(5):
            option = next(iter(shown["screen"]["options"]))
            body = {"revision": shown["revision"], "actions": [option]}
            answer = server.client.post(f"/api/seats/{token}/actions", json=body)
            assert answer.status_code == 200, answer.text
            shown = answer.json()
        server.kill()
        server = Lone(url)
        after = server.client.get(f"/api/seats/{token}").json()
        assert (after["revision"], after["lines"]) == (shown["revision"], shown["lines"])
        assert after["screen"] == shown["screen"]
    server.kill()


@pytest.mark.parametrize("method", get_args(Method))
def test_a_process_that_is_born_when_its_server_is_dead_already_dies_too(tmp_path: Path, method: Method):
    """The server dies after it has started the process, and before the process has come to its first own line."""
    command = [sys.executable, "-m", "tests.server.late", str(tmp_path), method]
    server = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT)
    born, dead = tmp_path / "born", tmp_path / "dead"
    deadline = time.monotonic() + PATIENCE
    while not born.exists():
        assert time.monotonic() < deadline, "nobody is born"
        time.sleep(0.02)
    server.kill()
    server.wait(PATIENCE)
    assert alive(int(born.read_text()))
    dead.touch()
    wait_until_dead({int(born.read_text())})
