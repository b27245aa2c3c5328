"""Connections: how many there may be, how large a request's head, and how slow either end.

uvicorn reads HTTP with httptools and sockets with websockets; neither bounds a head's size or its time. A connection
that is refused costs no line in the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ardennes.server.clients import network
from ardennes.server.limits import ADDRESS, HEAD, IN_TIME, READ_IN_TIME, Limits


class Gate:
    """The connections of a process, by client."""

    def __init__(self, limits: Limits, proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self.proxies = frozenset(proxies)
        self.all = 0
        self.refused = 0
        self._by_client: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count a connection, if there is room for it. A proxy may have as many as there are."""
        client, here = network(address), self._by_client.get(network(address), 0)
        crowded = address not in self.proxies and here >= self.limits.per_client
        if crowded or self.all >= self.limits.connections:
            self.refused += 1
            return False
        self.all += 1
        self._by_client[client] = here + 1
        return True

    def leave(self, address: str) -> None:
        """Count it no longer."""
        self.all -= 1
        left = self._by_client[network(address)] - 1
        if left:
            self._by_client[network(address)] = left
        else:
            del self._by_client[network(address)]


def protocols(gate: Gate) -> tuple[type[HttpToolsProtocol], type[WebSocketsSansIOProtocol]]:
    """The protocols of HTTP and of sockets behind a gate, for uvicorn's `http` and `ws`."""

    class Http(_Http):
        door = gate

    class Live(_Live):
        door = gate

    return Http, Live


def _address(transport: Any) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


class _Http(HttpToolsProtocol):
    door: Gate
    _inside = ""  # the address under which the connection is counted
    _counted = False
    _head = 0  # bytes of a head that is not yet complete
    _reading = False  # a request has begun and is not complete
    _in_head = True
    _ended = False
    _slow: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._inside = _address(transport)
        self._counted = self.door.enter(self._inside)
        if not self._counted:
            self._ended = True
            self.connections.discard(self)
            transport.abort()
            return
        self._slow = self.loop.call_later(IN_TIME, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._disarm()
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    def _leave(self) -> None:
        if self._counted:
            self._counted = False
            self.door.leave(self._inside)

    def _disarm(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _too_slow(self) -> None:
        """The head or the body of a request took too long."""
        self._slow = None
        if not self._reading:
            self.transport.close()
        elif self.cycle is None or self.cycle.response_complete:
            self._end(408, "The request did not arrive in time.")
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._ended or self.parser is None:
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                self._end(400, "The server upgrades only to WebSocket.")
            return
        except httptools.HttpParserError:
            if not self._ended:
                self._end(400, "This is not an HTTP request.")
            return
        if self._in_head and self._reading:
            self._head += len(data)
            if self._head > HEAD:
                self._end(431, f"The head of the request is larger than {HEAD} bytes.")

    def _end(self, status: int, sentence: str) -> None:
        """Refuse without the application, and without a line in the log."""
        self._ended = True
        self.door.refused += 1
        text = f'{{"error": "{sentence}", "rule": ""}}'.encode()
        lines = (STATUS_LINE[status], b"content-type: application/json\r\n", b"connection: close\r\n")
        if not self.transport.is_closing():
            self.transport.write(b"".join((*lines, b"content-length: %d\r\n\r\n" % len(text), text)))
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading = self._in_head = True
        self._head = 0
        self._disarm()
        self._slow = self.loop.call_later(IN_TIME, self._too_slow)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > ADDRESS:
            self._end(414, f"The address is longer than {ADDRESS} bytes.")
            raise ValueError  # stops the parser

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > 100 or sum(len(one) + len(other) for one, other in self.headers) > HEAD:
            self._end(431, f"The head of the request is larger than {HEAD} bytes.")
            raise ValueError

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._disarm()
        self._slow = self.loop.call_later(2 * IN_TIME, self._too_slow)  # the application refuses a slow body earlier
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._reading = False
        self._disarm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._disarm()
        self._leave()  # the socket's own protocol is counted from here on
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_IN_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
        super().resume_writing()


class _Live(WebSocketsSansIOProtocol):
    door: Gate
    _inside = ""
    _counted = False
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._inside = _address(transport)
        self._counted = self.door.enter(self._inside)
        if not self._counted:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted:
            self._counted = False
            self.door.leave(self._inside)
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_IN_TIME, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
        super().resume_writing()
