"""Looking back: the state after any line of a journal, with what its log said then.

A replay keeps a copy of the state every few lines, so that any moment is a few steps away from one that is kept.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from ardennes.engine.event import Event
from ardennes.engine.game import Game
from ardennes.engine.journal import BLANK, Entry, Journal, VisibleLines, seen_as
from ardennes.engine.record import Record, Rolled, finish
from ardennes.engine.state import State

KEPT = 24  # lines between two states that are kept


@dataclass(frozen=True, slots=True)
class Moment:
    """What stood on record after some line: the state, the log so far, the rolls so far."""

    state: State
    events: tuple[Event, ...]
    ends: tuple[int, ...]
    rolls: tuple[Rolled, ...]

    def events_for(self, side: str | None) -> list[Event]:
        """The events that a side could read then."""
        return readable(self.events, side)


def readable(events: tuple[Event, ...], side: str | None) -> list[Event]:
    """Those of the events that a side may read."""
    return [e for e in events if e.seen_by is None or (side is not None and side in e.seen_by)]


class History:
    """A game from its first line to the one at which it was taken; later lines are no part of it."""

    def __init__(self, record: Record) -> None:
        source = record.journal
        self.game: Game = record.game
        self.journal = Journal(source.game, source.rules, source.scenario, dict(source.options), source.position)
        self.journal.entries = list(source.entries)
        self.events, self.ends, self.rolls = tuple(record.events), tuple(record.ends), tuple(record.rolls)
        self.turns: list[int] = []
        self._kept: dict[int, State] = {}
        self._last: State | None = None
        self._visible: dict[str, VisibleLines] = {}

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self.journal.entries)

    def is_of(self, record: Record) -> bool:
        """Whether this is the whole past of a record."""
        return self.journal.entries == record.journal.entries

    def walk(self) -> History:
        """Replay the whole journal and keep what `at` needs. It takes as long as the game is long."""
        return finish(self.walk_steps())

    def walk_steps(self, known: History | None = None) -> Generator[None, None, History]:
        """As `walk`, stopping after each line; begun where an earlier history of the same game ends."""
        last = known._last if known is not None else None
        if known and last and known.journal.entries == self.journal.entries[: known.lines]:
            state, self.turns, self._kept = last.copy(), known.turns[:], dict(known._kept)
        else:
            state = Record.replay(self.game, self.journal, entries=0).state
            self._keep(state)
        state.listener = None
        for entry in self.journal.entries[len(self.turns) - 1 :]:
            _again(state, entry)
            self._keep(state)
            yield
        self._last = state
        return self

    def _keep(self, state: State) -> None:
        if len(self.turns) % KEPT == 0:
            self._kept[len(self.turns)] = state.copy()
        self.turns.append(state.turn)

    # ---- as a side counts the lines ----

    def _ends(self, side: str | None) -> list[int]:
        viewer = side or "observer"
        return self._visible.setdefault(viewer, VisibleLines(viewer)).follow(self.journal.entries)

    def lines_of(self, side: str | None) -> int:
        """How many lines a side counts."""
        return len(self._ends(side))

    def end_of(self, side: str | None, line: int) -> int:
        """How many lines there are up to the end of one that a side counts; 0 before the first."""
        return self._ends(side)[line - 1] if line else 0

    def at(self, line: int) -> Moment:
        """The moment after so many lines."""
        near = line - line % KEPT
        state = self._kept[near].copy()
        for entry in self.journal.entries[near:line]:
            _again(state, entry)
        rolls = tuple(rolled for rolled in self.rolls if rolled.entry < line)
        return Moment(state, self.events[: self._told(line)], self.ends[:line], rolls)

    def _told(self, line: int) -> int:
        """How much of the log stood after so many lines."""
        return self.ends[line - 1] if line else 0

    def moments(self, side: str | None) -> list[dict[str, Any]]:
        """Every line that a side counts, as it may read it: its number, its turn, who decided, what the log says."""
        found = []
        before = 0
        for number, at in enumerate(self._ends(side), 1):
            entry = seen_as(self.journal.entries[at - 1], side or "observer")
            said = readable(self.events[self._told(before) : self._told(at)], side)
            text = _gist(said) if said else self._phrase(entry)
            found.append({"line": number, "turn": self.turns[at], "side": entry.side, "text": text})
            before = at
        return found

    def losses(self, side: str | None) -> list[dict[str, Any]]:
        """What each side has lost, as the log tells a side: the turn, how many pieces, and the sentence."""
        found = []
        for at in range(1, self.lines + 1):
            said = readable(self.events[self._told(at - 1) : self._told(at)], side)
            found += [
                {"turn": self.turns[at - 1], "side": one.side, "count": one.pieces, "text": one.text, "rule": one.rule}
                for one in said
                if one.kind == "loss" and one.pieces
            ]
        return found

    def _phrase(self, entry: Entry) -> str:
        """A line of which the log says nothing, as a player reads it."""
        chosen = entry.kind in ("action", "answer") and entry.text != BLANK
        return self.game.phrase(self.game.parse(entry.text)) if chosen else ""


def _gist(said: list[Event]) -> str:
    """The sentence that tells most of what came of a line: the last that is not about what it cost."""
    return next((event.text for event in reversed(said) if event.kind != "cost"), said[-1].text)


def _again(state: State, entry: Entry) -> None:
    if entry.kind == "roll":
        words = entry.text.split()
        state.roll([int(word) for word in words] if all(word.isdigit() for word in words) else words)
    elif entry.kind == "end":
        state.close(entry.side, entry.text)
    elif entry.kind != "order":
        state.apply(entry.text)
