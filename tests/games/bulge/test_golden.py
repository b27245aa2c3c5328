"""One journal for each way in which the game can end; today's rules must lead to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine import Journal, Record
from tests.games.bulge.table import Table, game

GOLDEN = Path(__file__).parents[2] / "golden" / "bulge"

# (journal, winner, rule, Game-Turn, German points)
ENDINGS = [
    ("allied-victory-on-an-early-turn", "allied", "BU-3.0.allied", 2, -3),
    ("allied-victory-by-cutting-an-exit-off", "allied", "BU-3.0.allied", 9, 14),
    ("allied-victory-on-the-last-turn", "allied", "BU-3.0.allied", 18, 45),
    ("german-victory-before-the-last-turn", "german", "BU-3.0.german", 15, 76),
    ("german-victory-by-leaving-the-map", "german", "BU-3.0.german", 3, 66),
    ("german-victory-on-the-last-turn", "german", "BU-3.0.german", 18, 51),
]


def replay(name: str) -> Table:
    text = (GOLDEN / f"{name}.journal").read_text(encoding="utf-8")
    return Table(Record.replay(game(), Journal.parse(text, {game().name: game().sides})))


@pytest.mark.parametrize(("name", "winner", "rule", "turn", "points"), ENDINGS)
def test_the_journal_leads_to_its_end(name: str, winner: str, rule: str, turn: int, points: int):
    table = replay(name)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.rule, table.state.turn, table.points()) == (winner, rule, turn, points)


def test_there_is_a_journal_for_every_ending_and_no_other():
    assert sorted(path.stem for path in GOLDEN.glob("*.journal")) == sorted(name for name, *_ in ENDINGS)


@pytest.mark.parametrize("name", [name for name, *_ in ENDINGS])
def test_the_journal_is_written_again_as_it_was_read(name: str):
    assert str(replay(name).record.journal) == (GOLDEN / f"{name}.journal").read_text(encoding="utf-8")


def test_exits_decide_two_of_them():
    assert replay("german-victory-by-leaving-the-map").events(rule="BU-3.1.award")
    assert replay("allied-victory-by-cutting-an-exit-off").events(rule="BU-3.1.unsupplied")
