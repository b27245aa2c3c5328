"""How a server comes to its database: at its start, or as soon as the database is there."""

from __future__ import annotations

import asyncio
import logging

from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError

from ardennes.engine.errors import ArdennesError
from ardennes.server.migrate import upgrade
from ardennes.server.store import Store, Unavailable

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 5.0  # seconds until it is tried again: doubled each time, up to the longest
PASSING = ("08", "53", "57")  # SQLSTATE classes of connections, of resources, and of a database that starts or ends


def prepare(url: str) -> None:
    """Bring a database to the present schema.

    Raises Unavailable where it is away, which may pass, and ArdennesError where it refuses, which somebody must mend.
    """
    try:
        upgrade(url)
    except CommandError as error:  # a revision that this version does not know
        raise ArdennesError(f"This database was last used by a newer version of Ardennes: {error}.") from error
    except Exception as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        state = str(getattr(cause, "sqlstate", None) or "")
        words = (str(cause).splitlines() or [""])[0].rstrip(".") or type(cause).__name__
        if isinstance(cause, OSError | TimeoutError) or state.startswith(PASSING):
            raise Unavailable(f"The database cannot be reached: {words}.") from error
        if state or isinstance(error, DBAPIError):
            raise ArdennesError(f"The database cannot be used: {words}.") from error
        raise


async def prepare_in_time(store: Store) -> None:
    """Prepare a database that is away as soon as it is there; until then the store answers Unavailable."""
    pause, told = FIRST_PAUSE, ""
    while True:
        try:
            await asyncio.to_thread(prepare, store.url)
        except Exception as error:  # whatever ails it, it may pass
            if str(error) != told:
                told = str(error)
                unknown = None if isinstance(error, ArdennesError) else error
                log.warning("%s Until it is there, games are answered with 503.", told, exc_info=unknown)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            store.is_ready = True
            log.warning("The database is there.")
            return
