"""A relay before a server that counts what goes to the browser: whatever asks, a page or its service worker."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

PIECE = 65536


@dataclass
class Sent:
    """Bytes that the server has sent: answers over HTTP, and the live line."""

    http: int = 0
    live: int = 0

    @property
    def all(self) -> int:
        """All of it."""
        return self.http + self.live


@contextmanager
def counted(port: int) -> Iterator[tuple[str, Sent]]:
    """An address before a server of this machine, and what has come through it so far."""
    sent = Sent()
    with socket.create_server(("127.0.0.1", 0)) as gate:
        threading.Thread(target=_accept, args=(gate, port, sent), daemon=True).start()
        yield f"http://127.0.0.1:{gate.getsockname()[1]}", sent
        with suppress(OSError):
            gate.shutdown(socket.SHUT_RDWR)


def _accept(gate: socket.socket, port: int, sent: Sent) -> None:
    with suppress(OSError):  # it is closed at the end
        while True:
            browser, _ = gate.accept()
            threading.Thread(target=_carry, args=(browser, port, sent), daemon=True).start()


def _carry(browser: socket.socket, port: int, sent: Sent) -> None:
    with suppress(OSError), browser, socket.create_connection(("127.0.0.1", port)) as server:
        first = browser.recv(PIECE)
        server.sendall(first)
        live = b"/live?" in first.split(b"\r\n", 1)[0]
        threading.Thread(target=_pass_on, args=(browser, server), daemon=True).start()
        while piece := server.recv(PIECE):
            if live:
                sent.live += len(piece)
            else:
                sent.http += len(piece)
            browser.sendall(piece)


def _pass_on(browser: socket.socket, server: socket.socket) -> None:
    with suppress(OSError):
        while piece := browser.recv(PIECE):
            server.sendall(piece)
        server.shutdown(socket.SHUT_WR)
