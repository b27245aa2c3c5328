"""What every request must pass before anything else looks at it, and what every answer carries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, MutableMapping
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ardennes.server.clients import Hosts, client_of, headers_of
from ardennes.server.limits import ADDRESS
from ardennes.server.logs import redacted
from ardennes.server.metrics import Metrics
from ardennes.server.quotas import Quotas, TooMuch
from ardennes.server.store import Unavailable

log = logging.getLogger(__name__)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",  # the icon; tiles of the map are fetched, and decoded by the page
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # tokens stand in addresses
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
OURS = "Something went wrong on the server; nothing was changed."
STOPPED = "The server is shutting down; nothing that was confirmed is lost. Try again in a moment."
SECRET = ("/api/seats/", "/api/invitations/")  # nothing between here and the player keeps a copy of what is below


class Unwelcome(Exception):
    """A request that goes no further: with which status, and why."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Guard:
    """The outermost layer of the application."""

    def __init__(
        self, app: ASGIApp, *, hosts: Hosts, quotas: Quotas, metrics: Metrics, proxies: Collection[str] = ()
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.quotas = quotas
        self.metrics = metrics
        self.proxies = frozenset(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        client = client_of(scope, self.proxies)
        scope.setdefault("state", {})["client"] = client
        guarded = _with_headers(scope, send)
        try:
            self._check(scope)
            self.quotas.take("requests", client)
        except (Unwelcome, TooMuch) as error:
            status = error.status if isinstance(error, Unwelcome) else 429
            self.metrics.refused.labels(str(status)).inc()
            await refuse(scope, receive, guarded, status, str(error))
            return
        await self._passed(scope, receive, guarded)

    async def _passed(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and count it; where it fails, say so and nothing more."""
        status, began = 0, monotonic()

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status or 101)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except asyncio.CancelledError:  # it took longer than a server that is stopped waits
            if status or scope["type"] == "websocket":
                raise
            status = 503
            await refuse(scope, receive, send, status, STOPPED)
        except Exception as error:
            lost = isinstance(error, Unavailable)
            if not lost:  # the store has a line about the other
                log.error("%s failed", redacted(scope["path"]), exc_info=error)
            (self.metrics.storage if lost else self.metrics.failed).inc()
            if status or scope["type"] == "websocket":
                return
            status = 503 if lost else 500
            await refuse(scope, receive, send, status, str(error) if lost else OURS)
        if scope["type"] == "http":
            client = scope["state"]["client"]
            self.metrics.answered(scope["method"], scope["path"], status, monotonic() - began, client)

    def _check(self, scope: Scope) -> None:
        """Raise Unwelcome for an address, a host, an origin or a kind of content that has no business here."""
        path = scope["path"]
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > ADDRESS:
            raise Unwelcome(414, f"The address is longer than {ADDRESS} bytes.")
        if any(ord(letter) < 32 or ord(letter) == 127 for letter in path):
            raise Unwelcome(404, "There is nothing at an address with control characters.")
        named = headers_of(scope, b"host")
        if len(named) != 1 or not self.hosts.knows(named[0]):
            raise Unwelcome(
                421, "The server does not answer to this host name; add it with “ardennes serve --host-name NAME”."
            )
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            _check_origin(scope, named[0])
        if scope["type"] == "http" and scope["method"] == "POST":
            kinds = headers_of(scope, b"content-type")
            if len(kinds) != 1 or kinds[0].partition(";")[0].strip().lower() != "application/json":
                raise Unwelcome(415, "The request must be JSON (Content-Type: application/json).")


def _check_origin(scope: Scope, host: str) -> None:
    """A page of another site may neither change anything here nor listen. Raises Unwelcome."""
    origins = headers_of(scope, b"origin")
    elsewhere = "Pages of other sites cannot play here."
    for origin in origins:
        try:
            same = urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            same = False
        if not same:
            raise Unwelcome(403, elsewhere)
    if not origins and headers_of(scope, b"sec-fetch-site") == ["cross-site"]:
        raise Unwelcome(403, elsewhere)


def _with_headers(scope: Scope, send: Send) -> Send:
    secret = scope["path"].startswith(SECRET)

    async def guarded(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            _add_headers(message, secret=secret)
        await send(message)

    return guarded


def _add_headers(message: MutableMapping[str, Any], *, secret: bool) -> None:
    given = list(message.get("headers", ()))
    there = {name.lower() for name, _ in given}
    wanted = (*HEADERS, (b"cache-control", b"no-store")) if secret else HEADERS
    message["headers"] = given + [(name, value) for name, value in wanted if name not in there]


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer with a fault, without reading what else was sent."""
    content = msgspec.json.encode({"error": sentence, "rule": ""})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    kind = "http"
    if scope["type"] == "websocket":
        await receive()  # the handshake
        kind = "websocket.http"
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": sentence[:120]})
            return
    else:
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": content})
