"""Who holds a seat: invitations, links that are replaced, games that are deleted; on both databases."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ardennes.server.invitations import CREATOR, Invitation, people_of
from ardennes.server.store import Seat, Unavailable, database_url
from tests.server import loops
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_tables import act, begin, decider, look


def begun(served: Served, **players: str) -> dict[str, Any]:
    answer = served.client.post("/api/tables", json={"game": "proving", "players": players})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def post(served: Served, path: str) -> Any:
    return served.client.post(path, json={})


def test_the_creator_is_given_an_invitation_and_never_the_friends_token(served: Served):
    table = begun(served, blue="link")
    assert {seat["side"] for seat in table["seats"]} == {"red", ""}
    (offer,) = table["invitations"]
    assert offer["side"] == "blue"
    red = table["seats"][0]["token"]
    asked = served.client.get(f"/api/invitations/{offer['code']}").json()
    assert (asked["game"], asked["side"], asked["taken"]) == ("proving", "blue", False)
    assert look(served, red)["open"] == ["blue"]
    assert served.client.get(f"/api/seats/{red}/links").json()["invitations"] == [offer]
    assert served.client.get(f"/api/seats/{offer['code']}").status_code == 404, "a code opens no seat"

    taken = post(served, f"/api/invitations/{offer['code']}/accept").json()
    assert look(served, taken["token"])["seat"]["side"] == "blue"
    assert look(served, red)["open"] == []
    told = json.dumps([served.client.get(f"/api/seats/{red}{path}").text for path in ("", "/links", "/journal")])
    assert taken["token"] not in told
    again = post(served, f"/api/invitations/{offer['code']}/accept")
    assert (again.status_code, again.json()["error"]) == (422, "This seat is already taken.")


def test_of_many_who_accept_at_once_one_is_seated(served: Served):
    (offer,) = begun(served, blue="link")["invitations"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: post(served, f"/api/invitations/{offer['code']}/accept"), range(8)))
    assert sorted(one.status_code for one in answers) == [200] + [422] * 7


def test_a_game_goes_on_while_the_other_seat_is_empty(served: Served):
    table = begun(served, red="link")
    blue = next(seat["token"] for seat in table["seats"] if seat["side"] == "blue")
    shown = look(served, blue)
    assert shown["screen"]["decides"] == "blue"
    assert act(served, blue, shown).status_code == 200


def test_a_replaced_link_opens_nothing_any_more_and_its_line_ends(served: Served):
    seats = begin(served)
    old = seats["red"]
    with connect(f"ws://127.0.0.1:{served.port}/api/seats/{old}/live", max_size=None) as live:
        live.recv()
        new = post(served, f"/api/seats/{old}/replace").json()["token"]
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=PATIENCE)
    assert served.client.get(f"/api/seats/{old}").status_code == 404
    assert post(served, f"/api/seats/{old}/replace").status_code == 404
    assert look(served, new)["seat"]["side"] == "red"
    assert look(served, seats["blue"])["seat"]["side"] == "blue"
    assert post(served, f"/api/seats/{seats['']}/replace").status_code == 422, "an onlooker's link is everybody's"


def test_whoever_has_taken_a_seat_is_told_so_though_the_database_goes_away(
    served: Served, monkeypatch: pytest.MonkeyPatch
):
    table = begun(served, blue="link")
    red, store = table["seats"][0]["token"], served.app.state.tables.store
    assert look(served, red)["open"] == ["blue"]

    async def away(_: str) -> list[Seat]:
        raise Unavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(store, "seats", away)
        taken = post(served, f"/api/invitations/{table['invitations'][0]['code']}/accept")
        assert taken.status_code == 200, taken.text
    assert look(served, taken.json()["token"])["seat"]["side"] == "blue"
    deadline = time.monotonic() + PATIENCE
    while look(served, red)["open"]:
        assert time.monotonic() < deadline, "the table never shows who sits there"
        time.sleep(0.1)


def test_a_replaced_link_is_dead_in_every_process(database: str, proving_listed: None):
    one, two = (Served(database_url(database, "")) for _ in range(2))
    try:
        old = begin(one)["red"]
        with connect(f"ws://127.0.0.1:{two.port}/api/seats/{old}/live", max_size=None) as live:
            live.recv()
            new = post(one, f"/api/seats/{old}/replace").json()["token"]
            with pytest.raises(ConnectionClosed):
                live.recv(timeout=PATIENCE)
        assert two.client.get(f"/api/seats/{old}").status_code == 404
        assert look(two, new)["seat"]["side"] == "red"
    finally:
        one.stop()
        two.stop()


def test_a_link_that_was_replaced_unheard_is_dead_once_the_database_is_heard_again(database: str, proving_listed: None):
    server = Served(database_url(database, ""))
    try:
        old = begin(server)["red"]
        assert look(server, old)["seat"]["side"] == "red"
        loops.run(_replace_unheard(database, old))
        deadline = time.monotonic() + PATIENCE
        while server.client.get(f"/api/seats/{old}").status_code != 404:
            assert time.monotonic() < deadline, "the old link still opens the seat"
            time.sleep(0.1)
    finally:
        server.stop()


async def _replace_unheard(database: str, old: str) -> None:
    """Put another token into the database without a word, and cut the lines of all who listen."""
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE seats SET token = $1 WHERE token = $2", f"x{old[1:]}", old)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
    )
    await connection.close()


def test_who_begins_a_game_deletes_it_as_long_as_nobody_else_sits_there(served: Served):
    table = begun(served, blue="link")
    red = table["seats"][0]["token"]
    assert post(served, f"/api/seats/{table['seats'][1]['token']}/delete").status_code == 422
    assert post(served, f"/api/seats/{red}/delete").json() == {"deleted": True}
    assert served.client.get(f"/api/seats/{red}").status_code == 404
    assert served.client.get(f"/api/invitations/{table['invitations'][0]['code']}").status_code == 404


def test_a_game_of_two_is_deleted_by_both(served: Served):
    seats = begin(served, blue="link")
    assert post(served, f"/api/seats/{seats['red']}/delete").json() == {"deleted": False, "waiting": ["blue"]}
    assert post(served, f"/api/seats/{seats['red']}/delete").json() == {"deleted": False, "waiting": ["blue"]}
    token, shown = decider(served, seats)
    assert act(served, token, shown).status_code == 200, "until then it goes on"
    assert post(served, f"/api/seats/{seats['blue']}/delete").json() == {"deleted": True}
    assert served.client.get(f"/api/seats/{seats['red']}").status_code == 404


def test_a_game_against_a_machine_or_at_one_screen_is_its_players_own(served: Served):
    for players in ({"blue": "random"}, {}):
        seats = begin(served, **players)
        assert post(served, f"/api/seats/{seats['red']}/delete").json() == {"deleted": True}
        assert served.client.get(f"/api/seats/{seats['']}").status_code == 404


def seat(side: str, player: str = "human") -> Seat:
    return Seat(f"token of {side}", "t", side, player)


def test_who_sits_where():
    two = [seat("red"), seat("blue"), seat("", "observer")]
    blue = Invitation("c", "t", "blue", False)
    assert people_of(two, [blue]) == {"red": CREATOR}
    assert people_of(two, [blue._replace(taken=True)]) == {"red": CREATOR, "blue": "blue"}
    assert people_of(two, []) == {"red": "red", "blue": "blue"}, "a rematch, or a game of the time before"
    assert set(people_of([*two, seat("*")], []).values()) == {CREATOR}
    assert people_of([seat("red"), seat("blue", "recruit")], []) == {"red": CREATOR}
