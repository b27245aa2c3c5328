"""How an answer is written, and who asked."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ardennes.server.shapes import answers


def client(request: Request) -> str:
    """The address that asks, as the guard has found it out."""
    return str(getattr(request.state, "client", ""))


def fault(status: int, sentence: str, *, rule: str = "") -> Response:
    """An error as JSON."""
    return answer(answers.Fault(error=sentence, rule=rule), status)


def answer(content: object, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")
