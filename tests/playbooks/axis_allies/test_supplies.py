"""Trucks and reinforcements: small positions in which the right answer is plain.

The ground: St. Vith is D8 (4 points), Malmédy C8 (3), Büllingen C9 (1), Bastogne G6 (4), Luxembourg K8 (5).
E8, E9 and D9 beside St. Vith are plain; a road runs E11-E10-D9-D8.
"""

from __future__ import annotations

from collections.abc import Collection

import pytest

from tests.games.axis_allies import ground
from tests.games.axis_allies.table import Table, at
from tests.playbooks.axis_allies.asking import best, follow, ranked

# ---- trucks ----


def test_trucks_go_home_as_long_as_income_waits_for_them():
    table = at("trucks home", "truck-ax1 E11\ntruck-ax2 F11\ntruck-ax3 G11")
    assert [line.split()[0] for line in follow(table, "axis movement", "axis reinforcement")[:3]] == [
        "return",
        "return",
        "done",
    ]
    enough = at("trucks home", "truck-ax1 E11\ntruck-ax2 off\ntruck-ax3 off")
    assert best(enough) == "done"


def test_a_truck_brings_idle_tokens_from_the_rear_to_the_spearhead():
    table = at(
        "axis movement",
        """
        axis      E11 supply 4
        truck-ax1 E11
        axis      D9  inf 4 tank 2
        allies    D8  inf 2 supply 1
        """,
    )
    follow(table, "axis reinforcement")
    assert table.cargo("truck-ax1") == "supply 4"
    assert table.truck("truck-ax1") in ("D9", "E10")


def test_a_truck_fetches_tokens_on_its_way():
    table = at(
        "axis movement",
        """
        axis      F10 supply 3
        truck-ax1 F11
        axis      F8  inf 4 tank 2
        allies    F7  inf 2 supply 1
        """,
    )
    done = follow(table, "axis reinforcement")
    assert done.index("step F10") < done.index("load supply@F10")
    assert table.cargo("truck-ax1") == "supply 3"
    assert table.truck("truck-ax1") in ("F8", "F9")


def test_infantry_that_is_paid_for_rides_where_it_would_walk_for_turns():
    table = at(
        "axis movement",
        """
        axis      F11 inf 3 supply 1
        truck-ax1 F11
        axis      F8  inf 1 tank 2 supply 3
        allies    F7  inf 3 supply 1
        """,
    )
    table.pay_for("F11")
    done = follow(table, "axis reinforcement")
    assert done.count("load inf@F11") == 3
    assert table.truck("truck-ax1") in ("F8", "F9")


def test_an_empty_truck_does_not_drive_about():
    table = at("axis movement", "truck-ax1 E11\naxis D10 inf 1 supply 1").pay_for()
    while table.step() == "axis movement":
        table.do("done")
    assert table.step() == "axis moves"
    assert "pick truck-ax1" not in ranked(table)


def test_a_truck_comes_in_with_tokens_by_the_road_that_leads_to_the_spearhead():
    table = at(
        "axis reinforcement",
        """
        truck-ax1 off
        9SSPz     gone
        FBB       gone
        axis      D9  inf 4 tank 2
        allies    D8  inf 2 supply 1
        """,
        gained=["D9"],
        supply={"axis": 4},
    )
    done = follow(table, "allies movement", "allies reinforcement")
    assert done[:2] == ["pick truck-ax1", "load supply@axis-off-board"]
    table.until("ground initiative")
    assert [hex_ for hex_ in ("D9", *ground.around("D9")) if table.force("axis", hex_).endswith("supply 6")]


def test_tokens_are_not_put_down_where_the_enemy_can_take_them():
    drawing = """
        truck-al1 off
        allies    H4 inf 3
        axis      I6 tank 3 supply 4
        """
    table = at("allies reinforcement", drawing, gained=["H6", "I6", "J6"])
    follow(table, "axis attack", "ground initiative")
    stored = {hex_ for hex_, force in table.forces("allies").items() if "supply" in force}
    assert stored
    assert stored <= {"H4"} | (set(ground.HEXES) - set(table.reach("tank@I6")) - ground.disc({"I6"}))


def test_no_truck_comes_in_with_nothing_to_bring():
    lorries = "\n".join(f"truck-al{number} off" for number in (1, 2, 3))
    table = at("allies reinforcement", f"{lorries}\n7Armd gone\n10Armd gone\nallies K8 inf 2", turn=1)
    assert 6 < table.depot("allies") <= 12
    follow(table)
    assert len(table.trucks("allies", "off")) == 1


# ---- reinforcement ----


def test_an_arriving_tank_goes_to_the_empty_town_in_danger():
    table = at("allies reinforcement", "axis I8 tank 3 supply 3\n10Armd tank 1", gained=["I8"], turn=1)
    follow(table, "upkeep", "axis attack")
    assert table.force("allies", "K8") == "tank 1"


def test_units_come_in_as_long_as_there_are_any():
    table = at("axis reinforcement", "3PzGren inf 2", turn=1)
    follow(table, "allies movement", "allies reinforcement")
    assert table.chart("3PzGren") == ""


@pytest.mark.parametrize(("gained", "paid"), [((), True), (ground.HEXES, False)])
def test_a_formation_blitzes_where_that_takes_a_town(gained: Collection[str], paid: bool):
    table = at("axis reinforcement", "2SSPz tank 2\nallies D8 inf 3", turn=2, supply={"axis": 3}, gained=gained)
    assert table.offers("blitz") == {"2SSPz"}
    assert (best(table) == "blitz 2SSPz") is paid


def in_reach(table: Table, hex_: str) -> bool:
    """Whether a side's units in a hex find a token there or beside them."""
    return any("supply" in table.force("allies", near) for near in (hex_, *ground.around(hex_)))


def test_tokens_come_to_the_units_that_are_put_on_the_edge():
    units = "1Inf inf 2 art 1\n30Inf inf 2\n101Abn gone\n7Armd gone\n10Armd gone"
    table = at("allies reinforcement", f"truck-al1 off\n{units}\naxis A8 tank 1", turn=2, gained=["A8"])
    follow(table)
    assert table.force("allies", "A9") == "inf 4 art 1"
    assert in_reach(table, "A9")


def test_passengers_and_tokens_that_are_wanted_elsewhere_take_trucks_of_their_own():
    lorries = "\n".join(f"truck-al{number} off" for number in (1, 2, 3))
    front = "allies G6 inf 4 tank 2 art 1\naxis G7 inf 2 supply 2\naxis K9 inf 1 supply 2"
    table = at("allies reinforcement", f"{lorries}\n{front}\n3Armd gone", turn=4, gained=["G7", "K9"])
    done = follow(table)
    assert done[1].startswith("load inf")
    assert not [line for line in done[: done.index("go D8")] if "supply" in line]
    assert in_reach(table, "G6")
