"""Officer: some whole plans for each stretch of a turn, each played on through the enemy's reply, and the best taken.

It names no game and sees no more than Recruit: it plays on with guesses of what is hidden and with dice of its own.
"""

from ardennes.ai.officer.player import Officer

__all__ = ["Officer"]
