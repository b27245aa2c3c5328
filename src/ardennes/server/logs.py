"""The server's log: plain lines or JSON, never with a token in it, and never a flood of the same line."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Literal

SEAT = re.compile(r"(/(?:api/seats|seat|api/invitations|invitation)/)[^/?#\s\"']+")
SECRET = re.compile(r"(?<![\w-])[\w-]{32}(?![\w-])")  # a token, wherever it stands: also in what a database says
PARAMETERS = re.compile(r"\[parameters: .*?\]\s*$", re.MULTILINE)
OFTEN = 20  # lines of one kind within a stretch
STRETCH = 10.0  # seconds

Kind = Literal["text", "json"]


def redacted(text: str) -> str:
    """A text without tokens.

    >>> redacted("/api/seats/q3V0/actions failed")
    '/api/seats/…/actions failed'
    """
    return SECRET.sub("…", PARAMETERS.sub("[parameters: …]", SEAT.sub(r"\1…", text)))


class Plain(logging.Formatter):
    """One line, and a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return redacted(super().format(record))


class Json(logging.Formatter):
    """One JSON object on a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, with whatever the caller gave as `extra={"fields": …}`."""
        said: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redacted(record.getMessage()),
        }
        said |= getattr(record, "fields", {})
        if record.exc_info:
            said["traceback"] = redacted(self.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)


class NoFlood(logging.Filter):
    """Lets through so many lines of one kind within a stretch, then counts those that it held back."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, str(record.msg)), time.monotonic()
        began, count = self._seen.get(key, (now, 0))
        if now - began > STRETCH:
            if count > OFTEN:
                record.msg = f"{record.msg} ({count - OFTEN} more such lines were held back)"
            began, count = now, 0
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[key] = (began, count + 1)
        return count < OFTEN


def set_up(kind: Kind = "text", level: int = logging.WARNING) -> None:
    """Write the log of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Plain("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(NoFlood())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
    logging.getLogger("uvicorn.access").disabled = True  # ours has no tokens
