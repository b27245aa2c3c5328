"""Two servers whose games differ only in what is hidden: to those who may not know it, they are the same server.

Every request of a seat, live lines and their patches while the game goes on, invitations, `/metrics`, the tally of dice
and the log are compared. A new kind of request is compared too, or the first test fails.
"""

from __future__ import annotations

import json
import logging
import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest

from ardennes.engine.journal import Entry
from ardennes.processes import Processes
from ardennes.server.endpoints import ENDPOINTS, SEAT
from ardennes.server.logs import Json
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_live import follow
from tests.server.test_sandbox import twins
from tests.server.test_tables import act, begin, decider, look

SIDES = ("allied", "")  # those who do not know the German hand
MINE = re.compile(rb'"[\w-]{32}"|"base":"[\w-]+"')  # tokens
LAST = ("replace", "delete")  # what a seat does when it has done all else


class Game(NamedTuple):
    """A server with a game of Bastogne: the seats by side, and the invitation to the Allied seat of another."""

    served: Served
    journal: str
    seats: dict[str, str]
    code: str

    def again(self) -> Game:
        """Another table with the same game."""
        return self._replace(seats=seats_of(brought(self.served, self.journal)))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Game]]:
    servers, games = [], []
    for number, journal in enumerate(twins()):
        file = tmp_path_factory.mktemp("hidden") / f"{number}.db"
        servers.append(server := Served(database_url(None, str(file)), processes=Processes(), metrics=True))
        both, offered = (brought(server, journal, **players) for players in ({}, {"allied": "link"}))
        games.append(Game(server, journal, seats_of(both), offered["invitations"][0]["code"]))
    yield games
    for server in servers:
        server.stop()


def brought(served: Served, journal: str, **players: str) -> dict[str, Any]:
    answer = served.client.post("/api/journals", json={"journal": journal, "players": players})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def seats_of(table: dict[str, Any]) -> dict[str, str]:
    return {seat["side"]: seat["token"] for seat in table["seats"]}


def bodies(lines: int, revision: int) -> dict[str, dict[str, Any]]:
    """What a seat sends with each kind of request."""
    change, tried = {"revision": revision}, {"line": lines}
    return {
        "act": {**change, "actions": ["done"]},
        "undo": change,
        "redo": change,
        "retract": {**change, "action": "done"},
        "rewind": {"line": max(0, lines - 1)},
        "resume": change,
        "end": {"how": "draw"},
        "rematch": {},
        "onward": change,
        "order": {"order": "when support: done"},
        "pace": {"pace": "slow"},
        "try_out": tried,
        "try_why": {**tried, "action": "done"},
        "try_ahead": {**tried, "action": "done"},
        "try_odds": {**tried, "since": 0},
        "replace": {},
        "delete": {},
    }


def asked(game: Game, side: str) -> dict[str, bytes]:
    """What a seat is answered to everything that can be asked, its own names blotted out."""
    client, token = game.served.client, game.seats[side]
    shown = client.get(f"/api/seats/{token}").json()
    sent = bodies(shown["lines"], shown["revision"])
    found: dict[str, bytes] = {}
    mine = [one for one in ENDPOINTS if one.path.startswith(SEAT)]
    for one in sorted(mine, key=lambda one: one.name in LAST):
        path = one.path.format(token=token, line=shown["lines"], number=1)
        if one.method == "GET":
            answer = client.get(path, params={one.query: "done"} if one.query else {})
        else:
            answer = client.post(path, json=sent[one.name])
        assert answer.status_code not in (400, 404, 405) or one.name == "original", f"{one.name}: {answer.text}"
        found[one.name] = b"%d " % answer.status_code + MINE.sub(b'"?"', answer.content)
        if one.name == "replace" and answer.status_code == 200:
            token = game.seats[side] = answer.json()["token"]
    return found


def test_every_request_of_a_seat_is_answered_the_same(pair: list[Game]):
    for side in SIDES:
        one, other = (asked(game.again(), side) for game in pair)
        assert one == other
    assert {name for name, answer in one.items() if answer.startswith(b"200")} >= {"look", "frames", "try_out"}
    own = [game.served.client.get(f"/api/seats/{game.seats['german']}").content for game in pair]
    assert MINE.sub(b"", own[0]) != MINE.sub(b"", own[1]), "the German sees which hand he holds"


def shared(games: list[Game], side: str, step: int) -> str:
    """Something that a side may do in both games: the hands that it holds may offer other things."""
    offers = [look(game.served, game.seats[side])["screen"]["options"] for game in games]
    one, other = ([str(option["action"]) for option in offer] for offer in offers)
    both = [action for action in one if action in other]
    return both[step * 7 % len(both)]


def test_live_lines_and_patches_bring_the_same_while_the_game_goes_on(pair: list[Game]):
    """Documents, patches, checksums and moves, as they come; what is answered to whoever says what he has; the dice."""
    games = [game.again() for game in pair]
    with ExitStack() as stack:
        lines = [{side: stack.enter_context(follow(game.served, game.seats[side])) for side in SIDES} for game in games]
        asked = set()
        for step in range(60):
            (side,) = {look(game.served, game.seats["allied"])["screen"]["decides"] for game in games}
            action = shared(games, side, step)
            asked.add(side)
            answers = []
            for game, heard_by in zip(games, lines, strict=True):
                client, tables = game.served.client, game.served.app.state.tables
                tables.dice = random.Random(step)
                while any(line.document.get("revision", -1) < step for line in heard_by.values()):
                    for line in heard_by.values():
                        line.hear()
                base = {"Ardennes-Base": str(heard_by["allied"].document["hash"])}
                body = {"revision": step, "actions": [action]}
                done = client.post(f"/api/seats/{game.seats[side]}/actions", json=body)
                assert done.status_code == 200, done.text
                patch = client.get(f"/api/seats/{game.seats['allied']}", headers=base)
                assert "patch" in patch.json()
                answers.append((patch.content, client.get("/api/dice").content))
            assert answers[0] == answers[1]
        told = [{side: line.told for side, line in heard_by.items()} for heard_by in lines]
        assert told[0] == told[1]
    assert asked == {"german", "allied"}


def test_a_die_that_one_side_alone_sees_is_counted_for_nobody(served: Served):
    """Whoever looks at the tally before and after would know it."""
    seats = begin(served)
    (table,) = served.app.state.tables._live.values()
    secret: list[Entry] = []
    while not secret:
        lines, before = len(table.record.journal.entries), counted(served)
        act(served, *decider(served, seats))
        rolls = [entry for entry in table.record.journal.entries[lines:] if entry.kind == "roll"]
        secret = [entry for entry in rolls if entry.seen_by is not None]
    assert counted(served) - before == len(rolls) - len(secret)


def counted(served: Served) -> int:
    """How many dice have fallen on a server."""
    dice = served.client.get("/api/dice").json()["dice"]
    return sum(sum(faces.values()) for faces in dice.values())


def test_an_invitation_says_the_same_before_and_after_it_is_accepted(pair: list[Game]):
    told = []
    for game in pair:
        client, path = game.served.client, f"/api/invitations/{game.code}"
        answers = [client.get(path), client.post(f"{path}/accept", json={}), client.get(path)]
        answers.append(client.post(f"{path}/accept", json={}))
        token = answers[1].json()["token"]
        answers += [client.get(f"/api/seats/{token}"), client.get(f"/api/seats/{token}/links")]
        assert [one.status_code for one in answers] == [200, 200, 200, 422, 200, 200]
        told.append([MINE.sub(b'"?"', one.content) for one in answers])
    assert told[0] == told[1]


def test_the_figures_of_the_server_are_the_same_but_for_its_haste(pair: list[Game]):
    for game in pair:
        for side in SIDES:
            game.served.client.get(f"/api/seats/{game.seats[side]}/hint")
    deadline = time.monotonic() + PATIENCE
    while True:  # a request is counted a moment after it is answered
        figures = [game.served.client.get("/metrics").text.splitlines() for game in pair]
        one, other = ([line for line in lines if not re.search(r"_(bucket|sum|created)\b", line)] for lines in figures)
        if one == other or time.monotonic() > deadline:
            break
    assert one == other
    assert any("/api/seats/{token}/hint" in line for line in one)


def logged(caplog: pytest.LogCaptureFixture, number: int) -> list[dict[str, Any]]:
    """So many lines of the server, which writes one when it has answered."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = [one for one in caplog.records if one.name.startswith("ardennes")]
        if len(found) >= number:
            return [json.loads(Json().format(one)) for one in found]
        assert time.monotonic() < deadline, f"{len(found)} lines"
        time.sleep(0.01)


def test_the_log_is_the_same_but_for_the_clock(pair: list[Game], caplog: pytest.LogCaptureFixture):
    logs = []
    caplog.set_level(logging.INFO)
    for game in pair:
        caplog.clear()
        game.served.client.get("/metrics")
        while not any(one.name.startswith("ardennes") and "/metrics" in one.getMessage() for one in caplog.records):
            time.sleep(0.01)  # a line is written a moment after its answer; that about the last request is the last
        caplog.clear()
        for side in (*SIDES, "german"):
            for path in ("", "/frames", "/journal", "/links", "/nothing"):
                game.served.client.get(f"/api/seats/{game.seats[side]}{path}")
            game.served.client.post(f"/api/seats/{game.seats[side]}/actions", json={"revision": 0, "actions": ["x"]})
        lines = logged(caplog, 18)
        written = json.dumps(lines)
        assert not any(token in written for token in game.seats.values()), "no token is in a log"
        logs.append([{name: said for name, said in line.items() if name not in ("time", "ms")} for line in lines])
    assert logs[0] == logs[1]
