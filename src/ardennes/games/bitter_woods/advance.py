"""Advance (BW-9.8)."""

from __future__ import annotations

from ardennes.engine import Step
from ardennes.games.bitter_woods.state import Position


class Advance(Step[Position]):
    """Units of the victor advance one after the other."""

    name = "advance"


class AdvanceWay(Step[Position]):
    """One unit's advance."""

    name = "advancing"
