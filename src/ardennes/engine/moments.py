"""What a record remembers of its past: states to go back to, rolls, and the first entry that is not legal."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, cast

from ardennes.engine.chance import Chance, Roll
from ardennes.engine.errors import ArdennesError, JournalError
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.orders import Order
from ardennes.engine.state import State

T = TypeVar("T")


class Stage(NamedTuple):
    """Where the sequence of play stood: the turn, the phase, and the step that acted."""

    turn: int
    phase: str
    step: str

    @classmethod
    def of(cls, state: State) -> Stage:
        """The stage of a state."""
        frames = state.frames
        return cls(state.turn, frames[0].step, frames[-1].step) if frames else cls(state.turn, "", "")


@dataclass(frozen=True, slots=True)
class Moment:
    """The state before an entry, which nobody changes, and how much of the log stood then."""

    state: State
    events: int
    orders: dict[str, tuple[Order, ...]]


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll or draw on record: the entry, what was due, how it fell, and how much of the log stood before it."""

    entry: int
    chance: Chance
    outcome: Roll
    events: int


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first entry of a journal that is not legal: which it is, why, and the rule that speaks against it."""

    at: int
    entry: Entry
    error: ArdennesError
    rule: str

    def fault_in(self, journal: Journal) -> JournalError:
        """What is wrong with a journal, by its line."""
        return JournalError(journal.line_of(self.at), f"“{self.entry}”: {self.error}")


def finish(steps: Generator[None, None, T]) -> T:
    """Take all steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast(T, done.value)


def outcome_of(text: str) -> Sequence[int] | Sequence[str]:
    """Faces of dice, or names drawn."""
    words = text.split()
    if all(word.isdigit() for word in words):
        return [int(word) for word in words]
    return words
