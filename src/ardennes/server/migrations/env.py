"""How a migration reaches the database: by the same asynchronous drivers as the server."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from ardennes.server.rows import Base

LOCK = 730_441_944  # several processes may start at once; on PostgreSQL one migrates, the others wait


def _run(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK})")
        connection.commit()
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        context.run_migrations()
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_unlock({LOCK})")
        connection.commit()


async def _main() -> None:
    url = context.config.get_main_option("sqlalchemy.url")
    assert url is not None
    engine = create_async_engine(url, connect_args={"timeout": 5})  # seconds: of asyncpg to connect, of SQLite to wait
    async with engine.connect() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


asyncio.run(_main())
