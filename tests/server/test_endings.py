"""Players end a game by their word: one resigns, both agree on a draw, nobody else can."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.conftest import Served
from tests.server.test_tables import begin, decider


def end(served: Served, token: str, how: str) -> httpx.Response:
    return served.client.post(f"/api/seats/{token}/end", json={"how": how})


def look(served: Served, token: str) -> dict[str, Any]:
    found: dict[str, Any] = served.client.get(f"/api/seats/{token}").json()
    return found


def act(served: Served, seats: dict[str, str]) -> dict[str, Any]:
    """The first option of whoever is asked, taken; what is shown then."""
    token, shown = decider(served, seats)
    body = {"revision": shown["revision"], "actions": [shown["screen"]["options"][0]["action"]]}
    answer = served.client.post(f"/api/seats/{token}/actions", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_whoever_resigns_loses_whosever_turn_it_is(served: Served):
    seats = begin(served)
    deciding, _ = decider(served, seats)
    waiting = next(side for side in ("red", "blue") if seats[side] != deciding)
    assert end(served, seats[waiting], "resign").status_code == 200
    result = look(served, seats["red"])["screen"]["result"]
    assert result["winner"] == ("blue" if waiting == "red" else "red")
    assert result["level"] == "resignation"
    assert served.client.get(f"/api/seats/{seats['red']}/journal").text.endswith(f"\n{waiting} end resign\n")


def test_a_draw_needs_the_other_side(served: Served):
    seats = begin(served)
    offered = end(served, seats["red"], "draw").json()
    assert offered["proposal"]["draw"] is True
    assert "result" not in end(served, seats["red"], "draw").json()["screen"], "nobody takes his own offer"
    assert end(served, seats["blue"], "draw").json()["screen"]["result"]["level"] == "draw by agreement"


def test_an_offer_of_a_draw_lapses_when_the_game_goes_on(served: Served):
    seats = begin(served)
    end(served, seats["red"], "draw")
    assert "proposal" not in act(served, seats)


def test_an_offer_of_a_draw_can_be_declined(served: Served):
    seats = begin(served)
    end(served, seats["red"], "draw")
    declined = served.client.post(f"/api/seats/{seats['blue']}/rewind", json={"refuse": True}).json()
    assert "proposal" not in declined


def test_an_offer_of_a_draw_is_no_leave_to_go_back(served: Served):
    seats = begin(served)
    lines = act(served, seats)["lines"]
    end(served, seats["red"], "draw")
    after = served.client.post(f"/api/seats/{seats['blue']}/rewind", json={"line": 0}).json()
    assert after["lines"] == lines


def test_onlookers_end_nothing(served: Served):
    seats = begin(served)
    for how in ("resign", "draw"):
        assert end(served, seats[""], how).status_code == 422


def test_a_machine_does_not_negotiate(served: Served):
    seats = begin(served, blue="random")
    refused = end(served, seats["red"], "draw")
    assert (refused.status_code, refused.json()["error"]) == (
        422,
        "The computer does not negotiate: play on, or resign.",
    )
    assert end(served, seats["red"], "resign").json()["screen"]["result"]["winner"] == "blue"


def test_a_game_that_is_over_is_not_resigned(served: Served):
    seats = begin(served)
    end(served, seats["red"], "resign")
    assert end(served, seats["blue"], "resign").status_code == 422
