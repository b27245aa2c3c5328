"""Building improved positions and fortifications (BW-8.1, 8.2)."""

from __future__ import annotations

import pytest

from tests.games.bitter_woods.table import at, hexes
from tests.games.bitter_woods.test_05_movement import FAR_ALLIED, FAR_GERMAN
from tests.rulemark import rule


@rule("BW-8.1.build", "BW-R.22")
def test_a_unit_that_does_not_move_builds_a_position_at_once_and_does_nothing_else():
    table = at("german movement", f"26VG-77 1225 / 2Pz-2 1224 / {FAR_ALLIED}").do("pick 26VG-77", "build")
    assert hexes(table.state.improved) == {"1225"}
    assert table.texts("BW-8.1.build")[-1].endswith("builds an improved position in 1225")
    assert table.forbids("pick 26VG-77") == "BW-R.22"
    assert table.has("busy", "26VG-77")
    moved = at("german movement", f"26VG-77 1225 / {FAR_ALLIED}").do("pick 26VG-77", "step 1224")
    assert moved.forbids("build") == "BW-R.22"
    assert "build" in at("german movement", f"2Pz-2 1224 / {FAR_ALLIED}").do("pick 2Pz-2").options()


@rule("BW-8.1.build", "BW-12.4.build")
def test_artillery_and_units_out_of_supply_do_not_build():
    table = at("german movement", f"A-401 1225 / 26VG-77 1224 out-of-supply / {FAR_ALLIED}", turn=9)
    assert table.fork().do("pick A-401").forbids("build") == "BW-8.1.build"
    assert table.fork().do("pick 26VG-77").forbids("build") == "BW-12.4.build"


@rule("BW-8.1.near")
@pytest.mark.parametrize("enemy", ["28Inf-110", "A-174"])
def test_nobody_builds_next_to_an_enemy_unit(enemy: str):
    table = at("german movement", f"26VG-77 1225 / {enemy} 1224 / {FAR_ALLIED}").do("pick 26VG-77")
    assert table.forbids("build") == "BW-8.1.near"


@rule("BW-8.1.town")
def test_there_are_no_improved_positions_in_towns():
    table = at("allied movement", f"28Inf-110 1005 / {FAR_GERMAN}").do("pick 28Inf-110")
    assert table.forbids("build") == "BW-8.1.town"
    german = at("german movement", f"26VG-77 1316 / {FAR_ALLIED}", turn=7).do("pick 26VG-77")
    assert german.forbids("build") == "BW-8.1.town", "only the Allies fortify"


def test_there_is_one_position_in_a_hex():
    table = at("german movement", f"26VG-77 1225 / 26VG-78 1225 / {FAR_ALLIED}").do("pick 26VG-77", "build")
    assert table.do("pick 26VG-78").forbids("build") == "BW-8.1"


@rule("BW-8.1.remove")
def test_a_position_is_gone_when_the_last_unit_leaves():
    more = '[markers]\nimproved = ["1225"]'
    table = at("german movement", f"26VG-77 1225 / 26VG-78 1225 / {FAR_ALLIED}", more=more)
    table.do("pick 26VG-77", "go 1224")
    assert hexes(table.state.improved) == {"1225"}
    table.do("pick 26VG-78", "go 1224")
    assert not table.state.improved
    assert "BW-8.1.remove" in table.rules("position")


@rule("BW-8.2.build")
@pytest.mark.parametrize("town", ["1316", "2426", "3518"])
def test_an_allied_unit_fortifies_st_vith_bastogne_or_marche(town: str):
    table = at("allied movement", f"9Arm-CCB {town} / {FAR_GERMAN}").do("pick 9Arm-CCB", "build")
    assert hexes(table.state.forts) == {town}
    assert not table.state.improved
    assert table.texts("BW-8.2.build")[-1].endswith(f"fortifies {town}")


@rule("BW-8.2.permanent")
@pytest.mark.parametrize("town", ["1624", "4717", "4809", "2903", "2803"])
def test_the_permanent_fortifications_need_no_building(town: str):
    table = at("allied movement", f"28Inf-110 {town} / {FAR_GERMAN}").do("pick 28Inf-110")
    assert table.forbids("build") == "BW-8.2.permanent"


@rule("BW-8.2.remove")
def test_a_fortification_stays_when_the_allies_leave_and_falls_to_a_german_who_passes_through():
    more = '[markers]\nforts = ["1316"]'
    table = at("allied movement", f"28Inf-110 1316 / {FAR_GERMAN}", turn=7, more=more).do("pick 28Inf-110", "go 1317")
    assert hexes(table.state.forts) == {"1316"}
    german = at("german movement", f"2Pz-2 1215 / {FAR_ALLIED}", turn=7, more=more)
    german.do("pick 2Pz-2", "step 1316", "step 1416", "stop")
    assert not german.state.forts
    assert "BW-8.2.remove" in german.rules("position")


def test_a_frozen_unit_and_one_in_reserve_may_build_though_they_do_not_move():
    frozen = at("german movement", f"1SS-1 0311 / {FAR_ALLIED}", turn=1)
    frozen.do("pick 1SS-1")
    assert frozen.forbids("go 0312") == "BW-15.5"
    assert "build" in frozen.options()
    reserve = at("german movement", f"2Pz-2 1224 reserve / {FAR_ALLIED}").do("pick 2Pz-2")
    assert reserve.options() == ["build"]
