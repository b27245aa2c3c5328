"""The way to the database breaks at every point of a change: what was acknowledged is stored, without a hole."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable

import pytest

import ardennes
from ardennes.engine.errors import EngineFault
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.server.migrate import upgrade
from ardennes.server.store import Change, Conflict, Store, Unavailable, database_url
from ardennes.server.tables import Table, Tables
from tests.server import loops
from tests.server.conftest import Served
from tests.server.proxy import Direction, Proxy, proxied
from tests.server.test_tables import act, begin, decider, look

POINTS = 24  # places in what a change sends and hears at which the connection is cut


@pytest.fixture
def plain(database: str, proving_listed: None) -> str:
    url = database_url(database, "")
    upgrade(url)
    return url


async def choose(tables: Tables, table: Table) -> None:
    """The first option, as whoever is asked."""
    async with tables.changing(table, table.revision) as record:
        if record.state.over:
            record.rewind(0)
        else:
            record.apply(record.state.decision.options[0])


async def take_back(tables: Tables, table: Table) -> None:
    """All but the first two lines."""
    async with tables.changing(table, None) as record:
        record.rewind(min(2, len(record.journal.entries)))


async def leave_order(tables: Tables, table: Table) -> None:
    async with tables.changing(table, None) as record:
        record.order("blue", f"when ambush odds<{len(record.journal.entries)}: choose hold")
        if len(record.orders["blue"]) > 20:
            record.order("blue", "none")


def text_of(table: Table) -> list[str]:
    return [str(entry) for entry in table.record.journal.entries]


async def stored(store: Store, table: str) -> list[str]:
    """The lines as another process reads them; they must replay."""
    await store.settle(table)
    found = await store.load(table)
    game = ardennes.game(found.game)
    journal = Journal.parse(
        str(Journal(found.game, found.rules, found.scenario, dict(found.options))) + "\n".join(found.lines),
        {game.name: game.sides},
    )
    assert found.head.lines == len(found.lines) == len(Record.replay(game, journal).journal.entries)
    return list(found.lines)


async def broken_at(
    tables: Tables,
    table: Table,
    proxy: Proxy,
    change: Callable[[Tables, Table], Awaitable[None]],
    cut: tuple[Direction, int, bool],
    reader: Store,
) -> bool:
    """Break a change at one point; whether it was acknowledged. Memory and storage agree afterwards."""
    direction, size, heals = cut
    before = text_of(await tables.at(table.id))
    proxy.cut_after(direction, size, heals=heals)
    try:
        await change(tables, table)
        acknowledged = True
    except (Unavailable, Conflict):
        acknowledged = False
    made = text_of(table)
    if acknowledged:
        assert await stored(reader, table.id) == made, "what was acknowledged is stored"
    else:
        assert made == before, "nobody is shown what is not stored"
    if table.doubt and proxy.broken:
        with pytest.raises(Unavailable):
            await tables.at(table.id)
        with pytest.raises(Unavailable):
            await change(tables, table)
    proxy.heal()
    again = await tables.at(table.id)
    assert again is table
    assert text_of(again) == await stored(reader, table.id), "memory is what is stored"
    head = await reader.head(table.id)
    assert (head.sequence, head.revision, head.lines) == (table.sequence, table.revision, table.stored)
    return acknowledged


@pytest.mark.parametrize("change", [choose, take_back, leave_order])
@pytest.mark.parametrize("heals", [True, False])
@pytest.mark.parametrize("direction", ["up", "down"])
def test_a_connection_that_breaks_at_any_point_of_a_change_loses_nothing(
    plain: str, change: Callable[[Tables, Table], Awaitable[None]], heals: bool, direction: Direction
):
    async def main() -> list[bool]:
        port = int(re.findall(r":(\d+)/", plain)[0])
        reader = Store(plain)
        async with proxied(port) as proxy:
            store = Store(plain.replace(f":{port}/", f":{proxy.port}/"))
            tables = Tables(store, random.Random(7))
            name, _ = await tables.create("proving", None, {}, {})
            table = await tables.at(name)
            for _ in range(6):
                await choose(tables, table)
            start = proxy.passed[direction]
            await change(tables, table)
            whole = proxy.passed[direction] - start
            found = []
            for point in range(POINTS):
                while len(table.record.journal.entries) < 6:
                    await choose(tables, table)
                cut = (direction, whole * point // POINTS, heals)
                found.append(await broken_at(tables, table, proxy, change, cut, reader))
            await store.close()
            assert proxy.cuts > POINTS // 2
        await reader.close()
        return found

    acknowledged = loops.run(main())
    assert not all(acknowledged), "some were cut before they were stored"


def test_a_line_whose_number_does_not_follow_is_refused(url: str, proving_listed: None):
    async def main() -> None:
        store = Store(url)
        tables = Tables(store)
        name, _ = await tables.create("proving", None, {}, {})
        table = await tables.at(name)
        await choose(tables, table)
        head = await store.head(name)
        hole = Change(had=head.lines + 1, keep=head.lines + 1, cut=False, add=("blue done",), turn=1, rules="1")
        with pytest.raises(Conflict):
            await store.change(name, head.sequence, hole)
        behind = Change(had=head.lines, keep=head.lines + 1, add=("blue done",), turn=1, rules="1")
        with pytest.raises(EngineFault, match="does not follow"):
            await store.change(name, head.sequence, behind)
        assert await stored(store, name) == text_of(table)
        await store.close()

    upgrade(url)
    loops.run(main())


@pytest.mark.parametrize("change", [choose, take_back, leave_order])
def test_a_request_that_is_cancelled_at_any_point_of_a_change_leaves_no_doubt(
    url: str, proving_listed: None, change: Callable[[Tables, Table], Awaitable[None]]
):
    """As when a player's connection is closed, or a request takes too long."""

    async def main() -> set[bool]:
        store = Store(url)
        tables = Tables(store, random.Random(7))
        name, _ = await tables.create("proving", None, {}, {})
        table = await tables.at(name)
        seen = set()
        for point in range(40):
            while len(table.record.journal.entries) < 6:
                await choose(tables, table)
            task = asyncio.ensure_future(change(tables, table))
            await asyncio.sleep(point * 0.0001)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert text_of(await tables.at(name)) == await stored(store, name), "memory is what is stored"
            head = await store.head(name)
            assert (head.sequence, head.revision, head.lines) == (table.sequence, table.revision, table.stored)
            seen.add(task.cancelled())
        await store.close()
        return seen

    upgrade(url)
    assert True in loops.run(main()), "none was cancelled"


def test_a_game_over_the_wire_survives_an_outage_of_the_database(plain: str, proving_listed: None):
    """While the database is away every answer is a sentence; afterwards the game goes on where it was stored."""

    async def main() -> None:
        port = int(re.findall(r":(\d+)/", plain)[0])
        async with proxied(port) as proxy:
            served = await asyncio.to_thread(Served, plain.replace(f":{port}/", f":{proxy.port}/"))
            try:
                await asyncio.to_thread(play_through, served, proxy)
            finally:
                await asyncio.to_thread(served.stop)

    def play_through(served: Served, proxy: Proxy) -> None:
        seats = begin(served)
        for cut in range(0, 1200, 150):
            token, shown = decider(served, seats)
            proxy.cut_after("up", cut, heals=False)
            answer = act(served, token, shown)
            if answer.status_code != 200:
                assert answer.status_code == 503
                assert answer.json()["error"].endswith(".")
                assert served.client.get(f"/api/seats/{token}").status_code == 503
                assert served.client.get("/health").status_code == 503
            proxy.heal()
            after = look(served, token)
            assert after["revision"] - shown["revision"] in ((1,) if answer.status_code == 200 else (0, 1))
        for table in served.app.state.tables._live.values():
            again = Record.replay(table.record.game, table.record.journal)
            assert again.state.key() == table.record.state.key()

    loops.run(main())
