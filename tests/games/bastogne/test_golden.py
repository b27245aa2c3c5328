"""One journal for each way in which the game can end; today's rules must lead to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine import Journal, Record
from tests.games.bastogne.table import Table, game

GOLDEN = Path(__file__).parents[2] / "golden" / "bastogne"

# (journal, winner, rule, units out that count, hexes of Bastogne captured)
ENDINGS = [
    ("german-victory", "german", "BA-11.1", 14, 2),
    ("draw-by-exits", None, "BA-11.3", 12, 0),
    ("draw-by-the-town", None, "BA-11.3", 0, 2),
    ("allied-victory", "allied", "BA-11.2", 3, 1),
]


def replay(name: str) -> Table:
    text = (GOLDEN / f"{name}.journal").read_text(encoding="utf-8")
    return Table(Record.replay(game(), Journal.parse(text, {game().name: game().sides})))


@pytest.mark.parametrize(("name", "winner", "rule", "out", "hexes"), ENDINGS)
def test_the_journal_leads_to_its_end(name: str, winner: str | None, rule: str, out: int, hexes: int):
    table = replay(name)
    result = table.state.result
    assert result is not None
    assert (result.winner, result.rule, table.state.turn) == (winner, rule, 19)
    assert [each.now for each in table.state.standing()] == [out, hexes]


def test_there_is_a_journal_for_every_ending_and_no_other():
    assert sorted(path.stem for path in GOLDEN.glob("*.journal")) == sorted(name for name, *_ in ENDINGS)
