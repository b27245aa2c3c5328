"""Paying for movement and moving: small positions in which the right answer is plain.

The ground: St. Vith is D8 (4 points), Malmédy C8 (3), Büllingen C9 (1), Bastogne G6 (4), Luxembourg K8 (5).
E8, E9 and D9 beside St. Vith are plain; a road runs E11-E10-D9-D8.
"""

from __future__ import annotations

import pytest

from tests.games.axis_allies.table import at
from tests.playbooks.axis_allies.asking import best, follow

# ---- paying for movement ----


def test_the_stack_beside_an_empty_town_is_paid_for_first():
    table = at("axis movement", "axis D9 inf 2 supply 1\naxis G10 inf 2 supply 1")
    assert best(table) == "activate D9"


def test_a_garrison_that_cannot_better_itself_is_not_paid_for_on_the_last_turn():
    table = at("axis movement", "axis I10 inf 2 supply 2\nallies K6 inf 1 supply 1", gained=["I10"], turn=8)
    assert table.may("activate")
    assert best(table) == "done"


def test_a_blitz_is_paid_for_where_it_takes_a_town_farther_on():
    table = at("axis movement", "axis C10 tank 2 supply 3", lost=[])
    table.do("activate C10")
    assert best(table) == "blitz C10"
    near = at("axis movement", "axis D9 inf 1 tank 1 supply 3\nallies D7 inf 3 supply 1", turn=8).do("activate D9")
    assert best(near) == "done"


def test_no_stack_is_moved_into_a_hex_that_is_full():
    table = at(
        "axis movement",
        """
        axis D9 inf 4 supply 1
        axis D8 inf 6 tank 5 art 1
        """,
        gained=["D8"],
    )
    table.pay_for("D9")
    while table.step() in ("axis moves", "move"):
        table.do(best(table))
    assert table.force("axis", "D8") == "inf 6 tank 5 art 1"


# ---- moving ----


def test_the_unit_that_can_take_a_town_moves_first_and_goes_there():
    table = at("axis movement", "axis D9 inf 1 supply 1\naxis G10 inf 1 supply 1").pay_for("D9", "G10")
    assert best(table) == "pick inf@D9"
    table.do("pick inf@D9")
    assert best(table) == "go D8"


def test_a_tank_with_a_blitz_goes_through_a_town_into_the_next():
    table = at("axis movement", "axis C10 inf 1 tank 2 supply 3").pay_for("C10", blitz=["C10"])
    done = follow(table, "axis reinforcement")
    assert table.force("axis", "C9")
    assert table.force("axis", "C8")
    assert any(line.startswith("step") for line in done)


def test_a_tank_in_a_town_on_the_last_turn_makes_no_blitz_out_of_it():
    table = at("axis movement", "axis D9 tank 1 supply 2\nallies C8 inf 2\nallies D7 inf 2", turn=8)
    table.pay_for("D9", blitz=["D9"]).do("pick tank@D9", "go D8")
    assert table.step() == "blitz"
    assert best(table) == "stop"


def test_the_allies_walk_back_into_a_town_that_nobody_holds():
    table = at("allies movement", "allies D7 inf 2 supply 1\naxis E10 inf 1", gained=["D8"])
    assert best(table) == "activate D7"
    follow(table, "allies reinforcement")
    assert table.force("allies", "D8")


def test_the_allies_leave_no_empty_town_in_the_way_of_panzers():
    table = at("allies movement", "allies G5 inf 3 supply 2\naxis G8 tank 3 supply 3", gained=["G8"])
    follow(table, "allies reinforcement")
    assert table.force("allies", "G6").startswith("inf")


@pytest.mark.parametrize(("tokens", "panzers", "stays"), [(6, "E7", True), (6, "A1", False), (2, "E7", False)], ids=str)
def test_the_last_unit_of_a_full_depot_stays_where_the_enemy_could_drive_in(tokens: int, panzers: str, stays: bool):
    """Before the depot in E9 lies St. Vith, empty; panzers wait beside it, or at the other end of the map."""
    table = at("axis movement", f"axis E9 inf 2 supply {tokens}\nallies {panzers} tank 3 supply 3")
    follow(table, "axis reinforcement")
    assert table.force("axis", "E9").startswith("inf") == stays
    assert table.force("axis", "D8").startswith("inf")


@pytest.mark.parametrize(("lost", "goes"), [(True, "F5"), (False, "E5")])
def test_the_allies_give_up_a_better_post_for_a_town_only_if_the_axis_has_won_otherwise(lost: bool, goes: str):
    taken = {"D8", "D7", "F6", "F7", "G7", "C8", "C9", "A9", "F5"} | ({"A8", "B6"} if lost else set())
    table = at("allies movement", "allies F4 inf 1 supply 1\naxis G5 tank 2 supply 2", gained=taken)
    follow(table, "allies reinforcement")
    assert table.force("allies", goes).startswith("inf")
