"""The backups of docs/hosting.md, tried: what is restored is what was played, on both databases."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_tables import act, begin, decider, look


def played(url: str) -> tuple[dict[str, str], dict[str, int]]:
    """A game with an action in it: its tokens, and the revision that each is shown."""
    server = Served(url)
    try:
        seats = begin(server, blue="link")
        token, shown = decider(server, seats)
        assert act(server, token, shown).status_code == 200
        return seats, {token: look(server, token)["revision"] for token in seats.values()}
    finally:
        server.stop()


def found(url: str, tokens: dict[str, int]) -> dict[str, int]:
    server = Served(url)
    try:
        return {token: look(server, token)["revision"] for token in tokens}
    finally:
        server.stop()


def test_a_sqlite_file_is_copied_while_games_go_on(tmp_path: Path, proving_listed: None):
    file, copied = tmp_path / "games.db", tmp_path / "backup.db"
    _, revisions = played(database_url(None, str(file)))
    source, target = sqlite3.connect(file), sqlite3.connect(copied)
    source.backup(target)  # what “sqlite3 games.db '.backup backup.db'” does
    source.close()
    target.close()
    file.unlink()
    assert found(database_url(None, str(copied)), revisions) == revisions


def test_a_postgresql_is_dumped_and_restored(database: str, tmp_path: Path, proving_listed: None):
    _, revisions = played(database_url(database, ""))
    dump, restored = tmp_path / "games.dump", database.rpartition("/")[0] + "/restored"
    try:
        subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", database], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"pg_dump does not fit this server: {error}")
    subprocess.run(["psql", database, "-c", "CREATE DATABASE restored"], check=True, capture_output=True)
    subprocess.run(["pg_restore", f"--dbname={restored}", str(dump)], check=True, capture_output=True)
    assert found(database_url(restored, ""), revisions) == revisions
