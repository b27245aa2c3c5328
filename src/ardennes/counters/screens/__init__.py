"""The screen that games show alike: a game declares its words and overrides what only it shows.

`GameScreen` is the frame of the document for any game; `CounterScreen` adds what games of counters on hexes share:
pieces with badges, the attack sheet, turns and tracks, lines and overlays. A rule, its number and its words come from
the game; nothing here decides what is legal.
"""

from ardennes.counters.screens.board import CounterBoard
from ardennes.counters.screens.frame import GameScreen
from ardennes.counters.screens.offers import Goal
from ardennes.counters.screens.pieces import D, G, Status
from ardennes.counters.screens.recent import Recent
from ardennes.counters.screens.sheets import CounterSheets
from ardennes.counters.screens.words import WORDS, PhaseName, time_state

__all__ = ["WORDS", "CounterScreen", "GameScreen", "Goal", "PhaseName", "Recent", "Status", "time_state"]


class CounterScreen(CounterSheets[D, G], CounterBoard[D, G]):
    """The screen of a game of counters: its pieces, its attack sheet, its board."""
