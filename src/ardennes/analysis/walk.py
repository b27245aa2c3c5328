"""A game gone through line by line as one side may know it: what dice stood for, and how every condition stood."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ardennes.engine.chance import Chance
from ardennes.engine.event import Event
from ardennes.engine.game import Game
from ardennes.engine.journal import Entry, Journal, VisibleLines
from ardennes.engine.moments import outcome_of
from ardennes.engine.record import Record
from ardennes.engine.state import State


@dataclass(frozen=True, slots=True)
class Stride:
    """One line: the views before and after it, and what the side could read of it."""

    entry: Entry
    line: int  # as the side counts them
    turn: int  # in which it was made
    before: State
    after: State
    events: Sequence[Event]

    @property
    def chance(self) -> Chance | None:
        """The dice that fell, if the side saw them."""
        if self.entry.kind != "roll":
            return None
        chance = self.before.chance
        hidden = chance is None or (chance.seen_by is not None and self.before.viewer not in chance.seen_by)
        return None if hidden else chance


def walk(game: Game, journal: Journal, side: str | None) -> Iterator[Stride]:
    """Every line of a journal that is no standing order."""
    viewer = side or "observer"
    ends = VisibleLines(viewer).follow(journal.entries)
    state = Record.replay(game, journal, entries=0).state
    view = state.view(side)
    for at, entry in enumerate(journal.entries):
        if entry.kind == "order":
            continue
        events: list[Event] = []
        state.listener = events.append
        before, turn = view, state.turn
        if entry.kind == "roll":
            state.roll(outcome_of(entry.text))
        elif entry.kind == "end":
            state.close(entry.side, entry.text)
        else:
            state.apply(entry.text)
        view = state.view(side)
        told = [event for event in events if event.seen_by is None or viewer in event.seen_by]
        yield Stride(entry, 1 + bisect_left(ends, at + 1), turn, before, view, told)
