"""Who holds a seat: invitations that turn into a secret of the friend's own, links that are replaced, games deleted.

A seat that is offered by link has a token that nobody knows. Whoever accepts the invitation is given a new one, once.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from ardennes.engine.errors import Refused
from ardennes.server.rows import DeletionRow, InvitationRow, SeatRow, TableRow
from ardennes.server.store import CHANNEL, Missing, Seat, Store, reaching

HUMAN, SHARED = "human", "*"
CREATOR = "*creator"  # the person who holds every seat that was not offered to another
SEATS = "seats"  # what other processes are told when a seat changes hands


class Invitation(NamedTuple):
    """A seat that is offered, or was."""

    code: str
    table: str
    side: str
    taken: bool


def secret() -> str:
    """A new token."""
    return secrets.token_urlsafe(24)


class Invitations:
    """The seats of a store, as far as they change hands."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def offer(self, table: str, sides: Sequence[str]) -> list[Invitation]:
        """Offer some seats of a new table."""
        offered = [Invitation(secret(), table, side, False) for side in sides]
        rows: list[dict[str, Any]] = [
            {"code": one.code, "table": table, "side": one.side, "accepted": None} for one in offered
        ]

        def work(connection: Connection) -> None:
            connection.execute(insert(InvitationRow), rows)

        if rows:
            await self.store.transact(work)
        return offered

    async def at(self, table: str) -> list[Invitation]:
        """Every seat of a table that is or was offered."""
        with reaching():
            async with self.store.sessions() as session:
                rows = (await session.scalars(select(InvitationRow).where(InvitationRow.table == table))).all()
        return [Invitation(row.code, row.table, row.side, row.accepted is not None) for row in rows]

    async def open_sides(self, table: str) -> tuple[str, ...]:
        """The sides of a table that wait for somebody."""
        return tuple(one.side for one in await self.at(table) if not one.taken)

    async def find(self, code: str) -> Invitation:
        """An invitation. Raises Missing."""
        with reaching():
            async with self.store.sessions() as session:
                row = await session.get(InvitationRow, code)
        if row is None:
            raise Missing("There is no invitation at this link.")
        return Invitation(row.code, row.table, row.side, row.accepted is not None)

    async def accept(self, code: str) -> Seat:
        """Take a seat that is offered, with a token that nobody has seen. Raises Missing, or Refused if it is taken."""
        found, token = await self.find(code), secret()

        def work(connection: Connection) -> None:
            free = (InvitationRow.code == code, InvitationRow.accepted.is_(None))
            taking = update(InvitationRow).where(*free).values(accepted=dt.datetime.now(dt.UTC))
            if connection.execute(taking).rowcount != 1:
                raise Refused("engine-due", "This seat is already taken.")
            there = (SeatRow.table == found.table, SeatRow.side == found.side)
            connection.execute(update(SeatRow).where(*there).values(token=token))
            self._tell(connection, found.table)

        await self.store.transact(work)
        self.store.forget_seats(found.table)
        return Seat(token, found.table, found.side, HUMAN)

    async def replace(self, seat: Seat) -> str:
        """A new token for a seat; the old one opens nothing any more. Raises Missing if it was replaced meanwhile."""
        token = secret()

        def work(connection: Connection) -> None:
            if connection.execute(update(SeatRow).where(SeatRow.token == seat.token).values(token=token)).rowcount != 1:
                raise Missing("There is no game at this link.")
            self._tell(connection, seat.table)

        await self.store.transact(work)
        self.store.forget_seats(seat.table)
        return token

    async def delete(self, seat: Seat, seats: Sequence[Seat]) -> list[str]:
        """Delete a table, or note that one of its players wants it; the sides whose word is missing. Raises Refused."""
        people = people_of(seats, await self.at(seat.table))
        person = people.get(seat.side)
        if seat.player != HUMAN or person is None:
            raise Refused("engine-due", "Only the players can delete a game.")
        missing: list[str] = []

        def work(connection: Connection) -> None:
            voted = set(connection.scalars(select(DeletionRow.person).where(DeletionRow.table == seat.table)))
            if person not in voted:
                connection.execute(insert(DeletionRow), {"table": seat.table, "person": person})
            waiting = {one for one in people.values() if one not in {*voted, person}}
            missing[:] = [side for side, one in people.items() if one in waiting and side != SHARED]
            if not missing:
                connection.execute(delete(TableRow).where(TableRow.id == seat.table))
                self._tell(connection, seat.table)

        await self.store.transact(work)
        self.store.forget_seats(seat.table)
        return missing

    def _tell(self, connection: Connection, table: str) -> None:
        """Let the other processes know that seats have changed hands."""
        if self.store.is_postgres:
            connection.execute(select(func.pg_notify(CHANNEL, f"{table} {SEATS}")))


def people_of(seats: Sequence[Seat], invitations: Sequence[Invitation]) -> dict[str, str]:
    """Who holds the seats of a table that people play, by side; a seat that nobody has taken yet has no holder.

    Whoever begins a game holds what was not offered to others. Two seats that were never offered and stand at no
    shared screen are a rematch's, or of a time before invitations: two people.
    """
    offered = {one.side: one for one in invitations}
    sides = [seat.side for seat in seats if seat.player == HUMAN and seat.side != SHARED]
    shared = any(seat.side == SHARED for seat in seats)
    own = [side for side in sides if side not in offered]
    found = {side: CREATOR if shared or len(own) == 1 else side for side in own}
    found |= {side: side for side in sides if side in offered and offered[side].taken}
    return found | ({SHARED: CREATOR} if shared else {})
