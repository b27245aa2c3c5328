"""Tables over HTTP: begun, played, refused, taken back; the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from starlette.routing import Route

import ardennes
from ardennes.engine.screen import listed
from ardennes.server.screens import ahead, is_secret
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.patience import PATIENCE


def begin(served: Served, **players: str) -> dict[str, str]:
    """A new table; the tokens by side."""
    answer = served.client.post("/api/tables", json={"game": "proving", "players": players})
    return tokens(served, answer)


def tokens(served: Served, answer: httpx.Response) -> dict[str, str]:
    """The tokens of a new table by side; every invitation is accepted at once."""
    assert answer.status_code == 201, answer.text
    found = {seat["side"]: seat["token"] for seat in answer.json()["seats"]}
    for one in answer.json().get("invitations", []):
        taken = served.client.post(f"/api/invitations/{one['code']}/accept", json={})
        found[one["side"]] = taken.json()["token"]
    return found


def look(served: Served, token: str) -> dict[str, Any]:
    answer = served.client.get(f"/api/seats/{token}")
    assert answer.status_code == 200, answer.text
    return shown_by(answer)


def shown_by(answer: Any) -> dict[str, Any]:
    """What an answer shows, with lists where the screen has maps by key."""
    found: dict[str, Any] = answer.json()
    return {**found, "screen": listed(found["screen"])}


def decider(served: Served, seats: dict[str, str]) -> tuple[str, dict[str, Any]]:
    """The token of the side that is asked, and its screen."""
    for side, token in seats.items():
        shown = look(served, token)
        if side not in ("", "*") and shown["screen"].get("decides") == side:
            return token, shown
    raise AssertionError("nobody is asked")


def act(served: Served, token: str, shown: dict[str, Any], action: str | None = None) -> Any:
    chosen = action or shown["screen"]["options"][0]["action"]
    return served.client.post(f"/api/seats/{token}/actions", json={"revision": shown["revision"], "actions": [chosen]})


def test_a_table_begins_with_a_seat_for_each_side_and_one_for_onlookers(served: Served):
    seats = begin(served)
    assert set(seats) == {"red", "blue", "", "*"}
    assert len(set(seats.values())) == 4


def test_an_action_is_acknowledged_with_the_next_revision(served: Served):
    token, shown = decider(served, begin(served))
    answer = act(served, token, shown)
    assert answer.status_code == 200
    assert answer.json()["revision"] == shown["revision"] + 1


def test_a_shared_screen_says_when_only_one_side_may_look():
    state = ardennes.game("bulge").start("campaign")
    while state.chance:
        state.roll(next(iter(state.chance.outcomes()))[0])
    assert is_secret(state), "air missions are given in secret"
    while state.decision.step == "air assignment":
        state.apply(state.decision.options[0])
    assert not is_secret(state), "they are shown when all are given"
    open_game = ardennes.game("axis-allies")
    assert not is_secret(open_game.start(next(iter(open_game.scenarios))))


def test_the_other_sides_token_does_not_decide(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    other = next(t for side, t in seats.items() if side in ("red", "blue") and t != token)
    answer = act(served, other, shown)
    assert answer.status_code == 422
    assert "decision" in answer.json()["error"]


def test_an_onlooker_is_offered_nothing_and_may_do_nothing(served: Served):
    seats = begin(served)
    _, shown = decider(served, seats)
    assert look(served, seats[""])["screen"]["options"] == []
    assert act(served, seats[""], shown).json()["error"] == "You are watching; only the players can move."


def test_a_stale_click_is_a_conflict_and_changes_nothing(served: Served):
    token, shown = decider(served, begin(served))
    act(served, token, shown)
    before = look(served, token)["revision"]
    again = act(served, token, shown)
    assert again.status_code == 409
    assert look(served, token)["revision"] == before


def test_of_two_actions_at_once_one_wins_and_one_gets_a_conflict(served: Served):
    token, shown = decider(served, begin(served))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: act(served, token, shown), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


def test_an_illegal_action_is_refused_with_its_reason(served: Served):
    token, shown = decider(served, begin(served))
    answer = act(served, token, shown, "fly moon")
    assert answer.status_code == 422
    assert "is not an action in this game" in answer.json()["error"]
    assert look(served, token)["revision"] == shown["revision"]


def test_undo_takes_the_last_choice_back(served: Served):
    token, shown = decider(served, begin(served))
    option = next(o for o in shown["screen"]["options"] if not o.get("commits"))
    after = act(served, token, shown, option["action"]).json()
    assert after["screen"]["undo"]["can"]
    undone = served.client.post(f"/api/seats/{token}/undo", json={"revision": after["revision"]})
    assert undone.status_code == 200
    assert shown_by(undone)["screen"]["options"] == shown["screen"]["options"]


def test_a_standing_order_hides_neither_screen_nor_undo(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    before = act(served, token, shown).json()["screen"]["undo"]
    for side in ("red", "blue"):
        order = {"revision": 0, "order": "when ambush: choose hold"}
        assert served.client.post(f"/api/seats/{seats[side]}/orders", json=order).status_code == 200
    assert before["can"]
    assert look(served, token)["screen"]["undo"] == before


JSON = {"Content-Type": "application/json"}
HOSTILE = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"revision": NaN}',
    b'{"revision": "1", "actions": ["done"]}',
    b'{"revision": 1e99, "actions": ["done"]}',
    b'{"revision": 0, "actions": []}',
    b'{"revision": 0, "actions": [1]}',
    b'{"revision": 0, "actions": "done"}',
    b'{"revision": 0, "actions": ["' + b"x" * 500 + b'"]}',
]


@pytest.mark.parametrize("raw", HOSTILE)
def test_hostile_bodies_get_a_sentence(served: Served, raw: bytes):
    token, _ = decider(served, begin(served))
    answer = served.client.post(f"/api/seats/{token}/actions", content=raw, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


def test_a_guessed_seat_is_not_there(served: Served):
    assert served.client.get("/api/seats/" + "x" * 32).status_code == 404


def test_why_not_is_answered_with_a_rule(served: Served):
    token, _ = decider(served, begin(served))
    answer = served.client.get(f"/api/seats/{token}/why", params={"action": "done now"}).json()
    assert not answer["possible"]
    assert answer["card"]["reasons"][0]["rule"]


def test_a_table_is_the_same_after_the_server_was_stopped(served: Served, url: str):
    seats = begin(served)
    for _ in range(6):
        token, shown = decider(served, seats)
        act(served, token, shown)
    before = {side: look(served, token) for side, token in seats.items()}
    served.stop()
    again = Served(url)
    try:
        assert {side: look(again, token) for side, token in seats.items()} == before
    finally:
        again.stop()


def test_two_processes_share_one_postgresql(proving_listed: None, database: str):
    one, two = Served(database_url(database, "")), Served(database_url(database, ""))
    try:
        seats = begin(one)
        token, shown = decider(two, seats)
        assert act(two, token, shown).status_code == 200
        assert look(one, token)["revision"] == shown["revision"] + 1
        assert act(one, token, shown).status_code == 409
    finally:
        one.stop()
        two.stop()


def test_a_journal_carried_away_can_be_brought_back(served: Served):
    seats = begin(served)
    shared = seats["*"]
    for _ in range(3):
        shown = look(served, shared)
        act(served, shared, shown)
    text = served.client.get(f"/api/seats/{shared}/journal").text
    assert text.startswith("ardennes journal 1")
    if "?" in text.splitlines()[-1]:
        answer = served.client.post("/api/journals", json={"journal": text})
        assert answer.status_code == 422
        assert "blanked" in answer.json()["error"]
    else:
        assert served.client.post("/api/journals", json={"journal": text}).status_code == 201


def test_a_broken_journal_is_refused_with_its_line(served: Served):
    answer = served.client.post("/api/journals", json={"journal": "ardennes journal 1\ngame proving\n"})
    assert (answer.status_code, answer.json()["error"]) == (
        422,
        "line 2: the header is incomplete: it must end with an empty line",
    )


def test_the_machine_plays_its_seat_by_itself(served: Served):
    seats = begin(served, red="random", blue="random")
    observer = seats[""]
    deadline = time.monotonic() + PATIENCE
    while "result" not in (shown := look(served, observer))["screen"]:
        assert time.monotonic() < deadline, f"the machines stopped at {shown['screen']['prompt']}"
        time.sleep(0.05)


def test_health_and_dice_and_interface_answer(served: Served):
    assert served.client.get("/health").json()["status"] == "well"
    assert "dice" in served.client.get("/api/dice").json()
    document = served.client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    routes = [route for route in served.app.routes if isinstance(route, Route)]
    listed = {route.path for route in routes if route.path.startswith("/api/seats")}
    assert listed <= set(document["paths"])


def test_nothing_is_at_an_unknown_address(served: Served):
    answer = served.client.get("/api/nowhere")
    assert answer.status_code == 404
    assert json.loads(answer.text)["error"] == "There is nothing at /api/nowhere."


def test_the_odds_of_a_battle_are_told_before_a_click_throws_its_dice():
    """From the deciding side's view, and nothing is done by asking."""
    game = ardennes.game("ardennes-offensive")
    state, luck, told = game.start(next(iter(game.scenarios))), random.Random(3), 0
    while told < 3 and not state.over:
        if state.chance:
            state.roll(state.chance.sample(luck))
            continue
        asked, before = state.decision, state.key()
        chosen = luck.choice(asked.options)
        found = ahead(state.view(asked.side), str(chosen))
        assert state.key() == before
        state.apply(chosen)
        assert found.get("reason") == (state.chance.reason if state.chance else None)
        if found.get("sheet"):
            told += 1
            assert found["sheet"]["odds"]["shown"] in found["reason"]
            assert sum(one["chance"] for one in found["sheet"]["outcomes"]) == pytest.approx(1)
    assert told == 3


def test_only_who_decides_is_told_what_lies_ahead(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    action = shown["screen"]["options"][0]["action"]
    other = next(t for side, t in seats.items() if side in ("red", "blue") and t != token)
    assert served.client.get(f"/api/seats/{token}/ahead", params={"action": action}).json() == {}
    assert served.client.get(f"/api/seats/{other}/ahead", params={"action": action}).status_code == 422
    assert served.client.get(f"/api/seats/{token}/ahead").status_code == 400
    assert look(served, token)["revision"] == shown["revision"]
