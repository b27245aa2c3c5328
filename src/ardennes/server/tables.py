"""Live tables: a record in memory for each game that somebody looks at, always as the database has it.

A change is tried on a copy of the record, which takes the record's place once it is stored. Where it is not known
whether it was, the table is in doubt, and is read from the database before anything else is answered.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeGuard
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

import ardennes
from ardennes.engine.errors import ArdennesError, Refused
from ardennes.engine.game import Game
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.server import series as rematches
from ardennes.server.history import History
from ardennes.server.limits import KEPT
from ardennes.server.loading import Loader, made_change, score_of, taken
from ardennes.server.repeats import Sent, noted, refuse_repeated
from ardennes.server.reports import Report
from ardennes.server.slices import Slices
from ardennes.server.store import Change, Conflict, Missing, Played, Proposal, Seat, Store, TableRow, Unavailable
from ardennes.server.table import HUMAN as HUMAN
from ardennes.server.table import OBSERVER as OBSERVER
from ardennes.server.table import SHARED as SHARED
from ardennes.server.table import SKIP as SKIP
from ardennes.server.table import Table as Table
from ardennes.server.table import machine_asked
from ardennes.server.table import may_decide as may_decide

log = logging.getLogger(__name__)

IDLE = 60.0  # seconds after which a finished game that nobody looks at leaves memory
REBASED = 5  # times that a change is tried again because of standing orders stored elsewhere
LOOKED_AT = 3  # tables that may leave memory, whenever one is used: more than come, so that they do not pile up
HISTORIES = 20  # tables of which the past is kept in memory too


class NotStored(Unavailable):
    """A change that was not stored, as is known from reading."""


class Tables:
    """All tables of a server process, of which so many are `kept` in memory though nobody uses them."""

    def __init__(self, store: Store, luck: random.Random | None = None, *, kept: int = KEPT) -> None:
        self.store = store
        self.dice = luck or random.SystemRandom()
        self.kept = kept
        self.slices = Slices()
        self._loader = Loader(store, self.slices)
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._known: WeakValueDictionary[str, Table] = WeakValueDictionary()  # also those that somebody still uses
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._past: OrderedDict[str, Table] = OrderedDict()  # those with a history in memory
        self.on_change: list[Callable[[Table], None]] = []
        self.on_audience: Callable[[Table], None] | None = None
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
        if journal is None:
            record = Record.start(rules, scenario, **options)
        else:
            record = await self._loader.replay(rules, journal)
        roll_due(record, self.dice)
        head = record.journal
        identity = secrets.token_urlsafe(9)
        seats = self._seats(identity, rules, players)
        row = TableRow(
            id=identity,
            game=game,
            rules=head.rules,
            scenario=head.scenario,
            options=head.options,
            position=head.position,
            over=record.state.result.level if record.state.result else "",
            turn=record.state.turn,
            due=machine_asked(record, seats),
            series=series,
            number=number,
            score=score_of(record),
        )
        await self.store.create(row, seats, [str(entry) for entry in head.entries])
        return row.id, seats

    async def rematch(self, table: Table) -> None:
        """The next game of a table's series, sides exchanged; whoever asks second finds it there. Raises Refused."""
        record = table.record
        if not record.state.over:
            raise Refused("engine-due", "A rematch can start when the game is over.")
        await self._tally(table)
        if not any(one.number == table.number + 1 for one in table.series):
            begun = replace(record.journal, entries=[])
            players, first = rematches.next_players(record.game, table.seats), table.series[0].series
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
        """The table in memory, as the database has it. Raises Missing, or Unavailable if that cannot be known."""
        lock = self._loading.get(table)
        if lock is None:
            lock = self._loading[table] = asyncio.Lock()
        async with lock:
            live = self._known.get(table)
            fresh = live is None
            if live is None:
                live = self._known[table] = await self._loader.load(table)
                live.on_audience = self._audience
            elif live.doubt or self.store.is_postgres:
                async with live.lock:  # another process may have changed it; never while this one does
                    if live.doubt or self.store.is_postgres:
                        await self._catch_up(live)
            if live.record.state.over:
                await self._tally(live)
            self._keep(live)
        if fresh:
            self._tell(live)
        return live

    async def _catch_up(self, live: Table) -> None:
        """Bring a table that is locked to where the database has it. Raises Unavailable if that cannot be known."""
        before = live.machine, live.revision
        if live.doubt:
            await self.store.settle(live.id)
        await self._loader.catch_up(live)
        if (live.machine, live.revision) != before:
            self._tell(live)

    def _audience(self, table: Table) -> None:
        """Somebody came, went, or set the pace."""
        if self.on_audience is not None:
            self.on_audience(table)
        if table.record.state.over and not table.listeners:
            self._leave_later(table)

    def _tell(self, table: Table) -> None:
        """Let a machine know that it may be asked now."""
        for told in self.on_change:
            told(table)

    async def history(self, table: Table) -> History:
        """The table's past, from its first line to its present one."""
        known = await self._loader.history(table, table.record)
        table.history = known
        self._past[table.id] = table
        self._past.move_to_end(table.id)
        while len(self._past) > HISTORIES:
            _, longest = self._past.popitem(last=False)
            longest.history = None
        return known

    async def _tally(self, table: Table) -> None:
        """The series of a game that is over, as the database has it now, for all of its games that are looked at."""
        games = await self.store.series(table.id)
        mates = [self._known[one.table] for one in games if one.table in self._known]
        for mate in (one for one in mates if one.series != games and one.record.state.over):
            mate.series = games
            mate.wake()
        table.series = games

    # ---- leaving memory ----

    def _keep(self, table: Table) -> None:
        """Keep a table that is used, and no more than may be; whoever still uses another goes on with it."""
        table.used = time.monotonic()
        self._live[table.id] = table
        self._live.move_to_end(table.id)
        if table.record.state.over:
            self._leave_later(table)
        for _ in range(LOOKED_AT):
            oldest = next(iter(self._live))
            if len(self._live) <= self.kept or oldest == table.id:
                break
            if self._live[oldest].listeners:
                self._live.move_to_end(oldest)
                self._live.move_to_end(table.id)
            else:
                self._leave(oldest)

    def _leave_later(self, table: Table) -> None:
        """A game that is over leaves memory when nobody has looked at it for a while."""
        asyncio.get_running_loop().call_later(IDLE, self._leave_if_idle, table.id)

    def _leave_if_idle(self, name: str) -> None:
        table = self._live.get(name)
        if table is not None and not table.listeners and time.monotonic() - table.used >= IDLE * 0.99:
            self._leave(name)

    def _leave(self, name: str) -> None:
        self._live.pop(name, None)
        self._past.pop(name, None)

    @property
    def in_memory(self) -> int:
        """How many tables are in memory, also those that are not kept but still used."""
        return len(self._known)

    @property
    def names(self) -> list[str]:
        """The tables that are in memory."""
        return list(self._known)

    # ---- what others do ----

    def seated(self, table: str, seats: list[Seat], invited: tuple[str, ...]) -> None:
        """Seats have changed hands; without any the table is gone."""
        live = self._known.get(table)
        if live is None:
            return
        if not seats:
            self._leave(table)
            self._known.pop(table, None)
        live.seats, live.invited = seats, invited
        live.writers = {seat.token: live.writers[seat.token] for seat in seats if seat.token in live.writers}
        live.wake()

    async def series_changed(self, games: Sequence[Played]) -> None:
        """A game of a series is gone: whoever looks at the others is shown so. Raises Unavailable."""
        for mate in [self._known[one.table] for one in games if one.table in self._known]:
            await self._tally(mate)

    def changed_elsewhere(self, table: str, sequence: int) -> None:
        """Another process changed a table: those who listen look, and so find out."""
        live = self._known.get(table)
        if live is not None and live.sequence < sequence:
            live.wake()

    # ---- changing ----

    @asynccontextmanager
    async def changing(
        self,
        table: Table,
        revision: int | None,
        report: Report | None = None,
        *,
        sent: Sent | None = None,
        branch: int | None = None,
    ) -> AsyncIterator[Record]:
        """Change the record that is given, a copy; it is stored when the block ends, and only then the table's own.

        A machine leaves a report of what it is about to do, which is stored beside the first line of it. Whoever goes
        back gives a `branch`: what is left stays, as a line of play; 0, or the number of the one that is taken up.
        Raises Repeated where what a seat has sent is stored already, Conflict where the caller saw another revision,
        Unavailable where nothing could be stored, and whatever the engine refuses.
        """
        async with table.lock:
            if table.doubt:
                await self._catch_up(table)
            refuse_repeated(table.done, sent)
            if revision is not None and revision != table.revision:
                raise Conflict(f"The game is at {table.revision}, but you saw {revision}; look again.")
            draft = table.record.copy()
            yield draft
            dice = roll_due(draft, self.dice)
            await self._save(table, draft, dice, report, sent, branch)
        table.wake()
        self._tell(table)

    async def go_back(self, table: Table, seat: Seat, line: int, kept: int, sent: Sent | None = None) -> None:
        """Go back to a line as a seat counts them, where so many are kept: at once where one person plays.

        Else it is proposed, and done when another side asks for the same. Raises Refused.
        """
        proposed, revision = table.proposal, table.revision
        if goes_alone(table, seat):
            await self._rewind(table, revision, kept, sent)
        elif agrees(proposed, seat) and proposed.rewinds and table.proposed_line(seat.side) == line:
            await self._rewind(table, revision, proposed.kept, sent)
        else:
            await self.propose(table, Proposal(seat.side, kept), sent)

    async def _rewind(self, table: Table, revision: int, kept: int, sent: Sent | None) -> None:
        async with self.changing(table, revision, sent=sent, branch=0) as draft:
            await self.slices.run(draft.rewind_steps(kept))

    async def take_up(self, table: Table, seat: Seat, number: int, sent: Sent | None = None) -> None:
        """Go back to a line of play that was left; the one that is left now is kept. Agreed to as in `go_back`.

        Raises Missing, Refused, and JournalError where a corrected rule forbids one of its lines.
        """
        if not any(one.number == number for one in table.branches):
            raise Missing("There is no such line of play.")
        proposed, revision = table.proposal, table.revision
        if not goes_alone(table, seat) and not (agrees(proposed, seat) and proposed.branch == number):
            entries = len(table.record.journal.entries)
            await self.propose(table, Proposal(seat.side, entries, number), sent)
            return
        other = await self._loader.branch(table, number)
        async with self.changing(table, revision, sent=sent, branch=number) as draft:
            await self.slices.run(draft.replace_steps(other))

    async def propose(self, table: Table, proposal: Proposal | None, sent: Sent | None = None) -> None:
        """A side proposes to rewind, or the proposal is refused; it lapses when the game goes on."""
        async with table.lock:
            if table.doubt:
                await self._catch_up(table)
            if proposal != table.proposal:
                done = noted(table.done, sent)
                try:
                    table.sequence = await self.store.propose(table.id, table.sequence, proposal, done)
                except BaseException:
                    table.doubt = True
                    raise
                table.proposal, table.done = proposal, done
        table.wake()

    async def resume(self, table: Table, revision: int | None, sent: Sent | None = None) -> None:
        """Play on where a corrected rule has stopped a game. Raises Refused where none has, or the game is over."""
        async with self.changing(table, revision, sent=sent) as record:
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
        self,
        table: Table,
        draft: Record,
        dice: list[tuple[int, int]],
        report: Report | None,
        sent: Sent | None,
        branch: int | None,
    ) -> None:
        """Store what was done in a copy of the record, and put it in the record's place."""
        for _ in range(REBASED):
            change = made_change(table, draft, dice, report, sent, branch)
            if change is None:
                table.record = draft  # it may know what can be done again
                return
            try:
                sequence = await self._write(table, change)
                figures = await self._loader.figures(table, draft)
                break
            except NotStored:
                raise
            except Conflict:
                table.doubt = True
                draft, dice = await self._rebase(table, draft, change, dice)
            except BaseException:
                table.doubt = True
                raise
        else:
            raise Conflict("The game is changing too fast; look again.")
        taken(table, draft, change, sequence)
        if draft.state.over:
            table.plots = figures
            self._leave_later(table)
            await self._tally_if_reached(table)

    async def _write(self, table: Table, change: Change) -> int:
        """Store a change; the new sequence number. Where its outcome is not known it is found out by reading."""
        try:
            return await self.store.change(table.id, table.sequence, change)
        except Unavailable as error:
            await self.store.settle(table.id)
            found = await self.store.load(table.id, change.keep)
            if found.head.sequence == table.sequence:
                raise NotStored(str(error)) from error
            if (found.head.sequence, found.head.lines, found.lines) == (table.sequence + 1, change.lines, change.add):
                return found.head.sequence
            raise Conflict("The game has changed since; look again.") from None

    async def _rebase(
        self, table: Table, draft: Record, change: Change, dice: list[tuple[int, int]]
    ) -> tuple[Record, list[tuple[int, int]]]:
        """What was done, put behind standing orders that another process has stored meanwhile. Raises Conflict.

        Nobody is kept from deciding by what another side may not even show.
        """
        revision = table.revision
        await self._catch_up(table)
        if table.revision != revision or change.cut:
            raise Conflict("The game has changed since; look again.")
        again = table.record.copy()
        again.follow(draft.journal.entries[change.keep :])
        again.resume()
        return again, [*dice, *roll_due(again, self.dice)]

    async def _tally_if_reached(self, table: Table) -> None:
        """The series of a game that has just ended; if the database cannot be reached, the next look finds it."""
        try:
            await self._tally(table)
        except Unavailable:
            log.warning("the series of table %s is not known yet", table.id)


def goes_alone(table: Table, seat: Seat) -> bool:
    """Whether a player may go back without asking: nobody else plays, or all sit at one screen."""
    humans = {one.side for one in table.seats if one.player == HUMAN and one.side in table.record.game.sides}
    return len(humans) == 1 or seat.side == SHARED


def agrees(proposed: Proposal | None, seat: Seat) -> TypeGuard[Proposal]:
    """Whether a seat may agree to what is proposed: another one's proposal."""
    return proposed is not None and proposed.side != seat.side


def roll_due(record: Record, luck: random.Random) -> list[tuple[int, int]]:
    """Let all dice fall that are due; which they were, but for those that not everybody may see."""
    fallen: list[tuple[int, int]] = []
    while not record.state.over and (chance := record.state.chance) is not None:
        roll = chance.sample(luck)
        if chance.seen_by is None:
            fallen += [(die.sides, int(str(face))) for die, face in zip(chance.dice, roll, strict=False)]
        record.roll(roll)
    return fallen
