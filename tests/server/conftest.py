"""A real server on loopback over a real database, with the proving game on its list."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

import ardennes
from ardennes.engine.errors import ArdennesError
from ardennes.processes import Processes
from ardennes.server import live
from ardennes.server.app import create_app
from ardennes.server.serving import configured
from ardennes.server.store import database_url
from tests import proving
from tests.proving.listing import list_proving_only
from tests.server import postgres
from tests.server.patience import PATIENCE

PROVING = Processes(prepare=list_proving_only)
MAPS = Path(__file__).parents[2] / "build" / "maps"  # drawn once for all tests


class Served:
    """A running server and how to reach it. Its own processes know the proving game only, unless told otherwise."""

    def __init__(self, url: str, *, processes: Processes = PROVING, **more: Any) -> None:
        self.app = create_app(url, maps=MAPS, processes=processes, **more)
        limits, proxies = more.get("limits"), more.get("proxies", ())
        config = configured(self.app, limits=limits, proxies=proxies, host="127.0.0.1", port=0, timeout_keep_alive=600)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self.server.started:
            assert time.monotonic() < deadline, "the server did not start"
            assert self.thread.is_alive(), "the server died at its start"
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture(autouse=True)
def silent_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A live line says nothing of itself, however long a test takes: only what happens at its table."""
    monkeypatch.setattr(live, "QUIET", 3600.0)


@pytest.fixture
def proving_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proving game among the games; it is never shipped."""
    game = proving.load()

    def find(name: str) -> object:
        if name != game.name:
            raise ArdennesError(f"There is no game “{name}”; there are {game.name}.")
        return game

    monkeypatch.setattr(ardennes, "games", lambda: (game.name,))
    monkeypatch.setattr(ardennes, "game", find)


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: apt install postgresql).")
    with postgres.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_url(None, str(tmp_path / "games.db"))
    return database_url(request.getfixturevalue("database"), "")


@pytest.fixture
def served(url: str, proving_listed: None) -> Iterator[Served]:
    server = Served(url)
    yield server
    server.stop()
