"""Stored games that a corrected rule makes illegal: they open before the line, say why, and lose nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.ai.player import _MAKERS
from ardennes.engine.errors import ArdennesError
from ardennes.processes import Processes
from ardennes.server import changes
from ardennes.server.store import database_url
from ardennes.server.tables import Table
from tests.proving import turn
from tests.server import characters
from tests.server.conftest import PROVING, Served
from tests.server.corrected import STACKED, OneMission, OneToAHex, TwoDice
from tests.server.patience import PATIENCE
from tests.server.test_history import frame, play
from tests.server.test_live import follow, heard
from tests.server.test_tables import act, begin, look

SET_UP = 3  # lines before Blue's second unit joins his first, which the corrected rule forbids


@pytest.fixture
def correct(monkeypatch: pytest.MonkeyPatch, proving_listed: None) -> Callable[[Any], None]:
    """Put a corrected step into the game, for every server that is started afterwards."""
    return lambda step: monkeypatch.setitem(ardennes.game("proving").steps, step.name, step())


@contextmanager
def again(url: str, processes: Processes = PROVING) -> Iterator[Served]:
    server = Served(url, processes=processes)
    try:
        yield server
    finally:
        server.stop()


def begun(url: str, choices: int, **players: str) -> dict[str, str]:
    """The seats of a game that was stored under the old rules."""
    with again(url) as server:
        seats = begin(server, **players)
        play(server, seats, choices)
    return seats


def live(server: Served, token: str) -> Table:
    """A table as the server has it in memory."""
    tables: list[Table] = list(server.app.state.tables._live.values())
    return next(one for one in tables if token in {seat.token for seat in one.seats})


def stored(server: Served, token: str) -> str:
    """The journal of a table, nothing blanked."""
    return str(live(server, token).record.journal)


def original(server: Served, token: str, number: int) -> Any:
    return server.client.get(f"/api/seats/{token}/originals/{number}")


def resume(server: Served, token: str, shown: dict[str, Any]) -> Any:
    return server.client.post(f"/api/seats/{token}/resume", json={"revision": shown["revision"]})


def lines(journal: str) -> list[str]:
    return journal.partition("\n\n")[2].splitlines()


# A person is to move


def test_a_game_opens_before_the_line_and_says_which_it_is_and_why(url: str, correct: Callable[[Any], None]):
    seats = begun(url, 8)
    correct(OneToAHex)
    with again(url) as server:
        shown = look(server, seats["blue"])
        assert shown["lines"] == SET_UP
        assert shown["stopped"] == {
            "line": 4,
            "turn": 1,
            "text": "The rules have been corrected since this game was played. Line 4 (turn 1, Blue), “put 0206”, is no"
            " longer legal. 0206 holds a unit already. The game stands as it was before that line.",
            "rule": "PG-6.1",
            "may_resume": True,
        }
        assert shown["screen"]["decides"] == "blue"
        assert "put 0206" not in {one["action"] for one in shown["screen"]["options"]}


def test_nothing_is_cut_until_somebody_plays_on_and_nothing_is_lost_then(url: str, correct: Callable[[Any], None]):
    with again(url) as server:
        seats = begin(server)
        play(server, seats, 8)
        before = stored(server, seats["blue"])
    correct(OneToAHex)
    with again(url) as server:
        look(server, seats["blue"])
        assert original(server, seats["blue"], 1).text == before
    with again(url) as server:
        shown = look(server, seats["blue"])
        assert (shown["lines"], shown["originals"]) == (SET_UP, 1), "to look at it cuts nothing"
        after = act(server, seats["blue"], shown, "put 0207").json()
        assert (after["lines"], after.get("stopped"), after["originals"]) == (SET_UP + 1, None, 1)
        assert after["revision"] == shown["revision"] + 1
    with again(url) as server:
        shown = look(server, seats["blue"])
        assert (shown["lines"], shown.get("stopped")) == (SET_UP + 1, None)
        assert lines(stored(server, seats["blue"])) == [*lines(before)[:SET_UP], "blue put 0207"]
        answer = original(server, seats["blue"], 1)
        assert answer.text == before
        assert "-original-1.journal" in answer.headers["Content-Disposition"]
        assert original(server, seats["blue"], 2).status_code == 404
        assert original(server, seats["blue"], 10**30).status_code == 404


def test_a_rule_that_is_corrected_twice_leaves_two_journals(url: str, correct: Callable[[Any], None]):
    seats = begun(url, 8)
    correct(OneToAHex)
    with again(url) as server:
        act(server, seats["blue"], look(server, seats["blue"]), "put 0207")
        play(server, seats, 8)
        second = server.client.get(f"/api/seats/{seats['red']}/journal").text
    correct(OneMission)
    with again(url) as server:
        shown = look(server, seats["red"])
        assert shown["originals"] == 2
        assert lines(original(server, seats["red"], 1).text)[SET_UP] == "blue put 0206"
        assert original(server, seats["red"], 2).text == second
        assert resume(server, seats["red"], shown).json()["originals"] == 2
        assert original(server, seats["red"], 2).text == second


def test_to_take_back_or_to_leave_an_order_is_to_play_on(url: str, correct: Callable[[Any], None]):
    seats, others = begun(url, 8), begun(url, 8)
    correct(OneToAHex)
    with again(url) as server:
        shown = look(server, seats["blue"])
        undone = server.client.post(f"/api/seats/{seats['blue']}/undo", json={"revision": shown["revision"]}).json()
        assert (undone["lines"], undone.get("stopped"), undone["originals"]) == (SET_UP - 1, None, 1)
        order = {"revision": 0, "order": "when plan: done"}
        left = server.client.post(f"/api/seats/{others['red']}/orders", json=order).json()
        assert (left["lines"], left.get("stopped"), left["originals"]) == (SET_UP, None, 1)


def test_a_refused_action_leaves_the_game_stopped(url: str, correct: Callable[[Any], None]):
    seats = begun(url, 8)
    correct(OneToAHex)
    with again(url) as server:
        shown = look(server, seats["blue"])
        answer = act(server, seats["blue"], shown, "put 0206")
        assert (answer.status_code, answer.json()["rule"]) == (422, "PG-6.1")
        assert look(server, seats["blue"]) == shown


def test_the_journal_is_archived_and_cut_in_one_transaction(
    url: str, correct: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise ArdennesError("The disk is full.")

    seats = begun(url, 8)
    correct(OneToAHex)
    with again(url) as server:
        shown = look(server, seats["blue"])
        with monkeypatch.context() as broken:
            broken.setattr(changes, "_count_dice", fail)  # the last thing that a change does
            assert act(server, seats["blue"], shown, "put 0207").json()["error"] == "The disk is full."
        assert look(server, seats["blue"]) == shown
    with again(url) as server:
        assert look(server, seats["blue"]) == shown
        assert len(lines(original(server, seats["blue"], 1).text)) > SET_UP
        assert act(server, seats["blue"], shown, "put 0207").status_code == 200


def test_what_a_secret_line_was_is_told_to_its_own_side_only(url: str, correct: Callable[[Any], None]):
    seats = begun(url, 15)
    correct(OneMission)
    with again(url) as server:
        told = {side: look(server, seats[side])["stopped"] for side in ("red", "blue", "")}
        assert "“assign south”, is no longer legal. You fly there already" in told["red"]["text"]
        for side in ("blue", ""):
            assert "Line 12 (turn 1, Red), a secret choice, is no longer legal. The game stands" in told[side]["text"]
            assert "assign" not in original(server, seats[side], 1).text.partition("red !red")[2].splitlines()[0]
        assert {one["rule"] for one in told.values()} == {"PG-3.1"}
        assert [told[side]["may_resume"] for side in ("red", "blue", "")] == [True, True, False]


def test_a_die_that_is_due_falls_when_the_game_is_played_on(url: str, correct: Callable[[Any], None]):
    seats = begun(url, 18)
    correct(TwoDice)
    with again(url) as server:
        shown = look(server, seats["red"])
        assert "a secret roll or draw, is no longer legal." in shown["stopped"]["text"]
        assert shown["stopped"]["rule"] == "PG-4.2"
        refused = act(server, seats["red"], shown, "pick R1")
        assert (refused.status_code, refused.json()["error"]) == (422, "Dice must be rolled first.")
        assert look(server, seats["red"]) == shown
        after = resume(server, seats["red"], shown).json()
        assert (after["lines"], after.get("stopped")) == (shown["lines"] + 1, None)
        assert after["screen"]["decides"] == "red"


def test_a_standing_order_answers_when_the_game_is_played_on(
    url: str, proving_listed: None, monkeypatch: pytest.MonkeyPatch
):
    with again(url) as server:
        seats = begin(server)
        play(server, seats, 10)
        server.client.post(f"/api/seats/{seats['blue']}/orders", json={"revision": 0, "order": "when plan: done"})
        play(server, seats, 2)
    first, second, *others = turn.PHASES
    monkeypatch.setattr(turn, "PHASES", (second, first, *others))
    with again(url) as server:
        shown = look(server, seats["blue"])
        text = look(server, seats["red"])["stopped"]["text"]
        assert "It is the Blue player’s decision, not the Red player’s." in text
        assert shown["stopped"]["rule"] == "PG-3.1"
        after = resume(server, seats["blue"], shown).json()
        assert after["screen"]["decides"] == "red"
        assert lines(stored(server, seats["blue"]))[-1] == "blue answer !blue done"


# A machine is to move


def test_a_machine_waits_until_its_opponent_has_the_game_played_on(
    url: str, correct: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setitem(_MAKERS, "teller", characters.Teller)
    talkative = Processes(prepare=partial(characters.enlist, tmp_path / "grave"))
    with again(url, talkative) as server:
        seats = imported(server, red="human", blue="teller")
        shown = _when(server, seats["red"], lambda shown: shown["screen"].get("decides") == "red")
        assert live(server, seats["red"]).reports
    correct(OneToAHex)
    with again(url, talkative) as server:
        stopped = look(server, seats["red"])
        assert stopped["lines"] < shown["lines"]
        assert (stopped["screen"]["decides"], stopped["thinking"]) == ("blue", False)
        assert live(server, seats["red"]).reports == [], "what was said of lines that are gone is not shown"
        time.sleep(0.5)
        assert look(server, seats["red"]) == stopped, "the machine does not cut the journal of itself"
        assert resume(server, seats["red"], stopped).status_code == 200
        after = _when(server, seats["red"], lambda shown: shown["screen"].get("decides") == "red")
        assert (after.get("stopped"), after["originals"]) == (None, 1)
        assert resume(server, seats["red"], after).json()["error"] == "No corrected rule has stopped this game."


def test_where_only_machines_play_whoever_watches_has_them_play_on(url: str, correct: Callable[[Any], None]):
    with again(url) as server:
        seats = imported(server, red="random", blue="random")
        _when(server, seats[""], lambda shown: "result" in shown["screen"])
    correct(OneToAHex)
    with again(url) as server:
        stopped = look(server, seats[""])
        assert stopped["stopped"]["may_resume"]
        assert "result" not in stopped["screen"]
        assert resume(server, seats[""], stopped).status_code == 200
        _when(server, seats[""], lambda shown: "result" in shown["screen"])
        again_text = original(server, seats[""], 1).text
        assert "?" not in again_text, "when the game is over, everything may be read"


def imported(server: Served, **players: str) -> dict[str, str]:
    """A game whose set-up the corrected rule forbids; machines play on from its last line."""
    answer = server.client.post("/api/journals", json={"journal": STACKED, "players": players})
    assert answer.status_code == 201, answer.text
    return {seat["side"]: seat["token"] for seat in answer.json()["seats"]}


def _when(server: Served, token: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE
    while not wanted(shown := look(server, token)):
        assert time.monotonic() < deadline, f"it stands at {shown['screen']['prompt']}"
        time.sleep(0.02)
    return shown


# Watching


def test_a_stopped_game_is_watched_up_to_its_last_legal_line(url: str, correct: Callable[[Any], None]):
    seats = begun(url, 8)
    correct(OneToAHex)
    with again(url) as server:
        observer = seats[""]
        with follow(server, observer) as line:
            shown = heard(line)
        assert shown["stopped"]["line"] == SET_UP + 1
        assert not shown["stopped"]["may_resume"]
        moments = server.client.get(f"/api/seats/{observer}/frames").json()["moments"]
        assert [one["line"] for one in moments] == [1, 2, 3]
        assert frame(server, observer, SET_UP)["screen"]["pieces"] == shown["screen"]["pieces"]
        assert server.client.get(f"/api/seats/{observer}/frames/{SET_UP + 1}").status_code == 404
        assert resume(server, observer, shown).status_code == 422
        assert look(server, observer) == shown, "watching has cut nothing"


def test_a_game_that_a_corrected_rule_ends_sooner_is_over(
    url: str, proving_listed: None, monkeypatch: pytest.MonkeyPatch
):
    seats = begun(url, 15)
    monkeypatch.setattr(turn.Turn, "_annihilated", lambda _, state: state.end("red", "annihilation", "PG-9.3") or True)
    with again(url) as server:
        shown = look(server, seats["red"])
        assert shown["screen"]["result"]["rule"] == shown["stopped"]["rule"] == "PG-9.3"
        assert "It is not the Red player’s decision: the game is over." in shown["stopped"]["text"]
        assert not shown["stopped"]["may_resume"]
        assert resume(server, seats["red"], shown).json()["error"] == "The game is over."


# Elsewhere


def test_two_processes_see_the_same_game_stopped_and_played_on(database: str, correct: Callable[[Any], None]):
    url = database_url(database, "")
    seats = begun(url, 8)
    correct(OneToAHex)
    with again(url) as one, again(url) as two:
        shown = look(one, seats["blue"])
        assert look(two, seats["blue"]) == shown
        assert resume(two, seats["blue"], shown).status_code == 200
        after = look(one, seats["blue"])
        assert (after.get("stopped"), after["originals"], after["lines"]) == (None, 1, SET_UP)
        assert resume(one, seats["blue"], shown).status_code == 409


def test_such_a_journal_is_not_imported_and_its_line_is_named(url: str, correct: Callable[[Any], None]):
    with again(url) as server:
        seats = begin(server)
        play(server, seats, 8)
        text = stored(server, seats["blue"])
    correct(OneToAHex)
    with again(url) as server:
        answer = server.client.post("/api/journals", json={"journal": text})
        assert answer.status_code == 422
        assert answer.json()["error"] == "line 14: “blue put 0206”: 0206 holds a unit already. (PG-6.1)"
