"""Blunders that a beginner would see, one small position each: Recruit does not make them any more."""

from __future__ import annotations

import random

import pytest

from ardennes.ai import Budget, player
from ardennes.engine.state import State
from tests.ai.test_recruit import bulge, orders


def played(state: State, level: str = "recruit") -> State:
    """The position after a player's orders, up to the next die or foreign decision."""
    budget = player(level).budget if level == "recruit" else Budget(nodes=200)
    for action in player(level).orders(state.view(state.decision.side), random.Random(1), budget):
        state.apply(action)
    return state


def ahead(state: State) -> float:
    return state.margin("german")[0].ahead


# ---- Bulge: a win by leaving the map ----


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_with_fifty_one_points_of_sixty_seven_and_an_empty_road_somebody_leaves(level: str):
    state = bulge(
        "german movement", "1SS 0610", "12SS 0511", "2Pz 0512", "7Arm 1117", "9ArmA 1705", turn=5, points=51
    )
    assert ahead(played(state, level)) >= 0


def test_five_divisions_that_can_leave_do_not_all_leave_an_exit_that_must_be_held():
    state = bulge(
        "german movement",
        *("12SS 0410", "1SS 0511", "116Pz 0512", "2Pz 0611", "Lehr 0612", "3Arm 0313", "9ArmA 1705"),
        turn=2,
        points=20,
    )
    after = played(state)
    assert ahead(after) >= 0
    for place, cost in after.reach("3Arm").costs.items():
        assert cost is None or ahead(after.suppose({"3Arm": place})) >= 0, f"the Allies close the exit from {place}"


# ---- Bulge: the enemy's win undone ----


def test_the_allies_cut_the_exit_by_which_they_would_lose():
    state = bulge(
        "allied movement", "12SS 0123/NW counted", "1SS 0123/NW counted", "62VG 1203", "2Arm 0720", "7Arm 0817",
        turn=5, points=70,
    )  # fmt: skip
    assert ahead(state) >= 0
    assert ahead(played(state)) < 0


def test_nobody_is_bound_to_an_exit_where_the_game_is_not_decided():
    state = bulge("german movement", "276VG 0110", "9ArmA 1705", points=21)
    assert not any(action.startswith("exit") for action in orders(state))
