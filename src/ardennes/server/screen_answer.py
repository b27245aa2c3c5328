"""The answer that shows a seat its screen: whole, or what has changed since the version that the asker has."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ardennes.server.screen_writer import ScreenWriter

BASE = "Ardennes-Base"
"""The header in which a client says the checksum of the document that it has."""

LINE = "Ardennes-Line"
"""The header in which a page says by which live line it hears of changes: it need not hear of this one again."""

LONGEST = 10  # digits of a checksum


class ScreenAnswer(Response):
    """Reads from the request what the asker has, and is a patch if that is the version before this one."""

    media_type = "application/json"

    def __init__(self, writer: ScreenWriter) -> None:
        self._writer = writer
        super().__init__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with what the seat is shown."""
        headers = Headers(scope=scope)
        base = headers.get(BASE, "")
        known = int(base) if base.isdecimal() and len(base) <= LONGEST else None
        self.body = self._writer.answer(known, headers.get(LINE, ""))
        self.init_headers()
        await super().__call__(scope, receive, send)
