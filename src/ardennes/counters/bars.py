"""Why a unit may not be picked: one list of bars, from which both the options and the refusals follow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ardennes.engine import Reason


class Bar(NamedTuple):
    """A rule that keeps some units from being picked."""

    rule: str
    why: str  # what follows the unit's name in a sentence: "has already moved"
    units: int  # the units that it covers

    def reason(self, name: str) -> Reason:
        """The refusal for a unit of that name."""
        return Reason(self.rule, f"{name} {self.why}.")


def free(units: int, bars: Iterable[Bar]) -> int:
    """Those of some units that no bar covers.

    >>> free(0b111, [Bar("X-1", "has already moved", 0b010), Bar("X-2", "is in reserve", 0b100)])
    1
    """
    if units:
        for bar in bars:
            units &= ~bar.units
            if not units:
                break
    return units


def first_bar(unit: int, bars: Iterable[Bar]) -> Bar | None:
    """The first bar that covers a unit, in the order in which a player would be told.

    >>> first_bar(1, [Bar("X-1", "has already moved", 0b010), Bar("X-2", "is in reserve", 0b110)]).reason("12 VG")
    Reason(rule='X-1', text='12 VG has already moved.', helps='')
    """
    return next((bar for bar in bars if bar.units >> unit & 1), None)
