"""Which rules acted: tests listen, play does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# Tests listen here for the rule ids that the engine raises, logs or tallies; nobody listens in play.
_touched: ContextVar[set[str] | None] = ContextVar("touched", default=None)


def touch(rule: str) -> None:
    """Tell a listening test that a rule acted."""
    listening = _touched.get()
    if listening is not None:
        listening.add(rule)


def listening() -> bool:
    """Whether a test wants to hear which rules act."""
    return _touched.get() is not None


@contextmanager
def touches() -> Iterator[set[str]]:
    """The ids of the rules that act inside the block."""
    found: set[str] = set()
    token = _touched.set(found)
    try:
        yield found
    finally:
        _touched.reset(token)
