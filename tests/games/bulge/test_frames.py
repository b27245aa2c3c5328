"""Frames that hold an attack, saved and read back; what holds for every frame is in tests/games/test_frames.py."""

from __future__ import annotations

import pytest

from tests.games.bulge.scenes import FIELD
from tests.games.bulge.table import at, game
from tests.games.test_frames import saved

TOUCHING = """
    1SS   7 at E
    28Inf 4 at .
"""


def test_the_frame_of_a_battle_holds_the_attack():
    table = at("german pre-combat", TOUCHING, centre=FIELD, german_support=1).declare(FIELD, ["1SS"], "primary")
    again = saved(table.do("support").state)
    assert again.top.step == "differential"
    assert (again.top.clash.table, again.top.clash.support) == ("primary", 1)
    assert again.battle() == table.state.battle()


@pytest.mark.parametrize("data", [[], ["open"]])
def test_a_frame_without_its_last_data_still_reads(data: list[str]):
    written = at("german pre-combat", TOUCHING, centre=FIELD).state.to_json()
    written["position"]["frames"] = {"tuple": [{"tuple": ["german pre-combat", *data]}]}
    read = game().from_json(written).begin()
    assert tuple(read.top) == ("german pre-combat", "open")
    assert read.decision.step == "german pre-combat"
