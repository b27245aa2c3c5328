"""Quotas by client and by table, and a fair share of the machine's time."""

from __future__ import annotations

import asyncio

import pytest

from ardennes.engine.errors import ArdennesError
from ardennes.processes import Processes
from ardennes.server.limits import Limits, Rate, quota
from ardennes.server.quotas import REMEMBERED, Quotas, TooMuch
from ardennes.server.store import database_url
from ardennes.server.thinking import Thinkers
from ardennes.server.turns import Turns, Urgency
from tests.server import loops
from tests.server.conftest import Served
from tests.server.test_tables import begin, decider

PROXY = "127.0.0.1"


def test_a_quota_is_used_up_and_comes_back():
    now = [0.0]
    quotas = Quotas(Limits({"hints": Rate(3, 60)}), lambda: now[0])
    for _ in range(3):
        quotas.take("hints", "a")
    with pytest.raises(TooMuch, match=r"The limit here is 3 hints a minute; try again in 20 s\."):
        quotas.take("hints", "a")
    quotas.take("hints", "b")
    now[0] = 20
    quotas.take("hints", "a")
    quotas.take("tables", "a")  # nobody counts these


def test_what_is_refused_to_one_is_taken_from_nobody():
    quotas = Quotas(Limits({"hints": Rate(1, 60)}), lambda: 0.0)
    quotas.take("hints", "table")
    with pytest.raises(TooMuch):
        quotas.take("hints", "a", "table")
    assert quotas.left("hints", "a") == 1


def test_a_million_addresses_take_a_bounded_place():
    quotas = Quotas(Limits({"requests": Rate(5, 60)}), lambda: 0.0)
    for n in range(REMEMBERED + 500):
        quotas.take("requests", str(n))
    assert len(quotas._left) == REMEMBERED


def test_a_quota_on_the_command_line():
    assert quota("hints=30/min") == ("hints", Rate(30, 60))
    assert quota("hints=off") == ("hints", None)
    for wrong in ("nothing=1/s", "hints=0/s", "hints=1/year", "hints", "hints=-1/s"):
        with pytest.raises(ArdennesError):
            quota(wrong)


@pytest.fixture
def open_server(tmp_path, proving_listed):
    rates = {"tables": Rate(3, 3600), "imports": Rate(2, 3600), "orders": Rate(2, 3600), "hints": Rate(1, 3600)}
    server = Served(database_url(None, str(tmp_path / "games.db")), limits=Limits(rates), proxies=[PROXY])
    yield server
    server.stop()


def come_from(server: Served, address: str) -> None:
    server.client.headers["X-Forwarded-For"] = address


def test_tables_and_imports_are_counted_by_client(open_server: Served):
    begun = [open_server.client.post("/api/tables", json={"game": "proving"}) for _ in range(4)]
    assert [one.status_code for one in begun] == [201, 201, 201, 429]
    assert begun[-1].json()["error"] == "The limit here is 3 new games an hour; try again in 20 minutes."
    come_from(open_server, "203.0.113.9")
    assert open_server.client.post("/api/tables", json={"game": "proving"}).status_code == 201
    brought = [open_server.client.post("/api/journals", json={"journal": "x"}).status_code for _ in range(3)]
    assert brought == [422, 422, 429]


def test_a_forged_address_does_not_help_where_no_proxy_is_named(tmp_path, proving_listed):
    server = Served(database_url(None, str(tmp_path / "games.db")), limits=Limits({"tables": Rate(1, 3600)}))
    try:
        begin(server)
        come_from(server, "203.0.113.9")
        assert server.client.post("/api/tables", json={"game": "proving"}).status_code == 429
    finally:
        server.stop()


def test_orders_and_hints_are_counted_by_table_whoever_asks(open_server: Served):
    seats = begin(open_server)
    order = {"order": "when ambush: choose hold"}
    codes = []
    for n in range(3):
        come_from(open_server, f"203.0.113.{n}")
        codes.append(open_server.client.post(f"/api/seats/{seats['red']}/orders", json=order).status_code)
    assert codes == [200, 200, 429]
    token, _ = decider(open_server, seats)
    codes = [open_server.client.get(f"/api/seats/{token}/hint").status_code for _ in range(2)]
    assert codes == [422, 429], "no machine has an idea of the proving game, but asking one has its price"


# ---- fairly ----


def served_in_turn(asked: list[tuple[str, Urgency]]) -> list[str]:
    """Who is served in which order, of clients that have asked with some urgency while another was served."""

    async def main() -> list[str]:
        queue, order = Turns(1), []

        async def one(client: str, urgency: Urgency) -> None:
            async with queue.taken(urgency, client):
                order.append(client)
                await asyncio.sleep(0)

        async with queue.taken(Urgency.PERSON):
            tasks = [asyncio.create_task(one(client, urgency)) for client, urgency in asked]
            await asyncio.sleep(0)
            assert queue.length == len(asked)
        await asyncio.gather(*tasks)
        assert queue.length == 0
        return order

    return loops.run(main())


def test_clients_are_served_in_turn_however_many_games_one_has():
    assert served_in_turn([("a", Urgency.GAME)] * 150 + [("b", Urgency.GAME)]).index("b") == 1


def test_a_person_who_waits_comes_before_games_that_nobody_waits_for():
    games = [(f"client {n}", Urgency.GAME) for n in range(20)]
    assert served_in_turn([*games, ("person", Urgency.PERSON)])[0] == "person"


def test_one_who_gives_up_leaves_no_place_taken():
    async def main() -> None:
        queue = Turns(1)

        async def one() -> None:
            async with queue.taken(Urgency.GAME, "a"):
                await asyncio.sleep(0)

        async with queue.taken(Urgency.GAME, "a"):
            waiting = [asyncio.create_task(one()) for _ in range(3)]
            await asyncio.sleep(0)
            for task in waiting[:2]:
                task.cancel()
            await asyncio.sleep(0)
        await waiting[2]
        assert (queue.length, queue._free) == (0, 1)

    loops.run(main())


def test_whoever_has_used_up_his_time_is_served_last():
    asked = [("a", Urgency.SHOW), ("spent", Urgency.SPENT), ("a", Urgency.SHOW), ("b", Urgency.PERSON)]
    assert served_in_turn(asked)[-1] == "spent"


def test_machine_time_is_counted_by_table_whoever_asks():
    quotas = Quotas(Limits({"machine": Rate(10, 3600)}), lambda: 0.0)
    thinkers = Thinkers(Processes(), quotas=quotas)
    thinkers.charge(4, "203.0.113.1", "table")
    assert thinkers.urgency(Urgency.PERSON, "203.0.113.2", "table") == Urgency.PERSON
    thinkers.charge(7, "203.0.113.2", "table")
    assert thinkers.urgency(Urgency.PERSON, "203.0.113.3", "table") == Urgency.SPENT
    assert thinkers.urgency(Urgency.PERSON, "203.0.113.1", "another") == Urgency.PERSON
    with pytest.raises(TooMuch, match="The limit here is 10 seconds of computer thinking an hour; try again in"):
        quotas.take("machine", "203.0.113.3", "table", amount=0)
