"""Many games: tournaments between players, the balance of scenarios, statistics and reports.

A game here is a match: plain data that can be sent to another process or machine and always gives the same result
there. Nothing here names a game or a player; what is asked of a state comes through the engine's contract, and what a
game looks like through its screen and its board.
"""

from ardennes.arena.match import Force, Match, Played, TurnEnd, paired, repeated
from ardennes.arena.playing import play
from ardennes.arena.score import Score, elo_of, score_of
from ardennes.arena.sprt import Sprt

__all__ = [
    "Force", "Match", "Played", "Score", "Sprt", "TurnEnd", "elo_of", "paired", "play", "repeated", "score_of",
]  # fmt: skip
