"""A way to the database that can be cut after any number of bytes, up or down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal

Direction = Literal["up", "down"]


class Proxy:
    """Forwards connections to a port of this machine."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.passed: dict[Direction, int] = {"up": 0, "down": 0}
        self.broken = False  # whether nobody gets through any more
        self.cuts = 0
        self._left: dict[Direction, int | None] = {"up": None, "down": None}
        self._heals = True
        self._open: set[asyncio.StreamWriter] = set()

    def cut_after(self, direction: Direction, size: int, *, heals: bool) -> None:
        """Cut all connections once so many bytes have passed; new ones are possible at once, or only when healed."""
        self._left = {"up": None, "down": None, direction: size}
        self._heals = heals

    def heal(self) -> None:
        """Let everything pass again."""
        self._left, self.broken = {"up": None, "down": None}, False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.broken:
            writer.transport.abort()
            return
        other, onward = await asyncio.open_connection("127.0.0.1", self.target)
        self._open |= {writer, onward}
        await asyncio.gather(self._pipe("up", reader, onward), self._pipe("down", other, writer))
        self._open -= {writer, onward}

    async def _pipe(self, direction: Direction, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                left = self._left[direction]
                if left is not None and len(data) > left:
                    writer.write(data[:left])
                    await self._cut()
                    return
                if left is not None:
                    self._left[direction] = left - len(data)
                self.passed[direction] += len(data)
                writer.write(data)
        with suppress(OSError):
            writer.close()

    async def _cut(self) -> None:
        self.cuts += 1
        self.broken = not self._heals
        self._left = {"up": None, "down": None}
        for writer in list(self._open):
            writer.close()  # what was passed on arrives


@asynccontextmanager
async def proxied(target: int) -> AsyncIterator[Proxy]:
    """A proxy that runs in the event loop."""
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
