"""A first step is offered only if the move can end after it, however many points are left."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.table import at
from tests.games.bitter_woods.test_29_events import on
from tests.games.bitter_woods.test_optional_dice import options
from tests.rulemark import rule


@rule("BW-28.2", "BW-R.78")
@pytest.mark.parametrize("german", ["4712", "4811", "4810"])
def test_an_american_does_not_step_into_a_british_hex_in_an_enemy_zone(german: str):
    pieces = f"2Arm-CCA 4610 / 11Arm-29 4711 / 352VG-914 {german} / 4Inf-12 5330"
    table = at("allied movement", pieces, turn=16, more=options("cooperation")).do("pick 2Arm-CCA")
    assert table.forbids("step 4711") == "BW-28.2"
    assert "BW-R.78" in table.refusal_text("step 4711")


@rule("BW-24.3")
def test_a_leader_does_not_step_to_another_in_an_enemy_zone():
    pieces = "L-Patton 4611 / L-Collins 4711 / 2Arm-CCA 4711 / 352VG-914 4811 / 4Inf-12 5330"
    table = at("allied movement", pieces, turn=16, more=options("leaders")).do("pick L-Patton")
    assert table.forbids("step 4711") == "BW-24.3"
    away = at("allied movement", pieces.replace("4811", "5001"), turn=16, more=options("leaders")).do("pick L-Patton")
    assert "4711" in away.offers("step"), "he may pass"


@rule("BW-29.1.toll")
def test_parachutists_are_met_only_with_a_point_to_spare_at_the_first_step_too():
    """Out of supply, infantry has two points: forest takes both, a road leaves enough."""
    forest = on("allied movement", "1Inf-16 0312 out-of-supply / 352VG-914 5301", "BW-29.1 0411").do("pick 1Inf-16")
    assert forest.forbids("step 0411") == "BW-29.1.toll"
    assert "with a point to spare" in forest.refusal_text("step 0411")
    road = on("allied movement", "1Inf-16 1907 out-of-supply / 352VG-914 5301", "BW-29.1 1908").do("pick 1Inf-16")
    assert "1908" in road.offers("step")


@rule("BW-29.1.end")
@pytest.mark.parametrize("companies", [1, 2])
def test_companies_where_a_reinforcement_comes_in_and_moves_on_are_gone_at_the_end_of_the_turn(companies: int):
    pieces = "352VG-914 5301 / 4Inf-12 5330 / 9Inf-39 pool"
    table = on("allied movement", pieces, *["BW-29.1 1401"] * companies).do("pick 9Inf-39", "enter 1401")
    if companies == 1:
        table.roll(1)
    table.do("go 1402")
    while table.state.turn == 5:
        table.do("done")
    assert not table.state.effects
    assert table.rules("effect").count("BW-29.1.end") == companies
