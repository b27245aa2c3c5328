"""The Clervaux bottleneck (BW-8.3): who has beaten units in Clervaux advances half as far, and no farther by road."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.scenes import Fall, advancing, fall, led, quiet, steps, why
from tests.rulemark import rule

__all__ = ["fall"]

WAY = ("1624", "1724", "1824", "1925")  # the road through Clervaux


@rule("BW-8.3")
@pytest.mark.parametrize(("hexes", "half"), [(1, 1), (2, 1), (3, 2), (4, 2)])
@pytest.mark.parametrize("name", ["2Pz-3", "26VG-77"])
def test_half_the_hexes_fractions_up_and_no_road_bonus(name: str, hexes: int, half: int):
    table = quiet(f"{name} 1524")
    for made in range(1, half):
        assert WAY[made] in steps(advancing(table, name, hexes, *WAY[:made]))
    assert why(advancing(table, name, hexes, *WAY[:half]), f"step {WAY[half]}") == "BW-8.3"


@rule("BW-8.3")
def test_it_is_the_hex_that_the_defender_held_that_counts():
    through = advancing(quiet("2Pz-2 1423"), "2Pz-2", 3, "1524", "1624")
    assert "1724" in steps(through), "an advance that only passes Clervaux is not halved"
    assert "1824" in steps(advancing(quiet("2Pz-2 1423"), "2Pz-2", 3, "1524", "1624", "1724")), "and has its bonus"
    assert why(advancing(quiet("2Pz-2 1524"), "2Pz-2", 2, "1624"), "step 1724") == "BW-8.3"


@rule("BW-9.8.defender")
def test_a_defender_who_takes_clervaux_is_not_concerned(fall: Fall):
    table = led(fall("A2", "1724", "28Inf-110 1624 / 2Pz-304 1724", step="allied combat"))
    assert table.do("advance 2Pz-304").where("2Pz-304") == "1624"
    there = advancing(quiet("2Pz-304 1724", turn=9, side="allied"), "2Pz-304", 1, "1624", bonus=False)
    assert why(there, "step 1524") == "BW-9.8.defender"
