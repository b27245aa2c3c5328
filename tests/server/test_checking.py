"""`ardennes check --all`: every stored game under today's rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

import ardennes
from ardennes.cli import main
from ardennes.processes import Processes
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_tables import look


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A file with three games, of which one has a line that no rule allows."""
    file = tmp_path / "games.db"
    server = Served(database_url(None, str(file)), processes=Processes())
    try:
        for _ in range(3):
            seats = server.client.post("/api/tables", json={"game": "bulge"}).json()["seats"]
            token = next(seat["token"] for seat in seats if seat["side"] == "*")
            shown = look(server, token)
            body = {"revision": shown["revision"], "actions": [shown["screen"]["options"][0]["action"]]}
            assert server.client.post(f"/api/seats/{token}/actions", json=body).status_code == 200
    finally:
        server.stop()
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        first = connection.execute(text('SELECT "table" FROM lines ORDER BY "table" LIMIT 1')).scalar()
        wrong = text('UPDATE lines SET line = :line WHERE "table" = :one AND number = (SELECT max(number) FROM lines)')
        connection.execute(wrong, {"line": "german fly moon", "one": first})
    engine.dispose()
    return file


def test_the_games_that_stop_are_listed_and_nothing_is_changed(stored: Path, capsys: pytest.CaptureFixture[str]):
    before = stored.read_bytes()
    assert ardennes.games()
    assert main(["check", "--all", "--data", str(stored), "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert "(bulge, " in said
    assert "“german fly moon”" in said
    assert said.splitlines()[-1].startswith("3 games, ")
    assert said.splitlines()[-1].endswith("1 no longer replays.")
    assert stored.read_bytes() == before


def test_without_a_journal_something_must_be_said(capsys: pytest.CaptureFixture[str]):
    assert main(["check"]) != 0
    assert "--all" in capsys.readouterr().err
