"""A table in memory: the record of its game as it is stored, and who sits at it, listens and plays."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakMethod

from ardennes.engine.errors import Refused
from ardennes.engine.journal import VisibleLines
from ardennes.engine.record import Record
from ardennes.engine.screen import Parts, Plot
from ardennes.server.history import History
from ardennes.server.repeats import Done
from ardennes.server.reports import Report
from ardennes.server.screen_writer import ScreenWriter
from ardennes.server.stopped import Stopped
from ardennes.server.store import Branch, Played, Proposal, Seat

HUMAN, OBSERVER = "human", "observer"
USUAL, SKIP = "normal", "skip"  # paces of a machine
SHARED = "*"  # the side of a seat that plays all human sides at one screen


class Listeners(set[asyncio.Event]):
    """Those who listen at a table; somebody may want to know when one comes or goes."""

    def __init__(self) -> None:
        super().__init__()
        self.changed: Callable[[], None] = lambda: None

    def add(self, listener: asyncio.Event) -> None:
        """One comes."""
        super().add(listener)
        self.changed()

    def discard(self, listener: object) -> None:
        """One goes."""
        super().discard(listener)
        self.changed()


@dataclass(slots=True, weakref_slot=True, eq=False)
class Table:
    """A game in memory, the revision it stands at, and who listens. The record is never ahead of what is stored."""

    id: str
    record: Record
    revision: int  # of the game, as every seat sees it
    seats: list[Seat]
    sequence: int = 0  # how often the table was stored
    stored: int = 0  # lines that are stored, also those that a corrected rule forbids
    doubt: bool = False  # whether the database may have something else: it is read before anything is answered
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: Listeners = field(default_factory=Listeners)
    watched: bool = False  # whether there ever was one
    proposal: Proposal | None = None  # to go back, which the other side must agree to
    branches: tuple[Branch, ...] = ()  # lines of play that somebody went back from
    done: Done = field(default_factory=dict)  # the ids of each seat's last changes
    history: History | None = None  # the last one that was asked for
    plots: dict[str | None, list[Plot]] = field(default_factory=dict)  # by viewer, once the game is over
    parts: Parts = field(default_factory=Parts)  # of the screens that were shown last
    writers: dict[str, ScreenWriter] = field(default_factory=dict)  # of what each seat is shown
    reports: list[Report] = field(default_factory=list)  # of the machines, in the order of the lines
    carried: int | None = None  # the lines before the thought that a machine carries out just now
    working: str = ""  # what the machine does that is asked: thinking, playing
    pace: str = USUAL  # how fast a machine plays that somebody watches
    usual: str = USUAL  # the pace after a stretch that was skipped
    hurried: asyncio.Event = field(default_factory=asyncio.Event)  # set when the pace or the audience changes
    on_audience: Callable[[Table], None] | None = None  # told when somebody comes or goes, or sets the pace
    hint: tuple[int, object] | None = None  # the last one, and the revision that it is for
    hinting: asyncio.Lock = field(default_factory=asyncio.Lock)
    stopped: Stopped | None = None  # where a corrected rule stops the stored journal, until somebody plays on
    archived: int = 0  # journals that corrected rules have cut
    number: int = 1  # which game of its series it is
    series: list[Played] = field(default_factory=list)  # the games of the series, once this one is over
    invited: tuple[str, ...] = ()  # sides whose seat nobody has taken yet
    client: str = ""  # the address that asked for something last, which the machine's thinking is charged to
    used: float = 0.0  # when somebody last asked for the table
    _visible: dict[str, VisibleLines] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mine = WeakMethod(self._audience_changed)  # a table that is let go is gone at once, without a search for cycles

        def changed() -> None:
            if (method := mine()) is not None:
                method()

        self.listeners.changed = changed

    def __del__(self) -> None:
        self.record.release()

    def wake(self) -> None:
        """Tell whoever listens that the table has changed."""
        for listener in self.listeners:
            listener.set()

    def _audience_changed(self) -> None:
        self.watched = True
        self.hurried.set()
        if self.on_audience is not None:
            self.on_audience(self)

    @property
    def mark(self) -> tuple[object, ...]:
        """Changes whenever every seat is to be shown something else."""
        return (self.revision, self.proposal, self.machine, self.pace, self.working, self.series, self.invited)

    def mark_of(self, seat: Seat) -> tuple[object, ...]:
        """Changes whenever a seat is to be shown something else: what it did and ordered itself too, and no other."""
        return (*self.mark, self.record.orders.get(seat.side, ()), self.done.get(seat.side, ()))

    # ---- lines, as each side counts them ----

    def ends_of(self, side: str | None) -> list[int]:
        """How many lines are stored up to the end of each line that a side counts."""
        viewer = side or OBSERVER
        known = self._visible.setdefault(viewer, VisibleLines(viewer))
        return known.follow(self.record.journal.entries)

    def lines_of(self, side: str | None) -> int:
        """How many lines a side counts; nobody's secret orders are among them."""
        return len(self.ends_of(side))

    def line_as_seen(self, side: str | None, lines: int) -> int:
        """A number of stored lines as a side counts them."""
        return bisect_right(self.ends_of(side), lines)

    def proposed_line(self, side: str | None) -> int | None:
        """The line to which the game is proposed to go back, as a side counts; None if it is not."""
        return None if self.proposal is None else self.line_as_seen(side, self.proposal.kept)

    def recount(self) -> None:
        """Forget how lines are counted, since some were taken away."""
        self._visible.clear()

    # ---- machines ----

    @property
    def has_machine(self) -> bool:
        """Whether a machine sits at the table."""
        return any(seat.player not in (HUMAN, OBSERVER) for seat in self.seats)

    @property
    def has_human(self) -> bool:
        """Whether a person sits at the table, and may wait for a machine."""
        return any(seat.player == HUMAN for seat in self.seats)

    @property
    def has_audience(self) -> bool:
        """Whether a person waits for the machine: somebody watches, and has not asked to skip to the end."""
        return bool(self.listeners) and self.pace != SKIP

    @property
    def originals(self) -> int:
        """How many journals there are that corrected rules have cut, or cut now."""
        return self.archived + (self.stopped is not None)

    def hurry(self, pace: str) -> None:
        """Play at another pace from now on; to skip lasts until a person is asked."""
        self.pace = pace
        if pace != SKIP:
            self.usual = pace
        self.hurried.set()
        if self.on_audience is not None:
            self.on_audience(self)
        self.wake()

    @property
    def machine(self) -> str:
        """The machine player whose decision is due; "" if a person is asked, or nobody.

        None plays on of itself where a corrected rule has stopped the game.
        """
        return "" if self.stopped is not None else machine_asked(self.record, self.seats)


def machine_asked(record: Record, seats: list[Seat]) -> str:
    """The machine player whose decision is due in a record; "" if a person is asked, or nobody."""
    state = record.state
    if state.over or state.chance is not None:
        return ""
    side = state.decision.side
    return next((s.player for s in seats if s.side == side and s.player not in (HUMAN, OBSERVER)), "")


def may_decide(seat: Seat, record: Record) -> str:
    """The side for which a seat decides now. Raises Refused if it does not."""
    if seat.player != HUMAN:
        watching = seat.player == OBSERVER
        reason = "You are watching; only the players can move." if watching else "The computer plays this side."
        raise Refused("engine-due", reason)
    state = record.state
    if state.over:
        raise Refused("engine-due", "The game is over.")
    if state.chance is not None:
        raise Refused("engine-due", "Dice must be rolled first.")
    side = state.decision.side
    if seat.side not in (side, SHARED):
        raise Refused("engine-due", f"It is the {side.capitalize()} player’s decision, not yours.")
    return side
