"""Files and connections that a process may have open: room is made for them, and no more are let in than fit."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

from tests.server.patience import PATIENCE
from tests.server.postgres import free_port
from tests.server.test_kill import ENVIRONMENT

SERVE = "from ardennes.cli import main; main()"


@contextmanager
def serving(folder: Path, soft: int, hard: int, *words: str) -> Iterator[tuple[int, Path]]:
    """`ardennes serve` where a process may have so many files open; its port, and what it says."""
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-c", SERVE, "serve", "--port", str(port), "--data", str(folder / "games.db"), *words]
    with log.open("wb") as said:
        process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdout=said, stderr=said,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        )  # fmt: skip
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.TransportError):
                if health(port) == 200:
                    break
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.1)
        yield port, log
    finally:
        process.terminate()
        process.wait(PATIENCE)


def health(port: int) -> int:
    return httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE).status_code


def idle(stack: ExitStack, port: int, number: int) -> list[socket.socket]:
    return [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(number)]


def test_a_server_makes_room_for_the_connections_that_it_may_have(tmp_path: Path):
    with serving(tmp_path, 100, 1_000, "--connections", "400") as (port, log), ExitStack() as stack:
        idle(stack, port, 300)
        assert health(port) == 200
        assert "out of system resource" not in log.read_text()


def test_where_there_is_no_room_it_says_so_and_lets_no_more_in_than_fit(tmp_path: Path):
    with serving(tmp_path, 700, 700) as (port, log), ExitStack() as stack:
        assert "Only 234 connections fit" in log.read_text()
        lines = idle(stack, port, 900)
        for line in lines[-50:]:  # refused, and not left waiting
            line.settimeout(60)
            with suppress(ConnectionResetError):
                assert line.recv(1) == b""
        for line in lines:
            line.close()
        deadline = time.monotonic() + PATIENCE
        while True:
            with suppress(httpx.TransportError):
                if health(port) == 200:
                    break
            assert time.monotonic() < deadline, "it does not recover"
        assert "out of system resource" not in log.read_text()
