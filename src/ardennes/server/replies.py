"""How an answer is written, and who asked."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ardennes.server.shapes import answers

T = TypeVar("T")

GONE = 499  # the status by which metrics and log tell a request whose client did not wait for the answer


class Gone(Exception):
    """Whoever asked has closed the connection."""


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work for a request without a body, which is cancelled when its client goes. Raises Gone."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Gone
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def client(request: Request) -> str:
    """The address that asks, as the guard has found it out."""
    return str(getattr(request.state, "client", ""))


def fault(status: int, sentence: str, *, rule: str = "") -> Response:
    """An error as JSON."""
    return answer(answers.Fault(error=sentence, rule=rule), status)


def answer(content: object, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def cacheable(request: Request, content: bytes, kind: str) -> Response:
    """Content that a browser keeps and asks about: the same is not sent twice."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):  # a proxy that packs it marks the tag as weak
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
