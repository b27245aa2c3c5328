"""What every request must pass, and what every answer carries."""

from __future__ import annotations

import logging

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ardennes.server.clients import Hosts, client_of, network
from ardennes.server.guard import HEADERS
from ardennes.server.logs import NoFlood, redacted
from ardennes.server.store import database_url
from tests.server.conftest import Served
from tests.server.test_tables import begin


@pytest.fixture
def served(tmp_path, proving_listed):
    server = Served(database_url(None, str(tmp_path / "games.db")), metrics=True)
    yield server
    server.stop()


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/api/nowhere", "/assets/none.js", "/api/seats/%00"])
def test_every_answer_carries_the_headers(served: Served, path: str):
    answer = served.client.get(path)
    for name, value in HEADERS:
        assert answer.headers[name.decode()] == value.decode()
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers


def test_a_fault_of_the_server_carries_them_too_and_tells_no_token(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    token = begin(served)["red"]

    async def broken(_: str) -> None:
        raise RuntimeError(f"no {token}")

    monkeypatch.setattr(served.app.state.tables, "at", broken)
    with caplog.at_level(logging.ERROR):
        answer = served.client.get(f"/api/seats/{token}")
    assert answer.status_code == 500
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert token not in caplog.records[0].getMessage()
    assert token not in redacted(caplog.text)


def test_what_a_seat_is_told_is_kept_nowhere(served: Served):
    assert served.client.get(f"/api/seats/{begin(served)['red']}").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a b", "[::2]"])
def test_a_borrowed_name_is_refused(served: Served, host: str):
    answer = served.client.get("/health", headers={"Host": host})
    assert answer.status_code in (400, 421)


def test_a_name_that_is_given_is_known():
    assert Hosts("127.0.0.1", ["Games.example.org"]).knows("games.example.org:443")
    assert not Hosts("127.0.0.1").knows("192.168.1.5:8044")
    assert Hosts("0.0.0.0").knows("192.168.1.5:8044")
    assert not Hosts("0.0.0.0").knows("evil.example:8044")
    assert Hosts("::1").knows("[::1]:8044")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_page_of_another_site_changes_nothing(served: Served, headers: dict[str, str]):
    answer = served.client.post("/api/tables", json={"game": "proving"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "Pages of other sites cannot play here.")


def test_our_own_page_may(served: Served):
    headers = {"Origin": f"http://127.0.0.1:{served.port}", "Sec-Fetch-Site": "same-origin"}
    assert served.client.post("/api/tables", json={"game": "proving"}, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_taken(served: Served, kind: str):
    headers = {"Content-Type": kind} if kind else {}
    answer = served.client.post("/api/tables", content=b'{"game": "proving"}', headers=headers)
    assert answer.status_code == 415


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_page_of_another_site_does_not_listen(served: Served, origin: str):
    token = begin(served)["red"]
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{served.port}/api/seats/{token}/live", origin=Origin(origin))
    assert refused.value.response.status_code == 403


def test_a_long_address_is_refused(served: Served):
    assert served.client.get("/api/games?" + "x" * 9000).status_code == 414


# ---- who asks ----


def asked_by(peer: str, forwarded: str | None, *proxies: str) -> str:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    return client_of({"client": (peer, 1), "headers": headers}, proxies)


def test_a_forwarded_address_is_believed_from_a_proxy_alone():
    assert asked_by("10.0.0.1", "203.0.113.7", "10.0.0.1") == "203.0.113.7"
    assert asked_by("198.51.100.9", "203.0.113.7", "10.0.0.1") == "198.51.100.9"
    assert asked_by("198.51.100.9", "203.0.113.7") == "198.51.100.9"


def test_of_several_forwarded_addresses_the_one_counts_that_our_proxy_saw():
    assert asked_by("10.0.0.1", "1.2.3.4, 203.0.113.7", "10.0.0.1") == "203.0.113.7"
    assert asked_by("10.0.0.1", "203.0.113.7, 10.0.0.2", "10.0.0.1", "10.0.0.2") == "203.0.113.7"
    assert asked_by("10.0.0.1", "203.0.113.7:5555", "10.0.0.1") == "203.0.113.7"
    assert asked_by("10.0.0.1", "no address", "10.0.0.1") == "10.0.0.1"
    assert asked_by("10.0.0.1", None, "10.0.0.1") == "10.0.0.1"


def test_a_household_is_one_client():
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("::ffff:203.0.113.7") == "203.0.113.7"


# ---- what is written down ----


def test_a_token_stands_in_no_log():
    token = "q3V0" * 8
    for text in (f"/api/seats/{token}/live", f"/seat/{token}", f"[parameters: ('{token}',)]", f"no seat {token}."):
        assert token not in redacted(text)


def test_a_flood_of_lines_is_held_back():
    flood = NoFlood()
    line = logging.LogRecord("x", logging.WARNING, "", 0, "the same", (), None)
    assert sum(flood.filter(line) for _ in range(1000)) == 20


def test_the_figures_name_no_token(served: Served):
    seats = begin(served)
    for token in seats.values():
        served.client.get(f"/api/seats/{token}")
    served.client.get("/health", headers={"Host": "evil.example"})
    page = served.client.get("/metrics")
    assert page.headers["content-type"].startswith("text/plain")
    assert 'ardennes_requests_total{method="GET",route="/api/seats/{token}",status="200"} 4.0' in page.text
    assert 'ardennes_refused_total{status="421"} 1.0' in page.text
    for figure in ("sockets", "live_tables", "thinking_queue", "replays", "connections", "storage_errors_total"):
        assert f"\nardennes_{figure} " in page.text
    assert not any(token in page.text for token in seats.values())


def test_the_figures_are_told_only_where_that_is_wanted(tmp_path, proving_listed):
    server = Served(database_url(None, str(tmp_path / "other.db")))
    try:
        assert server.client.get("/metrics").status_code == 404
    finally:
        server.stop()


def test_a_database_that_is_away_is_said_and_counted(served: Served, monkeypatch: pytest.MonkeyPatch):
    from sqlalchemy.exc import OperationalError

    def away() -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(served.app.state.tables.store, "sessions", away)
    answer = httpx.get(f"http://127.0.0.1:{served.port}/api/seats/abc")
    assert (answer.status_code, answer.json()["error"].split(";")[0]) == (503, "The games cannot be reached just now")
    assert "ardennes_storage_errors_total 1.0" in served.client.get("/metrics").text
