"""Strengths that nobody reads the lines of, and tables of results by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from ardennes.engine import Strength


class Plain:
    """A strength that keeps only its value: `Strength` where nobody reads the lines."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def add(self, points: int, rule: str, text: str) -> Self:
        """More points."""
        self.value += points
        return self

    def times(self, factor: int, rule: str, text: str) -> Self:
        """Multiplied."""
        self.value *= factor
        return self

    def halve(self, rule: str, text: str) -> Self:
        """Halved, fractions rounded up."""
        self.value = (self.value + 1) // 2
        return self


Figure = Strength | Plain


def by_column(table: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The results of a table with a row for each face of a die, turned round: by column, then by die.

    Raises ValueError if the rows are not of the same length, KeyError if a face is missing.

    >>> by_column({"1": ["De", "De"], **{str(face): ["Ar", "Dr"] for face in range(2, 7)}})[1]
    ('De', 'Dr', 'Dr', 'Dr', 'Dr', 'Dr')
    """
    return tuple(zip(*(table[str(face)] for face in range(1, 7)), strict=True))
