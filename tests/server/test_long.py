"""Long games: to go back, to look back and to load one holds nobody; finished ones are packed and leave memory."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import time
from collections.abc import Awaitable
from typing import Any

import pytest
from sqlalchemy import func, select

import ardennes
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.server import tables as live
from ardennes.server.history import History
from ardennes.server.migrate import upgrade
from ardennes.server.packing import pack, unpack
from ardennes.server.rows import LineRow, PackedRow
from ardennes.server.store import Store, database_url
from ardennes.server.tables import Table, Tables
from tests import heap
from tests.server import loops
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_machines import until
from tests.server.test_tables import begin, look

LONG = 3000


@pytest.fixture(scope="module")
def long() -> Journal:
    """A long game of real rules, at random."""
    game, luck = ardennes.game("ardennes-offensive"), random.Random(2)
    record = Record.start(game, next(iter(game.scenarios)))
    while len(record.journal.entries) < LONG:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(luck))
        else:
            record.apply(luck.choice(record.state.decision.options))
    return record.journal


async def held(work: Awaitable[Any]) -> tuple[float, float]:
    """For how long some work needs the processor in all, and holds the event loop at most."""
    worst, last, done = 0.0, time.thread_time(), False

    async def tick() -> None:
        nonlocal worst, last
        while not done:
            last = time.thread_time()
            await asyncio.sleep(0)
            worst = max(worst, time.thread_time() - last)

    ticking = asyncio.create_task(tick())
    await asyncio.sleep(0)
    began = time.process_time()
    await work
    whole = time.process_time() - began
    done = True
    await ticking
    return whole, worst


def test_to_load_to_look_back_and_to_rewind_a_long_game_hold_nobody(tmp_path: Any, long: Journal):
    url = database_url(None, str(tmp_path / "long.db"))
    upgrade(url)

    async def main() -> dict[str, float]:
        store = Store(url)
        tables = Tables(store, random.Random(1))
        name, seats = await tables.create(long.game, None, {}, {}, journal=long)
        shared = next(seat for seat in seats if seat.side == "*")
        found = {}
        _, found["load"] = await held(tables.at(name))
        table = await tables.at(name)
        _, found["look back"] = await held(tables.history(table))
        before = (await store.head(name)).lines
        ends = table.ends_of("german")
        _, found["rewind"] = await held(tables.go_back(table, shared, 5, ends[len(ends) // 2]))
        assert before > len(table.record.journal.entries) == (await store.head(name)).lines >= LONG // 2 - 100
        await store.close()
        return found

    with heap.frozen():
        worst = loops.run(main())
    assert max(worst.values()) < 0.1, worst


def test_a_history_goes_on_where_it_ended(tmp_path: Any, long: Journal):
    url = database_url(None, str(tmp_path / "long.db"))
    upgrade(url)

    async def main() -> None:
        store = Store(url)
        tables = Tables(store, random.Random(1))
        name, _ = await tables.create(long.game, None, {}, {}, journal=long)
        table = await tables.at(name)
        whole, _ = await held(tables.history(table))
        async with tables.changing(table, None) as record:
            record.apply(record.state.decision.options[0])
        more, _ = await held(tables.history(table))
        assert more < whole / 4
        history = await tables.history(table)
        assert history.lines == len(table.record.journal.entries)
        assert history.at(history.lines).state.key() == table.record.state.key()
        assert history.turns == (await asyncio.to_thread(History(table.record).walk)).turns
        await store.close()

    with heap.frozen():
        loops.run(main())


# Finished games


async def rows(store: Store, table: str) -> tuple[int, int]:
    """How many lines and packed journals are stored of a table."""
    async with store.engine.connect() as connection:
        lines = await connection.scalar(select(func.count()).select_from(LineRow).where(LineRow.table == table))
        packed = await connection.scalar(select(func.count()).select_from(PackedRow).where(PackedRow.table == table))
    return lines or 0, packed or 0


def test_a_finished_game_is_packed_and_opened_again_by_a_rewind(url: str, proving_listed: None):
    upgrade(url)

    async def finish(tables: Tables, table: Table) -> None:
        while not table.record.state.over:
            async with tables.changing(table, table.revision) as record:
                record.apply(record.state.decision.options[0])

    async def main() -> None:
        store = Store(url)
        tables = Tables(store, random.Random(3))
        name, seats = await tables.create("proving", None, {}, {})
        shared = next(seat for seat in seats if seat.side == "*")
        table = await tables.at(name)
        await finish(tables, table)
        text = str(table.record.journal)
        assert await rows(store, name) == (0, 1)
        again = await Tables(store).at(name)
        assert str(again.record.journal) == text
        assert again.record.state.over
        await tables.go_back(table, shared, 3, 4)
        assert await rows(store, name) == (4, 0)
        assert len((await Tables(store).at(name)).record.journal.entries) == 4
        await finish(tables, table)
        assert str((await Tables(store).at(name)).record.journal) == str(table.record.journal)
        assert await rows(store, name) == (0, 1)
        brought, _ = await tables.create("proving", None, {}, {}, journal=table.record.journal)
        assert await rows(store, brought) == (0, 1), "a finished game that is imported is packed too"
        await store.close()

    loops.run(main())


def test_a_finished_game_leaves_memory_when_nobody_looks(
    tmp_path: Any, proving_listed: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live, "IDLE", 0.3)
    served = Served(database_url(None, str(tmp_path / "games.db")))
    observer = begin(served, red="random", blue="random")[""]
    shown = until(served, observer, "over")
    tables = served.app.state.tables
    deadline = time.monotonic() + PATIENCE
    while tables.in_memory:
        assert time.monotonic() < deadline, "it stays in memory"
        time.sleep(0.05)
    assert look(served, observer)["screen"] == shown["screen"]
    served.stop()


def test_what_is_packed_is_what_was_stored_and_small(long: Journal):
    now = dt.datetime.now(dt.UTC).replace(microsecond=0)
    lines = [(str(entry), now + dt.timedelta(seconds=n)) for n, entry in enumerate(long.entries)]
    packed = pack(lines)
    assert unpack(packed) == lines
    assert len(packed) < sum(len(line) for line, _ in lines) / 2
