"""The golden journals, one for each way the game can end, still play as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.engine import Journal, Record
from tests.games.axis_allies.golden import ENDINGS, FOLDER, Ending
from tests.games.axis_allies.table import game
from tests.rulemark import rule


def replayed(path: Path) -> Record:
    """A journal, played again."""
    found = game()
    return Record.replay(found, Journal.parse(path.read_text(encoding="utf-8"), {found.name: found.sides}))


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.name)
@rule("AA-4.4")
def test_a_journal_ends_as_its_name_says(ending: Ending):
    state = replayed(FOLDER / f"{ending.name}.journal").state
    assert state.result is not None
    assert (state.turn, state.result.winner, state.result.rule) == (ending.turn, ending.winner, ending.rule)


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.name)
def test_a_journal_is_written_again_word_for_word(ending: Ending):
    path = FOLDER / f"{ending.name}.journal"
    assert str(replayed(path).journal) == path.read_text(encoding="utf-8")


def test_there_is_a_journal_for_each_ending_and_no_other():
    assert {path.stem for path in FOLDER.glob("*.journal")} == {ending.name for ending in ENDINGS}
