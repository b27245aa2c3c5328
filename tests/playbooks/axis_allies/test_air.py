"""The air: small positions in which the right answer is plain.

The ground: St. Vith is D8 (4 points), Malmédy C8 (3), Büllingen C9 (1), Bastogne G6 (4), Luxembourg K8 (5).
E8, E9 and D9 beside St. Vith are plain; a road runs E11-E10-D9-D8.
"""

from __future__ import annotations

from tests.games.axis_allies.table import at
from tests.playbooks.axis_allies.asking import best, follow


def test_whoever_may_choose_places_second():
    table = at("air initiative", "axis E10 inf 1", turn=5).do("roll 9 3")
    assert table.asked() == ("axis", "air choice")
    assert best(table) == "choose second"


def test_aircraft_fly_in_one_strong_group_over_the_best_target():
    table = at(
        "air placing", "axis D8 inf 2 tank 3 art 1 supply 3\naxis K10 inf 1", turn=5, first="allies", gained=["D8"]
    )
    done = follow(table)
    assert done[0] == "pick bomber-al"
    assert table.air("allies", "D8").startswith("fighter")
    places = [line for line in done if line.startswith("place")]
    assert places.count("place D8") >= 8


def test_the_own_air_attack_is_fought_out_first():
    table = at(
        "air combat",
        """
        axis   D8 inf 2 tank 2 bomber 1
        allies G6 inf 2 tank 2
        axis   G6 fighter 2
        allies D8 bomber 2
        """,
        turn=5,
        first="allies",
        gained=["D8"],
    )
    assert best(table) == "resolve D8"
