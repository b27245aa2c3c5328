"""What is never true of a sound position; the fuzzer looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.bitter_woods.state import Position


def broken(state: Position) -> Iterator[str]:
    """A sentence for everything that is wrong."""
    return iter(())
