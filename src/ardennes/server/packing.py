"""The journal of a finished game as one compressed value: its lines, and when each was stored."""

from __future__ import annotations

import datetime as dt
import json
import zlib
from collections.abc import Iterable

Dated = tuple[str, dt.datetime]  # a line, and when it was stored


def pack(lines: Iterable[Dated]) -> bytes:
    """Lines as one value; of the times whole seconds remain."""
    known = list(lines)
    whole = {"lines": [line for line, _ in known], "at": [_seconds(at) for _, at in known]}
    return zlib.compress(json.dumps(whole, ensure_ascii=False).encode(), 6)


def unpack(packed: bytes) -> list[Dated]:
    """The lines that were packed."""
    whole = json.loads(zlib.decompress(packed))
    return [(line, dt.datetime.fromtimestamp(at, dt.UTC)) for line, at in zip(whole["lines"], whole["at"], strict=True)]


def _seconds(at: dt.datetime) -> int:
    """Since 1970; SQLite knows no time zone, what it gives back is UTC."""
    return int((at if at.tzinfo else at.replace(tzinfo=dt.UTC)).timestamp())
