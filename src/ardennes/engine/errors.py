"""One family of errors; each message is a sentence for the person who sees it."""

from __future__ import annotations

from ardennes.engine.touch import show


class ArdennesError(Exception):
    """Something that a user, a file or a driver asked for cannot be done."""


class Refused(ArdennesError):
    """An action that the rules do not allow now. `rule` is the case that forbids it, `reason` says why."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason
        show(rule)


class BadRoll(ArdennesError):
    """An outcome that the chance node cannot have, or a roll when none is due."""


class BadOption(ArdennesError):
    """A combination of rule options, or a scenario, that the game does not have."""


class NotOffered(ArdennesError):
    """A query that this game does not answer; `game.queries` lists those it does."""


class PositionError(ArdennesError):
    """A fault in a position file, with its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class JournalError(ArdennesError):
    """A fault in a journal, with its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class Unknown(ArdennesError):
    """A view was asked for something that its side may not know."""


class EngineFault(RuntimeError):
    """A game broke its contract (a dead end, an endless loop): a bug, never a user's mistake."""
