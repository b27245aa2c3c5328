"""Two games of Bitter Woods that differ in where a fuel dump lies are one game to the German player and to spectators.

What `test_hidden.py` shows of one server beside another holds for a game with a secret of its own: every request of a
seat, and live lines while the game goes on, with the question that is asked wherever a dump could be (BW-25.3).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from ardennes.processes import Processes
from ardennes.server.store import database_url
from tests.games.bitter_woods.table import at
from tests.server.conftest import Served
from tests.server.test_hidden import Game, asked, brought, seats_of
from tests.server.test_live import follow
from tests.server.test_tables import look

BLIND = ("german", "")  # those who do not know where the dumps lie
ALL = (*BLIND, "allied")
PIECES = "1SS-1 2109 / 1SS-2 2110 / 12SS-25 1507 / 1Inf-16 1909 / 1Inf-26 1810 / 4Inf-12 5330"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Game]]:
    """On two servers: a dump under Allied units beside the Germans, or in a hex that nobody reaches."""
    servers, found = [], []
    for place in ("1909", "1709"):
        more = f'[options]\nfuel_dumps = true\n[hidden]\nfrancorchamps = "{place}"\nsamree = "2718"\n'
        journal = str(at("german movement", PIECES, turn=5, more=more).record.journal)
        file = tmp_path_factory.mktemp("dumps") / f"{place}.db"
        servers.append(server := Served(database_url(None, str(file)), processes=Processes()))
        found.append(Game(server, journal, seats_of(brought(server, journal)), ""))
    yield found
    for server in servers:
        server.stop()


def test_every_request_of_the_german_player_is_answered_the_same(games: list[Game]):
    for side in BLIND:
        one, other = (asked(game.again(), side) for game in games)
        assert one == other
    own = [look(game.served, game.seats["allied"])["screen"]["markers"] for game in games]
    assert own[0] != own[1], "the Allied player sees where his dump is"


def deed(shown: list[dict[str, Any]], step: int) -> str:
    """Something that may be done in both games; of a dump the Allied player says nothing."""
    one, other = ([str(option["action"]) for option in each["screen"]["options"]] for each in shown)
    both = [action for action in one if action in other]
    return both[step * 7 % len(both)]


def test_live_lines_bring_the_german_player_the_same_whatever_the_dumps(games: list[Game]):
    questions = 0
    with ExitStack() as stack:
        lines = [{side: stack.enter_context(follow(game.served, game.seats[side])) for side in ALL} for game in games]
        for step in range(40):
            (side,) = {look(game.served, game.seats["german"])["screen"]["decides"] for game in games}
            shown = [look(game.served, game.seats[side]) for game in games]
            if step == 0:
                action = "pick 1SS-1"
            elif step == 1:
                action = "step 2009"
            else:
                action = deed(shown, step)
            questions += shown[0]["screen"]["prompt"]["step"] == "dump"
            for game in games:
                game.served.app.state.tables.dice = random.Random(step)
                body = {"revision": step, "actions": [action]}
                done = game.served.client.post(f"/api/seats/{game.seats[side]}/actions", json=body)
                assert done.status_code == 200, done.text
            for heard in lines:
                while any(line.document.get("revision", -1) <= step for line in heard.values()):
                    for line in heard.values():
                        line.hear()
        told = [{side: line.told for side, line in heard.items()} for heard in lines]
    assert questions, "the Allied player was asked"
    for side in BLIND:
        assert told[0][side] == told[1][side]
    assert told[0]["allied"] != told[1]["allied"], "he sees his dump"
