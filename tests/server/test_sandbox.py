"""Sandboxes: a position as a seat sees it, tried out; nobody else is told, nothing is stored, and all is bounded."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from ardennes.engine.screen import listed
from ardennes.processes import Processes
from ardennes.server.limits import Limits, Rate
from ardennes.server.sandboxes import Lately
from ardennes.server.shapes.analysis import MOVES
from ardennes.server.store import database_url
from tests.server.conftest import Served

START = """ardennes journal 1
game bulge
rules 2021.1
scenario campaign
option airdrop off
option weather historical

german !german assign support
german !german done
german target 0304
german join 12VG
german join 326VG
german join 277VG
"""
LAST = 6  # lines of it, as the German counts them
FIGHT = ["support", "fight +12", "roll 5", "pick 277VG", "target 0504", "choose primary", "fight +6", "roll 3"]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the real games."""
    url = database_url(None, str(tmp_path_factory.mktemp("sandbox") / "games.db"))
    server = Served(url, processes=Processes())
    yield server
    server.stop()


def brought(served: Served, journal: str, **players: str) -> dict[str, str]:
    """A table that goes on from a journal; the tokens by side."""
    answer = served.client.post("/api/journals", json={"journal": journal, "players": players})
    assert answer.status_code == 201, answer.text
    return {seat["side"]: seat["token"] for seat in answer.json()["seats"]}


def tried(served: Served, token: str, **said: Any) -> httpx.Response:
    """What a seat is answered about its sandbox; without another word it begins with the present position."""
    if "line" not in said:
        said["line"] = served.client.get(f"/api/seats/{token}").json()["lines"]
    return served.client.post(f"/api/seats/{token}/sandbox", json=said)


def played(served: Served, token: str, moves: list[str], **said: Any) -> dict[str, Any]:
    """A sandbox after some moves, made one after the other."""
    found: dict[str, Any] = tried(served, token, **said).json()
    for move in moves:
        done = [one["move"] for one in found["moves"]]
        answer = tried(served, token, moves=done, actions=[move], base=found["base"], **said)
        assert answer.status_code == 200, answer.text
        found = answer.json()
    return found


def test_both_sides_are_played_in_a_sandbox_and_dice_are_chosen(real: Served):
    seats = brought(real, START)
    found = played(real, seats["german"], ["support", "fight +12"])
    assert found["due"]["dice"] == [{"label": "german", "sides": 6}]
    assert [fall["move"] for fall in found["due"]["falls"]] == [f"roll {face}" for face in range(1, 7)]
    found = played(real, seats["german"], FIGHT)
    assert [one["move"] for one in found["moves"]] == FIGHT
    while found["shown"]["screen"].get("decides") != "allied":
        done = [one["move"] for one in found["moves"]]
        found = tried(real, seats["german"], moves=done, actions=[some_move(found)], base=found["base"]).json()
    assert found["shown"]["screen"]["decides"] == found["shown"]["screen"]["viewer"] == "allied"


def test_any_part_of_the_moves_is_the_sandbox_as_it_was_then(real: Served):
    token = brought(real, START)["german"]
    whole = played(real, token, FIGHT)
    before = played(real, token, FIGHT[:3])
    again = tried(real, token, moves=FIGHT[:3], base=whole["base"])
    assert again.json() == before
    assert before["shown"]["screen"]["undo"] == {"can": True, "label": "Roll: 5"}


def test_a_sandbox_that_no_process_remembers_is_built_anew(real: Served, monkeypatch: pytest.MonkeyPatch):
    token = brought(real, START)["german"]
    whole = played(real, token, FIGHT)
    monkeypatch.setattr(Lately, "find", lambda self, key: None)
    assert tried(real, token, moves=FIGHT).json() == whole


def test_what_is_not_legal_is_refused_with_its_reason_and_the_sandbox_goes_on(real: Served):
    token = brought(real, START)["german"]
    refused = tried(real, token, moves=["support"], actions=["roll 3"])
    assert (refused.status_code, refused.json()["error"]) == (422, "No die roll is due now.")
    refused = tried(real, token, moves=["support", "fight +12"], actions=["done"])
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("Dice must be rolled first: German attack on 0304")
    refused = tried(real, token, moves=["support", "fight +12"], actions=["roll 7"])
    assert refused.status_code == 422
    assert tried(real, token, moves=["support", "fight +12"], actions=["roll 6"]).status_code == 200


def test_why_not_is_answered_in_a_sandbox(real: Served):
    token = brought(real, START)["german"]
    asked = {"line": LAST, "moves": FIGHT[:1], "action": "join 5FJ"}
    why = real.client.post(f"/api/seats/{token}/sandbox/why", json=asked)
    assert why.json()["card"]["reasons"][0]["rule"].startswith("BU-")
    ahead = real.client.post(f"/api/seats/{token}/sandbox/ahead", json={**asked, "action": "fight +12"})
    assert ahead.json()["reason"].startswith("German attack on 0304")


def test_a_sandbox_begins_at_any_line_of_the_past(real: Served):
    token = brought(real, START)["german"]
    found = tried(real, token, line=2, actions=["target 0504"]).json()
    assert [one["move"] for one in found["moves"]] == ["target 0504"]


def test_a_position_that_was_taken_back_is_refused_as_the_base(real: Served):
    token = brought(real, START)["german"]
    base = tried(real, token).json()["base"]
    assert tried(real, token, base=base).status_code == 200
    real.client.post(f"/api/seats/{token}/undo", json={"revision": 0})
    assert tried(real, token, base=base).status_code == 409
    assert tried(real, token, line=LAST, base=base).status_code == 404


# ---- what is hidden ----

HANDS = (Path(__file__).parent.parent / "golden" / "bastogne" / "allied-victory.journal").read_text("utf-8")


def twins() -> tuple[str, str]:
    """A game of Bastogne up to its first draws, and the same with another hand drawn by the Germans."""
    lines = HANDS.splitlines()
    last = next(n for n, line in enumerate(lines) if line.startswith("roll !allied"))
    drawn = next(n for n, line in enumerate(lines[:last]) if line.startswith("roll !german"))
    other = [*lines[:drawn], "roll !german 2 3 5", *lines[drawn + 1 : last + 1]]
    assert other[drawn] != lines[drawn]
    return "\n".join(lines[: last + 1]) + "\n", "\n".join(other) + "\n"


@pytest.mark.parametrize("side", ["allied", ""])
def test_games_that_differ_only_in_what_is_hidden_give_the_same_sandbox_byte_by_byte(real: Served, side: str):
    one, other = (brought(real, journal)[side] for journal in twins())
    first, second = tried(real, one), tried(real, other)
    assert first.json()["guessed"]
    assert first.content == second.content
    for guess in range(3):
        moves: list[str] = []
        for _ in range(30):
            a, b = (tried(real, token, guess=guess, moves=moves) for token in (one, other))
            assert a.content == b.content
            moves.append(some_move(a.json()))


def some_move(found: dict[str, Any]) -> str:
    """Something that can be done next in a sandbox."""
    if "due" not in found:
        return str(listed(found["shown"]["screen"])["options"][-1]["action"])
    due = found["due"]
    faces = ["1" for _ in due.get("dice", [])] or sorted(due["pool"])[: due["draws"]]
    return f"roll {' '.join(faces)}"


def test_another_guess_is_another_hand_of_the_other_side(real: Served):
    token = brought(real, twins()[0])["allied"]
    screens = [tried(real, token, guess=guess).json()["shown"]["screen"] for guess in range(8)]
    assert {screen["viewer"] for screen in screens} == {"german"}
    assert len({json.dumps(screen) for screen in screens}) > 1


def test_the_opponent_hears_and_sees_nothing_of_a_sandbox(real: Served):
    seats = brought(real, START, german="human", allied="human")

    def documents() -> list[bytes]:
        paths = ("", "/frames", "/journal", "/reports", "/losses")
        return [real.client.get(f"/api/seats/{seats['allied']}{path}").content for path in paths]

    before = documents()
    with connect(f"ws://127.0.0.1:{real.port}/api/seats/{seats['allied']}/live") as line:
        line.recv(timeout=60)
        played(real, seats["german"], FIGHT)
        odds = {"line": LAST, "moves": FIGHT, "since": 0}
        assert real.client.post(f"/api/seats/{seats['german']}/sandbox/odds", json=odds).status_code == 200
        with pytest.raises(TimeoutError):
            line.recv(timeout=0.3)
    assert documents() == before


# ---- plans ----


def test_the_odds_of_one_attack_are_those_of_its_table(real: Served):
    token = brought(real, START)["german"]
    sheet = played(real, token, ["support"])["shown"]["screen"]["sheets"]
    chances = {one["label"]: one["chance"] for one in next(iter(sheet.values()))["outcomes"]}
    answer = real.client.post(f"/api/seats/{token}/sandbox/odds", json={"line": LAST, "moves": FIGHT[:3], "since": 0})
    plan = answer.json()
    assert plan["exact"]
    assert {one["label"]: pytest.approx(one["chance"]) for one in plan["battles"][0]["results"]} == chances


def test_a_plan_of_two_attacks_says_how_often_the_second_comes_about(real: Served):
    token = brought(real, START)["german"]
    answer = real.client.post(f"/api/seats/{token}/sandbox/odds", json={"line": LAST, "moves": FIGHT, "since": 0})
    plan = answer.json()
    assert plan["exact"]
    assert [one["label"] for one in plan["battles"]] == ["Attack on 0304", "Attack on 0504"]
    assert plan["battles"][0]["chance"] == pytest.approx(1)
    assert plan["carried"] == pytest.approx(plan["battles"][1]["chance"])
    assert sum(one["chance"] for one in plan["stops"]) == pytest.approx(1 - plan["carried"])


def test_a_plan_without_dice_is_told_so(real: Served):
    token = brought(real, START)["german"]
    answer = real.client.post(f"/api/seats/{token}/sandbox/odds", json={"line": LAST, "moves": ["support"], "since": 0})
    assert answer.status_code == 422
    assert answer.json()["error"] == "This plan rolls no dice, so there are no odds to work out."


# ---- bounds ----


def test_a_sandbox_takes_so_many_moves_and_no_more(real: Served):
    token = brought(real, START)["german"]
    too_many = tried(real, token, moves=["support"] * (MOVES + 1))
    assert (too_many.status_code, too_many.json()["error"]) == (
        400,
        f"The request is not understood: “moves” must hold at most {MOVES}.",
    )
    full = tried(real, token, moves=["support"] * MOVES, actions=["done"])
    assert (full.status_code, full.json()["error"]) == (422, f"A sandbox takes at most {MOVES} moves; open a new one.")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"line": -1},
        {"line": 99},
        {"line": "0"},
        {"line": 0, "guess": 2**40},
        {"line": 0, "moves": ["roll \x00"]},
        {"line": 0, "moves": [["pick"]]},
        {"line": 0, "moves": ["roll " + "9" * 300]},
        {"line": 0, "actions": [""]},
        {"line": 0, "base": "x" * 400},
        {"line": 0, "state": {}},
        {"line": 0, "retract": "nothing"},
    ],
    ids=lambda body: json.dumps(body)[:40],
)
def test_hostile_bodies_are_refused_with_a_sentence(real: Served, body: dict[str, Any]):
    token = brought(real, START)["german"]
    answer = real.client.post(f"/api/seats/{token}/sandbox", json=body)
    assert answer.status_code in (400, 404, 409, 422)
    assert answer.json()["error"].endswith(".")


def test_sandboxes_and_plans_have_quotas(tmp_path: Path):
    limits = Limits({"sandbox": Rate(5, 3600), "studies": Rate(1, 3600)})
    served = Served(database_url(None, str(tmp_path / "games.db")), processes=Processes(), limits=limits)
    try:
        token = brought(served, START)["german"]
        statuses = [tried(served, token, line=LAST).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]
        plan = {"line": LAST, "moves": FIGHT[:3], "since": 0}
        asked = [served.client.post(f"/api/seats/{token}/sandbox/odds", json=plan) for _ in range(2)]
        assert [one.status_code for one in asked] == [200, 429]
        assert asked[1].json()["error"].startswith("The limit here is 1 plans and reports an hour;")
    finally:
        served.stop()
