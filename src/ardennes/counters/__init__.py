"""What games of counters on numbered hexes have in common, whatever their rules say.

A game of this kind has units in a table, a position in which each stands somewhere, phases of one side after the other,
movement by points, and a table of results. This package holds what is the same in all of them, in rule and in meaning.
It stands on the engine and the hex map, and knows no game: rules, their numbers and words come from the game's folder.
"""

from ardennes.counters.deployment import GONE, OFF_BOARD, POOL, Deployment
from ardennes.counters.game import CounterGame, downwards, over_hexes, over_units
from ardennes.counters.ground import roads_in, side_names
from ardennes.counters.odds import Figure, Plain, by_column
from ardennes.counters.phases import DONE, SidePhase, give_up
from ardennes.counters.refusals import because
from ardennes.counters.roster import Counter, Roster, bits, printed, rows, total
from ardennes.counters.singles import Single
from ardennes.counters.stacks import Stacked

__all__ = [
    "DONE", "GONE", "OFF_BOARD", "POOL", "Counter", "CounterGame", "Deployment", "Figure", "Plain", "Roster",
    "SidePhase", "Single", "Stacked", "because", "bits", "by_column", "downwards", "give_up", "over_hexes",
    "over_units", "printed", "roads_in", "rows", "side_names", "total",
]  # fmt: skip
