"""Axis & Allies can be played: at random to the end, with its promises kept at a few moments, in little time."""

from __future__ import annotations

import ardennes
from ardennes.engine import Record
from ardennes.engine.conformance import conform
from ardennes.engine.fuzz import fuzz
from ardennes.games.axis_allies import series
from ardennes.games.axis_allies.game import AxisAllies

GAME = ardennes.game("axis-allies")
SCENARIO = "watch-on-the-rhine"


def test_random_games_with_any_options_come_to_an_end():
    tally = fuzz(GAME, games=4, seed="smoke")
    assert [crash.error for crash in tally.crashes] == []
    assert sum(tally.endings.values()) == 4


def test_the_printed_game_keeps_the_promises():
    assert str(conform(GAME, SCENARIO, games=1, seed=7, every=60).faults) == "[]"


def test_a_set_up_by_hand_keeps_the_promises():
    report = conform(
        GAME, SCENARIO, games=1, seed=3, every=80, start=lambda: Record.start(GAME, SCENARIO, custom_setup="on")
    )
    assert str(report.faults) == "[]"


def test_the_exact_odds_use_the_dice_of_the_tables():
    assert isinstance(GAME, AxisAllies)
    forces = GAME.forces
    assert (forces.faces, forces.hit_on) == (series.FACES, series.HIT_ON)
    assert forces.rethrow_above == series.RETHROW_ABOVE
