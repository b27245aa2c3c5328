"""A SQLite file: nobody waits for its lock but who writes, one process owns it, and /health says when it is stuck."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ardennes.engine.errors import ArdennesError
from ardennes.server import sqlite_file, store
from ardennes.server.sqlite_file import SqliteFile
from ardennes.server.store import Store, database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.postgres import free_port
from tests.server.test_kill import ENVIRONMENT, ROOT, Lone
from tests.server.test_tables import act, begin, decider, look


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """As a backup or another program may lock a file for a while."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def until_asked(served: Served) -> None:
    """Wait until the server has begun with a request."""
    deadline = time.monotonic() + PATIENCE
    while not served.server.server_state.tasks:
        assert time.monotonic() < deadline, "nobody asks"
        time.sleep(0.01)


def test_a_commit_returns_when_the_line_is_on_the_disk(path: Path):
    connection = sqlite3.connect(path)
    sqlite_file.prepare(connection, None)
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    connection.close()
    assert found == {"journal_mode": "wal", "synchronous": 2}, "2 is FULL: the log is synced at every commit"


def test_nobody_else_on_the_machine_reads_a_new_file(path: Path, proving_listed: None):
    """It holds the keys to all seats, and so does its log."""
    before = os.umask(0o022)
    try:
        served = Served(database_url(None, str(path)))
        try:
            begin(served)
            held = {one.name: one.stat().st_mode & 0o777 for one in path.parent.glob("games.db*")}
        finally:
            served.stop()
    finally:
        os.umask(before)
    assert held.keys() >= {"games.db", "games.db-wal"}
    assert all(mode == 0o600 for name, mode in held.items() if not name.endswith(".lock")), held


def test_while_the_file_is_locked_only_who_writes_waits(path: Path, proving_listed: None):
    served = Served(database_url(None, str(path)))
    seats, others = begin(served), begin(served)
    token, shown = decider(served, seats)
    with ThreadPoolExecutor(1) as pool:
        with locked(path):
            waiting = pool.submit(act, served, token, shown)
            until_asked(served)
            for _ in range(10):
                assert look(served, others["red"])["revision"] == 0
                assert look(served, token)["revision"] == shown["revision"], "as it is stored"
            assert not waiting.done(), "those who look were answered only when the writer had given up"
        assert waiting.result().status_code == 200
    assert look(served, token)["revision"] == shown["revision"] + 1
    served.stop()


def test_what_cannot_be_stored_is_refused_and_health_says_so(
    path: Path, proving_listed: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.3)
    monkeypatch.setattr(store, "SURE", 0.0)
    served = Served(database_url(None, str(path)))
    token, shown = decider(served, begin(served))
    with locked(path):
        answer = act(served, token, shown)
        assert answer.status_code == 503
        assert "nothing is lost" in answer.json()["error"]
        ill = served.client.get("/health")
        assert (ill.status_code, ill.json()) == (503, {"status": "ill", "reason": "The server cannot save anything."})
        assert look(served, token) == shown
    assert served.client.get("/health").status_code == 200
    assert act(served, token, shown).status_code == 200
    served.stop()


def test_those_who_wait_for_a_locked_file_do_not_wait_for_each_other(
    path: Path, proving_listed: None, monkeypatch: pytest.MonkeyPatch
):
    """All have come before the first begins: what they may still wait for the file adds up to one patience."""
    monkeypatch.setattr(sqlite_file, "PATIENCE", 1.0)
    served = Served(database_url(None, str(path)))
    due = [decider(served, begin(served)) for _ in range(8)]
    work, left = SqliteFile._do, list[float]()

    def do(self: SqliteFile, change: Callable[[Connection], None], latest: float) -> None:
        while self._writer._work_queue.qsize() + len(left) < len(due) - 1:
            time.sleep(0.01)
        left.append(max(0.0, latest - time.monotonic()))
        work(self, change, latest)

    monkeypatch.setattr(SqliteFile, "_do", do)
    with locked(path), ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: act(served, *one).status_code, due))
    assert answers == [503] * 8
    assert sum(left) < 4, f"{left}: one after the other they would wait for 8 s"
    served.stop()


def test_whoever_waits_when_the_server_is_stopped_is_told_so(path: Path, proving_listed: None):
    served = Served(database_url(None, str(path)))
    served.server.config.timeout_graceful_shutdown = 1
    token, shown = decider(served, begin(served))
    with ThreadPoolExecutor(1) as pool, locked(path):
        waiting = pool.submit(act, served, token, shown)
        until_asked(served)
        served.server.should_exit = True
        answer = waiting.result()
    served.stop()
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("The server is shutting down")


def test_a_second_server_on_the_file_is_refused_with_a_sentence(path: Path, proving_listed: None):
    url = database_url(None, str(path))
    first = Lone(url)
    with pytest.raises(ArdennesError, match=r"Another server is using .*games\.db\."):
        Store(url).claim()
    command = [sys.executable, "-m", "tests.server.lone", url, str(free_port()), "spawn"]
    second = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert second.returncode != 0
    assert "Another server is using" in second.stderr
    first.kill()
    Lone(url).kill()  # a crash has given the file back


@pytest.mark.parametrize("token", ["%00", "a%00b", "x" * 61, "%F0%9F%8E%B2", "%ED%A0%80", "a%20b"])
def test_what_is_no_token_is_not_looked_for_and_not_logged(
    served: Served, token: str, caplog: pytest.LogCaptureFixture
):
    answer = served.client.get(f"/api/seats/{token}")
    control = "There is nothing at an address with control characters."
    expected = control if "%00" in token else "There is no game at this link."
    assert (answer.status_code, answer.json()["error"]) == (404, expected)
    assert caplog.text == ""


def test_no_token_is_logged_when_the_database_fails(served: Served, caplog: pytest.LogCaptureFixture):
    token = begin(served)["red"]
    tables = served.app.state.tables
    tables.store.forget_seats()
    broken = tables.store.sessions

    def fail() -> None:
        raise OSError(f"no way to {token}")

    tables.store.sessions = fail
    assert served.client.get(f"/api/seats/{token}").status_code == 503
    tables.store.sessions = broken
    assert "the database failed: OSError" in caplog.text
    assert token not in caplog.text
