"""Answers for planners, overlays and explanations: odds, reach, zones, supply, goals, standing."""

from __future__ import annotations

from ardennes.games.bitter_woods.state import Position


class Situation(Position):
    """A position that answers the queries of the engine's contract."""

    __slots__ = ()
