"""Retreat (BW-9.7)."""

from __future__ import annotations

from ardennes.engine import Step
from ardennes.games.bitter_woods.state import Position


class Retreat(Step[Position]):
    """Units retreat one after the other."""

    name = "retreat"


class RetreatWay(Step[Position]):
    """One unit's retreat."""

    name = "way"
