"""Rematches and the record of a series, in Axis & Allies with its campaign, over a real database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.processes import Processes
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_tables import look, tokens

GOLDEN = Path(__file__).parents[1] / "golden" / "axis-allies" / "allies-hold-out-to-the-end.journal"
QUIET = ("pass", "done", "stop", "fight")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the real games, for all tests that need no other database."""
    running = Served(database_url(None, str(tmp_path_factory.mktemp("series") / "games.db")), processes=Processes())
    yield running
    running.stop()


@pytest.fixture
def fresh(url: str) -> Iterator[Served]:
    """The same over each database."""
    running = Served(url, processes=Processes())
    yield running
    running.stop()


def last_turn() -> str:
    """A journal of a position: the last turn of a game with a record begins."""
    head = GOLDEN.read_text("utf-8").partition("\n\n")[0] + "\n\n"
    return head.replace("| [pieces]", '| [options]\n| campaign_record = "on"\n| [pieces]')


def bring(server: Served, journal: str, **players: str) -> dict[str, str]:
    """A table from a journal; the tokens by side."""
    return tokens(server, server.client.post("/api/journals", json={"journal": journal, "players": players}))


def play_out(server: Served, seats: dict[str, str]) -> None:
    """Both sides decline whatever they can until the game is over."""
    shown = look(server, seats["axis"])
    while not shown["screen"].get("result"):
        token = seats[shown["screen"]["decides"]]
        shown = look(server, token)
        options = [option["action"] for option in shown["screen"]["options"]]
        action = next((one for one in options if one in QUIET), options[0])
        answer = server.client.post(
            f"/api/seats/{token}/actions", json={"revision": shown["revision"], "actions": [action]}
        )
        assert answer.status_code == 200, answer.text
        shown = look(server, seats["axis"])


def ask(server: Served, token: str) -> Any:
    return server.client.post(f"/api/seats/{token}/rematch", json={})


def rematch(server: Served, seats: dict[str, str]) -> dict[str, str]:
    """The seats of the rematch, each found by whoever sat at the table."""
    assert ask(server, seats["axis"]).status_code == 200
    exchanged = {"axis": "allies", "allies": "axis", "": ""}
    return {after: look(server, seats[before])["series"]["next"] for before, after in exchanged.items()}


def totals(server: Served, token: str) -> dict[str, tuple[int, list[int]]]:
    found = look(server, token)["series"]["totals"]
    return {one["label"]: (one["points"], one["games"]) for one in found}


def test_the_scores_of_a_table_and_its_rematches_are_added_up_by_player(fresh: Served, url: str):
    first = bring(fresh, last_turn(), axis="human", allies="link")
    assert look(fresh, first["axis"]).get("series") is None, "the game is not over"
    assert ask(fresh, first["axis"]).status_code == 422
    play_out(fresh, first)
    points = int(look(fresh, first["axis"])["screen"]["sides"][0]["score"]["value"])
    assert points > 0
    assert totals(fresh, first["axis"]) == {"You": (points, [points]), "Your opponent": (0, [])}
    assert totals(fresh, first["allies"]) == {"Your opponent": (points, [points]), "You": (0, [])}

    second = rematch(fresh, first)
    assert look(fresh, second["allies"])["seat"]["side"] == "allies"
    play_out(fresh, second)
    again = int(look(fresh, second["axis"])["screen"]["sides"][0]["score"]["value"])
    assert totals(fresh, second["allies"]) == {"You": (points, [points]), "Your opponent": (again, [again])}

    third = rematch(fresh, second)
    play_out(fresh, third)
    last = int(look(fresh, third["axis"])["screen"]["sides"][0]["score"]["value"])
    whole = {"You": (points + last, [points, last]), "Your opponent": (again, [again])}
    assert totals(fresh, third["axis"]) == whole
    assert totals(fresh, first["axis"]) == whole, "the first game of the series shows what came after it too"
    shown = look(fresh, third["axis"])["series"]
    assert (shown["number"], shown["label"], shown["rule"]) == (3, "Axis victory points", "AA-6.1")
    assert set(totals(fresh, third[""])) == {"Axis in game 1", "Allies in game 1"}

    fresh.stop()
    after = Served(url, processes=Processes())
    try:
        assert totals(after, third["axis"]) == whole, "the record is in the database"
    finally:
        after.stop()


def test_a_rematch_is_begun_once_by_whichever_player_asks(server: Served):
    seats = bring(server, last_turn(), axis="human", allies="link")
    play_out(server, seats)
    asked = [ask(server, seats[side]).json()["series"]["next"] for side in ("allies", "axis", "axis")]
    assert asked[1] == asked[2] != asked[0]
    assert {look(server, token)["seat"]["side"] for token in asked} == {"axis", "allies"}
    refused = ask(server, seats[""])
    assert (refused.status_code, refused.json()["error"]) == (422, "Only a player can ask for a rematch.")


def test_machines_change_sides_and_a_shared_screen_stays_one(server: Served):
    seats = bring(server, GOLDEN.read_text("utf-8"), axis="random", allies="human")
    after = ask(server, seats["allies"]).json()["series"]["next"]
    shown = look(server, after)
    assert (shown["seat"]["side"], shown["players"]) == ("axis", {"axis": "human", "allies": "random"})
    shared = bring(server, GOLDEN.read_text("utf-8"))
    assert look(server, ask(server, shared["*"]).json()["series"]["next"])["seat"]["side"] == "*"


def test_without_the_option_no_record_is_kept(server: Served):
    seats = bring(server, GOLDEN.read_text("utf-8"))
    shown = look(server, seats["axis"])["series"]
    assert (shown["totals"], shown["may_begin"]) == ([], True)


def test_a_game_of_a_series_can_be_deleted_and_the_others_stay(fresh: Served):
    """The scores of those that are left are counted by the same players, and the next rematch belongs to them."""
    first = bring(fresh, last_turn(), axis="human", allies="link")
    play_out(fresh, first)
    second = rematch(fresh, first)
    play_out(fresh, second)
    points = int(look(fresh, second["axis"])["screen"]["sides"][0]["score"]["value"])
    votes = [fresh.client.post(f"/api/seats/{first[side]}/delete", json={}).json() for side in ("axis", "allies")]
    assert [one["deleted"] for one in votes] == [False, True]
    assert fresh.client.get(f"/api/seats/{first['axis']}").status_code == 404
    assert totals(fresh, second["axis"]) == {"You": (points, [points]), "Your opponent": (0, [])}
    third = rematch(fresh, second)
    assert look(fresh, third["axis"])["seat"]["side"] == "axis"
    play_out(fresh, third)
    assert look(fresh, third["axis"])["series"]["number"] == 3
    last = int(look(fresh, third["axis"])["screen"]["sides"][0]["score"]["value"])
    assert totals(fresh, second["axis"]) == {"You": (points, [points]), "Your opponent": (last, [last])}


def test_a_rematch_that_is_deleted_can_be_begun_again(server: Served):
    first = bring(server, last_turn(), axis="human", allies="link")
    play_out(server, first)
    second = rematch(server, first)
    for side in ("axis", "allies"):
        server.client.post(f"/api/seats/{second[side]}/delete", json={})
    shown = look(server, first["axis"])["series"]
    assert (shown.get("next"), shown["may_begin"]) == (None, True)
    again = rematch(server, first)
    assert look(server, again["allies"])["seat"]["side"] == "allies"
    assert again["allies"] != second["allies"]
