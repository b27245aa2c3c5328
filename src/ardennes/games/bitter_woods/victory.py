"""Victory (BW-17), and the points of the short games (BW-2.9)."""

from __future__ import annotations

from ardennes.games.bitter_woods.state import Position


def judge(state: Position) -> None:
    """The game is over after its last Game-Turn."""
    state.end("allied", "Allied tactical victory", "BW-17.4")


def instant(state: Position) -> None:
    """A German strategic victory ends the game at once (BW-17.1, BW-R.52); called after every move, advance, exit, check."""
