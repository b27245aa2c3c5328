"""A real browser on a real server. Chromium is the machine's own; none is ever downloaded."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

import ardennes
from ardennes.server import catalogue
from ardennes.server.app import PAGES
from ardennes.server.serving import configured
from ardennes.server.store import database_url
from tests.browser import demo_server
from tests.browser.window import PATIENCE, Window

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def listed() -> Iterator[demo_server.Listed]:
    """The proving game and the screens beside the real games, for one file of tests; others know the real list only."""
    games = demo_server.Listed()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ardennes, "games", games.names)
        patch.setattr(ardennes, "game", games.game)
        patch.setattr(catalogue, "games", games.cards)
        yield games


@pytest.fixture(scope="module")
def address(listed: demo_server.Listed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server is."""
    with serving(tmp_path_factory.mktemp("browser")) as found:
        yield found


@contextmanager
def serving(place: Path, **more: Any) -> Iterator[str]:
    """A server with its games in some place, and its address."""
    if not (PAGES / "index.html").is_file():
        pytest.skip("the client is not built: run “make web”")
    app = demo_server.create(database_url(None, str(place / "games.db")), **more)
    # A line that the server closes as idle while a busy machine is about to use it would be a failure of the test.
    config = configured(app, port=0, timeout_keep_alive=600)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(30)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is missing: install it (Debian: apt install chromium)")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def window(chromium: Browser, address: str) -> Iterator[Window]:
    """A window of a desktop. Whatever its console complains of fails the test."""
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    opened = Window(context.new_page())
    yield opened
    context.close()
    assert opened.complaints == []


@pytest.fixture
def second(chromium: Browser, address: str) -> Iterator[Window]:
    """Another person's window."""
    context = chromium.new_context(base_url=address, viewport=DESKTOP)
    opened = Window(context.new_page())
    yield opened
    context.close()


@pytest.fixture
def phone(chromium: Browser, address: str) -> Iterator[Window]:
    """A telephone in the hand."""
    context = chromium.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    opened = Window(context.new_page())
    yield opened
    context.close()
    assert opened.complaints == []
