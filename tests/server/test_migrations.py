"""A database of an earlier version is brought to the present one, and back, without losing a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import ardennes
from ardennes.engine.record import Record
from ardennes.server import migrate
from ardennes.server.migrate import upgrade
from ardennes.server.store import Store, database_url
from ardennes.server.tables import Tables
from tests.server import loops


def config(url: str) -> Config:
    found = Config()
    found.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    found.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return found


@pytest.fixture
def old(tmp_path: Path, proving_listed: None) -> tuple[str, dict[str, Record]]:
    """A database of version 4 with a finished game and one that waits for a machine."""
    url = database_url(None, str(tmp_path / "old.db"))
    command.upgrade(config(url), "0004")
    games = {"over": played(10_000), "open": played(9)}
    with sa.create_engine(url.replace("+aiosqlite", "")).begin() as connection:
        for name, record in games.items():
            head, lines = record.journal, [str(entry) for entry in record.journal.entries]
            over = record.state.result.level if record.state.result else ""
            connection.execute(
                sa.text(
                    "INSERT INTO tables (id, game, rules, scenario, options, position, revision, lines, over, turn,"
                    " created, changed) VALUES (:id, :game, :rules, :scenario, '{}', '', 7, :lines, :over, 1, :at, :at)"
                ),
                {
                    "id": name,
                    "game": head.game,
                    "rules": head.rules,
                    "scenario": head.scenario,
                    "lines": len(lines),
                    "over": over,
                    "at": "2026-01-02 03:04:05.000000",
                },
            )
            for side, player in (("red", "random"), ("blue", "human"), ("", "observer")):
                seat = {"token": f"{name}-{side}", "table": name, "side": side, "player": player}
                connection.execute(sa.text("INSERT INTO seats VALUES (:token, :table, :side, :player)"), seat)
            for n, line in enumerate(lines):
                row = {"table": name, "number": n, "line": line, "at": "2026-01-02 03:04:05.000000"}
                connection.execute(sa.text("INSERT INTO lines VALUES (:table, :number, :line, :at)"), row)
    return url, games


def played(lines: int) -> Record:
    record, luck = Record.start(ardennes.game("proving")), random.Random(5)
    while not record.state.over and len(record.journal.entries) < lines:
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(luck))
        else:
            record.apply(record.state.decision.options[0])
    return record


def test_games_of_the_version_before_are_packed_and_played_on(old: tuple[str, dict[str, Record]]):
    url, games = old
    upgrade(url)

    async def main() -> None:
        store = Store(url)
        assert await store.unfinished() == ["open"], "whether a machine is asked there is not known yet"
        tables = Tables(store)
        for name, record in games.items():
            table = await tables.at(name)
            assert str(table.record.journal) == str(record.journal)
            assert (table.revision, table.sequence) == (7, 7)
        due = table.machine
        assert await store.unfinished() == (["open"] if due else [])
        await store.close()

    loops.run(main())


def test_the_way_back_writes_every_line_out_again(old: tuple[str, dict[str, Record]]):
    url, games = old
    upgrade(url)
    command.downgrade(config(url), "0004")
    with sa.create_engine(url.replace("+aiosqlite", "")).connect() as connection:
        for name, record in games.items():
            query = sa.text('SELECT line FROM lines WHERE "table" = :name ORDER BY number')
            lines = connection.execute(query, {"name": name}).scalars().all()
            assert lines == [str(entry) for entry in record.journal.entries]
