"""Several server processes on one PostgreSQL: one of them plays a machine, and another goes on when it dies."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from ardennes.server import leases
from ardennes.server.machines import plainest
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_kill import Lone
from tests.server.test_live import follow, heard
from tests.server.test_tables import act, begin, look, shown_by


def test_only_one_process_thinks_for_a_table(proving_listed: None, database: str):
    url = database_url(database, "")
    servers = [Served(url, machine_pace=0.2), Served(url, machine_pace=0.2)]
    try:
        asked: list[tuple[int, str]] = []
        for number, server in enumerate(servers):
            spy(server, number, asked)
        token = begin(servers[0], red="random", blue="random")[""]
        with follow(servers[0], token) as one, follow(servers[1], token) as two:
            while "result" not in heard(one)["screen"]:
                pass
            while "result" not in heard(two)["screen"]:
                pass
        views = [view for _, view in asked]
        assert len(views) == len(set(views)), "both thought about one question"
    finally:
        for server in servers:
            server.stop()


def spy(server: Served, number: int, asked: list[tuple[int, str]]) -> None:
    """Note which process asks what."""
    real = server.app.state.thinkers.ask

    async def ask(name: str, view: Any, seed: int, **more: Any) -> Any:
        asked.append((number, f"{view.key()} {view.turn}"))
        return await real(name, view, seed, **more)

    server.app.state.thinkers.ask = ask


@pytest.mark.parametrize("stopped", [True, False])
def test_a_machine_game_goes_on_in_another_process_when_one_ends(
    proving_listed: None, database: str, monkeypatch: pytest.MonkeyPatch, stopped: bool
):
    """Killed, it holds its tables until the time runs out; stopped in order, it gives them back."""
    monkeypatch.setattr(leases, "LEASE", 1.0)
    url = database_url(database, "")
    dying, other = Lone(url, lease=2), Served(url)
    try:
        players = {"red": "human", "blue": "random"}
        body = {"game": "proving", "players": players}
        begun = [dying.client.post("/api/tables", json=body).json() for _ in range(6)]
        if stopped:
            dying.process.terminate()
            dying.process.wait(PATIENCE)
        dying.kill()
        tokens = [seat["token"] for one in begun for seat in one["seats"] if seat["side"] == "red"]
        deadline = time.monotonic() + PATIENCE
        for token in tokens:
            while (shown := look(other, token))["screen"].get("decides") != "red":
                assert time.monotonic() < deadline, "nobody plays the machine"
                time.sleep(0.1)
            assert act(other, token, shown).status_code == 200
    finally:
        other.stop()


def test_what_another_process_added_is_added_and_not_replayed(
    proving_listed: None, database: str, monkeypatch: pytest.MonkeyPatch
):
    url = database_url(database, "")
    one, two = Served(url), Served(url)
    try:
        token = begin(one)["*"]
        look(two, token)

        async def never(_: object) -> None:
            raise AssertionError("it was replayed")

        with monkeypatch.context() as added:
            added.setattr(two.app.state.tables._loader, "_reload", never)
            for _ in range(8):
                shown = look(one, token)
                after = shown_by(act(one, token, shown))
                assert look(two, token)["screen"]["pieces"] == after["screen"]["pieces"]
                assert look(two, token)["lines"] == after["lines"]
        rewound = one.client.post(f"/api/seats/{token}/rewind", json={"line": 2}).json()
        assert look(two, token)["lines"] == rewound["lines"] == 2
    finally:
        one.stop()
        two.stop()


def test_a_machine_never_plays_for_a_person_who_is_asked_once_it_has_its_table(
    proving_listed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Another process has played on until the person is asked, while this one took hold of the table."""
    server = Served(database_url(None, str(tmp_path / "games.db")))
    try:
        state = server.app.state
        asked: list[str] = []
        spied = state.thinkers.ask

        async def ask(name: str, view: Any, *more: Any) -> Any:
            asked.append(view.decision.side)
            return await spied(name, view, *more)

        async def take(table: str) -> bool:
            live = await state.tables.at(table)
            while live.machine:
                async with state.tables.changing(live, live.revision) as record:
                    record.apply(plainest(record.state.decision))
            return True

        monkeypatch.setattr(state.thinkers, "ask", ask)
        monkeypatch.setattr(state.machines.leases, "take", take)
        token = begin(server, red="random", blue="human")["blue"]
        deadline = time.monotonic() + PATIENCE
        while (shown := look(server, token))["screen"].get("decides") != "blue" or state.machines.busy:
            assert time.monotonic() < deadline, "nobody plays the machine"
            time.sleep(0.05)
        assert look(server, token)["revision"] == shown["revision"]
        assert "blue" not in asked
    finally:
        server.stop()
