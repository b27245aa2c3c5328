"""Puzzles: small positions with a known best play, and a runner that sets them to a player.

Each is a position file with a table `[puzzle]` (see `read`). What is best is proved, not claimed: `Solver` plays every
line of a puzzle through the engine, with the exact chances of the dice and the enemy's best replies.
"""

from ardennes.ai.puzzles.puzzle import Puzzle
from ardennes.ai.puzzles.read import PuzzleError, puzzles
from ardennes.ai.puzzles.run import Verdict, run
from ardennes.ai.puzzles.solve import Solver

__all__ = ["Puzzle", "PuzzleError", "Solver", "Verdict", "puzzles", "run"]
