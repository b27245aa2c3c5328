"""A game may be resigned or drawn at any moment: it stands in the journal, replays, and every screen shows it."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.engine.errors import Refused
from ardennes.engine.journal import Journal
from ardennes.engine.record import Record
from ardennes.engine.screen import check

MOMENTS = 4


def anywhere(name: str, seed: int) -> Record:
    """A game somewhere in its first turns, perhaps in the middle of a battle or with dice due."""
    luck = random.Random(f"{name} {seed}")
    record = Record.start(ardennes.game(name))
    for _ in range(luck.randrange(200)):
        if record.state.chance is not None:
            record.roll(record.state.chance.sample(luck))
        elif not record.state.over:
            record.apply(luck.choice(list(record.state.decision.options)))
    return record


@pytest.mark.parametrize("seed", range(MOMENTS))
@pytest.mark.parametrize("name", ardennes.games())
def test_a_game_is_resigned_or_drawn_at_any_moment(name: str, seed: int) -> None:
    record, game = anywhere(name, seed), ardennes.game(name)
    side, how = game.sides[seed % 2], ("resign", "draw")[seed // 2 % 2]
    record.close(side, how)
    result = record.state.result
    assert result is not None
    assert result.winner == (game.sides[1 - seed % 2] if how == "resign" else None)
    for viewer in (*game.sides, None):
        check.validate(game.screen(record.state.view(viewer)), game.on_map)
    again = Record.replay(game, Journal.parse(str(record.journal), {name: game.sides}))
    assert again.state == record.state


def test_undo_does_not_reach_behind_a_resignation_but_a_rewind_does() -> None:
    record = anywhere("bulge", 1)
    lines, before = len(record.journal.entries), record.state.key()
    record.close("german", "resign")
    with pytest.raises(Refused, match="The game is over"):
        record.undo()
    record.rewind(lines)
    assert record.state.key() == before


def test_a_journal_goes_no_further_than_a_resignation() -> None:
    record = anywhere("bulge", 1)
    record.close("german", "resign")
    with pytest.raises(Refused, match="The game is over"):
        record.close("allied", "resign")
