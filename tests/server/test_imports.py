"""Journals that strangers bring: bounded in lines, orders, bytes, time and memory, and never replayed in the loop."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ardennes.engine.record import Record
from ardennes.processes import Processes
from ardennes.server import imports
from ardennes.server.imports import LINES, ORDERS, fault_of
from ardennes.server.store import database_url
from tests.proving.listing import list_proving_only
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_tables import act, begin, decider

HEAD = "ardennes journal 1\ngame proving\nrules 1\nscenario field\n\n"


@pytest.fixture
def served(tmp_path, proving_listed):
    server = Served(database_url(None, str(tmp_path / "games.db")))
    yield server
    server.stop()


def test_a_journal_of_many_orders_is_refused_at_once(served: Served):
    bomb = HEAD + "red order when ambush: choose hold\n" * 12_000
    answer = served.client.post("/api/journals", json={"journal": bomb})
    assert answer.status_code == 422
    assert "at most" in answer.json()["error"]
    began = time.process_time()
    assert "at most" in fault_of(bomb)
    assert time.process_time() - began < 5, "to replay it would take half a minute"


@pytest.fixture(autouse=True)
def unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test calls here runs in the process of all tests, whose memory nobody may bound."""
    monkeypatch.setattr(imports, "_bound_memory", lambda: None)


def test_the_first_line_too_many_is_named(proving_listed):
    assert fault_of(HEAD + "red order when ambush: choose hold\n" * (ORDERS + 1)) == (
        f"line {6 + ORDERS}: a game has at most {ORDERS} standing orders"
    )
    assert fault_of(HEAD + "red done\n" * (LINES + 1)) == f"line {6 + LINES}: a game has at most {LINES} lines"


def test_a_replay_that_takes_too_long_is_given_up(proving_listed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(imports, "TIME", 0.2)
    monkeypatch.setattr(Record, "replay", lambda *_: all(n >= 0 for n in range(10**9)))
    began = time.process_time()
    assert fault_of(HEAD) == imports.TOO_LONG
    assert time.process_time() - began < 10, "the whole of it would take a minute"


def test_a_replay_that_needs_too_much_memory_is_given_up(proving_listed, monkeypatch: pytest.MonkeyPatch):
    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Record, "replay", greedy)
    assert fault_of(HEAD) == imports.TOO_LARGE


def grow() -> str:
    """In a process of its own: ask for more than an import may have."""
    imports._bound_memory()
    try:
        return str(len(bytearray(imports.MEMORY + 50_000_000)))
    except MemoryError:
        return "refused"


def test_the_process_of_an_import_cannot_grow_without_end():
    pool = Processes().pool(1)
    try:
        assert pool.submit(grow).result(60) == "refused"
    finally:
        pool.kill()


def hold_replays(place: Path) -> None:
    """In a new process: the proving game, and a replay that says when it begins and waits until it may go on."""
    list_proving_only()
    replay = Record.replay

    def held(*given: Any) -> Record:
        (place / "begun").touch()
        while not (place / "go on").exists():
            time.sleep(0.02)
        return replay(*given)

    Record.replay = held  # type: ignore[assignment, method-assign]  # in this process alone


def test_others_are_answered_while_a_journal_is_replayed(tmp_path: Path, proving_listed: None):
    """The bomb of the time before took 39 s, and nobody was answered meanwhile."""
    slow = Processes(prepare=partial(hold_replays, tmp_path))
    served = Served(database_url(None, str(tmp_path / "games.db")), processes=slow)
    token, shown = decider(served, begin(served))
    game = served.client.get(f"/api/seats/{token}/journal").text
    with ThreadPoolExecutor(1) as pool:
        importing = pool.submit(served.client.post, "/api/journals", json={"journal": game})
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "begun").exists():
            assert time.monotonic() < deadline, "nothing is replayed"
            time.sleep(0.01)
        assert served.client.get("/health").status_code == 200
        assert act(served, token, shown).status_code == 200
        assert not importing.done()
        (tmp_path / "go on").touch()
        assert importing.result().status_code == 201
    served.stop()


def test_a_fault_names_its_line_and_rule_as_before(served: Served):
    token, shown = decider(served, begin(served))
    side, game = shown["screen"]["decides"], served.client.get(f"/api/seats/{token}/journal").text
    answer = served.client.post("/api/journals", json={"journal": game + f"{side} fly moon\n"})
    number = game.count("\n") + 1
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(f"line {number}: “{side} fly moon”: “fly” is not an action in this game")
