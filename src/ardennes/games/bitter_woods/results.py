"""Combat results (BW-9.5, 9.6): losses, retreats, advances, and what is owed."""

from __future__ import annotations

from ardennes.engine import Step
from ardennes.games.bitter_woods.state import Position


class Loss(Step[Position]):
    """One of some units takes a combat loss; its owner chooses."""

    name = "loss"
