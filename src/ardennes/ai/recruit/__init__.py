"""Recruit: each unit to its best place, one good attack after the other, blind to the counter-attack."""

from ardennes.ai.recruit.player import Recruit

__all__ = ["Recruit"]
