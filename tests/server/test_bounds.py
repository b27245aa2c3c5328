"""Connections: how many, how large, how slow; and the end of the server whatever is half-sent."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ardennes.server import protocol
from ardennes.server.limits import Limits
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_tables import begin

HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)
ROOT = Path(__file__).parents[2]
SERVE_PATIENTLY = """
from ardennes.server import bodies, protocol
bodies.PATIENCE = protocol.IN_TIME = 600.0  # what is half-sent is not given up
from ardennes.cli import main
main()
"""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second for a request to arrive."""
    monkeypatch.setattr(protocol, "IN_TIME", 0.5)


@pytest.fixture
def served(tmp_path, proving_listed):
    server = Served(database_url(None, str(tmp_path / "games.db")), limits=Limits(per_client=12, sockets=2))
    yield server
    server.stop()


def line(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=20)


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def answer_of(one: socket.socket) -> bytes:
    """Whatever comes until the other end closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while more := one.recv(65536):
            found += more
    return found


def test_a_head_without_end_is_cut_off(served: Served):
    with line(served) as one:
        sent = 0
        with contextlib.suppress(ConnectionError, TimeoutError):
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while sent < 50_000_000:
                one.sendall(b"x: " + b"y" * 60_000 + b"\r\n")
                sent += 60_000
        assert sent < 5_000_000
        assert answer_of(one).startswith(b"HTTP/1.1 431") or sent


def test_an_address_without_end_is_cut_off(served: Served):
    with line(served) as one:
        sent = 0
        with contextlib.suppress(ConnectionError, TimeoutError):
            one.sendall(b"GET /")
            while sent < 50_000_000:
                one.sendall(b"x" * 60_000)
                sent += 60_000
        assert sent < 5_000_000


def test_a_head_that_is_a_little_too_large_is_told_so(served: Served):
    with line(served) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nx: " + b"y" * 20_000 + b"\r\n\r\n")
        assert answer_of(one).startswith(b"HTTP/1.1 431")
    with line(served) as one:
        one.sendall(b"GET /" + b"y" * 12_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answer_of(one).startswith(b"HTTP/1.1 414")


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        HALF_A_BODY,
        b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body", "half a body that nobody wants"],
)
def test_a_request_that_does_not_arrive_is_given_up(impatient: None, served: Served, half: bytes):
    with line(served) as one:
        one.sendall(half)
        answer_of(one)  # or the line's own patience ends


def drip(one: socket.socket) -> None:
    """Send a head that has no end, slowly, for twenty seconds."""
    one.sendall(b"GET / HTTP/1.1\r\n")
    for _ in range(400):
        one.sendall(b"x: y\r\n")
        time.sleep(0.05)


def test_a_head_that_drips_is_given_up(impatient: None, served: Served):
    with line(served) as one, pytest.raises(ConnectionError):
        drip(one)


def test_one_client_has_so_many_connections_and_others_find_room(served: Served):
    with contextlib.ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(line(served))
        gate = served.app.state.gate
        until(lambda: gate.refused >= 18)
        assert (gate.all, gate.refused) == (12, 18)
    until(lambda: gate.all <= 1)  # the fixture's own
    assert served.client.get("/health").status_code == 200


def test_refusing_costs_no_line_in_the_log(served: Served, caplog: pytest.LogCaptureFixture):
    for _ in range(50):
        with line(served) as one, contextlib.suppress(ConnectionError):
            one.sendall(b"\x00\x01 nonsense\r\n\r\n")
            answer_of(one)
        served.client.get("/health", headers={"Host": "evil.example"})
    assert caplog.records == []


def test_a_page_says_little_over_its_socket(served: Served):
    token = begin(served)["red"]
    with connect(f"ws://127.0.0.1:{served.port}/api/seats/{token}/live", max_size=None) as live:
        live.recv()
        live.send("x" * 100_000)
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_client_has_so_many_sockets(served: Served):
    token = begin(served)["red"]
    address = f"ws://127.0.0.1:{served.port}/api/seats/{token}/live"
    with connect(address, max_size=None), connect(address, max_size=None):
        with pytest.raises(InvalidStatus) as refused:
            connect(address)
        assert refused.value.response.status_code == 429

    def answered() -> bool:
        try:
            with connect(address, max_size=None) as again:
                return bool(again.recv())
        except InvalidStatus:
            return False

    until(answered)


def test_a_large_body_is_refused_before_it_is_read(served: Served):
    answer = served.client.post("/api/journals", json={"journal": "x" * 600_000})
    assert (answer.status_code, answer.json()["error"]) == (413, "The request is larger than 500000 bytes.")

    def drops() -> Iterator[bytes]:
        for _ in range(1000):
            yield b" " * 10_000

    with contextlib.suppress(httpx.TransportError):
        kind = {"Content-Type": "application/json"}
        assert served.client.post("/api/journals", content=drops(), headers=kind).status_code == 413


def test_the_server_ends_within_seconds_whatever_is_half_sent(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-c",
        SERVE_PATIENTLY,
        "serve",
        "--port",
        str(port),
        "--data",
        str(tmp_path / "g.db"),
    ]
    process = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                    break
            assert time.monotonic() < deadline
            time.sleep(0.1)
        post = HALF_A_BODY
        lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(10)]
        for one in lines:
            one.sendall(post)
        time.sleep(0.3)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        assert time.monotonic() - began < 240, "what is half-sent would be waited for for 600 s"
        for one in lines:
            one.close()
    finally:
        process.kill()
        process.wait()
