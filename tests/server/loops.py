"""Event loops for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")


def run(main: Coroutine[Any, Any, Found]) -> Found:
    """What a coroutine returns, run to its end in a thread of its own.

    The browser's driver keeps a loop running in the main thread once it is started, where `asyncio.run` then fails.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, main).result()
