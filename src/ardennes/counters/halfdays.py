"""The turns of a game by number: their labels and days, one turn a day or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ardennes.engine import screen


class Calendar:
    """The Game-Turns of a game: what each is called, and on which day it falls.

    >>> half_days = Calendar(["18 Dec AM", "18 Dec PM"], [date(1944, 12, 18)] * 2)
    >>> half_days.label(2), half_days.number("18 Dec PM"), half_days.turn(2, 2).date
    ('18 Dec PM', 2, 'Monday 18 December 1944, PM')
    """

    def __init__(self, labels: Sequence[str], dates: Sequence[date]) -> None:
        """Raises ValueError if labels and dates are not equally many, or a label stands twice."""
        if len(labels) != len(dates) or len(set(labels)) != len(labels):
            raise ValueError("every turn has one date and a label of its own")
        self.labels = tuple(labels)
        self.dates = tuple(dates)
        self._has_parts = len(set(dates)) < len(dates)  # a day that has one turn only is named with its part too
        self._numbers = {label: number for number, label in enumerate(self.labels, 1)}

    @classmethod
    def daily(cls, first: date, count: int) -> Calendar:
        """One turn a day."""
        days = [first + timedelta(days=n) for n in range(count)]
        return cls([f"{day.day} {day:%b}" for day in days], days)

    @classmethod
    def of(cls, turns: Mapping[str, Any]) -> Calendar:
        """The calendar that a table `turns` gives: `labels` and `dates`, or `first_date` and `count`."""
        if "labels" in turns:
            return cls(turns["labels"], turns["dates"])
        return cls.daily(turns["first_date"], turns["count"])

    def __len__(self) -> int:
        return len(self.labels)

    def label(self, number: int) -> str:
        """What a turn is called: "18 Dec PM"."""
        return self.labels[number - 1]

    def number(self, label: str) -> int:
        """The turn of that label. Raises KeyError if there is none."""
        return self._numbers[label]

    def day(self, number: int) -> date:
        """The day of a turn."""
        return self.dates[number - 1]

    def part(self, number: int) -> str:
        """The part of the day, where a day has several turns: the last word of the label."""
        return self.label(number).rpartition(" ")[2] if self._has_parts else ""

    def turn(self, number: int, last: int) -> screen.Turn:
        """A turn as the screen shows it, in a game of so many; the front line is that of its day."""
        day, part = self.day(number), self.part(number)
        written = f"{day:%A} {day.day} {day:%B %Y}" + (f", {part}" if part else "")
        return screen.Turn(number, f"Turn {number} of {last}", last, written, day.isoformat())
