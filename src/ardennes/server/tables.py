"""Live tables: a record in memory for each game that somebody looks at, always as the database has it."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

import ardennes
from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.game import Game
from ardennes.engine.journal import Entry, Journal
from ardennes.engine.record import Record
from ardennes.engine.screen import Parts, Plot
from ardennes.server import series as rematches
from ardennes.server.history import History
from ardennes.server.plots import plots
from ardennes.server.reports import Report
from ardennes.server.screen_writer import ScreenWriter
from ardennes.server.stopped import Stopped
from ardennes.server.store import Change, Conflict, Missing, Played, Seat, Store, Stored, TableRow

KEPT = 500  # tables kept in memory; the one not looked at for longest goes first
OBSERVER = "observer"
USUAL, SKIP = "normal", "skip"  # paces of a machine
SHARED = "*"  # the side of a seat that plays all human sides at one screen


@dataclass(slots=True)
class Table:
    """A game in memory, the revision it stands at, and who listens."""

    id: str
    record: Record
    revision: int
    seats: list[Seat]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    watched: bool = False  # whether there ever was one
    proposal: tuple[str, int] | None = None  # a rewind that the other side must agree to: (side, line)
    history: History | None = None  # the last one that was asked for
    plots: dict[str | None, list[Plot]] = field(default_factory=dict)  # by viewer, once the game is over
    parts: Parts = field(default_factory=Parts)  # of the screens that were shown last
    writers: dict[str, ScreenWriter] = field(default_factory=dict)  # of what each seat is shown
    reports: list[Report] = field(default_factory=list)  # of the machines, in the order of the lines
    carried: int | None = None  # the lines before the thought that a machine carries out just now
    working: str = ""  # what the machine does that is asked: thinking, playing
    pace: str = USUAL  # how fast a machine plays that somebody watches
    usual: str = USUAL  # the pace after a stretch that was skipped
    hurried: asyncio.Event = field(default_factory=asyncio.Event)  # set when the pace changes
    hint: tuple[int, object] | None = None  # the last one, and the revision that it is for
    hinting: asyncio.Lock = field(default_factory=asyncio.Lock)
    stopped: Stopped | None = None  # where a corrected rule stops the stored journal, until somebody plays on
    archived: int = 0  # journals that corrected rules have cut
    number: int = 1  # which game of its series it is
    series: list[Played] = field(default_factory=list)  # the games of the series, once this one is over

    def wake(self) -> None:
        """Tell whoever listens that the table has changed."""
        for listener in self.listeners:
            listener.set()

    @property
    def mark(self) -> tuple[object, ...]:
        """Changes whenever a seat is to be shown something else."""
        return (self.revision, self.proposal, self.machine, self.pace, self.working, self.series)

    @property
    def has_machine(self) -> bool:
        """Whether a machine sits at the table."""
        return any(seat.player not in ("human", OBSERVER) for seat in self.seats)

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
        self.wake()

    @property
    def machine(self) -> str:
        """The machine player whose decision is due; "" if a person is asked, or nobody.

        None plays on of itself where a corrected rule has stopped the game.
        """
        state = self.record.state
        if self.stopped is not None or state.over or state.chance is not None:
            return ""
        side = state.decision.side
        return next((s.player for s in self.seats if s.side == side and s.player not in ("human", OBSERVER)), "")


def _journal(stored: Stored, game: Game) -> Journal:
    journal = Journal(stored.game, stored.rules, stored.scenario, dict(stored.options), stored.position)
    journal.entries = [Entry.parse(line, n, game.sides) for n, line in enumerate(stored.lines, 1)]
    return journal


class Tables:
    """All tables of a server process."""

    def __init__(self, store: Store, luck: random.Random | None = None) -> None:
        self.store = store
        self.dice = luck or random.SystemRandom()
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self.on_change: list[Callable[[Table], None]] = []
        self.telling = asyncio.Lock()  # live lines are told one after the other

    # ---- beginning ----

    async def create(
        self,
        game: str,
        scenario: str | None,
        options: Mapping[str, str | bool],
        players: Mapping[str, str],
        *,
        journal: Journal | None = None,
        series: str | None = None,
        number: int = 1,
    ) -> tuple[str, list[Seat]]:
        """A new table; `players` says who plays each side: human, link, or a machine. Raises ArdennesError.

        A rematch has a number in the series that its first table names.
        """
        rules = ardennes.game(game)
        unknown = sorted(set(players) - set(rules.sides))
        if unknown:
            raise ArdennesError(f"{rules.title} has no side “{unknown[0]}”.")
        record = Record.replay(rules, journal) if journal else Record.start(rules, scenario, **options)
        self._roll(record)
        head = record.journal
        row = TableRow(
            id=secrets.token_urlsafe(9),
            game=game,
            rules=head.rules,
            scenario=head.scenario,
            options=head.options,
            position=head.position,
            over="",
            turn=record.state.turn,
            series=series,
            number=number,
            score=score_of(record),
        )
        seats = self._seats(row.id, rules, players)
        await self.store.create(row, seats, [str(entry) for entry in head.entries])
        return row.id, seats

    async def rematch(self, table: Table) -> None:
        """The next game of a table's series, sides exchanged; whoever asks second finds it there. Raises Refused."""
        record = table.record
        if not record.state.over:
            raise Refused("engine-due", "A rematch follows when the game is over.")
        await self._tally(table)
        if not any(one.number == table.number + 1 for one in table.series):
            begun = replace(record.journal, entries=[])
            players, first = rematches.next_players(record.game, table.seats), table.series[0].table
            try:
                new, _ = await self.create(
                    begun.game, None, {}, players, journal=begun, series=first, number=table.number + 1
                )
            except IntegrityError:  # the other player asked at the same moment
                pass
            else:
                await self.at(new)  # a machine that is asked first begins at once
            await self._tally(table)
        table.wake()

    def _seats(self, table: str, game: Game, players: Mapping[str, str]) -> list[Seat]:
        """A seat for each side, one for onlookers, and one shared screen where two people sit at it."""

        def token() -> str:
            return secrets.token_urlsafe(24)

        kinds = {side: players.get(side, "human") for side in game.sides}
        seats = [Seat(token(), table, s, "human" if k in ("human", "link") else k) for s, k in kinds.items()]
        seats.append(Seat(token(), table, "", OBSERVER))
        if sum(kind == "human" for kind in kinds.values()) > 1:
            seats.append(Seat(token(), table, SHARED, "human"))
        return seats

    # ---- finding ----

    async def at(self, table: str) -> Table:
        """The table in memory, as the database has it. Raises Missing."""
        lock = self._loading.setdefault(table, asyncio.Lock())
        async with lock:
            live = self._live.get(table)
            if live is None:
                live = await self._load(table)
                self._live[table] = live
                self._forget()
                self._tell(live)
            elif self.store.is_postgres:
                await self._catch_up(live)
            if live.record.state.over:
                await self._tally(live)
            self._live.move_to_end(table)
        return live

    async def _catch_up(self, live: Table) -> None:
        """Another process may have changed the table; never while this one changes it."""
        async with live.lock:
            if await self.store.revision(live.id) != live.revision:
                await self._reload(live)

    def _tell(self, table: Table) -> None:
        """Let a machine know that it may be asked now."""
        for told in self.on_change:
            told(table)

    async def _load(self, table: str) -> Table:
        stored = await self.store.load(table)
        game = ardennes.game(stored.game)
        journal = _journal(stored, game)
        record, illegal = await asyncio.to_thread(Record.replay_legal, game, journal)
        lines = len(record.journal.entries)
        reports = [report for report in await self.store.reports(table) if report.first < lines]
        loaded = Table(table, record, stored.revision, await self.store.seats(table), reports=reports)
        loaded.archived, loaded.number = stored.originals, stored.number
        if illegal is not None:
            loaded.stopped = Stopped(illegal, record.state.turn, journal)
        await self._sum_up(loaded)
        return loaded

    async def history(self, table: Table) -> History:
        """The table's past, from its first line to its present one."""
        known = table.history
        if known is None or known.journal.entries != table.record.journal.entries:
            known = await asyncio.to_thread(History(table.record).walk)
            table.history = known
        return known

    async def _tally(self, table: Table) -> None:
        """The series of a game that is over, as the database has it now, for all of its games that are looked at."""
        games = await self.store.series(table.id)
        mates = [self._live[one.table] for one in games if one.table in self._live]
        for mate in (one for one in mates if one.series != games and one.record.state.over):
            mate.series = games
            mate.wake()
        table.series = games

    async def _sum_up(self, table: Table) -> None:
        """The figures of a game that is over."""
        table.plots, table.series = {}, []
        if table.record.state.over:
            await self._tally(table)
            history = await self.history(table)
            for viewer in (*table.record.game.sides, None):
                table.plots[viewer] = await asyncio.to_thread(plots, history, viewer)

    async def _reload(self, live: Table) -> None:
        fresh = await self._load(live.id)
        live.record, live.revision, live.plots = fresh.record, fresh.revision, fresh.plots
        live.reports, live.stopped, live.archived = fresh.reports, fresh.stopped, fresh.archived
        live.series = fresh.series

    def _forget(self) -> None:
        for name in list(self._live)[:-1]:  # not the one that was just asked for
            if len(self._live) <= KEPT:
                return
            if not self._live[name].listeners and not self._live[name].lock.locked():
                del self._live[name]
                self._loading.pop(name, None)

    def changed_elsewhere(self, table: str, revision: int) -> None:
        """Another process changed a table: reload it at the next look, and wake those who listen."""
        live = self._live.get(table)
        if live is not None and live.revision < revision:
            live.wake()

    # ---- changing ----

    @asynccontextmanager
    async def changing(self, table: Table, revision: int | None, report: Report | None = None) -> AsyncIterator[Record]:
        """Change the record inside the block; it is stored when the block ends, and undone if that fails.

        A machine leaves a report of what it is about to do, which is stored beside the first line of it.
        Raises Conflict where the caller saw another revision, and whatever the engine refuses.
        """
        async with table.lock:
            if revision is not None and revision != table.revision:
                raise Conflict(f"The table is at {table.revision}, you saw {revision}; look again.")
            before = list(table.record.journal.entries)
            try:
                yield table.record
                dice = self._roll(table.record)
                await self._save(table, before, dice, report)
                await self._sum_up(table)
            except BaseException:
                if table.record.journal.entries != before:
                    await self._reload(table)
                raise
        table.wake()
        self._tell(table)

    async def resume(self, table: Table, revision: int | None) -> None:
        """Play on where a corrected rule has stopped a game. Raises Refused where none has, or the game is over."""
        async with self.changing(table, revision) as record:
            if table.stopped is None:
                raise Refused("engine-due", "No corrected rule has stopped this game.")
            if record.state.over:
                raise Refused("engine-due", "The game is over.")
            record.resume()

    async def original(self, table: Table, number: int) -> Journal:
        """A journal of the table as it was stored before a corrected rule cut it, or cuts it. Raises Missing."""
        if not 1 <= number <= table.originals:
            raise Missing("There is no such journal.")
        if table.stopped is not None and number == table.originals:
            return table.stopped.original
        game = table.record.game
        return Journal.parse(await self.store.original(table.id, number), {game.name: game.sides})

    async def _save(
        self, table: Table, before: list[Entry], dice: list[tuple[int, int]], report: Report | None
    ) -> None:
        lines = table.record.journal.entries
        both = zip(before, lines, strict=False)
        keep = next((n for n, (a, b) in enumerate(both) if a is not b and a != b), min(len(before), len(lines)))
        stopped = table.stopped  # whoever changes a game that was stopped plays on
        if keep == len(lines) == len(before) and stopped is None:
            return
        state = table.record.state
        handed = (bool(before) and state.over) or _owner(before) != _owner(lines)
        change = Change(
            keep=keep,
            cut=keep < len(before) or stopped is not None,
            add=tuple(str(entry) for entry in lines[keep:]),
            turn=state.turn,
            rules=table.record.journal.rules,
            over=state.result.level if state.result else "",
            score=score_of(table.record),
            snapshot=state.to_json() if handed else None,
            dice=tuple(dice),
            report=report,
            original=stopped.original if stopped else None,
        )
        table.revision = await self.store.change(table.id, table.revision, change)
        table.reports = [known for known in table.reports if known.first < keep] + ([report] if report else [])
        if stopped is not None:
            table.stopped, table.archived = None, table.archived + 1

    def _roll(self, record: Record) -> list[tuple[int, int]]:
        """Let all dice fall that are due, by the operating system's randomness; which they were."""
        fallen: list[tuple[int, int]] = []
        while not record.state.over and (chance := record.state.chance) is not None:
            roll = chance.sample(self.dice)
            fallen += [(die.sides, int(str(face))) for die, face in zip(chance.dice, roll, strict=False)]
            record.roll(roll)
        return fallen


def score_of(record: Record) -> dict[str, Any] | None:
    """What a game that is over adds to the record of its series, None if it keeps none."""
    found = record.game.score(record.state)
    return None if found is None else found._asdict()


def _owner(entries: Sequence[Entry]) -> str:
    """The side that decided last."""
    return next((entry.side for entry in reversed(entries) if entry.kind != "roll"), "")


def may_decide(seat: Seat, record: Record) -> str:
    """The side for which a seat decides now. Raises Refused if it does not."""
    if seat.player != "human":
        raise Refused(
            "engine-due", "An onlooker does not decide." if seat.player == OBSERVER else "A machine sits here."
        )
    state = record.state
    if state.over:
        raise Refused("engine-due", "The game is over.")
    if state.chance is not None:
        raise Refused("engine-due", "A die roll comes first.")
    side = state.decision.side
    if seat.side not in (side, SHARED):
        raise Refused("engine-due", f"It is {side}'s decision, not {seat.side}'s.")
    return side
