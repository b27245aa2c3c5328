"""A change that is sent twice because nobody answered is carried out once; its own seat alone can tell."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ardennes.server.repeats import REMEMBERED
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_kill import Lone
from tests.server.test_tables import begin, decider, look


def change(served: Served | Lone, token: str, what: str, shown: dict[str, Any], **body: Any) -> Any:
    return served.client.post(f"/api/seats/{token}/{what}", json={"revision": shown["revision"], **body})


def first(shown: dict[str, Any]) -> list[str]:
    return [shown["screen"]["options"][0]["action"]]


def test_an_action_that_comes_twice_is_played_once_and_answered_both_times(served: Served):
    token, shown = decider(served, begin(served))
    answers = [change(served, token, "actions", shown, actions=first(shown), id="a1") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert {answer.json()["revision"] for answer in answers} == {shown["revision"] + 1}
    assert look(served, token)["done"] == ["a1"]


def test_of_one_action_sent_eight_times_at_once_one_is_played(served: Served):
    token, shown = decider(served, begin(served))
    with ThreadPoolExecutor(8) as pool:
        sent = pool.map(lambda _: change(served, token, "actions", shown, actions=first(shown), id="b1"), range(8))
        assert [answer.status_code for answer in sent] == [200] * 8
    assert look(served, token)["lines"] == shown["lines"] + 1


def test_without_an_id_the_second_time_is_a_conflict(served: Served):
    token, shown = decider(served, begin(served))
    answers = [change(served, token, "actions", shown, actions=first(shown)) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert "done" not in look(served, token)


def test_undo_redo_orders_and_going_back_are_done_once_too(served: Served):
    seats = begin(served, red="human", blue="link")
    token, shown = decider(served, seats)
    for n in range(2):
        change(served, token, "actions", shown, actions=first(shown), id=f"c{n}")
        shown = look(served, token)
    for what in ("undo", "redo"):
        lines = {change(served, token, what, shown, id=what).json()["lines"] for _ in range(2)}
        assert len(lines) == 1, what
        shown = look(served, token)
    body = {"order": "when advance: done", "id": "order"}
    assert [change(served, token, "orders", shown, **body).json()["orders"] for _ in range(2)] == [[body["order"]]] * 2


def test_going_back_in_a_game_of_ones_own_is_answered_as_done(served: Served):
    seats = begin(served, red="human", blue="human")
    _, shown = decider(served, seats)
    change(served, seats["*"], "actions", shown, actions=first(shown), id="d1")
    for _ in range(2):
        answer = change(served, seats["*"], "rewind", shown, line=0, id="d2")
        assert (answer.status_code, answer.json()["lines"]) == (200, 0)


def test_nobody_else_is_told_of_the_ids_of_a_seat(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    change(served, token, "actions", shown, actions=first(shown), id="e1")
    others = [one for one in seats.values() if one != token]
    assert not any("e1" in served.client.get(f"/api/seats/{other}").text for other in others)


def test_so_many_ids_are_remembered_and_no_more(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    for n in range(REMEMBERED + 2):
        what = ("actions", {"actions": first(shown)}) if n % 2 == 0 else ("undo", {})
        assert change(served, token, what[0], shown, id=f"f{n}", **what[1]).status_code == 200
        shown = look(served, token)
    assert shown["done"] == [f"f{n}" for n in range(2, REMEMBERED + 2)]


def test_what_was_done_is_known_after_a_kill(tmp_path: Path):
    url = database_url(None, str(tmp_path / "games.db"))
    server = Lone(url)
    seats = begin(server)  # type: ignore[arg-type]  # it has a client, which is all that is asked
    token, shown = decider(server, seats)  # type: ignore[arg-type]
    assert change(server, token, "actions", shown, actions=first(shown), id="g1").status_code == 200
    server.kill()
    server = Lone(url)
    try:
        again = change(server, token, "actions", shown, actions=first(shown), id="g1")
        assert (again.status_code, again.json()["revision"]) == (200, shown["revision"] + 1)
    finally:
        server.kill()


def test_what_one_process_did_another_does_not_do_again(database: str, proving_listed: None):
    url = database_url(database, "")
    servers = [Served(url), Served(url)]
    try:
        seats = begin(servers[0])
        token, shown = decider(servers[1], seats)
        answers = [change(one, token, "actions", shown, actions=first(shown), id="h1") for one in servers]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert {answer.json()["lines"] for answer in answers} == {shown["lines"] + 1}
    finally:
        for one in servers:
            one.stop()
