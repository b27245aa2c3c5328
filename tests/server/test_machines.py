"""Machine seats: they play by themselves, at a pace, never hang, tell no secrets, and give hints."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

import ardennes
from ardennes.ai import player as house
from ardennes.ai.player import _MAKERS
from ardennes.engine.record import Record
from ardennes.processes import Method, Processes
from ardennes.server import machines, thinking
from ardennes.server.machines import PACES
from ardennes.server.store import database_url
from tests.server import characters
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_live import follow, heard
from tests.server.test_tables import act, begin, decider, look

FOREVER = 10_000  # what paces are multiplied with, so that a machine waits until it is told not to


either_method = pytest.mark.parametrize("method", get_args(Method), indirect=True)


@pytest.fixture
def method(request: pytest.FixtureRequest) -> Method:
    """How the processes that think are started: as the server does it, unless a test asks for each way."""
    chosen: Method = getattr(request, "param", Processes().method)
    return chosen


@pytest.fixture
def cast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, proving_listed: None, method: Method) -> Processes:
    """The characters among the machine players, here and in the processes that think."""
    for one in characters.ALL:
        monkeypatch.setitem(_MAKERS, one.name, one)
    return Processes(method, partial(characters.enlist, tmp_path / "grave"))


@pytest.fixture
def file(tmp_path: Path) -> str:
    return database_url(None, str(tmp_path / "machines.db"))


@pytest.fixture
def slow(file: str, cast: Processes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server whose machines wait for those who watch, and between two steps until somebody hurries them."""
    monkeypatch.setattr(machines, "LATE", 60)
    server = Served(file, processes=cast, machine_pace=FOREVER)
    yield server
    server.stop()


@pytest.fixture
def quick(file: str, cast: Processes) -> Iterator[Served]:
    """A server whose machines do not wait."""
    server = Served(file, processes=cast)
    yield server
    server.stop()


def until(served: Served, token: str, wanted: str) -> dict[str, Any]:
    """What a seat is shown once a side is asked, or, for "over", the game has ended."""
    deadline = time.monotonic() + PATIENCE
    while True:
        shown = look(served, token)
        now = "over" if "result" in shown["screen"] else shown["screen"].get("decides")
        if now == wanted:
            return shown
        assert time.monotonic() < deadline, f"{wanted} was never asked; it stands at {shown['screen']['prompt']}"
        time.sleep(0.02)


def reports(served: Served, token: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = served.client.get(f"/api/seats/{token}/reports").json()["reports"]
    return found


def hurry(served: Served, token: str, pace: str) -> Any:
    return served.client.post(f"/api/seats/{token}/pace", json={"pace": pace})


# Pace


def test_a_machine_that_is_watched_does_one_step_and_waits_until_it_is_told_to_skip(slow: Served):
    seats = begin(slow, blue="teller")
    with follow(slow, seats["red"]) as line:
        shown = heard(line)
        while not (shown["revision"] and shown["working"] == "playing"):
            shown = heard(line)
        assert shown["pace"] == "normal"
        assert shown["screen"]["decides"] == "blue"
        time.sleep(0.3)
        assert look(slow, seats["red"])["revision"] == 1
        assert hurry(slow, seats["red"], "skip").status_code == 200
        after = until(slow, seats["red"], "red")
        assert after["pace"] == "normal", "to skip lasts until a person is asked"
        assert after["working"] == ""
        assert after["revision"] < after["lines"], "a stretch that is skipped is one change"


def test_one_step_of_a_machine_ends_where_there_is_something_to_see(slow: Served):
    seats = begin(slow, blue="teller")
    with follow(slow, seats["red"]) as line:
        while not heard(line)["revision"]:
            pass
        moments = slow.client.get(f"/api/seats/{seats['red']}/frames").json()["moments"]
    assert len(moments) == 2, "a unit is chosen, and set up"


def test_a_machine_that_nobody_watches_does_not_wait(slow: Served, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machines, "LATE", 0)
    seats = begin(slow, blue="teller")
    assert until(slow, seats["red"], "red")["lines"] > 2


def test_a_game_between_machines_waits_for_an_audience(slow: Served):
    observer = begin(slow, red="teller", blue="teller")[""]
    time.sleep(0.3)
    assert look(slow, observer)["revision"] == 0
    assert hurry(slow, observer, "skip").status_code == 200
    until(slow, observer, "over")


def test_a_pace_is_one_of_four_and_set_by_those_who_play(slow: Served):
    seats = begin(slow, blue="teller")
    for pace in PACES:
        assert hurry(slow, seats["red"], pace).json()["pace"] == pace
    assert "slow, normal, fast, skip" in hurry(slow, seats["red"], "at once").json()["error"]
    assert hurry(slow, seats[""], "fast").json()["error"] == "Only the players can set the pace."
    assert hurry(slow, begin(slow)["red"], "fast").json()["error"] == "There is no computer player in this game."


def test_a_stretch_is_abandoned_when_the_table_is_rewound(slow: Served):
    seats = begin(slow, blue="teller")
    with follow(slow, seats["red"]) as line:
        while not heard(line)["revision"]:
            pass
        rewound = slow.client.post(f"/api/seats/{seats['red']}/rewind", json={"line": 0}).json()
        assert rewound["lines"] == 0
        hurry(slow, seats["red"], "skip")
        assert until(slow, seats["red"], "red")["lines"] > 2
    assert [report["first"] for report in reports(slow, seats["red"])] == []


# It never hangs, however its processes are started


@either_method
@pytest.mark.parametrize(("name", "said"), [("stumbler", "no such plan"), ("cheat", "refused"), ("mortal", "died")])
def test_a_game_goes_on_whatever_becomes_of_a_thought(
    quick: Served, name: str, said: str, caplog: pytest.LogCaptureFixture
):
    _goes_on(quick, name)
    assert said in caplog.text


@either_method
def test_a_game_goes_on_though_a_thought_comes_to_no_end(file: str, cast: Processes, caplog: pytest.LogCaptureFixture):
    server = Served(file, processes=cast, machine_limit=1.0)
    _goes_on(server, "sleeper")
    server.stop()
    assert "did not decide within" in caplog.text


def _goes_on(served: Served, name: str) -> None:
    seats = begin(served, blue=name)
    with follow(served, seats["red"]) as line:
        while heard(line)["revision"] < 1:
            pass


@either_method
def test_where_the_program_ends_a_machine_plays_nothing_more(quick: Served, caplog: pytest.LogCaptureFixture):
    """It gives up once: it neither takes the plainest answer nor asks again and again."""
    seats = begin(quick, blue="teller")
    until(quick, seats["red"], "red")
    quick.app.state.thinkers._pool.shutdown()
    while (shown := look(quick, seats["red"]))["screen"].get("decides") == "red":
        act(quick, seats["red"], shown)
    deadline = time.monotonic() + PATIENCE
    while "gave up" not in caplog.text:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert caplog.text.count("gave up") == 1
    assert "The server is shutting down" in caplog.text
    assert look(quick, seats["red"])["revision"] == shown["revision"]


@either_method
def test_a_process_that_thinks_holds_no_connection_of_the_server(quick: Served):
    seats = begin(quick, blue="teller")
    until(quick, seats["red"], "red")
    (pid, *_) = quick.app.state.thinkers.pids
    ours = sockets("self")
    assert ours, "the server listens"
    assert not ours & sockets(pid)


def sockets(process: int | str) -> set[str]:
    """The connections that a process holds, by their numbers in the kernel."""
    found = set[str]()
    for one in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):  # the list itself was one of them
            found.add(one.readlink().name)
    assert found
    return {name for name in found if name.startswith("socket:")}


def test_the_first_process_can_be_started_before_anybody_asks(quick: Served):
    thinkers = quick.app.state.thinkers
    assert thinkers.pids == []
    thinkers.warm_up()
    (pid,) = thinkers.pids
    seats = begin(quick, blue="teller")
    until(quick, seats["red"], "red")
    assert pid in thinkers.pids


# Reports


def test_in_a_game_that_hides_something_no_report_is_read_before_the_end(quick: Served):
    seats = begin(quick, blue="teller")
    until(quick, seats["red"], "red")
    assert quick.app.state.tables._live
    for token in seats.values():
        assert reports(quick, token) == []
    observer = begin(quick, red="teller", blue="teller")[""]
    lines = until(quick, observer, "over")["lines"]
    found = reports(quick, observer)
    assert {report["side"] for report in found} == {"red", "blue"}
    assert found[0]["remarks"][0]["text"].startswith("I begin with ")
    assert all(1 <= report["first"] <= report["last"] <= lines for report in found)
    assert found == sorted(found, key=lambda report: int(report["first"]))


def test_a_report_is_read_once_its_last_deed_is_done_and_is_kept(
    slow: Served, file: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(ardennes.game("proving"), "hides", False)
    seats = begin(slow, blue="teller")
    with follow(slow, seats["red"]) as line:
        while not heard(line)["revision"]:
            pass
        assert reports(slow, seats["red"]) == [], "it would tell what is still to come"
        hurry(slow, seats["red"], "skip")
        shown = until(slow, seats["red"], "red")
    (report, *_) = before = reports(slow, seats["red"])
    assert (report["first"], report["side"], report["player"]) == (1, "blue", "teller")
    assert before[-1]["last"] == shown["lines"]
    slow.stop()
    again = Served(file)
    try:
        assert reports(again, seats["red"]) == before
    finally:
        again.stop()


# Hints


def test_a_hint_says_what_a_machine_would_do_and_changes_nothing(quick: Served):
    token, shown = decider(quick, begin(quick))
    answer = quick.client.get(f"/api/seats/{token}/hint")
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    assert hint["revision"] == shown["revision"]
    assert hint["actions"][0] in {option["action"] for option in shown["screen"]["options"]}
    assert hint["remarks"][0]["text"] == f"I begin with {hint['actions'][0]}."
    assert look(quick, token) == shown
    assert quick.client.get(f"/api/seats/{token}/hint").json() == hint
    assert act(quick, token, shown, hint["actions"][0]).status_code == 200


def test_a_hint_is_refused_to_whoever_is_not_asked(quick: Served):
    seats = begin(quick)
    token, _ = decider(quick, seats)
    for other in {seats["red"], seats["blue"], seats[""]} - {token}:
        answer = quick.client.get(f"/api/seats/{other}/hint")
        assert answer.status_code == 422
        assert answer.json()["error"].endswith(".")


def test_a_hint_is_thought_of_from_the_view_alone(quick: Served, monkeypatch: pytest.MonkeyPatch):
    seats = begin(quick)
    asked = list[str]()
    real = quick.app.state.thinkers.ask

    async def ask(name: str, view: Any, seed: int, **more: Any) -> thinking.Idea:
        asked.append(view.key())
        found: thinking.Idea = await real(name, view, seed, **more)
        return found

    monkeypatch.setattr(quick.app.state.thinkers, "ask", ask)
    for _ in range(8):
        token, shown = decider(quick, seats)
        assert quick.client.get(f"/api/seats/{token}/hint").status_code == 200
        act(quick, token, shown)
    record: Record = next(iter(quick.app.state.tables._live.values())).record
    past = [Record.replay(record.game, record.journal, entries=n).state for n in range(len(record.journal.entries))]
    views = {state.view(state.decision.side).key() for state in past if state.chance is None}
    assert len(asked) == 8
    assert set(asked) <= views
    assert not set(asked) & {state.key() for state in past}, "what is hidden in the state is hidden in the view"


def test_a_hint_waits_for_none_of_150_games_that_machines_play(
    file: str, cast: Processes, monkeypatch: pytest.MonkeyPatch
):
    """It is thought of next, however many questions of another client wait, and whoever thinks just now."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)  # one thought at a time
    server = Served(file, processes=cast, proxies=["127.0.0.1"])
    try:
        thinkers, seen = server.app.state.thinkers, list[str]()
        answer, ask, held = thinkers._answer, thinkers.ask, asyncio.Event()

        async def answered(*question: Any) -> Any:
            seen.append("thought")
            await held.wait()
            return await answer(*question)

        async def asked(*question: Any, client: str = "", **more: Any) -> Any:
            asking = asyncio.ensure_future(ask(*question, client=client, **more))
            if client == "203.0.113.9":
                while thinkers.turns.length < 150:
                    await asyncio.sleep(0.01)
                held.set()
                await asking
                seen.append("hint")
            return await asking

        monkeypatch.setattr(thinkers, "_answer", answered)
        monkeypatch.setattr(thinkers, "ask", asked)
        for _ in range(150):
            begin(server, red="teller", blue="teller")
        token, _ = decider(server, begin(server))
        hint = server.client.get(f"/api/seats/{token}/hint", headers={"X-Forwarded-For": "203.0.113.9"})
        assert hint.status_code == 200, hint.text
        assert seen.index("hint") <= 3, "the thought under way, its own, and one that may begin before it is heard of"
    finally:
        server.stop()


def test_the_strongest_player_gives_the_hint(quick: Served):
    token, _ = decider(quick, begin(quick))
    title = quick.client.get(f"/api/seats/{token}/hint").json()["player"]
    assert title == house(characters.Teller.name).title
