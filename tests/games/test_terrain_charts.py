"""The terrain effects chart that can be laid over the map tells of all ground there is, and cites what exists."""

import pytest

import ardennes
from ardennes.server.ground import geometry


@pytest.mark.parametrize("name", ardennes.games())
def test_the_chart_cites_rules_of_the_game(name: str):
    game = ardennes.game(name)
    rows = game.terrain_chart.rows
    assert [row.rule for row in rows if row.rule not in game.rules] == []
    assert all(row.label and row.move for row in rows)


@pytest.mark.parametrize("name", ardennes.games())
def test_the_chart_tells_of_all_ground_that_can_be_entered(name: str):
    told = {row.kind for row in ardennes.game(name).terrain_chart.rows if not row.along}
    ground = {one["terrain"] for one in geometry(name)["hexes"].values()} - {"void"}  # void is no ground at all
    assert ground <= told
