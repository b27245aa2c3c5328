"""The report of a game: how it stood, the luck of its dice, its front beside history's; only what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ardennes
from ardennes.analysis.report import Report, report
from ardennes.engine.journal import Journal
from ardennes.processes import Processes
from ardennes.server.limits import Limits, Rate
from ardennes.server.store import database_url
from ardennes.server.studies import reported
from tests.server.conftest import Served
from tests.server.test_sandbox import START, brought, twins

GOLDEN = Path(__file__).parent.parent / "golden"
ENDS = {
    "ardennes-offensive": "german-immediate-victory",
    "axis-allies": "allies-hold-out-to-the-end",
    "bastogne": "allied-victory",
    "bitter-woods": "the-southern-shoulder-from-the-start",
    "bulge": "allied-victory-on-an-early-turn",
}


def text_of(game: str, name: str = "") -> str:
    return (GOLDEN / game / f"{name or ENDS[game]}.journal").read_text("utf-8")


def report_of(game: str, text: str) -> Report:
    rules = ardennes.game(game)
    return report(rules, Journal.parse(text, {game: rules.sides}), rules.sides[0])


@pytest.mark.parametrize("game", ENDS)
def test_every_game_has_a_report_to_its_last_turn(game: str):
    found = report_of(game, text_of(game))
    turns = len(found.turns)
    assert turns
    assert all(len(one.values) == turns for one in found.standing)
    assert len(found.curve) == turns
    assert found.front is not None
    assert len(found.front.days) == turns
    last = found.turns[-1].line
    assert all(0 < point.line <= last for point in found.points)


@pytest.mark.parametrize("game", ENDS)
def test_luck_is_told_in_column_shifts_where_there_are_columns(game: str):
    own, other = report_of(game, text_of(game)).luck
    if game == "axis-allies":  # its battles have no table
        assert (own.columns, other.columns) == (None, None)
        return
    assert own.columns is not None
    assert own.columns == -(other.columns or 0)
    assert own.columns * own.luck >= 0


def test_luck_is_worth_as_many_columns_as_would_have_changed_the_expectation_by_it():
    """+6 expects 2/3 of a loss for the attacker, +4 1/6, +9 2/3: a column is worth 1/4. A 1 takes a whole loss."""
    own, _ = report_of("bulge", f"{START}german support\ngerman fight +6\nroll 1\n").luck
    assert (own.luck, own.columns) == (0.33, 1.3)
    last, _ = report_of("bulge", f"{START}german support\ngerman fight +12\nroll 1\n").luck
    assert last.columns is None, "+12 is the last column, and +9 costs the same"


@pytest.mark.parametrize("game", ENDS)
def test_the_luck_of_one_side_is_the_bad_luck_of_the_other(game: str):
    found = report_of(game, text_of(game))
    assert sum(one.luck for one in found.luck) == pytest.approx(0)
    own, other = found.luck
    assert own.luck == pytest.approx((other.suffered - other.expected) - (own.suffered - own.expected), abs=0.03)


def test_a_throw_is_worth_what_it_cost_beyond_what_was_to_be_expected():
    """At +12 an attack eliminates the defender on every face, and on 5 and 6 costs the attacker a unit too."""
    exchange, clean = (report_of("bulge", f"{START}german support\ngerman fight +12\nroll {face}\n") for face in (5, 1))
    assert [one.luck for one in exchange.luck] == [-0.67, 0.67]
    assert [one.luck for one in clean.luck] == [0.33, -0.33]
    assert (exchange.luck[0].pips, clean.luck[0].pips) == (-1.5, 2.5)
    assert (exchange.points[0].kind, exchange.points[0].side, exchange.points[0].line) == ("dice", "allied", 9)


def test_the_front_stands_beside_that_of_the_same_day():
    found = report_of("ardennes-offensive", text_of("ardennes-offensive"))
    assert found.front is not None
    days = [(turn.day, day) for turn, day in zip(found.turns, found.front.days, strict=True)]
    compared = [day for name, day in days if name and day.same is not None]
    assert all(day.true and 0 < (day.same or 0) <= 1 for day in compared)


def test_games_that_differ_only_in_what_is_hidden_have_the_same_report():
    one, other = twins()
    for side in ("allied", None):
        assert reported("bastogne", one, side) == reported("bastogne", other, side)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    url = database_url(None, str(tmp_path_factory.mktemp("analysis") / "games.db"))
    server = Served(url, processes=Processes(), limits=Limits({"studies": Rate(2, 3600)}))
    yield server
    server.stop()


def test_a_report_is_worked_out_once_as_long_as_nothing_changes(real: Served):
    token = brought(real, text_of("bulge"))["german"]
    first, again = (real.client.get(f"/api/seats/{token}/analysis") for _ in range(2))
    assert first.status_code == 200
    assert first.content == again.content
    running = brought(real, START)["german"]
    assert real.client.get(f"/api/seats/{running}/analysis").json()["points"] == []
    other = brought(real, START)["allied"]
    refused = real.client.get(f"/api/seats/{other}/analysis")
    assert refused.status_code == 429
    assert refused.json()["error"].startswith("The limit here is 2 plans and reports an hour;")
