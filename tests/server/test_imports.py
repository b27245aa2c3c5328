"""Journals that strangers bring: bounded in lines, orders, bytes, time and memory, and never replayed in the loop."""

from __future__ import annotations

import threading
import time

import pytest

from ardennes.engine.record import Record
from ardennes.server import imports
from ardennes.server.imports import LINES, ORDERS, fault_of
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_tables import begin, decider

HEAD = "ardennes journal 1\ngame proving\nrules 1\nscenario field\n\n"


@pytest.fixture
def served(tmp_path, proving_listed):
    server = Served(database_url(None, str(tmp_path / "games.db")))
    yield server
    server.stop()


def test_a_journal_of_many_orders_is_refused_at_once(served: Served):
    bomb = HEAD + "red order when ambush: choose hold\n" * 12_000
    began = time.monotonic()
    answer = served.client.post("/api/journals", json={"journal": bomb})
    assert answer.status_code == 422
    assert "at most" in answer.json()["error"]
    assert time.monotonic() - began < 10  # most of it is the start of a process


@pytest.fixture(autouse=True)
def unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test calls here runs in the process of all tests, whose memory nobody may bound."""
    monkeypatch.setattr(imports, "_bound_memory", lambda: None)


def test_the_first_line_too_many_is_named(proving_listed):
    assert fault_of(HEAD + "red order when ambush: choose hold\n" * (ORDERS + 1)) == (
        f"line {6 + ORDERS}: a game has {ORDERS} standing orders at most"
    )
    assert fault_of(HEAD + "red done\n" * (LINES + 1)) == f"line {6 + LINES}: a game has {LINES} lines at most"


def test_a_replay_that_takes_too_long_is_given_up(proving_listed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(imports, "TIME", 0.2)
    monkeypatch.setattr(Record, "replay", lambda *_: all(n >= 0 for n in range(10**8)))
    began = time.monotonic()
    assert fault_of(HEAD) == imports.TOO_LONG
    assert time.monotonic() - began < 10


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
    from ardennes.processes import Processes

    pool = Processes().pool(1)
    try:
        assert pool.submit(grow).result(60) == "refused"
    finally:
        pool.kill()


def test_others_are_answered_while_a_journal_is_replayed(served: Served):
    """The bomb of the time before took 39 s, and nobody was answered meanwhile."""
    token, _ = decider(served, begin(served))
    game = served.client.get(f"/api/seats/{token}/journal").text
    slowest = 0.0
    bomb = game + "red order when ambush: choose hold\n" * (ORDERS - 10)
    answers: list[int] = []
    sender = threading.Thread(
        target=lambda: answers.append(served.client.post("/api/journals", json={"journal": bomb}).status_code)
    )
    sender.start()
    while sender.is_alive():
        began = time.monotonic()
        assert served.client.get("/health").status_code == 200
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.01)
    assert answers[0] in (201, 422)
    assert slowest < 2


def test_a_fault_names_its_line_and_rule_as_before(served: Served):
    token, shown = decider(served, begin(served))
    side, game = shown["screen"]["decides"], served.client.get(f"/api/seats/{token}/journal").text
    answer = served.client.post("/api/journals", json={"journal": game + f"{side} fly moon\n"})
    number = game.count("\n") + 1
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(f"line {number}: “{side} fly moon”: “fly” is not a verb")
