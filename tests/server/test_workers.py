"""Thinking by workers: any of them may answer, be killed or be gone, and nobody waits for ever or out of turn."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.cli import main
from ardennes.engine.errors import ArdennesError
from ardennes.engine.state import State
from ardennes.server import questions, workers
from ardennes.server.app import create_app
from ardennes.server.store import Unavailable, database_url
from ardennes.server.thinking import Idea, NoIdea, think
from ardennes.server.turns import Urgency
from ardennes.server.workers import Workers
from tests.server import loops, postgres
from tests.server.conftest import PROVING, Served
from tests.server.patience import PATIENCE
from tests.server.test_kill import ENVIRONMENT, ROOT, alive, descendants
from tests.server.test_tables import act, begin, look


@contextmanager
def working(url: str, *, slots: int = 1, seconds: float = 0.0) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process, which takes so many seconds more for a thought."""
    command = [sys.executable, "-m", "tests.server.lone_worker", url, str(slots), str(seconds)]
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT)
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


def asking(url: str, body: Callable[[Workers], Awaitable[None]]) -> None:
    """Let somebody ask the workers of a database; a question that nobody ever answers fails, and hangs nothing."""

    async def whole() -> None:
        asker = Workers(database_url(url, ""), PROVING)
        try:
            async with asyncio.timeout(PATIENCE):
                await body(asker)
        finally:
            asker.close()
            await asker.leave()

    loops.run(whole())


def position() -> State:
    state = ardennes.game("proving").start()
    while state.chance is not None:
        state.roll(state.chance.sample(random.Random(1)))
    return state.view(state.decision.side)


@pytest.fixture
def never_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks but the workers, however long it takes."""
    monkeypatch.setattr(workers, "ALONE", 600.0)


async def jobs(url: str) -> list[str]:
    """What the questions in the queue are at."""
    async with questions.opened(url) as app:
        return [str(job.status) for job in await app.job_manager.list_jobs_async()]


async def until(url: str, condition: Callable[[list[str]], bool]) -> None:
    """Wait until something is true of the questions in the queue."""
    deadline = time.monotonic() + PATIENCE
    while not condition(found := await jobs(url)):
        assert time.monotonic() < deadline, f"the questions in the queue are {found}"
        await asyncio.sleep(0.05)


async def until_begun(url: str) -> None:
    """Wait until a question is being thought about."""
    await until(url, lambda found: "doing" in found)


def test_a_worker_answers_what_a_process_here_would(proving_listed: None, never_alone: None, database: str):
    view = position()

    async def body(asker: Workers) -> None:
        for seed in range(3):
            here = think("proving", "random", json.dumps(view.to_json()), seed)
            assert await asker.ask("random", view, seed) == here
        with pytest.raises(NoIdea, match="recruit failed: NotOffered"):  # the proving game is not one for it
            await asker.ask("recruit", view, 1)
        assert asker.pids == []

    with working(database):
        asking(database, body)


def test_an_answer_of_any_length_comes_in_parts():
    answer = {"actions": ["go A1"] * 5_000, "remarks": [{"text": "Über den Fluß"}]}
    sent = list(questions.parts(7, answer))
    assert len(sent) > 5
    assert all(len(part.encode()) < 8_000 for part in sent)
    assert [part.split(" ", 2)[:2] for part in sent] == [["7", str(n)] for n in range(len(sent) - 1, -1, -1)]
    assert json.loads("".join(part.split(" ", 2)[2] for part in sent)) == answer


def test_a_question_carries_the_view_and_no_more(proving_listed: None, never_alone: None, database: str):
    view = position()

    async def body(asker: Workers) -> None:
        asked = asyncio.create_task(asker.ask("random", view, 5))
        async with questions.opened(database) as app:
            while not (found := list(await app.job_manager.list_jobs_async())):
                await asyncio.sleep(0.02)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        (job,) = found
        carried = dict(job.task_kwargs)
        assert set(carried) == {"asker", "question", "game", "name", "view", "seed"}
        assert json.loads(questions.unpacked(str(carried["view"]))) == view.to_json()
        assert job.queue == questions.edition()

    asking(database, body)


def test_a_question_whose_worker_is_killed_is_answered_by_another(
    proving_listed: None, never_alone: None, database: str
):
    view = position()

    async def body(asker: Workers) -> None:
        with working(database, seconds=60) as dying:
            asked = asyncio.create_task(asker.ask("random", view, 1))
            await until_begun(database)
            children = descendants(dying.pid)
            dying.kill()
        with working(database):
            assert await asked == think("proving", "random", json.dumps(view.to_json()), 1)
        assert not any(map(alive, children))

    asking(database, body)


def test_a_question_that_kills_every_worker_is_given_up(
    proving_listed: None, never_alone: None, database: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(questions, "TRIES", 2)
    view = position()

    async def body(asker: Workers) -> None:
        asked = asyncio.create_task(asker.ask("random", view, 1))
        while not asked.done():
            with working(database, seconds=60) as dying:
                await until(database, lambda found: "doing" in found or asked.done())
                dying.kill()
                await until(database, lambda found: "doing" not in found)
        with pytest.raises(NoIdea, match="workers died 2 times"):
            await asked
        assert await jobs(database) == []

    asking(database, body)


def test_a_worker_that_is_told_to_end_answers_what_it_has_begun(proving_listed: None, never_alone: None, database: str):
    view = position()

    async def body(asker: Workers) -> None:
        with working(database, seconds=questions.SILENT + 2) as ending:
            begun = asyncio.create_task(asker.ask("random", view, 1))
            await until_begun(database)
            ending.send_signal(signal.SIGTERM)
            await begun
            assert await asyncio.to_thread(ending.wait, PATIENCE) == 0

    asking(database, body)


def test_a_question_whose_asker_is_gone_is_dropped(proving_listed: None, never_alone: None, database: str):
    view = position()

    async def body(asker: Workers) -> None:
        asked = asyncio.create_task(asker.ask("random", view, 1))
        await until(database, bool)
        link = asker._link
        assert link is not None
        link._withdraw = lambda job: None  # type: ignore[method-assign]  # a dead asker takes nothing back
        link.close()
        await asyncio.gather(asked, return_exceptions=True)
        await link.closed()
        assert await jobs(database) == ["todo"]

    asking(database, body)
    with working(database, seconds=600):  # who would think about it for ten minutes
        deadline = time.monotonic() + PATIENCE
        while loops.run(jobs(database)):
            assert time.monotonic() < deadline, "somebody thinks for nobody"
            time.sleep(0.2)


def test_a_question_that_is_taken_back_leaves_the_queue(proving_listed: None, never_alone: None, database: str):
    view = position()

    async def body(asker: Workers) -> None:
        asked = asyncio.create_task(asker.ask("random", view, 1))
        await until(database, bool)
        asked.cancel()
        await until(database, lambda found: not found)

    asking(database, body)


def test_where_no_worker_answers_the_server_thinks_itself(
    proving_listed: None, database: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(workers, "ALONE", 1.0)
    view = position()

    async def body(asker: Workers) -> None:
        assert await asker.ask("random", view, 1) == think("proving", "random", json.dumps(view.to_json()), 1)
        assert asker.pids
        await until(database, lambda found: not found)

    asking(database, body)


def test_a_person_who_waits_is_served_first_and_clients_in_turn(proving_listed: None, never_alone: None, database: str):
    view, order = position(), list[str]()

    async def body(asker: Workers) -> None:
        async def one(name: str, urgency: Urgency, client: str) -> None:
            await asker.ask("random", view, 1, client=client, urgency=urgency)
            order.append(name)

        waiting = [asyncio.create_task(one(f"greedy {n}", Urgency.GAME, "greedy")) for n in range(6)]
        await until(database, lambda found: len(found) == 6)
        late = [("show", Urgency.SHOW, "shown"), ("modest", Urgency.GAME, "modest"), ("hint", Urgency.PERSON, "greedy")]
        for number, (name, urgency, client) in enumerate(late, 7):
            waiting.append(asyncio.create_task(one(name, urgency, client)))
            await until(database, lambda found, number=number: len(found) == number)  # type: ignore[misc]  # at once
        with working(database):
            await asyncio.gather(*waiting)

    asking(database, body)
    assert order == ["hint", "greedy 0", "modest", *(f"greedy {n}" for n in range(1, 6)), "show"]


def test_whoever_waits_is_told_when_the_database_goes_away(proving_listed: None, never_alone: None):
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: apt install postgresql).")
    view = position()
    with postgres.cluster() as cluster:

        async def body(asker: Workers) -> None:
            asked = asyncio.create_task(asker.ask("random", view, 1))
            await until(cluster.url, bool)
            await asyncio.to_thread(cluster.kill)
            with pytest.raises(Unavailable):
                await asyncio.wait_for(asked, PATIENCE)
            with pytest.raises(Unavailable):
                await asker.ask("random", view, 1)
            await asyncio.to_thread(cluster.start, 30)
            with working(cluster.url):
                assert isinstance(await asker.ask("random", view, 1), Idea)

        asking(cluster.url, body)


def test_a_question_that_vanished_is_asked_again_by_whoever_asked(
    proving_listed: None, never_alone: None, database: str
):
    view = position()

    async def body(asker: Workers) -> None:
        async with questions.opened(database) as app:
            await app.connector.execute_query_async("DELETE FROM procrastinate_jobs")  # those of other tests
            asked = asyncio.create_task(asker.ask("random", view, 1))
            await until(database, bool)
            await app.connector.execute_query_async("DELETE FROM procrastinate_jobs")
        with pytest.raises(Unavailable):
            await asyncio.wait_for(asked, PATIENCE)

    asking(database, body)


def test_a_worker_survives_the_loss_of_its_database(proving_listed: None, never_alone: None):
    if postgres.binaries() is None:
        pytest.skip("PostgreSQL's server is not installed (Debian: apt install postgresql).")
    view = position()
    with postgres.cluster() as cluster, working(cluster.url) as worker:

        async def body(asker: Workers) -> None:
            await asker.ask("random", view, 1)
            await asyncio.to_thread(cluster.kill)
            await asyncio.to_thread(cluster.start, 30)
            async with asyncio.timeout(60):
                while True:
                    try:
                        await asker.ask("random", view, 2)
                        break
                    except Unavailable:
                        await asyncio.sleep(0.2)
            assert worker.poll() is None

        asking(cluster.url, body)


def test_a_game_is_played_by_a_worker(proving_listed: None, never_alone: None, database: str):
    with working(database):
        server = Served(database_url(database, ""), workers=True)
        try:
            token = begin(server, red="human", blue="random")["red"]
            deadline = time.monotonic() + PATIENCE
            for _ in range(5):
                while (shown := look(server, token))["screen"].get("decides") != "red":
                    assert time.monotonic() < deadline, "nobody plays the machine"
                    time.sleep(0.05)
                assert act(server, token, shown).status_code == 200
            assert server.app.state.thinkers.pids == []
        finally:
            server.stop()


def test_no_log_holds_a_question(
    proving_listed: None, never_alone: None, database: str, caplog: pytest.LogCaptureFixture
):
    view = position()
    caplog.set_level(logging.DEBUG)

    async def body(asker: Workers) -> None:
        await asker.ask("random", view, 1)

    with working(database):
        asking(database, body)
    assert questions.packed(json.dumps(view.to_json()))[:200] not in caplog.text


def test_workers_need_a_postgresql(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(ArdennesError, match="Workers need a PostgreSQL"):
        create_app(database_url(None, str(tmp_path / "games.db")), workers=True)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///games.db")
    assert main(["worker"]) == 1
    assert "A worker needs the servers’ PostgreSQL" in capsys.readouterr().err
    monkeypatch.setenv("DATABASE_URL", "postgresql://nowhere/db")
    assert main(["worker", "--processes", "0"]) == 1
    assert "at least 1, not 0" in capsys.readouterr().err


def test_a_server_without_workers_needs_neither_psycopg_nor_procrastinate(tmp_path: Path):
    """They are an extra of their own; psycopg is the one package under the LGPL."""
    code = """if True:
        import sys
        for name in ("psycopg", "psycopg_pool", "procrastinate"):
            sys.modules[name] = None  # as if it were not installed
        from starlette.testclient import TestClient
        from ardennes.server.app import create_app
        from ardennes.server.store import database_url
        with TestClient(create_app(database_url(None, sys.argv[1])), base_url="http://localhost") as client:
            assert client.post("/api/tables", json={"game": "bulge"}).status_code == 201
            assert client.get("/health").json()["status"] == "well"
    """
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "games.db")],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr.decode()
