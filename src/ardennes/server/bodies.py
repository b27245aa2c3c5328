"""Request bodies: hostile until read. Each fault is one sentence that names the field."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

from ardennes.engine.errors import ArdennesError

LARGEST = 2_000_000  # bytes
LONGEST = 400  # characters of an action, a name, an order
MOST = 500  # actions in a batch


class BadRequest(ArdennesError):
    """A request that says nothing the server understands."""


async def body(request: Request) -> dict[str, Any]:
    """The request's JSON object. Raises BadRequest."""
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > LARGEST:
            raise BadRequest(f"The request is larger than {LARGEST} bytes.")
    try:
        found = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadRequest("The request is not JSON.") from None
    if not isinstance(found, dict):
        raise BadRequest("The request must be a JSON object.")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)


def text(data: dict[str, Any], name: str, *, default: str | None = None, longest: int = LONGEST) -> str:
    """A field that is text. Raises BadRequest."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > longest or any(ord(c) < 32 and c not in "\n\t\r" for c in value):
        raise BadRequest(f"“{name}” must be text of at most {longest} characters.")
    return value


def number(data: dict[str, Any], name: str) -> int:
    """A field that is a whole number. Raises BadRequest."""
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value < 2**31:
        raise BadRequest(f"“{name}” must be a whole number.")
    return value


def times(data: dict[str, Any]) -> int:
    """How often: once, unless the field says otherwise. Raises BadRequest."""
    value = number(data, "times") if "times" in data else 1
    if not 1 <= value <= MOST:
        raise BadRequest(f"“times” must be 1 to {MOST}.")
    return value


def texts(data: dict[str, Any], name: str) -> list[str]:
    """A field that is a list of short texts, at least one. Raises BadRequest."""
    return _texts(data.get(name), name)


def batches(data: dict[str, Any], name: str) -> list[list[str]]:
    """A field that is a list of such lists, or absent. Raises BadRequest."""
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > MOST:
        raise BadRequest(f"“{name}” must be a list of at most {MOST} lists of actions.")
    found = [_texts(one, name) for one in value]
    if sum(map(len, found)) > MOST:
        raise BadRequest(f"“{name}” must hold at most {MOST} actions in all.")
    return found


def _texts(value: object, name: str) -> list[str]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST:
        raise BadRequest(f"“{name}” must be a list of 1 to {MOST} actions.")
    if not all(isinstance(one, str) and len(one) <= LONGEST for one in value):
        raise BadRequest(f"“{name}” must hold texts of at most {LONGEST} characters.")
    return value


def words(data: dict[str, Any], name: str) -> dict[str, str | bool]:
    """A field that maps names to words. Raises BadRequest."""
    value = data.get(name, {})
    if not isinstance(value, dict) or len(value) > 100:
        raise BadRequest(f"“{name}” must be an object.")
    if not all(isinstance(v, str | bool) and len(str(v)) <= LONGEST and len(k) <= LONGEST for k, v in value.items()):
        raise BadRequest(f"“{name}” must map names to words.")
    return value
