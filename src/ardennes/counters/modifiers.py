"""Die modifiers and column shifts that explain themselves: one tally for the preview, the log and the resolver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.engine.battle import Column, Line


class DieModifier:
    """What is added to a die, and why.

    >>> modifier = DieModifier().add(-1, "X-1", "better troops").add(-2, "X-2", "flanked").within(2, "X-3")
    >>> modifier.value, [modifier.face(die) for die in range(1, 7)]
    (-2, [1, 1, 1, 2, 3, 4])
    """

    __slots__ = ("lines", "value")

    def __init__(self, lines: list[Line] | None = None) -> None:
        self.value = 0
        self.lines: list[Line] = [] if lines is None else lines

    def add(self, n: int, rule: str, text: str) -> DieModifier:
        """More, or fewer. Nothing is noted too: what was cancelled is part of the tally."""
        return self._to(self.value + n, rule, text)

    def within(self, limit: int, rule: str, text: str = "maximum modifier") -> DieModifier:
        """Held within so much either way; noted if that changes anything."""
        held = min(max(self.value, -limit), limit)
        return self if held == self.value else self._to(held, rule, text)

    def face(self, die: int, least: int = 1, most: int = 6) -> int:
        """The face that is read for a die."""
        return min(max(die + self.value, least), most)

    def _to(self, after: int, rule: str, text: str) -> DieModifier:
        self.lines.append(Line(rule, text, self.value, after, "die"))
        self.value = after
        return self


class Shift(NamedTuple):
    """Some columns in one direction, and why."""

    columns: int
    rule: str
    text: str


class Shifts:
    """The column shifts of a battle, gathered in any order and made in one: all to the right, then all to the left."""

    __slots__ = ("lefts", "rights")

    def __init__(self) -> None:
        self.rights: list[Shift] = []
        self.lefts: list[Shift] = []

    def right(self, n: int, rule: str, text: str) -> Shifts:
        """In the attacker's favour."""
        self.rights.append(Shift(n, rule, text))
        return self

    def left(self, n: int, rule: str, text: str) -> Shifts:
        """In the defender's favour."""
        self.lefts.append(Shift(n, rule, text))
        return self

    def make(self, column: Column, most: int, *, limit: str, top: str, bottom: str) -> Column:
        """Shift a column: at most so many either way (`limit`), not beyond the table's ends (`top`, `bottom`).

        The table's end cuts the shifts to the right before those to the left are made.
        """
        start = column.at
        for shift in self.rights:
            column.right(shift.columns, shift.rule, shift.text)
        if column.at > start + most:
            column.left(column.at - start - most, limit, "no more columns to the right")
        start = column.top(top).at
        for shift in self.lefts:
            column.left(shift.columns, shift.rule, shift.text)
        if column.at < start - most:
            column.right(start - most - column.at, limit, "no more columns to the left")
        return column.bottom(bottom)


def mixed(results: Sequence[str], modifier: DieModifier) -> dict[str, float]:
    """The results of a column by face, each with its exact chance once the die is modified.

    >>> mixed(("DE", "DR", "DR", "EX", "AR", "AE"), DieModifier().add(1, "X-1", "better troops"))["AE"] * 6
    2.0
    """
    faces = len(results)
    chances: dict[str, float] = {}
    for die in range(1, faces + 1):
        label = results[modifier.face(die, 1, faces) - 1]
        chances[label] = chances.get(label, 0.0) + 1 / faces
    return chances
