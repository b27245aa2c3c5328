"""Machine tables that nobody watches cost nothing, leave memory, and go on when somebody comes or storage heals."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.server import machines
from ardennes.server.store import Change, Store, Unavailable, database_url
from ardennes.server.tables import Tables
from tests import heap
from tests.server import loops
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_kill import Lone
from tests.server.test_live import follow, heard
from tests.server.test_tables import act, begin, look, shown_by

UNWATCHED = 300


def until(true: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return database_url(None, str(tmp_path / "unwatched.db"))


@pytest.fixture
def paced(file: str, proving_listed: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server whose machines wait for those who watch, and keeps ten tables in memory."""
    monkeypatch.setattr(machines, "LATE", 0.05)
    server = Served(file, machine_pace=0.01, kept=10)
    yield server
    server.stop()


def _load(seconds: float = 1.0) -> float:
    """What part of a core this process needs."""
    began, cpu = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return (time.process_time() - cpu) / (time.monotonic() - began)


def test_machine_tables_that_nobody_watches_cost_no_processor_and_leave_memory(paced: Served):
    tokens = [begin(paced, red="random", blue="random")[""] for _ in range(UNWATCHED)]
    tables: Tables = paced.app.state.tables
    with heap.frozen():
        spent = min(_load() for _ in range(3))
    assert spent < 0.01, f"{UNWATCHED} unwatched machine tables cost {spent:.2%} of a core"
    until(lambda: tables.in_memory <= 10, f"{tables.in_memory} tables are in memory")
    with follow(paced, tokens[0]) as line:
        while "result" not in (shown := heard(line))["screen"]:
            pass
    assert look(paced, tokens[1])["revision"] == 0, "nobody watches that one"
    assert shown["revision"] > 0


def test_a_game_between_machines_pauses_when_the_last_watcher_leaves(file: str, proving_listed: None):
    server = Served(file, machine_pace=1)
    try:
        token = begin(server, red="random", blue="random")[""]
        with follow(server, token) as line:
            while heard(line)["revision"] < 1:
                pass
        until(lambda: not server.app.state.machines.busy, "it plays for nobody")
        at = look(server, token)["revision"]
        time.sleep(1.5)
        assert look(server, token)["revision"] == at
        with follow(server, token) as line:
            while heard(line)["revision"] <= at:
                pass
    finally:
        server.stop()


def human_turn(served: Served, token: str, side: str) -> dict[str, Any]:
    until(lambda: look(served, token)["screen"].get("decides") == side, f"{side} is never asked")
    return look(served, token)


def test_a_game_with_a_person_is_played_on_though_nobody_watches_and_it_left_memory(paced: Served):
    seats = begin(paced, blue="random")
    human_turn(paced, seats["red"], "red")
    for _ in range(20):
        begin(paced)
    until(lambda: paced.app.state.tables.in_memory <= 10, "it stays in memory")
    shown = human_turn(paced, seats["red"], "red")
    while shown["screen"].get("decides") == "red":
        shown = shown_by(act(paced, seats["red"], shown))
    assert human_turn(paced, seats["red"], "red")["revision"] > shown["revision"]


def test_a_machines_turn_that_was_not_finished_is_played_on_after_a_restart(url: str):
    """Nobody comes: the person who waits plays by mail."""
    server = Lone(url)
    players = {"red": "human", "blue": "random"}
    begun = server.client.post("/api/tables", json={"game": "proving", "players": players}).json()
    server.kill()
    token = next(seat["token"] for seat in begun["seats"] if seat["side"] == "red")
    server = Lone(url)
    try:
        time.sleep(0.5)
        deadline = time.monotonic() + PATIENCE
        while (shown := stored_revision(url, begun["table"])) == 0:
            assert time.monotonic() < deadline, "the machine does not go on"
            time.sleep(0.2)
        assert shown > 0
        assert server.client.get(f"/api/seats/{token}").status_code == 200
    finally:
        server.kill()


def stored_revision(url: str, table: str) -> int:
    """Read beside the server, so that nobody comes to the table."""

    async def read() -> int:
        store = Store(url)
        try:
            return (await store.head(table)).revision
        finally:
            await store.close()

    return loops.run(read())


def test_a_machine_whose_move_could_not_be_stored_tries_again(
    url: str, proving_listed: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(machines, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(machines, "LONGEST_PAUSE", 0.2)
    server = Served(url)
    try:
        store = server.app.state.tables.store
        real: Callable[..., Awaitable[int]] = store.change
        ill = True

        async def failing(table: str, sequence: int, change: Change) -> int:
            if ill:
                raise Unavailable("The disk is full.")
            return await real(table, sequence, change)

        store.change = failing
        tokens = [begin(server, blue="random")["red"] for _ in range(4)]
        until(lambda: caplog.text.count("tries again in 0.2 s") >= 8, "it has given up")
        assert all(look(server, token)["revision"] == 0 for token in tokens)
        ill = False
        for token in tokens:
            human_turn(server, token, "red")
    finally:
        server.stop()
