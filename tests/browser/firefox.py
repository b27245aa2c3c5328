"""Firefox, driven over WebDriver BiDi by its own remote agent: no driver stands between.

Playwright drives Chromium here. Its BiDi wants a newer Firefox than Debian's, and Debian has no geckodriver; what a
smoke test needs is little: open a page, ask it something, hear its complaints.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 60.0  # seconds
ABORTED = 0x804B0002  # Firefox's own number for it


class Firefox:
    """One tab, with its complaints."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._number = 0
        self.complaints: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.create", type="tab")["context"]  # the first may not go everywhere

    def _ask(self, method: str, **more: Any) -> Any:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": more}))
        while True:
            told = json.loads(self._line.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self._complained(str(told["params"]["text"]))
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                return told["result"]

    def _complained(self, text: str) -> None:
        if f"status={ABORTED}" not in text:  # what a page still loads when another is opened is given up
            self.complaints.append(text)

    def open(self, address: str) -> None:
        """Go to a page."""
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def tells(self, question: str) -> Any:
        """What an expression is worth on the page."""
        asked = {"expression": question, "target": {"context": self._tab}, "awaitPromise": True}
        found = self._ask("script.evaluate", **asked)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def wait(self, question: str) -> None:
        """Wait until an expression is true on the page."""
        deadline = time.monotonic() + PATIENCE
        while not self.tells(f"Boolean({question})"):
            assert time.monotonic() < deadline, f"in vain: {question}"
            time.sleep(0.1)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A Firefox of its own, without a window."""
    assert FIREFOX is not None
    with tempfile.TemporaryDirectory() as profile:
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        output = Path(profile, "stderr")
        with output.open("wb") as stderr:
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr)
        try:
            with connect(f"{_address(output)}/session", open_timeout=PATIENCE, max_size=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()
            process.wait(30)


def _address(output: Path) -> str:
    """Where the remote agent listens, as it says itself."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", output.read_text(errors="replace")):
            return found.group(1)
        time.sleep(0.05)
    raise AssertionError("Firefox does not say where it listens")
