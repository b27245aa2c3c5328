"""What an attack is worth where a game gives measures and no list of results."""

from __future__ import annotations

import pytest

from ardennes.ai.recruit.attack import value
from ardennes.ai.report import cleared
from ardennes.ai.taste import PLAIN
from ardennes.engine.battle import Measure, Odds


def odds(*measures: Measure) -> Odds:
    return Odds((), 3, 2, "3 dice", measures=measures)


def test_what_is_destroyed_driven_off_and_cleared_counts_whatever_it_is_called():
    found = odds(
        Measure("men out of action", 1.0, kind="destroyed"),
        Measure("men running", 0.5, kind="retreating"),
        Measure("ours at the end", 0.25, kind="cleared"),
    )
    assert value(found, [], [2.0, 4.0], ground=8.0) == pytest.approx(3.0 + 0.5 * PLAIN.pushed * 3.0 + 2.0)
    assert cleared(found) == 0.25


def test_a_name_alone_counts_for_nothing_and_own_losses_are_no_gain():
    found = odds(
        Measure("bridges destroyed", 5.0),
        Measure("roads cleared", 1.0),
        Measure("own men", 3.0, kind="destroyed", whose="attacker"),
    )
    assert value(found, [], [2.0]) == 0
    assert cleared(found) == 0
