"""Opponents. They are given a view, the rules, their own random numbers and a budget, and return actions.

An opponent never sees the true state, never the game's dice, and keeps no memory: it can be asked again at any point.
Nothing here names a game; what a player needs to know of one comes through the engine's contract.
"""

from ardennes.ai.officer import Officer
from ardennes.ai.player import Budget, Clock, Player, Remark, Thought, adviser, player, players
from ardennes.ai.random_player import RandomPlayer
from ardennes.ai.recruit import Recruit
from ardennes.ai.rusher import Rusher

__all__ = [
    "Budget", "Clock", "Officer", "Player", "RandomPlayer", "Recruit", "Remark", "Rusher", "Thought",
    "adviser", "player", "players",
]  # fmt: skip
