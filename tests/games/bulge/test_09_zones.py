"""9: zones of control."""

from __future__ import annotations

import pytest

from tests.games.bulge import ground
from tests.games.bulge.scenes import CUT_OFF, FIELD, LATE
from tests.games.bulge.table import at
from tests.rulemark import rule


@pytest.mark.parametrize("hex_", [FIELD, "0105", "1902", "0225"])
def test_a_unit_has_a_zone_over_its_hex_and_those_around_it(hex_: str):
    table = at("german movement", {"28Inf": [hex_], "1SS": ["0901"]})
    assert table.state.zoc("allied") == {hex_, *ground.neighbours(hex_)}


def test_both_sides_may_have_a_zone_over_the_same_hex():
    table = at("german movement", "1SS 7 at E E\n28Inf 4 at .", centre=FIELD)
    assert table.hex("E") in table.state.zoc("german") & table.state.zoc("allied")


def test_units_out_of_supply_have_their_zone():
    table = at("allied movement", CUT_OFF, centre=FIELD, turn=LATE)
    assert not table.supplied("28Inf")
    assert table.state.zoc("allied") == {FIELD, *ground.neighbours(FIELD)}


@rule("BU-9.1.stop")
def test_a_unit_that_enters_an_enemy_zone_goes_no_further():
    table = at("german movement", "12VG 4 at E E\n28Inf 4 at .", centre=FIELD)
    reach = table.reach("12VG")
    assert table.hex("E") in reach
    assert table.hex("W W") not in reach
    assert table.bars("12VG", table.hex("W W")) == "BU-9.1.stop"


def test_a_friend_in_the_zone_does_not_open_it_for_movement():
    drawing = "12VG 4 at E E\n26VG 4 at E\n28Inf 4 at ."
    table = at("german movement", drawing, centre=FIELD)
    assert table.textbook().reach("12VG").keys() - table.textbook().here.keys() == table.reach("12VG")


@rule("BU-9.1.locked")
def test_a_unit_that_begins_in_an_enemy_zone_does_not_move():
    table = at("german movement", "12VG 4 at E\n26VG 4 at E E E\n28Inf 4 at .", centre=FIELD)
    assert table.movers() == {"26VG"}
    assert table.forbids("pick 12VG") == "BU-9.1.locked"


@rule("BU-9.0.must")
def test_a_unit_in_an_enemy_zone_must_attack_after_movement():
    table = at("german post-combat", "12VG 4 at E\n28Inf 4 at .\n26VG 4 at W W\n4Inf 4 at W W W", centre=FIELD)
    assert {(duty.who, duty.rule) for duty in table.state.decision.obligations} == {
        ("12VG", "BU-9.0.must"),
        ("26VG", "BU-9.0.must"),
    }
    assert table.forbids("done") == "BU-9.0.must"


def test_zones_end_at_the_edge_of_the_map():
    table = at("german movement", {"28Inf": ["0105"], "1SS": ["0901"]})
    assert table.state.zoc("allied") <= set(ground.HEXES)
