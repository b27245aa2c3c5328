"""Frames that hold an attack, saved and read back; what holds for every frame is in tests/games/test_frames.py."""

from __future__ import annotations

from ardennes.games.ardennes_offensive.battle import Clash
from tests.games.ardennes_offensive.scenes import PLAIN
from tests.games.ardennes_offensive.table import at
from tests.games.test_frames import saved


def test_a_battle_is_read_back_as_it_was_declared():
    table = at("german combat", "1SSPz-1a 9-10 at E\n99ID-395 3-4 at .", centre=PLAIN).declare(PLAIN, by=["1SSPz-1a"])
    table.do("fight 3-1")
    again = saved(table.state)
    assert isinstance(again.top.clash, Clash)
    assert again.top == table.state.top
    assert again.battle() == table.state.battle()
