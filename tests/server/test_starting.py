"""How a server starts while its database is away, or refuses it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.server.migrate import upgrade
from ardennes.server.store import Store, database_url
from ardennes.server.tables import Tables
from tests.server import loops, postgres
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_kill import ENVIRONMENT
from tests.server.test_tables import act, begin, decider, look
from tests.server.test_unwatched import until


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: apt install postgresql).")
    with postgres.cluster() as found:
        yield found


def test_a_server_that_starts_before_its_database_waits_for_it(cluster: postgres.Cluster, proving_listed: None):
    """Two servers on a database without a table: both say that it is away, then one brings it to its schema."""
    url = database_url(cluster.url, "")
    cluster.stop()
    servers = [Served(url), Served(url)]
    try:
        for served in servers:
            health = served.client.get("/health")
            assert (health.status_code, health.json()["reason"]) == (503, "The database cannot be reached.")
            answer = served.client.post("/api/tables", json={"game": "proving"})
            assert answer.status_code == 503
            assert answer.json()["error"].endswith("Try again in a moment.")
            assert served.client.get("/api/games").status_code == 200
        cluster.start()
        for served in servers:
            until(lambda: served.client.get("/health").status_code == 200, "it does not find its database")  # noqa: B023
        seats = begin(servers[0])
        token, shown = decider(servers[0], seats)
        assert act(servers[1], token, shown).status_code == 200
        assert look(servers[0], token)["revision"] == shown["revision"] + 1
    finally:
        for served in servers:
            served.stop()


def test_a_machine_that_is_due_plays_on_once_the_database_is_there(cluster: postgres.Cluster, proving_listed: None):
    url = database_url(cluster.url, "")
    upgrade(url)

    async def one_game() -> str:
        store = Store(url)
        name, _ = await Tables(store).create("proving", None, {}, {"red": "human", "blue": "random"})
        assert await store.unfinished() == [name]
        await store.close()
        return name

    async def waiting() -> list[str]:
        store = Store(url)
        try:
            return await store.unfinished()
        finally:
            await store.close()

    name = loops.run(one_game())
    cluster.stop()
    served = Served(url)
    try:
        cluster.start()
        until(lambda: name not in loops.run(waiting()), "nobody plays the machine")
    finally:
        served.stop()


def serve(url: str, where: Path) -> subprocess.CompletedProcess[str]:
    """What `ardennes serve` says of a database that it cannot use; it must end by itself."""
    start = [sys.executable, "-c", "import sys; from ardennes.cli import main; sys.exit(main())", "serve"]
    more = {"DATABASE_URL": url} if url.startswith("postgresql") else {}
    given = ["--data", url] if not more else []
    place = {**os.environ, **ENVIRONMENT, **more}
    return subprocess.run(
        [*start, "--port", str(postgres.free_port()), *given],
        cwd=where, env=place, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_a_database_that_is_not_there_or_too_new_is_refused_in_one_sentence(database: str, tmp_path: Path):
    gone = serve(database.replace("/postgres", "/nothing"), tmp_path)
    assert (gone.returncode, gone.stderr) == (1, 'The database cannot be used: database "nothing" does not exist.\n')
    file = tmp_path / "later.db"
    upgrade(database_url(None, str(file)))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    newer = serve(str(file), tmp_path)
    assert newer.returncode == 1
    assert newer.stderr.startswith("This database was last used by a newer version of Ardennes")
    assert newer.stderr.count("\n") == 1
