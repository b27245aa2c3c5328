"""A writer of screens that writes only what has changed writes what a fresh one would."""

from __future__ import annotations

import json
import random
from dataclasses import replace

from ardennes.engine.record import Record
from ardennes.server.screen_writer import ScreenWriter
from tests import proving


def test_every_screen_of_a_game_is_written_as_if_it_were_the_first():
    game, rng = proving.load(), random.Random(7)
    record = Record.start(game)
    writers = {side: ScreenWriter() for side in game.sides}
    for _ in range(120):
        record.roll_all(rng)
        if record.state.over:
            break
        record.apply(rng.choice(record.state.decision.options))
        for side, writer in writers.items():
            screen = game.screen(record.state.view(side))
            document = json.loads(writer.write({"revision": 3}, screen))
            assert document == {"revision": 3, "screen": screen.to_json()}


def test_what_goes_away_is_written_no_more():
    record = Record.start(proving.load())
    screen = record.game.screen(record.state.view(None))
    writer = ScreenWriter()
    assert "pieces" in json.loads(writer.write({"revision": 0}, screen))["screen"]
    bare = replace(screen, pieces=[], markers=())
    assert json.loads(writer.write({"revision": 1}, bare))["screen"] == bare.to_json()
