"""Options: a lazy sequence of the legal actions. A set of hexes stays one integer until somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import overload

from ardennes.engine.action import Action, Table

CHOSEN = bytes.maketrans(b"01", b"\0\1")  # binary digits as something to choose by
FEW = 12  # so many ones are taken off one by one; more are read off the digits
NEAR = 4  # as near as this to the lowest one, counting on is faster than halving


def set_bits(mask: int) -> list[int]:
    """The positions of the ones in a mask, lowest first.

    >>> set_bits(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def nth_bit(mask: int, n: int, size: int = 0) -> int:
    """The position of the n-th one in a mask, counted from 0 and from the lowest; the mask must have more than n.

    `size` is how many ones it has, if that is known already.

    >>> [nth_bit(0b10110, n) for n in range(3)]
    [1, 2, 4]
    """
    base, left = 0, size
    if n >= NEAR:
        left = left or mask.bit_count()
        base = (mask & -mask).bit_length() - 1
        mask >>= base
    while n >= NEAR:
        half = mask.bit_length() >> 1
        high = mask >> half
        ones = left - high.bit_count()
        if n < ones:
            mask ^= high << half
            left = ones
        else:
            n -= ones
            mask, left = high, left - ones
            base += half
    for _ in range(n):
        mask &= mask - 1
    return base + (mask & -mask).bit_length() - 1


class Masked:
    """The actions of a table whose bit is set in a mask."""

    __slots__ = ("mask", "size", "table")

    def __init__(self, table: Table, mask: int) -> None:
        self.table = table
        self.mask = mask
        self.size = mask.bit_count()

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, at: int) -> Action:
        return self.table.actions[nth_bit(self.mask, at, self.size)]

    def __iter__(self) -> Iterator[Action]:
        actions, mask = self.table.actions, self.mask
        if mask.bit_count() <= FEW:
            return iter([actions[i] for i in set_bits(mask)])
        first = (mask & -mask).bit_length() - 1
        digits = bin(mask >> first)[:1:-1].encode().translate(CHOSEN)
        return compress(actions[first : first + len(digits)], digits)

    def __contains__(self, action: object) -> bool:
        at = self.table.index.get(action)  # type: ignore[call-overload]  # any object may be asked about
        return at is not None and bool(self.mask >> at & 1)


Part = Masked | Sequence[Action]


class Options(Sequence[Action]):
    """The legal actions of a decision, in a stable order: the parts one after the other."""

    __slots__ = ("_all", "_given", "_length", "parts")

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        length = 0
        for part in parts:
            length += part.size if part.__class__ is Masked else len(part)
        self._length = length
        self._all: list[Action] | None = None
        self._given: Action | None = None  # the last one that was asked for by its place: likely the answer

    def listed(self) -> list[Action]:
        """All of them as a list, made once."""
        found = self._all
        if found is None:
            found = []
            for part in self.parts:
                found.extend(part)
            self._all = found
        return found

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> list[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | list[Action]:
        if self._all is not None or isinstance(at, slice):
            return self.listed()[at]
        if at < 0:
            at += self._length
        if at >= 0:
            for part in self.parts:
                size = part.size if part.__class__ is Masked else len(part)
                if at < size:
                    given = self._given = part[at]
                    return given
                at -= size
        raise IndexError("there are not that many options")

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def __contains__(self, action: object) -> bool:
        if action is self._given and action is not None:
            return True
        for part in self.parts:  # noqa: SIM110  # a generator costs more than the whole question
            if action in part:
                return True
        return False

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Options):
            return self.listed() == other.listed()
        if isinstance(other, list | tuple):
            return self.listed() == list(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.listed()))

    def __repr__(self) -> str:
        return f"Options({', '.join(map(str, self.listed()))})"


def options_of(*actions: Action) -> Options:
    """Options from single actions."""
    return Options(actions)
