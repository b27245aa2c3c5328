"""Live play: every change reaches both seats, and a lost connection is made good."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from ardennes.engine.screen import listed
from ardennes.server import live
from tests.server.conftest import Served
from tests.server.patience import PATIENCE
from tests.server.test_screen_writer import merged
from tests.server.test_tables import act, begin, decider, look


class Follower:
    """One end of a live line: it applies the patches that it hears, as a page does."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.told: list[dict[str, Any]] = []  # as it came
        self.document: dict[str, Any] = {}

    def hear(self) -> dict[str, Any]:
        """Wait for the next message; what is shown then."""
        told = json.loads(self.line.recv(timeout=PATIENCE))
        self.told.append(told)
        if "patch" in told:
            assert told["base"] == self.document["hash"]
            self.document = {**merged(self.document, told["patch"]), "hash": told["hash"]}
        elif "screen" in told:
            self.document = told
        else:
            return dict(told)
        return {**self.document, "screen": listed(self.document["screen"])}


@contextmanager
def follow(served: Served, token: str) -> Iterator[Follower]:
    with connect(f"ws://127.0.0.1:{served.port}/api/seats/{token}/live", max_size=None) as line:
        yield Follower(line)


def heard(line: Follower) -> dict[str, Any]:
    return line.hear()


def test_both_seats_and_an_onlooker_hear_of_an_action(served: Served):
    seats = begin(served)
    with follow(served, seats["red"]) as red, follow(served, seats["blue"]) as blue, follow(served, seats[""]) as third:
        first = [heard(line) for line in (red, blue, third)]
        assert len({shown["revision"] for shown in first}) == 1
        token, shown = decider(served, seats)
        act(served, token, shown)
        assert {heard(line)["revision"] for line in (red, blue, third)} == {shown["revision"] + 1}


def test_after_the_first_document_only_what_has_changed_is_told(served: Served):
    seats = begin(served)
    with follow(served, seats["red"]) as line:
        heard(line)
        for _ in range(12):
            token, shown = decider(served, seats)
            assert act(served, token, shown).status_code == 200
            now = heard(line)
            assert now == look(served, seats["red"]), "a patched document is the one that is built"
    assert ["screen" in told for told in line.told] == [True] + 12 * [False]
    assert all(list(told)[:3] == ["base", "revision", "hash"] for told in line.told[1:])


def test_an_answer_is_a_patch_for_who_says_what_he_has(served: Served):
    token, shown = decider(served, begin(served))
    body = {"revision": shown["revision"], "actions": [shown["screen"]["options"][0]["action"]]}
    base = served.client.get(f"/api/seats/{token}").json()
    answer = served.client.post(
        f"/api/seats/{token}/actions", json=body, headers={"Ardennes-Base": str(base["hash"])}
    ).json()
    now = served.client.get(f"/api/seats/{token}").json()
    assert answer["base"] == base["hash"]
    assert {**merged(base, answer["patch"]), "hash": answer["hash"]} == now
    for strange in ("1", "-3", "x" * 50, "99999999999999999999"):
        again = served.client.get(f"/api/seats/{token}", headers={"Ardennes-Base": strange}).json()
        assert again == now


def test_a_page_that_was_answered_is_told_only_which_version_it_has(served: Served):
    seats = begin(served)
    token, shown = decider(served, seats)
    address = f"ws://127.0.0.1:{served.port}/api/seats/{token}/live"
    with connect(f"{address}?line=one", max_size=None) as one, connect(f"{address}?line=two", max_size=None) as two:
        pages = Follower(one), Follower(two)
        base, _ = (heard(page)["hash"] for page in pages)
        headers = {"Ardennes-Base": str(base), "Ardennes-Line": "one"}
        body = {"revision": shown["revision"], "actions": [shown["screen"]["options"][0]["action"]]}
        answer = served.client.post(f"/api/seats/{token}/actions", json=body, headers=headers).json()
        assert answer["patch"]
        receipt = json.loads(one.recv(timeout=PATIENCE))
        known = {name: answer[name] for name in ("revision", "hash")}
        assert receipt == {**known, "base": answer["hash"], "patch": {}}
        assert heard(pages[1])["hash"] == answer["hash"], "the other page of the seat hears of it whole"
        act(served, *decider(served, seats))
        later = json.loads(one.recv(timeout=PATIENCE))
        assert (later["base"], bool(later["patch"])) == (answer["hash"], True)


def test_a_line_that_nothing_happens_on_says_that_it_is_there(served: Served, monkeypatch: pytest.MonkeyPatch):
    """A proxy between would close it."""
    monkeypatch.setattr(live, "QUIET", 0.05)
    seats = begin(served)
    with follow(served, seats["red"]) as line:
        before = heard(line)["revision"]
        assert [heard(line), heard(line)] == [{"still": True}] * 2
        token, shown = decider(served, seats)
        act(served, token, shown)
        while "revision" not in (told := heard(line)):
            pass
        assert told["revision"] == before + 1


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
        assert heard(line) == {"error": "There is no game at this link."}


def test_what_is_hidden_never_crosses_the_wire(served: Served):
    """Two games that differ only in a secret choice look the same to the other side, byte for byte: whole documents,
    patches, checksums and moves."""
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
        with follow(served, other) as line:
            heard(line)
            answer = act(served, token, shown, secret[choice])
            assert answer.status_code == 200
            heard(line)
        assert "patch" in line.told[1]
        seen.append(json.dumps([look(served, other), line.told]))
    assert seen[0] == seen[1]


def _secret(shown: dict[str, Any]) -> bool:
    return bool(shown["screen"]["prompt"]["step"] == "plan")
