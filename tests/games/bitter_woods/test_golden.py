"""One journal for each way in which the game can end; today's rules must lead to the same end."""

from __future__ import annotations

import pytest

from ardennes.engine import Journal, Record
from tests.games.bitter_woods.golden import ENDINGS, FOLDER, Ending
from tests.games.bitter_woods.table import game


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.name)
def test_the_journal_leads_to_its_end(ending: Ending):
    text = (FOLDER / f"{ending.name}.journal").read_text(encoding="utf-8")
    record = Record.replay(game(), Journal.parse(text, {game().name: game().sides}))
    assert record.state.result is not None
    assert tuple(record.state.result) == (ending.winner, ending.level, ending.rule)


def test_there_is_a_journal_for_every_ending_and_no_other():
    assert sorted(path.stem for path in FOLDER.glob("*.journal")) == sorted(ending.name for ending in ENDINGS)


def test_every_level_of_victory_is_among_the_endings():
    levels: list[str] = game().tables["victory"]["levels"]
    assert set(levels) <= {ending.level for ending in ENDINGS}
