"""What was found for a position not long ago, for the next seat that looks at it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from ardennes.engine.touch import listening

T = TypeVar("T")


class Recent(Generic[T]):
    """The last few results of something costly, by what they depend on.

    Both seats and every onlooker are shown the same supply, and a choice that moves nobody does not change it.

    >>> squares = Recent[int](most=2)
    >>> squares.get(3, lambda: 9), squares.get(3, lambda: 0)
    (9, 9)
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._found: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result for a key; made now if it was not asked for lately, or if a test listens to the rules it obeys."""
        found = self._found.get(key)
        if found is None or listening():
            found = make()
            if len(self._found) >= self._most:
                self._found = {}
            self._found[key] = found
        return found
