"""A real browser on a real server. Chromium is the machine's own; none is ever downloaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

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
Motion = Literal["reduce", "no-preference"]


@pytest.fixture(scope="module")
def listed() -> Iterator[demo_server.Listed]:
    """The proving game and the screens beside the real games, for one file of tests; others know the real list only."""
    games = demo_server.Listed()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ardennes, "games", games.names)
        patch.setattr(ardennes, "game", games.game)
        patch.setattr(catalogue, "games", games.cards)
        yield games


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in a process of its own, for all tests of this one that need nothing of it but games."""
    _want_client()
    command = [
        sys.executable,
        "-m",
        "tests.browser.demo_server",
        "tests",
        str(tmp_path_factory.mktemp("shared") / "db"),
    ]
    paths = os.pathsep.join([str(demo_server.ROOT / "src"), str(demo_server.ROOT)])
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=demo_server.ROOT, env={**os.environ, "PYTHONPATH": paths}, **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        found = server.stdout.readline().strip()
        assert found, "the server did not start"
        yield found
        server.stdin.close()  # which ends it


@pytest.fixture(scope="module")
def address(shared_server: str) -> str:
    """Where the server is. A file of tests that needs one of its own puts that in this place."""
    return shared_server


def _want_client() -> None:
    if not (PAGES / "index.html").is_file():
        pytest.skip("the client is not built: run “make web”")


@contextmanager
def serving(place: Path, **more: Any) -> Iterator[str]:
    """A server with its games in some place, and its address."""
    _want_client()
    app = demo_server.create(database_url(None, str(place / "games.db")), **more)
    config = configured(app, port=0, timeout_keep_alive=demo_server.KEEP_ALIVE)
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


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
STORED = "cookies,local_storage,indexeddb,service_workers,cache_storage"


class Contexts:
    """The browser's contexts, one for each kind of window: its tests use it one after the other, and each finds nothing
    stored in it. What stays is what the browser has fetched: the client, compiled, and the maps."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._known: dict[str, tuple[str, Motion, BrowserContext]] = {}

    @contextmanager
    def page(self, kind: str, address: str, motion: Motion, **more: Any) -> Iterator[Page]:
        """A page in the context of a kind of window, for one test."""
        context = self._context(kind, address, motion, **more)
        try:
            page = context.new_page()
            self._forget(page, address)
            yield page
        finally:
            self._close_pages(context)

    def _context(self, kind: str, address: str, motion: Motion, **more: Any) -> BrowserContext:
        known = self._known.get(kind)
        if known is not None and known[:2] == (address, motion):
            return known[2]
        if known is not None:
            known[2].close()
        context = self._browser.new_context(base_url=address, reduced_motion=motion, **more)
        context.set_default_timeout(PATIENCE)  # of requests too
        self._known[kind] = (address, motion, context)
        return context

    def _close_pages(self, context: BrowserContext) -> None:
        """Close every page, and undo what a test has done to the context."""
        context.set_offline(False)
        context.unroute_all()
        for page in context.pages:
            page.close()

    def _forget(self, page: Page, address: str) -> None:
        """Have the browser forget all that pages of the server have stored, now that none is open."""
        wire = page.context.new_cdp_session(page)
        wire.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": STORED})
        wire.detach()


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> Contexts:
    return Contexts(chromium)


@pytest.fixture(scope="module")
def motion() -> Motion:
    """Nothing moves by itself, which spares time; tests of what moves put "no-preference" in this place."""
    return "reduce"


@pytest.fixture
def window(contexts: Contexts, address: str, motion: Motion) -> Iterator[Window]:
    """A window of a desktop. Whatever its console complains of fails the test."""
    with contexts.page("window", address, motion, viewport=DESKTOP) as page:
        opened = Window(page)
        yield opened
    assert opened.complaints == []


@pytest.fixture
def second(contexts: Contexts, address: str, motion: Motion) -> Iterator[Window]:
    """Another person's window."""
    with contexts.page("second", address, motion, viewport=DESKTOP) as page:
        yield Window(page)


@pytest.fixture
def phone(contexts: Contexts, address: str, motion: Motion) -> Iterator[Window]:
    """A telephone in the hand."""
    with contexts.page("phone", address, motion, **PHONE) as page:
        opened = Window(page)
        yield opened
    assert opened.complaints == []
