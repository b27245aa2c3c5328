"""Request bodies: hostile until read. Each fault is one sentence that names the field."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec
from starlette.requests import Request

from ardennes.engine.errors import ArdennesError
from ardennes.server.shapes.requests import LARGEST, LONGEST, Said

Shape = TypeVar("Shape")
PATIENCE = 10.0  # seconds that a body may take to arrive


class BadRequest(ArdennesError):
    """A request that says nothing the server understands."""

    status = 400


class TooLarge(BadRequest):
    """A body that is larger than any that makes sense."""

    status = 413


class TooSlow(BadRequest):
    """A body that does not arrive."""

    status = 408


async def body(request: Request, shape: type[Shape]) -> Shape:
    """The request's JSON object. Raises BadRequest."""
    try:
        async with asyncio.timeout(PATIENCE):
            raw = await _read(request)
    except TimeoutError:
        raise TooSlow(f"The request did not arrive within {PATIENCE:g} s.") from None
    try:
        return _decoded(raw, shape)
    except msgspec.ValidationError as error:
        raise BadRequest(sentence(str(error), shape)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequest("The request is not JSON.") from None


def _decoded(raw: bytearray, shape: type[Shape]) -> Shape:
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError as error:
        if "got `float`" not in str(error):
            raise
        return msgspec.convert(_whole(msgspec.json.decode(raw)), shape)


def _whole(value: Any) -> Any:
    """JSON knows no whole numbers: 3.0 is the same as 3."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return {key: _whole(one) for key, one in value.items()} if isinstance(value, dict) else value


async def _read(request: Request) -> bytearray:
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and (len(declared) > len(str(LARGEST)) or int(declared) > LARGEST):
        raise TooLarge(f"The request is larger than {LARGEST} bytes.")
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > LARGEST:
            raise TooLarge(f"The request is larger than {LARGEST} bytes.")
    return raw


def asked(request: Request) -> str:
    """The action that a question in the address is about. Raises BadRequest."""
    try:
        return msgspec.convert(request.query_params.get("action", ""), Said)
    except msgspec.ValidationError:
        raise BadRequest(
            f"Give “?action=…” as 1 to {LONGEST} characters on one line, without control characters."
        ) from None


KINDS = {"str": "text", "int": "a whole number", "bool": "true or false", "array": "a list", "object": "an object"}
FAULTS = (
    (r"Object missing required field `(.+?)`", "“{0}” is missing"),
    (r"Object contains unknown field `(.+?)`", "“{0}” is not known here"),
    (r"Expected `str` of length <= (\d+)", "must be text of at most {0} characters"),
    (r"Expected `str` of length >= 1", "must not be empty"),
    (r"Expected `str` matching regex", "must be text without control characters"),
    (r"Expected `array` of length <= (\d+)", "must hold at most {0}"),
    (r"Expected `array` of length >= (\d+)", "must hold at least {0}"),
    (r"Expected `object` of length <= (\d+)", "must hold at most {0}"),
    (r"Expected `int` >= (-?\d+)", "must be {0} or more"),
    (r"Expected `int` <= (\d+)", "must be {0} or less"),
    (r"Invalid enum value '(.*)'", "cannot be “{0}”"),
)


def sentence(fault: str, shape: type | None = None) -> str:
    """What msgspec says of a fault in a shape, as a sentence that names the field.

    >>> sentence("Expected `int`, got `str` - at `$.revision`")
    'The request is not understood: “revision” must be a whole number.'
    """
    what, _, where = fault.partition(" - at ")
    found = re.search(r"`\$\.?(.*?)`", where)
    name = found.group(1) if found else ""
    words = _words(shape, name)
    told = f"must be one of {', '.join(words)}" if words else _told(what)
    if not told.startswith("“"):
        told = f"“{name}” {told}" if name else f"it {told}"
    return f"The request is not understood: {told}{f' in “{name}”' if name and f'“{name}' not in told else ''}."


def _words(shape: type | None, name: str) -> tuple[str, ...]:
    """The words that a field may be, where they are listed."""
    if shape is None or not issubclass(shape, msgspec.Struct):
        return ()
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(shape)}
    kind = kinds.get(name)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _told(what: str) -> str:
    for pattern, words in FAULTS:
        if found := re.match(pattern, what):
            return words.format(*(one[:40] for one in found.groups()))
    expected = re.match(r"Expected `(.+?)`", what)
    kinds = expected.group(1).split(" | ") if expected else []
    return f"must be {' or '.join(KINDS.get(kind, kind) for kind in kinds) or 'something else'}"
