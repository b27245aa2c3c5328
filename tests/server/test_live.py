"""Live play: every change reaches both seats, and a lost connection is made good."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.conftest import Served
from tests.server.test_tables import act, begin, decider, look


def follow(served: Served, token: str) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{served.port}/api/seats/{token}/live", max_size=None)


def heard(line: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line.recv(timeout=10))
    return found


def test_both_seats_and_an_onlooker_hear_of_an_action(served: Served):
    seats = begin(served)
    with follow(served, seats["red"]) as red, follow(served, seats["blue"]) as blue, follow(served, seats[""]) as third:
        first = [heard(line) for line in (red, blue, third)]
        assert len({shown["revision"] for shown in first}) == 1
        token, shown = decider(served, seats)
        act(served, token, shown)
        assert {heard(line)["revision"] for line in (red, blue, third)} == {shown["revision"] + 1}


def test_a_lost_connection_is_brought_up_to_date(served: Served):
    seats = begin(served)
    with follow(served, seats["red"]) as line:
        before = heard(line)["revision"]
    token, shown = decider(served, seats)
    act(served, token, shown)
    with follow(served, seats["red"]) as line:
        assert heard(line)["revision"] == before + 1


def test_an_unknown_seat_is_told_so_and_closed(served: Served):
    with follow(served, "nobody") as line:
        assert heard(line) == {"error": "There is no seat under this link."}


def test_what_is_hidden_never_crosses_the_wire(served: Served):
    """Two games that differ only in a secret choice look the same to the other side, byte for byte."""
    seen = []
    for choice in (0, -1):
        seats = begin(served)
        token, shown = decider(served, seats)
        while not _secret(shown):
            act(served, token, shown)
            token, shown = decider(served, seats)
        side = next(s for s, t in seats.items() if t == token)
        other = seats["blue" if side == "red" else "red"]
        secret = [o["action"] for o in shown["screen"]["options"] if o["action"] != "done"]
        answer = act(served, token, shown, secret[choice])
        assert answer.status_code == 200
        seen.append(json.dumps({**look(served, other), "revision": 0, "lines": 0}, sort_keys=True))
    assert seen[0] == seen[1]


def _secret(shown: dict[str, Any]) -> bool:
    return bool(shown["screen"]["prompt"]["step"] == "plan")
