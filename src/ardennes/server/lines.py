"""The live lines of this process, so that those of a seat end when its link is replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any


class Lines:
    """Which live lines are open, by table and token."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, set[asyncio.Task[None]]]] = {}
        self._ended: set[asyncio.Task[None]] = set()

    async def run(self, table: str, token: str, following: Coroutine[Any, Any, None]) -> None:
        """Follow a table until the line or the seat ends."""
        task = asyncio.create_task(following)
        tokens = self._open.setdefault(table, {})
        tokens.setdefault(token, set()).add(task)
        try:
            await task
        except asyncio.CancelledError:
            if task not in self._ended:
                task.cancel()
                raise
        finally:
            self._ended.discard(task)
            tokens[token].discard(task)
            if not tokens[token]:
                del tokens[token]
            if not tokens:
                self._open.pop(table, None)

    def end_others(self, table: str, tokens: Collection[str]) -> None:
        """End the lines of a table's seats that are none any more."""
        for token, tasks in list(self._open.get(table, {}).items()):
            if token not in tokens:
                for task in list(tasks):
                    self._ended.add(task)
                    task.cancel()
