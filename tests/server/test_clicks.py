"""How many presses the opening turn of each game takes: the same orders, entered without offers and with them."""

from __future__ import annotations

import random

import pytest

from ardennes.ai import player
from ardennes.engine.state import State
from tests.server.clicking import SEED, opening

MOST = {"ardennes-offensive": 43, "axis-allies": 67, "bastogne": 45, "bitter-woods": 131, "bulge": 50}
UNDRAGGED = {"ardennes-offensive": 49, "axis-allies": 76, "bastogne": 48, "bitter-woods": 167, "bulge": 50}
OTHERS = {"ardennes-offensive": 68, "bastogne": 51, "bulge": 64}


@pytest.mark.parametrize("game", MOST)
def test_an_opening_turn_takes_half_the_presses_that_it_took(game: str):
    hand, plain = opening(game), opening(game, plain=True)
    assert str(hand.record.journal.entries[-1]) == str(plain.record.journal.entries[-1])
    assert hand.clicks.total() <= MOST[game], hand.clicks
    assert hand.clicks.total() * 2 <= plain.clicks.total(), (hand.clicks, plain.clicks)
    assert hand.clicks.total() + hand.drags <= UNDRAGGED[game], hand.clicks


def rusher(view: State) -> list[str]:
    """What another player would do, of whom the offers know nothing."""
    return [str(action) for action in player("rusher").orders(view, random.Random(SEED))]


@pytest.mark.parametrize("game", OTHERS)
def test_offers_help_a_player_who_judges_otherwise(game: str):
    hand, plain = opening(game, rusher), opening(game, rusher, plain=True)
    assert hand.clicks.total() <= OTHERS[game] < plain.clicks.total(), (hand.clicks, plain.clicks)
