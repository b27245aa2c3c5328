"""Measuring processor time in a process that has run a thousand tests before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def frozen() -> Iterator[None]:
    """Whatever lies in memory now is not swept inside the block, as a server freezes what it has loaded.

    A full collection of all that other tests have left takes up to a second, in whichever thread it happens to start.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
