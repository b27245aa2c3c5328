"""A stored game that a corrected rule stops: where, why, and how a player is told."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.game import Game
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.record import Illegal


@dataclass(frozen=True, slots=True)
class Stopped:
    """The first line of a stored journal that is no longer legal, its turn, and the journal as it is stored."""

    illegal: Illegal
    turn: int
    original: Journal

    def sentence(self, game: Game, side: str | None, line: int, *, secret: bool) -> str:
        """What a side is told, which counts that line as so many.

        In a position that holds secrets only the side that made the choice is told why.
        """
        entry = self.illegal.entry
        where = f"turn {self.turn}" if self.turn else "set-up"
        if entry.side:
            where += f", {entry.side.capitalize()}"
        words = [
            "The rules have been corrected since this game was played.",
            f"Line {line} ({where}), {_played(game, entry, side)}, is no longer legal.",
        ]
        if side == entry.side or (not secret and _may_read(entry, side)):
            words.append(_reason(self.illegal.error))
        words.append("The game stands as it was before that line.")
        return " ".join(words)


def _may_read(entry: Entry, side: str | None) -> bool:
    return entry.seen_by is None or side in entry.seen_by


def _played(game: Game, entry: Entry, side: str | None) -> str:
    """A line as a side may read it."""
    if not _may_read(entry, side):
        return "a secret roll or draw" if entry.kind == "roll" else "a secret choice"
    if entry.kind == "roll":
        return f"the roll or draw “{entry.text}”"
    if entry.kind == "end":
        return f"the entry “{entry.text}”"
    if entry.kind == "order":
        return f"the standing order “{entry.text}”"
    try:
        return f"“{game.phrase(game.parse(entry.text))}”"
    except ArdennesError:  # the game has no such action any more
        return f"“{entry.text}”"


def _reason(error: ArdennesError) -> str:
    text = error.reason if isinstance(error, Refused) else str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
