"""Which process plays the machines at a table, where several share a PostgreSQL: one holds a table for a while.

Whoever holds it says so again and again; if it dies, the time runs out, and another takes over. Two that should both
believe to hold a table do no harm: a change is stored only onto what its maker has seen.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta

from sqlalchemy import func, or_, update

from ardennes.server.rows import TableRow
from ardennes.server.store import Store, reaching

LEASE = 15.0  # seconds for which a table is held, by the database's clock


class Leases:
    """The tables that this process holds. On SQLite, which one process owns, it holds all."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.me = secrets.token_hex(8)

    @property
    def needed(self) -> bool:
        """Whether there may be other processes."""
        return self.store.is_postgres

    async def take(self, table: str) -> bool:
        """Hold a table from now on; False if another process does. Raises Unavailable."""
        if not self.needed:
            return True
        free = or_(TableRow.holder == self.me, TableRow.held.is_(None), TableRow.held < func.now())
        until = func.now() + timedelta(seconds=LEASE)
        query = update(TableRow).where(TableRow.id == table, free).values(holder=self.me, held=until)
        with reaching():
            async with self.store.engine.begin() as connection:
                return (await connection.execute(query)).rowcount == 1

    async def renew(self, tables: Collection[str]) -> None:
        """Hold tables for longer that this process holds. Raises Unavailable."""
        await self._set(tables, LEASE)

    async def give(self, tables: Collection[str]) -> None:
        """Let others have tables. Raises Unavailable."""
        await self._set(tables, -1)

    async def _set(self, tables: Collection[str], seconds: float) -> None:
        if not tables or not self.needed:
            return
        mine = (TableRow.id.in_(list(tables)), TableRow.holder == self.me)
        query = update(TableRow).where(*mine).values(held=func.now() + timedelta(seconds=seconds))
        with reaching():
            async with self.store.engine.begin() as connection:
                await connection.execute(query)
