"""Which rules acted, and which of them were shown: tests listen, play does not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Touched(set[str]):
    """The rules that acted while a test listened; `shown` are those that a player would have seen."""

    def __init__(self) -> None:
        self.shown: set[str] = set()


# Tests listen here for the rule ids that the engine raises, logs or tallies; nobody listens in play.
_touched: ContextVar[Touched | None] = ContextVar("touched", default=None)


def touch(rule: str) -> None:
    """Tell a listening test that a rule was passed through; that alone proves nothing."""
    listening = _touched.get()
    if listening is not None:
        listening.add(rule)


def show(rule: str) -> None:
    """Tell a listening test that a rule stands in what a player sees: a refusal, a line of a tally, an event."""
    listening = _touched.get()
    if listening is not None:
        listening.add(rule)
        listening.shown.add(rule)


def listening() -> bool:
    """Whether a test wants to hear which rules act."""
    return _touched.get() is not None


@contextmanager
def touches() -> Iterator[Touched]:
    """The ids of the rules that act inside the block."""
    found = Touched()
    token = _touched.set(found)
    try:
        yield found
    finally:
        _touched.reset(token)
