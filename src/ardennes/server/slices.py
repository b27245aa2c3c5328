"""Long work in the event loop, a few milliseconds at a time, so that nobody else waits for the end of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import TypeVar, cast

T = TypeVar("T")

SLICE = 0.002  # seconds of work between two rests
REST = 0.002  # seconds in which others are served: an answer takes many turns of the loop, and those of other threads


class Slices:
    """Whoever has long work shares one turn: between two slices, be they of one work or of two, others are served."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()  # those who wait for it get it in their order

    async def run(self, steps: Generator[None, None, T]) -> T:
        """Take all steps, and return what they do; raises what they raise. What is short is done at once."""
        while True:
            async with self._turn:
                until = time.perf_counter() + SLICE
                try:
                    while time.perf_counter() < until:
                        next(steps)
                except StopIteration as done:
                    return cast(T, done.value)
                await asyncio.sleep(REST)
