"""One journal for each way in which the game can end; today's rules must lead to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine import Journal, Record
from tests.games.ardennes_offensive.table import Table, game

GOLDEN = Path(__file__).parents[2] / "golden" / "ardennes-offensive"

# (journal, winner, rule, points of the German and of the Allied player)
ENDINGS = [
    ("german-immediate-victory", "german", "AO-16.2", 35, 12),
    ("german-victory-by-ratio", "german", "AO-16.1", 45, 30),
    ("german-victory-without-loss", "german", "AO-R.38", 35, 0),
    ("draw", None, "AO-16.1", 44, 30),
    ("allied-victory-by-ratio", "allied", "AO-16.1", 35, 36),
    ("allied-cumulative-victory", "allied", "AO-16.3", 34, 3),
]


def replay(name: str) -> Table:
    text = (GOLDEN / f"{name}.journal").read_text(encoding="utf-8")
    return Table(Record.replay(game(), Journal.parse(text, {game().name: game().sides})))


@pytest.mark.parametrize(("name", "winner", "rule", "german", "allied"), ENDINGS)
def test_the_journal_leads_to_its_end(name: str, winner: str | None, rule: str, german: int, allied: int):
    table = replay(name)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.rule) == (winner, rule)
    assert (table.points("german"), table.points("allied")) == (german, allied)


def test_there_is_a_journal_for_every_ending_and_no_other():
    assert sorted(path.stem for path in GOLDEN.glob("*.journal")) == sorted(name for name, *_ in ENDINGS)


@pytest.mark.parametrize("name", [name for name, *_ in ENDINGS])
def test_the_journal_is_written_again_as_it_was_read(name: str):
    assert str(replay(name).record.journal) == (GOLDEN / f"{name}.journal").read_text(encoding="utf-8")
