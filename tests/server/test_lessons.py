"""A guided first turn over HTTP: how its table begins, and how it follows what is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.server.store import database_url
from tests.server.conftest import Served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path: Path = tmp_path_factory.mktemp("lessons") / "games.db"
    running = Served(database_url(None, str(path)))
    yield running
    running.stop()


def begin(server: Served, **more: Any) -> dict[str, str]:
    """The tokens of a new table of Bastogne by side."""
    asked = {"game": "bastogne", "players": {"german": "human", "allied": "human"}, **more}
    begun = server.client.post("/api/tables", json=asked).json()
    return {seat["side"]: seat["token"] for seat in begun["seats"]}


def test_the_list_of_games_offers_their_lessons(server: Served) -> None:
    games = server.client.get("/api/games").json()["games"]
    assert all(game["lesson"]["steps"] >= 6 for game in games)
    assert {game["name"]: game.get("start", "") for game in games}["bitter-woods"] == "southern-shoulder"


def test_a_lesson_begins_with_its_opening_and_follows_what_is_played(server: Served) -> None:
    seats = begin(server, lesson=True)
    seat = f"/api/seats/{seats['german']}"
    lesson = server.client.get(f"{seat}/lesson").json()
    assert lesson["steps"][1]["pointer"] == {"kind": "do", "name": "pick 2Pz-I-3"}
    revision = lesson["revision"]
    server.client.post(f"{seat}/actions", json={"revision": revision, "actions": ["pick 2Pz-I-2"]}).raise_for_status()
    after = server.client.get(f"{seat}/lesson").json()["steps"]
    assert [step["state"] for step in after[:3]] == ["passed", "done", "open"]


def test_the_other_side_is_not_taught(server: Served) -> None:
    assert server.client.get(f"/api/seats/{begin(server, lesson=True)['allied']}/lesson").status_code == 422


def test_the_rules_bring_aims_and_terms(server: Served) -> None:
    rules = server.client.get("/api/games/bastogne/rules").json()
    assert {aim["side"] for aim in rules["aims"]} == {"german", "allied"}
    assert "Stiff resistance" in {term["term"] for term in rules["terms"]}
